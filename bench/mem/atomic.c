/* SPDX-License-Identifier: MIT */
/* mem.atomic: cost of atomic changes of a word of memory, alone and while other CPUs change the
 * same word. A plain addition is included for comparison; simultaneous ones lose some of their
 * updates. The loops compile to the operation only. */
#include "bench/mem/atomic.h"

#include "bench/benchmark.h"
#include "bench/engine/cpu_team.h"
#include "bench/mem/page_size.h"
#include "bench/platform.h"
#include "lib/text/string.h"

#define WORD_BYTES 16
#define COUNT_MIN (10 * ATOMIC_TURN)

#define OPERATIONS(X) X(add) X(lock_add) X(xchg) X(cmpxchg) X(xadd) X(cmpxchg16b)

enum operation {
#define X(name) OPERATION_##name,
	OPERATIONS(X)
#undef X
	OPERATION_COUNT
};

enum {AXIS_CPUS, AXIS_OPERATION};

struct atomic {
	void *word;             /* on its own page */
	atomic_loop *loop;
	uint64_t count;         /* operations by each CPU in a sample */
};

static const char *const labels[] = {
#define X(name) [OPERATION_##name] = #name,
	OPERATIONS(X)
#undef X
};

static atomic_loop *const loops[] = {
#define X(name) [OPERATION_##name] = atomic_##name,
	OPERATIONS(X)
#undef X
};

static size_t operations(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = 0;

	for (uint64_t number = 0; number < OPERATION_COUNT; number++) {
		if (number == OPERATION_cmpxchg16b &&
		    (platform_capabilities() & CAN_CMPXCHG16B) == 0)
			bench_skip(ctx, "cmpxchg16b", "the CPU lacks the instruction");
		else
			values[count++] = number;
	}
	return count;
}

static void atomic_work(void *argument, unsigned member)
{
	const struct atomic *atomic = argument;

	(void)member;
	atomic->loop(atomic->word, atomic->count);
}

static struct cpu_team atomic_cpu_team_for(const struct bench_ctx *ctx)
{
	return (struct cpu_team){
		.cpus = cpu_team_first_cpus(),
		.count = (unsigned)ctx->point[AXIS_CPUS],
		.work = atomic_work,
		.argument = ctx->state,
	};
}

static int atomic_setup(struct bench_ctx *ctx)
{
	const struct cpu_team cpu_team = atomic_cpu_team_for(ctx);
	struct atomic *atomic = ctx->state;
	int status;

	atomic->word = platform_map(PAGE_SIZE_4K, PAGE_SIZE_4K);
	if (atomic->word == NULL)
		return bench_skip(ctx, "memory", "no free page");
	memset(atomic->word, 0, WORD_BYTES);
	atomic->loop = loops[ctx->point[AXIS_OPERATION]];
	atomic->count = COUNT_MIN;
	status = cpu_team_calibrate(ctx, &cpu_team, &atomic->count);
	ctx->operations = atomic->count;
	return status;
}

static int atomic_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	const struct cpu_team cpu_team = atomic_cpu_team_for(ctx);

	return cpu_team_run(ctx, &cpu_team, &values[0]);
}

static const struct axis axes[] = {
	[AXIS_CPUS] = {"cpus", NULL, cpu_team_sizes_at_once},
	[AXIS_OPERATION] = {"operation", labels, operations},
	{0},
};

const struct benchmark bench_mem_atomic = {
	.name = "mem.atomic",
	.summary = "one change of a word of memory by each of several CPUs at once",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.point_ms = 150,
	.axes = axes,
	.state_bytes = sizeof(struct atomic),
	.setup = atomic_setup,
	.sample = atomic_sample,
};
