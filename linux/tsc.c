/* SPDX-License-Identifier: MIT */
/* The kernel's clock is preferred: it has been calibrated since boot, and programs to compare
 * with use it. CLOCK_MONOTONIC_RAW is used, because time servers adjust the other clocks. */
#include "linux/tsc.h"

#include <err.h>
#include <stdint.h>
#include <time.h>

#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "lib/counter.h"
#include "lib/cpu/words.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"
#include "linux/clock.h"
#include "linux/exit_status.h"
#include "linux/processor.h"

#define WINDOWS 3
#define WINDOW_NS 20000000
#define PPM 1000000u

static uint64_t hz, limit_hz = CLOCK_LIMIT_HZ;
static struct clock_source sources[1 + PROCESSOR_CLOCKS_MAX] = {
	{.name = "monotonic_raw", .rate_hz = NS_PER_SECOND},
};
static size_t source_count;

static uint64_t read_monotonic_raw(void)
{
	return clock_ns(CLOCK_MONOTONIC_RAW);
}

/* Measure the frequency, with the window that has the tightest brackets. */
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

/* Warn of sources that disagree, except nominal ones, whose difference the timer record shows. */
static void tsc_warn_of_disagreement(void)
{
	for (size_t i = 0; i < source_count; i++) {
		if (!sources[i].is_nominal && strcmp(sources[i].status, "disagrees") == 0)
			warning("tsc", "%s measures %lu Hz, %ld ppm off the %lu Hz in use",
				sources[i].name, sources[i].tsc_hz, sources[i].disagreement_ppm,
				hz);
	}
}

void tsc_init(void)
{
	const char *fault = processor_clock_fault();

	if (fault != NULL)
		errx(EXIT_MACHINE, "%s", fault);
	tsc_measure(&sources[0]);
	source_count = 1 + processor_clocks(sources + 1);
	hz = clock_select(sources, source_count);
	if (hz == 0) {
		warning("tsc", CLOCK_UNKNOWN_WARNING);
		return;
	}
	limit_hz = hz;
	tsc_warn_of_disagreement();
}

const struct clock_source *clock_sources(size_t *count)
{
	*count = source_count;
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
