/* SPDX-License-Identifier: MIT */
/* Other CPUs that wait in a defined way for an interrupt of a trial. */
#ifndef BENCH_ENGINE_STANDBY_H
#define BENCH_ENGINE_STANDBY_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/platform.h"

struct bench_ctx;

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

/* Note how many other CPUs the next trial must let wait, and how. A benchmark calls this before the
 * trial. */
void standby_expect(uint32_t count, enum wait_kind wait);

/* Make the run invalid if the last trial let other CPUs wait than standby_expect() said, or in
 * another way. A trial of the platform that needs no waiting CPU passes. Returns like a verify
 * function. */
int standby_verify(struct bench_ctx *ctx);

#endif
