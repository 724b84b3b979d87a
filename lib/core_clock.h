/* SPDX-License-Identifier: MIT */
/* Plausible core clock of a machine. */
#ifndef LIB_CORE_CLOCK_H
#define LIB_CORE_CLOCK_H

#include <stdint.h>

#include "lib/wire/wire.h"

struct core_clock_range {
	uint64_t low_mhz, high_mhz;
};

/* The nominal frequency that timer records state, from CPUID 16h, 15h or 40000010h in order of
 * preference. If all fields are 0, no such record was seen so far. */
struct core_clock_stated {
	uint64_t hz;
	unsigned rank;                  /* of its source: greater is preferred */
};

/* Take a record of a clock. */
void core_clock_take(struct core_clock_stated *stated, const struct wire_timer *timer);

/* 0.2 to 10 GHz for an unknown machine. With a nominal clock, from the brand string or stated_hz
 * (0: none): a tenth of it to five times (processors for thin notebooks reach 4.4). With a maximum
 * clock max_hz (0: unknown) from CPUID 16h: at most 1.25 times that. */
struct core_clock_range core_clock_range(const char *brand, uint64_t stated_hz, uint64_t max_hz);

#endif
