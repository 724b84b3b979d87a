/* SPDX-License-Identifier: MIT */
/* A benchmark that keeps count of what the runner does with it, on a scripted machine that is
 * looked at after each test. */
#ifndef TESTS_UNIT_BENCH_ENGINE_RUNNER_FIXTURE_H
#define TESTS_UNIT_BENCH_ENGINE_RUNNER_FIXTURE_H

#include "tests/unit/unit.h"

#include "bench/engine/measure.h"

/* One test: the machine is as new before it, and looked at afterwards. */
#define RUNNER_TEST(name) cmocka_unit_test_setup_teardown(name, runner_reset, runner_check_clean)

/* What the test's benchmarks did. */
extern struct runner_seen {
	unsigned warming_trial;         /* which of the trials was as long as asked for */
	unsigned setups, teardowns, trials;
	uint64_t largest_iterations;
	bool state_was_zeroed, state_was_there;
	uint64_t first_random[8];
} runner_seen;

extern const struct benchmark bench_counting;

/* Its functions and its stages, for benchmarks that are like it. */
extern const char *const runner_stages[];
int counting_setup(struct bench_ctx *ctx);
int counting_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX]);
void counting_teardown(struct bench_ctx *ctx);

/* Run one benchmark, with so many samples unless that is NULL. Returns what runner_run() does. */
unsigned runner_run_one(const struct benchmark *bench, const char *samples);

int runner_reset(void **state);

/* Whatever happened, the machine must have been put back and the log be whole. */
int runner_check_clean(void **state);

#endif
