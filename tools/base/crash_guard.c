/* SPDX-License-Identifier: MIT */
/* The child writes a byte to a pipe when it has survived. */
#include "tools/base/crash_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* The address sanitizer reserves terabytes. */
#ifdef __SANITIZE_ADDRESS__
#define DATA_BYTES_MAX RLIM_INFINITY
#else
#define DATA_BYTES_MAX ((rlim_t)CRASH_GUARD_MIB << 20)
#endif

static int survival_pipe, own_stderr;
static struct rlimit own_cpu, own_core, own_data;

static void guard_limit(int resource, struct rlimit *own, rlim_t limit)
{
	struct rlimit limited;

	if (getrlimit(resource, own) != 0)
		return;
	limited = *own;
	if (limit < limited.rlim_cur)
		limited.rlim_cur = limit;
	setrlimit(resource, &limited);
}

static void guard_continue(pid_t parent)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	own_stderr = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (nowhere >= 0 && own_stderr >= 0)
		dup2(nowhere, STDERR_FILENO);
	close(nowhere);
	guard_limit(RLIMIT_CPU, &own_cpu, CRASH_GUARD_CPU_SECONDS);
	guard_limit(RLIMIT_CORE, &own_core, 0);
	guard_limit(RLIMIT_DATA, &own_data, DATA_BYTES_MAX);
}

/* Returns if the child did not survive. */
static void guard_await(pid_t child, int survival)
{
	char byte;
	ssize_t count;
	int status = 0;

	do
		count = read(survival, &byte, 1);
	while (count < 0 && errno == EINTR);
	close(survival);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	if (count != 1)
		return;
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	_exit(WEXITSTATUS(status));
}

bool crash_guard_begin(void)
{
	pid_t parent = getpid(), child;
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	fflush(NULL);
	child = fork();
	if (child == 0) {
		close(ends[0]);
		survival_pipe = ends[1];
		guard_continue(parent);
		return true;
	}
	close(ends[1]);
	if (child > 0)
		guard_await(child, ends[0]);
	else
		close(ends[0]);
	return false;
}

void crash_guard_end(void)
{
	fflush(stderr);
	if (own_stderr >= 0) {
		dup2(own_stderr, STDERR_FILENO);
		close(own_stderr);
	}
	setrlimit(RLIMIT_CPU, &own_cpu);
	setrlimit(RLIMIT_CORE, &own_core);
	setrlimit(RLIMIT_DATA, &own_data);
	if (write(survival_pipe, "", 1) != 1)
		_exit(1);
	close(survival_pipe);
}
