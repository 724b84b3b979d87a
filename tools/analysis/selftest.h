/* SPDX-License-Identifier: MIT */
/* Known answers: benchmarks whose result follows from how processors are built. A wrong one means
 * that the other figures of the run can't be believed either. */
#ifndef TOOLS_ANALYSIS_SELFTEST_H
#define TOOLS_ANALYSIS_SELFTEST_H

#include "tools/analysis/figures.h"

/* The first three come with a value. */
enum verdict {
	VERDICT_PASS,
	VERDICT_FAIL,
	VERDICT_UNEXPECTED,             /* no core known takes so long, but one might */
	VERDICT_NOT_CHECKED,            /* the benchmark is not in the run */
	VERDICT_NOT_APPLICABLE,         /* this time base has no known answer */
};

struct selftest {
	const char *bench;
	const char *claim;              /* what must hold, for a person */
	enum verdict verdict;
	double value;                   /* in unit; meaningful for pass, fail and unexpected */
	double low, high;               /* the known answer, both included */
	double possible_low, possible_high;     /* beyond these the timing must be wrong */
	const char *unit;
};

#define SELFTESTS 6

void selftest_judge(const struct figures *figures, const struct overhead *overhead,
		    struct selftest tests[SELFTESTS]);

/* Whether any of them has a verdict: without one nothing says that the timing is right. */
bool selftest_is_judged(const struct selftest tests[SELFTESTS]);

const char *verdict_name(enum verdict verdict);

#endif
