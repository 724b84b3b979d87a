/* SPDX-License-Identifier: MIT */
/* What has become better or worse between two sides, said so that noise is rarely taken for it. */
#ifndef TOOLS_COMPARE_JUDGE_H
#define TOOLS_COMPARE_JUDGE_H

#include "tools/compare/compare.h"

/* How often a comparison of like with like may find any difference at all. */
#define JUDGE_FALSE_ALARMS 0.05

/* Below so much of the base's median a difference is not worth a verdict, unless the user says
 * otherwise. Instructions are exact: there, any difference is. */
#define JUDGE_THRESHOLD_PART 0.01

struct judging {
	double threshold_part;  /* of the base's median; not below 0 */
	/* How many figures were judged by ranks, and the least p that one of them could have had,
	 * corrected as if it were the only one to differ: above JUDGE_FALSE_ALARMS there are too
	 * few runs to find anything. */
	size_t judged;
	double least_p;
	size_t changes[CHANGES];
};

/* compare_make has been called for a change: correct p for the number of figures, and give every
 * metric its verdict. judging->threshold_part is given, the rest is set. */
void judge_comparison(struct comparison *comparison, struct judging *judging);

/* Whether so few runs were given that no difference whatever could have been found. */
bool judge_is_blind(const struct judging *judging);

/* Whether verdicts rest on enough: neither blind nor, unless figures are counted, on the samples of
 * one run a side, nor on figures alone that vary. */
bool judge_is_conclusive(const struct comparison *comparison, const struct judging *judging);

/* Runs a side with which one figure that differs among so many could be found. */
size_t judge_runs_needed(size_t figures);

const char *change_name(enum change change);

#endif
