/* SPDX-License-Identifier: MIT */
/* The supervisor adopts orphaned descendants (PR_SET_CHILD_SUBREAPER), so no process can escape by
 * a process group, a session or a second fork: sooner or later it becomes a child of the
 * supervisor. Children are killed by process ID, which is not reused before they are reaped. */
#include "tools/base/supervisor.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXIT_NOT_STARTED 127

/* Processes end within milliseconds, unless they wait for a device or the host is busy. */
#define WAIT_US_MAX 10000000
#define PAUSE_US_MIN 1000
#define PAUSE_US_MAX 100000

static pid_t program;
static int program_status = W_EXITCODE(0, SIGKILL);

/* ---- The child ---- */

static void supervisor_take_file(int from, int to)
{
	if (from == to)
		fcntl(from, F_SETFD, 0);
	else if (from >= 0)
		dup2(from, to);
}

/* The descriptors may conflict with the target numbers, so they are moved away first. */
static void take_files(const int files[SUPERVISOR_FILES])
{
	int from[SUPERVISOR_FILES];

	for (int i = 0; i < SUPERVISOR_FILES; i++) {
		from[i] = files[i];
		if (from[i] >= 0 && from[i] < SUPERVISOR_FILES)
			from[i] = fcntl(from[i], F_DUPFD_CLOEXEC, SUPERVISOR_FILES);
	}
	for (int i = 0; i < SUPERVISOR_FILES; i++)
		supervisor_take_file(from[i], i);
}

static void become_program(const struct supervisor *supervisor, pid_t parent)
{
	int exec_pipe = fcntl(supervisor->exec_pipe, F_DUPFD_CLOEXEC, SUPERVISOR_FILES), error;

	setpgid(0, supervisor->group);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_NOT_STARTED);
	take_files(supervisor->files);
	sigprocmask(SIG_SETMASK, &supervisor->mask, NULL);
	execvp(supervisor->arguments[0], supervisor->arguments);
	error = errno;
	_exit(write(exec_pipe, &error, sizeof(error)) > 0 ? EXIT_NOT_STARTED : 0);
}

/* ---- Ending all processes ---- */

/* Linux, Documentation/filesystems/proc.rst, "/proc/<pid>/stat". The name in brackets may itself
 * contain brackets. */
static pid_t parent_of(const char *pid)
{
	char path[64], text[512], *after;
	size_t length = 0;
	pid_t parent = -1;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%.16s/stat", pid);
	file = fopen(path, "re");
	if (file == NULL)
		return -1;
	length = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[length] = '\0';
	after = strrchr(text, ')');
	if (after == NULL || sscanf(after + 1, " %*c %d", &parent) != 1)
		return -1;
	return parent;
}

static void kill_children(void)
{
	DIR *processes = opendir("/proc");
	struct dirent *entry;

	if (processes == NULL)
		return;
	while ((entry = readdir(processes)) != NULL) {
		if (isdigit((unsigned char)entry->d_name[0]) &&
		    parent_of(entry->d_name) == getpid())
			kill((pid_t)strtol(entry->d_name, NULL, 10), SIGKILL);
	}
	closedir(processes);
}

/* Reap ended children. The program's process group is killed before its leader is reaped and its ID
 * reused. Returns whether children are left. */
static bool supervisor_reap(void)
{
	siginfo_t info = {0};

	while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0) {
		int status;

		if (info.si_pid == program)
			kill(-program, SIGKILL);
		if (waitpid(info.si_pid, &status, 0) == program && program > 0) {
			program_status = status;
			program = 0;
		}
		info.si_pid = 0;
	}
	return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

bool supervisor_end_all(void)
{
	useconds_t pause = PAUSE_US_MIN;

	for (useconds_t waited = 0; waited < WAIT_US_MAX; waited += pause) {
		if (program > 0)
			kill(-program, SIGKILL);
		kill_children();
		if (!supervisor_reap())
			return true;
		usleep(pause);
		pause = 2 * pause < PAUSE_US_MAX ? 2 * pause : PAUSE_US_MAX;
	}
	return false;
}

/* ---- The supervisor ---- */

/* Wait until the program ends or must be ended. */
static void supervisor_wait(void)
{
	sigset_t awaited;
	siginfo_t info;

	sigemptyset(&awaited);
	sigaddset(&awaited, SIGCHLD);
	sigaddset(&awaited, SIGTERM);
	sigaddset(&awaited, SUPERVISOR_PASS);
	do {
		if (sigwaitinfo(&awaited, &info) < 0)
			return;
		supervisor_reap();
		if (info.si_signo == SUPERVISOR_PASS && program > 0)
			kill(program, info.si_value.sival_int);
	} while (info.si_signo != SIGTERM && program > 0);
}

void supervisor_run(const struct supervisor *supervisor)
{
	pid_t self = getpid();

	setpgid(0, 0);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != supervisor->parent)
		_exit(EXIT_NOT_STARTED);
	program = fork();
	if (program == 0)
		become_program(supervisor, self);
	if (program < 0) {
		int error = errno;

		_exit(write(supervisor->exec_pipe, &error, sizeof(error)) > 0 ? EXIT_NOT_STARTED
									      : 0);
	}
	if (supervisor->status_pipe > STDERR_FILENO + 1)
		close_range(STDERR_FILENO + 1, (unsigned)supervisor->status_pipe - 1, 0);
	close_range((unsigned)supervisor->status_pipe + 1, ~0u, 0);
	/* fails if the parent has ended */
	if (write(supervisor->status_pipe, &program, sizeof(program)) > 0)
		supervisor_wait();
	if (!supervisor_end_all())
		dprintf(STDERR_FILENO, "bareline: cannot end a process that it started\n");
	_exit(write(supervisor->status_pipe, &program_status, sizeof(program_status)) < 0);
}
