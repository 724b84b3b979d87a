/* SPDX-License-Identifier: MIT */
/* Sizes of pages, with tables of 4 KiB. */
#ifndef KERNEL_MACHINE_PAGE_SIZE_H
#define KERNEL_MACHINE_PAGE_SIZE_H

#define PAGE_4K 0x1000ull
#define PAGE_2M 0x200000ull
#define PAGE_1G 0x40000000ull

#endif
