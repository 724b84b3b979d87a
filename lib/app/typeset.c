/* SPDX-License-Identifier: MIT */
/* Lines are filled greedily. The blank at a line break is not shown. */
#include "lib/app/typeset.h"

#include <stdbool.h>

#define BLANK_WIDTH 4u

/* ---- Widths ---- */

static void measure_glyph(struct typeset *layout, uint32_t c)
{
	uint32_t ink = 0, left = 0, right = GLYPH_WIDTH;

	for (uint32_t y = 0; y < GLYPH_HEIGHT; y++)
		ink |= layout->canvas->font[c][y];
	layout->width[c] = BLANK_WIDTH;
	if (ink == 0)
		return;
	while ((ink << left & 0x80) == 0)
		left++;
	while ((ink >> (GLYPH_WIDTH - right) & 1) == 0)
		right--;
	layout->left[c] = (uint8_t)left;
	layout->width[c] = (uint8_t)(right - left + 1);
}

void typeset_measure(struct typeset *layout)
{
	for (uint32_t c = 0; c < GLYPHS; c++)
		measure_glyph(layout, c);
}

uint32_t typeset_glyph(const struct typeset *layout, uint32_t place)
{
	unsigned char c = (unsigned char)gap_buffer_at(&layout->text, place);

	return c < GLYPHS ? c : '?';
}

uint32_t typeset_width(const struct typeset *layout)
{
	return layout->canvas->columns * GLYPH_WIDTH - GLYPH_WIDTH;
}

/* ---- Layout ---- */

/* Start of the next line: after a line end, or after the last blank that fits. */
static uint32_t break_line(const struct typeset *layout, uint32_t place)
{
	uint32_t length = gap_buffer_length(&layout->text), x = 0, begin = place, blank = 0;

	for (; place < length; place++) {
		uint32_t c = typeset_glyph(layout, place);

		if (c == '\n')
			return place + 1;
		if (c == ' ')
			blank = place + 1;
		if (x + layout->width[c] > typeset_width(layout) && place > begin)
			return blank != 0 ? blank : place;
		x += layout->width[c];
	}
	return length;
}

void typeset_lay_out(struct typeset *layout)
{
	uint32_t length = gap_buffer_length(&layout->text), place = 0;

	for (layout->line_count = 0; layout->line_count < TYPESET_LINES_MAX;) {
		layout->lines[layout->line_count++] = place;
		if (place == length)
			break;
		place = break_line(layout, place);
		if (place == length && gap_buffer_at(&layout->text, length - 1) != '\n')
			break;
	}
	layout->lines[layout->line_count] = place;
}

uint32_t typeset_line(const struct typeset *layout, uint32_t place)
{
	uint32_t line = layout->line_count - 1;

	while (line > 0 && layout->lines[line] > place)
		line--;
	return line;
}

/* Justify a line that was broken at a blank. */
static void pen_justify(const struct typeset *layout, struct pen *pen)
{
	uint32_t width = 0, blanks = 0;

	for (uint32_t place = pen->place; place < pen->end; place++) {
		width += layout->width[typeset_glyph(layout, place)];
		blanks += typeset_glyph(layout, place) == ' ';
	}
	if (blanks == 0 || width >= typeset_width(layout))
		return;
	pen->extra = (typeset_width(layout) - width) / blanks;
	pen->odd = (typeset_width(layout) - width) % blanks;
}

struct pen pen_begin(const struct typeset *layout, uint32_t line)
{
	struct pen pen = {.place = layout->lines[line], .end = layout->lines[line + 1]};
	bool is_last = line + 1 == layout->line_count;
	uint32_t last = pen.end > pen.place ? typeset_glyph(layout, pen.end - 1) : 0;

	if (last == '\n' || (last == ' ' && !is_last))
		pen.end--;
	if (last == ' ' && !is_last)
		pen_justify(layout, &pen);
	return pen;
}

void pen_next(const struct typeset *layout, struct pen *pen)
{
	uint32_t c = typeset_glyph(layout, pen->place++);

	pen->x += layout->width[c];
	if (c != ' ')
		return;
	pen->x += pen->extra + (pen->odd > 0);
	pen->odd -= pen->odd > 0;
}
