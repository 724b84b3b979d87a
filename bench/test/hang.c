/* SPDX-License-Identifier: MIT */
/* test.hang: never returns; the watchdog must abort it. */
#include "bench/benchmark.h"
#include "bench/platform.h"

/* In the isolated section, so with interrupts off if the platform can do that. */
static void hang(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)ctx;
	(void)iterations;
	for (;;)
		__asm__ volatile("");           /* without PAUSE, at which QEMU leaves its loop */
}

#define LIMIT_MS 1000

const struct benchmark bench_test_hang = {
	.name = "test.hang",
	.summary = "an endless loop: the watchdog must end it",
	.unit = UNIT_TSC_TICKS,
	.needs = CAN_WATCHDOG,
	.run = hang,
	.limit_ms_max = LIMIT_MS,
	.unverified = "it fails on purpose",
};
