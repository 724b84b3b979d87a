/* SPDX-License-Identifier: MIT */
/* A run on one screen: whether it may be believed, the figures most people want, and what is not as
 * it should be. All of it is what view/text.h writes. */
#ifndef TOOLS_VIEW_GLANCE_H
#define TOOLS_VIEW_GLANCE_H

#include "tools/view/text.h"

/* So many lines at most. */
#define GLANCE_LINES_MAX 17

/* Whether there are enough of those figures for a glance to stand for the whole. */
bool glance_is_enough(const struct tables *tables);

/* Write it; a line that is too long for TEXT_COLUMNS is cut, and ends in "…". */
void glance_write(const struct text *text, const struct tables *tables);

#endif
