/* SPDX-License-Identifier: MIT */
/* Threads and processes: creation alone, and creation, execution and join. */
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "metrics.h"

enum {MADE, MADE_AND_RUN};

static volatile uint64_t *memory;

/* ---- Processes: the size of their memory, and MADE or MADE_AND_RUN ---- */

static void prepare_process(const uint64_t numbers[2])
{
	void *address = mmap(NULL, numbers[0], PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	must(address != MAP_FAILED, "mmap");
	madvise(address, numbers[0], MADV_NOHUGEPAGE);
	memset(address, 0x55, numbers[0]);
	memory = address;
}

static struct sample make_process(const uint64_t numbers[2])
{
	uint64_t begin = clock_read(), made;
	pid_t child = fork();
	int status;

	if (child == 0) {
		increment(memory);
		_exit(0);
	}
	made = clock_read();
	must(child > 0, "fork");
	must(waitpid(child, &status, 0) == child && status == 0, "waitpid");
	return (struct sample){(numbers[1] == MADE ? made : clock_read()) - begin, 1};
}

/* ---- Threads: no memory size, then as above ---- */

static void prepare_thread(const uint64_t numbers[2])
{
	static uint64_t word;

	(void)numbers;
	memory = &word;
}

static void *run_thread(void *unused)
{
	increment(memory);
	return unused;
}

static struct sample make_thread(const uint64_t numbers[2])
{
	uint64_t begin = clock_read(), made;
	pthread_t thread;
	int error = pthread_create(&thread, NULL, run_thread, NULL);

	made = clock_read();
	must(error == 0, "pthread_create");
	must(pthread_join(thread, NULL) == 0, "pthread_join");
	return (struct sample){(numbers[1] == MADE ? made : clock_read()) - begin, 1};
}

#define PROCESSES(size) \
	{"os.process_create size_bytes=" #size, prepare_process, make_process, {size, MADE}, \
	 NULL}, \
	{"os.process_run size_bytes=" #size, prepare_process, make_process, {size, MADE_AND_RUN}, \
	 NULL}

#define THREADS(word, setting) \
	{"os.thread_create stack=" #word, prepare_thread, make_thread, {0, MADE}, setting}, \
	{"os.thread_run stack=" #word, prepare_thread, make_thread, {0, MADE_AND_RUN}, setting}

/* By default, glibc caches the stacks of ended threads, up to 40 MiB. */
#define NO_STACKS_KEPT "GLIBC_TUNABLES=glibc.pthread.stack_cache_size=0"

const struct metric task_metrics[] = {
	PROCESSES(4096),
	PROCESSES(65536),
	PROCESSES(1048576),
	PROCESSES(16777216),
	THREADS(fresh, NO_STACKS_KEPT),
	THREADS(pooled, NULL),
	{0},
};
