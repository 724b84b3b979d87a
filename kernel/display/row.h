/* SPDX-License-Identifier: MIT */
/* A row of the screen, built from left to right; text beyond its end is dropped. */
#ifndef KERNEL_DISPLAY_ROW_H
#define KERNEL_DISPLAY_ROW_H

#include "kernel/dev/screen/screen.h"

struct row {
	unsigned columns;
	unsigned used;
	struct screen_cell cells[SCREEN_COLUMNS_MAX];
};

/* Begin an empty row of at most SCREEN_COLUMNS_MAX columns, which are blank in that ink. */
void row_begin(struct row *row, unsigned columns, enum screen_ink ink);

/* Append formatted text (lib/text/fmt.h) of at most 160 characters. */
void row_print(struct row *row, enum screen_ink ink, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Append cells of one glyph. */
void row_fill(struct row *row, enum screen_ink ink, uint8_t glyph, unsigned count);

/* Put text at the right end of the row, with blanks around it. */
void row_end_with(struct row *row, enum screen_ink ink, const char *text);

/* Copy the row's text without trailing blanks. Glyphs beyond ASCII become #. */
void row_text(const struct row *row, char *to, size_t size);

#endif
