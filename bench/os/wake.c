/* SPDX-License-Identifier: MIT */
/* os.wake: a thread wakes a sleeping thread on its own CPU or another CPU, and the other thread
 * then wakes it. To another CPU, the one-way time is by both CPUs' clocks, as in smp.ipi, which
 * measures only the interrupt that the kernel sends. On the same CPU, the woken thread runs at the
 * latest when the first thread sleeps. os.futex is a series of such wake-ups. */
#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/platform.h"
#include "bench/smp/skew.h"
#include "lib/text/errno.h"

enum {AXIS_BY, AXIS_CPU};
enum {CPU_SAME, CPU_OTHER};
enum {STAGE_CALL, STAGE_ONE_WAY, STAGE_ERROR, STAGE_ROUND_TRIP};

/* The thread's answer takes more than this part of a round trip. */
#define WAIT_PARTS 16

struct waking {
	struct skew skew;
	uint32_t samples, waited;       /* number of samples, and of those with an answer after the
					 * call */
};

static const char *const way_labels[] = {
	[WAKE_FUTEX] = "futex", [WAKE_EVENTFD] = "eventfd", [WAKE_DATAGRAM] = "datagram",
	[WAKE_PIPE] = "pipe",
};

static const char *const cpu_labels[] = {[CPU_SAME] = "same", [CPU_OTHER] = "other"};

static size_t ways(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = WAKE_FUTEX;
	values[1] = WAKE_EVENTFD;
	values[2] = WAKE_DATAGRAM;
	values[3] = WAKE_PIPE;
	return 4;
}

static size_t cpus(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = CPU_SAME;
	values[1] = CPU_OTHER;
	if (platform_cpu_count() > 1)
		return 2;
	bench_skip(ctx, "other_cpu", "a second CPU is missing");
	return 1;
}

static uint32_t woken_cpu(const struct bench_ctx *ctx)
{
	if (ctx->point[AXIS_CPU] == CPU_SAME)
		return platform_cpu();
	return platform_cpu() == 0 ? 1 : 0;
}

static int wake_open(struct bench_ctx *ctx)
{
	int status = platform_wake_open((enum wake_way)ctx->point[AXIS_BY], woken_cpu(ctx));

	if (status == -ENOTSUP)
		return bench_skip(ctx, "sleep", "this system does not show if a thread sleeps");
	if (status == -ENODEV)
		return bench_skip(ctx, "loopback", "the loopback device is missing or down");
	if (status == -EAGAIN)
		return bench_skip_tasks(ctx);
	if (status == -EIO)
		return bench_error(ctx, status, "the thread is not on CPU %u", woken_cpu(ctx));
	if (status != 0)
		return bench_error(ctx, status, "cannot create the thread: error %d", status);
	return 0;
}

static int wake_setup(struct bench_ctx *ctx)
{
	struct waking *waking = ctx->state;
	int status = 0;

	if (!platform_is_hosted())
		return bench_skip(ctx, "process", "on bare metal, threads belong to the kernel; "
						  "see smp.ipi for the interrupt to another CPU");
	if (ctx->point[AXIS_CPU] == CPU_OTHER)
		status = skew_measure_best(ctx, woken_cpu(ctx), &waking->skew);
	return status != 0 ? status : wake_open(ctx);
}

static int wake_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct waking *waking = ctx->state;
	const struct skew *skew = &waking->skew;
	bool is_other = ctx->point[AXIS_CPU] == CPU_OTHER;
	struct wake_stamps stamps;
	int status = platform_wake_trial(&stamps);

	if (status != 0)
		return bench_cpu_error(ctx, status, "the wake-up failed: error %d", status);
	values[STAGE_CALL] = stamps.returned - stamps.begun;
	values[STAGE_ERROR] = is_other ? skew->error_ticks : BENCH_NO_SUCH_STAGE;
	values[STAGE_ROUND_TRIP] = stamps.answered - stamps.begun;
	waking->samples++;
	waking->waited += stamps.answered - stamps.returned > values[STAGE_ROUND_TRIP] / WAIT_PARTS;
	return skew_elapsed(ctx, skew, stamps.begun, stamps.woken, &values[STAGE_ONE_WAY]);
}

/* A thread on another CPU must answer, at least once, after the call has returned. */
static int wake_verify(struct bench_ctx *ctx)
{
	const struct waking *waking = ctx->state;

	if (ctx->point[AXIS_CPU] == CPU_OTHER && waking->waited == 0)
		validity_check_failed(ctx, "stamps", "in each of %u samples the answer had come "
						     "when the call returned",
				      waking->samples);
	return 0;
}

static void wake_teardown(struct bench_ctx *ctx)
{
	(void)ctx;
	platform_wake_close();
}

static const struct axis axes[] = {
	[AXIS_BY] = {"by", way_labels, ways},
	[AXIS_CPU] = {"cpu", cpu_labels, cpus},
	{0},
};

static const char *const stages[] = {
	[STAGE_CALL] = "call", [STAGE_ONE_WAY] = "one_way", [STAGE_ERROR] = "one_way_error",
	[STAGE_ROUND_TRIP] = "round_trip", NULL,
};

const struct benchmark bench_os_wake = {
	.name = "os.wake",
	.summary = "one wake-up of a sleeping thread and one back",
	.differs_hosted = "a futex, an eventfd, a pipe, or a datagram through the loopback device, "
			  "which a softirq delivers",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL,
	.axes = axes,
	.stages = stages,
	.total = "round_trip",
	.overlapping = 1u << STAGE_ONE_WAY | 1u << STAGE_ERROR,
	.state_bytes = sizeof(struct waking),
	.setup = wake_setup,
	.sample = wake_sample,
	.verify = wake_verify,
	.teardown = wake_teardown,
	.verified = "the thread is on the CPU of the point, slept and rested before each wake-up, "
		    "and its own came after it; one on another CPU answers after the call",
};
