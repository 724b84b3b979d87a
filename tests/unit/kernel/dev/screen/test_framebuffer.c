/* SPDX-License-Identifier: MIT */
/* Characters as pixels: position, scale and colours. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/dev/screen/surface.h"
#include "kernel/mm/paging.h"
#include "lib/app/font.h"

/* A glyph whose lines are all different and asymmetric. */
const uint8_t font_glyphs[GLYPHS][GLYPH_HEIGHT] = {
	['A'] = {0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d,
		 0x0e, 0x0f, 0x10},
};

static uint32_t *pixels;

volatile void *paging_map_framebuffer(uint64_t phys, size_t size_bytes)
{
	assert_int_equal(phys, 0xe0000000);
	free(pixels);
	pixels = calloc(1, size_bytes);
	assert_non_null(pixels);
	return pixels;
}

/* The pitch is a few pixels more than the width. */
static const struct surface *make(uint32_t width, uint32_t height)
{
	const struct boot_framebuffer info = {
		.base_phys = 0xe0000000, .width = width, .height = height,
		.pitch_bytes = (width + 8) * 4, .red_shift = 16, .green_shift = 8, .blue_shift = 0,
	};

	return surface_framebuffer(&info);
}

TEST(text_scale_gives_at_least_100_columns)
{
	assert_int_equal(surface_scale(640, 480), 1);
	assert_int_equal(surface_scale(800, 600), 1);
	assert_int_equal(surface_scale(1280, 800), 1);
	assert_int_equal(surface_scale(1920, 1080), 2);
	assert_int_equal(surface_scale(2560, 1440), 3);
	assert_int_equal(surface_scale(3840, 2160), 4);
	assert_int_equal(make(3840, 2160)->columns, 120);
	assert_int_equal(make(3840, 2160)->rows, 33);
	assert_int_equal(make(800, 600)->columns, 100);
	assert_int_equal(make(800, 600)->rows, 37);
}

TEST(glyph_is_drawn_pixel_by_pixel_in_its_colour)
{
	const struct surface *surface = make(1920, 1080);

	surface->draw(1, 2, (struct screen_cell){'A', INK_BRIGHT});
	for (unsigned y = 0; y < GLYPH_HEIGHT * 2; y++) {
		for (unsigned x = 0; x < GLYPH_WIDTH * 2; x++) {
			unsigned bit = font_glyphs['A'][y / 2] >> (7 - x / 2) & 1;

			assert_int_equal(pixels[(32 + y) * 1928 + 32 + x], bit ? 0xffffff : 0);
		}
	}
}

TEST(block_is_filled_from_the_bottom)
{
	const struct surface *surface = make(800, 600);

	surface->draw(0, 0, (struct screen_cell){SCREEN_BLOCK(3), INK_GOOD});
	for (unsigned y = 0; y < GLYPH_HEIGHT; y++)
		assert_int_equal(pixels[y * 808] != 0, y >= GLYPH_HEIGHT - 6);
	surface->draw(0, 0, (struct screen_cell){SCREEN_BLOCK(8), INK_GOOD});
	assert_true(pixels[0] != 0 && pixels[7] != 0 && pixels[8] == 0);
}

TEST(damaged_information_gives_no_screen)
{
	assert_null(make(0, 0));
	assert_null(make(7, 600));
	assert_null(make(800, 15));
	assert_null(make(20000, 600));
}
