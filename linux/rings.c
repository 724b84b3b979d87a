/* SPDX-License-Identifier: MIT */
/* Tasks that hand the CPU to one another in turn, by pipes or by futexes. All stay on the CPU of
 * the one that makes them, and have its priority, so that no more than one runs at a time. */
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/os/work.h"
#include "bench/platform.h"
#include "linux/disturbance.h"
#include "linux/guard.h"
#include "linux/schedule.h"

#define LINE_BYTES 64

/* What all tasks see. A task's word is stored with release by the one before it and loaded with
 * acquire by itself; is_over is stored before the words are. */
struct shared {
	struct {
		_Alignas(LINE_BYTES) uint32_t is_given;
	} words[PLATFORM_RING_MAX];
	bool is_over;
};

static struct {
	struct platform_ring shape;
	struct shared *shared;
	void *memory;                           /* the first task's working set */
	int pipes[PLATFORM_RING_MAX][2];        /* to each task: where it reads, and others write */
	uint32_t pipe_count;
	uint32_t made;                          /* tasks, the first one included */
	pthread_t threads[PLATFORM_RING_MAX];
	pid_t processes[PLATFORM_RING_MAX];
} ring;

/* ---- Handing over ---- */

static void call_futex(uint32_t *word, int operation, uint32_t value)
{
	syscall(SYS_futex, word, operation, value, NULL, NULL, 0);
}

static void give(uint32_t index)
{
	uint32_t *word = &ring.shared->words[index].is_given;
	uint64_t message = index;

	if (ring.shape.by_channel) {
		while (write(ring.pipes[index][1], &message, sizeof(message)) < 0 && errno == EINTR)
			;
		return;
	}
	__atomic_store_n(word, 1, __ATOMIC_RELEASE);
	call_futex(word, FUTEX_WAKE, 1);
}

static void rings_await(uint32_t index)
{
	uint32_t *word = &ring.shared->words[index].is_given;
	uint64_t message;

	if (ring.shape.by_channel) {
		while (read(ring.pipes[index][0], &message, sizeof(message)) < 0 && errno == EINTR)
			;
		return;
	}
	while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == 0)
		call_futex(word, FUTEX_WAIT, 0);
	__atomic_store_n(word, 0, __ATOMIC_RELAXED);
}

/* A task's memory is its own, and written to, so that it has pages of its own. */
static void *make_working_set(void)
{
	uint64_t size_bytes = ring.shape.working_set_bytes;

	return size_bytes == 0 ? NULL : mmap(NULL, size_bytes, PROT_READ | PROT_WRITE,
					     MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
}

static void rings_work(const void *memory)
{
	if (memory != NULL && memory != MAP_FAILED)
		work_read(memory, ring.shape.working_set_bytes);
}

static void rings_serve(uint32_t index)
{
	const void *memory = make_working_set();

	schedule_take_priority();
	for (;;) {
		rings_await(index);
		if (ring.shared->is_over)
			return;
		rings_work(memory);
		give((index + 1) % ring.shape.tasks);
	}
}

/* ---- Making and ending tasks ---- */

static void *rings_run_thread(void *argument)
{
	rings_serve((uint32_t)(uintptr_t)argument);
	return NULL;
}

/* The process must not outlive this one, which may be killed at any time. tasks.c says why
 * _Fork. */
static int rings_start_process(uint32_t index)
{
	pid_t process = _Fork();

	if (process < 0)
		return -errno;
	if (process == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		guard_forked();
		rings_serve(index);
		_exit(0);
	}
	ring.processes[index] = process;
	return 0;
}

static int start_task(uint32_t index)
{
	if (ring.shape.kind == TASK_PROCESS)
		return rings_start_process(index);
	return -pthread_create(&ring.threads[index], NULL, rings_run_thread,
			       (void *)(uintptr_t)index);
}

static void end_task(uint32_t index)
{
	give(index);
	if (ring.shape.kind == TASK_PROCESS)
		waitpid(ring.processes[index], NULL, 0);
	else
		pthread_join(ring.threads[index], NULL);
}

static int start_tasks(void)
{
	int error = 0;

	while (error == 0 && ring.made < ring.shape.tasks) {
		error = start_task(ring.made);
		ring.made += error == 0;
	}
	return error;
}

/* ---- What they share ---- */

static int open_pipes(void)
{
	for (uint32_t i = 0; i < ring.shape.tasks; i++) {
		if (pipe(ring.pipes[i]) != 0)
			return -ENOMEM;
		ring.pipe_count++;
	}
	return 0;
}

static void close_pipes(void)
{
	for (uint32_t i = 0; i < ring.pipe_count; i++) {
		close(ring.pipes[i][0]);
		close(ring.pipes[i][1]);
	}
}

static int make_memory(void)
{
	ring.shared = mmap(NULL, sizeof(*ring.shared), PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ring.memory = make_working_set();
	return ring.shared == MAP_FAILED || ring.memory == MAP_FAILED ? -ENOMEM : 0;
}

static void free_memory(void)
{
	if (ring.shared != MAP_FAILED)
		munmap(ring.shared, sizeof(*ring.shared));
	if (ring.memory != NULL && ring.memory != MAP_FAILED)
		munmap(ring.memory, ring.shape.working_set_bytes);
}

/* ---- The platform's functions ---- */

int platform_ring_open(const struct platform_ring *shape)
{
	int error;

	if (shape->with_pcid)
		return -ENOTSUP;
	memset(&ring, 0, sizeof(ring));
	ring.shape = *shape;
	ring.made = 1;
	error = make_memory();
	if (error == 0 && shape->by_channel)
		error = open_pipes();
	if (error == 0)
		error = start_tasks();
	if (error != 0)
		platform_ring_close();
	return error;
}

void platform_ring_turn(uint64_t turns)
{
	disturbance_expect();
	for (; turns > 0; turns--) {
		rings_work(ring.memory);
		give(1 % ring.shape.tasks);
		rings_await(0);
	}
}

void platform_ring_close(void)
{
	for (uint32_t index = 1; index < ring.made; index++) {
		ring.shared->is_over = true;
		end_task(index);
	}
	close_pipes();
	free_memory();
}
