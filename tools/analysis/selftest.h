/* SPDX-License-Identifier: MIT */
/* Self-tests: benchmarks with known results. A wrong result means that the timing, and so every
 * metric of the run, is wrong. */
#ifndef TOOLS_ANALYSIS_SELFTEST_H
#define TOOLS_ANALYSIS_SELFTEST_H

#include "tools/analysis/metrics.h"

/* The first three have a value. */
enum verdict {
	VERDICT_PASS,
	VERDICT_FAIL,
	VERDICT_UNEXPECTED,             /* possible, but not the latency of a known core */
	VERDICT_NOT_CHECKED,            /* the benchmark is not in the run */
	VERDICT_NOT_APPLICABLE,         /* this time base has no known answer */
};

struct selftest {
	const char *bench;
	const char *claim;              /* the expectation in words */
	enum verdict verdict;
	double value;                   /* in unit; valid for pass, fail and unexpected */
	double low, high;               /* expected range, ends included */
	double possible_low, possible_high;     /* outside, the timing is wrong */
	const char *unit;
};

#define SELFTESTS 6

void selftest_judge(const struct metrics *metrics, const struct overhead *overhead,
		    struct selftest tests[SELFTESTS]);

/* Whether any self-test has a value. Without one the timing is unchecked. */
bool selftest_is_judged(const struct selftest tests[SELFTESTS]);

const char *verdict_name(enum verdict verdict);

#endif
