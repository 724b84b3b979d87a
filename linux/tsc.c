/* SPDX-License-Identifier: MIT */
/* The kernel's clock is preferred: it has been calibrated since boot, and programs to compare with
 * use it. CLOCK_MONOTONIC_RAW, because time servers adjust the others. */
#include "linux/tsc.h"

#include <stdint.h>
#include <time.h>

#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "lib/counter.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"
#include "lib/x86/tsc_cpuid.h"
#include "linux/clock.h"

#define WINDOWS 3
#define WINDOW_NS 20000000
#define PPM 1000000u

enum {TSC_MONOTONIC_RAW, TSC_CPUID_15H, TSC_HYPERVISOR, TSC_CPUID_16H, TSC_SOURCES};

static uint64_t hz, limit_hz = CLOCK_LIMIT_HZ;
static struct clock_source sources[TSC_SOURCES] = {
	[TSC_MONOTONIC_RAW] = {.name = "monotonic_raw", .rate_hz = NS_PER_SECOND},
	[TSC_CPUID_15H] = {.name = "cpuid_15h"},
	[TSC_HYPERVISOR] = {.name = "hypervisor"},
	[TSC_CPUID_16H] = {.name = "cpuid_16h", .is_nominal = true},
};

static uint64_t read_monotonic_raw(void)
{
	return clock_ns(CLOCK_MONOTONIC_RAW);
}

/* The window with the tightest brackets is used. */
static void tsc_measure(struct clock_source *source)
{
	const struct counter counter = {NS_PER_SECOND, UINT64_MAX, read_monotonic_raw};
	const struct timespec pause = {.tv_nsec = WINDOW_NS};
	uint64_t best_width = UINT64_MAX;

	for (int window = 0; window < WINDOWS; window++) {
		struct clock_bracket begin = clock_bracket(&counter), end;

		nanosleep(&pause, NULL);
		end = clock_bracket(&counter);
		if (begin.width + end.width >= best_width || end.count == begin.count ||
		    end.tsc == begin.tsc)
			continue;
		best_width = begin.width + end.width;
		source->tsc_hz = ticks_scale(end.tsc - begin.tsc, NS_PER_SECOND,
					     end.count - begin.count);
		source->uncertainty_ppm = best_width / 2 * PPM / (end.tsc - begin.tsc) + 1;
	}
}

/* The timer record shows the difference of a nominal frequency. */
static void tsc_warn_of_disagreement(void)
{
	for (int i = 0; i < TSC_SOURCES; i++) {
		if (!sources[i].is_nominal && strcmp(sources[i].status, "disagrees") == 0)
			warning("tsc", "%s measures %lu Hz, %ld ppm off the %lu Hz in use",
				sources[i].name, sources[i].tsc_hz, sources[i].disagreement_ppm,
				hz);
	}
}

void tsc_init(void)
{
	tsc_measure(&sources[TSC_MONOTONIC_RAW]);
	sources[TSC_CPUID_15H].tsc_hz = tsc_hz_by_cpuid_15h();
	sources[TSC_HYPERVISOR].tsc_hz = tsc_hz_by_hypervisor();
	sources[TSC_CPUID_16H].tsc_hz = tsc_hz_by_cpuid_16h();
	hz = clock_select(sources, TSC_SOURCES);
	if (hz == 0) {
		warning("tsc", CLOCK_UNKNOWN_WARNING);
		return;
	}
	limit_hz = hz;
	tsc_warn_of_disagreement();
}

const struct clock_source *clock_sources(size_t *count)
{
	*count = TSC_SOURCES;
	return sources;
}

uint64_t platform_clock_hz(void)
{
	return hz;
}

uint64_t platform_limit_hz(void)
{
	return limit_hz;
}
