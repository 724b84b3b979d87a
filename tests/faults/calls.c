/* SPDX-License-Identifier: MIT */
/* Run a program in which one system call fails or writes less than requested.
 * usage: calls NUMBER MODE COMMAND [ARGUMENT]...
 *
 * NUMBER counts, from 1, the calls that may fail, after the mark of
 * tests/faults/memory.c; 0: none fails. MODE is "fail" or "short". Returns the program's exit
 * status, 128 + N after signal N, and 127 if the program cannot run. With FAULT_COUNT, writes the
 * number of calls and the name of the failed call to that descriptor. Child programs are not
 * affected. x86-64. */
#include <err.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct failing_call {
	long number;
	int error;
	bool is_made;           /* the call is executed, but returns an error */
	const char *name;
} failing_calls[] = {
	{SYS_write, ENOSPC, false, "write"}, {SYS_writev, ENOSPC, false, "writev"},
	{SYS_read, EIO, false, "read"}, {SYS_openat, ENOSPC, false, "openat"},
	{SYS_close, EIO, true, "close"}, {SYS_fsync, EIO, false, "fsync"},
	{SYS_rename, ENOSPC, false, "rename"}, {SYS_mkdir, ENOSPC, false, "mkdir"},
	{SYS_fchmod, EIO, false, "fchmod"}, {SYS_unlink, EIO, false, "unlink"},
	{SYS_unlinkat, EIO, false, "unlinkat"}, {SYS_getdents64, EIO, false, "getdents64"},
	{SYS_lseek, EIO, false, "lseek"}, {SYS_clone, EAGAIN, false, "clone"},
	{SYS_clone3, EAGAIN, false, "clone3"}, {SYS_vfork, EAGAIN, false, "vfork"},
	/* of SQLite */
	{SYS_pread64, EIO, false, "pread64"}, {SYS_pwrite64, ENOSPC, false, "pwrite64"},
	{SYS_fdatasync, EIO, false, "fdatasync"}, {SYS_ftruncate, EIO, false, "ftruncate"},
};

static struct {
	pid_t pid;
	unsigned long wanted, seen;
	bool is_short, is_begun;
	const struct failing_call *failed;
} traced;

static const struct failing_call *call_of(long number)
{
	for (size_t i = 0; i < sizeof(failing_calls) / sizeof(failing_calls[0]); i++) {
		if (failing_calls[i].number == number)
			return &failing_calls[i];
	}
	return NULL;
}

/* Whether this is the call to fail; if so, prevents its execution at entry. */
static bool enter(struct user_regs_struct *registers)
{
	const struct failing_call *call = call_of((long)registers->orig_rax);

	if (registers->orig_rax == SYS_getppid)
		traced.is_begun = true;
	if (!traced.is_begun || call == NULL)
		return false;
	if (traced.is_short && ((call->number != SYS_write && call->number != SYS_pwrite64) ||
				registers->rdx < 2))
		return false;
	if (++traced.seen != traced.wanted)
		return false;
	traced.failed = call;
	if (traced.is_short)
		registers->rdx /= 2;
	else if (!call->is_made)
		registers->orig_rax = -1ul;
	ptrace(PTRACE_SETREGS, traced.pid, NULL, registers);
	return !traced.is_short;
}

static void leave(struct user_regs_struct *registers)
{
	registers->rax = (unsigned long)-(long)traced.failed->error;
	ptrace(PTRACE_SETREGS, traced.pid, NULL, registers);
}

/* Continue to the next stop. Returns false at the program's end. */
static bool go_on(int signal_number, int *status)
{
	ptrace(PTRACE_SYSCALL, traced.pid, NULL, (void *)(long)signal_number);
	if (waitpid(traced.pid, status, 0) != traced.pid)
		err(127, "waitpid");
	return !WIFEXITED(*status) && !WIFSIGNALED(*status);
}

static int follow(int status)
{
	bool is_inside = false, fails = false;
	int signal_number = 0;

	while (go_on(signal_number, &status)) {
		struct user_regs_struct registers;

		signal_number = 0;
		if (WSTOPSIG(status) != (SIGTRAP | 0x80)) {
			signal_number = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
			continue;
		}
		is_inside = !is_inside;
		ptrace(PTRACE_GETREGS, traced.pid, NULL, &registers);
		if (is_inside)
			fails = enter(&registers);
		else if (fails)
			leave(&registers);
		fails = fails && is_inside;
	}
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
	const char *count = getenv("FAULT_COUNT");
	int status;

	if (argc < 4)
		errx(127, "usage: calls NUMBER fail|short COMMAND [ARGUMENT]...");
	traced.wanted = strtoul(argv[1], NULL, 10);
	traced.is_short = strcmp(argv[2], "short") == 0;
	traced.pid = fork();
	if (traced.pid == 0) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		setenv("LD_PRELOAD", getenv("FAULT_LIBRARY"), 1);
		execv(argv[3], argv + 3);
		_exit(127);
	}
	if (traced.pid < 0 || waitpid(traced.pid, &status, 0) != traced.pid)
		err(127, "%s", argv[3]);
	ptrace(PTRACE_SETOPTIONS, traced.pid, NULL,
	       (void *)(long)(PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL));
	status = follow(status);
	if (count != NULL)
		dprintf(atoi(count), "%lu %s\n", traced.seen,
			traced.failed != NULL ? traced.failed->name : "-");
	return status;
}
