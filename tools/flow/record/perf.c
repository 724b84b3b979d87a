/* SPDX-License-Identifier: MIT */
/* Traces by `perf record`, which a socket controls: perf-record(1), --control. */
#include <err.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/base/clock.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"
#include "tools/flow/record/tracer.h"

#define CONTROL "fd:3,3"
_Static_assert(CHILD_EXTRA == 3, "the socket's number in perf");

#define START_SECONDS 60                /* on a busy host with many CPUs */
#define STOP_SECONDS 120                /* to write the rest */
#define WAIT_MS 100
#define WAIT_US 10000
#define ARGUMENTS_MAX 32

/* perf's events have no context, so interrupts are traced too. */
#define EVENTS \
	"sched:sched_switch,sched:sched_waking,sched:sched_wakeup_new," \
	"sched:sched_process_fork,sched:sched_process_exec,sched:sched_process_exit," \
	"irq:irq_handler_entry,irq:irq_handler_exit,irq:softirq_entry,irq:softirq_exit," \
	"timer:hrtimer_expire_entry,timer:hrtimer_expire_exit," \
	"block:block_rq_issue,block:block_rq_complete,net:net_dev_queue,net:netif_receive_skb"
#define ACCEPT_EVENTS \
	",syscalls:sys_enter_accept,syscalls:sys_enter_accept4," \
	"syscalls:sys_exit_accept,syscalls:sys_exit_accept4"

struct tracer {
	char *program;
	struct child child;
	int control;
	FILE *messages;                 /* a temporary file without a name */
	char *path;
};

static void perf_free(struct tracer *tracer)
{
	if (tracer->control >= 0)
		close(tracer->control);
	if (tracer->messages != NULL)
		fclose(tracer->messages);
	free(tracer->program);
	free(tracer->path);
	free(tracer);
}

/* perf's message: what follows "Error:", or else the last line before its usage. */
static void perf_read_message(const struct tracer *tracer, char *text, size_t size)
{
	char line[TRACER_REASON_MAX / 2];
	bool is_error = false;

	snprintf(text, size, "no message");
	if (!file_rewind(tracer->messages))
		return;
	while (fgets(line, sizeof(line), tracer->messages) != NULL) {
		const char *message = line + strspn(line, " \t");

		line[strcspn(line, "\r\n")] = '\0';
		if (strncmp(message, "Run '", 5) == 0 || strncmp(message, "Usage:", 6) == 0)
			break;
		if (strncmp(message, "Error:", 6) == 0) {
			is_error = true;
			message += 6 + strspn(message + 6, " \t");
		}
		if (message[0] == '\0' || message[0] == '[')
			continue;
		snprintf(text, size, "%s", message);
		if (is_error)
			break;
	}
	utf8_make_printable(text);
}

static void perf_set_reason(const struct tracer *tracer, char reason[TRACER_REASON_MAX])
{
	char message[TRACER_REASON_MAX / 2], level[16] = "unknown\n";
	FILE *file = fopen("/proc/sys/kernel/perf_event_paranoid", "re");

	if (file != NULL) {
		if (fgets(level, sizeof(level), file) == NULL)
			level[0] = '\0';
		fclose(file);
	}
	perf_read_message(tracer, message, sizeof(message));
	snprintf(reason, TRACER_REASON_MAX,
		 "perf record: %s; run as root, or set kernel.perf_event_paranoid to -1 (it is "
		 "%.*s)", message, (int)strcspn(level, "\n"), level);
}

/* Unlike child_await(), this wait goes on after a signal, because the trace must be complete. */
static bool perf_await(struct child *child, double seconds)
{
	double limit = clock_seconds() + seconds;

	while (!child_has_ended(child) && clock_seconds() < limit)
		usleep(WAIT_US);
	return child->has_ended;
}

/* Send a command, and wait for perf's answer. */
static bool perf_command(struct tracer *tracer, const char *command, double seconds)
{
	double limit = clock_seconds() + seconds;
	struct pollfd ready = {.fd = tracer->control, .events = POLLIN};
	char answer[16];

	if (send(tracer->control, command, strlen(command), MSG_NOSIGNAL) < 0)
		return false;
	while (clock_seconds() < limit && !child_has_ended(&tracer->child)) {
		if (poll(&ready, 1, WAIT_MS) > 0)
			return read(tracer->control, answer, sizeof(answer)) > 0;
	}
	return false;
}

static int perf_run(struct tracer *tracer, bool has_accept, unsigned long buffer_kb)
{
	char *pages = xasprintf("%luK", buffer_kb);
	char *arguments[ARGUMENTS_MAX] = {
		tracer->program, "record", "--all-cpus", "--clockid", "mono", "--mmap-pages", pages,
		"--delay", "-1", "--control", CONTROL, "--output", tracer->path,
		"--event", has_accept ? EVENTS ACCEPT_EVENTS : EVENTS, NULL,
	};
	int ends[2], error;

	error = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 ? errno : 0;
	if (error == 0) {
		tracer->control = ends[0];
		error = child_start(&tracer->child, arguments, &(struct child_files){
			.input = -1, .output = fileno(tracer->messages),
			.messages = fileno(tracer->messages), .extra = ends[1],
		});
		close(ends[1]);
	}
	free(pages);
	return error;
}

static struct tracer *perf_start(const struct tracer_request *request,
				 char reason[TRACER_REASON_MAX])
{
	struct tracer *tracer = xcalloc(1, sizeof(*tracer));
	int error = 0;

	if (request->function_count > 0) {
		snprintf(reason, TRACER_REASON_MAX, "it does not record functions");
		free(tracer);
		return NULL;
	}
	tracer->control = -1;
	tracer->program = child_program("perf");
	tracer->messages = tmpfile();
	tracer->path = xstrdup(request->path);
	if (tracer->program == NULL) {
		snprintf(reason, TRACER_REASON_MAX, "not in PATH; install the package linux-perf");
	} else if (tracer->messages == NULL ||
		   (error = perf_run(tracer, request->has_accept, request->buffer_kb)) != 0) {
		snprintf(reason, TRACER_REASON_MAX, "%s: %s", tracer->program,
			 strerror(error != 0 ? error : errno));
	} else if (perf_command(tracer, "enable\n", START_SECONDS)) {
		return tracer;
	} else {
		child_stop(&tracer->child);
		perf_set_reason(tracer, reason);
		unlink(tracer->path);
	}
	perf_free(tracer);
	return NULL;
}

static bool perf_poll(struct tracer *tracer)
{
	char message[TRACER_REASON_MAX];

	if (!child_has_ended(&tracer->child))
		return true;
	perf_read_message(tracer, message, sizeof(message));
	warnx("perf record: %s", message);
	return false;
}

static bool perf_stop(struct tracer *tracer)
{
	bool is_good;

	(void)perf_command(tracer, "stop\n", STOP_SECONDS);
	is_good = perf_await(&tracer->child, STOP_SECONDS) && tracer->child.status == 0;
	if (!is_good) {
		child_stop(&tracer->child);
		(void)perf_poll(tracer);
	}
	perf_free(tracer);
	return is_good;
}

const struct tracer_kind tracer_perf = {
	.name = "perf", .start = perf_start, .poll = perf_poll, .end = perf_stop,
};
