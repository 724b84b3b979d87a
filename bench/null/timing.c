/* SPDX-License-Identifier: MIT */
/* null.timing: the timing overhead. The host tool subtracts its median from every other series
 * whose samples span one pair of clock reads. */
#include "bench/benchmark.h"
#include "bench/null/empty.h"

const struct benchmark bench_null_timing = {
	.name = "null.timing",
	.summary = "two clock reads around the call of an empty function",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_EXACT,
	.underlies_all = true,
	.run = empty_run,
	.unverified = "an empty function leaves nothing behind; selftest.null is held against 0",
};
