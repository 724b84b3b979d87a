/* SPDX-License-Identifier: MIT */
/* Tasks that pass the CPU around a ring: each reads pages of its own. A page that was never written
 * is the one page of zeros, which all of them would find in the cache. */
#include "tests/unit/unit.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include "bench/platform.h"
#include "linux/disturbance.h"
#include "linux/guard.h"
#include "linux/schedule.h"
#include "tests/unit/linux/witness.h"

#define TASKS 3
#define PAGE_BYTES 4096
#define SET_PAGES 64

static volatile char *sets[TASKS];
static unsigned set_count;
static bool is_shared;          /* later sets are the first one */

/* ---- Fakes of the process ---- */

void disturbance_expect(void)
{
}

void guard_forked(void)
{
}

bool schedule_has_priority(void)
{
	return false;
}

void schedule_take_priority(void)
{
}

WRAP(void *, mmap, void *address, size_t size, int protection, int flags, int file, off_t offset)
{
	void *memory;
	unsigned set;

	if (is_shared && set_count > 0 && size == SET_PAGES * PAGE_BYTES)
		return (void *)sets[0];
	memory = __real_mmap(address, size, protection, flags, file, offset);
	if (size != SET_PAGES * PAGE_BYTES)
		return memory;
	set = __atomic_fetch_add(&set_count, 1, __ATOMIC_RELAXED);
	if (set < TASKS)
		sets[set] = memory;
	return memory;
}

/* ---- The test ---- */

/* Page faults when each page is written. */
static long write_pages(volatile char *memory)
{
	struct rusage before, after;

	getrusage(RUSAGE_THREAD, &before);
	for (size_t page = 0; page < SET_PAGES; page++)
		memory[page * PAGE_BYTES] = 1;
	getrusage(RUSAGE_THREAD, &after);
	return after.ru_minflt - before.ru_minflt;
}

/* The system may itself take away a few pages. */
TEST(tasks_read_pages_of_their_own)
{
	const struct platform_ring shape = {
		.kind = TASK_THREAD, .by = RING_CHANNEL, .cpu_ring = 3, .tasks = TASKS,
		.working_set_bytes = SET_PAGES * PAGE_BYTES,
	};

	assert_int_equal(platform_ring_open(&shape), 0);
	platform_ring_turn(1);
	assert_int_equal(set_count, TASKS);
	for (size_t task = 0; task < TASKS; task++)
		assert_true(write_pages(sets[task]) < SET_PAGES / 2);
	platform_ring_close();
}

/* Tasks without memory in a ring of processes. */
static uint32_t without_memory(bool shared)
{
	const struct platform_ring shape = {
		.kind = TASK_PROCESS, .by = RING_CHANNEL, .cpu_ring = 3, .tasks = TASKS,
		.working_set_bytes = SET_PAGES * PAGE_BYTES,
	};
	uint32_t without;

	set_count = 0;
	is_shared = shared;
	assert_int_equal(platform_ring_open(&shape), 0);
	platform_ring_turn(2);
	without = platform_ring_tasks_without_memory();
	platform_ring_close();
	return without;
}

TEST(processes_that_read_one_memory_are_found)
{
	assert_int_equal(without_memory(false), 0);
	assert_int_equal(without_memory(true), TASKS - 1);
}
