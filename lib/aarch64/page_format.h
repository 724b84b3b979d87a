/* SPDX-License-Identifier: MIT */
/* The format of page tables of stage 1 with granules of 4 KiB, for C and assembly: bit numbers in a
 * descriptor. Arm ARM, "VMSAv8-64 translation table format descriptors" and "MAIR_EL1, Memory
 * Attribute Indirection Register (EL1)". */
#ifndef LIB_AARCH64_PAGE_FORMAT_H
#define LIB_AARCH64_PAGE_FORMAT_H

#define PTE_PRESENT_BIT 0
#define PTE_TABLE_OR_PAGE_BIT 1         /* above the lowest level 0 is a block */
#define PTE_ATTRIBUTES_SHIFT 2
#define PTE_SHAREABLE_SHIFT 8
#define PTE_ACCESSED_BIT 10
#define PTE_PXN_BIT 53
#define PTE_UXN_BIT 54
#define INNER_SHAREABLE 3

/* Indices of attributes in MAIR_EL1, and its value. */
#define ATTRIBUTES_NORMAL 0             /* write-back */
#define ATTRIBUTES_DEVICE 1             /* nGnRE */
#define ATTRIBUTES_COMBINING 2          /* normal, not cached */
#define MAIR_VALUE 0x4404ff

/* Number of the entries, of 1 GiB each, that the boot path maps one to one. */
#define BOOT_BLOCKS 512

#endif
