/* SPDX-License-Identifier: MIT */
/* Draws characters on linear framebuffers of 15, 16, 24 or 32 bits a pixel. All framebuffers show
 * the same. */
#include "kernel/dev/screen/surface.h"

#include <stdbool.h>
#include <stddef.h>

#include "kernel/machine/paging.h"
#include "kernel/mm/firmware.h"
#include "lib/app/font.h"

/* Scale glyphs by the largest factor at which this many fit. */
#define COLUMNS_WANTED 100u
#define ROWS_WANTED 30u
#define SIDE_MAX 16384u                 /* more pixels than this mean damaged data */

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

struct framebuffer {
	volatile uint8_t *pixels;
	uint32_t pitch_bytes;
	uint32_t scale;
	uint32_t pixel_bytes;
	struct boot_colour red, green, blue;
};

static struct framebuffer framebuffers[1 + BOOT_MIRRORS_MAX];
static unsigned framebuffer_count;
static struct surface surface;

/* Place a colour of eight bits in a pixel. */
static uint32_t placed(uint32_t value, struct boot_colour colour)
{
	value = colour.bits < 8 ? value >> (8 - colour.bits) : value << (colour.bits - 8);
	return value << colour.shift;
}

static uint32_t pixel_of(const struct framebuffer *screen, uint32_t rgb)
{
	return placed(rgb >> 16 & 0xff, screen->red) | placed(rgb >> 8 & 0xff, screen->green) |
	       placed(rgb & 0xff, screen->blue);
}

static void put_pixel(volatile uint8_t *place, uint32_t pixel_bytes, uint32_t value)
{
	switch (pixel_bytes) {
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

/* A line of a glyph. In a block glyph all pixels of a line are equal. */
static uint8_t glyph_line(uint8_t glyph, unsigned line)
{
	unsigned filled = (glyph & 0x7fu) * GLYPH_HEIGHT / SCREEN_BLOCK_EIGHTHS;

	if (glyph < GLYPHS)
		return font_glyphs[glyph][line];
	return line + filled >= GLYPH_HEIGHT ? 0xff : 0;
}

static void draw_on(const struct framebuffer *screen, unsigned row, unsigned column,
		    struct screen_cell cell)
{
	uint32_t ink = pixel_of(screen, colours[cell.ink].ink);
	uint32_t ground = pixel_of(screen, colours[cell.ink].ground);
	uint32_t x_bytes = column * GLYPH_WIDTH * screen->scale * screen->pixel_bytes;

	for (unsigned y = 0; y < GLYPH_HEIGHT * screen->scale; y++) {
		size_t line = row * GLYPH_HEIGHT * screen->scale + y;
		volatile uint8_t *pixel = screen->pixels + line * screen->pitch_bytes + x_bytes;
		uint8_t bits = glyph_line(cell.glyph, y / screen->scale);

		for (unsigned x = 0; x < GLYPH_WIDTH * screen->scale; x++)
			put_pixel(pixel + x * screen->pixel_bytes, screen->pixel_bytes,
				  bits >> (7 - x / screen->scale) & 1 ? ink : ground);
	}
}

static void framebuffer_draw(unsigned row, unsigned column, struct screen_cell cell)
{
	for (unsigned i = 0; i < framebuffer_count; i++)
		draw_on(&framebuffers[i], row, column, cell);
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

static const char *add_framebuffer(const struct boot_framebuffer *info)
{
	const char *why = reason_against(info);
	struct framebuffer *screen = &framebuffers[framebuffer_count];
	uint32_t scale = surface_scale(info->width, info->height), columns, rows;

	if (why != NULL)
		return why;
	*screen = (struct framebuffer){
		.pixels = paging_map_framebuffer(info->base_phys,
						 (size_t)info->pitch_bytes * info->height),
		.pitch_bytes = info->pitch_bytes, .scale = scale,
		.pixel_bytes = pixel_bytes_of(info),
		.red = info->red, .green = info->green, .blue = info->blue,
	};
	if (screen->pixels == NULL)
		return "beyond 4 GiB";
	columns = info->width / (GLYPH_WIDTH * scale);
	rows = info->height / (GLYPH_HEIGHT * scale);
	if (framebuffer_count == 0 || columns < surface.columns)
		surface.columns = columns;
	if (framebuffer_count == 0 || rows < surface.rows)
		surface.rows = rows;
	framebuffer_count++;
	return NULL;
}

const struct surface *surface_framebuffer(const struct boot_framebuffer *info, const char **why)
{
	framebuffer_count = 0;
	surface.draw = framebuffer_draw;
	*why = add_framebuffer(info);
	return *why == NULL ? &surface : NULL;
}

const char *surface_add_mirror(const struct boot_framebuffer *info)
{
	return framebuffer_count <= BOOT_MIRRORS_MAX ? add_framebuffer(info) : "too many";
}
