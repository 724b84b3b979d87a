/* SPDX-License-Identifier: MIT */
/* A benchmark that counts the runner's calls, on a scripted machine that is checked after each
 * test. */
#ifndef TESTS_UNIT_BENCH_ENGINE_RUNNER_FIXTURE_H
#define TESTS_UNIT_BENCH_ENGINE_RUNNER_FIXTURE_H

#include "tests/unit/unit.h"

#include "bench/engine/measure.h"

/* Setup and teardown: reset the machine before a test, and check it afterwards. */
#define RUNNER_TEST(name) TEST_WITH(name, runner_reset, runner_check_clean)

/* Calls of the test's benchmarks. */
extern struct runner_calls {
	unsigned warming_trial;         /* index of the trial with the full warm-up length */
	unsigned setups, teardowns, trials;
	uint64_t largest_iterations;
	bool state_was_zeroed, state_was_there;
	uint64_t first_random[8];
} runner_calls;

extern const struct benchmark bench_counting;

/* Its functions and stages, for similar benchmarks. */
extern const char *const runner_stages[];
int counting_setup(struct bench_ctx *ctx);
int counting_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX]);
void counting_teardown(struct bench_ctx *ctx);

/* Run one benchmark with this many samples, or the default for NULL. Returns the result of
 * runner_run(). */
unsigned runner_run_one(const struct benchmark *bench, const char *samples);

int runner_reset(void **state);

/* In every case the machine must be restored and the log complete. */
int runner_check_clean(void **state);

#endif
