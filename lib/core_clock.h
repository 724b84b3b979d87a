/* SPDX-License-Identifier: MIT */
/* Range of plausible core clocks of a machine. */
#ifndef LIB_CORE_CLOCK_H
#define LIB_CORE_CLOCK_H

#include <stdint.h>

#include "lib/wire/wire.h"

struct core_clock_range {
	uint64_t low_mhz, high_mhz;
};

/* The nominal frequency that timer records state, from CPUID 16h, 15h or 40000010h in order of
 * preference. If all fields are 0, there was no such record so far. */
struct core_clock_stated {
	uint64_t hz;
	unsigned rank;                  /* rank of its source; a greater one is preferred */
};

/* Take a record of a clock. */
void core_clock_take(struct core_clock_stated *stated, const struct wire_timer *timer);

/* The range for an unknown machine is 0.2 to 10 GHz. With a nominal clock, from the brand string or
 * stated_hz (0: none), it is a tenth to five times that clock, because processors for thin
 * notebooks reach 4.4 times. With a maximum clock max_hz (0: unknown) from CPUID 16h, the upper end
 * is at most 1.25 times the maximum. */
struct core_clock_range core_clock_range(const char *brand, uint64_t stated_hz, uint64_t max_hz);

#endif
