/* SPDX-License-Identifier: MIT */
/* A row of the screen while it is put together from left to right. What does not fit is cut. */
#ifndef KERNEL_DISPLAY_ROW_H
#define KERNEL_DISPLAY_ROW_H

#include "kernel/dev/screen/screen.h"

struct row {
	unsigned columns;
	unsigned used;
	struct screen_cell cells[SCREEN_COLUMNS_MAX];
};

/* An empty row of so many columns, at most SCREEN_COLUMNS_MAX, all blanks of one ink. */
void row_begin(struct row *row, unsigned columns, enum screen_ink ink);

/* Add text; the format is lib/text/fmt.h's, and what comes of it 160 characters at most. */
void row_print(struct row *row, enum screen_ink ink, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Add so many cells of one glyph. */
void row_fill(struct row *row, enum screen_ink ink, uint8_t glyph, unsigned count);

/* Put text over the right end of the row, with a blank behind it and one before it. */
void row_end_with(struct row *row, enum screen_ink ink, const char *text);

/* Its text, without blanks at the end; a glyph that is no ASCII becomes a #. */
void row_text(const struct row *row, char *to, size_t size);

#endif
