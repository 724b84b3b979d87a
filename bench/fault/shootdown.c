/* SPDX-License-Identifier: MIT */
/* fault.shootdown: cost of unmapping a page, by the number of CPUs that have used it. Each CPU may
 * have cached the translation and must be interrupted, so that it drops the translation. */
#include "bench/benchmark.h"
#include "bench/engine/cpu_team.h"
#include "bench/engine/stamps.h"
#include "bench/engine/standby.h"
#include "bench/engine/validity_check.h"
#include "bench/platform.h"
#include "lib/text/errno.h"

enum {AXIS_CPUS, AXIS_WAIT};

static const char *const wait_labels[] = {[WAIT_SPIN] = "spin", [WAIT_HLT] = "hlt"};

/* Stages: page table entry cleared and own translation dropped; others interrupted; last
 * acknowledgement; and the total. */
static const char *const stages[] = {"local", "send", "acknowledge", "total", NULL};

static size_t shootdown_waits(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = WAIT_SPIN;
	values[1] = WAIT_HLT;
	return ctx->point[AXIS_CPUS] > 1 ? 2 : 1;       /* a single CPU has no waiting CPUs */
}

static int shootdown_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	uint32_t cpus = (uint32_t)ctx->point[AXIS_CPUS];
	enum wait_kind wait = (enum wait_kind)ctx->point[AXIS_WAIT];
	struct shootdown_stamps stamps;
	int status;

	standby_expect(cpus - 1, wait);
	status = platform_shootdown_trial(cpus, wait, &stamps);
	if (status == -ENOTSUP)
		return bench_skip(ctx, "shootdown", "the machine has no timed shootdown of its "
						    "own");
	if (status == -EAGAIN)
		return bench_skip_tasks(ctx);
	if (status == -ENOMEM)
		return bench_skip(ctx, "memory", "no free page");
	if (status != 0)
		return bench_cpu_error(ctx, status, "the shootdown failed: error %d", status);
	values[0] = stamps_between(stamps.begun, stamps.invalidated);
	values[1] = stamps_between(stamps.invalidated, stamps.sent);
	values[2] = stamps_between(stamps.sent, stamps.acknowledged);
	values[3] = stamps_between(stamps.begun, stamps.acknowledged);
	return 0;
}

/* A CPU may drop a translation by itself, so this may miss that an invalidation is missing. */
static int shootdown_verify(struct bench_ctx *ctx)
{
	uint32_t cpus = (uint32_t)ctx->point[AXIS_CPUS];
	uint32_t survivor = platform_shootdown_survivor(cpus);

	if (survivor < cpus)
		validity_check_failed(ctx, "shootdown", "CPU %u still reads the unmapped page",
				      survivor);
	return standby_verify(ctx);
}

static const struct axis axes[] = {
	[AXIS_CPUS] = {"cpus", NULL, cpu_team_sizes},
	[AXIS_WAIT] = {"wait", wait_labels, shootdown_waits},
	{0},
};

const struct benchmark bench_fault_shootdown = {
	.name = "fault.shootdown",
	.summary = "one 4 KiB page unmapped on several CPUs",
	.differs_hosted =
		"madvise(MADV_DONTNEED) unmaps and frees the page; the kernel interrupts no CPU "
		"whose thread sleeps, and does not show its own stages",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.point_ms = 200,
	.axes = axes,
	.stages = stages,
	.total = "total",
	.is_divided = true,
	.sample = shootdown_sample,
	.verify = shootdown_verify,
	.verified = "each CPU had read the page and waits as the point says, and none can read "
		    "the page afterwards",
};
