/* SPDX-License-Identifier: MIT */
/* Other CPUs kept waiting for an interrupt of a trial, in a known way. */
#ifndef BENCH_ENGINE_STANDBY_H
#define BENCH_ENGINE_STANDBY_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/platform.h"

struct standby {
	uint32_t first, count;          /* CPUs from that number on, the one that calls left out */
	enum wait_kind wait;
	const void *address;            /* of a page that each touches first, or NULL */

	/* Lets interrupts in while a CPU spins, and keeps them out again; NULL where they always
	 * come in. */
	void (*enable_interrupts)(bool on);
};

/* Let CPUs wait. Returns once all do: 0, or what platform_run_on or platform_wait_for returned, or
 * -ETIMEDOUT; no CPU is left waiting then. */
int standby_begin(const struct standby *standby);

/* Let them go back to what they do without work. Returns 0, or what platform_wait_for returned. */
int standby_end(void);

#endif
