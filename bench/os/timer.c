/* SPDX-License-Identifier: MIT */
/* os.timer: a timer's interrupt as a process sees it, from its deadline to the program's first
 * instruction. This is in a signal handler, which interrupts the working program, or after a
 * blocking read of a descriptor (timerfd). Earlier stages are in the kernel. irq.lapic_timer
 * measures them on bare metal. */
#include "bench/benchmark.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

/* Long enough for the request, and shorter than the period of the kernel's tick, which has its own
 * work. */
#define INTERVAL_US 200

static const char *const way_labels[] = {[TIMER_SIGNAL] = "signal", [TIMER_FILE] = "timerfd"};

static size_t ways(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = TIMER_SIGNAL;
	values[1] = TIMER_FILE;
	return 2;
}

static int timer_setup(struct bench_ctx *ctx)
{
	return platform_is_hosted() ? 0 : bench_skip(ctx, "process", "bare metal has no processes "
								     "with timers; see irq.* for "
								     "its timer interrupts");
}

static int timer_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	uint64_t interval_ticks = ticks_of_us(INTERVAL_US, platform_clock_hz()), expired_tsc;
	uint64_t deadline_tsc = clock_read() + interval_ticks;
	int status = platform_process_timer((enum timer_way)ctx->point[0], deadline_tsc,
					    &expired_tsc);

	if (status == -ENOTSUP || status == -EAGAIN)
		return bench_skip(ctx, "timer", "the kernel has no such timer, or no free one");
	if (status != 0)
		return bench_error(ctx, status, "the timer failed: error %d", status);
	values[0] = expired_tsc - deadline_tsc;
	return 0;
}

static const struct axis axes[] = {{"by", way_labels, ways}, {0}};
/* A named stage, because the values do not include the timing overhead. */
static const char *const stages[] = {"delivery", NULL};

const struct benchmark bench_os_timer = {
	.name = "os.timer",
	.summary = "one timer of a process, from its deadline to the program",
	.differs_hosted = "timer_create with a signal, and timerfd_settime, both with an absolute "
			  "time of CLOCK_MONOTONIC",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL,
	.needs = CAN_CLOCK,
	.axes = axes,
	.stages = stages,
	.setup = timer_setup,
	.sample = timer_sample,
	.verified = "no expiry is before its deadline",
};
