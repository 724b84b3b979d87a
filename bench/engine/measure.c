/* SPDX-License-Identifier: MIT */
/* The timed part. Only the benchmark runs between the two clock reads. Processing of the values
 * follows later, if possible after the isolated section. */
#include "bench/engine/measure.h"

#include "bench/engine/stability.h"
#include "bench/engine/time_run.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/words.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

#define CLOCK_STEPS_SEEN 64
#define CLOCK_READS_MAX 100000
#define ITERATIONS_MAX (1ull << 32)
#define RETAKES_MAX 6
#define FIRST_REST_US 4000              /* pause before the first retake; each pause is twice as
					 * long as the one before */
#define SAMPLES_FEWEST 7                /* minimum for a confidence interval */

static uint64_t measure_run(struct bench_ctx *ctx, uint64_t iterations)
{
	return time_run(ctx, iterations, ctx->bench->run);
}

static int measure_take(struct bench_ctx *ctx, struct measurement *m, uint64_t iterations,
			uint64_t values[BENCH_STAGES_MAX])
{
	m->taken++;
	if (ctx->bench->sample != NULL)
		return ctx->bench->sample(ctx, values);
	values[0] = measure_run(ctx, iterations);
	if (ctx->bench->differenced)
		values[1] = measure_run(ctx, 2 * iterations);
	return 0;
}

static uint64_t min_of(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

uint64_t measure_clock_step_ticks(void)
{
	uint64_t shortest = 0, last = clock_read();
	unsigned seen = 0;

	for (unsigned reads = 0; reads < CLOCK_READS_MAX && seen < CLOCK_STEPS_SEEN; reads++) {
		uint64_t now = clock_read(), step = now - last;

		last = now;
		if (step == 0)
			continue;
		shortest = seen++ == 0 ? step : min_of(shortest, step);
	}
	return shortest;
}

/* Double the operations in a sample until the sample is long enough for the clock, like lmbench:
 * McVoy & Staelin, "lmbench: Portable Tools for Performance Analysis", USENIX 1996. Each length is
 * tried twice, so that one disturbance does not make a sample look long enough. */
static int calibrate(struct bench_ctx *ctx, const struct sampling_policy *policy,
		     struct measurement *m)
{
	uint64_t step_ticks = measure_clock_step_ticks();
	uint64_t target_ticks = step_ticks * policy->clock_steps;

	if (step_ticks == 0)
		return bench_error(ctx, -EIO, "the " WORD_CLOCK " does not advance");
	m->taken++;
	while (m->iterations < ITERATIONS_MAX &&
	       min_of(measure_run(ctx, m->iterations), measure_run(ctx, m->iterations)) <
		       target_ticks)
		m->iterations *= 2;
	return 0;
}

/* Stores how many samples fit the policy at the speed of the fastest warm-up. */
static int warm_up(struct bench_ctx *ctx, const struct sampling_policy *policy,
		   struct measurement *m)
{
	uint64_t budget_ticks = ticks_of_us(policy->budget_us, platform_limit_hz());
	uint64_t values[BENCH_STAGES_MAX], shortest_ticks = UINT64_MAX, fitting;

	for (uint32_t i = 0; i < policy->warm_ups; i++) {
		uint64_t begin_tsc = clock_read();
		int status = measure_take(ctx, m, m->iterations, values);

		if (status != 0)
			return status;
		shortest_ticks = min_of(shortest_ticks, clock_read() - begin_tsc);
	}
	fitting = budget_ticks / (shortest_ticks != 0 ? shortest_ticks : 1) | 1;
	m->count = (uint32_t)min_of(policy->samples, fitting);
	if (m->count < policy->samples_min)
		m->count = policy->samples_min;
	if (ctx->samples != 0)
		m->count = ctx->samples;
	return 0;
}

/* Write to the memory of the future samples, so that storing a sample causes no page fault and no
 * cache miss. */
static void measure_touch(struct measurement *m)
{
	for (unsigned stage = 0; stage < BENCH_STAGES_MAX; stage++)
		memset(m->warm[stage], 0, m->count * sizeof(m->warm[stage][0]));
	memset(m->disturbed, 0, m->count * sizeof(m->disturbed[0]));
}

/* A benchmark that times itself may need interrupts. It enables and disables them itself. */
static bool must_be_isolated(const struct bench_ctx *ctx)
{
	return ctx->bench->run != NULL;
}

/* Where instructions are counted, a reading of the clock before the sample keeps the kernel's timer
 * interrupt out of a cold sample, as it does for a warm one. It warms nothing that matters, because
 * counts do not depend on caches. */
static int measure_take_cold(struct bench_ctx *ctx, struct measurement *m)
{
	struct platform_disturbances ignored;

	if (platform_time_base() == TIME_INSTRUCTIONS)
		platform_disturbances(&ignored);
	m->taken_before_cold = m->taken;
	return measure_take(ctx, m, m->cold_iterations, m->cold);
}

/* Stops at the series timeout, unless the benchmark sets its number of samples. */
static int measure_take_samples(struct bench_ctx *ctx, const struct sampling_policy *policy,
				struct measurement *m)
{
	uint64_t timeout_ticks = ticks_scale(policy->series_timeout_us, platform_limit_hz(),
					     US_PER_SECOND);
	uint64_t begin_tsc = clock_read();
	struct platform_disturbances before, after;
	uint64_t values[BENCH_STAGES_MAX] = {0};

	for (uint32_t i = 0; i < m->count; i++) {
		int status;

		m->unisolated += must_be_isolated(ctx) && !platform_is_isolated();
		platform_disturbances(&before);
		status = measure_take(ctx, m, m->iterations, values);
		platform_disturbances(&after);
		if (status != 0)
			return status;
		for (unsigned stage = 0; stage < BENCH_STAGES_MAX; stage++)
			m->warm[stage][i] = values[stage];
#define X(cause, word) m->disturbed[i].cause = after.cause - before.cause;
		PLATFORM_DISTURBANCES(X)
#undef X
		if (ctx->samples == 0 && i + 1 >= SAMPLES_FEWEST &&
		    clock_read() - begin_tsc >= timeout_ticks)
			m->count = i + 1;
	}
	return 0;
}

static void measure_rest(uint64_t rest_us)
{
	uint64_t begin_tsc = clock_read(), ticks = ticks_of_us(rest_us, platform_limit_hz());

	while (clock_read() - begin_tsc < ticks)
		;
}

/* Whether the samples are unusable, so that another attempt may be better. */
static bool measure_is_unstable(const struct bench_ctx *ctx, const struct measurement *m)
{
	return ctx->bench->underlies_all && platform_time_base() != TIME_INSTRUCTIONS &&
	       !samples_are_stable(m->warm[0], m->count);
}

/* Retake the samples with pauses, because a disturbance may be over after a millisecond or a tenth
 * of a second. */
static int measure_until_stable(struct bench_ctx *ctx, const struct sampling_policy *policy,
				struct measurement *m)
{
	uint32_t count = m->count;
	int status = measure_take_samples(ctx, policy, m);

	while (status == 0 && measure_is_unstable(ctx, m) && m->retakes < RETAKES_MAX) {
		measure_rest((uint64_t)FIRST_REST_US << m->retakes++);
		m->count = count;
		m->unisolated = 0;
		status = measure_take_samples(ctx, policy, m);
	}
	m->is_unstable = status == 0 && measure_is_unstable(ctx, m);
	return status;
}

/* Minimum number of operations in a sample. */
static uint64_t fewest_operations(const struct bench_ctx *ctx)
{
	if (ctx->bench->loop_operations != 0)
		return ctx->bench->loop_operations;
	return ctx->bench->sample != NULL && ctx->operations != 0 ? ctx->operations : 1;
}

int measure_point(struct bench_ctx *ctx, const struct sampling_policy *policy,
		  struct measurement *m)
{
	bool repeated = ctx->bench->loop_operations != 0;
	int status;

	m->unisolated = m->retakes = 0;
	m->is_unstable = false;
	m->taken = m->taken_before_cold = 0;
	m->cold_iterations = m->iterations = fewest_operations(ctx);
	if (ctx->bench->no_lead_in) {
		m->count = ctx->samples != 0 ? ctx->samples : 1;
		measure_touch(m);
		return measure_take_samples(ctx, policy, m);
	}
	status = measure_take_cold(ctx, m);
	if (status == 0 && ctx->warming != 0)
		ctx->bench->run(ctx, ctx->warming);
	if (status == 0 && repeated)
		status = calibrate(ctx, policy, m);
	if (status == 0)
		status = warm_up(ctx, policy, m);
	if (status != 0)
		return status;
	measure_touch(m);
	return measure_until_stable(ctx, policy, m);
}
