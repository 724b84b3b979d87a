/* SPDX-License-Identifier: MIT */
/* The screen as cells of characters, and the surfaces that draw the cells. */
#ifndef KERNEL_DEV_SCREEN_SURFACE_H
#define KERNEL_DEV_SCREEN_SURFACE_H

#include <stdint.h>

#include "boot/boot_info.h"

/* Colours of a character. */
enum screen_ink {
	INK_TEXT,
	INK_BRIGHT,
	INK_DIM,
	INK_GOOD,
	INK_BAD,
	INK_CURVE,
	INK_TITLE,              /* this ink and the next two have their own background */
	INK_TITLE_GOOD,
	INK_TITLE_BAD,
	INKS
};

struct screen_cell {
	uint8_t glyph;          /* ASCII, or a block */
	uint8_t ink;
};

/* Glyph of a cell filled from below by 1 to 8 eighths. */
#define SCREEN_BLOCK_EIGHTHS 8u
#define SCREEN_BLOCK(eighths) (0x80 + (eighths))

/* Draws a character in a cell of the screen. */
struct surface {
	unsigned columns, rows;
	void (*draw)(unsigned row, unsigned column, struct screen_cell cell);
};

/* Map and initialise a surface. If it is unusable, returns NULL with the reason in *why. */
const struct surface *surface_framebuffer(const struct boot_framebuffer *framebuffer,
					  const char **why);
const struct surface *surface_vga_text(void);

/* Draw also on another framebuffer. The surface then has the size of the smaller framebuffer. Call
 * after surface_framebuffer, before the size of the surface is read. Returns NULL, or why this
 * failed. */
const char *surface_add_mirror(const struct boot_framebuffer *framebuffer);

/* Number of screen pixels for a glyph's pixel on a screen of width by height pixels, so that text
 * is equally large on all screens. */
uint32_t surface_scale(uint32_t width, uint32_t height);

#endif
