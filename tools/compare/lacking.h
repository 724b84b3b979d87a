/* SPDX-License-Identifier: MIT */
/* Why a run lacks a figure that another has. */
#ifndef TOOLS_COMPARE_LACKING_H
#define TOOLS_COMPARE_LACKING_H

#include "tools/analysis/name_index.h"
#include "tools/compare/compare.h"

/* What a run skipped and what failed in it, by name. Empty when zeroed; filled when first asked. */
struct lacking {
	const struct compared_run *run;
	struct name_index skips, faults; /* places are those of the records */
};

/* Set why the run has no figure of that name, and whether it should. */
void lacking_explain(struct lacking *lacking, const struct compared_run *run,
		     const struct metric *metric, struct side_figure *side);

void lacking_free(struct lacking *lacking);

#endif
