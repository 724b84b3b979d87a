/* SPDX-License-Identifier: MIT */
/* The keeper adopts what its descendants leave behind (PR_SET_CHILD_SUBREAPER), so that neither a
 * group, nor a session of its own, nor a second fork takes anything out of its reach: whatever was
 * started becomes its child sooner or later, and children are killed by their number, which nobody
 * else can have before they are reaped. */
#include "tools/base/keeper.h"

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

/* All ends within milliseconds, but for what waits for a device, or a host that has no time for
 * it. */
#define WAIT_US_MAX 10000000
#define PAUSE_US_MIN 1000
#define PAUSE_US_MAX 100000

static pid_t program;
static int program_status = W_EXITCODE(0, SIGKILL);

/* ---- The child ---- */

static void keeper_take_file(int from, int to)
{
	if (from == to)
		fcntl(from, F_SETFD, 0);
	else if (from >= 0)
		dup2(from, to);
}

/* The files may have each other's numbers: they are moved out of the way first. */
static void take_files(const struct child_files *files)
{
	int from[] = {files->input, files->output, files->messages, files->extra};

	for (int i = 0; i <= CHILD_EXTRA; i++) {
		if (from[i] >= 0 && from[i] <= CHILD_EXTRA)
			from[i] = fcntl(from[i], F_DUPFD_CLOEXEC, CHILD_EXTRA + 1);
	}
	for (int i = 0; i <= CHILD_EXTRA; i++)
		keeper_take_file(from[i], i);
}

static void become_program(const struct keeper *keeper, pid_t parent)
{
	int exec_pipe = fcntl(keeper->exec_pipe, F_DUPFD_CLOEXEC, CHILD_EXTRA + 1), error;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_NOT_STARTED);
	take_files(keeper->files);
	sigprocmask(SIG_SETMASK, &keeper->mask, NULL);
	execvp(keeper->arguments[0], keeper->arguments);
	error = errno;
	_exit(write(exec_pipe, &error, sizeof(error)) > 0 ? EXIT_NOT_STARTED : 0);
}

/* ---- The end of all ---- */

/* Linux, Documentation/filesystems/proc.rst, "/proc/<pid>/stat": the name in brackets may hold
 * anything, brackets too. */
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

/* Reap who has ended. The program's group is killed while its leader's number is still its own.
 * Returns whether there are children left. */
static bool keeper_reap(void)
{
	siginfo_t who = {0};

	while (waitid(P_ALL, 0, &who, WEXITED | WNOHANG | WNOWAIT) == 0 && who.si_pid != 0) {
		int status;

		if (who.si_pid == program)
			kill(-program, SIGKILL);
		if (waitpid(who.si_pid, &status, 0) == program && program > 0) {
			program_status = status;
			program = 0;
		}
		who.si_pid = 0;
	}
	return waitid(P_ALL, 0, &who, WEXITED | WNOHANG | WNOWAIT) == 0;
}

bool keeper_end_all(void)
{
	useconds_t pause = PAUSE_US_MIN;

	for (useconds_t waited = 0; waited < WAIT_US_MAX; waited += pause) {
		if (program > 0)
			kill(-program, SIGKILL);
		kill_children();
		if (!keeper_reap())
			return true;
		usleep(pause);
		pause = 2 * pause < PAUSE_US_MAX ? 2 * pause : PAUSE_US_MAX;
	}
	return false;
}

/* ---- The keeper ---- */

static void close_all_but(int kept)
{
	if (kept > STDERR_FILENO + 1)
		close_range(STDERR_FILENO + 1, (unsigned)kept - 1, 0);
	close_range((unsigned)kept + 1, ~0u, 0);
}

/* Until the program has ended, or is to be. */
static void keeper_wait(void)
{
	sigset_t awaited;
	int signal;

	sigemptyset(&awaited);
	sigaddset(&awaited, SIGCHLD);
	sigaddset(&awaited, SIGTERM);
	do {
		if (sigwait(&awaited, &signal) != 0)
			return;
		keeper_reap();
	} while (signal == SIGCHLD && program > 0);
}

void keeper_run(const struct keeper *keeper)
{
	pid_t self = getpid();

	setpgid(0, 0);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != keeper->parent)
		_exit(EXIT_NOT_STARTED);
	program = fork();
	if (program == 0)
		become_program(keeper, self);
	if (program < 0) {
		int error = errno;

		_exit(write(keeper->exec_pipe, &error, sizeof(error)) > 0 ? EXIT_NOT_STARTED : 0);
	}
	close_all_but(keeper->status_pipe);
	keeper_wait();
	if (!keeper_end_all())
		dprintf(STDERR_FILENO, "bareline: cannot end a process that it started\n");
	_exit(write(keeper->status_pipe, &program_status, sizeof(program_status)) < 0);
}
