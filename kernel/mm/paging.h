/* SPDX-License-Identifier: MIT */
/* The kernel's page tables. Virtual memory is laid out as follows, all of it supervisor-only but
 * user mode's:
 *
 *	0000008000000000	user mode's code and stack
 *	0000010000000000	pages of a benchmark for user mode
 *	ffff800000000000	all RAM that was free at start, read-write, never executable
 *	ffffd00000000000	devices and firmware tables, as they are asked for
 *	ffffd80000000000	stacks, as they are asked for
 *	ffffe00000000000	what platform_map gives to the benchmark that runs
 *	ffffffff80000000	the kernel image: code read-execute, constants read-only,
 *				data read-write
 *
 * Everything else, NULL and the page under each stack included, is not present. */
#ifndef KERNEL_MM_PAGING_H
#define KERNEL_MM_PAGING_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/mm/page_tables.h"

#define RAM_BASE_VIRT 0xffff800000000000ull
#define DEVICE_BASE_VIRT 0xffffd00000000000ull
#define STACK_BASE_VIRT 0xffffd80000000000ull
#define SCRATCH_BASE_VIRT 0xffffe00000000000ull
#define USER_SCRATCH_BASE_VIRT 0x0000010000000000ull

/* Build the tables and switch this CPU to them. Boot CPU, once, after memory_init. */
void paging_init(void);

/* Switch an application CPU to the tables and set the control bits that go with them. */
void paging_enable_on_this_cpu(void);

/* The tables, and the physical address of the top-level one; below 4 GiB. */
const struct page_tables *paging_tables(void);
uint64_t paging_root_phys(void);

/* Let this CPU tag translations by process-context identifiers, which CPUID must show; and stop
 * doing so, back in the kernel's own address space, which has identifier 0. Translations kept from
 * before are dropped both times. Intel SDM vol. 3A, "Process-Context Identifiers (PCIDs)". */
void paging_pcid_on(void);
void paging_pcid_off(void);

/* What to write to CR3 to go to the address space of a top-level table under an identifier, keeping
 * what is cached of it. With PCIDs on. */
static inline uint64_t paging_cr3_keeping(uint64_t root_phys, unsigned pcid)
{
	return root_phys | pcid | 1ull << 63;
}

/* RAM that was free at start, by its physical address. */
static inline void *phys_to_virt(uint64_t phys)
{
	return (void *)(uintptr_t)(phys + RAM_BASE_VIRT);
}

/* Map physical memory that is not ours to use, for good: device registers uncached, a framebuffer
 * write-combining, firmware tables cached and read-only. Returns its address; panics when tables
 * can't be had. */
volatile void *paging_map_device(uint64_t phys, size_t size_bytes);
volatile void *paging_map_framebuffer(uint64_t phys, size_t size_bytes);
const void *paging_map_firmware(uint64_t phys, size_t size_bytes);

/* The same for memory that another owner has set aside for both to read and write: the firmware's
 * loader. */
void *paging_map_shared(uint64_t phys, size_t size_bytes);

/* Map a part of the image where it is in physical memory too, for good: code that changes page
 * tables has to be at one address in both. */
void paging_map_one_to_one(const char *begin, const char *end);

/* Take a stack of whole pages for a CPU, for good; the page under it is not present. Returns its
 * top, or NULL when there is not enough memory. */
void *paging_map_stack(size_t size_bytes);

/* Keep a place for a stack, with page tables but no pages. Returns its top, or 0 when there is no
 * memory for the tables. */
uint64_t paging_reserve_stack(size_t size_bytes);

/* Whether virt, at which an access failed, is in the page under a stack. */
bool paging_is_stack_guard(uint64_t virt);

/* page_tables_map and page_tables_entry on the kernel's tables. */
int paging_map_page(uint64_t virt, uint64_t phys, uint64_t page_bytes, uint64_t bits);
uint64_t *paging_entry(uint64_t virt, uint64_t page_bytes);

/* Drop every mapping in the scratch windows; their tables' memory goes with memory_release(). No
 * other CPU may be using them. Each calls paging_catch_up() before it does so again: *seen, 0 at
 * first, keeps how far it is. */
void paging_clear_scratch(void);
void paging_catch_up(uint64_t *seen);

/* Drop all cached translations of this CPU, global ones too. */
void paging_flush(void);

#endif
