/* SPDX-License-Identifier: MIT */
/* Tasks of a ring of the kernel: each saves its extended state to an area of its own. */
#include "tests/unit/unit.h"

#include "bench/platform.h"
#include "kernel/machine/extended_state.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/user_mode.h"
#include "kernel/mm/address_space.h"
#include "kernel/mm/memory.h"
#include "kernel/task/calls.h"
#include "kernel/task/thread.h"
#include "kernel/trial/user_ring.h"

#define TASKS 4
#define MEMORY_BYTES (1u << 20)

struct thread {
	char *area;
};

static struct thread threads[TASKS];    /* [0]: the caller */
static uint32_t thread_count;
static char *memory;
static uint64_t used_bytes;

/* ---- Threads and memory ---- */

struct thread *thread_create(void (*function)(void *argument), void *argument, uint64_t cr3)
{
	(void)function, (void)argument, (void)cr3;
	return thread_count < TASKS ? &threads[thread_count++] : NULL;
}

void thread_set_state_area(struct thread *thread, void *area)
{
	(thread != NULL ? thread : &threads[0])->area = area;
}

void thread_end_all(void)
{
	thread_count = 1;
}

uint64_t memory_alloc(uint64_t size_bytes, uint64_t align_bytes)
{
	uint64_t offset = used_bytes;

	assert_int_equal(offset % align_bytes, 0);
	assert_true(size_bytes <= MEMORY_BYTES - offset);
	used_bytes += (size_bytes + PAGE_4K - 1) / PAGE_4K * PAGE_4K;
	return (uintptr_t)memory + offset - RAM_BASE_VIRT;
}

const struct extended_state_way *extended_state_best(void)
{
	static const struct extended_state_way way;

	return &way;
}

/* ---- What else a ring needs ---- */

uint64_t address_space_block_bytes(uint64_t spaces, uint64_t pages)
{
	return (spaces + pages) * PAGE_4K;
}

void address_space_use(void *block, uint64_t block_phys, uint64_t size_bytes,
		       const uint64_t *kernel_root)
{
	(void)block, (void)block_phys, (void)size_bytes, (void)kernel_root;
}

int address_space_create(struct address_space *space)
{
	(void)space;
	return 0;
}

int address_space_add(struct address_space *space, uint64_t virt, uint64_t size_bytes,
		      uint64_t bits)
{
	(void)space, (void)virt, (void)size_bytes, (void)bits;
	return 0;
}

uint64_t address_space_root_phys(const struct address_space *space)
{
	(void)space;
	return 0;
}

int user_mode_add(struct address_space *space)
{
	(void)space;
	return 0;
}

int user_ring_add(struct address_space *space, uint32_t index, const struct ring_plan *plan)
{
	(void)space, (void)index, (void)plan;
	return 0;
}

void user_ring_turn(uint32_t index, uint64_t (*loop)(uint64_t plan), uint64_t turns)
{
	(void)index, (void)loop, (void)turns;
}

const struct page_tables *paging_tables(void)
{
	static const struct page_tables tables;

	return &tables;
}

uint64_t paging_root_phys(void)
{
	return 0;
}

void paging_asids_on(void)
{
}

void paging_asids_off(void)
{
}

bool calls_exist(void)
{
	return true;
}

void calls_open(struct channel *channels, unsigned count, const struct extended_state_way *way)
{
	(void)channels, (void)count, (void)way;
}

void calls_close(void)
{
}

void channel_send(struct channel *channel, uint64_t word)
{
	(void)channel, (void)word;
}

uint64_t channel_receive(struct channel *channel)
{
	(void)channel;
	return 0;
}

void thread_move(uint64_t cr3)
{
	(void)cr3;
}

void thread_yield(void)
{
}

void thread_join(struct thread *thread)
{
	(void)thread;
}

/* ---- The test ---- */

static bool are_apart(const char *one, const char *other)
{
	return one + EXTENDED_STATE_BYTES <= other || other + EXTENDED_STATE_BYTES <= one;
}

TEST(every_task_saves_to_an_area_of_its_own)
{
	const struct platform_ring shape = {
		.kind = TASK_PROCESS, .by = RING_YIELD, .cpu_ring = 3, .state = STATE_FXSAVE,
		.tasks = TASKS,
	};

	memory = aligned_alloc(PAGE_4K, MEMORY_BYTES);
	assert_non_null(memory);
	memset(memory, 0xff, MEMORY_BYTES);
	thread_count = 1;
	assert_int_equal(platform_ring_open(&shape), 0);
	assert_int_equal(thread_count, TASKS);
	for (uint32_t task = 0; task < TASKS; task++) {
		for (uint32_t i = 0; i < EXTENDED_STATE_BYTES; i++)
			assert_int_equal(threads[task].area[i], 0);
		for (uint32_t other = 0; other < task; other++)
			assert_true(are_apart(threads[task].area, threads[other].area));
	}
	platform_ring_close();
	free(memory);
}
