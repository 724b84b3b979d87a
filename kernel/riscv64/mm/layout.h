/* SPDX-License-Identifier: MIT */
/* Addresses of the regions that kernel/machine/paging.h describes, for translation of 39 bits
 * (Sv39), which every CPU with pages has: RISC-V Privileged ISA, "Supervisor Address Translation
 * and Protection (satp) Register". An entry of the top-level table covers 1 GiB. */
#ifndef KERNEL_RISCV64_MM_LAYOUT_H
#define KERNEL_RISCV64_MM_LAYOUT_H

#define PAGE_TABLE_LEVELS 3

#define USER_BASE_VIRT 0x0000001000000000ull
#define USER_SCRATCH_BASE_VIRT 0x0000002000000000ull
#define LOWER_HALF_END_VIRT 0x0000004000000000ull
#define RAM_BASE_VIRT 0xffffffc000000000ull
#define RAM_PHYS_MAX 0x0000002000000000ull
#define SCRATCH_BASE_VIRT 0xffffffe000000000ull
#define SCRATCH_BYTES 0x0000001000000000ull
#define DEVICE_BASE_VIRT 0xfffffffc00000000ull
#define STACK_BASE_VIRT 0xfffffffe00000000ull

#endif
