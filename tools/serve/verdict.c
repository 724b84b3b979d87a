/* SPDX-License-Identifier: MIT */
/* Requests and verdicts are messages on a pair of sockets. The process ends when the server has
 * closed its end. */
#include "tools/serve/verdict.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/utf8.h"
#include "tools/fleet/update.h"
#include "tools/serve/clients.h"

#define LOG_SECONDS_MAX 60
#define REASON_CHARS_MAX 140
#define LOGS_MAX 512
#define LOGS_PER_ADDRESS 32

struct waiting_log {
	char address[CLIENT_ADDRESS_CHARS], name[NETBOOT_NAME_CHARS];
};

/* ---- The process ---- */

static void verdict_write(void *context, const struct result *result,
			  const struct analysis *analysis)
{
	const char *words = run_verdict_words(analysis->verdict);
	size_t aborted = analysis_aborted(analysis);
	struct log_verdict *verdict = context;
	char *text = verdict->text;

	if (analysis->verdict == RUN_INVALID)
		snprintf(text, VERDICT_CHARS, "%s: %.*s", words, REASON_CHARS_MAX,
			 analysis->validity.reasons[0]);
	else if (analysis->verdict == RUN_INCOMPLETE)
		snprintf(text, VERDICT_CHARS, "%s: %.*s", words, REASON_CHARS_MAX,
			 analysis->loss.text + strlen(LOSS_MARK));
	else if (analysis->verdict == RUN_PARTLY_ABORTED)
		snprintf(text, VERDICT_CHARS, "%s: %zu point%s", words, aborted,
			 aborted == 1 ? "" : "s");
	else
		snprintf(text, VERDICT_CHARS, "%s: %zu benchmark%s", words, result->bench_count,
			 result->bench_count == 1 ? "" : "s");
	utf8_trim(text);
	verdict->is_good = analysis->verdict != RUN_INVALID &&
			   analysis->verdict != RUN_INCOMPLETE &&
			   analysis->verdict != RUN_PARTLY_ABORTED;
}

static void verdicts_serve(const char *directory, int server)
{
	struct log_verdict verdict;
	ssize_t size;

	while ((size = recv(server, verdict.name, sizeof(verdict.name) - 1, 0)) > 0) {
		verdict.name[size] = '\0';
		text_copy(verdict.text, sizeof(verdict.text), "no records of Bareline");
		verdict.is_good = false;
		alarm(LOG_SECONDS_MAX);
		update_log(directory, verdict.name, verdict_write, &verdict);
		alarm(0);
		if (send(server, &verdict, sizeof(verdict), MSG_NOSIGNAL) < 0)
			return;
	}
}

/* The process keeps no other descriptor of the server, so the server's lock and connections end
 * with the server. */
static void verdicts_run(const char *directory, int server)
{
	signal(SIGTERM, SIG_DFL);
	signal(SIGINT, SIG_IGN);
	if (server > STDERR_FILENO + 1)
		close_range(STDERR_FILENO + 1, (unsigned)server - 1, 0);
	close_range((unsigned)server + 1, ~0u, 0);
	verdicts_serve(directory, server);
	_exit(0);
}

/* ---- The server ---- */

struct verdicts verdicts_of(const char *directory)
{
	return (struct verdicts){.directory = directory, .socket = -1};
}

static bool verdicts_start(struct verdicts *verdicts)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	fflush(stdout);
	verdicts->process = fork();
	if (verdicts->process == 0)
		verdicts_run(verdicts->directory, ends[1]);
	close(ends[1]);
	verdicts->socket = ends[0];
	if (verdicts->process > 0)
		return true;
	close(verdicts->socket);
	verdicts->socket = -1;
	return false;
}

static void end_process(struct verdicts *verdicts)
{
	if (verdicts->socket >= 0)
		close(verdicts->socket);
	if (verdicts->process > 0) {
		kill(verdicts->process, SIGKILL);       /* the process may not handle another signal
							 * yet */
		waitpid(verdicts->process, NULL, 0);
	}
	verdicts->socket = -1;
	verdicts->process = 0;
}

/* Send the first log. The process has only one log at a time. A log that ends the process therefore
 * costs no other log its verdict. If the process has ended without a log, it is started again. */
static bool send_first(struct verdicts *verdicts)
{
	const char *name = verdicts->logs[0].name;

	if (verdicts->socket < 0 && !verdicts_start(verdicts))
		return false;
	verdicts->is_reading = send(verdicts->socket, name, strlen(name),
				    MSG_DONTWAIT | MSG_NOSIGNAL) > 0;
	if (!verdicts->is_reading)
		end_process(verdicts);
	return verdicts->is_reading;
}

/* Remove the first log, and let one of another address follow, if there is one. */
static void remove_first(struct verdicts *verdicts)
{
	struct waiting_log first = verdicts->logs[0], next;
	size_t i = 0;

	verdicts->is_reading = false;
	verdicts->count--;
	memmove(verdicts->logs, verdicts->logs + 1, verdicts->count * sizeof(*verdicts->logs));
	while (i < verdicts->count && strcmp(verdicts->logs[i].address, first.address) == 0)
		i++;
	if (i == 0 || i == verdicts->count)
		return;
	next = verdicts->logs[i];
	memmove(verdicts->logs + 1, verdicts->logs, i * sizeof(*verdicts->logs));
	verdicts->logs[0] = next;
}

bool verdicts_ask(struct verdicts *verdicts, const char *address, const char *name)
{
	size_t of_address = 0;

	for (size_t i = 0; i < verdicts->count; i++)
		of_address += strcmp(verdicts->logs[i].address, address) == 0;
	if (verdicts->count == LOGS_MAX || of_address == LOGS_PER_ADDRESS)
		return false;
	if (verdicts->logs == NULL)
		verdicts->logs = xcalloc(LOGS_MAX, sizeof(*verdicts->logs));
	text_copy(verdicts->logs[verdicts->count].address, CLIENT_ADDRESS_CHARS, address);
	text_copy(verdicts->logs[verdicts->count].name, NETBOOT_NAME_CHARS, name);
	verdicts->count++;
	if (!verdicts->is_reading && !send_first(verdicts))
		send_first(verdicts);   /* by a new process */
	return true;
}

bool verdicts_take(struct verdicts *verdicts, struct log_verdict *verdict)
{
	ssize_t size;

	if (verdicts->count == 0 || (!verdicts->is_reading && !send_first(verdicts)))
		return false;
	size = recv(verdicts->socket, verdict, sizeof(*verdict), MSG_DONTWAIT);
	if (size < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (size != (ssize_t)sizeof(*verdict)) {
		end_process(verdicts);
		text_copy(verdict->name, sizeof(verdict->name), verdicts->logs[0].name);
		text_copy(verdict->text, sizeof(verdict->text), "not read: it took too long");
		verdict->is_good = false;
	}
	remove_first(verdicts);
	if (verdicts->count > 0)
		send_first(verdicts);
	return true;
}

void verdicts_stop(struct verdicts *verdicts)
{
	end_process(verdicts);
	free(verdicts->logs);
	verdicts->logs = NULL;
	verdicts->count = 0;
	verdicts->is_reading = false;
}
