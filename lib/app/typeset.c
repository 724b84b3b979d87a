/* SPDX-License-Identifier: MIT */
/* Lines are filled greedily. The blank at a line break is not shown. */
#include "lib/app/typeset.h"

#define BLANK_WIDTH 4u

/* ---- Widths ---- */

static void measure_glyph(struct word *word, uint32_t c)
{
	uint32_t ink = 0, left = 0, right = GLYPH_WIDTH;

	for (uint32_t y = 0; y < GLYPH_HEIGHT; y++)
		ink |= word->canvas->font[c][y];
	word->width[c] = BLANK_WIDTH;
	if (ink == 0)
		return;
	while ((ink << left & 0x80) == 0)
		left++;
	while ((ink >> (GLYPH_WIDTH - right) & 1) == 0)
		right--;
	word->left[c] = (uint8_t)left;
	word->width[c] = (uint8_t)(right - left + 1);
}

void typeset_measure(struct word *word)
{
	for (uint32_t c = 0; c < GLYPHS; c++)
		measure_glyph(word, c);
}

uint32_t typeset_glyph(const struct word *word, uint32_t place)
{
	unsigned char c = (unsigned char)gap_buffer_at(&word->text, place);

	return c < GLYPHS ? c : '?';
}

uint32_t typeset_width(const struct word *word)
{
	return word->canvas->columns * GLYPH_WIDTH - GLYPH_WIDTH;
}

/* ---- Layout ---- */

/* Start of the next line: after a line end, or after the last blank that fits. */
static uint32_t break_line(const struct word *word, uint32_t place)
{
	uint32_t length = gap_buffer_length(&word->text), x = 0, begin = place, blank = 0;

	for (; place < length; place++) {
		uint32_t c = typeset_glyph(word, place);

		if (c == '\n')
			return place + 1;
		if (c == ' ')
			blank = place + 1;
		if (x + word->width[c] > typeset_width(word) && place > begin)
			return blank != 0 ? blank : place;
		x += word->width[c];
	}
	return length;
}

void typeset_lay_out(struct word *word)
{
	uint32_t length = gap_buffer_length(&word->text), place = 0;

	for (word->line_count = 0; word->line_count < WORD_LINES_MAX;) {
		word->lines[word->line_count++] = place;
		if (place == length)
			break;
		place = break_line(word, place);
		if (place == length && gap_buffer_at(&word->text, length - 1) != '\n')
			break;
	}
	word->lines[word->line_count] = place;
}

uint32_t typeset_line(const struct word *word, uint32_t place)
{
	uint32_t line = word->line_count - 1;

	while (line > 0 && word->lines[line] > place)
		line--;
	return line;
}

/* Justify a line that was broken at a blank. */
static void pen_justify(const struct word *word, struct pen *pen)
{
	uint32_t width = 0, blanks = 0;

	for (uint32_t place = pen->place; place < pen->end; place++) {
		width += word->width[typeset_glyph(word, place)];
		blanks += typeset_glyph(word, place) == ' ';
	}
	if (blanks == 0 || width >= typeset_width(word))
		return;
	pen->extra = (typeset_width(word) - width) / blanks;
	pen->odd = (typeset_width(word) - width) % blanks;
}

struct pen pen_begin(const struct word *word, uint32_t line)
{
	struct pen pen = {.place = word->lines[line], .end = word->lines[line + 1]};
	bool is_last = line + 1 == word->line_count;
	uint32_t last = pen.end > pen.place ? typeset_glyph(word, pen.end - 1) : 0;

	if (last == '\n' || (last == ' ' && !is_last))
		pen.end--;
	if (last == ' ' && !is_last)
		pen_justify(word, &pen);
	return pen;
}

void pen_next(const struct word *word, struct pen *pen)
{
	uint32_t c = typeset_glyph(word, pen->place++);

	pen->x += word->width[c];
	if (c != ' ')
		return;
	pen->x += pen->extra + (pen->odd > 0);
	pen->odd -= pen->odd > 0;
}
