/* SPDX-License-Identifier: MIT */
/* Firmware states the frequency of `time`. Nothing states the frequency of the cycle counter, which
 * is the core's and may change. */
#include "kernel/riscv64/dev/clock.h"

#include "bench/engine/warning.h"
#include "kernel/dev/time_base.h"
#include "kernel/riscv64/dev/parts.h"
#include "lib/cpu/words.h"
#include "lib/riscv64/control.h"
#include "lib/text/ticks.h"

#define READS_MAX 10000000u             /* limit of reads, for a counter that stands still */

enum {CLOCK_TIME, CLOCK_SOURCES};

static struct {
	uint64_t hz;
	struct clock_source sources[CLOCK_SOURCES];
} clock = {
	.sources = {[CLOCK_TIME] = {.name = "time"}},
};

/* The cycle counter just after a tick of `time`. Stores `time`. Returns 0 if `time` stands
 * still. */
static uint64_t cycles_at_tick(uint64_t *time)
{
	uint64_t before = read_register(time);

	for (unsigned i = 0; i < READS_MAX; i++) {
		*time = read_register(time);
		if (*time != before)
			return clock_read();
	}
	return 0;
}

static uint64_t measure(uint64_t time_hz)
{
	uint64_t window = ticks_of_us(time_base_window_us(), time_hz);
	uint64_t begin_time, end_time, begin = cycles_at_tick(&begin_time), end;

	if (begin == 0)
		return 0;
	do
		end = cycles_at_tick(&end_time);
	while (end != 0 && end_time - begin_time < window);
	return end == 0 ? 0 : ticks_scale(end - begin, time_hz, end_time - begin_time);
}

void clock_init(void)
{
	struct clock_source *source = &clock.sources[CLOCK_TIME];
	uint64_t hz;

	source->rate_hz = parts()->time_hz;
	if (source->rate_hz != 0)
		source->tsc_hz = time_base_round_hz(measure(source->rate_hz));
	hz = clock_select(clock.sources, CLOCK_SOURCES);
	if (hz == 0) {
		warning("clock", CLOCK_UNKNOWN_WARNING);
		return;
	}
	clock.hz = clock_limit_rate_hz = hz;
}

uint64_t clock_hz(void)
{
	return clock.hz;
}

const struct clock_source *clock_sources(size_t *count)
{
	*count = CLOCK_SOURCES;
	return clock.sources;
}
