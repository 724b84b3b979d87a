/* SPDX-License-Identifier: MIT */
/* Verdicts on made-up metrics, and two rates of docs/compare.md: false alarms on equal sides, and
 * injected shifts found. */
#include "tests/unit/unit.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <math.h>

#include "tests/unit/tools/compare/two_sides.h"
#include "tests/unit/tools/messages.h"
#include "tools/base/exit_status.h"
#include "tools/compare/judge.h"
#include "tools/stats/rank_test.h"

#define METRICS 12
#define RUNS 10
#define SAMPLES 11
#define COMPARISONS (unit_trials(200, 1000))

static const struct metric ticks = {.is_timed = true}, counts = {0};

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

/* A metric whose runs have these medians, tested as in compare_make. */
static struct compared_metric metric_of(const struct side_runs *base, const struct side_runs *other,
					size_t runs)
{
	const struct sample_runs sides[SIDES] = {{base->runs, runs}, {other->runs, runs}};
	struct compared_metric metric = {.bench = "made.up", .point = "", .stage = ""};

	for (enum side side = BASE; side < SIDES; side++)
		metric.sides[side] = (struct side_metric){
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

/* Runs of 100, 101, … compared with the same times multiplied by a factor. */
static struct compared_metric shifted(double factor)
{
	struct side_runs base, other;

	for (size_t run = 0; run < RUNS; run++) {
		fill(&base, run, 100 + (double)run / 10);
		fill(&other, run, (100 + (double)run / 10) * factor);
	}
	return metric_of(&base, &other, RUNS);
}

static enum change change_of(struct compared_metric metric, double threshold_part)
{
	struct comparison comparison = {.metrics = &metric, .metric_count = 1};
	struct judging judging = {.threshold_part = threshold_part};

	judge_comparison(&comparison, &judging);
	assert_int_equal(judging.judged, metric.is_exact ? 0 : 1);
	assert_int_equal(judging.changes[metric.judgement.change], 1);
	return metric.judgement.change;
}

TEST(clear_shift_is_improved_or_regressed_by_its_sign)
{
	assert_int_equal(change_of(shifted(1.05), 0.01), CHANGE_REGRESSED);
	assert_int_equal(change_of(shifted(0.95), 0.01), CHANGE_IMPROVED);
	assert_int_equal(change_of(shifted(1), 0.01), CHANGE_UNCHANGED);
}

TEST(shift_below_the_threshold_is_unchanged)
{
	assert_int_equal(change_of(shifted(1.05), 0.06), CHANGE_UNCHANGED);
	assert_int_equal(change_of(shifted(1.05), 0), CHANGE_REGRESSED);
}

static void set_medians(struct compared_metric *metric, double base, double other)
{
	metric->sides[BASE].median = base;
	metric->sides[NEW].median = other;
	metric->contrast.difference.value = other - base;
}

TEST(difference_of_exactly_the_threshold_is_a_change)
{
	struct compared_metric metric = shifted(1.05);

	set_medians(&metric, 64, 68);
	assert_int_equal(change_of(metric, 0.0625), CHANGE_REGRESSED);
	set_medians(&metric, 64, 60);
	assert_int_equal(change_of(metric, 0.0625), CHANGE_IMPROVED);
	set_medians(&metric, 64, 67.999);
	assert_int_equal(change_of(metric, 0.0625), CHANGE_UNCHANGED);
	metric.judgement.p = JUDGE_FALSE_ALARMS;
	set_medians(&metric, 64, 68);
	assert_int_equal(change_of(metric, 0.0625), CHANGE_REGRESSED);
	metric.judgement.p = JUDGE_FALSE_ALARMS * 1.0001;
	assert_int_equal(change_of(metric, 0.0625), CHANGE_UNCHANGED);
}

/* A metric that is judged by another difference than that of its medians. */
static struct wrong {
	const char *name;
	double other, difference;
	bool is_exact, is_unlikely;
	int status;
} wrongs[] = {
	{"as its medians", 110, 10, false, true, EXIT_GOOD},
	{"regressed below the threshold", 104, 5, false, true, EXIT_FAILED},
	{"improved below the threshold", 96, -5, false, true, EXIT_FAILED},
	{"unchanged above the threshold", 106, 4, false, true, EXIT_FAILED},
	{"unchanged by chance", 106, 4, false, false, EXIT_GOOD},
	{"exact, unchanged above the threshold", 106, 4, true, false, EXIT_FAILED},
	{"in the other direction", 110, -10, false, true, EXIT_FAILED},
	{"exact, in the other direction", 90, 10, true, false, EXIT_FAILED},
};

static void judge_wrong(void *context)
{
	const struct wrong *wrong = context;
	struct compared_metric metric = shifted(1.05);

	set_medians(&metric, 100, wrong->other);
	metric.contrast.difference.value = wrong->difference;
	metric.is_exact = wrong->is_exact;
	metric.judgement.p = wrong->is_unlikely ? 0 : 1;
	judge_comparison(&(struct comparison){.metrics = &metric, .metric_count = 1},
			 &(struct judging){.threshold_part = 0.05});
}

static void verdict_that_its_medians_contradict_is_found(void **state)
{
	struct wrong *wrong = *state;

	assert_int_equal(messages_proof_status(judge_wrong, wrong), wrong->status);
}
TEST_CASES(verdict_that_its_medians_contradict_is_found, wrongs);

/* Samples are ranked only if each side is one run. */
TEST(least_p_is_that_of_the_ranked_values)
{
	static const size_t runs[][3] = {{1, 1, SAMPLES}, {3, 1, 1}, {1, 3, 3}, {3, 3, 3}};

	for (size_t i = 0; i < COUNT(runs); i++) {
		struct compared_metric metric = shifted(1.05);
		struct comparison comparison = {.metrics = &metric, .metric_count = 1};
		struct judging judging = {.threshold_part = 0};
		size_t base = runs[i][0], other = runs[i][1];

		metric.sides[BASE].runs = base;
		metric.sides[NEW].runs = other;
		metric.sides[BASE].samples = base * SAMPLES;
		metric.sides[NEW].samples = other * SAMPLES;
		judge_comparison(&comparison, &judging);
		assert_true(judging.least_p ==
			    rank_test_least_p(i == 0 ? SAMPLES : base, runs[i][2]));
	}
}

TEST(same_samples_on_both_sides_are_no_change)
{
	struct compared_metric metric = shifted(1.05);
	struct comparison comparison = {.metrics = &metric, .metric_count = 1};
	struct judging judging = {.threshold_part = 0};

	metric.is_counted = metric.has_same_samples = true;
	judge_comparison(&comparison, &judging);
	assert_int_equal(metric.judgement.change, CHANGE_UNCHANGED);
	assert_int_equal(judging.judged, 0);
	assert_int_equal(judging.varying, 1);
	metric.sides[NEW].is_lost = true;
	judge_comparison(&comparison, &judging);
	assert_int_equal(metric.judgement.change, CHANGE_MISSING);
	metric.sides[BASE].runs = 0;
	judge_comparison(&comparison, &judging);
	assert_int_equal(metric.judgement.change, CHANGE_UNKNOWN);
}

/* The least p of n runs a side is 2 / (2n over n): 1/3, 1/10, 1/35 and 1/126. */
TEST(number_of_runs_needed_rises_with_the_number_of_metrics)
{
	assert_int_equal(judge_runs_needed(0), 2);
	assert_int_equal(judge_runs_needed(1), 4);
	assert_int_equal(judge_runs_needed(2), 5);
	assert_int_equal(judge_runs_needed(6), 5);
	assert_int_equal(judge_runs_needed(7), 6);
}

TEST(comparison_is_conclusive_if_something_was_judged_with_enough_runs)
{
	static const struct {
		size_t runs, judged, changes[CHANGE_MISSING + 1];
		double least_p;
		bool is_conclusive;
	} cases[] = {
		{2, 9, {[CHANGE_UNCHANGED] = 9}, 0.05, true},
		{2, 9, {[CHANGE_UNCHANGED] = 9}, 0.051, false},
		{2, 0, {[CHANGE_UNCHANGED] = 9}, 1, true},
		{1, 9, {[CHANGE_UNCHANGED] = 9}, 0.01, false},
		{1, 0, {[CHANGE_UNCHANGED] = 9}, 1, true},
		{2, 0, {[CHANGE_UNSTABLE] = 9}, 1, false},
		{2, 0, {[CHANGE_UNSTABLE] = 9, [CHANGE_UNCHANGED] = 1}, 1, true},
		{2, 0, {[CHANGE_UNSTABLE] = 9, [CHANGE_IMPROVED] = 1}, 1, true},
		{2, 0, {[CHANGE_UNSTABLE] = 9, [CHANGE_REGRESSED] = 1}, 1, true},
		{2, 0, {[CHANGE_UNSTABLE] = 9, [CHANGE_NEUTRAL] = 1}, 1, true},
		{2, 0, {[CHANGE_UNSTABLE] = 9, [CHANGE_MISSING] = 1}, 1, false},
		{2, 0, {[CHANGE_UNSTABLE] = 1, [CHANGE_UNKNOWN] = 1}, 1, false},
		{2, 0, {[CHANGE_MISSING] = 1}, 1, true},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct compared_run runs[2] = {{0}};
		const struct comparison comparison = {
			.kind = COMPARE_CHANGE,
			.sides = {{.items = runs, .count = cases[i].runs},
				  {.items = runs, .count = cases[i].runs}},
		};
		struct judging judging = {.judged = cases[i].judged, .least_p = cases[i].least_p};

		memcpy(judging.changes, cases[i].changes, sizeof(cases[i].changes));
		assert_int_equal(judge_is_conclusive(&comparison, &judging),
				 cases[i].is_conclusive);
	}
}

TEST(event_counts_are_neither_improved_nor_regressed)
{
	struct compared_metric metric = shifted(1.05);

	metric.sides[BASE].first = metric.sides[NEW].first = &counts;
	assert_int_equal(change_of(metric, 0.01), CHANGE_NEUTRAL);
}

TEST(difference_of_one_instruction_is_a_change)
{
	struct compared_metric metric = shifted(1);

	metric.is_counted = metric.is_exact = true;
	metric.contrast.difference.value = 1;
	assert_int_equal(change_of(metric, 0), CHANGE_REGRESSED);
	metric.contrast.difference.value = 0;
	assert_int_equal(change_of(metric, 0), CHANGE_UNCHANGED);
}

TEST(metrics_with_different_units_are_not_judged)
{
	struct compared_metric metric = shifted(1.05);
	struct comparison comparison = {.metrics = &metric, .metric_count = 1};
	struct judging judging = {.threshold_part = 0};

	metric.sides[NEW].unit = "TSC ticks";
	judge_comparison(&comparison, &judging);
	assert_int_equal(metric.judgement.change, CHANGE_UNKNOWN);
}

/* Three runs per side have 20 orders, two of them extreme, so p is never below 0.1. */
TEST(rank_test_with_three_runs_a_side_cannot_reach_significance)
{
	struct side_runs base, other;
	struct compared_metric metric;
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
	assert_true(judge_has_too_few_runs(&judging));
	assert_int_equal(judge_runs_needed(1), 4);
}

/* ---- Counts that vary ---- */

#define BOOTS_MAX 10

/* A count in some boots: the least and greatest sample of each. */
struct boot_counts {
	uint64_t least, greatest;
};

struct varying_case {
	struct boot_counts base[BOOTS_MAX], new[BOOTS_MAX]; /* ended by a least of 0 */
	enum change expected;
};

static void add_boots(struct comparison *comparison, enum side side,
		      const struct boot_counts *boots)
{
	struct side_target target = side_metal();

	target.manifest.time_base = "instructions";
	target.has_interrupt = false;
	for (size_t i = 0; i < BOOTS_MAX && boots[i].least > 0; i++) {
		target.system_call_ticks = boots[i].least;
		target.spread_ticks = boots[i].greatest - boots[i].least;
		side_add(comparison, side, &target);
	}
}

/* Returns the verdict, and that of the sides in reverse in *reversed. */
static enum change judge_boots(const struct varying_case *one, enum change *reversed)
{
	enum change verdicts[SIDES];

	for (enum side side = BASE; side < SIDES; side++) {
		struct comparison comparison = {.kind = COMPARE_CHANGE};
		struct judging judging = {.threshold_part = 0};

		add_boots(&comparison, side, one->base);
		add_boots(&comparison, side == BASE ? NEW : BASE, one->new);
		compare_make(&comparison, NULL);
		judge_comparison(&comparison, &judging);
		verdicts[side] = comparison.metrics[0].judgement.change;
		assert_true(judge_is_conclusive(&comparison, &judging) ||
			    judging.changes[CHANGE_UNSTABLE] > 0);
		compare_free(&comparison);
	}
	*reversed = verdicts[NEW];
	return verdicts[BASE];
}

/* Variation is that within a side. How far apart the sides are is never taken for variation, even
 * if only one of them varies. */
TEST(counts_whose_sides_are_disjoint_have_changed)
{
	static const struct varying_case cases[] = {
		/* creation of a thread, three layouts a side */
		{{{15801, 15801}, {20092, 20092}, {17400, 17400}},
		 {{41377, 41377}, {45833, 45833}, {42000, 42000}}, CHANGE_REGRESSED},
		/* one boot a side, of which the new one varies from sample to sample */
		{{{323, 323}}, {{40000, 41000}}, CHANGE_REGRESSED},
		{{{6361, 6361}}, {{90985, 94388}}, CHANGE_REGRESSED},
		/* only the base varies */
		{{{1000, 1000}, {1010, 1010}, {1004, 1004}}, {{2000, 2000}}, CHANGE_REGRESSED},
		/* boots repeat exactly, their samples do not */
		{{{17, 19}, {17, 19}}, {{27, 29}, {27, 29}}, CHANGE_REGRESSED},
		/* in common, or equal to a value of the other side */
		{{{17, 19}, {17, 19}}, {{19, 29}, {19, 29}}, CHANGE_UNSTABLE},
		{{{100, 100}, {107, 107}, {103, 103}}, {{104, 104}, {111, 111}, {108, 108}},
		 CHANGE_UNSTABLE},
		/* disjoint, but by less than a chance of three boots */
		{{{100, 100}, {107, 107}, {103, 103}}, {{108, 108}, {115, 115}, {112, 112}},
		 CHANGE_REGRESSED},
		{{{100, 100}, {107, 107}, {103, 103}}, {{108, 108}, {109, 109}, {117, 117}},
		 CHANGE_UNSTABLE},
		/* the same layouts in another order */
		{{{100, 100}, {107, 107}}, {{107, 107}, {100, 100}}, CHANGE_UNCHANGED},
		/* many boots are judged by ranks: overlapping sides have changed too */
		{{{100, 100}, {101, 101}, {102, 102}, {103, 103}, {104, 104}, {105, 105},
		  {106, 106}, {107, 107}, {108, 108}},
		 {{106, 106}, {107, 107}, {108, 108}, {109, 109}, {110, 110}, {111, 111},
		  {112, 112}, {113, 113}, {114, 114}}, CHANGE_REGRESSED},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		enum change reversed, verdict = judge_boots(&cases[i], &reversed);

		assert_int_equal(verdict, cases[i].expected);
		assert_int_equal(reversed, cases[i].expected == CHANGE_REGRESSED
						   ? CHANGE_IMPROVED : cases[i].expected);
	}
}

/* ---- Rates ---- */

/* Noise as on real machines: each boot has its own level, a rare slow phase doubles a run, and the
 * samples of a run have high outliers. */
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

/* Compare METRICS metrics, the first of which is shifted. Returns the verdicts. */
static struct judging compare_noise(gsl_rng *rng, double shift, bool *found)
{
	struct compared_metric metrics[METRICS];
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

/* ---- Runs that depend on previous runs ---- */

/* Levels of consecutive runs, each of which inherits half of the previous deviation. */
static void make_drift(gsl_rng *rng, double *levels, size_t count)
{
	double state = gsl_ran_gaussian(rng, 1);

	for (size_t i = 0; i < count; i++) {
		state = 0.5 * state + sqrt(1 - 0.25) * gsl_ran_gaussian(rng, 1);
		levels[i] = 100 * exp(0.02 * state);
	}
}

/* Count the comparisons, of COMPARISONS of METRICS metrics, that raise an alarm. The sides are
 * interleaved or not. */
static size_t count_drift_alarms(bool interleaved)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct compared_metric metrics[METRICS];
	struct side_runs sides[SIDES];
	double levels[SIDES * RUNS];
	size_t alarms = 0;

	for (size_t i = 0; i < COMPARISONS; i++) {
		struct comparison comparison = {.metrics = metrics, .metric_count = METRICS};
		struct judging judging = {.threshold_part = 0};

		for (size_t j = 0; j < METRICS; j++) {
			make_drift(rng, levels, SIDES * RUNS);
			for (size_t run = 0; run < SIDES * RUNS; run++)
				fill(&sides[interleaved ? run % SIDES : run / RUNS],
				     interleaved ? run / SIDES : run % RUNS, levels[run]);
			metrics[j] = metric_of(&sides[BASE], &sides[NEW], RUNS);
		}
		judge_comparison(&comparison, &judging);
		alarms += judging.changes[CHANGE_UNCHANGED] < METRICS;
	}
	gsl_rng_free(rng);
	print_message("%s: %zu alarms in %zu comparisons\n",
		      interleaved ? "interleaved" : "blocks", alarms,
		      COMPARISONS);
	return alarms;
}

/* The effect that docs/statistics.md warns of. */
TEST(drifting_runs_in_two_blocks_raise_false_alarms)
{
	assert_true(count_drift_alarms(false) > COMPARISONS / 10);
}

TEST(drifting_interleaved_runs_rarely_raise_false_alarms)
{
	assert_true(count_drift_alarms(true) <= COMPARISONS * JUDGE_FALSE_ALARMS);
}

/* The random numbers are fixed, so this test does not fail at random. */
TEST(equal_sides_rarely_raise_an_alarm)
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

TEST(shift_of_5_percent_is_usually_found)
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

TEST(measured_changes_are_those_of_every_direction)
{
	const size_t changes[CHANGES] = {
		[CHANGE_UNKNOWN] = 1, [CHANGE_UNCHANGED] = 2, [CHANGE_IMPROVED] = 4,
		[CHANGE_REGRESSED] = 8, [CHANGE_NEUTRAL] = 16, [CHANGE_UNSTABLE] = 32,
		[CHANGE_MISSING] = 64,
	};

	assert_int_equal(changes_measured(changes), 4 + 8 + 16);
}
