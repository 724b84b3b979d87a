/* SPDX-License-Identifier: MIT */
/* Memory for benchmarks. Large pages come from the pool that an administrator reserved. Without a
 * pool, pages of 2 MiB are transparent huge pages, which are verified. */
#include "linux/memory.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "linux/files.h"
#include "linux/memory_limit.h"
#include "linux/nodes.h"

#define MAPPINGS_MAX 64

/* mmap(2), "MAP_HUGE_2MB": the logarithm of the page size. */
#define HUGE_SHIFT 26

/* QEMU's software translation cache doubles if a flush finds it well used. According to
 * measurements 8 rounds of access and flush are enough for 64 MiB. 12 rounds leave a margin. */
#define SETTLE_ROUNDS 12

/* The pages of trials: below every program, where nothing else is mapped, and above the minimum
 * address of a process (vm.mmap_min_addr, 64 KiB). Gaps keep their mappings apart. */
static const struct {
	uint64_t address, page_bytes;
} trial_pages[MEMORY_PAGES] = {
	[MEMORY_PAGE_FAULT] = {0x100000, PAGE_4K},
	[MEMORY_PAGE_FAULT_2M] = {0x200000, PAGE_2M},
	[MEMORY_PAGE_SHOOTDOWN] = {0x110000, PAGE_4K},
};

/* More pages than the kernel invalidates one by one (tlb_single_page_flush_ceiling, 33). */
#define FLUSH_PAGES 64

static struct {
	bool has_transparent;
	bool has_warned_of_lock;
	struct {
		void *address;
		uint64_t size_bytes;
	} mappings[MAPPINGS_MAX];
	unsigned count;
	void *reserved[MEMORY_PAGES];   /* NULL before the first memory_reserve */
} memory;

static uint64_t round_up(uint64_t value, uint64_t unit)
{
	return (value + unit - 1) / unit * unit;
}

/* ---- Pages ---- */

/* Free bytes in the pool of large pages. */
static uint64_t pool_bytes(uint64_t page_bytes)
{
	char path[96];
	uint64_t pages;

	snprintf(path, sizeof(path), "/sys/kernel/mm/hugepages/hugepages-%llukB/free_hugepages",
		 (unsigned long long)(page_bytes >> 10));
	return files_number(path, &pages) ? pages * page_bytes : 0;
}

/* Allocate every page now, permanently, in the chosen memory node. Kernels before 5.14 lack the
 * advice for this. */
static bool populate(void *address, uint64_t size_bytes)
{
	volatile char *bytes = address;

	if (!nodes_bind(address, size_bytes))
		return false;
	if (madvise(address, size_bytes, MADV_POPULATE_WRITE) != 0) {
		if (errno != EINVAL)
			return false;
		for (uint64_t offset = 0; offset < size_bytes; offset += PAGE_4K)
			bytes[offset] = 0;
	}
	if (mlock(address, size_bytes) != 0 && !memory.has_warned_of_lock) {
		memory.has_warned_of_lock = true;
		warning("memory", "cannot lock buffers in memory (%s); use root, CAP_IPC_LOCK or "
				  "ulimit -l", strerror(errno));
	}
	return true;
}

static void *map(uint64_t size_bytes, int flags)
{
	void *address = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);

	return address != MAP_FAILED ? address : NULL;
}

static void *map_small(uint64_t size_bytes)
{
	void *address = map(size_bytes, 0);

	if (address != NULL)
		madvise(address, size_bytes, MADV_NOHUGEPAGE);
	return address;
}

static void *map_from_pool(uint64_t size_bytes, uint64_t page_bytes)
{
	int shift = __builtin_ctzll(page_bytes);

	return map(size_bytes, MAP_HUGETLB | shift << HUGE_SHIFT);
}

/* Map memory at a 2 MiB aligned address. Memory before and after it is unmapped. */
static void *map_aligned(uint64_t size_bytes)
{
	char *start = map(size_bytes + PAGE_2M, 0), *aligned;

	if (start == NULL)
		return NULL;
	aligned = (char *)round_up((uintptr_t)start, PAGE_2M);
	if (aligned > start)
		munmap(start, (size_t)(aligned - start));
	munmap(aligned + size_bytes, PAGE_2M - (size_t)(aligned - start));
	return aligned;
}

/* The kernel's data of a mapping, in KiB; 0: not reported. */
struct mapping {
	unsigned long size, page, transparent;
};

/* The mapping of address: proc(5), /proc/pid/smaps. Adjacent mappings of the same kind appear as
 * one. */
static struct mapping mapping_of(const void *address)
{
	FILE *file = fopen("/proc/self/smaps", "re");
	struct mapping mapping = {0};
	unsigned long begin, end;
	bool inside = false;
	char line[512];

	while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
		if (sscanf(line, "%lx-%lx ", &begin, &end) == 2) {
			if (inside)
				break;
			inside = begin <= (uintptr_t)address && (uintptr_t)address < end;
			mapping.size = inside ? (end - begin) >> 10 : 0;
		} else if (inside && sscanf(line, "KernelPageSize: %lu kB", &mapping.page) != 1) {
			sscanf(line, "AnonHugePages: %lu kB", &mapping.transparent);
		}
	}
	if (file != NULL)
		fclose(file);
	return inside ? mapping : (struct mapping){0};
}

/* Whether the whole mapping consists of transparent huge pages. */
bool memory_is_transparent(const void *address)
{
	struct mapping mapping = mapping_of(address);

	return mapping.size > 0 && mapping.transparent == mapping.size;
}

/* Size of the page. A mapping that consists only partly of transparent huge pages counts as small
 * pages. */
uint64_t platform_page_bytes(const void *address)
{
	struct mapping mapping = mapping_of(address);

	return mapping.size > 0 && mapping.transparent == mapping.size ? PAGE_2M
								       : mapping.page << 10;
}

static void *map_transparent(uint64_t size_bytes)
{
	void *address = map_aligned(size_bytes);

	if (address == NULL)
		return NULL;
	if (madvise(address, size_bytes, MADV_HUGEPAGE) != 0 || !populate(address, size_bytes) ||
	    !memory_is_transparent(address)) {
		munmap(address, size_bytes);
		return NULL;
	}
	return address;
}

static void *map_pages(uint64_t size_bytes, uint64_t page_bytes)
{
	void *address = page_bytes == PAGE_4K ? map_small(size_bytes)
					      : map_from_pool(size_bytes, page_bytes);

	if (address != NULL && !populate(address, size_bytes)) {
		munmap(address, size_bytes);
		address = NULL;
	}
	if (address == NULL && page_bytes == PAGE_2M && memory.has_transparent)
		address = map_transparent(size_bytes);
	return address;
}

/* ---- The platform's functions ---- */

static void try_transparent(void)
{
	void *page = map_transparent(PAGE_2M);

	memory.has_transparent = page != NULL;
	if (page != NULL)
		munmap(page, PAGE_2M);
}

void memory_init(void)
{
	try_transparent();
	if (pool_bytes(PAGE_2M) == 0 && memory.has_transparent)
		warning("memory", "2 MiB pages are transparent huge pages, because none are "
				  "reserved (vm.nr_hugepages)");
}

bool memory_has_pages(uint64_t page_bytes)
{
	return page_bytes == PAGE_4K || pool_bytes(page_bytes) > 0 ||
	       (page_bytes == PAGE_2M && memory.has_transparent);
}

/* Map memory at an address. Returns NULL if the address is in use, or if a kernel before 4.17
 * mapped the memory elsewhere. */
static void *map_low(uint64_t address, uint64_t size_bytes)
{
	void *wanted = (void *)(uintptr_t)address;
	void *page = mmap(wanted, size_bytes, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	if (page == wanted)
		return page;
	if (page != MAP_FAILED)
		munmap(page, size_bytes);
	return NULL;
}

static void *map_reserved(uint64_t low_address, uint64_t page_bytes)
{
	void *address = map_low(low_address, page_bytes);

	if (address == NULL)
		address = page_bytes == PAGE_2M ? map_aligned(page_bytes) : map(page_bytes, 0);
	if (address != NULL)
		madvise(address, page_bytes,
			page_bytes == PAGE_2M ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
	return address;
}

void *memory_reserve(enum memory_page page)
{
	for (unsigned i = 0; i <= (unsigned)page; i++) {
		if (memory.reserved[i] == NULL)
			memory.reserved[i] = map_reserved(trial_pages[i].address,
							  trial_pages[i].page_bytes);
	}
	return memory.reserved[page];
}

uint64_t platform_memory_available(uint64_t page_bytes)
{
	uint64_t pool = page_bytes == PAGE_4K ? 0 : pool_bytes(page_bytes);
	uint64_t limit = memory_limit_bytes(), free_bytes = nodes_free_bytes();

	if (free_bytes - free_bytes / 4 < limit)
		limit = free_bytes - free_bytes / 4;
	if (pool > 0 && nodes_pool_bytes(page_bytes) < pool)
		pool = nodes_pool_bytes(page_bytes);
	if (page_bytes == PAGE_4K || (page_bytes == PAGE_2M && memory.has_transparent &&
				      limit > pool))
		return limit / page_bytes * page_bytes;
	return pool;
}

void *platform_map(uint64_t size_bytes, uint64_t page_bytes)
{
	uint64_t size = round_up(size_bytes, page_bytes);
	void *address;

	if (memory.count == MAPPINGS_MAX || size > platform_memory_available(page_bytes))
		return NULL;
	address = map_pages(size, page_bytes);
	if (address == NULL)
		return NULL;
	memory.mappings[memory.count].address = address;
	memory.mappings[memory.count++].size_bytes = size;
	return address;
}

/* Map memory. Linux gives a page to a mapping only at the first access. */
void *platform_map_untouched(uint64_t size_bytes, uint64_t page_bytes)
{
	return platform_map(size_bytes, page_bytes);
}

void platform_scope_begin(void)
{
	platform_choose_node(NODE_NONE);
}

void platform_scope_end(void)
{
	platform_choose_node(NODE_NONE);
	while (memory.count > 0) {
		memory.count--;
		munmap(memory.mappings[memory.count].address,
		       memory.mappings[memory.count].size_bytes);
	}
}

/* ---- Translations ---- */

/* Removing the write permission of many pages makes the kernel flush all translations of the
 * process, which without PCID is a reload of CR3. Restoring it is cheap. The pages are written
 * first, so that they have a permission to remove. */
static void flush_translations(char *pages)
{
	memset(pages, 0, FLUSH_PAGES * PAGE_4K);
	mprotect(pages, FLUSH_PAGES * PAGE_4K, PROT_READ);
	mprotect(pages, FLUSH_PAGES * PAGE_4K, PROT_READ | PROT_WRITE);
}

void platform_settle_translations(void *buffer, uint64_t size_bytes, uint64_t page_bytes)
{
	const volatile char *bytes = buffer;
	char *pages;

	(void)page_bytes;       /* the software cache works in units of 4 KiB */
	if (platform_time_base() != TIME_EMULATED)
		return;
	pages = map_small(FLUSH_PAGES * PAGE_4K);
	for (int round = 0; pages != NULL && round < SETTLE_ROUNDS; round++) {
		for (uint64_t offset = 0; offset < size_bytes; offset += PAGE_4K)
			(void)bytes[offset];
		flush_translations(pages);
	}
	if (pages != NULL)
		munmap(pages, FLUSH_PAGES * PAGE_4K);
}
