/* SPDX-License-Identifier: MIT */
/* Characters on a linear framebuffer of 32-bit pixels. */
#include "kernel/dev/screen/surface.h"

#include <stdbool.h>
#include <stddef.h>

#include "kernel/mm/paging.h"
#include "lib/app/font.h"

#define LARGE_SCREEN_WIDTH 2560u        /* from here on a glyph's pixel is drawn as four */
#define SIDE_MAX 16384u                 /* pixels; more than that is damaged information */
#define FOREGROUND 0xc0u                /* brightness of each colour */

static struct {
	volatile uint8_t *pixels;
	uint32_t pitch_bytes;
	uint32_t scale;
	uint32_t foreground;
} framebuffer;

static struct surface surface;

static void draw_row(volatile uint32_t *pixel, uint8_t bits)
{
	for (unsigned x = 0; x < GLYPH_WIDTH * framebuffer.scale; x++)
		pixel[x] = bits >> (7 - x / framebuffer.scale) & 1 ? framebuffer.foreground : 0;
}

static void framebuffer_draw(unsigned row, unsigned column, char c)
{
	const uint8_t *glyph = font_glyphs[(unsigned char)c < GLYPHS ? (unsigned char)c : '?'];
	uint32_t scale = framebuffer.scale;
	uint32_t x_bytes = column * GLYPH_WIDTH * scale * (uint32_t)sizeof(uint32_t);

	for (unsigned y = 0; y < GLYPH_HEIGHT * scale; y++) {
		size_t line = (size_t)(row * GLYPH_HEIGHT * scale + y) * framebuffer.pitch_bytes;

		draw_row((volatile uint32_t *)(framebuffer.pixels + line + x_bytes),
			 glyph[y / scale]);
	}
}

static bool framebuffer_is_usable(const struct boot_framebuffer *info, uint32_t scale)
{
	return info->width >= GLYPH_WIDTH * scale && info->width <= SIDE_MAX &&
	       info->height >= GLYPH_HEIGHT * scale && info->height <= SIDE_MAX &&
	       info->pitch_bytes >= info->width * sizeof(uint32_t) &&
	       info->pitch_bytes <= SIDE_MAX * sizeof(uint32_t);
}

const struct surface *surface_framebuffer(const struct boot_framebuffer *info)
{
	uint32_t scale = info->width >= LARGE_SCREEN_WIDTH ? 2 : 1;

	if (!framebuffer_is_usable(info, scale))
		return NULL;
	framebuffer.pixels = paging_map_framebuffer(info->base_phys,
						    (size_t)info->pitch_bytes * info->height);
	framebuffer.pitch_bytes = info->pitch_bytes;
	framebuffer.scale = scale;
	framebuffer.foreground = FOREGROUND << info->red_shift | FOREGROUND << info->green_shift |
				 FOREGROUND << info->blue_shift;
	surface.columns = info->width / (GLYPH_WIDTH * scale);
	surface.rows = info->height / (GLYPH_HEIGHT * scale);
	surface.draw = framebuffer_draw;
	return &surface;
}
