/* SPDX-License-Identifier: MIT */
/* Address spaces. All share the kernel's upper half. Each has its own lower half, which can be
 * copied with copy-on-write pages. No hardware access: thread.h switches address spaces, and the
 * caller flushes translations. */
#ifndef KERNEL_MM_ADDRESS_SPACE_H
#define KERNEL_MM_ADDRESS_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/paging.h"

struct address_space {
	struct page_tables tables;
};

/* Make address spaces from this block of memory, with the upper half of this top-level table, which
 * must not change. All earlier address spaces become invalid. */
void address_space_use(void *block, uint64_t block_phys, uint64_t size_bytes,
		       const uint64_t *kernel_root);

/* Block size for a number of address spaces, and for the pages of all of them together, page tables
 * included. */
uint64_t address_space_block_bytes(uint64_t spaces, uint64_t pages);

/* Create an address space with an empty lower half. Returns 0 or -ENOMEM. */
int address_space_create(struct address_space *space);

/* Allocate pages of unspecified contents and map them. Returns as page_tables_map does. */
int address_space_add(struct address_space *space, uint64_t virt, uint64_t size_bytes,
		      uint64_t bits);

/* Make *copy share every page of *space, write-protected in both. address_space_write_fault() later
 * makes a page private. The caller must flush translations of *space. Returns 0. If there is no
 * memory, returns -ENOMEM and makes no copy. */
int address_space_copy(struct address_space *copy, struct address_space *space);

/* Handle a refused write to virt. Returns whether to retry the write. The result is false if the
 * page is not shared by copying, or if no memory is free. */
bool address_space_write_fault(struct address_space *space, uint64_t virt);

/* Free all tables, and all pages that no copy uses. */
void address_space_destroy(struct address_space *space);

uint64_t address_space_root_phys(const struct address_space *space);

#endif
