/* SPDX-License-Identifier: MIT */
/* The self-tests of a run. */
#ifndef TOOLS_ANALYSIS_SELFTEST_H
#define TOOLS_ANALYSIS_SELFTEST_H

#include "lib/self_test.h"
#include "tools/analysis/metrics.h"

struct selftest {
	const char *bench;
	const char *claim;              /* the expectation in words */
	enum verdict verdict;
	double value;                   /* in unit; valid for pass, fail and unexpected */
	double low, high;               /* expected range, ends included */
	const char *unit;
};

void selftest_judge(const struct metrics *metrics, const struct overhead *overhead,
		    struct selftest tests[SELFTESTS]);

/* Whether any self-test has a value. Without one the timing is unchecked. */
bool selftest_is_judged(const struct selftest tests[SELFTESTS]);

const char *verdict_name(enum verdict verdict);

#endif
