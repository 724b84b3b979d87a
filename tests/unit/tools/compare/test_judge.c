/* SPDX-License-Identifier: MIT */
/* Verdicts on made-up metrics, and the two rates that docs/compare.md states: how often like
 * compared with like raises an alarm, and how often a planted shift is found. */
#include "tests/unit/unit.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <math.h>

#include "tools/compare/judge.h"

#define METRICS 12
#define RUNS 10
#define SAMPLES 11
#define COMPARISONS (unit_trials(200, 1000))

static const struct figure ticks = {.is_timed = true}, counts = {0};

struct side_runs {
	double samples[RUNS][SAMPLES];
	struct sample_run runs[RUNS];
};

static void fill(struct side_runs *side, size_t run, double value)
{
	for (size_t i = 0; i < SAMPLES; i++)
		side->samples[run][i] = value;
	side->runs[run] = (struct sample_run){side->samples[run], SAMPLES};
}

/* A metric whose runs have these medians, put to the rank test as compare_make puts it. */
static struct metric metric_of(const struct side_runs *base, const struct side_runs *other,
			       size_t runs)
{
	const struct sample_runs sides[SIDES] = {{base->runs, runs}, {other->runs, runs}};
	struct metric metric = {.bench = "made.up", .point = "", .stage = ""};

	for (enum side side = BASE; side < SIDES; side++)
		metric.sides[side] = (struct side_figure){
			.first = &ticks,
			.unit = "ns",
			.runs = runs,
			.samples = runs * SAMPLES,
			.median = bootstrap_median(&sides[side]),
		};
	metric.contrast.difference.value = metric.sides[NEW].median - metric.sides[BASE].median;
	metric_rank(&metric, &sides[BASE], &sides[NEW]);
	return metric;
}

/* Runs of 100, 101, … against the same times a factor. */
static struct metric shifted(double factor)
{
	struct side_runs base, other;

	for (size_t run = 0; run < RUNS; run++) {
		fill(&base, run, 100 + (double)run / 10);
		fill(&other, run, (100 + (double)run / 10) * factor);
	}
	return metric_of(&base, &other, RUNS);
}

static enum change change_of(struct metric metric, double threshold_part)
{
	struct comparison comparison = {.metrics = &metric, .metric_count = 1};
	struct judging judging = {.threshold_part = threshold_part};

	judge_comparison(&comparison, &judging);
	assert_int_equal(judging.judged, metric.is_exact ? 0 : 1);
	assert_int_equal(judging.changes[metric.judgement.change], 1);
	return metric.judgement.change;
}

TEST(a_clear_shift_is_better_or_worse_by_its_sign)
{
	assert_int_equal(change_of(shifted(1.05), 0.01), CHANGE_REGRESSED);
	assert_int_equal(change_of(shifted(0.95), 0.01), CHANGE_IMPROVED);
	assert_int_equal(change_of(shifted(1), 0.01), CHANGE_UNCHANGED);
}

TEST(a_shift_below_the_threshold_does_not_count)
{
	assert_int_equal(change_of(shifted(1.05), 0.06), CHANGE_UNCHANGED);
	assert_int_equal(change_of(shifted(1.05), 0), CHANGE_REGRESSED);
}

TEST(counts_are_neither_good_nor_bad)
{
	struct metric metric = shifted(1.05);

	metric.sides[BASE].first = metric.sides[NEW].first = &counts;
	assert_int_equal(change_of(metric, 0.01), CHANGE_NEUTRAL);
}

TEST(one_instruction_is_a_change)
{
	struct metric metric = shifted(1);

	metric.is_counted = metric.is_exact = true;
	metric.contrast.difference.value = 1;
	assert_int_equal(change_of(metric, 0), CHANGE_REGRESSED);
	metric.contrast.difference.value = 0;
	assert_int_equal(change_of(metric, 0), CHANGE_UNCHANGED);
}

TEST(figures_in_other_units_are_not_judged)
{
	struct metric metric = shifted(1.05);
	struct comparison comparison = {.metrics = &metric, .metric_count = 1};
	struct judging judging = {.threshold_part = 0};

	metric.sides[NEW].unit = "TSC ticks";
	judge_comparison(&comparison, &judging);
	assert_int_equal(metric.judgement.change, CHANGE_UNKNOWN);
}

/* Three runs a side have 20 orders, of which two are the most extreme: p is never below 0.1. */
TEST(too_few_runs_are_known_to_be_blind)
{
	struct side_runs base, other;
	struct metric metric;
	struct comparison comparison = {.metrics = &metric, .metric_count = 1};
	struct judging judging = {.threshold_part = 0};

	for (size_t run = 0; run < 3; run++) {
		fill(&base, run, 1);
		fill(&other, run, 1000);
	}
	metric = metric_of(&base, &other, 3);
	judge_comparison(&comparison, &judging);
	assert_int_equal(metric.judgement.change, CHANGE_UNCHANGED);
	assert_true(fabs(judging.least_p - 0.1) < 1e-12);
	assert_true(judge_is_blind(&judging));
	assert_int_equal(judge_runs_needed(1), 4);
}

/* ---- Rates ---- */

/* Noise as machines have it: each boot has its own level, now and then a slow phase doubles a run,
 * and the samples of a run have outliers above. */
static void make_noise(gsl_rng *rng, struct side_runs *side, double level)
{
	for (size_t run = 0; run < RUNS; run++) {
		double boot = level * exp(gsl_ran_gaussian(rng, 0.02));

		if (gsl_rng_uniform(rng) < 0.02)
			boot *= 2;
		for (size_t i = 0; i < SAMPLES; i++)
			side->samples[run][i] = boot * (1 + gsl_ran_exponential(rng, 0.01));
		gsl_sort(side->samples[run], 1, SAMPLES);
		side->runs[run] = (struct sample_run){side->samples[run], SAMPLES};
	}
}

/* Compare METRICS figures, the first of which is shifted. Returns what became of them. */
static struct judging compare_noise(gsl_rng *rng, double shift, bool *found)
{
	struct metric metrics[METRICS];
	struct comparison comparison = {.metrics = metrics, .metric_count = METRICS};
	struct judging judging = {.threshold_part = 0};
	struct side_runs base, other;

	for (size_t i = 0; i < METRICS; i++) {
		make_noise(rng, &base, 100);
		make_noise(rng, &other, i == 0 ? 100 * shift : 100);
		metrics[i] = metric_of(&base, &other, RUNS);
	}
	judge_comparison(&comparison, &judging);
	*found = metrics[0].judgement.change == CHANGE_REGRESSED;
	return judging;
}

/* ---- Runs that depend on those before them ---- */

/* Levels of so many runs, one after the other, of which a half stays to the next. */
static void make_drift(gsl_rng *rng, double *levels, size_t count)
{
	double state = gsl_ran_gaussian(rng, 1);

	for (size_t i = 0; i < count; i++) {
		state = 0.5 * state + sqrt(1 - 0.25) * gsl_ran_gaussian(rng, 1);
		levels[i] = 100 * exp(0.02 * state);
	}
}

/* How many of COMPARISONS of METRICS figures raise an alarm, the sides taken in turn or not. */
static size_t count_drift_alarms(bool in_turn)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct metric metrics[METRICS];
	struct side_runs sides[SIDES];
	double levels[SIDES * RUNS];
	size_t alarms = 0;

	for (size_t i = 0; i < COMPARISONS; i++) {
		struct comparison comparison = {.metrics = metrics, .metric_count = METRICS};
		struct judging judging = {.threshold_part = 0};

		for (size_t j = 0; j < METRICS; j++) {
			make_drift(rng, levels, SIDES * RUNS);
			for (size_t run = 0; run < SIDES * RUNS; run++)
				fill(&sides[in_turn ? run % SIDES : run / RUNS],
				     in_turn ? run / SIDES : run % RUNS, levels[run]);
			metrics[j] = metric_of(&sides[BASE], &sides[NEW], RUNS);
		}
		judge_comparison(&comparison, &judging);
		alarms += judging.changes[CHANGE_UNCHANGED] < METRICS;
	}
	gsl_rng_free(rng);
	print_message("%s: %zu alarms in %zu comparisons\n", in_turn ? "in turn" : "blocks", alarms,
		      COMPARISONS);
	return alarms;
}

/* What docs/statistics.md warns of. */
TEST(blocks_of_runs_that_drift_raise_alarms)
{
	assert_true(count_drift_alarms(false) > COMPARISONS / 10);
}

TEST(sides_taken_in_turn_seldom_do)
{
	assert_true(count_drift_alarms(true) <= COMPARISONS * JUDGE_FALSE_ALARMS);
}

/* Draws are the same every time, so this is no test that fails now and then. */
TEST(like_against_like_seldom_raises_an_alarm)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	size_t alarms = 0;

	for (size_t i = 0; i < COMPARISONS; i++) {
		bool found;

		alarms += compare_noise(rng, 1, &found).changes[CHANGE_UNCHANGED] < METRICS;
	}
	gsl_rng_free(rng);
	print_message("%zu alarms in %zu comparisons\n", alarms, COMPARISONS);
	assert_true(alarms > 0 && alarms <= COMPARISONS * JUDGE_FALSE_ALARMS);
}

TEST(a_shift_of_5_percent_is_mostly_found)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	size_t hits = 0;

	for (size_t i = 0; i < COMPARISONS / 4; i++) {
		bool found;

		compare_noise(rng, 1.05, &found);
		hits += found;
	}
	gsl_rng_free(rng);
	print_message("%zu of %zu shifts found\n", hits, COMPARISONS / 4);
	assert_true(hits >= COMPARISONS / 4 * 8 / 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_clear_shift_is_better_or_worse_by_its_sign),
		cmocka_unit_test(a_shift_below_the_threshold_does_not_count),
		cmocka_unit_test(counts_are_neither_good_nor_bad),
		cmocka_unit_test(one_instruction_is_a_change),
		cmocka_unit_test(figures_in_other_units_are_not_judged),
		cmocka_unit_test(too_few_runs_are_known_to_be_blind),
		cmocka_unit_test(blocks_of_runs_that_drift_raise_alarms),
		cmocka_unit_test(sides_taken_in_turn_seldom_do),
		cmocka_unit_test(like_against_like_seldom_raises_an_alarm),
		cmocka_unit_test(a_shift_of_5_percent_is_mostly_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
