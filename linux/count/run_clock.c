/* SPDX-License-Identifier: MIT */
#include "linux/count/run_clock.h"

#include <err.h>
#include <stdint.h>
#include <time.h>

#include "linux/clock.h"

#define RUN_SECONDS 1767225600  /* 2026-01-01 */
/* Time before the interrupt in which to wake up. */
#define WAKE_NS 300000

static uint64_t interrupt_ns;   /* when the last awaited one came */

static uint64_t period_ns(void)
{
	struct timespec period = {0};

	clock_getres(CLOCK_MONOTONIC_COARSE, &period);
	return timespec_ns(&period);
}

/* Sleep instead of looping, because a loop of instructions takes the emulator longer. */
static void sleep_before_interrupt(void)
{
	uint64_t period = period_ns(), passed = clock_ns(CLOCK_MONOTONIC) - interrupt_ns;
	uint64_t next_ns = interrupt_ns + (passed / period + 1) * period;
	struct timespec until = clock_timespec(next_ns - WAKE_NS);

	if (interrupt_ns != 0)
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

void run_clock_await(void)
{
	uint64_t last;

	sleep_before_interrupt();
	last = clock_ns(CLOCK_MONOTONIC_COARSE);
	while (clock_ns(CLOCK_MONOTONIC_COARSE) == last)
		;
	interrupt_ns = clock_ns(CLOCK_MONOTONIC);
}

void run_clock_set(void)
{
	const struct timespec begin = {.tv_sec = RUN_SECONDS};

	run_clock_await();
	if (clock_settime(CLOCK_REALTIME, &begin) != 0)
		warn("clock");
}

void run_clock_keep(void)
{
	if (clock_ns(CLOCK_MONOTONIC) - interrupt_ns > period_ns() / 2)
		run_clock_set();
}
