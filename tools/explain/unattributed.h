/* SPDX-License-Identifier: MIT */
/* Metrics that do not count the instructions between two clock reads. */
#ifndef TOOLS_EXPLAIN_UNATTRIBUTED_H
#define TOOLS_EXPLAIN_UNATTRIBUTED_H

#include "tools/explain/window.h"
#include "tools/record/result.h"

/* What a reason claims about the trace of the metric's point. */
enum reason_claim {
	/* the samples are not numbers of instructions, because they are far below those of the
	 * point */
	CLAIM_COUNTS,
	/* no pair of clock reads has the samples */
	CLAIM_NO_PAIR,
	/* the CPU halts, so the clock advances without instructions */
	CLAIM_HALTS,
};

/* Why a metric has no sum of instructions. */
struct unattributed {
	const char *benches, *stages;   /* patterns */
	const char *why;                /* a sentence */
	enum reason_claim claim;
	/* the stage for which the claim is checked: a stage with the same start, whose samples are
	 * too long to match by chance; NULL: its own */
	const char *checked_stage;
	const char *points;             /* a pattern; NULL: all */
};

/* NULL if the metric must have a sum. */
const struct unattributed *unattributed_find(const struct wire_bench *bench,
					     const struct wire_series *series);

/* The reason for a metric whose samples match no clock reads, in a run of a user's kernel. */
extern const struct unattributed unattributed_halts;

/* Whether the claim of the reason is true of the trace. point is the point of the metric. */
bool unattributed_check(const struct unattributed *reason, const struct bench *bench,
			const struct series *series, const struct instruction_profile *trace,
			const struct point_marks *point);

/* What the samples of a metric with a sum are made of. */
enum window_kind attributed_kind(const struct wire_bench *bench, const struct wire_series *series);

#endif
