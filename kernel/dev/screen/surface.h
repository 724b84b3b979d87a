/* SPDX-License-Identifier: MIT */
/* What a screen is made of: something that can draw a character in a cell. */
#ifndef KERNEL_DEV_SCREEN_SURFACE_H
#define KERNEL_DEV_SCREEN_SURFACE_H

#include "boot/boot_info.h"

struct surface {
	unsigned columns, rows;
	void (*draw)(unsigned row, unsigned column, char c);
};

/* The surface for this kind of screen, mapped and ready; NULL if it can't be used. */
const struct surface *surface_framebuffer(const struct boot_framebuffer *framebuffer);
const struct surface *surface_vga_text(void);

#endif
