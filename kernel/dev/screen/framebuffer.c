/* SPDX-License-Identifier: MIT */
/* Draws characters on a linear framebuffer of 32-bit pixels. */
#include "kernel/dev/screen/surface.h"

#include <stdbool.h>
#include <stddef.h>

#include "kernel/mm/paging.h"
#include "lib/app/font.h"

/* Scale glyphs by the largest factor at which this many fit. */
#define COLUMNS_WANTED 100u
#define ROWS_WANTED 30u
#define SIDE_MAX 16384u                 /* more pixels than this: damaged data */

#define BLACK 0x000000u
#define TITLE_GROUND 0x1c3f6eu

/* Colours with eight bits each for red, green and blue; blue is lowest. */
static const struct {
	uint32_t ink, ground;
} colours[INKS] = {
	[INK_TEXT] = {0xc0c0c0, BLACK},
	[INK_BRIGHT] = {0xffffff, BLACK},
	[INK_DIM] = {0x909090, BLACK},
	[INK_GOOD] = {0x60e060, BLACK},
	[INK_BAD] = {0xff6060, BLACK},
	[INK_CURVE] = {0x50a8ff, BLACK},
	[INK_TITLE] = {0xffffff, TITLE_GROUND},
	[INK_TITLE_GOOD] = {0x80ff80, TITLE_GROUND},
	[INK_TITLE_BAD] = {0xffffff, 0xa02020},
};

static struct {
	volatile uint8_t *pixels;
	uint32_t pitch_bytes;
	uint32_t scale;
	uint8_t red_shift, green_shift, blue_shift;
} framebuffer;

static struct surface surface;

static uint32_t pixel_of(uint32_t rgb)
{
	return (rgb >> 16 & 0xff) << framebuffer.red_shift |
	       (rgb >> 8 & 0xff) << framebuffer.green_shift |
	       (rgb & 0xff) << framebuffer.blue_shift;
}

/* A line of a glyph; in a block glyph all its pixels are equal. */
static uint8_t glyph_line(uint8_t glyph, unsigned line)
{
	unsigned filled = (glyph & 0x7fu) * GLYPH_HEIGHT / SCREEN_BLOCK_EIGHTHS;

	if (glyph < GLYPHS)
		return font_glyphs[glyph][line];
	return line + filled >= GLYPH_HEIGHT ? 0xff : 0;
}

static void framebuffer_draw(unsigned row, unsigned column, struct screen_cell cell)
{
	uint32_t ink = pixel_of(colours[cell.ink].ink), ground = pixel_of(colours[cell.ink].ground);
	uint32_t scale = framebuffer.scale;
	uint32_t x_bytes = column * GLYPH_WIDTH * scale * (uint32_t)sizeof(uint32_t);

	for (unsigned y = 0; y < GLYPH_HEIGHT * scale; y++) {
		size_t line = (size_t)(row * GLYPH_HEIGHT * scale + y) * framebuffer.pitch_bytes;
		volatile uint32_t *pixel =
			(volatile uint32_t *)(framebuffer.pixels + line + x_bytes);
		uint8_t bits = glyph_line(cell.glyph, y / scale);

		for (unsigned x = 0; x < GLYPH_WIDTH * scale; x++)
			pixel[x] = bits >> (7 - x / scale) & 1 ? ink : ground;
	}
}

static bool framebuffer_is_usable(const struct boot_framebuffer *info)
{
	return info->width >= GLYPH_WIDTH && info->width <= SIDE_MAX &&
	       info->height >= GLYPH_HEIGHT && info->height <= SIDE_MAX &&
	       info->pitch_bytes >= info->width * sizeof(uint32_t) &&
	       info->pitch_bytes <= SIDE_MAX * sizeof(uint32_t);
}

uint32_t surface_scale(uint32_t width, uint32_t height)
{
	uint32_t across = width / (GLYPH_WIDTH * COLUMNS_WANTED);
	uint32_t down = height / (GLYPH_HEIGHT * ROWS_WANTED);
	uint32_t scale = across < down ? across : down;

	return scale > 1 ? scale : 1;
}

const struct surface *surface_framebuffer(const struct boot_framebuffer *info)
{
	uint32_t scale = surface_scale(info->width, info->height);

	if (!framebuffer_is_usable(info))
		return NULL;
	framebuffer.pixels = paging_map_framebuffer(info->base_phys,
						    (size_t)info->pitch_bytes * info->height);
	framebuffer.pitch_bytes = info->pitch_bytes;
	framebuffer.scale = scale;
	framebuffer.red_shift = info->red_shift;
	framebuffer.green_shift = info->green_shift;
	framebuffer.blue_shift = info->blue_shift;
	surface.columns = info->width / (GLYPH_WIDTH * scale);
	surface.rows = info->height / (GLYPH_HEIGHT * scale);
	surface.draw = framebuffer_draw;
	return &surface;
}
