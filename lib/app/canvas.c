/* SPDX-License-Identifier: MIT */
#include "lib/app/canvas.h"

#include "lib/wire/crc.h"

static uint32_t *cell(const struct canvas *canvas, uint32_t row, uint32_t column)
{
	return canvas->pixels + (uint64_t)row * GLYPH_HEIGHT * canvas->pitch +
	       (uint64_t)column * GLYPH_WIDTH;
}

void canvas_draw(struct canvas *canvas, uint32_t row, uint32_t column, char c, bool is_inverse)
{
	const uint8_t *glyph = canvas->font[(unsigned char)c < GLYPHS ? (unsigned char)c : '?'];
	uint32_t ink = is_inverse ? canvas->paper : canvas->ink;
	uint32_t paper = is_inverse ? canvas->ink : canvas->paper;
	uint32_t *line = cell(canvas, row, column);

	for (uint32_t y = 0; y < GLYPH_HEIGHT; y++, line += canvas->pitch) {
		for (uint32_t x = 0; x < GLYPH_WIDTH; x++)
			line[x] = (glyph[y] << x & 0x80) != 0 ? ink : paper;
	}
	canvas->glyphs_drawn++;
	canvas->pixels_drawn += GLYPH_WIDTH * GLYPH_HEIGHT;
}

void canvas_clear(struct canvas *canvas, uint32_t row, uint32_t column)
{
	uint32_t width = (canvas->columns - column) * GLYPH_WIDTH;
	uint32_t *line = cell(canvas, row, column);

	for (uint32_t y = 0; y < GLYPH_HEIGHT; y++, line += canvas->pitch) {
		for (uint32_t x = 0; x < width; x++)
			line[x] = canvas->paper;
	}
	canvas->pixels_drawn += (uint64_t)width * GLYPH_HEIGHT;
}

uint32_t canvas_crc(const struct canvas *canvas)
{
	uint32_t crc = 0;

	for (uint32_t y = 0; y < canvas->rows * GLYPH_HEIGHT; y++) {
		const uint32_t *line = canvas->pixels + (uint64_t)y * canvas->pitch;

		for (uint32_t x = 0; x < canvas->columns * GLYPH_WIDTH; x++) {
			uint8_t is_ink = line[x] == canvas->ink;

			crc = crc32c(crc, &is_ink, 1);
		}
	}
	return crc;
}
