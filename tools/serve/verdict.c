/* SPDX-License-Identifier: MIT */
/* Requests and verdicts are messages on a pair of sockets, whose buffer limits how many logs wait.
 * The process ends when the server has closed its end. */
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
#include "tools/base/utf8.h"
#include "tools/fleet/update.h"

#define LOG_SECONDS_MAX 60
#define REASON_CHARS_MAX 140

/* ---- The process ---- */

static void verdict_write(void *context, const struct result *result,
			  const struct analysis *analysis)
{
	char *text = context;

	if (!loss_is_none(&analysis->loss))
		text_copy(text, VERDICT_CHARS, analysis->loss.text);
	else if (!analysis->valid)
		snprintf(text, VERDICT_CHARS, "invalid: %.*s", REASON_CHARS_MAX,
			 analysis->validity.reasons[0]);
	else
		snprintf(text, VERDICT_CHARS, "valid, %zu benchmark%s", result->bench_count,
			 result->bench_count == 1 ? "" : "s");
	utf8_trim(text);
}

static void verdicts_serve(const char *directory, int server)
{
	struct log_verdict verdict;
	ssize_t size;

	while ((size = recv(server, verdict.name, sizeof(verdict.name) - 1, 0)) > 0) {
		verdict.name[size] = '\0';
		text_copy(verdict.text, sizeof(verdict.text), "no records of Bareline");
		alarm(LOG_SECONDS_MAX);
		update_log(directory, verdict.name, verdict_write, verdict.text);
		alarm(0);
		if (send(server, &verdict, sizeof(verdict), MSG_NOSIGNAL) < 0)
			return;
	}
}

/* No other descriptor of the server is kept: its lock and its connections end with it. */
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
	if (verdicts->process < 0)
		verdicts_stop(verdicts);
	return verdicts->process > 0;
}

bool verdicts_ask(struct verdicts *verdicts, const char *name)
{
	if (verdicts->socket < 0 && !verdicts_start(verdicts))
		return false;
	if (send(verdicts->socket, name, strlen(name), MSG_DONTWAIT | MSG_NOSIGNAL) > 0)
		return true;
	if (errno != EPIPE && errno != ECONNRESET)
		return false;
	verdicts_stop(verdicts);
	return verdicts_start(verdicts) &&
	       send(verdicts->socket, name, strlen(name), MSG_DONTWAIT | MSG_NOSIGNAL) > 0;
}

bool verdicts_take(struct verdicts *verdicts, struct log_verdict *verdict)
{
	ssize_t size;

	if (verdicts->socket < 0)
		return false;
	size = recv(verdicts->socket, verdict, sizeof(*verdict), MSG_DONTWAIT);
	if (size == (ssize_t)sizeof(*verdict))
		return true;
	if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR))
		verdicts_stop(verdicts);
	return false;
}

void verdicts_stop(struct verdicts *verdicts)
{
	if (verdicts->socket >= 0)
		close(verdicts->socket);
	if (verdicts->process > 0) {
		kill(verdicts->process, SIGTERM);
		waitpid(verdicts->process, NULL, 0);
	}
	verdicts->socket = -1;
	verdicts->process = 0;
}
