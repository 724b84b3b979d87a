/* SPDX-License-Identifier: MIT */
/* Draws characters in the VGA's 80 by 25 text buffer. */
#include "kernel/dev/screen/surface.h"

#include <stddef.h>

#include "kernel/machine/paging.h"
#include "lib/x86/io.h"

/* IBM VGA: address of colour text modes; a character byte and an attribute byte per cell. */
#define BUFFER_PHYS 0xb8000u
#define COLUMNS 80u
#define ROWS 25u

/* IBM VGA, "Miscellaneous Output Register": its read port. */
#define MISCELLANEOUS_OUTPUT 0x3cc
#define PORT_ABSENT 0xff

/* Block characters of code page 437. */
#define LOWER_HALF_BLOCK 0xdcu
#define FULL_BLOCK 0xdbu

/* Attributes of inks. INK_DIM is as bright as text, because dark grey is hard to read. */
static const uint8_t attributes[INKS] = {
	[INK_TEXT] = 0x07, [INK_BRIGHT] = 0x0f, [INK_DIM] = 0x07, [INK_GOOD] = 0x0a,
	[INK_BAD] = 0x0c, [INK_CURVE] = 0x0b, [INK_TITLE] = 0x1f, [INK_TITLE_GOOD] = 0x1a,
	[INK_TITLE_BAD] = 0x4f,
};

static volatile uint16_t *cells;

/* The character of a glyph. Code page 437 has blocks of two heights. A line stands for lower
 * ones. */
static unsigned vga_text_character(uint8_t glyph)
{
	unsigned eighths = glyph & 0x7fu;

	if (glyph < SCREEN_BLOCK(0))
		return glyph;
	if (eighths > SCREEN_BLOCK_EIGHTHS * 3 / 4)
		return FULL_BLOCK;
	return eighths > SCREEN_BLOCK_EIGHTHS / 4 ? LOWER_HALF_BLOCK : '_';
}

static void vga_text_draw(unsigned row, unsigned column, struct screen_cell cell)
{
	cells[row * COLUMNS + column] = (uint16_t)((unsigned)attributes[cell.ink] << 8 |
						   vga_text_character(cell.glyph));
}

static const struct surface surface = {COLUMNS, ROWS, vga_text_draw};

/* Whether there is a VGA text screen. Without a VGA the port reads as all ones, and the buffer's
 * address is no screen. */
static bool vga_text_exists(void)
{
	return inb(MISCELLANEOUS_OUTPUT) != PORT_ABSENT;
}

const struct surface *surface_vga_text(void)
{
	cells = paging_map_device(BUFFER_PHYS, COLUMNS * ROWS * sizeof(*cells));
	return vga_text_exists() ? &surface : NULL;
}
