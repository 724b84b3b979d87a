/* SPDX-License-Identifier: MIT */
/* Why a run lacks a figure that another has. */
#ifndef TOOLS_COMPARE_MISSING_FIGURE_H
#define TOOLS_COMPARE_MISSING_FIGURE_H

#include <stdbool.h>

#include "tools/analysis/name_index.h"
#include "tools/compare/compared_runs.h"

/* What a run skipped and what failed in it, by name. Empty when zeroed; filled when first asked. */
struct missing_figure {
	const struct compared_run *run;
	struct name_index skips, faults; /* places are those of the records */
};

/* Why the run has no figure of that name, in words. *is_lost: it should have one. */
const char *missing_figure_explain(struct missing_figure *missing, const struct compared_run *run,
				   const struct figure_name *name, bool *is_lost);

void missing_figure_free(struct missing_figure *missing);

#endif
