/* SPDX-License-Identifier: MIT */
#include "linux/hypervisor/guest.h"

#include <err.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static sigset_t child_signals(void)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	return signals;
}

/* Returns the process, or -1. */
static pid_t start(char *const *arguments)
{
	sigset_t signals = child_signals();
	pid_t qemu = fork();

	if (qemu == 0) {
		sigprocmask(SIG_UNBLOCK, &signals, NULL);
		execv(arguments[0], arguments);
		warn("%s", arguments[0]);
		_exit(EXIT_FAILURE);
	}
	if (qemu < 0)
		warn("%s", arguments[0]);
	return qemu;
}

static off_t size_of(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 ? info.st_size : 0;
}

/* Returns whether the process ended, rather than sent nothing for the limit. */
static bool wait_for_end(pid_t qemu, const char *log, long limit_s, int *status)
{
	const struct timespec limit = {.tv_sec = limit_s};
	sigset_t signals = child_signals();
	off_t before, size = -1;

	if (limit_s == 0)
		return waitpid(qemu, status, 0) == qemu;
	do {
		sigtimedwait(&signals, NULL, &limit);
		if (waitpid(qemu, status, WNOHANG) == qemu)
			return true;
		before = size;
		size = size_of(log);
	} while (size != before);
	return false;
}

int guest_run(char *const *arguments, const char *log, long limit_s)
{
	sigset_t signals = child_signals();
	bool has_ended = false;
	int status = 0;

	sigprocmask(SIG_BLOCK, &signals, NULL);
	for (int starts = 1; starts <= GUEST_STARTS && !has_ended; starts++) {
		pid_t qemu = start(arguments);

		if (qemu < 0)
			return -1;
		has_ended = wait_for_end(qemu, log, limit_s, &status);
		if (!has_ended) {
			warnx("the guest hangs: no output for %ld s, start %d of %d", limit_s,
			      starts, GUEST_STARTS);
			kill(qemu, SIGKILL);
			waitpid(qemu, &status, 0);
		}
	}
	if (has_ended && WIFSIGNALED(status))
		warnx("the guest's QEMU was killed by signal %d", WTERMSIG(status));
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
