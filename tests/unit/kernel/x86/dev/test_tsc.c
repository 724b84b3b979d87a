/* SPDX-License-Identifier: MIT */
/* The TSC's frequency from counters that wrap while the host pauses the machine. Time is counted
 * here, so the test does not depend on the host. */
#include "tests/unit/unit.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/engine/warning.h"
#include "kernel/dev/time_base.h"
#include "kernel/x86/dev/hpet.h"
#include "kernel/x86/dev/pit.h"
#include "kernel/x86/dev/pm_timer.h"
#include "kernel/x86/dev/tsc.h"

#define TSC_MHZ 2000u
#define PAUSE_US 70000u         /* longer than the PIT's period of 55 ms */
#define WINDOW_READS 100u       /* of a counter, until the host pauses the machine */

static uint64_t now_us, reads, pauses;
static bool has_hpet;

static uint64_t counts_at(uint64_t rate_hz)
{
	now_us++;
	if (++reads == WINDOW_READS && pauses > 0) {
		now_us += PAUSE_US;
		pauses--;
	}
	return now_us * rate_hz / 1000000;
}

static uint64_t read_hpet(void)
{
	return counts_at(100000000) & UINT32_MAX;
}

static uint64_t read_pit(void)
{
	return counts_at(PIT_HZ) & 0xffff;
}

static const struct counter hpet = {.rate_hz = 100000000, .mask = UINT32_MAX, .read = read_hpet};
static const struct counter pit = {.rate_hz = PIT_HZ, .mask = 0xffff, .read = read_pit};

const struct counter *hpet_counter(void)
{
	return has_hpet ? &hpet : NULL;
}

const struct counter *pm_timer_counter(void)
{
	return NULL;
}

const struct counter *pit_counter(void)
{
	return &pit;
}

/* A window begins and ends with a bracket of each counter. */
struct clock_bracket clock_bracket(const struct counter *counter)
{
	uint64_t count = counter->read();

	reads = 0;
	return (struct clock_bracket){.tsc = now_us * TSC_MHZ, .width = TSC_MHZ, .count = count};
}

uint64_t time_base_round_hz(uint64_t measured_hz)
{
	return measured_hz;
}

uint64_t time_base_window_us(void)
{
	return 10000;
}

void warning(const char *source, const char *format, ...)
{
	(void)source;
	(void)format;
}

/* Half of the widths of the brackets at both ends, and a count of the PIT, as parts of a window of
 * 10 ms. */
#define PIT_WIDTH_PPM (2 * 1000000 / 2 / 10000)
#define PIT_COUNT_PPM (1000000 / (PIT_HZ / 100))

static bool is_right(uint64_t tsc_hz)
{
	return tsc_hz > TSC_MHZ * 990000ull && tsc_hz < TSC_MHZ * 1010000ull;
}

/* Case: clocks of the machine, the windows with a pause, and whether the PIT must be measured. */
static const struct machine {
	const char *name;
	bool has_hpet;
	unsigned pauses;
	bool is_measured;
} machines[] = {
	{"no pause", true, 0, true},
	{"a pause in one window", true, 1, true},
	{"a pause in every window", true, 3, false},
	{"the PIT alone", false, 0, true},
	{"the PIT alone, a pause in one window", false, 1, true},
	{"the PIT alone, a pause in two windows", false, 2, true},
};

/* In a process of its own, since the frequency is determined once. */
static void check_machine(void **state)
{
	const struct machine *machine = *state;
	int status;
	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0) {
		size_t count;
		const struct clock_source *sources;
		uint64_t pit_hz;

		has_hpet = machine->has_hpet;
		pauses = machine->pauses;
		tsc_init(NULL);
		sources = clock_sources(&count);
		pit_hz = sources[TSC_PIT].tsc_hz;
		_exit((!has_hpet || is_right(sources[TSC_HPET].tsc_hz)) &&
		      (machine->is_measured ? is_right(pit_hz) : pit_hz == 0) &&
		      (machine->pauses > 0 || sources[TSC_PIT].uncertainty_ppm >=
						      PIT_WIDTH_PPM + PIT_COUNT_PPM) ? 0 : 1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

TEST_CASES(check_machine, machines);
