/* SPDX-License-Identifier: MIT */
/* The TSC measured by a clock that only counts seconds. The clock is a function of a fake TSC,
 * which advances with each read of either. */
#include "tests/unit/unit.h"

#include <stdbool.h>

#include "lib/clock_seconds.h"

#define HZ 3000000000ull
#define READ_TICKS 30000                /* 10 us */
#define LIMIT_TICKS (HZ / 2 * 3)
#define BROKEN (-5)

enum fault {
	NO_FAULT,
	STOPPED,
	UNREADABLE,
	COUNTS_READS,
	RUNS_BACKWARDS,
	UNEQUAL,                        /* seconds of 0.9 and 1.1 s */
	INVALID_ONCE,                   /* the first read of each second */
};

static struct {
	enum fault fault;
	uint64_t tsc, begin_tsc;
	uint64_t reads;
	uint64_t updating_ticks;        /* the clock is unreadable before each second */
	uint64_t pause_at, pause_ticks; /* the CPU does not run */
	int last;
} fake;

static uint64_t fake_tsc(void)
{
	fake.tsc += 30;
	if (fake.pause_ticks != 0 && fake.tsc >= fake.pause_at) {
		fake.tsc += fake.pause_ticks;
		fake.pause_ticks = 0;
	}
	return fake.tsc;
}

static int second_of(uint64_t tsc)
{
	uint64_t count = tsc / HZ;

	if (fake.fault == UNEQUAL && count % 2 == 1 && tsc % HZ < HZ / 10)
		count--;
	return (int)((fake.fault == RUNS_BACKWARDS ? 6000 - count : count) % 60);
}

static int fake_read(void)
{
	int second, last = fake.last;

	fake.tsc += READ_TICKS;
	fake.reads++;
	second = second_of(fake.tsc);
	fake.last = second;
	if (fake.fault == UNREADABLE)
		return BROKEN;
	if (fake.fault == STOPPED)
		return 7;
	if (fake.fault == COUNTS_READS)
		return (int)(fake.reads % 60);
	if (fake.fault == INVALID_ONCE && second != last)
		return 42;
	return HZ - fake.tsc % HZ < fake.updating_ticks ? BROKEN : second;
}

static struct seconds_result measure_from(uint64_t tsc)
{
	const struct seconds_clock clock = {fake_read, fake_tsc, LIMIT_TICKS};

	fake.tsc = fake.begin_tsc = tsc;
	fake.last = second_of(tsc);
	return clock_seconds_measure(&clock);
}

static int reset(void **state)
{
	(void)state;
	memset(&fake, 0, sizeof(fake));
	return 0;
}

/* The stated uncertainty covers the error, and is no larger than the reads explain. */
static void assert_measured(struct seconds_result result, uint64_t ppm_max)
{
	uint64_t error = result.tsc_hz > HZ ? result.tsc_hz - HZ : HZ - result.tsc_hz;

	assert_null(result.problem);
	assert_uint_in_range(error, 0, HZ / 1000000 * result.uncertainty_ppm);
	assert_uint_in_range(result.uncertainty_ppm, 1, ppm_max);
}

TEST_WITH(frequency_is_within_the_stated_uncertainty, reset, NULL)
{
	for (uint64_t part = 0; part < 10; part++)
		assert_measured(measure_from(5 * HZ + HZ / 10 * part), 12);
	assert_uint_in_range(fake.tsc - fake.begin_tsc, 2 * HZ, 3 * HZ + HZ / 10);
}

TEST_WITH(a_minute_begins_during_the_measurement, reset, NULL)
{
	assert_measured(measure_from(58 * HZ + HZ / 2), 12);
}

TEST_WITH(updates_of_the_clock_cost_no_precision, reset, NULL)
{
	fake.updating_ticks = HZ / 500;
	assert_measured(measure_from(5 * HZ), 12);
	assert_measured(measure_from(6 * HZ - 100), 12);
}

TEST_WITH(a_value_that_is_invalid_once_is_read_again, reset, NULL)
{
	fake.fault = INVALID_ONCE;
	assert_measured(measure_from(5 * HZ), 24);
}

/* The pause ends the reads at the begin of a second, or skips seconds. */
TEST_WITH(a_pause_of_the_cpu_widens_the_uncertainty_or_begins_again, reset, NULL)
{
	fake.pause_at = 6 * HZ - HZ / 500;
	fake.pause_ticks = HZ / 100;
	assert_measured(measure_from(5 * HZ + HZ / 3), 5020);
	fake.pause_at = 7 * HZ + HZ / 2;
	fake.pause_ticks = 3 * HZ;
	assert_measured(measure_from(5 * HZ + HZ / 3), 12);
	assert_uint_in_range(fake.tsc - fake.begin_tsc, 6 * HZ, 9 * HZ);
}

static const struct broken {
	const char *name;
	enum fault fault;
	const char *problem;
	uint64_t ticks_max;
} broken_clocks[] = {
	{"stopped", STOPPED, "does not advance", LIMIT_TICKS + HZ},
	{"unreadable", UNREADABLE, "is not readable", LIMIT_TICKS + HZ},
	{"counts_reads", COUNTS_READS, "is not readable", LIMIT_TICKS + HZ},
	{"runs_backwards", RUNS_BACKWARDS, "does not count seconds of equal length",
	 (SECONDS_EDGES_MAX + 1) * HZ},
	{"unequal", UNEQUAL, "does not count seconds of equal length",
	 (SECONDS_EDGES_MAX + 1) * HZ},
};

static void broken_clock_is_refused_within_a_bounded_time(void **state)
{
	const struct broken *broken = *state;
	struct seconds_result result;

	reset(NULL);
	fake.fault = broken->fault;
	result = measure_from(5 * HZ);
	assert_int_equal(result.tsc_hz, 0);
	assert_string_equal(result.problem, broken->problem);
	assert_uint_in_range(fake.tsc - fake.begin_tsc, 0, broken->ticks_max);
}

TEST_CASES(broken_clock_is_refused_within_a_bounded_time, broken_clocks);
