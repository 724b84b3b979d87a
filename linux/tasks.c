/* SPDX-License-Identifier: MIT */
/* Threads and processes that are made, run and awaited. Another process does it, begun anew for each
 * point: what fork copies, and where a stack's page tables lie, is then not what the benchmarks
 * before have left. task_server.h is its end. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/platform.h"
#include "linux/disturbance.h"
#include "linux/schedule.h"
#include "linux/task_server.h"

#define PROGRAM "/proc/self/exe"

/* glibc, "POSIX Thread Tunables": stacks are given back as threads end. */
#define NO_CACHED_STACKS "GLIBC_TUNABLES=glibc.pthread.stack_cache_size=0"

/* The process there may be at a time. */
static struct {
	pid_t process;                  /* 0: there is none */
	int to, from;
	int other_end;                  /* of to, held open: writing to one that is dead is no signal */
} tasks = {.to = -1, .from = -1, .other_end = -1};

/* Its own ends of the pipes become its input and output; the others are not passed on. Where things
 * lie in its address space is not left to chance. */
static _Noreturn void tasks_begin_server(const struct platform_task *task, int input, int output)
{
	static char name[] = TASK_SERVER_NAME, tunables[] = NO_CACHED_STACKS;
	char *arguments[] = {name, NULL};
	char *environment[] = {task->stack == STACK_FRESH ? tunables : NULL, NULL};

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	personality(ADDR_NO_RANDOMIZE);
	schedule_take_priority();
	if (dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0) {
		close(input);
		close(output);
		execve(PROGRAM, arguments, environment);
	}
	_exit(EXIT_FAILURE);
}

static int tasks_start_server(const struct platform_task *task)
{
	int to[2], from[2];

	if (pipe2(to, O_CLOEXEC) != 0)
		return -ENOMEM;
	if (pipe2(from, O_CLOEXEC) != 0) {
		close(to[0]);
		close(to[1]);
		return -ENOMEM;
	}
	tasks.process = _Fork();
	if (tasks.process == 0)
		tasks_begin_server(task, to[0], from[1]);
	close(from[1]);
	tasks.to = to[1];
	tasks.other_end = to[0];
	tasks.from = from[0];
	return tasks.process < 0 ? -errno : 0;
}

static int tasks_ask(const void *question, size_t question_size, void *answer, size_t answer_size)
{
	if (write(tasks.to, question, question_size) != (ssize_t)question_size)
		return -EFAULT;
	return read(tasks.from, answer, answer_size) == (ssize_t)answer_size ? 0 : -EFAULT;
}

int platform_task_open(const struct platform_task *task)
{
	int status = 0, error = tasks_start_server(task);

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
