/* SPDX-License-Identifier: MIT */
/* Other CPUs that wait in a defined way for an interrupt of a trial. */
#ifndef BENCH_ENGINE_STANDBY_H
#define BENCH_ENGINE_STANDBY_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/platform.h"

struct standby {
	uint32_t first, count;          /* CPUs from this number on, except the calling one */
	enum wait_kind wait;
	const void *address;            /* each CPU first reads this byte, which is not 0; or
					 * NULL */

	/* Enables or disables interrupts while a CPU spins; NULL: interrupts are always on. */
	void (*enable_interrupts)(bool on);
};

/* Start the wait. Returns when all CPUs wait: 0, the result of platform_run_on or
 * platform_wait_for, -ETIMEDOUT, or -EIO if a CPU has not read the byte. After an error no CPU
 * waits. */
int standby_begin(const struct standby *standby);

/* End the wait. Returns 0, or the result of platform_wait_for. */
int standby_end(void);

#endif
