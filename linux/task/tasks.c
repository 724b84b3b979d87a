/* SPDX-License-Identifier: MIT */
/* Threads and processes are created, run and awaited by another process, started fresh for each
 * point. So the memory that fork copies, and the page tables of stacks, do not depend on earlier
 * benchmarks. That process is linux/server. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/os/work.h"
#include "bench/platform.h"
#include "linux/disturbance.h"
#include "linux/schedule.h"
#include "linux/server/task_server.h"

/* glibc, "POSIX Thread Tunables": stacks are freed as threads end. */
#define NO_CACHED_STACKS "GLIBC_TUNABLES=glibc.pthread.stack_cache_size=0"

/* The server process; there is one at a time. */
static struct {
	pid_t process;                  /* 0: none */
	int to, from;
	int other_end;                  /* read end of `to`, kept open so that writing to a dead
					 * process raises no signal */
} tasks = {.to = -1, .from = -1, .other_end = -1};

/* In server_image.S. */
extern const char server_image[], server_image_end[];

/* The program as an executable file. Returns its descriptor, or -1. */
static int tasks_make_program(void)
{
	size_t size = (size_t)(server_image_end - server_image);
	int file = memfd_create("task-server", MFD_CLOEXEC);

	if (file >= 0 && write(file, server_image, size) != (ssize_t)size) {
		close(file);
		return -1;
	}
	return file;
}

/* The pipes become standard input and output; other descriptors are closed. Address space
 * randomisation is off. */
static _Noreturn void tasks_become_server(int program, enum task_stack stack, int input, int output)
{
	static char name[] = "bareline-tasks", tunables[] = NO_CACHED_STACKS;
	char *arguments[] = {name, NULL};
	char *environment[] = {stack == STACK_FRESH ? tunables : NULL, NULL};

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	personality(ADDR_NO_RANDOMIZE);
	schedule_take_priority();
	if (dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0)
		fexecve(program, arguments, environment);
	_exit(EXIT_FAILURE);
}

static int tasks_open_pipes(int *input, int *output)
{
	int to[2], from[2];

	if (pipe2(to, O_CLOEXEC) != 0)
		return -ENOMEM;
	tasks.to = to[1];
	*input = tasks.other_end = to[0];
	if (pipe2(from, O_CLOEXEC) != 0)
		return -ENOMEM;
	tasks.from = from[0];
	*output = from[1];
	return 0;
}

static int tasks_start_server(enum task_stack stack)
{
	int input, output, program = tasks_make_program();
	int error = program < 0 ? -ENOMEM : tasks_open_pipes(&input, &output);

	if (error == 0) {
		tasks.process = _Fork();
		if (tasks.process == 0)
			tasks_become_server(program, stack, input, output);
		error = tasks.process < 0 ? -errno : 0;
		close(output);
	}
	if (program >= 0)
		close(program);
	return error;
}

static int tasks_ask(const void *question, size_t question_size, void *answer, size_t answer_size)
{
	if (write(tasks.to, question, question_size) != (ssize_t)question_size)
		return -EFAULT;
	return read(tasks.from, answer, answer_size) == (ssize_t)answer_size ? 0 : -EFAULT;
}

int platform_task_open(const struct platform_task *task)
{
	int status = 0, error;

	if (task->work != work_write)
		return -ENOTSUP;
	error = tasks_start_server(task->stack);
	if (error == 0)
		error = tasks_ask(task, sizeof(*task), &status, sizeof(status));
	if (error == 0)
		error = status;
	if (error != 0)
		platform_task_close();
	return error;
}

int platform_task_trial(struct task_stamps *stamps)
{
	struct task_reply reply = {0};
	int error;

	disturbance_expect();
	error = tasks_ask("", 1, &reply, sizeof(reply));
	*stamps = reply.stamps;
	return error != 0 ? error : reply.status;
}

static void tasks_close_end(int *end)
{
	if (*end >= 0)
		close(*end);
	*end = -1;
}

void platform_task_close(void)
{
	tasks_close_end(&tasks.to);
	tasks_close_end(&tasks.other_end);
	tasks_close_end(&tasks.from);
	if (tasks.process <= 0)
		return;
	kill(tasks.process, SIGKILL);
	waitpid(tasks.process, NULL, 0);
	tasks.process = 0;
}
