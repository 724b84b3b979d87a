/* SPDX-License-Identifier: MIT */
/* A run on one screen, as text: validity, key metrics, and problems. */
#ifndef TOOLS_VIEW_SUMMARY_VIEW_H
#define TOOLS_VIEW_SUMMARY_VIEW_H

#include "tools/view/text.h"

/* Maximum number of output lines. */
#define SUMMARY_VIEW_LINES_MAX 17

/* Whether a run has key metrics, and whether these are enough for a summary. */
bool summary_view_has_cards(const struct tables *tables);
bool summary_view_is_enough(const struct tables *tables);

/* Write the summary. Lines longer than the width are cut and end in "…". */
void summary_view_write(const struct text *text, const struct tables *tables);

/* Parts of the summary: an indented line, cut to the width; the badges; the first key metrics, with
 * their curves and intervals, or with relative intervals only. */
void summary_view_write_line(const struct text *text, enum text_style style, const char *line);
void summary_view_write_badges(const struct text *text, const struct tables *tables);
void summary_view_write_cards(const struct text *text, const struct tables *tables,
			      bool has_curves);

/* Write at most `most` remarks, which are rows of tables of facts, the bad ones first, then the
 * number of the others. */
void summary_view_write_remarks(const struct text *text, const struct tables *tables, size_t most);

#endif
