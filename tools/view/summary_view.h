/* SPDX-License-Identifier: MIT */
/* A run on one screen, as text: validity, key metrics, and problems. */
#ifndef TOOLS_VIEW_SUMMARY_VIEW_H
#define TOOLS_VIEW_SUMMARY_VIEW_H

#include "tools/view/text.h"

/* Maximum number of output lines. */
#define SUMMARY_VIEW_LINES_MAX 17

/* Whether a run has enough key metrics for a summary. */
bool summary_view_is_enough(const struct tables *tables);

/* Write the summary. Lines longer than the width are cut and end in "…". */
void summary_view_write(const struct text *text, const struct tables *tables);

#endif
