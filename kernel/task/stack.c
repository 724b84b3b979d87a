/* SPDX-License-Identifier: MIT */
/* The frames of a stack have reference counts, like the frames of address spaces. */
#include "kernel/task/stack.h"

#include <stddef.h>
#include <stdint.h>

#include "kernel/core/panic.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/frames.h"
#include "kernel/mm/memory.h"
#include "kernel/task/thread.h"
#include "lib/cpu/bytes.h"
#include "lib/text/errno.h"

#define STACK_PAGES (THREAD_STACK_BYTES / PAGE_4K)
#define BITS_STACK (PTE_PRESENT | PTE_WRITE | PTE_NO_EXECUTE)

static struct {
	uint64_t bottom_virt;
	struct frames frames;
} stack;

static uint64_t *stack_entry(uint64_t page)
{
	return paging_entry(stack.bottom_virt + page * PAGE_4K, PAGE_4K);
}

void stack_init(void)
{
	uint64_t top_virt = paging_reserve_stack(THREAD_STACK_BYTES);

	if (top_virt == 0)
		panic("stack: no memory for page tables");
	stack.bottom_virt = top_virt - THREAD_STACK_BYTES;
}

static void stack_discard(void)
{
	for (uint64_t page = 0; page < STACK_PAGES; page++) {
		*stack_entry(page) = 0;
		paging_flush_page((const void *)(stack.bottom_virt + page * PAGE_4K));
	}
}

int stack_use_frames(void)
{
	uint64_t size_bytes = frames_block_bytes(STACK_PAGES, PAGE_4K);
	uint64_t block_phys = memory_alloc(size_bytes, PAGE_4K);

	if (block_phys == MEMORY_NONE)
		return -ENOMEM;
	stack_discard();
	frames_init(&stack.frames, phys_to_virt(block_phys), block_phys, size_bytes, PAGE_4K);
	return 0;
}

void *stack_map(void)
{
	for (uint64_t page = 0; page < STACK_PAGES; page++) {
		void *frame = frames_alloc(&stack.frames);

		if (frame == NULL)
			return NULL;
		cpu_fill_words(frame, 0, PAGE_4K / sizeof(uint64_t));
		if (paging_map_page(stack.bottom_virt + page * PAGE_4K,
				    frames_phys(&stack.frames, frame), PAGE_4K, BITS_STACK) != 0)
			return NULL;
	}
	return (void *)(stack.bottom_virt + THREAD_STACK_BYTES);
}

void stack_unmap(void)
{
	for (uint64_t page = 0; page < STACK_PAGES; page++) {
		uint64_t *entry = stack_entry(page);
		uint64_t frame_phys = page_entry_phys(*entry);

		*entry = 0;
		paging_flush_page((const void *)(stack.bottom_virt + page * PAGE_4K));
		frames_drop(&stack.frames, frame_phys);
	}
}
