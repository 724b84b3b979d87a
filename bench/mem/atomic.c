/* SPDX-License-Identifier: MIT */
/* mem.atomic: cost of atomic changes of a word of memory, alone and while other CPUs change the
 * same word. A plain addition is included for comparison. If CPUs add simultaneously, some of their
 * additions are lost. The loops contain only the operation. */
#include "bench/mem/atomic.h"

#include "bench/benchmark.h"
#include "bench/engine/cpu_team.h"
#include "bench/engine/validity_check.h"
#include "bench/mem/page_size.h"
#include "bench/platform.h"
#include "lib/text/string.h"

#define WORD_BYTES 16
#define COUNT_MIN (10 * ATOMIC_TURN)
#define WITHOUT_MATCH 7                 /* a comparison's first operand is 0 */

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

/* With several CPUs, what some operations leave in the word depends on the order. */
#define ANY_VALUE UINT64_MAX

/* The word after a sample that began with 0. A comparison has WITHOUT_MATCH: its first operation
 * fails and loads the value, so the second one stores 0. */
static uint64_t expected_word(const struct bench_ctx *ctx, uint64_t count)
{
	uint64_t cpus = ctx->point[AXIS_CPUS], word = 0, operand = 1;

	switch ((enum operation)ctx->point[AXIS_OPERATION]) {
	case OPERATION_add:
		return cpus == 1 ? count : ANY_VALUE;
	case OPERATION_lock_add:
		return cpus * count;
	case OPERATION_xchg:
		return cpus == 1 ? count % 2 : ANY_VALUE;
	case OPERATION_xadd:
		for (uint64_t i = 0; i < count; i++) {
			uint64_t before = word;

			word += operand;
			operand = before;
		}
		return cpus == 1 ? word : ANY_VALUE;
	default:
		return 0;
	}
}

static bool compares(const struct bench_ctx *ctx)
{
	return ctx->point[AXIS_OPERATION] == OPERATION_cmpxchg ||
	       ctx->point[AXIS_OPERATION] == OPERATION_cmpxchg16b;
}

/* Take another sample, whose result is known. It must leave the second word alone, unless the
 * operation has both words. */
static int atomic_verify(struct bench_ctx *ctx)
{
	struct atomic *atomic = ctx->state;
	uint64_t *words = atomic->word, values[BENCH_STAGES_MAX], expected;
	bool has_both = ctx->point[AXIS_OPERATION] == OPERATION_cmpxchg16b;
	int status;

	validity_check_operations(ctx, atomic->count);
	atomic->count = COUNT_MIN;
	expected = expected_word(ctx, atomic->count);
	words[0] = compares(ctx) ? WITHOUT_MATCH : 0;
	words[1] = WITHOUT_MATCH;
	status = atomic_sample(ctx, values);
	if (status != 0)
		return status;
	cpu_team_verify(ctx, cpu_team_first_cpus(), ctx->point[AXIS_CPUS]);
	if ((expected != ANY_VALUE && words[0] != expected) ||
	    words[1] != (has_both ? 0 : WITHOUT_MATCH))
		validity_check_failed(ctx, "word", "%lu operations by each CPU leave %#lx %#lx",
				      atomic->count, words[0], words[1]);
	return 0;
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
	.verify = atomic_verify,
	.verified = "each CPU of the point takes part, and the word ends as the operations leave "
		    "it, if their order cannot change that",
};
