/* SPDX-License-Identifier: MIT */
/* What a screen is made of: something that can draw a character in a cell. */
#ifndef KERNEL_DEV_SCREEN_SURFACE_H
#define KERNEL_DEV_SCREEN_SURFACE_H

#include "boot/boot_info.h"
#include "kernel/dev/screen/screen.h"

struct surface {
	unsigned columns, rows;
	void (*draw)(unsigned row, unsigned column, struct screen_cell cell);
};

/* The surface for this kind of screen, mapped and ready; NULL if it can't be used. */
const struct surface *surface_framebuffer(const struct boot_framebuffer *framebuffer);
const struct surface *surface_vga_text(void);

/* How many pixels of a screen so wide and high a glyph's pixel takes each way: text is as large on
 * a screen of many pixels as on one of few. */
uint32_t surface_scale(uint32_t width, uint32_t height);

#endif
