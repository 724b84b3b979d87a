/* SPDX-License-Identifier: MIT */
/* Verdicts on changes between two sides, with a bounded rate of false alarms. */
#ifndef TOOLS_COMPARE_JUDGE_H
#define TOOLS_COMPARE_JUDGE_H

#include "tools/compare/compare.h"

/* Probability that a comparison of two equal sides finds any difference. */
#define JUDGE_FALSE_ALARMS 0.05

/* Default threshold: smaller differences, as a part of the base's median, get no verdict.
 * Instruction counts are exact and have no threshold. */
#define JUDGE_THRESHOLD_PART 0.01

struct judging {
	double threshold_part;  /* of the base's median; not below 0 */
	/* Number of times judged by ranks, and the smallest corrected p that one of them can
	 * reach: above JUDGE_FALSE_ALARMS there are too few runs to find a difference. */
	size_t judged;
	size_t varying;         /* counts that vary within a side */
	double least_p;
	size_t changes[CHANGES];
};

/* Correct p for the number of metrics and set every metric's verdict, after compare_make of a
 * change. The caller sets judging->threshold_part; the function sets the rest. */
void judge_comparison(struct comparison *comparison, struct judging *judging);

/* Whether there are too few runs to find any difference. */
bool judge_has_too_few_runs(const struct judging *judging);

/* Whether verdicts are well founded: there are enough runs, at least one metric is stable, and each
 * side has more than one run unless metrics are counts. */
bool judge_is_conclusive(const struct comparison *comparison, const struct judging *judging);

/* Number of runs that each side needs so that one differing metric among this many can be found. */
size_t judge_runs_needed(size_t metrics);

const char *change_name(enum change change);

/* Whether both sides have values that differ, in any direction; and the number of such verdicts. */
bool change_is_measured(enum change change);
size_t changes_measured(const size_t changes[CHANGES]);

#endif
