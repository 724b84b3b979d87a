/* SPDX-License-Identifier: MIT */
/* Characters in the VGA's 80 by 25 text buffer. */
#include "kernel/dev/screen/surface.h"

#include "kernel/mm/paging.h"

/* IBM VGA: colour text modes have their buffer here, a byte of character and one of attribute. */
#define BUFFER_PHYS 0xb8000u
#define COLUMNS 80u
#define ROWS 25u
#define GREY_ON_BLACK 0x0700u

static volatile uint16_t *cells;

static void vga_text_draw(unsigned row, unsigned column, char c)
{
	cells[row * COLUMNS + column] = (uint16_t)(GREY_ON_BLACK | (unsigned char)c);
}

static const struct surface surface = {COLUMNS, ROWS, vga_text_draw};

const struct surface *surface_vga_text(void)
{
	cells = paging_map_device(BUFFER_PHYS, COLUMNS * ROWS * sizeof(*cells));
	return &surface;
}
