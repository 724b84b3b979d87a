/* SPDX-License-Identifier: MIT */
/* The target only sends measurements. The limits are in the table below. */
#include "tools/analysis/selftest.h"

#include <math.h>
#include <string.h>

#include "tools/analysis/core_clock.h"

#define NULL_BENCH "selftest.null"
#define REFERENCE "selftest.add_chain"
#define L1_LOAD "selftest.l1_load"
#define LATENCY "mem.latency"
#define SMALL_BYTES 8192                /* fits every first-level cache */
#define EMULATED_BIAS 2.0               /* times the timing overhead */

struct known_answer {
	const char *claim;
	double low, high;
	const char *unit;
};

/* On real hardware the dependent adds measure the core clock, which differs from the TSC's due to
 * frequency scaling. The other chains are checked in core cycles, relative to the adds.
 *
 * Known latencies: a 64-bit multiplication takes 3 cycles on Intel since Nehalem and on Zen, 4 on
 * K8 and K10, 5 on Silvermont, 6 on Bulldozer and Jaguar. A load takes 3 on K10, Jaguar and
 * Silvermont, 4 or 5 on others. Intel Optimization Reference Manual, appendix "Instruction Latency
 * and Throughput"; AMD Software Optimization Guides, "Instruction latencies".
 *
 * An unknown core may have other latencies. Values outside the possible range are timing errors. */
static const struct {
	const char *bench;
	struct known_answer real;
	double possible_low, possible_high;
} answers[SELFTESTS] = {
	{NULL_BENCH, {"an empty operation costs nothing", 0, 0, "ticks a sample"}, 0, 0},
	{REFERENCE, {"a dependent addition gives a plausible core clock", 0.2, 10, "GHz"}, 0.2, 10},
	{"selftest.xor_chain",
	 {"a dependent exclusive-or takes 1 cycle", 0.97, 1.03, "core cycles"},
	 0.9,
	 1.1},
	{"selftest.mul_chain",
	 {"a dependent multiplication takes 3 to 6 cycles", 2.91, 6.18, "core cycles"},
	 2,
	 20},
	{L1_LOAD,
	 {"a dependent load from the L1 cache takes 3 to 5 cycles", 2.91, 5.2, "core cycles"},
	 1.5,
	 12},
	{LATENCY,
	 {"a load from a small working set takes as long as one from the L1 cache", 0.9, 1.1,
	  "times " L1_LOAD},
	 0.7,
	 1.5},
};

/* In instructions, an operation of any chain is one, plus its share of the loop around the unrolled
 * chain. */
static const struct known_answer one_instruction = {
	"an operation is one instruction and its share of the loop", 1.0, 1.05, "instructions",
};

static const struct known_answer one_load = {
	"a load from a small working set is one instruction, as one from the L1 cache is",
	0.95,
	1.05,
	"times " L1_LOAD,
};

static void set_answer(struct selftest *test, const struct known_answer *answer)
{
	test->claim = answer->claim;
	test->low = answer->low;
	test->high = answer->high;
	test->unit = answer->unit;
}

/* The benchmark's metric; NULL if the run lacks it. */
static const struct metric *selftest_metric(const struct metrics *metrics, const char *name)
{
	size_t count;
	const struct metric *metric = metrics_of(metrics, name, &count);

	return count > 0 && metric_has_samples(metric) ? metric : NULL;
}

/* Maximum bias that is no error, of timing with that resolution. Under emulation the speed of
 * translated code also depends on its address, and the host may become half as fast between the two
 * benchmarks. */
static double largest_bias(const struct overhead *overhead, enum time_base base, double resolution)
{
	if (base != TIME_EMULATED)
		return resolution;
	return fmax(resolution, EMULATED_BIAS * overhead->stats.median);
}

/* The resolution of a stable overhead. An unstable one would be a limit that any bias is within. */
static double stable_resolution(const struct overhead *overhead)
{
	double most = fmax(overhead->step, timing_spread_max(&overhead->stats));

	return fmin(overhead->resolution, most);
}

static enum verdict known_verdict(const struct selftest *test)
{
	if (test->value >= test->low && test->value <= test->high)
		return VERDICT_PASS;
	if (test->value >= test->possible_low && test->value <= test->possible_high)
		return VERDICT_UNEXPECTED;
	return VERDICT_FAIL;
}

/* The bias is the corrected time of an empty operation, which may be negative, so it is computed
 * without saturation. */
static void judge_null(const struct metrics *metrics, const struct overhead *overhead,
		       enum time_base base, struct selftest *test)
{
	const struct metric *metric = selftest_metric(metrics, NULL_BENCH);

	if (overhead->state == OVERHEAD_MISSING || metric == NULL)
		return;
	test->value = timing_of_one(metric->warm.summary.sample_median, overhead->cost, 1);
	test->high = largest_bias(overhead, base, stable_resolution(overhead));
	test->low = -test->high;
	test->possible_high = largest_bias(overhead, base, overhead->resolution);
	test->possible_low = -test->possible_high;
	test->verdict = known_verdict(test);
}

/* The fastest load from a small working set in 4 KiB pages, relative to a load from the L1 cache.
 * Negative if the run lacks either. */
static double small_load_value(const struct metrics *metrics)
{
	const struct metric *load = selftest_metric(metrics, L1_LOAD);
	double least = -1;
	size_t count;
	const struct metric *metric = metrics_of(metrics, LATENCY, &count);

	for (; count > 0; count--, metric++) {
		uint64_t page_bytes, size_bytes;
		double ticks = metric->warm.summary.ticks.min;

		if (!metric_has_samples(metric) ||
		    !metric_parameter_number(metric, "page_bytes", &page_bytes) ||
		    page_bytes != 4096 ||
		    !metric_parameter_number(metric, "size_bytes", &size_bytes) ||
		    size_bytes > SMALL_BYTES)
			continue;
		least = least < 0 || ticks < least ? ticks : least;
	}
	if (load == NULL || least < 0 || !(load->warm.summary.ticks.min > 0))
		return -1;
	return least / load->warm.summary.ticks.min;
}

/* A chain's value in the unit of its limits; negative if the run lacks it. Minima are compared,
 * since the core clock may change between two benchmarks, and both are likely to have seen the
 * highest one. */
static double chain_value(const struct metrics *metrics, const char *name, enum time_base base)
{
	const struct metric *metric = selftest_metric(metrics, name);
	const struct metric *reference = selftest_metric(metrics, REFERENCE);
	double ns_per_tick = timing_ns_per_tick(metrics->result), least, cycle;

	if (strcmp(name, LATENCY) == 0)
		return small_load_value(metrics);
	if (metric == NULL)
		return -1;
	least = metric->warm.summary.ticks.min;
	if (base == TIME_INSTRUCTIONS)
		return least;
	cycle = reference != NULL ? reference->warm.summary.ticks.min : 0;
	if (cycle <= 0 || (metric == reference && ns_per_tick <= 0))
		return -1;
	return metric == reference ? 1 / (cycle * ns_per_tick) : least / cycle;
}

/* Set the limits for the time base and the machine. */
static void choose_answer(const struct result *result, enum time_base base, struct selftest *test)
{
	if (base == TIME_INSTRUCTIONS) {
		set_answer(test, strcmp(test->bench, LATENCY) == 0 ? &one_load : &one_instruction);
	} else if (strcmp(test->bench, REFERENCE) == 0) {
		struct core_clock_range range = core_clock_range(result);

		test->low = range.low_ghz;
		test->high = range.high_ghz;
	} else {
		return;
	}
	test->possible_low = test->low;
	test->possible_high = test->high;
}

/* The limits exclude the timing overhead, so null.timing is required. */
static void judge_chain(const struct metrics *metrics, const struct overhead *overhead,
			enum time_base base, struct selftest *test)
{
	double value;

	if (base != TIME_REAL && base != TIME_INSTRUCTIONS) {
		test->verdict = VERDICT_NOT_APPLICABLE;
		return;
	}
	choose_answer(metrics->result, base, test);
	if (overhead->state == OVERHEAD_MISSING)
		return;
	value = chain_value(metrics, test->bench, base);
	if (value < 0)
		return;
	test->value = value;
	test->verdict = known_verdict(test);
}

void selftest_judge(const struct metrics *metrics, const struct overhead *overhead,
		    struct selftest tests[SELFTESTS])
{
	enum time_base base = timing_base(metrics->result);

	for (size_t i = 0; i < SELFTESTS; i++) {
		tests[i] = (struct selftest){
			.bench = answers[i].bench, .verdict = VERDICT_NOT_CHECKED,
			.possible_low = answers[i].possible_low,
			.possible_high = answers[i].possible_high,
		};
		set_answer(&tests[i], &answers[i].real);
		if (strcmp(tests[i].bench, NULL_BENCH) == 0)
			judge_null(metrics, overhead, base, &tests[i]);
		else
			judge_chain(metrics, overhead, base, &tests[i]);
	}
}

bool selftest_is_judged(const struct selftest tests[SELFTESTS])
{
	for (size_t i = 0; i < SELFTESTS; i++) {
		if (tests[i].verdict <= VERDICT_UNEXPECTED)
			return true;
	}
	return false;
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = {
		[VERDICT_PASS] = "pass", [VERDICT_FAIL] = "fail",
		[VERDICT_UNEXPECTED] = "unexpected",
		[VERDICT_NOT_CHECKED] = "not checked",
		[VERDICT_NOT_APPLICABLE] = "not applicable",
	};

	return names[verdict];
}
