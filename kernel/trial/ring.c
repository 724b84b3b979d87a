/* SPDX-License-Identifier: MIT */
/* Tasks that pass the CPU around a ring. Each task is a kernel thread, which may work in ring 3 and
 * pass on by system calls. A task that is a process has its own address space, with its working set
 * in the lower half. */
#include "bench/os/registers.h"
#include "bench/os/ring.h"
#include "bench/os/work.h"
#include "bench/platform.h"
#include "kernel/machine/extended_state.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/user_mode.h"
#include "kernel/mm/address_space.h"
#include "kernel/mm/memory.h"
#include "kernel/task/calls.h"
#include "kernel/task/channel.h"
#include "kernel/task/thread.h"
#include "kernel/trial/user_ring.h"
#include "lib/cpu/switching.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

#define BITS_WORKING_SET (PTE_PRESENT | PTE_WRITE | PTE_NO_EXECUTE)
#define REGISTER_SEED 0x5eed00000000
#define OTHER_REGISTER_SEED 0x07e400000000
#define PAGES_BESIDES 2         /* pages of a task in ring 3: one for its plan, one for the stack of
				 * its space */

_Static_assert(PLATFORM_RING_MAX < THREADS_MAX, "a thread for each task, and one to verify");

static struct {
	struct platform_ring shape;
	struct channel channels[PLATFORM_RING_MAX];     /* to each task from its predecessor */
	struct address_space space;                     /* the address space that was created
							 * last */
	char *state_areas;                              /* one for each task, or NULL */
} ring;

static bool ring_is_user(void)
{
	return ring.shape.cpu_ring == 3;
}

/* ---- Work in ring 0 ---- */

static void ring_work(void)
{
	if (ring.shape.working_set_bytes > 0)
		work_read((const void *)USER_RING_MEMORY_VIRT, ring.shape.working_set_bytes);
}

/* Pass to the next task, and return when this task has its turn again. */
static void ring_pass_on(uint32_t index)
{
	if (ring.shape.by == RING_YIELD) {
		thread_yield();
		return;
	}
	channel_send(&ring.channels[(index + 1) % ring.shape.tasks], index);
	channel_receive(&ring.channels[index]);
}

static void ring_take_turns(uint32_t index)
{
	if (ring.shape.by == RING_CHANNEL)
		channel_receive(&ring.channels[index]);
	for (;;) {
		ring_work();
		ring_pass_on(index);
	}
}

/* ---- Work in ring 3 ---- */

static struct ring_plan ring_plan(uint32_t index)
{
	return (struct ring_plan){
		.memory = USER_RING_MEMORY_VIRT,
		.size_bytes = ring.shape.working_set_bytes,
		.to = (index + 1) % ring.shape.tasks,
		.from = index,
	};
}

static void ring_run_task(void *channel)
{
	uint32_t index = (uint32_t)((struct channel *)channel - ring.channels);

	if (ring_is_user())
		user_ring_turn(index, ring.shape.by == RING_YIELD ? ring_yield : ring_serve,
			       UINT64_MAX);
	else
		ring_take_turns(index);
}

/* ---- Creating and ending tasks ---- */

static int make_space(void)
{
	int error = address_space_create(&ring.space);

	if (error == 0 && ring_is_user())
		error = user_mode_add(&ring.space);
	if (error == 0)
		error = address_space_add(&ring.space, USER_RING_MEMORY_VIRT,
					  ring.shape.working_set_bytes,
					  ring_is_user() ? USER_DATA_BITS : BITS_WORKING_SET);
	return error;
}

/* Make a task's lower half and its value for paging_switch(). A process has its own address space.
 * Threads in ring 3 share one. */
static int make_place(uint32_t index, uint64_t *cr3)
{
	struct ring_plan plan = ring_plan(index);
	bool has_space = ring.shape.kind == TASK_PROCESS || ring_is_user();
	int error = 0;

	*cr3 = paging_root_phys();
	if (!has_space)
		return 0;
	if (ring.shape.kind == TASK_PROCESS || index == 0)
		error = make_space();
	if (error == 0 && ring_is_user())
		error = user_ring_add(&ring.space, index, &plan);
	if (error != 0)
		return error;
	*cr3 = address_space_root_phys(&ring.space);
	if (ring.shape.with_pcid)
		*cr3 = paging_root_keeping(*cr3, index + 1);
	return 0;
}

static int make_task(uint32_t index)
{
	struct thread *thread = NULL;   /* the first task is the caller */
	uint64_t cr3;
	int error = make_place(index, &cr3);

	if (error != 0)
		return error;
	if (index == 0)
		thread_move(cr3);
	else
		thread = thread_create(ring_run_task, &ring.channels[index], cr3);
	if (index != 0 && thread == NULL)
		return -ENOMEM;
	if (ring.state_areas != NULL)
		thread_set_state_area(thread, ring.state_areas + index * EXTENDED_STATE_BYTES);
	return 0;
}

/* Areas of zeros for the tasks' extended state. */
static int ring_take_areas(void)
{
	uint64_t size_bytes = (uint64_t)ring.shape.tasks * EXTENDED_STATE_BYTES;
	uint64_t areas_phys = memory_alloc(size_bytes, PAGE_4K);

	if (areas_phys == MEMORY_NONE)
		return -ENOMEM;
	ring.state_areas = phys_to_virt(areas_phys);
	memset(ring.state_areas, 0, size_bytes);
	return 0;
}

static int ring_take_memory(void)
{
	uint64_t set_pages = (ring.shape.working_set_bytes + PAGE_4K - 1) / PAGE_4K;
	uint64_t block_bytes = address_space_block_bytes(ring.shape.tasks, ring.shape.tasks *
							 (set_pages + PAGES_BESIDES));
	uint64_t block_phys = memory_alloc(block_bytes, PAGE_4K);

	if (block_phys == MEMORY_NONE)
		return -ENOMEM;
	address_space_use(phys_to_virt(block_phys), block_phys, block_bytes, paging_tables()->root);
	return 0;
}

int platform_ring_open(const struct platform_ring *shape)
{
	const struct extended_state_way *way = NULL;
	int error;

	if (shape->by == RING_FUTEX || (shape->with_pcid && !cpu_has_asids()))
		return -ENOTSUP;
	if (shape->state != STATE_NONE)
		way = extended_state_best();
	if (shape->state != STATE_NONE && way == NULL)
		return -ENOTSUP;
	if (shape->cpu_ring == 3 && !calls_exist())
		return -ENOSYS;
	memset(&ring, 0, sizeof(ring));
	ring.shape = *shape;
	error = ring_take_memory();
	if (error == 0 && way != NULL)
		error = ring_take_areas();
	if (error == 0 && shape->with_pcid)
		paging_asids_on();
	if (ring_is_user())
		calls_open(ring.channels, shape->tasks, way);
	for (uint32_t index = 0; error == 0 && index < shape->tasks; index++)
		error = make_task(index);
	if (error != 0)
		platform_ring_close();
	return error;
}

void platform_ring_turn(uint64_t turns)
{
	if (ring_is_user()) {
		user_ring_turn(0, ring.shape.by == RING_YIELD ? ring_yield : ring_pass, turns);
		return;
	}
	for (; turns > 0; turns--) {
		ring_work();
		ring_pass_on(0);
	}
}

/* ---- Verification ---- */

static void yield_once(uint64_t argument)
{
	(void)argument;
	thread_yield();
}

static void yield_with_other_registers(void *changed)
{
	*(uint64_t *)changed = registers_changed(yield_once, 0, OTHER_REGISTER_SEED);
}

uint64_t platform_ring_changed_registers(void)
{
	uint64_t changed, changed_in_other = 0;
	struct thread *other = thread_create(yield_with_other_registers, &changed_in_other,
					     paging_root_phys());

	if (other == NULL)
		return 0;
	changed = registers_changed(yield_once, 0, REGISTER_SEED);
	thread_join(other);
	return changed | changed_in_other;
}

uint32_t platform_ring_tasks_without_memory(void)
{
	return 0;
}

void platform_ring_close(void)
{
	thread_end_all();
	calls_close();
	if (ring.shape.with_pcid)
		paging_asids_off();
}
