/* SPDX-License-Identifier: MIT */
/* A sample of a coarse clock is a Bernoulli trial: the probability that it contains a step is its
 * length divided by the step. A sample longer than a step contains all whole steps, and one more
 * with the probability of the remainder. Hence the interval is that of a proportion, by Clopper and
 * Pearson ("The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial",
 * 1934), valid for any number of samples. A standard deviation of such samples is meaningless. */
#include "tools/analysis/coarse_clock.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tools/analysis/timing.h"
#include "tools/base/ticks.h"
#include "tools/record/point.h"
#include "tools/stats/proportion.h"


/* p-value at the ends of a 95 % interval. */
#define COARSE_P_MIN 0.05
#define TAIL_PROBABILITY (COARSE_P_MIN / 2)

/* Lengths of runs, in blocks, whose errors are compared. Each needs ERROR_RUNS_MIN runs. */
static const size_t run_blocks[] = {1, 2, 5, 10, 20, 50, 100, 250};
#define ERROR_RUNS_MIN 4

static const char *const method_names[] = {
	[COARSE_LOOP] = "loop", [COARSE_DISCRETE] = "discrete", [COARSE_LOCKED] = "locked",
	[COARSE_JITTERED] = "jittered",
};

/* The three series of a point, one value per block of operations. */
struct coarse_blocks {
	const struct sample_set *seen, *steps, *tsc;
	uint64_t operations;            /* in a block */
	double step_ticks;
	enum coarse_method method;
};

/* ---- Estimates ---- */

/* Sum of count blocks from first on. */
static uint64_t coarse_sum(const struct sample_set *set, size_t first, size_t count)
{
	uint64_t total = 0;

	for (size_t i = first; i < first + count; i++)
		total += set->values[i];
	return total;
}

/* The operations as trials: each takes whole_ticks, each success also success_ticks. */
struct trials {
	uint64_t n, successes;
	double whole_ticks;             /* whole steps during each operation */
	double success_ticks;           /* one step, or more if operations were delayed */
};

static struct trials trials_of(const struct coarse_blocks *blocks, uint64_t steps,
			       const struct coarse_estimate *estimate)
{
	uint64_t n = estimate->operations, seen = estimate->seen, whole = steps / n;
	double step_ticks = blocks->step_ticks;

	if (whole > 0) {
		return (struct trials){
			n, steps - whole * n, (double)whole * step_ticks, step_ticks,
		};
	}
	return (struct trials){
		n, seen, 0, step_ticks * (seen > 0 ? (double)steps / (double)seen : 1),
	};
}

/* If all operations saw the same number of steps, the last step of each may have been chance. */
static struct trials trials_below(const struct trials *trials)
{
	return (struct trials){
		trials->n, trials->n, trials->whole_ticks - trials->success_ticks,
		trials->success_ticks,
	};
}

static double lowest_ticks(const struct trials *trials)
{
	return trials->whole_ticks + trials->success_ticks * proportion_for(
		trials->successes - 1, trials->n, 1 - TAIL_PROBABILITY);
}

static double highest_ticks(const struct trials *trials)
{
	return trials->whole_ticks + trials->success_ticks *
		(trials->successes < trials->n
			 ? proportion_for(trials->successes, trials->n, TAIL_PROBABILITY) : 1);
}

/* The interval of the proportion, in ticks. */
static void bound_proportion(const struct coarse_blocks *blocks, uint64_t steps,
			     struct coarse_estimate *estimate)
{
	struct trials trials = trials_of(blocks, steps, estimate), below = trials_below(&trials);

	if (trials.successes > 0)
		estimate->low = lowest_ticks(&trials);
	else if (trials.whole_ticks > 0)
		estimate->low = lowest_ticks(&below);
	estimate->high = highest_ticks(&trials);
}

/* Estimate from count blocks, at least one, without the interval, which takes most of the time. */
static struct coarse_estimate coarse_estimate_value(const struct coarse_blocks *blocks,
						    size_t first, size_t count)
{
	uint64_t steps = coarse_sum(blocks->steps, first, count);
	struct coarse_estimate estimate = {
		.operations = blocks->operations * count,
		.seen = coarse_sum(blocks->seen, first, count),
	};
	double n = (double)estimate.operations;

	estimate.value = (double)steps * blocks->step_ticks / n;
	estimate.truth = (double)coarse_sum(blocks->tsc, first, count) / n;
	return estimate;
}

/* The estimate with its interval. */
static struct coarse_estimate coarse_estimate_bounded(const struct coarse_blocks *blocks,
						      size_t first, size_t count)
{
	struct coarse_estimate estimate = coarse_estimate_value(blocks, first, count);

	if (blocks->method == COARSE_LOOP) {
		double step = blocks->step_ticks / (double)blocks->operations;

		/* A loop's error is always less than a step. */
		estimate.low = fmax(0, estimate.value - step);
		estimate.high = estimate.value + step;
	} else {
		bound_proportion(blocks, coarse_sum(blocks->steps, first, count), &estimate);
	}
	return estimate;
}

/* Two-sided p-value of the number of steps, given the truth. The interval contains the truth if p
 * is at least COARSE_P_MIN, so its ends need not be computed. */
static double coarse_estimate_p(const struct coarse_blocks *blocks, size_t first, size_t count)
{
	struct coarse_estimate estimate = coarse_estimate_value(blocks, first, count);
	struct trials trials = trials_of(blocks, coarse_sum(blocks->steps, first, count),
					 &estimate);
	unsigned n, successes;
	double truth, fewer, more;

	if (trials.successes == 0 && trials.whole_ticks > estimate.truth)
		trials = trials_below(&trials);
	n = (unsigned)trials.n;
	successes = (unsigned)trials.successes;
	truth = (estimate.truth - trials.whole_ticks) / trials.success_ticks;
	if (!(truth >= 0 && truth <= 1))
		return 0;
	fewer = gsl_cdf_binomial_P(successes, truth, n);
	more = successes > 0 ? gsl_cdf_binomial_Q(successes - 1, truth, n) : 1;
	return fmin(1, 2 * fmin(fewer, more));
}

/* ---- Repetitions ---- */

static void count_covered(const struct coarse_blocks *blocks, struct coarse_run *run)
{
	size_t count = blocks->tsc->count / COARSE_REPETITIONS;

	if (count == 0 ||
	    (double)coarse_sum(blocks->tsc, 0, count) / blocks->step_ticks < COARSE_STEPS_MIN)
		return;
	run->repetitions = COARSE_REPETITIONS;
	for (size_t i = 0; i < COARSE_REPETITIONS; i++)
		run->covered += coarse_estimate_p(blocks, i * count, count) >= COARSE_P_MIN;
}

/* ---- Error against the number of operations ---- */

/* Fit a line to the logarithms; each point is weighted by its number of runs. */
static void fit_slope(struct coarse_run *run)
{
	double x[COARSE_ERRORS_MAX], y[COARSE_ERRORS_MAX], weights[COARSE_ERRORS_MAX];
	double offset, variance, covariance, offset_variance, chi_squared;

	for (size_t i = 0; i < run->error_count; i++) {
		x[i] = log((double)run->errors[i].operations);
		y[i] = log(run->errors[i].ticks);
		weights[i] = (double)run->errors[i].runs;
		if (!isfinite(y[i]))
			return;
	}
	if (run->error_count < 3)
		return;
	gsl_fit_wlinear(x, 1, weights, 1, y, 1, run->error_count, &offset, &run->slope,
			&offset_variance, &covariance, &variance, &chi_squared);
	run->has_slope = true;
}

/* Number of undisturbed operations that saw a step. The records are sorted by index, and may repeat
 * an index. */
static uint64_t count_undisturbed(const struct series *seen)
{
	uint64_t left = coarse_sum(&seen->warm, 0, seen->warm.count), last = UINT64_MAX;

	for (size_t i = 0; i < seen->disturbed_count; i++) {
		uint64_t index = seen->disturbed[i].disturbed.index;

		if (index != last && index < seen->warm.count)
			left -= seen->warm.values[index];
		last = index;
	}
	return left;
}

/* ---- Verdicts ---- */

static enum coarse_verdict coarse_clock_judge(const struct coarse_run *run)
{
	if (run->method == COARSE_LOCKED) {
		if (run->off_half_widths > COARSE_OFF_HALF_WIDTHS_MIN)
			return COARSE_AS_EXPECTED;
		/* Without an observed step the interval is too wide to show an error. */
		if (run->whole.seen == 0)
			return COARSE_TOO_FEW;
		return run->seen_undisturbed == 0 ? COARSE_DISTURBED : COARSE_NOT_AS_EXPECTED;
	}
	if (run->method == COARSE_LOOP)
		return run->whole.low <= run->whole.truth && run->whole.truth <= run->whole.high
			? COARSE_AS_EXPECTED : COARSE_NOT_AS_EXPECTED;
	if (run->p < COARSE_FALSE_ALARMS ||
	    (run->repetitions > 0 && run->covered < COARSE_COVERED_MIN))
		return COARSE_NOT_AS_EXPECTED;
	if (!run->has_slope || run->whole.seen < COARSE_SEEN_MIN || run->p < COARSE_P_MIN)
		return COARSE_TOO_FEW;
	return run->slope >= COARSE_SLOPE_LOW && run->slope <= COARSE_SLOPE_HIGH
		? COARSE_AS_EXPECTED : COARSE_NOT_AS_EXPECTED;
}

/* ---- From the series ---- */

static const struct series *find_stage(const struct bench *bench, const char *point,
				       const char *stage)
{
	for (size_t i = 0; i < bench->series_count; i++) {
		const struct wire_series *info = bench->series[i].info;

		if (strcmp(info->point, point) == 0 && strcmp(info->stage, stage) == 0)
			return &bench->series[i];
	}
	return NULL;
}

static bool find_method(const char *point, enum coarse_method *method)
{
	struct parameter parameter;

	while (point_next(&point, &parameter)) {
		for (int i = COARSE_LOOP; i <= COARSE_JITTERED; i++) {
			if (strcmp(parameter.name, "method") == 0 &&
			    strcmp(parameter.value, method_names[i]) == 0) {
				*method = (enum coarse_method)i;
				return true;
			}
		}
	}
	return false;
}

/* Set the blocks of the point to which a TSC series belongs. Returns false if a part is lost. */
static bool coarse_clock_find_blocks(const struct bench *bench, const struct series *tsc,
				     uint64_t tsc_hz, struct coarse_blocks *blocks,
				     struct coarse_run *run)
{
	const struct series *seen = find_stage(bench, tsc->info->point, "seen");
	const struct series *steps = find_stage(bench, tsc->info->point, "steps");

	run->point = tsc->info->point;
	if (seen == NULL || steps == NULL || tsc->warm.count == 0 ||
	    seen->warm.count != tsc->warm.count || steps->warm.count != tsc->warm.count ||
	    !find_method(run->point, &run->method) ||
	    !point_number(run->point, "period_us", &run->period_us) ||
	    !point_number(run->point, "operation_us", &run->operation_us) ||
	    !point_number(run->point, "one_in", &run->one_in))
		return false;
	run->seen_undisturbed = count_undisturbed(seen);
	*blocks = (struct coarse_blocks){
		.seen = &seen->warm, .steps = &steps->warm, .tsc = &tsc->warm,
		.operations = tsc->info->iterations,
		.step_ticks = time_ticks((double)run->period_us, (double)tsc_hz, US_PER_SECOND),
		.method = run->method,
	};
	return blocks->operations > 0;
}

static void coarse_clock_compute(const struct coarse_blocks *blocks, struct coarse_run *run)
{
	const struct coarse_estimate *whole = &run->whole;

	run->whole = coarse_estimate_bounded(blocks, 0, blocks->tsc->count);
	run->off_half_widths = fabs(whole->value - whole->truth) / ((whole->high - whole->low) / 2);
	if (run->method != COARSE_LOOP) {
		run->p = coarse_estimate_p(blocks, 0, blocks->tsc->count);
		count_covered(blocks, run);
		for (size_t i = 0; i < sizeof(run_blocks) / sizeof(run_blocks[0]); i++) {
			if (blocks->tsc->count / run_blocks[i] >= ERROR_RUNS_MIN) {
				size_t length = run_blocks[i];
				size_t runs = blocks->tsc->count / length;
				double squares = 0;

				for (size_t j = 0; j < runs; j++) {
					struct coarse_estimate estimate =
						coarse_estimate_value(blocks, j * length, length);

					squares += pow(estimate.value - estimate.truth, 2);
				}
				run->errors[run->error_count++] = (struct coarse_error){
					.operations = length * blocks->operations,
					.runs = runs,
					.ticks = sqrt(squares / (double)runs),
				};
			}
		}
		fit_slope(run);
	}
	run->verdict = coarse_clock_judge(run);
}

size_t coarse_clock_find(const struct result *result, struct coarse_run runs[COARSE_RUNS_MAX])
{
	const struct wire_manifest *manifest = result_manifest(result);
	const struct bench *bench = result_bench(result, COARSE_BENCH);
	size_t count = 0;

	if (bench == NULL || manifest == NULL || manifest->tsc_hz == 0)
		return 0;
	for (size_t i = 0; i < bench->series_count && count < COARSE_RUNS_MAX; i++) {
		struct coarse_run run = {0};
		struct coarse_blocks blocks;

		if (strcmp(bench->series[i].info->stage, "tsc") != 0 ||
		    !coarse_clock_find_blocks(bench, &bench->series[i], manifest->tsc_hz, &blocks,
					      &run))
			continue;
		coarse_clock_compute(&blocks, &run);
		if (timing_base(result) == TIME_EMULATED)
			run.verdict = COARSE_NOT_JUDGED;
		runs[count++] = run;
	}
	return count;
}

const char *coarse_method_name(enum coarse_method method)
{
	return method_names[method];
}

const char *coarse_verdict_name(enum coarse_verdict verdict)
{
	static const char *const names[] = {
		[COARSE_AS_EXPECTED] = "as expected",
		[COARSE_NOT_AS_EXPECTED] = "NOT AS EXPECTED",
		[COARSE_TOO_FEW] = "too few samples",
		[COARSE_DISTURBED] = "too disturbed",
		[COARSE_NOT_JUDGED] = "not judged under emulation",
	};

	return names[verdict];
}
