/* SPDX-License-Identifier: MIT */
/* A surface draws a character in a cell of the screen. */
#ifndef KERNEL_DEV_SCREEN_SURFACE_H
#define KERNEL_DEV_SCREEN_SURFACE_H

#include "boot/boot_info.h"
#include "kernel/dev/screen/screen.h"

struct surface {
	unsigned columns, rows;
	void (*draw)(unsigned row, unsigned column, struct screen_cell cell);
};

/* Map and initialise a surface; NULL if unusable. */
const struct surface *surface_framebuffer(const struct boot_framebuffer *framebuffer);
const struct surface *surface_vga_text(void);

/* Size of a glyph's pixel on a screen of width by height pixels, so that text is equally large on
 * all screens. */
uint32_t surface_scale(uint32_t width, uint32_t height);

#endif
