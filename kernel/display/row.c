/* SPDX-License-Identifier: MIT */
/* See row.h. */
#include "kernel/display/row.h"

#include <stdarg.h>

#include "lib/text/fmt.h"
#include "lib/text/string.h"

void row_begin(struct row *row, unsigned columns, enum screen_ink ink)
{
	row->columns = columns < SCREEN_COLUMNS_MAX ? columns : SCREEN_COLUMNS_MAX;
	row->used = 0;
	row_fill(row, ink, ' ', row->columns);
	row->used = 0;
}

static void row_add(struct row *row, enum screen_ink ink, uint8_t glyph)
{
	if (row->used < row->columns)
		row->cells[row->used++] = (struct screen_cell){glyph, (uint8_t)ink};
}

void row_print(struct row *row, enum screen_ink ink, const char *format, ...)
{
	char text[SCREEN_COLUMNS_MAX + 1];
	va_list args;

	va_start(args, format);
	fmt_vbuffer(text, sizeof(text), format, args);
	va_end(args);
	for (const char *c = text; *c != '\0'; c++)
		row_add(row, ink, *c >= ' ' && *c <= '~' ? (uint8_t)*c : '?');
}

void row_fill(struct row *row, enum screen_ink ink, uint8_t glyph, unsigned count)
{
	while (count-- > 0 && row->used < row->columns)
		row_add(row, ink, glyph);
}

void row_text(const struct row *row, char *to, size_t size)
{
	size_t length = row->columns < size ? row->columns : size - 1;

	while (length > 0 && row->cells[length - 1].glyph == ' ')
		length--;
	for (size_t i = 0; i < length; i++) {
		uint8_t glyph = row->cells[i].glyph;

		to[i] = glyph >= ' ' && glyph <= '~' ? (char)glyph : '#';
	}
	to[length] = '\0';
}

void row_end_with(struct row *row, enum screen_ink ink, const char *text)
{
	unsigned length = (unsigned)strlen(text) + 2;

	if (length > row->columns)
		return;
	row->used = row->columns - length;
	row_print(row, ink, " %s ", text);
}
