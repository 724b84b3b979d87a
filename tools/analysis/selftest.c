/* SPDX-License-Identifier: MIT */
/* The verdicts are the host's: the target sends what it measured, and the limits are in the table
 * below. */
#include "tools/analysis/selftest.h"

#include <math.h>
#include <string.h>

#include "tools/analysis/core_clock.h"

#define NULL_BENCH "selftest.null"
#define REFERENCE "selftest.add_chain"
#define L1_LOAD "selftest.l1_load"
#define LATENCY "mem.latency"
#define SMALL_BYTES 8192                /* fits every first-level cache */
#define EMULATED_BIAS 2.0               /* times the timing's own cost */

struct known_answer {
	const char *claim;
	double low, high;
	const char *unit;
};

/* On real hardware the dependent adds give the core clock, which the TSC's does not: frequencies
 * scale. The other chains are judged in core cycles, that is against the adds. What cores are
 * known to take is the answer: a 64-bit multiplication 3 cycles on Intel since Nehalem and on Zen,
 * 4 on K8 and K10, 5 on Silvermont, 6 on Bulldozer and Jaguar; a load 3 on K10, Jaguar and
 * Silvermont, 4 or 5 elsewhere. Intel Optimization Reference Manual, appendix "Instruction Latency
 * and Throughput"; AMD Software Optimization Guides, "Instruction latencies". A core that is not
 * known yet may take something else, but not less or more than what is possible: then it is the
 * timing that is wrong. */
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

/* Counted in instructions a link of any chain is one, plus its part of the loop around an unrolled
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

/* The benchmark's figure; NULL when the run does not have it. */
static const struct figure *selftest_figure(const struct figures *figures, const char *name)
{
	size_t count;
	const struct figure *figure = figures_of(figures, name, &count);

	return count > 0 && figure_has_samples(figure) ? figure : NULL;
}

/* What the timing itself can't resolve is no bias. An emulator's translated code also runs faster
 * or slower by where it lies, and all of it at half the speed in a slow phase of the host that may
 * have come between the two benchmarks: there only what no such thing explains is a bias. */
static double largest_bias(const struct overhead *overhead, enum time_base base)
{
	if (base != TIME_EMULATED)
		return overhead->resolution;
	return fmax(overhead->resolution, EMULATED_BIAS * overhead->stats.median);
}

/* The bias is what correction leaves of an empty operation, sign and all, so saturation must not
 * hide it. */
static void judge_null(const struct figures *figures, const struct overhead *overhead,
		       enum time_base base, struct selftest *test)
{
	const struct figure *figure = selftest_figure(figures, NULL_BENCH);

	if (overhead->state == OVERHEAD_MISSING || figure == NULL)
		return;
	test->value = figure->warm.summary.sample_median - overhead->cost;
	test->high = largest_bias(overhead, base);
	test->low = -test->high;
	test->verdict = fabs(test->value) <= test->high ? VERDICT_PASS : VERDICT_FAIL;
}

/* The fastest load of a small working set in small pages, in loads from the first-level cache;
 * negative when the run doesn't give it. */
static double small_load_value(const struct figures *figures)
{
	const struct figure *load = selftest_figure(figures, L1_LOAD);
	double least = -1;
	size_t count;
	const struct figure *figure = figures_of(figures, LATENCY, &count);

	for (; count > 0; count--, figure++) {
		uint64_t page_bytes, size_bytes;
		double ticks = figure->warm.summary.ticks.min;

		if (!figure_has_samples(figure) ||
		    !figure_number(figure, "page_bytes", &page_bytes) || page_bytes != 4096 ||
		    !figure_number(figure, "size_bytes", &size_bytes) || size_bytes > SMALL_BYTES)
			continue;
		least = least < 0 || ticks < least ? ticks : least;
	}
	if (load == NULL || least < 0 || !(load->warm.summary.ticks.min > 0))
		return -1;
	return least / load->warm.summary.ticks.min;
}

/* A chain's value in the unit of its limits; negative when the run doesn't give it. Minima are
 * compared: the core's clock may have stepped between two benchmarks, and then their medians are of
 * two clocks, while each was seen at its best. */
static double chain_value(const struct figures *figures, const char *name, enum time_base base)
{
	const struct figure *figure = selftest_figure(figures, name);
	const struct figure *reference = selftest_figure(figures, REFERENCE);
	double ns_per_tick = timing_ns_per_tick(figures->result), least, cycle;

	if (strcmp(name, LATENCY) == 0)
		return small_load_value(figures);
	if (figure == NULL)
		return -1;
	least = figure->warm.summary.ticks.min;
	if (base == TIME_INSTRUCTIONS)
		return least;
	cycle = reference != NULL ? reference->warm.summary.ticks.min : 0;
	if (cycle <= 0 || ns_per_tick <= 0)
		return -1;
	return figure == reference ? 1 / (cycle * ns_per_tick) : least / cycle;
}

static enum verdict chain_verdict(const struct selftest *test)
{
	if (test->value >= test->low && test->value <= test->high)
		return VERDICT_PASS;
	if (test->value >= test->possible_low && test->value <= test->possible_high)
		return VERDICT_UNEXPECTED;
	return VERDICT_FAIL;
}

/* Of the time base, and of the machine. */
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

/* The limits are of chains alone: without null.timing its cost would be in them. */
static void judge_chain(const struct figures *figures, const struct overhead *overhead,
			enum time_base base, struct selftest *test)
{
	double value;

	if (base != TIME_REAL && base != TIME_INSTRUCTIONS) {
		test->verdict = VERDICT_NOT_APPLICABLE;
		return;
	}
	choose_answer(figures->result, base, test);
	if (overhead->state == OVERHEAD_MISSING)
		return;
	value = chain_value(figures, test->bench, base);
	if (value < 0)
		return;
	test->value = value;
	test->verdict = chain_verdict(test);
}

void selftest_judge(const struct figures *figures, const struct overhead *overhead,
		    struct selftest tests[SELFTESTS])
{
	enum time_base base = timing_base(figures->result);

	for (size_t i = 0; i < SELFTESTS; i++) {
		tests[i] = (struct selftest){
			.bench = answers[i].bench, .verdict = VERDICT_NOT_CHECKED,
			.possible_low = answers[i].possible_low,
			.possible_high = answers[i].possible_high,
		};
		set_answer(&tests[i], &answers[i].real);
		if (strcmp(tests[i].bench, NULL_BENCH) == 0)
			judge_null(figures, overhead, base, &tests[i]);
		else
			judge_chain(figures, overhead, base, &tests[i]);
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
