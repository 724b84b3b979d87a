/* SPDX-License-Identifier: MIT */
#include "lib/self_test.h"

#define L1_LOAD "selftest.l1_load"
#define SPREAD_LEAST 2000               /* two ticks */
#define SPREAD_PART 10                  /* part of the median */
#define EMULATED_BIAS 2                 /* as a multiple of the timing overhead */

/* On real hardware the dependent adds measure the core clock, which differs from the TSC's due to
 * frequency scaling. The other chains are checked in core cycles, relative to the adds.
 *
 * Known latencies: a 64-bit multiplication takes 3 cycles on Intel since Nehalem and on Zen, 4 on
 * K8 and K10, 5 on Silvermont, 6 on Bulldozer and Jaguar. A load takes 3 cycles on K10, Jaguar and
 * Silvermont, and 4 or 5 on others. Intel Optimization Reference Manual, appendix "Instruction
 * Latency and Throughput"; AMD Software Optimization Guides, "Instruction latencies".
 *
 * An unknown core may have other latencies. Values outside the possible range are timing errors. */
static const struct {
	const char *bench;
	struct known_answer real;
} answers[SELFTESTS] = {
	[SELFTEST_NULL] = {"selftest.null",
			   {"an empty operation costs nothing", 0, 0, 0, 0, "ticks a sample"}},
	[SELFTEST_REFERENCE] = {"selftest.add_chain",
				{"a dependent addition gives a plausible core clock", 0, 0, 0, 0,
				 "GHz"}},
	[SELFTEST_XOR] = {"selftest.xor_chain",
			  {"a dependent exclusive-or takes 1 cycle", 970, 1030, 900, 1100,
			   "core cycles"}},
	[SELFTEST_MULTIPLY] = {"selftest.mul_chain",
			       {"a dependent multiplication takes 3 to 6 cycles", 2910, 6180, 2000,
				20000, "core cycles"}},
	[SELFTEST_L1_LOAD] = {L1_LOAD,
			      {"a dependent load from the L1 cache takes 3 to 5 cycles", 2910, 5200,
			       1500, 12000, "core cycles"}},
	[SELFTEST_LATENCY] = {"mem.latency",
			      {"a load from a small working set takes as long as one from the L1 "
			       "cache", 900, 1100, 700, 1500, "times " L1_LOAD}},
};

/* If a tick is an instruction, an operation of any chain takes one tick, plus its share of the loop
 * around the unrolled chain. */
static const struct known_answer one_instruction = {
	"an operation is one instruction and its share of the loop", 1000, 1050, 1000, 1050,
	"instructions",
};

static const struct known_answer one_load = {
	"a load from a small working set is one instruction, as one from the L1 cache is",
	950, 1050, 950, 1050, "times " L1_LOAD,
};

const char *selftest_bench(enum self_test test)
{
	return answers[test].bench;
}

static int64_t greater(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Maximum bias that is no error. It is the resolution of a stable overhead, and never more, because
 * an unstable overhead would be a limit that any bias is within. Under emulation the speed of
 * translated code also depends on its address, and the host may become half as fast between the two
 * benchmarks. */
static void limit_bias(enum time_base base, const struct timing_limits *timing,
		       struct known_answer *answer)
{
	int64_t most = greater(timing->step, greater(SPREAD_LEAST, timing->median / SPREAD_PART));
	int64_t emulated = base == TIME_EMULATED ? EMULATED_BIAS * timing->median : 0;
	int64_t resolution = greater(timing->step, timing->spread);

	answer->high = greater(resolution < most ? resolution : most, emulated);
	answer->possible_high = greater(resolution, emulated);
	answer->low = -answer->high;
	answer->possible_low = -answer->possible_high;
}

struct known_answer selftest_answer(enum self_test test, enum time_base base,
				    const struct timing_limits *timing,
				    const struct core_clock_range *clock)
{
	struct known_answer answer = answers[test].real;

	if (test == SELFTEST_NULL) {
		limit_bias(base, timing, &answer);
	} else if (base == TIME_INSTRUCTIONS) {
		answer = test == SELFTEST_LATENCY ? one_load : one_instruction;
	} else if (test == SELFTEST_REFERENCE) {
		answer.low = answer.possible_low = (int64_t)clock->low_mhz;
		answer.high = answer.possible_high = (int64_t)clock->high_mhz;
	}
	return answer;
}

bool selftest_applies(enum self_test test, enum time_base base)
{
	return test == SELFTEST_NULL || base == TIME_REAL || base == TIME_INSTRUCTIONS;
}

enum verdict selftest_verdict(const struct known_answer *answer, int64_t value)
{
	if (value >= answer->low && value <= answer->high)
		return VERDICT_PASS;
	if (value >= answer->possible_low && value <= answer->possible_high)
		return VERDICT_UNEXPECTED;
	return VERDICT_FAIL;
}
