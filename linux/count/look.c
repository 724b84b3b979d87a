/* SPDX-License-Identifier: MIT */
/* A path that is not found is the argument of a system call that returns ENOENT. */
#include "linux/count/look.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/boot_files.h"

#define OPTIONS (PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | \
		 PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL)
#define SYSTEM_CALL_STOP (SIGTRAP | 0x80)
#define PROCESSES_MAX 32768     /* Linux's default of kernel.pid_max */

/* System calls whose first argument is a path, or whose second argument is a path after a
 * directory. Processors after x86-64 have only some of the former. */
static const struct {
	uint64_t number;
	bool has_directory;
} calls[] = {
#ifdef SYS_open
	{SYS_open, false}, {SYS_stat, false}, {SYS_lstat, false}, {SYS_access, false},
	{SYS_readlink, false},
#endif
	{SYS_execve, false}, {SYS_chdir, false}, {SYS_statfs, false},
	{SYS_openat, true}, {SYS_newfstatat, true}, {SYS_readlinkat, true}, {SYS_faccessat, true},
	{SYS_execveat, true}, {SYS_statx, true}, {SYS_openat2, true}, {SYS_faccessat2, true},
};

/* The last system call of each process, as of its entry, because at its end a register of the first
 * argument may have the result. */
static struct {
	uint64_t number, arguments[2];
} entered[PROCESSES_MAX];

/* What the machine lacks, as shown by calls that failed; or NULL. */
static const char *lacked;

void look_begin(void)
{
	ptrace(PTRACE_TRACEME, 0, NULL, NULL);
	raise(SIGSTOP);
}

/* A text of the process; false if it cannot be read, is empty, or has a newline. */
static bool read_text(pid_t process, uint64_t address, char text[PATH_MAX])
{
	char name[64];
	ssize_t length;
	int memory;

	snprintf(name, sizeof(name), "/proc/%d/mem", (int)process);
	memory = open(name, O_RDONLY | O_CLOEXEC);
	if (memory < 0)
		return false;
	length = pread(memory, text, PATH_MAX - 1, (off_t)address);
	close(memory);
	text[length > 0 ? length : 0] = '\0';
	return text[0] != '\0' && strchr(text, '\n') == NULL;
}

static void print_missing(pid_t process, const char *path, bool has_directory, int directory,
			  unsigned number)
{
	char link[64], base[PATH_MAX] = "";
	ssize_t length;

	if (path[0] != '/') {
		if (has_directory && directory != AT_FDCWD)
			snprintf(link, sizeof(link), "/proc/%d/fd/%d", (int)process, directory);
		else
			snprintf(link, sizeof(link), "/proc/%d/cwd", (int)process);
		length = readlink(link, base, sizeof(base) - 1);
		base[length > 0 ? length : 0] = '\0';
	}
	printf(COUNT_LINE " missing %u %s%s%s\n", number, base, path[0] != '/' ? "/" : "", path);
}

static bool is_network_call(uint64_t number)
{
	return number == SYS_connect || number == SYS_sendto || number == SYS_sendmsg ||
	       number == SYS_sendmmsg;
}

static bool is_graphics_card(const char *path)
{
	return strncmp(path, "/dev/dri", strlen("/dev/dri")) == 0 ||
	       strncmp(path, "/dev/nvidia", strlen("/dev/nvidia")) == 0;
}

static void look_at(pid_t process, unsigned number)
{
	struct __ptrace_syscall_info call = {0};
	uint64_t called, *arguments;
	char path[PATH_MAX];

	if (process >= PROCESSES_MAX ||
	    ptrace(PTRACE_GET_SYSCALL_INFO, process, (void *)sizeof(call), &call) <= 0)
		return;
	arguments = entered[process].arguments;
	if (call.op == PTRACE_SYSCALL_INFO_ENTRY) {
		entered[process].number = call.entry.nr;
		memcpy(arguments, call.entry.args, sizeof(entered[process].arguments));
	}
	if (call.op != PTRACE_SYSCALL_INFO_EXIT)
		return;
	called = entered[process].number;
	if (call.exit.rval == -ENETUNREACH && is_network_call(called))
		lacked = "a network";
	if (call.exit.rval != -ENOENT)
		return;
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		if (calls[i].number != called ||
		    !read_text(process, arguments[calls[i].has_directory], path))
			continue;
		print_missing(process, path, calls[i].has_directory, (int)arguments[0], number);
		if (is_graphics_card(path))
			lacked = "a graphics card";
	}
}

void look_follow(pid_t child, unsigned number)
{
	bool is_begun = false, has_failed = false;
	int status;
	pid_t process;

	lacked = NULL;
	while ((process = waitpid(-1, &status, __WALL)) > 0) {
		int signal = WIFSTOPPED(status) ? WSTOPSIG(status) : 0;

		if (!WIFSTOPPED(status)) {
			has_failed |= process == child && status != 0;
			continue;
		}
		if (!is_begun && process == child) {
			ptrace(PTRACE_SETOPTIONS, process, NULL, OPTIONS);
			is_begun = true;
			signal = 0;
		} else if (signal == SYSTEM_CALL_STOP) {
			look_at(process, number);
			signal = 0;
		} else if (signal == SIGTRAP || signal == SIGSTOP) {
			signal = 0;
		}
		ptrace(PTRACE_SYSCALL, process, NULL, (void *)(intptr_t)signal);
	}
	if (has_failed && lacked != NULL)
		printf(COUNT_LINE " lacks %u %s\n", number, lacked);
}
