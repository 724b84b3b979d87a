/* SPDX-License-Identifier: MIT */
/* A benchmark that counts the runner's calls, on a scripted machine that is checked after each
 * test. */
#include "tests/unit/bench/engine/runner_fixture.h"

#include <string.h>

#include "bench/engine/measure.h"
#include "bench/engine/options.h"
#include "bench/engine/runner.h"
#include "tests/unit/bench/fake_platform.h"

struct runner_calls runner_calls;

unsigned runner_run_one(const struct benchmark *bench, const char *samples)
{
	const struct benchmark *benchmarks[] = {bench, NULL};
	struct options options;

	options_init(&options);
	options_parse(&options, "bench", bench->name);
	if (samples != NULL)
		options_parse(&options, "samples", samples);
	return runner_run(&options, benchmarks);
}

int runner_reset(void **state)
{
	(void)state;
	fake_reset();
	memset(&runner_calls, 0, sizeof(runner_calls));
	return 0;
}

int runner_check_clean(void **state)
{
	const struct wire_record *end = fake_record(WIRE_end, 0);

	(void)state;
	assert_int_equal(fake.isolation_depth, 0);
	assert_int_equal(fake.scope_depth, 0);
	assert_int_equal(fake.map_count, 0);
	assert_false(fake.wrote_while_isolated);
	assert_int_equal(fake_record_kind(0), WIRE_manifest);
	assert_non_null(end);
	assert_string_equal(end->end.status, "complete");
	assert_int_equal(end->end.records, end->seq);
	assert_int_equal(fake_record_kind(end->seq), WIRE_end);
	assert_int_equal(fake.concluded, 1);
	assert_int_equal(fake_record_kind(end->seq + 1), WIRE_KINDS);
	return 0;
}

int counting_setup(struct bench_ctx *ctx)
{
	uint64_t *state = ctx->state;

	runner_calls.state_was_zeroed = state[0] == 0 && state[7] == 0;
	state[0] = 42;
	runner_calls.first_random[runner_calls.setups++ % 8] = rng_next(&ctx->rng);
	return 0;
}

int counting_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	runner_calls.state_was_there = *(uint64_t *)ctx->state == 42;
	values[0] = runner_calls.trials;
	values[1] = 1000 + runner_calls.trials++;
	return 0;
}

void counting_teardown(struct bench_ctx *ctx)
{
	(void)ctx;
	runner_calls.teardowns++;
}

const char *const runner_stages[] = {"there", "back", NULL};

const struct benchmark bench_counting = {
	.name = "fake.counting",
	.summary = "one trial more",
	.stages = runner_stages,
	.state_bytes = 64,
	.setup = counting_setup,
	.sample = counting_sample,
	.teardown = counting_teardown,
};
