/* SPDX-License-Identifier: MIT */
/* Measuring the TSC's frequency. All counters share the same windows of time, so that three cost no
 * more than one. */
#include "kernel/dev/tsc.h"

#include "bench/engine/warning.h"
#include "kernel/dev/hpet.h"
#include "kernel/dev/pit.h"
#include "kernel/dev/pm_timer.h"
#include "kernel/dev/time_base.h"
#include "lib/text/string.h"
#include "lib/x86/control.h"
#include "lib/x86/tsc_cpuid.h"

#define WINDOWS 3
#define WINDOW_MS 10                    /* well below the 54 ms in which the PIT wraps */
#define HZ_WHEN_UNKNOWN 8000000000u

#define US_PER_SECOND 1000000u

static struct {
	uint64_t hz;
	struct tsc_source sources[TSC_SOURCES];
} tsc = {
	.hz = HZ_WHEN_UNKNOWN,
	.sources = {
		[TSC_CPUID_15H] = {.name = "cpuid_15h"},
		[TSC_HYPERVISOR] = {.name = "hypervisor"},
		[TSC_HPET] = {.name = "hpet"},
		[TSC_PM_TIMER] = {.name = "pm_timer"},
		[TSC_PIT] = {.name = "pit"},
		[TSC_CPUID_16H] = {.name = "cpuid_16h"},
	},
};

/* The measuring of one source. */
struct measurement {
	const struct counter *counter;  /* NULL: there is none */
	struct tsc_bracket begin;
	uint64_t best_width;
};

static void wait_window(const struct counter *counter)
{
	uint64_t begin = counter->read();
	uint64_t limit = tsc_after_us(4 * WINDOW_MS * 1000);

	while (((counter->read() - begin) & counter->mask) < counter->rate_hz * WINDOW_MS / 1000 &&
	       !tsc_is_past(limit))
		cpu_relax();
}

static void end_window(struct measurement *measurement, struct tsc_source *source)
{
	const struct counter *counter = measurement->counter;
	struct tsc_bracket end = tsc_bracket(counter);
	uint64_t counts = (end.count - measurement->begin.count) & counter->mask;
	uint64_t width = measurement->begin.width + end.width;

	if (counts == 0 || width >= measurement->best_width)
		return;
	measurement->best_width = width;
	source->rate_hz = counter->rate_hz;
	source->tsc_hz = (end.tsc - measurement->begin.tsc) * counter->rate_hz / counts;
}

static void measure_window(struct measurement measurements[TSC_SOURCES],
			   const struct counter *pace)
{
	for (unsigned i = 0; i < TSC_SOURCES; i++) {
		if (measurements[i].counter != NULL)
			measurements[i].begin = tsc_bracket(measurements[i].counter);
	}
	wait_window(pace);
	for (unsigned i = 0; i < TSC_SOURCES; i++) {
		if (measurements[i].counter != NULL)
			end_window(&measurements[i], &tsc.sources[i]);
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

static void ask_cpuid(void)
{
	tsc.sources[TSC_CPUID_15H].tsc_hz = tsc_hz_by_cpuid_15h();
	tsc.sources[TSC_CPUID_16H].tsc_hz = tsc_hz_by_cpuid_16h();
	tsc.sources[TSC_HYPERVISOR].tsc_hz = tsc_hz_by_hypervisor();
}

/* CPUID 16h is a nominal figure that differs from the TSC on many good machines: the timer record
 * shows that, and it deserves no warning. */
static void tsc_warn_of_disagreement(void)
{
	for (unsigned i = 0; i < TSC_SOURCES; i++) {
		const struct tsc_source *source = &tsc.sources[i];

		if (i != TSC_CPUID_16H && strcmp(source->status, "disagrees") == 0)
			warning("tsc", "%s finds %lu Hz, %ld ppm off the %lu Hz that are used",
				source->name, source->tsc_hz, source->disagreement_ppm, tsc.hz);
	}
}

void tsc_init(void)
{
	uint64_t hz;

	ask_cpuid();
	tsc_measure();
	hz = tsc_select(tsc.sources, TSC_SOURCES);
	if (hz == 0) {
		warning("tsc", "unknown TSC frequency: times in seconds are meaningless");
		return;
	}
	tsc.hz = time_base_round_hz(hz);
	tsc_warn_of_disagreement();
}

uint64_t tsc_hz(void)
{
	return tsc.hz;
}

const struct tsc_source *tsc_sources(size_t *count)
{
	*count = TSC_SOURCES;
	return tsc.sources;
}

uint64_t tsc_after_us(uint64_t us)
{
	return tsc_read_fenced() + us * tsc.hz / US_PER_SECOND;
}

bool tsc_is_past(uint64_t deadline_tsc)
{
	return tsc_read_fenced() >= deadline_tsc;
}

void tsc_wait_us(uint64_t us)
{
	uint64_t deadline_tsc = tsc_after_us(us);

	while (!tsc_is_past(deadline_tsc))
		cpu_relax();
}
