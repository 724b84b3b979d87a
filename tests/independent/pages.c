/* SPDX-License-Identifier: MIT */
/* A page unmapped, and still a part of its mapping. */
#include <stddef.h>
#include <sys/mman.h>

#include "metrics.h"

#define PAGE_BYTES 4096

/* The kernel also looks for the mapping before the page's. Its distance in the kernel's tree
 * depends on the place among all mappings, of which the program tries a number. Gaps keep the
 * kernel from merging them. */
#define MAPPINGS 64
#define FIRST_MAPPING 0x10000000
#define MAPPING_STEP 0x10000

enum {BEST_PLACE, WORST_PLACE};

static volatile char *page_of(uintptr_t number)
{
	return (volatile char *)(FIRST_MAPPING + number * MAPPING_STEP);
}

static void prepare_pages(const uint64_t numbers[2])
{
	(void)numbers;
	for (uintptr_t i = 0; i < MAPPINGS; i++)
		must(mmap((void *)page_of(i), PAGE_BYTES, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) ==
			     (void *)page_of(i), "mmap");
}

static uint64_t unmap(volatile char *page)
{
	uint64_t begin, end;
	int error;

	*page = 1;
	begin = clock_read();
	error = madvise((void *)page, PAGE_BYTES, MADV_DONTNEED);
	end = clock_read();
	must(error == 0, "madvise");
	return end - begin;
}

static struct sample unmap_each(const uint64_t numbers[2])
{
	uint64_t best = UINT64_MAX, worst = 0;

	for (uintptr_t i = 0; i < MAPPINGS; i++) {
		uint64_t ticks = unmap(page_of(i));

		best = ticks < best ? ticks : best;
		worst = ticks > worst ? ticks : worst;
	}
	return (struct sample){numbers[0] == BEST_PLACE ? best : worst, 1};
}

const struct metric page_metrics[] = {
	{"fault.shootdown cpus=1 wait=spin", prepare_pages, unmap_each, {BEST_PLACE}, NULL},
	{"fault.shootdown cpus=1 wait=spin worst_place", prepare_pages, unmap_each, {WORST_PLACE},
	 NULL},
	{0},
};
