/* SPDX-License-Identifier: MIT */
/* The format of page tables, for C and assembly: bits of an entry. RISC-V Privileged ISA, "Sv39:
 * Page-Based 39-bit Virtual-Memory System". */
#ifndef LIB_RISCV64_PAGE_FORMAT_H
#define LIB_RISCV64_PAGE_FORMAT_H

#define PTE_VALID 0x1
#define PTE_READ 0x2
#define PTE_WRITABLE 0x4
#define PTE_EXECUTE 0x8
#define PTE_USER_BIT 0x10
#define PTE_GLOBAL_BIT 0x20
#define PTE_ACCESSED 0x40               /* software sets this bit and the next one, because not
					 * every CPU does */
#define PTE_DIRTY 0x80
#define PTE_ADDRESS_SHIFT 2             /* from a place in a physical address to the place in an
					 * entry */

#define SATP_MODE_SHIFT 60
#define SATP_MODE_SV39 8

/* Number of the entries, of 1 GiB each, that the boot path maps one to one. */
#define BOOT_BLOCKS 256

#endif
