/* SPDX-License-Identifier: MIT */
/* Where the kernel may lie. Each boot/NAME/layout.h defines:
 *
 *	KERNEL_LOAD_PHYS        the preferred address
 *	KERNEL_ADDRESS_MAX      the last address that its memory may have
 *	KERNEL_ALIGN_BYTES      a power of two
 *	KERNEL_HEADER_OFFSET    of struct boot_image_header */
#ifndef BOOT_LAYOUT_H
#define BOOT_LAYOUT_H

#include "lib/cpu/arch.h"
#include ARCH_LAYOUT_HEADER

#endif
