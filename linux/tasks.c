/* SPDX-License-Identifier: MIT */
/* Threads and processes that are made, run and awaited: pthread_create and fork. It is _Fork that
 * is called, since all that a process needs here may be called from a signal handler: fork, once
 * there has been a second thread, takes and frees the C library's locks, whose pages both processes
 * then copy, and so would cost more after some benchmarks than before. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/platform.h"
#include "linux/disturbance.h"
#include "linux/guard.h"
#include "linux/memory.h"

/* The one task there may be at a time. */
static struct {
	enum task_kind kind;
	pthread_t thread;
	pid_t process;                  /* 0: there is none */
	uint64_t (*work)(uint64_t address);
	uint64_t address;
} task;

static void *tasks_run_thread(void *unused)
{
	(void)unused;
	return (void *)(uintptr_t)task.work(task.address);
}

static int tasks_start_process(void)
{
	pid_t process = _Fork();

	if (process < 0)
		return -errno;
	if (process == 0) {
		guard_forked();
		_exit((int)(task.work(task.address) & 0xff));
	}
	task.process = process;
	return 0;
}

void *platform_task_memory(uint64_t size_bytes)
{
	return platform_map(size_bytes, PAGE_4K);
}

int platform_task_start(enum task_kind kind, uint64_t (*work)(uint64_t address), uint64_t address)
{
	disturbance_expect();
	task.kind = kind;
	task.work = work;
	task.address = address;
	if (kind == TASK_PROCESS)
		return tasks_start_process();
	return -pthread_create(&task.thread, NULL, tasks_run_thread, NULL);
}

static int join_process(uint8_t *result)
{
	int status;

	if (waitpid(task.process, &status, 0) < 0)
		return -EFAULT;
	task.process = 0;
	*result = (uint8_t)WEXITSTATUS(status);
	return WIFEXITED(status) ? 0 : -EFAULT;
}

int platform_task_join(uint8_t *result)
{
	void *returned;

	if (task.kind == TASK_PROCESS)
		return join_process(result);
	if (pthread_join(task.thread, &returned) != 0)
		return -EFAULT;
	*result = (uint8_t)(uintptr_t)returned;
	return 0;
}

/* The memory goes with its scope; a process that was not awaited is ended. */
void platform_task_close(void)
{
	if (task.process == 0)
		return;
	kill(task.process, SIGKILL);
	waitpid(task.process, NULL, 0);
	task.process = 0;
}
