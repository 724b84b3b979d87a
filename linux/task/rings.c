/* SPDX-License-Identifier: MIT */
/* Tasks that pass the CPU around a ring: by yields, pipes or futexes. All stay on the creator's CPU
 * and have its priority, so that only one runs at a time. While the creator has no real-time
 * priority, yielding tasks would keep the CPU from it. So they sleep until steps are requested, and
 * again afterwards. */
#include <errno.h>
#include <limits.h>
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

#include "bench/os/ring.h"
#include "bench/platform.h"
#include "linux/disturbance.h"
#include "linux/guard.h"
#include "linux/schedule.h"
#include "linux/task/own_pages.h"
#include "linux/task/thread.h"

#define LINE_BYTES 64

/* Shared by all tasks. Each task has its own cache line, with the parameters of its loop of system
 * calls and the word that wakes it. The previous task stores the word with release ordering, and
 * the task itself loads it with acquire ordering. is_over is stored before the words. */
struct shared {
	struct {
		_Alignas(LINE_BYTES) struct ring_plan plan;
		uint32_t is_given;
	} tasks[PLATFORM_RING_MAX];
	uint32_t ready;                 /* tasks that wait for a request */
	uint32_t batch;                 /* running count of requests */
	bool is_over;
};

static struct {
	struct platform_ring shape;
	struct shared *shared;
	void *memory;                           /* the first task's working set */
	int pipes[PLATFORM_RING_MAX][2];        /* per task: it reads, others write */
	uint32_t pipe_count;
	uint32_t made;                          /* tasks, including the first */
	pthread_t threads[PLATFORM_RING_MAX];
	pid_t processes[PLATFORM_RING_MAX];
} ring;

static struct ring_plan *plan_of(uint32_t index)
{
	return &ring.shared->tasks[index].plan;
}

/* ---- Futexes ---- */

/* Call futex. It is private to a process if all tasks are threads of the process. */
static void call_futex(uint32_t *word, int operation, uint32_t value)
{
	int flag = ring.shape.kind == TASK_THREAD ? FUTEX_PRIVATE_FLAG : 0;

	syscall(SYS_futex, word, operation | flag, value, NULL, NULL, 0);
}

static void futex_give(uint32_t index)
{
	uint32_t *word = &ring.shared->tasks[index].is_given;

	__atomic_store_n(word, 1, __ATOMIC_RELEASE);
	call_futex(word, FUTEX_WAKE, 1);
}

static void futex_await(uint32_t index)
{
	uint32_t *word = &ring.shared->tasks[index].is_given;

	while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == 0)
		call_futex(word, FUTEX_WAIT, 0);
	__atomic_store_n(word, 0, __ATOMIC_RELAXED);
}

static void futex_serve(uint32_t index)
{
	for (;;) {
		futex_await(index);
		if (ring.shared->is_over)
			return;
		futex_give((index + 1) % ring.shape.tasks);
	}
}

static void futex_turn(uint64_t turns)
{
	for (; turns > 0; turns--) {
		futex_give(1 % ring.shape.tasks);
		futex_await(0);
	}
}

/* ---- Giving way ---- */

static void yield_serve(uint32_t index)
{
	uint32_t seen = 0;

	__atomic_add_fetch(&ring.shared->ready, 1, __ATOMIC_RELEASE);
	call_futex(&ring.shared->ready, FUTEX_WAKE, 1);
	for (;;) {
		while (__atomic_load_n(&ring.shared->batch, __ATOMIC_ACQUIRE) == seen)
			call_futex(&ring.shared->batch, FUTEX_WAIT, seen);
		seen++;
		if (ring.shared->is_over)
			return;
		ring_yield((uintptr_t)plan_of(index));
	}
}

static void yield_begin_batch(void)
{
	__atomic_add_fetch(&ring.shared->batch, 1, __ATOMIC_RELEASE);
	call_futex(&ring.shared->batch, FUTEX_WAKE, INT_MAX);
}

static void yield_turn(uint64_t turns)
{
	for (uint32_t index = 0; index < ring.shape.tasks; index++)
		plan_of(index)->turns = turns;
	yield_begin_batch();
	ring_yield((uintptr_t)plan_of(0));
}

static void yield_await_ready(void)
{
	uint32_t ready;

	while ((ready = __atomic_load_n(&ring.shared->ready, __ATOMIC_ACQUIRE)) + 1 <
	       ring.shape.tasks)
		call_futex(&ring.shared->ready, FUTEX_WAIT, ready);
}

/* ---- Pipes ---- */

/* Make a working set. A task has its own memory, and writes it once, so that it has its own
 * pages. */
static void *make_working_set(void)
{
	uint64_t size_bytes = ring.shape.working_set_bytes;

	return size_bytes == 0 ? NULL : mmap(NULL, size_bytes, PROT_READ | PROT_WRITE,
					     MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
}

static void pipe_take_memory(uint32_t index, const void *memory)
{
	if (memory == NULL || memory == MAP_FAILED)
		return;
	plan_of(index)->memory = (uintptr_t)memory;
	plan_of(index)->size_bytes = ring.shape.working_set_bytes;
}

static void pipe_plan(uint32_t index)
{
	*plan_of(index) = (struct ring_plan){
		.turns = UINT64_MAX,
		.to = (uint64_t)ring.pipes[(index + 1) % ring.shape.tasks][1],
		.from = (uint64_t)ring.pipes[index][0],
	};
}

static void pipe_serve(uint32_t index)
{
	pipe_take_memory(index, make_working_set());
	ring_serve((uintptr_t)plan_of(index));
}

static void pipe_turn(uint64_t turns)
{
	plan_of(0)->turns = turns;
	ring_pass((uintptr_t)plan_of(0));
}

/* Send a final word. If the write fails, this does not matter. */
static void pipe_end(uint32_t index)
{
	uint64_t word = 0;
	ssize_t written;

	plan_of(index)->is_over = 1;
	written = write(ring.pipes[index][1], &word, sizeof(word));
	(void)written;
}

/* ---- Making and ending tasks ---- */

static void rings_serve(uint32_t index)
{
	static void (*const serve[])(uint32_t index) = {
		[RING_YIELD] = yield_serve, [RING_CHANNEL] = pipe_serve, [RING_FUTEX] = futex_serve,
	};

	schedule_take_priority();
	serve[ring.shape.by](index);
}

static void *rings_run_thread(void *argument)
{
	rings_serve((uint32_t)(uintptr_t)argument);
	return NULL;
}

/* The process must not outlive this one, which may be killed at any time. _Fork is used because the
 * process needs only functions that are safe in signal handlers. After a second thread existed,
 * fork would lock and unlock the C library's locks, whose pages both processes would then copy. */
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
	if (ring.shape.by == RING_CHANNEL)
		pipe_end(index);
	else if (ring.shape.by == RING_FUTEX)
		futex_give(index);
	if (ring.shape.kind == TASK_PROCESS)
		waitpid(ring.processes[index], NULL, 0);
	else
		thread_join(ring.threads[index]);
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
	for (uint32_t i = 0; i < ring.shape.tasks; i++)
		pipe_plan(i);
	pipe_take_memory(0, ring.memory);
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

/* Whether this process can create such a ring. If the priority is not real-time, the kernel may
 * continue a yielding task for fairness. */
static int ring_check(const struct platform_ring *shape)
{
	if (shape->with_pcid || shape->cpu_ring != 3)
		return -ENOTSUP;
	return shape->by == RING_YIELD && !schedule_has_priority() ? -EPERM : 0;
}

static int make_ring(void)
{
	int error = make_memory();

	if (error == 0 && ring.shape.by == RING_CHANNEL)
		error = open_pipes();
	if (error == 0)
		error = start_tasks();
	if (error == 0 && ring.shape.by == RING_YIELD)
		yield_await_ready();
	return error;
}

int platform_ring_open(const struct platform_ring *shape)
{
	int error = ring_check(shape);

	if (error != 0)
		return error;
	memset(&ring, 0, sizeof(ring));
	ring.shape = *shape;
	ring.made = 1;
	error = make_ring();
	if (error != 0)
		platform_ring_close();
	return error;
}

void platform_ring_turn(uint64_t turns)
{
	static void (*const turn[])(uint64_t turns) = {
		[RING_YIELD] = yield_turn, [RING_CHANNEL] = pipe_turn, [RING_FUTEX] = futex_turn,
	};

	disturbance_expect();
	turn[ring.shape.by](turns);
}

uint64_t platform_ring_changed_registers(void)
{
	return 0;
}

/* The first task's pages are also mapped by the copies of its process, which do not read them. */
uint32_t platform_ring_tasks_without_memory(void)
{
	uint32_t without = 0;

	for (uint32_t index = 0; index < ring.made; index++) {
		const struct ring_plan *plan = plan_of(index);

		without += plan->size_bytes != ring.shape.working_set_bytes ||
			(index > 0 && ring.shape.kind == TASK_PROCESS &&
			 !own_pages_are_most(ring.processes[index], plan->memory,
					     plan->size_bytes));
	}
	return without;
}

void platform_ring_close(void)
{
	if (ring.shared != MAP_FAILED)
		ring.shared->is_over = true;
	if (ring.made > 1 && ring.shape.by == RING_YIELD)
		yield_begin_batch();
	for (uint32_t index = 1; index < ring.made; index++)
		end_task(index);
	close_pipes();
	free_memory();
}
