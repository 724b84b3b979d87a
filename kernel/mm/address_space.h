/* SPDX-License-Identifier: MIT */
/* Address spaces: the kernel's upper half, shared, and a lower half of their own that can be
 * copied, page by page when it is written to. A data structure like page_tables.h's, tested
 * natively; who switches to one, and when a CPU's translations must be dropped, is thread.h's and
 * its caller's. */
#ifndef KERNEL_MM_ADDRESS_SPACE_H
#define KERNEL_MM_ADDRESS_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/mm/page_tables.h"

struct address_space {
	struct page_tables tables;
};

/* From now on, make spaces out of this block of memory and with the upper half of this top-level
 * table, which must not change. All earlier spaces are void. */
void address_space_use(void *block, uint64_t block_phys, uint64_t size_bytes,
		       const uint64_t *kernel_root);

/* The block that spaces with so many pages in all need; each is counted with its tables. */
uint64_t address_space_block_bytes(uint64_t spaces, uint64_t pages);

/* A space with an empty lower half. Returns 0 or -ENOMEM. */
int address_space_create(struct address_space *space);

/* Give the space pages of its own, of unspecified contents. Returns as page_tables_map. */
int address_space_add(struct address_space *space, uint64_t virt, uint64_t size_bytes,
		      uint64_t bits);

/* Make *copy a copy of *space, both sharing every page and neither allowed to write until
 * address_space_write_fault gives it a page of its own. Translations of *space must be dropped.
 * Returns 0, or -ENOMEM, and then there is no copy. */
int address_space_copy(struct address_space *copy, struct address_space *space);

/* What a write to virt that was refused asks for. Returns whether it may now be tried again; not if
 * it was no page that is shared by copying, or if there is no memory. */
bool address_space_write_fault(struct address_space *space, uint64_t virt);

/* Give back every table, and every page that no copy uses. */
void address_space_destroy(struct address_space *space);

/* Physical address of the top-level table. */
uint64_t address_space_root_phys(const struct address_space *space);

#endif
