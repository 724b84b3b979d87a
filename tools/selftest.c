/* The verdicts are the host's: the target sends what it measured, and the limits are in the table
 * below. */
#include "tools/selftest.h"

#include <math.h>
#include <string.h>

#define NULL_BENCH "selftest.null"
#define REFERENCE "selftest.add_chain"

struct limits {
	double low, high;
	const char *unit;
};

/* Counted in instructions a link of a chain is one, plus its part of the loop around an unrolled
 * chain. */
static const struct limits one_instruction = {1.0, 1.05, "instructions an operation"};

/* On real hardware the dependent adds give the core clock, which the TSC's does not: frequencies
 * scale. The other chains are judged in core cycles, that is against the adds. Latencies: Intel
 * Optimization Reference Manual, appendix "Instruction Latency and Throughput"; AMD Software
 * Optimization Guides, "Instruction latencies". */
static const struct {
	struct selftest test;
	struct limits real;
} tests[SELFTESTS] = {
	{{NULL_BENCH, "an empty operation costs nothing"}, {0, 0, "ticks a sample"}},
	{{REFERENCE, "a dependent add is one cycle of a plausible core clock"},
	 {0.2, 10, "GHz"}},
	{{"selftest.xor_chain", "a dependent exclusive-or takes 1 core cycle"},
	 {0.97, 1.03, "core cycles"}},
	{{"selftest.mul_chain", "a dependent multiplication takes 3 core cycles"},
	 {2.91, 3.09, "core cycles"}},
	{{"selftest.l1_load", "a dependent load from the first-level cache takes 4 to 5 core cycles"},
	 {3.9, 5.2, "core cycles"}},
};

/* Median ticks an operation; negative when the run doesn't have the benchmark. */
static double median_ticks(const struct result *result, const struct overhead *overhead,
			   const char *name)
{
	const struct bench *bench = result_bench(result, name);
	struct summary summary;

	if (bench == NULL || bench->series_count == 0 || bench->series[0].warm.count == 0)
		return -1;
	timing_summarise(bench, &bench->series[0], &bench->series[0].warm, overhead, &summary);
	return summary.ticks.median;
}

/* The bias is what correction leaves of an empty operation, sign and all, so saturation must not
 * hide it. What the timing itself can't resolve is no bias. */
static void judge_null(const struct result *result, const struct overhead *overhead,
		       struct selftest_result *verdict)
{
	static const struct overhead none = {.state = OVERHEAD_MISSING};
	const struct bench *bench = result_bench(result, NULL_BENCH);
	double iterations, median = median_ticks(result, &none, NULL_BENCH);

	if (median < 0 || overhead->state == OVERHEAD_MISSING)
		return;
	iterations = fmax(1, (double)bench->series[0].info->iterations);
	verdict->value = median * iterations - overhead->stats.median;
	verdict->low = -overhead->resolution;
	verdict->high = overhead->resolution;
	verdict->verdict = fabs(verdict->value) <= overhead->resolution ? VERDICT_PASS : VERDICT_FAIL;
}

/* A chain's value in the unit of its limits; negative when the run doesn't give it. */
static double chain_value(const struct result *result, const struct overhead *overhead,
			  const char *name, enum time_base base)
{
	double ticks = median_ticks(result, overhead, name);
	double reference = median_ticks(result, overhead, REFERENCE);
	double ns_per_tick = timing_ns_per_tick(result);

	if (base == TIME_INSTRUCTIONS)
		return ticks;
	if (ticks < 0 || reference <= 0 || ns_per_tick <= 0)
		return -1;
	return strcmp(name, REFERENCE) == 0 ? 1 / (ticks * ns_per_tick) : ticks / reference;
}

static void judge_chain(const struct result *result, const struct overhead *overhead,
			enum time_base base, struct selftest_result *verdict)
{
	double value;

	if (base != TIME_REAL && base != TIME_INSTRUCTIONS) {
		verdict->verdict = VERDICT_NOT_APPLICABLE;
		return;
	}
	if (base == TIME_INSTRUCTIONS) {
		verdict->low = one_instruction.low;
		verdict->high = one_instruction.high;
		verdict->unit = one_instruction.unit;
	}
	value = chain_value(result, overhead, verdict->test->bench, base);
	if (value < 0)
		return;
	verdict->value = value;
	verdict->verdict = value >= verdict->low && value <= verdict->high ? VERDICT_PASS
									   : VERDICT_FAIL;
}

void selftest_judge(const struct result *result, const struct overhead *overhead,
		    struct selftest_result results[SELFTESTS])
{
	enum time_base base = timing_base(result);

	for (size_t i = 0; i < SELFTESTS; i++) {
		results[i] = (struct selftest_result){
			.test = &tests[i].test, .verdict = VERDICT_NOT_CHECKED,
			.low = tests[i].real.low, .high = tests[i].real.high,
			.unit = tests[i].real.unit,
		};
		if (strcmp(tests[i].test.bench, NULL_BENCH) == 0)
			judge_null(result, overhead, &results[i]);
		else
			judge_chain(result, overhead, base, &results[i]);
	}
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = {
		[VERDICT_PASS] = "pass", [VERDICT_FAIL] = "fail",
		[VERDICT_NOT_CHECKED] = "not checked",
		[VERDICT_NOT_APPLICABLE] = "not applicable",
	};

	return names[verdict];
}
