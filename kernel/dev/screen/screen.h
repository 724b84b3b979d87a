/* SPDX-License-Identifier: MIT */
/* Text on the machine's own screen: a grid of characters on the framebuffer or in VGA text memory.
 * Its upper rows can be kept for what stays where it is; what is written scrolls below them. */
#ifndef KERNEL_DEV_SCREEN_SCREEN_H
#define KERNEL_DEV_SCREEN_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boot/boot_info.h"

#define SCREEN_LINES_KEPT 1024
#define SCREEN_COLUMNS_MAX 160
#define SCREEN_ROWS_MAX 64

/* What a character is drawn in. */
enum screen_ink {
	INK_TEXT,
	INK_BRIGHT,
	INK_DIM,
	INK_GOOD,
	INK_BAD,
	INK_CURVE,
	INK_TITLE,              /* these three on a ground of their own */
	INK_TITLE_GOOD,
	INK_TITLE_BAD,
	INKS
};

struct screen_cell {
	uint8_t glyph;          /* ASCII, or a block */
	uint8_t ink;
};

/* The glyph of a cell that is filled from below, by so many eighths, 1 to 8. */
#define SCREEN_BLOCK_EIGHTHS 8u
#define SCREEN_BLOCK(eighths) (0x80 + (eighths))

/* Use the framebuffer, or the VGA text buffer, if the machine was booted with one. Boot CPU, after
 * paging_init. A screen is part of the console then; before, and without one, the functions below
 * that write do nothing. */
void screen_init(const struct boot_info *info);

/* Size of the whole screen in characters; 0 by 0 without one. */
void screen_size(unsigned *columns, unsigned *rows);

/* Write text at the cursor; when the last line is full the upper part of the text scrolls away. */
void screen_write(const char *text, size_t length);

/* Keep so many of the upper rows for screen_put, fewer than there are. The text goes on below. */
void screen_reserve(unsigned rows);

/* Draw a row of those that are kept, from its left end; count is at most the columns. */
void screen_put(unsigned row, const struct screen_cell *cells, unsigned count);

/* Lines of text that the screen shows at a time; 0 without a screen. */
unsigned screen_lines(void);

/* Show what was written so many lines further down, or up if lines is negative; not beyond the last
 * line nor the oldest of the SCREEN_LINES_KEPT. There must be a screen. */
void screen_move(int lines);

/* Whether the last line is shown. */
bool screen_shows_end(void);

#endif
