/* SPDX-License-Identifier: MIT */
/* A run on one screen: whether it may be believed, the figures most people want, and what is not as
 * it should be. All of it is what view/text.h writes. */
#ifndef TOOLS_VIEW_SUMMARY_VIEW_H
#define TOOLS_VIEW_SUMMARY_VIEW_H

#include "tools/view/text.h"

/* So many lines at most. */
#define SUMMARY_VIEW_LINES_MAX 17

/* Whether there are enough of those figures for a glance to stand for the whole. */
bool summary_view_is_enough(const struct tables *tables);

/* Write it; a line that is too long for TEXT_COLUMNS is cut, and ends in "…". */
void summary_view_write(const struct text *text, const struct tables *tables);

#endif
