/* SPDX-License-Identifier: MIT */
/* Measures the TSC's frequency. All reference counters share the same time windows, so that three
 * take no longer than one. */
#include "kernel/x86/dev/tsc.h"

#include "bench/engine/warning.h"
#include "kernel/dev/time_base.h"
#include "kernel/x86/dev/hpet.h"
#include "kernel/x86/dev/pit.h"
#include "kernel/x86/dev/pm_timer.h"
#include "lib/clock_seconds.h"
#include "lib/cpu/words.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"
#include "lib/x86/control.h"
#include "lib/x86/tsc_cpuid.h"

#define WINDOWS 3
#define SECOND_LIMIT_US 1500000
#define TURNS_PER_READ 10000            /* some microseconds: reads tie up the bus or emulator */

#define PPM 1000000u

static struct {
	uint64_t hz;
	int (*read_rtc)(void);          /* NULL: no clock */
	struct clock_source sources[TSC_SOURCES];
} tsc = {
	.sources = {
		[TSC_CPUID_15H] = {.name = "cpuid_15h"},
		[TSC_HYPERVISOR] = {.name = "hypervisor"},
		[TSC_HPET] = {.name = "hpet"},
		[TSC_PM_TIMER] = {.name = "pm_timer"},
		[TSC_PIT] = {.name = "pit"},
		[TSC_RTC] = {.name = "rtc"},
		[TSC_CPUID_16H] = {.name = "cpuid_16h", .is_nominal = true},
	},
};

/* Measurement of one source. */
struct measurement {
	const struct counter *counter;  /* NULL: absent */
	struct clock_bracket begin;
	uint64_t best_width;
};

static void wait_window(const struct counter *counter)
{
	uint64_t begin = counter->read();
	uint64_t us = time_base_window_us();
	uint64_t counts = ticks_scale(us, counter->rate_hz, US_PER_SECOND);
	uint64_t limit = clock_after_us(4 * us);

	while (((counter->read() - begin) & counter->mask) < counts && !clock_is_past(limit))
		cpu_relax();
}

/* Microseconds until a counter wraps. */
static uint64_t wrap_us(const struct counter *counter)
{
	return counter->mask / (ticks_of_us(1, counter->rate_hz) + 1);
}

/* Whether a counter has wrapped. The host may pause a virtual machine for longer than the PIT's
 * period. So the counter with the longest period tells how long a window was. Without such a
 * counter the lowest frequency is right, because a counter that wrapped has too few counts, which
 * give a higher one. */
static bool has_wrapped(const struct measurement *measurement, uint64_t window_us,
			const struct clock_source *source, uint64_t tsc_hz)
{
	return window_us >= wrap_us(measurement->counter) ||
	       (source->tsc_hz != 0 && tsc_hz > source->tsc_hz + source->tsc_hz / 4);
}

static void end_window(struct measurement *measurement, const struct clock_bracket *end,
		       uint64_t window_us, struct clock_source *source)
{
	const struct counter *counter = measurement->counter;
	uint64_t counts = (end->count - measurement->begin.count) & counter->mask;
	uint64_t ticks = end->tsc - measurement->begin.tsc, tsc_hz, error_ticks;
	uint64_t width = measurement->begin.width + end->width;

	if (counts == 0 || ticks == 0)
		return;
	tsc_hz = ticks_scale(ticks, counter->rate_hz, counts);
	if (has_wrapped(measurement, window_us, source, tsc_hz))
		return;
	if (width >= measurement->best_width && tsc_hz > source->tsc_hz - source->tsc_hz / 4)
		return;
	measurement->best_width = width;
	source->rate_hz = counter->rate_hz;
	error_ticks = width / 2 + ticks / counts;       /* the counter's step */
	source->tsc_hz = tsc_hz;
	source->uncertainty_ppm = error_ticks * PPM / ticks + 1;
}

/* The length of a window by the counter with the longest period. */
static uint64_t length_us(const struct measurement measurements[TSC_SOURCES],
			  const struct clock_bracket ends[TSC_SOURCES])
{
	uint64_t longest_us = 0, length = 0;

	for (unsigned i = 0; i < TSC_SOURCES; i++) {
		const struct counter *counter = measurements[i].counter;

		if (counter == NULL || wrap_us(counter) <= longest_us)
			continue;
		longest_us = wrap_us(counter);
		length = ticks_to_us((ends[i].count - measurements[i].begin.count) & counter->mask,
				     counter->rate_hz);
	}
	return length;
}

static void measure_window(struct measurement measurements[TSC_SOURCES],
			   const struct counter *pace)
{
	struct clock_bracket ends[TSC_SOURCES];
	uint64_t window_us;

	for (unsigned i = 0; i < TSC_SOURCES; i++) {
		if (measurements[i].counter != NULL)
			measurements[i].begin = clock_bracket(measurements[i].counter);
	}
	wait_window(pace);
	for (unsigned i = 0; i < TSC_SOURCES; i++) {
		if (measurements[i].counter != NULL)
			ends[i] = clock_bracket(measurements[i].counter);
	}
	window_us = length_us(measurements, ends);
	for (unsigned i = 0; i < TSC_SOURCES; i++) {
		if (measurements[i].counter != NULL)
			end_window(&measurements[i], &ends[i], window_us, &tsc.sources[i]);
	}
}

static void tsc_measure(void)
{
	struct measurement measurements[TSC_SOURCES] = {
		[TSC_HPET].counter = hpet_counter(),
		[TSC_PM_TIMER].counter = pm_timer_counter(),
		[TSC_PIT].counter = pit_counter(),
	};
	const struct counter *pace = NULL;

	for (unsigned i = 0; i < TSC_SOURCES; i++) {
		measurements[i].best_width = UINT64_MAX;
		if (pace == NULL)
			pace = measurements[i].counter;
	}
	for (unsigned window = 0; window < WINDOWS && pace != NULL; window++)
		measure_window(measurements, pace);
}

static uint64_t tsc_now(void)
{
	return clock_read();
}

static int read_second(void)
{
	for (unsigned turn = 0; turn < TURNS_PER_READ; turn++)
		__asm__ volatile("");
	return tsc.read_rtc();
}

static bool has_measured(void)
{
	return clock_source_is_usable(&tsc.sources[TSC_HPET]) ||
	       clock_source_is_usable(&tsc.sources[TSC_PM_TIMER]) ||
	       clock_source_is_usable(&tsc.sources[TSC_PIT]);
}

/* Measure with the real-time clock. This takes a hundred times longer than with other sources, so
 * it is done only without them. */
static void tsc_measure_by_rtc(void)
{
	const struct seconds_clock clock = {
		.read = read_second, .tsc = tsc_now,
		.limit_ticks = ticks_of_us(SECOND_LIMIT_US, clock_limit_rate_hz),
	};
	struct seconds_result result;

	if (has_measured() || tsc.read_rtc == NULL)
		return;
	result = clock_seconds_measure(&clock);
	if (result.tsc_hz == 0) {
		warning("tsc", "the real-time clock %s; not used", result.problem);
		return;
	}
	tsc.sources[TSC_RTC].rate_hz = 1;
	tsc.sources[TSC_RTC].tsc_hz = result.tsc_hz;
	tsc.sources[TSC_RTC].uncertainty_ppm = result.uncertainty_ppm;
}

static void read_cpuid(void)
{
	tsc.sources[TSC_CPUID_15H].tsc_hz = tsc_hz_by_cpuid_15h();
	tsc.sources[TSC_CPUID_16H].tsc_hz = tsc_hz_by_cpuid_16h();
	tsc.sources[TSC_HYPERVISOR].tsc_hz = tsc_hz_by_hypervisor();
}

/* Warn of sources that disagree, except nominal ones. A nominal frequency differs from the TSC's on
 * many correct machines, so a warning is not justified. The timer record shows the difference. */
static void tsc_warn_of_disagreement(void)
{
	for (unsigned i = 0; i < TSC_SOURCES; i++) {
		const struct clock_source *source = &tsc.sources[i];

		if (!source->is_nominal && strcmp(source->status, "disagrees") == 0)
			warning("tsc", "%s: %lu Hz, %ld ppm off the %lu Hz in use",
				source->name, source->tsc_hz, source->disagreement_ppm, tsc.hz);
	}
}

void tsc_init(int (*read_rtc_second)(void))
{
	uint64_t hz;

	tsc.read_rtc = read_rtc_second;
	read_cpuid();
	tsc_measure();
	tsc_measure_by_rtc();
	hz = clock_select(tsc.sources, TSC_SOURCES);
	if (hz == 0) {
		warning("tsc", CLOCK_UNKNOWN_WARNING);
		return;
	}
	tsc.hz = clock_limit_rate_hz = time_base_round_hz(hz);
	tsc_warn_of_disagreement();
}

uint64_t clock_hz(void)
{
	return tsc.hz;
}

const struct clock_source *clock_sources(size_t *count)
{
	*count = TSC_SOURCES;
	return tsc.sources;
}
