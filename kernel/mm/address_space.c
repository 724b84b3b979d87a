/* SPDX-License-Identifier: MIT */
/* Copying walks the page tables. Two software bits of a page entry tell whether the page is one of
 * our frames, and whether it is write-protected only because it is shared. */
#include "kernel/mm/address_space.h"

#include <stddef.h>

#include "kernel/mm/frames.h"
#include "lib/text/errno.h"
#include "lib/cpu/bytes.h"

#define PTE_OUR_FRAME PTE_SOFTWARE_1
#define PTE_COPY_ON_WRITE PTE_SOFTWARE_2

#define TOP_LEVEL PAGE_TABLE_LEVELS
#define TABLE_ENTRIES 512
#define LOWER_HALF_ENTRIES 256          /* number of entries in the top-level table */
#define TABLE_REACH PAGE_2M             /* reach of a lowest-level table */
#define TABLES_OF_A_SPACE 16            /* maximum, in addition to one per TABLE_REACH of pages */

static struct {
	struct frames frames;
	uint64_t virt_minus_phys;
	const uint64_t *kernel_root;
} spaces;

static void *take_table(void)
{
	void *table = frames_alloc(&spaces.frames);

	if (table != NULL)
		cpu_fill_words(table, 0, TABLE_ENTRIES);
	return table;
}

static uint64_t to_phys(const void *frame)
{
	return (uintptr_t)frame - spaces.virt_minus_phys;
}

static uint64_t *to_frame(uint64_t phys)
{
	return (uint64_t *)(uintptr_t)(phys + spaces.virt_minus_phys);
}

static uint64_t *to_table(uint64_t entry)
{
	return to_frame(page_entry_phys(entry));
}

/* Number of entries of a table. The upper half of the top-level table is left out, because it
 * belongs to the kernel. */
static unsigned entries_of(unsigned level)
{
	return level == TOP_LEVEL ? LOWER_HALF_ENTRIES : TABLE_ENTRIES;
}

void address_space_use(void *block, uint64_t block_phys, uint64_t size_bytes,
		       const uint64_t *kernel_root)
{
	frames_init(&spaces.frames, block, block_phys, size_bytes, PAGE_4K);
	spaces.virt_minus_phys = (uintptr_t)block - block_phys;
	spaces.kernel_root = kernel_root;
}

uint64_t address_space_block_bytes(uint64_t count, uint64_t pages)
{
	uint64_t tables = TABLES_OF_A_SPACE + pages * PAGE_4K / TABLE_REACH;

	return frames_block_bytes(count * tables + pages, PAGE_4K);
}

int address_space_create(struct address_space *space)
{
	uint64_t *root = take_table();

	if (root == NULL)
		return -ENOMEM;
	cpu_copy_words(root + LOWER_HALF_ENTRIES, spaces.kernel_root + LOWER_HALF_ENTRIES,
		       TABLE_ENTRIES - LOWER_HALF_ENTRIES);
	space->tables = (struct page_tables){
		.root = root,
		.virt_minus_phys = spaces.virt_minus_phys,
		.take_page = take_table,
	};
	return 0;
}

static int add_page(struct address_space *space, uint64_t virt, uint64_t bits)
{
	void *frame = frames_alloc(&spaces.frames);

	if (frame == NULL)
		return -ENOMEM;
	return page_tables_map(&space->tables, virt, to_phys(frame), PAGE_4K, bits | PTE_OUR_FRAME);
}

int address_space_add(struct address_space *space, uint64_t virt, uint64_t size_bytes,
		      uint64_t bits)
{
	int error = 0;

	for (uint64_t offset = 0; error == 0 && offset < size_bytes; offset += PAGE_4K)
		error = add_page(space, virt + offset, bits);
	return error;
}

/* Write-protect a page and return the copy's entry for it. */
static uint64_t share_page(uint64_t *entry)
{
	if ((*entry & PTE_OUR_FRAME) == 0)
		return *entry;
	if ((*entry & PTE_WRITE) != 0)
		*entry = page_entry_without(*entry, PTE_WRITE) | PTE_COPY_ON_WRITE;
	frames_share(&spaces.frames, page_entry_phys(*entry));
	return *entry;
}

static int copy_table(uint64_t *copy, uint64_t *table, unsigned level);

/* Copy the table below an entry. */
static int copy_below(uint64_t *copy, uint64_t entry, unsigned level)
{
	uint64_t *below = take_table();

	if (below == NULL)
		return -ENOMEM;
	*copy = page_entry_at(to_phys(below), page_entry_bits(entry));
	return copy_table(below, to_table(entry), level);
}

static int copy_table(uint64_t *copy, uint64_t *table, unsigned level)
{
	int error = 0;

	for (unsigned i = 0; error == 0 && i < entries_of(level); i++) {
		if ((table[i] & PTE_PRESENT) == 0)
			continue;
		if (level == 1)
			copy[i] = share_page(&table[i]);
		else
			error = copy_below(&copy[i], table[i], level - 1);
	}
	return error;
}

int address_space_copy(struct address_space *copy, struct address_space *space)
{
	int error = address_space_create(copy);

	if (error != 0)
		return error;
	error = copy_table(copy->tables.root, space->tables.root, TOP_LEVEL);
	if (error != 0)
		address_space_destroy(copy);
	return error;
}

/* The entry that maps virt, or NULL. Unlike page_tables_entry it allocates no tables. */
static uint64_t *find_entry(const struct address_space *space, uint64_t virt)
{
	uint64_t *table = space->tables.root;
	unsigned level = TOP_LEVEL;

	for (; level > 1; level--) {
		uint64_t entry = table[page_tables_index(virt, level)];

		if ((entry & PTE_PRESENT) == 0)
			return NULL;
		table = to_table(entry);
	}
	return &table[page_tables_index(virt, level)];
}

bool address_space_write_fault(struct address_space *space, uint64_t virt)
{
	uint64_t *entry = virt >> 63 == 0 ? find_entry(space, virt) : NULL;
	uint64_t shared_phys, bits;
	void *frame;

	if (entry == NULL || (*entry & PTE_PRESENT) == 0 || (*entry & PTE_COPY_ON_WRITE) == 0)
		return false;
	shared_phys = page_entry_phys(*entry);
	bits = page_entry_with(page_entry_bits(*entry) & ~PTE_COPY_ON_WRITE, PTE_WRITE);
	if (frames_users(&spaces.frames, shared_phys) == 1) {
		*entry = page_entry_at(shared_phys, bits);
		return true;
	}
	frame = frames_alloc(&spaces.frames);
	if (frame == NULL)
		return false;
	cpu_copy_words(frame, to_frame(shared_phys), PAGE_4K / sizeof(uint64_t));
	*entry = page_entry_at(to_phys(frame), bits);
	frames_drop(&spaces.frames, shared_phys);
	return true;
}

static void destroy_table(uint64_t *table, unsigned level)
{
	for (unsigned i = 0; i < entries_of(level); i++) {
		if ((table[i] & PTE_PRESENT) == 0)
			continue;
		if (level > 1)
			destroy_table(to_table(table[i]), level - 1);
		else if ((table[i] & PTE_OUR_FRAME) != 0)
			frames_drop(&spaces.frames, page_entry_phys(table[i]));
	}
	frames_drop(&spaces.frames, to_phys(table));
}

void address_space_destroy(struct address_space *space)
{
	destroy_table(space->tables.root, TOP_LEVEL);
}

uint64_t address_space_root_phys(const struct address_space *space)
{
	return to_phys(space->tables.root);
}
