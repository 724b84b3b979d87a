/* SPDX-License-Identifier: MIT */
/* Addresses of the regions that kernel/machine/paging.h describes, for page tables of four levels,
 * in whose top-level table each region has entries of its own. */
#ifndef KERNEL_MACHINE_LAYOUT_48_H
#define KERNEL_MACHINE_LAYOUT_48_H

#define PAGE_TABLE_LEVELS 4

#define USER_BASE_VIRT 0x0000008000000000ull
#define USER_SCRATCH_BASE_VIRT 0x0000010000000000ull
#define LOWER_HALF_END_VIRT 0x0000800000000000ull
#define RAM_BASE_VIRT 0xffff800000000000ull
#define RAM_PHYS_MAX 0x0000500000000000ull
#define DEVICE_BASE_VIRT 0xffffd00000000000ull
#define STACK_BASE_VIRT 0xffffd80000000000ull
#define SCRATCH_BASE_VIRT 0xffffe00000000000ull
#define SCRATCH_BYTES 0x0000008000000000ull

#endif
