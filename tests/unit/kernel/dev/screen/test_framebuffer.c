/* SPDX-License-Identifier: MIT */
/* Characters as pixels: position, scale and colours. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/dev/screen/surface.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/firmware.h"
#include "lib/app/font.h"

/* A glyph whose lines are all different and asymmetric. */
const uint8_t font_glyphs[GLYPHS][GLYPH_HEIGHT] = {
	['A'] = {0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d,
		 0x0e, 0x0f, 0x10},
};

#define MIRROR_PHYS 0xd0000000

static uint32_t mirror[648 * 480];
static uint32_t *pixels;                /* or smaller ones */

volatile void *paging_map_framebuffer(uint64_t phys, size_t size_bytes)
{
	if (phys == MIRROR_PHYS) {
		assert_true(size_bytes <= sizeof(mirror));
		return mirror;
	}
	assert_int_equal(phys, 0xe0000000);
	free(pixels);
	pixels = calloc(1, size_bytes);
	assert_non_null(pixels);
	return pixels;
}

const char *firmware_reason_against(uint64_t phys, uint64_t size_bytes)
{
	if (phys + size_bytes > 1ull << 40)
		return "beyond the CPU's addresses";
	return phys == 0x100000 ? "an address of memory" : NULL;
}

static const char *why;

/* The pitch is a few pixels more than the width. */
static struct boot_framebuffer describe(uint32_t width, uint32_t height)
{
	return (struct boot_framebuffer){
		.base_phys = 0xe0000000, .width = width, .height = height,
		.pitch_bytes = (width + 8) * 4, .pixel_bits = 32,
		.red = {16, 8}, .green = {8, 8}, .blue = {0, 8},
	};
}

static const struct surface *make(uint32_t width, uint32_t height)
{
	const struct boot_framebuffer info = describe(width, height);

	return surface_framebuffer(&info, &why);
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

/* The title's background, 1c3f6e: each colour loses its low bits, or gains zeros. */
static const struct depth {
	const char *name;
	uint32_t pixel_bits, pixel_bytes;
	struct boot_colour red, green, blue;
	uint32_t ground;
} depths[] = {
	{"15 bits", 15, 2, {10, 5}, {5, 5}, {0, 5}, 0x3 << 10 | 0x7 << 5 | 0xd},
	{"16 bits", 16, 2, {11, 5}, {5, 6}, {0, 5}, 0x3 << 11 | 0xf << 5 | 0xd},
	{"24 bits", 24, 3, {16, 8}, {8, 8}, {0, 8}, 0x1c3f6e},
	{"32 bits, red lowest", 32, 4, {0, 8}, {8, 8}, {16, 8}, 0x6e3f1c},
	{"30 bits", 32, 4, {20, 10}, {10, 10}, {0, 10}, 0x70 << 20 | 0xfc << 10 | 0x1b8},
};

static void check_depth(void **state)
{
	const struct depth *depth = *state;
	struct boot_framebuffer info = describe(800, 600);
	const struct surface *surface;
	uint32_t pixel = 0;

	info.pixel_bits = depth->pixel_bits;
	info.red = depth->red;
	info.green = depth->green;
	info.blue = depth->blue;
	info.pitch_bytes = 800 * depth->pixel_bytes + 12;
	surface = surface_framebuffer(&info, &why);
	assert_non_null(surface);
	surface->draw(1, 1, (struct screen_cell){'A', INK_TITLE});
	memcpy(&pixel, (uint8_t *)pixels + 16 * info.pitch_bytes + 8 * depth->pixel_bytes,
	       depth->pixel_bytes);
	assert_int_equal(pixel, depth->ground);
	memcpy(&pixel, (uint8_t *)pixels + 16 * info.pitch_bytes + 16 * depth->pixel_bytes,
	       depth->pixel_bytes);
	assert_int_equal(pixel, 0);
}

TEST_CASES(check_depth, depths);

TEST(framebuffer_that_cannot_be_drawn_on_has_a_reason)
{
	struct boot_framebuffer info = describe(800, 600);

	info.pixel_bits = 8;
	info.red.bits = 0;
	assert_null(surface_framebuffer(&info, &why));
	assert_string_equal(why, "unsupported pixels");
	info = describe(800, 600);
	info.base_phys = 0x7f0000000000;
	assert_null(surface_framebuffer(&info, &why));
	assert_string_equal(why, "beyond the CPU's addresses");
	info.base_phys = 0x100000;
	assert_null(surface_framebuffer(&info, &why));
	assert_string_equal(why, "an address of memory");
}

TEST(damaged_information_gives_no_screen)
{
	assert_null(make(0, 0));
	assert_null(make(7, 600));
	assert_null(make(800, 15));
	assert_null(make(20000, 600));
}

TEST(text_is_drawn_on_all_screens_in_the_size_of_the_smallest)
{
	const struct surface *surface = make(1920, 1080);
	struct boot_framebuffer info = describe(640, 480);

	info.base_phys = MIRROR_PHYS;
	assert_null(surface_add_mirror(&info));
	assert_int_equal(surface->columns, 80);
	assert_int_equal(surface->rows, 30);
	surface->draw(1, 2, (struct screen_cell){'A', INK_BRIGHT});
	assert_int_equal(pixels[32 * 1928 + 32 + 14], 0xffffff);
	assert_int_equal(mirror[16 * 648 + 16 + 7], 0xffffff);
	assert_int_equal(mirror[16 * 648 + 16 + 6], 0);
	info.base_phys = 0x100000;
	assert_string_equal(surface_add_mirror(&info), "an address of memory");
}
