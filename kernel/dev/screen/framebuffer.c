/* SPDX-License-Identifier: MIT */
/* Draws characters on a linear framebuffer of 15, 16, 24 or 32 bits a pixel. */
#include "kernel/dev/screen/surface.h"

#include <stdbool.h>
#include <stddef.h>

#include "kernel/machine/paging.h"
#include "kernel/mm/firmware.h"
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
	uint32_t pixel_bytes;
	struct boot_colour red, green, blue;
} framebuffer;

static struct surface surface;

/* A colour of eight bits at its place in a pixel. */
static uint32_t placed(uint32_t value, struct boot_colour colour)
{
	value = colour.bits < 8 ? value >> (8 - colour.bits) : value << (colour.bits - 8);
	return value << colour.shift;
}

static uint32_t pixel_of(uint32_t rgb)
{
	return placed(rgb >> 16 & 0xff, framebuffer.red) |
	       placed(rgb >> 8 & 0xff, framebuffer.green) | placed(rgb & 0xff, framebuffer.blue);
}

static void put_pixel(volatile uint8_t *place, uint32_t value)
{
	switch (framebuffer.pixel_bytes) {
	case 4:
		*(volatile uint32_t *)place = value;
		break;
	case 3:
		place[2] = (uint8_t)(value >> 16);
		place[1] = (uint8_t)(value >> 8);
		place[0] = (uint8_t)value;
		break;
	default:
		*(volatile uint16_t *)place = (uint16_t)value;
	}
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
	uint32_t x_bytes = column * GLYPH_WIDTH * scale * framebuffer.pixel_bytes;

	for (unsigned y = 0; y < GLYPH_HEIGHT * scale; y++) {
		size_t line = (size_t)(row * GLYPH_HEIGHT * scale + y) * framebuffer.pitch_bytes;
		volatile uint8_t *pixel = framebuffer.pixels + line + x_bytes;
		uint8_t bits = glyph_line(cell.glyph, y / scale);

		for (unsigned x = 0; x < GLYPH_WIDTH * scale; x++)
			put_pixel(pixel + x * framebuffer.pixel_bytes,
				  bits >> (7 - x / scale) & 1 ? ink : ground);
	}
}

static uint32_t pixel_bytes_of(const struct boot_framebuffer *info)
{
	return (info->pixel_bits + 7) / 8;
}

static bool is_in_pixel(struct boot_colour colour, uint32_t pixel_bits)
{
	return colour.bits > 0 && colour.shift + colour.bits <= pixel_bits;
}

static const char *reason_against(const struct boot_framebuffer *info)
{
	uint64_t size_bytes = (uint64_t)info->pitch_bytes * info->height;

	if (info->pixel_bits < 15 || info->pixel_bits > 32 ||
	    !is_in_pixel(info->red, info->pixel_bits) ||
	    !is_in_pixel(info->green, info->pixel_bits) ||
	    !is_in_pixel(info->blue, info->pixel_bits))
		return "unsupported pixels";
	if (info->width < GLYPH_WIDTH || info->width > SIDE_MAX || info->height < GLYPH_HEIGHT ||
	    info->height > SIDE_MAX || info->pitch_bytes > SIDE_MAX * sizeof(uint32_t) ||
	    info->pitch_bytes < info->width * pixel_bytes_of(info) || info->pitch_bytes % 2 != 0 ||
	    (pixel_bytes_of(info) == 4 && info->pitch_bytes % 4 != 0))
		return "impossible size";
	return firmware_reason_against(info->base_phys, size_bytes);
}

uint32_t surface_scale(uint32_t width, uint32_t height)
{
	uint32_t across = width / (GLYPH_WIDTH * COLUMNS_WANTED);
	uint32_t down = height / (GLYPH_HEIGHT * ROWS_WANTED);
	uint32_t scale = across < down ? across : down;

	return scale > 1 ? scale : 1;
}

const struct surface *surface_framebuffer(const struct boot_framebuffer *info, const char **why)
{
	uint32_t scale = surface_scale(info->width, info->height);

	*why = reason_against(info);
	if (*why != NULL)
		return NULL;
	framebuffer.pixels = paging_map_framebuffer(info->base_phys,
						    (size_t)info->pitch_bytes * info->height);
	if (framebuffer.pixels == NULL) {
		*why = "beyond 4 GiB";
		return NULL;
	}
	framebuffer.pitch_bytes = info->pitch_bytes;
	framebuffer.scale = scale;
	framebuffer.pixel_bytes = pixel_bytes_of(info);
	framebuffer.red = info->red;
	framebuffer.green = info->green;
	framebuffer.blue = info->blue;
	surface.columns = info->width / (GLYPH_WIDTH * scale);
	surface.rows = info->height / (GLYPH_HEIGHT * scale);
	surface.draw = framebuffer_draw;
	return &surface;
}
