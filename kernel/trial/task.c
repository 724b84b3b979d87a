/* SPDX-License-Identifier: MIT */
/* Creates, runs and ends threads and processes. While there is memory to copy, the boot thread has
 * its own address space, because it is the process that is copied. */
#include <stddef.h>

#include "bench/platform.h"
#include "kernel/machine/exception.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/user_mode.h"
#include "kernel/mm/address_space.h"
#include "kernel/mm/memory.h"
#include "kernel/task/stack.h"
#include "kernel/task/thread.h"
#include "lib/cpu/clock.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

/* Pages in addition to the memory: a stack, a page that the copy writes, and another if the copy's
 * work used the stack. */
#define PAGES_BESIDES 3

static struct {
	struct platform_task shape;
	struct address_space parent, child;
	struct address_space *faulting; /* address space that user mode writes */
	struct thread *thread;
	uint64_t word;                  /* written by threads */
	uint64_t result;
} task;

/* Handler of a write of user mode to a copy-on-write page. Any other fault is unexpected. */
static void page_fault(struct trap_frame *frame)
{
	if (task.faulting == NULL ||
	    !address_space_write_fault(task.faulting, paging_fault_address()))
		exception_unhandled(frame);
	else
		paging_flush_page((const void *)paging_fault_address());
}

/* Fill the pages through the RAM mapping, because the kernel cannot write user memory directly. */
static void write_pages(const struct address_space *space, uint64_t virt, uint64_t size_bytes)
{
	for (uint64_t offset = 0; offset < size_bytes; offset += PAGE_4K) {
		uint64_t entry = *page_tables_entry(&space->tables, virt + offset, PAGE_4K);

		memset(phys_to_virt(page_entry_phys(entry)), 1, PAGE_4K);
	}
}

static int make_parent(uint64_t size_bytes)
{
	int error = address_space_create(&task.parent);

	if (error == 0)
		error = user_mode_add(&task.parent);
	if (error == 0)
		error = address_space_add(&task.parent, USER_DATA_VIRT, size_bytes, USER_DATA_BITS);
	if (error == 0)
		write_pages(&task.parent, USER_DATA_VIRT, size_bytes);
	return error;
}

static int open_process(void)
{
	uint64_t pages = (task.shape.size_bytes + PAGE_4K - 1) / PAGE_4K;
	uint64_t block_bytes = address_space_block_bytes(2, pages + PAGES_BESIDES);
	uint64_t block_phys = memory_alloc(block_bytes, PAGE_4K);

	if (block_phys == MEMORY_NONE)
		return -ENOMEM;
	address_space_use(phys_to_virt(block_phys), block_phys, block_bytes, paging_tables()->root);
	if (make_parent(pages * PAGE_4K) != 0)
		return -ENOMEM;
	interrupt_handle(VECTOR_PAGE_FAULT, page_fault);
	thread_move(address_space_root_phys(&task.parent));
	return 0;
}

int platform_task_open(const struct platform_task *shape)
{
	task.shape = *shape;
	task.word = 0;
	if (shape->kind == TASK_PROCESS)
		return open_process();
	return shape->stack == STACK_FRESH ? stack_use_frames() : 0;
}

/* ---- Threads ---- */

static void task_run_thread(void *unused)
{
	(void)unused;
	task.result = task.shape.work((uintptr_t)&task.word);
}

static int task_start_thread(void)
{
	void *stack_top;

	if (task.shape.stack == STACK_POOLED) {
		task.thread = thread_create(task_run_thread, NULL, paging_root_phys());
		return task.thread != NULL ? 0 : -ENOMEM;
	}
	stack_top = stack_map();
	if (stack_top == NULL)
		return -ENOMEM;
	task.thread = thread_create_on(stack_top, task_run_thread, NULL, paging_root_phys());
	return task.thread != NULL ? 0 : -ENOMEM;
}

/* ---- Processes ---- */

/* Run the copy. It ends in the kernel's address space, so that the process's own can be freed. */
static void run_process(void *unused)
{
	(void)unused;
	task.faulting = &task.child;
	task.result = user_mode_call(task.shape.work, USER_DATA_VIRT);
	task.faulting = NULL;
	thread_move(paging_root_phys());
	address_space_destroy(&task.child);
}

static int task_start_process(void)
{
	int error = address_space_copy(&task.child, &task.parent);

	if (error != 0)
		return error;
	paging_switch(address_space_root_phys(&task.parent));   /* write-protected from here on */
	task.thread = thread_create(run_process, NULL, address_space_root_phys(&task.child));
	if (task.thread != NULL)
		return 0;
	address_space_destroy(&task.child);
	return -ENOMEM;
}

/* ---- Threads and processes ---- */

static void join(void)
{
	thread_join(task.thread);
	if (task.shape.kind == TASK_THREAD && task.shape.stack == STACK_FRESH)
		stack_unmap();
}

int platform_task_trial(struct task_stamps *stamps)
{
	int error;

	stamps->begun = clock_read();
	error = task.shape.kind == TASK_PROCESS ? task_start_process() : task_start_thread();
	stamps->created = clock_read();
	if (error != 0)
		return error;
	join();
	stamps->ended = clock_read();
	stamps->result = (uint8_t)task.result;
	return 0;
}

void platform_task_close(void)
{
	thread_end_all();
	task.faulting = NULL;
	interrupt_handle(VECTOR_PAGE_FAULT, NULL);
}
