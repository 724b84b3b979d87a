/* SPDX-License-Identifier: MIT */
/* Self-tests: benchmarks with known results. A wrong result means that the timing, and so every
 * metric of the run, is wrong. The kernel's screen and the host tool judge them here. Values and
 * limits are thousandths of the unit, because the kernel has no floating point. */
#ifndef LIB_SELF_TEST_H
#define LIB_SELF_TEST_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/core_clock.h"
#include "lib/time_base.h"

#define SELFTEST_LATENCY_BYTES 8192     /* buffer of mem.latency that fits every first-level
					 * cache */
#define SELFTEST_LATENCY_PAGE_BYTES 4096

enum self_test {
	SELFTEST_NULL,
	SELFTEST_REFERENCE,             /* an operation takes one core cycle */
	SELFTEST_XOR,
	SELFTEST_MULTIPLY,
	SELFTEST_L1_LOAD,
	SELFTEST_LATENCY,
	SELFTESTS,
};

/* With one of the first three, the self-test has a value. */
enum verdict {
	VERDICT_PASS,
	VERDICT_FAIL,
	VERDICT_UNEXPECTED,             /* possible, but not the latency of a known core */
	VERDICT_NOT_CHECKED,            /* the benchmark is not in the run */
	VERDICT_NOT_APPLICABLE,         /* this time base has no known answer */
};

struct known_answer {
	const char *claim;              /* the expectation in words */
	int64_t low, high;              /* expected range, ends included */
	int64_t possible_low, possible_high;    /* outside of this range, the timing is wrong */
	const char *unit;
};

/* The timing overhead of a run, in thousandths of a tick. */
struct timing_limits {
	int64_t median;                 /* of the samples of null.timing */
	int64_t spread;                 /* interquartile range of these samples */
	int64_t step;                   /* step of the clock */
};

/* The benchmark of a self-test. */
const char *selftest_bench(enum self_test test);

/* The known answer with that time base. The limits of SELFTEST_NULL follow from the timing
 * overhead, those of SELFTEST_REFERENCE from the processor. */
struct known_answer selftest_answer(enum self_test test, enum time_base base,
				    const struct timing_limits *timing,
				    const struct core_clock_range *clock);

/* Whether the time base has a known answer. */
bool selftest_applies(enum self_test test, enum time_base base);

/* VERDICT_PASS, VERDICT_FAIL or VERDICT_UNEXPECTED. */
enum verdict selftest_verdict(const struct known_answer *answer, int64_t value);

#endif
