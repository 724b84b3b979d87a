/* SPDX-License-Identifier: MIT */
/* The kernel's page tables. Layout of virtual memory, accessible to the supervisor only, except for
 * user mode's regions. With layout_48.h, the addresses are:
 *
 *	0000008000000000	user mode's code and stack
 *	0000010000000000	user-mode pages of a benchmark
 *	ffff800000000000	all RAM that was free at start, read-write, never executable
 *	ffffd00000000000	devices and firmware tables, on request
 *	ffffd80000000000	stacks, on request
 *	ffffe00000000000	memory of platform_map for the current benchmark
 *	ffffffff80000000	the kernel image: code read-execute, constants read-only,
 *				data read-write
 *
 * The kernel for riscv64 has its own addresses (kernel/riscv64/mm/layout.h). All other addresses,
 * including NULL and the page below each stack, are not present.
 *
 * A layout has the names USER_BASE_VIRT, USER_SCRATCH_BASE_VIRT, RAM_BASE_VIRT, DEVICE_BASE_VIRT,
 * STACK_BASE_VIRT and SCRATCH_BASE_VIRT, in that order, and
 *
 *	LOWER_HALF_END_VIRT
 *		The end of user mode's addresses.
 *	RAM_PHYS_MAX
 *		The end of the physical addresses of memory that fits.
 *	SCRATCH_BYTES
 *		The size of both regions of a benchmark.
 *	PAGE_TABLE_LEVELS
 *
 * Each kernel/NAME/ has for this CPU:
 *
 *	void paging_switch(uint64_t root)
 *	uint64_t paging_current(void)
 *		Switch to the address space of a top-level table; the current one's.
 *	uint64_t paging_current_root_phys(void)
 *		The physical address of that table.
 *	void paging_flush_page(const volatile void *address)
 *		Forget the translation of an address.
 *	uint64_t paging_fault_address(void)
 *		The address of the latest page fault, in its handler.
 *	uint64_t paging_root_keeping(uint64_t root_phys, unsigned asid)
 *		For paging_switch: that address space, whose translations are kept under an
 *		identifier, 1 or more. Only between paging_asids_on() and paging_asids_off(). */
#ifndef KERNEL_MACHINE_PAGING_H
#define KERNEL_MACHINE_PAGING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/machine/arch.h"
#include "kernel/machine/page_tables.h"

/* Build the tables and switch this CPU to them. Boot CPU, once, after memory_init. */
void paging_init(void);

/* For paging_init: make phys_to_virt work with the tables of the boot path, and set what the CPU
 * supports. kernel/NAME/ implements this and the next four functions. */
void paging_begin(struct page_tables *tables);

/* Switch this CPU to the tables and set the related control bits. */
void paging_enable_on_this_cpu(void);

/* Whether the CPU has pages of 1 GiB. */
bool paging_has_1g(void);

/* Number of bits of a physical address. */
unsigned paging_address_bits(void);

/* Bits of write-combining pages. If the CPU cannot combine writes, the bits of device pages. */
uint64_t paging_framebuffer_bits(void);

/* The tables, and the physical address of the top-level one, which is below PAGING_BOOT_BYTES. */
const struct page_tables *paging_tables(void);
uint64_t paging_root_phys(void);

/* Map physical memory permanently: device registers uncached, a framebuffer write-combining,
 * firmware tables cached and read-only. Returns the address. Panics if tables can't be
 * allocated. Before paging_init: the address in the boot tables, or NULL beyond them. */
volatile void *paging_map_device(uint64_t phys, size_t size_bytes);
volatile void *paging_map_framebuffer(uint64_t phys, size_t size_bytes);
const void *paging_map_firmware(uint64_t phys, size_t size_bytes);

/* Map like paging_map_firmware(), writable, for memory that is shared with the firmware's
 * loader. */
void *paging_map_shared(uint64_t phys, size_t size_bytes);

/* Map a part of the image at its physical address, permanently. For code that changes page tables
 * and must have the same address in both. */
void paging_map_one_to_one(const char *begin, const char *end);

/* Allocate a stack of whole pages for a CPU, permanently, with an unmapped page below it. Returns
 * its top, or NULL if memory is short. */
void *paging_map_stack(size_t size_bytes);

/* Reserve address space for a stack, with page tables but no pages. Returns its top, or 0 if
 * memory for the tables is short. */
uint64_t paging_reserve_stack(size_t size_bytes);

/* Whether a faulting address is in the page below a stack. */
bool paging_is_stack_guard(uint64_t virt);

/* page_tables_map and page_tables_entry for the kernel's tables. */
int paging_map_page(uint64_t virt, uint64_t phys, uint64_t page_bytes, uint64_t bits);
uint64_t *paging_entry(uint64_t virt, uint64_t page_bytes);

/* Remove every mapping in the scratch windows; memory_release() frees their tables. No other CPU
 * may use the windows meanwhile. Before another CPU uses them again, it calls paging_catch_up()
 * with its own *seen, which is 0 at first. */
void paging_clear_scratch(void);
void paging_catch_up(uint64_t *seen);

/* Flush all cached translations of this CPU, including global ones. kernel/NAME/ implements this
 * and the next two functions. */
void paging_flush(void);

/* Begin and end identifiers for translations (x86-64: PCID), if cpu_has_asids() of
 * lib/cpu/switching.h. Begin: each translation on this CPU has the identifier of its address space.
 * End: return to the kernel's address space, with identifier 0. Both flush all translations. */
void paging_asids_on(void);
void paging_asids_off(void);

#endif
