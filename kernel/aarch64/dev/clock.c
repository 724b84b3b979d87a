/* SPDX-License-Identifier: MIT */
/* Firmware writes the counter's frequency to a register that only firmware may write. Arm ARM,
 * "CNTFRQ_EL0, Counter-timer Frequency Register". */
#include "kernel/aarch64/dev/clock.h"

#include "bench/engine/warning.h"
#include "lib/aarch64/control.h"
#include "lib/cpu/words.h"

enum {CLOCK_CNTFRQ, CLOCK_SOURCES};

static struct {
	uint64_t hz;
	struct clock_source sources[CLOCK_SOURCES];
} clock = {
	.sources = {[CLOCK_CNTFRQ] = {.name = "cntfrq"}},
};

void clock_init(void)
{
	uint64_t hz;

	clock.sources[CLOCK_CNTFRQ].tsc_hz = read_register(cntfrq_el0);
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
