/* SPDX-License-Identifier: MIT */
/* Simulates effects of earlier programs or benchmarks on a kernel: mappings come and go, pages are
 * allocated and freed, large free blocks are used up, processes and files leave holes in the
 * allocators' caches. Each number has its own amounts, so nothing is random. */
#include "linux/layout.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "linux/memory.h"

/* Counts, pairwise coprime, so that the effects of numbers do not coincide; and a size. */
#define MAPPINGS 3
#define MAPPING_PAGES 5
#define PIPES 7
#define PROCESSES 2
#define PROCESS_PAGES 37
#define BLOCK_BYTES 1300
/* Odd, so that the numbers n and n + 1 differ in whether a free block of this size is left. */
#define HUGE_PAGES 3

static void *take_pages(size_t count)
{
	volatile char *pages = mmap(NULL, count * PAGE_4K, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED)
		return NULL;
	for (size_t page = 0; page < count; page++)
		pages[page * PAGE_4K] = 1;
	return (void *)(uintptr_t)pages;
}

/* Take huge pages. Each address is in an aligned block of the mapping, wherever the mapping
 * begins. */
static void take_huge_pages(unsigned number)
{
	size_t count = (size_t)number * HUGE_PAGES;
	volatile char *blocks = mmap(NULL, (count + 1) * PAGE_2M, PROT_READ | PROT_WRITE,
				     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (blocks == MAP_FAILED)
		return;
	madvise((void *)(uintptr_t)blocks, (count + 1) * PAGE_2M, MADV_HUGEPAGE);
	for (size_t block = 1; block <= count; block++)
		blocks[block * PAGE_2M] = 1;
}

/* Take mappings. Neighbours differ, because otherwise the kernel would merge them into one
 * mapping. */
static void take_mappings(unsigned number)
{
	for (unsigned i = 0; i < number * MAPPINGS; i++) {
		void *pages = take_pages(i % MAPPING_PAGES + 1);

		if (pages != NULL && i % 2 == 0)
			mprotect(pages, PAGE_4K, PROT_READ);
	}
}

/* Take files. Every third file is closed again. */
static void take_files(unsigned number)
{
	for (unsigned i = 0; i < number * PIPES; i++) {
		int ends[2];
		int status = i % 2 == 0 ? pipe2(ends, 0)
					: socketpair(AF_UNIX, SOCK_STREAM, 0, ends);

		if (status == 0 && i % 3 == 0) {
			close(ends[0]);
			close(ends[1]);
		}
	}
}

static void run_processes(unsigned number)
{
	for (unsigned i = 0; i < number * PROCESSES; i++) {
		pid_t child = fork();

		if (child == 0) {
			take_pages((size_t)(i + 1) * PROCESS_PAGES);
			_exit(0);
		}
		if (child > 0)
			waitpid(child, NULL, 0);
	}
}

void layout_disturb(unsigned number)
{
	if (number == 0)
		return;
	take_huge_pages(number);
	/* The heap grows permanently. */
	for (unsigned i = 0; i < number * PROCESS_PAGES; i++) {
		volatile char *block = malloc(BLOCK_BYTES);

		if (block != NULL)
			*block = 1;
	}
	take_mappings(number);
	take_files(number);
	run_processes(number);
}
