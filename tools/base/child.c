/* SPDX-License-Identifier: MIT */
/* The supervisor sends the child's status through a pipe. If the pipe ends without a status, the
 * supervisor was killed, and this process adopts the supervisor's children. */
#include "tools/base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/clock.h"
#include "tools/base/supervisor.h"
#include "tools/base/signals.h"
#include "tools/base/waiting.h"

/* Maximum delay after a signal that arrives just before a wait. */
#define WAIT_MS_MAX 100
/* Time limit for a supervisor, which usually ends all processes within milliseconds. Its own limit
 * is shorter. */
#define STOP_MS_MAX 15000

static double deadline_seconds = INFINITY;

void child_set_deadline(double deadline)
{
	deadline_seconds = deadline;
}

static char *program_at(const char *path)
{
	return access(path, X_OK) == 0 ? realpath(path, NULL) : NULL;
}

static char *program_find_in(const char *directories, const char *name)
{
	char *copy = xstrdup(directories), *rest = copy, *directory, *found = NULL;

	while (found == NULL && (directory = strsep(&rest, ":")) != NULL) {
		char *path = xasprintf("%s/%s", directory[0] != '\0' ? directory : ".", name);

		found = program_at(path);
		free(path);
	}
	free(copy);
	return found;
}

char *child_program(const char *name)
{
	const char *directories = getenv("PATH");

	if (strchr(name, '/') != NULL)
		return program_at(name);
	return directories != NULL ? program_find_in(directories, name) : NULL;
}

/* Read a number from the supervisor. */
static bool child_read_number(const struct child *child, int *number)
{
	ssize_t count;

	do
		count = read(child->status_pipe, number, sizeof(*number));
	while (count < 0 && errno == EINTR);
	return count == sizeof(*number);
}

/* Read the status from the supervisor. If the supervisor was killed, end its children instead. */
static void child_collect(struct child *child)
{
	int status;
	bool has_status = child_read_number(child, &status);

	close(child->status_pipe);
	while (waitpid(child->supervisor, NULL, 0) < 0 && errno == EINTR)
		continue;
	if (!has_status) {
		status = W_EXITCODE(0, SIGKILL);
		supervisor_end_all();
	}
	child->status = status;
	child->has_ended = true;
}

static bool child_poll(struct child *child, int wait_ms)
{
	struct pollfd ready = {.fd = child->status_pipe, .events = POLLIN};

	if (!child->has_ended && poll(&ready, 1, wait_ms) > 0)
		child_collect(child);
	return child->has_ended;
}

bool child_has_ended(struct child *child)
{
	return child_poll(child, 0);
}

bool child_may_wait(void)
{
	return signals_caught() == 0 && clock_seconds() < deadline_seconds;
}

bool child_await(struct child *child, double seconds)
{
	double limit = clock_seconds() + seconds, left;

	while (!child_has_ended(child) && child_may_wait() &&
	       (left = limit - clock_seconds()) > 0) {
		child_poll(child, left * 1000 < WAIT_MS_MAX ? (int)(left * 1000) + 1 : WAIT_MS_MAX);
		waiting_tick();
	}
	return child->has_ended;
}

void child_signal(const struct child *child, int signal)
{
	if (!child->has_ended)
		sigqueue(child->supervisor, SUPERVISOR_PASS, (union sigval){.sival_int = signal});
}

int child_stop(struct child *child)
{
	if (child_has_ended(child))
		return child->status;
	kill(child->supervisor, SIGTERM);
	for (int waited_ms = 0; waited_ms < STOP_MS_MAX; waited_ms += WAIT_MS_MAX) {
		if (child_poll(child, WAIT_MS_MAX))
			return child->status;
	}
	kill(child->supervisor, SIGKILL);
	child_collect(child);
	return child->status;
}

/* The errno from the pipe, or 0 at its end. */
static int child_read_error(int exec_pipe)
{
	int error = 0;

	while (read(exec_pipe, &error, sizeof(error)) < 0 && errno == EINTR)
		continue;
	return error;
}

/* Index 0 of a pipe is its read end, 1 its write end. */
static int child_fork(struct child *child, struct supervisor *supervisor, const int exec_pipe[2],
		      const int status_pipe[2])
{
	sigset_t all;
	int error;

	supervisor->exec_pipe = exec_pipe[1];
	supervisor->status_pipe = status_pipe[1];
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &supervisor->mask);
	child->supervisor = fork();
	if (child->supervisor == 0)
		supervisor_run(supervisor);
	error = child->supervisor < 0 ? errno : 0;
	sigprocmask(SIG_SETMASK, &supervisor->mask, NULL);
	close(exec_pipe[1]);
	close(status_pipe[1]);
	if (error == 0)
		error = child_read_error(exec_pipe[0]);
	close(exec_pipe[0]);
	return error;
}

int child_start(struct child *child, char *const *arguments, const struct child_files *files)
{
	struct supervisor supervisor = {
		.arguments = arguments,
		.files = {files->input, files->output, files->messages, files->extra},
		.group = files->shares_group ? getpgrp() : 0,
		.parent = getpid(),
	};
	int exec_pipe[2], status_pipe[2], error;

	*child = (struct child){.supervisor = -1};
	if (pipe2(exec_pipe, O_CLOEXEC) != 0)
		return errno;
	if (pipe2(status_pipe, O_CLOEXEC) != 0) {
		error = errno;
		close(exec_pipe[0]);
		close(exec_pipe[1]);
		return error;
	}
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	child->status_pipe = status_pipe[0];
	error = child_fork(child, &supervisor, exec_pipe, status_pipe);
	if (error == 0 && child_read_number(child, &child->program))
		return 0;
	if (child->supervisor > 0)
		child_collect(child);
	else
		close(status_pipe[0]);
	child->has_ended = true;
	return error;
}
