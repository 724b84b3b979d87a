/* SPDX-License-Identifier: MIT */
/* The benchmark's functions run guarded, so a fault ends the point and not the run. Records are
 * written outside the isolated section. */
#include "bench/engine/point.h"

#include <stdbool.h>

#include "bench/engine/count.h"
#include "bench/engine/measure.h"
#include "bench/engine/records.h"
#include "bench/engine/validity_check.h"
#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

#define RNG_SEED 1

/* Static because it is large, and because it keeps the progress of a guarded function that
 * faulted. */
static struct {
	struct bench_ctx *ctx;
	const struct sampling_policy *policy;
	int status;
	int count_status;
	bool prepared, isolated, timed;
	bool began_isolated;
	struct measurement measurement;
	struct counts counts;
	_Alignas(BENCH_STATE_MAX) uint8_t state[BENCH_STATE_MAX];       /* in a single page */
} point;

static void measure_guarded(void *unused)
{
	struct bench_ctx *ctx = point.ctx;

	(void)unused;
	point.status = ctx->bench->setup != NULL ? ctx->bench->setup(ctx) : 0;
	if (point.status != 0)
		return;
	point.prepared = true;
	point.isolated = true;
	platform_isolation_begin();
	point.began_isolated = platform_is_isolated();
	point.status = measure_point(ctx, point.policy, &point.measurement);
	point.timed = point.status == 0;
	if (point.timed && point.policy->events != 0)
		point.count_status = count_point(ctx, point.policy->events,
						 point.measurement.iterations, &point.counts);
	platform_isolation_end();
	point.isolated = false;
	if (point.timed && ctx->bench->verify != NULL)
		point.status = ctx->bench->verify(ctx);
}

static void teardown_guarded(void *unused)
{
	(void)unused;
	point.ctx->bench->teardown(point.ctx);
}

static void point_prepare(struct bench_ctx *ctx, const struct sampling_policy *policy)
{
	point.ctx = ctx;
	point.policy = policy;
	point.prepared = point.isolated = point.timed = false;
	memset(point.state, 0, ctx->bench->state_bytes);
	ctx->state = point.state;
	ctx->operations = ctx->bytes = ctx->warming = ctx->samples = 0;
	ctx->missing = NULL;
	ctx->detail[0] = '\0';
	rng_seed(&ctx->rng, RNG_SEED);
}

static enum point_outcome fault_outcome(const struct platform_failure *failure)
{
	return strcmp(failure->kind, "timeout") == 0 ? POINT_HUNG : POINT_FAILED;
}

/* Whether the wait of a CPU for another one timed out only because the emulator did not run the
 * other CPU. This is no fault of the machine. With one CPU it is impossible. */
static bool is_too_disturbed(int status)
{
	return status == -ETIMEDOUT && platform_time_base() == TIME_EMULATED &&
	       platform_cpu_count() > 1;
}

static enum point_outcome report_error(struct bench_ctx *ctx, int status)
{
	struct platform_failure failure = {
		.kind = "error", .cpu = platform_cpu(), .detail = ctx->detail,
	};

	if (ctx->detail[0] == '\0')
		bench_error(ctx, status, "the benchmark returned error %d", status);
	records_fault(ctx, &failure);
	return POINT_FAILED;
}

static void point_report_counts(struct bench_ctx *ctx)
{
	records_counts(ctx, &point.counts);
	if (point.count_status != 0)
		records_count_error(ctx, point.count_status);
}

/* A sample taken with interrupts on may include interrupts. */
static void point_check_interrupts(const struct bench_ctx *ctx)
{
	const struct measurement *m = &point.measurement;

	if (!point.began_isolated)
		validity_check_failed(ctx, "interrupts", "interrupts were on in the isolated "
							 "section");
	else if (m->unisolated > 0)
		validity_check_failed(ctx, "interrupts",
				      "interrupts were on at the start of %u of %u samples",
				      m->unisolated, m->count);
}

static void point_check_cold(const struct bench_ctx *ctx)
{
	const struct measurement *m = &point.measurement;

	if (m->taken_before_cold > 0)
		validity_check_failed(ctx, "cold", "samples taken before the cold one: %lu",
				      m->taken_before_cold);
}

/* Whether a value and the first sample's value agree: a stage is absent from all samples or from
 * none. */
static bool is_like_first(uint64_t first, uint64_t value, uint64_t limit)
{
	if (first == BENCH_NOT_MEASURED || first == BENCH_NO_SUCH_STAGE)
		return value == first;
	return value <= limit;
}

/* If the event of a sample did not happen, the sample lacks stamps, or they are in a wrong order.
 * So a value is missing, or is longer than the time since the TSC's start. This sets the error. */
static int point_check_samples(struct bench_ctx *ctx)
{
	const struct measurement *m = &point.measurement;
	unsigned stages = records_stage_count(ctx->bench);
	uint64_t limit = ctx->bench->unit == UNIT_TSC_TICKS ? clock_read() : INT64_MAX;

	for (unsigned stage = 0; stage < stages; stage++) {
		for (uint32_t i = 0; i < m->count; i++) {
			if (!is_like_first(m->warm[stage][0], m->warm[stage][i], limit))
				return bench_error(ctx, -EIO, "stage %u: no event in sample %u of "
							      "%u", stage + 1, i + 1, m->count);
		}
	}
	return 0;
}

static bool is_interval(const struct bench_ctx *ctx, unsigned stage, uint64_t value)
{
	return (ctx->bench->overlapping >> stage & 1) == 0 && value != BENCH_NOT_MEASURED &&
	       value != BENCH_NO_SUCH_STAGE;
}

/* Whether the stages of a sample fit into its total; reports a failed check if not. */
static bool stages_fit(const struct bench_ctx *ctx, const uint64_t values[BENCH_STAGES_MAX])
{
	const struct benchmark *bench = ctx->bench;
	bool is_divided = bench->is_divided;
	uint64_t sum = 0, total = 0;

	for (unsigned stage = 0; bench->stages[stage] != NULL; stage++) {
		if (strcmp(bench->stages[stage], bench->total) == 0)
			total = values[stage];
		else if (is_interval(ctx, stage, values[stage]))
			sum += values[stage];
		is_divided &= values[stage] != BENCH_NOT_MEASURED;
	}
	if (total == 0)
		validity_check_failed(ctx, "stages", "the stage %s is 0", bench->total);
	else if (sum > total || (is_divided && sum != total))
		validity_check_failed(ctx, "stages", "the stages sum to %lu, %s than their %s "
						     "of %lu", sum, sum > total ? "more" : "less",
				      bench->total, total);
	return total != 0 && sum <= total && (!is_divided || sum == total);
}

/* Only the first such sample of a point is reported. */
static void point_check_stages(const struct bench_ctx *ctx)
{
	const struct measurement *m = &point.measurement;
	uint64_t values[BENCH_STAGES_MAX];

	if (ctx->bench->total == NULL || ctx->operations > 1 ||
	    (!ctx->bench->no_lead_in && !stages_fit(ctx, m->cold)))
		return;
	for (uint32_t i = 0; i < m->count; i++) {
		for (unsigned stage = 0; stage < BENCH_STAGES_MAX; stage++)
			values[stage] = m->warm[stage][i];
		if (!stages_fit(ctx, values))
			return;
	}
}

/* Tell of retakes. If a retake was stable, only print it. Otherwise write a warning record. */
static void point_tell_retakes(const struct bench_ctx *ctx)
{
	const struct measurement *m = &point.measurement;

	if (m->is_unstable)
		warning("runner", "%s: unstable in %u attempts; timing overhead is not subtracted "
				  "from any metric", ctx->bench->name, m->retakes + 1);
	else if (m->retakes > 0)
		platform_print("%s: unstable, measured again; using attempt %u\n",
			     ctx->bench->name, m->retakes + 1);
}

static enum point_outcome point_measure(struct bench_ctx *ctx, const struct sampling_policy *policy)
{
	struct platform_failure failure = {0};

	if (platform_guard(measure_guarded, NULL, policy->limit_ms, &failure) != 0) {
		if (point.isolated)
			platform_isolation_end();
		if (point.timed)        /* the samples are valid even if counting failed */
			records_point(ctx, &point.measurement);
		records_fault(ctx, &failure);
		return fault_outcome(&failure);
	}
	if (point.status == -ENOTSUP && ctx->missing != NULL) {
		records_skip(ctx, BENCH_AXES_MAX);
		return POINT_SKIPPED;
	}
	if (is_too_disturbed(point.status)) {
		bench_skip(ctx, "host_time", "a CPU waited too long for another, which the "
					     "emulator's host did not run");
		records_skip(ctx, BENCH_AXES_MAX);
		return POINT_SKIPPED;
	}
	if (point.status == 0)
		point.status = point_check_samples(ctx);
	if (point.status != 0)
		return report_error(ctx, point.status);
	records_point(ctx, &point.measurement);
	point_check_interrupts(ctx);
	point_check_cold(ctx);
	point_check_stages(ctx);
	point_tell_retakes(ctx);
	if (policy->events != 0)
		point_report_counts(ctx);
	return POINT_MEASURED;
}

enum point_outcome point_run(struct bench_ctx *ctx, const struct sampling_policy *policy)
{
	struct platform_failure failure = {0};
	enum point_outcome outcome;

	point_prepare(ctx, policy);
	platform_scope_begin();
	outcome = point_measure(ctx, policy);
	if (point.prepared && ctx->bench->teardown != NULL &&
	    platform_guard(teardown_guarded, NULL, policy->limit_ms, &failure) != 0) {
		records_fault(ctx, &failure);
		outcome = fault_outcome(&failure);
	}
	platform_pmc_close();
	platform_scope_end();
	return outcome;
}
