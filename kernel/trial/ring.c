/* SPDX-License-Identifier: MIT */
/* Tasks that hand the CPU round. Each is a thread of the kernel; as a process it has an address
 * space of its own, with its working set in the lower half for the kernel alone. */
#include "bench/os/work.h"
#include "bench/platform.h"
#include "kernel/cpu/user_mode.h"
#include "kernel/mm/address_space.h"
#include "kernel/mm/memory.h"
#include "kernel/mm/paging.h"
#include "kernel/task/channel.h"
#include "kernel/task/thread.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"
#include "lib/x86/cpuid.h"

#define BITS_WORKING_SET (PTE_PRESENT | PTE_WRITE | PTE_NO_EXECUTE)

_Static_assert(PLATFORM_RING_MAX <= THREADS_MAX, "a thread for each task");

static struct {
	struct platform_ring shape;
	struct channel channels[PLATFORM_RING_MAX];     /* to each task from the one before */
} ring;

static void ring_work(void)
{
	if (ring.shape.working_set_bytes > 0)
		work_read((const void *)USER_DATA_VIRT, ring.shape.working_set_bytes);
}

/* To the next task, and back when it is this one's turn again. */
static void ring_hand_over(uint32_t index)
{
	if (!ring.shape.by_channel) {
		thread_yield();
		return;
	}
	channel_send(&ring.channels[(index + 1) % ring.shape.tasks], index);
	channel_receive(&ring.channels[index]);
}

static void ring_take_turns(void *channel)
{
	uint32_t index = (uint32_t)((struct channel *)channel - ring.channels);

	if (ring.shape.by_channel)
		channel_receive(&ring.channels[index]);
	for (;;) {
		ring_work();
		ring_hand_over(index);
	}
}

/* A space for a task, and the value of CR3 that leads there. */
static int make_space(uint32_t index, uint64_t *cr3)
{
	struct address_space space;
	int error = address_space_create(&space);

	if (error == 0)
		error = address_space_add(&space, USER_DATA_VIRT, ring.shape.working_set_bytes,
					  BITS_WORKING_SET);
	if (error != 0)
		return error;
	*cr3 = address_space_root_phys(&space);
	if (ring.shape.with_pcid)
		*cr3 = paging_cr3_keeping(*cr3, index + 1);
	return 0;
}

static int make_task(uint32_t index)
{
	uint64_t cr3 = paging_root_phys();
	int error = ring.shape.kind == TASK_PROCESS ? make_space(index, &cr3) : 0;

	if (error != 0)
		return error;
	if (index == 0)
		thread_move(cr3);
	else if (thread_create(ring_take_turns, &ring.channels[index], cr3) == NULL)
		error = -ENOMEM;
	return error;
}

static int ring_take_memory(void)
{
	uint64_t pages = ring.shape.tasks * (ring.shape.working_set_bytes + PAGE_4K - 1) / PAGE_4K;
	uint64_t block_bytes = address_space_block_bytes(ring.shape.tasks, pages);
	uint64_t block_phys = memory_alloc(block_bytes, PAGE_4K);

	if (block_phys == MEMORY_NONE)
		return -ENOMEM;
	address_space_use(phys_to_virt(block_phys), block_phys, block_bytes, paging_tables()->root);
	return 0;
}

int platform_ring_open(const struct platform_ring *shape)
{
	int error = 0;

	if (shape->with_pcid && !cpu_has(FEATURE_PCID))
		return -ENOTSUP;
	memset(&ring, 0, sizeof(ring));
	ring.shape = *shape;
	if (shape->kind == TASK_PROCESS)
		error = ring_take_memory();
	if (error == 0 && shape->with_pcid)
		paging_pcid_on();
	for (uint32_t index = 0; error == 0 && index < shape->tasks; index++)
		error = make_task(index);
	if (error != 0)
		platform_ring_close();
	return error;
}

void platform_ring_turn(uint64_t turns)
{
	for (; turns > 0; turns--) {
		ring_work();
		ring_hand_over(0);
	}
}

void platform_ring_close(void)
{
	thread_end_all();
	if (ring.shape.with_pcid)
		paging_pcid_off();
}
