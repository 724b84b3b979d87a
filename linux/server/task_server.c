/* SPDX-License-Identifier: MIT */
/* A program that creates threads by pthread_create and processes by fork, with time stamps. */
#include "linux/server/task_server.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/os/work.h"
#include "lib/cpu/clock.h"

#define PAGE_BYTES 4096

static struct {
	struct platform_task task;
	uint64_t word;                  /* written by threads */
	uint64_t address;               /* of the word that tasks write */
	void *stack;                    /* in the last thread's stack */
} server;

/* ---- Threads ---- */

static void *task_server_run_thread(void *unused)
{
	(void)unused;
	server.stack = __builtin_frame_address(0);
	return (void *)(uintptr_t)work_write(server.address);
}

static int try_thread(struct task_stamps *stamps)
{
	pthread_t thread;
	void *result;
	int error;

	stamps->begun = clock_read();
	error = pthread_create(&thread, NULL, task_server_run_thread, NULL);
	stamps->created = clock_read();
	if (error != 0)
		return -error;
	error = pthread_join(thread, &result);
	stamps->ended = clock_read();
	stamps->result = (uint8_t)(uintptr_t)result;
	return error != 0 ? -EFAULT : 0;
}

/* mincore fails for an unmapped page. */
static bool is_mapped(const void *address)
{
	uintptr_t page = (uintptr_t)address / PAGE_BYTES * PAGE_BYTES;
	unsigned char state;

	return mincore((void *)page, PAGE_BYTES, &state) == 0;
}

/* Whether threads get the required stacks. A C library may have no cache of stacks, or may
 * ignore the setting of that cache. */
static int try_stacks(void)
{
	struct task_stamps stamps;
	int error = try_thread(&stamps);
	const void *before = server.stack;

	if (error == 0)
		error = try_thread(&stamps);
	server.word = 0;
	if (error != 0)
		return error;
	if (server.task.stack == STACK_FRESH)
		return is_mapped(server.stack) ? -ENOTSUP : 0;
	return server.stack == before && is_mapped(before) ? 0 : -ENOTSUP;
}

/* ---- Processes ---- */

static int try_process(struct task_stamps *stamps)
{
	pid_t process;
	int state;

	stamps->begun = clock_read();
	process = fork();
	if (process == 0)
		_exit((int)(work_write(server.address) & 0xff));
	stamps->created = clock_read();
	if (process < 0)
		return -errno;
	if (waitpid(process, &state, 0) < 0 || !WIFEXITED(state))
		return -EFAULT;
	stamps->ended = clock_read();
	stamps->result = (uint8_t)WEXITSTATUS(state);
	return 0;
}

static int map_memory(uint64_t size_bytes)
{
	char *memory = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			    -1, 0);

	if (memory == MAP_FAILED)
		return -ENOMEM;
	madvise(memory, size_bytes, MADV_NOHUGEPAGE);
	memset(memory, 1, size_bytes);
	server.address = (uintptr_t)memory;
	return 0;
}

/* ---- Requests ---- */

static int task_server_open(void)
{
	if (server.task.kind == TASK_PROCESS)
		return map_memory(server.task.size_bytes);
	server.address = (uintptr_t)&server.word;
	return try_stacks();
}

static bool task_server_answer(const void *answer, size_t size)
{
	return write(STDOUT_FILENO, answer, size) == (ssize_t)size;
}

static bool task_server_try(void)
{
	struct task_reply reply = {0};

	reply.status = server.task.kind == TASK_PROCESS ? try_process(&reply.stamps)
							: try_thread(&reply.stamps);
	return task_server_answer(&reply, sizeof(reply));
}

/* A short write or read means that the client has ended. */
int main(void)
{
	char command;
	int status;

	if (read(STDIN_FILENO, &server.task, sizeof(server.task)) != sizeof(server.task))
		return EXIT_FAILURE;
	status = task_server_open();
	if (!task_server_answer(&status, sizeof(status)) || status != 0)
		return EXIT_FAILURE;
	while (read(STDIN_FILENO, &command, sizeof(command)) == sizeof(command) &&
	       task_server_try())
		;
	return EXIT_SUCCESS;
}
