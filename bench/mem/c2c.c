/* SPDX-License-Identifier: MIT */
/* mem.c2c: cost of the transfer of a cache line between two CPUs. Both CPUs write to the same word
 * alternately, and each waits for the other's value, so every iteration moves the line. In a cache
 * of many slices, the location of the line matters as much as that of the CPUs, so each sample uses
 * another line. */
#include <stdbool.h>

#include "bench/benchmark.h"
#include "bench/engine/cpu_team.h"
#include "bench/engine/spread.h"
#include "bench/engine/validity_check.h"
#include "bench/mem/cycle.h"
#include "bench/mem/page_size.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/spin.h"
#include "lib/text/errno.h"

/* Iterations before the timed ones, during which both CPUs arrive. They are few, so that an
 * overcommitted host completes them. */
#define LEAD_IN 2
#define TIMED 20
#define TURNS (LEAD_IN + TIMED)
#define LIMIT_S 4
#define BUFFER_BYTES (64ull << 10)
#define LINES (BUFFER_BYTES / LINE_BYTES)
#define SAMPLES_TELLING 8               /* of 1024 lines; by chance, all are equal in one of 2^70
					 * runs */
#define QUICK_CPUS_MAX 8        /* 28 pairs */
#define FULL_CPUS_MAX 23        /* 253 pairs: several seconds on a serial line */

enum {AXIS_FIRST, AXIS_SECOND};
enum {PAIR = 2};

struct c2c {
	struct line *lines;
	uint32_t cpus[PAIR];
	uint32_t *word;         /* in the sample's line; its value is the number of writes so far */
	const uint32_t *first_word;
	uint32_t samples, moved;        /* number of samples, and how many of them do not use the
					 * first sample's line */
	struct spread spread;           /* of their lines */
	uint32_t timed;         /* number of writes in elapsed_ticks */
	uint64_t elapsed_ticks; /* by the first CPU's clock */
	uint32_t early;         /* samples whose time ended before the last write */
	bool has_failed;        /* set by either */
};

static uint32_t pairs_of(uint32_t cpus)
{
	return cpus * (cpus - 1) / 2;
}

/* Number of participating CPUs. Writes a skip record for the others. */
static uint32_t cpus_of_use(struct bench_ctx *ctx)
{
	uint32_t limit = ctx->suite == SUITE_QUICK ? QUICK_CPUS_MAX : FULL_CPUS_MAX;

	if (platform_cpu_count() <= limit)
		return platform_cpu_count();
	bench_skip(ctx, "time", "of %u CPUs, only the first %u are paired: %u of %u pairs",
		   platform_cpu_count(), limit, pairs_of(limit), pairs_of(platform_cpu_count()));
	return limit;
}

static size_t first_cpus(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint32_t cpus = cpus_of_use(ctx);

	for (uint32_t cpu = 0; cpu + 1 < cpus; cpu++)
		values[cpu] = cpu;
	return cpus - 1;
}

static size_t second_cpus(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint64_t first = ctx->point[AXIS_FIRST];
	uint32_t cpus = cpus_of_use(ctx);
	size_t count = 0;

	ctx->missing = NULL;            /* already reported by the first axis */
	for (uint64_t cpu = first + 1; cpu < cpus; cpu++)
		values[count++] = cpu;
	return count;
}

static bool wait_for_turn(const uint32_t *word, uint32_t turn, struct spin *spin)
{
	while (__atomic_load_n(word, __ATOMIC_ACQUIRE) != turn) {
		if (!spin_on(spin))
			return false;
	}
	return true;
}

/* The first member makes the even writes and takes the time. The second member makes the odd
 * writes. An iteration compiles to a loop of load, compare and count, and to the store. */
static void c2c_take_turns(void *argument, unsigned member)
{
	struct c2c *c2c = argument;
	struct spin spin = spin_for(platform_limit_hz() * LIMIT_S);
	uint64_t begin_tsc = 0;
	uint32_t *word = c2c->word;

	for (uint32_t turn = member; turn < TURNS; turn += PAIR) {
		if (!wait_for_turn(word, turn, &spin)) {
			c2c->has_failed = true;
			return;
		}
		if (turn == LEAD_IN) {
			c2c->timed = TURNS - turn;
			begin_tsc = clock_read();
		}
		__atomic_store_n(word, turn + 1, __ATOMIC_RELEASE);
	}
	if (member != 0)
		return;
	if (!wait_for_turn(word, TURNS, &spin))
		c2c->has_failed = true;
	c2c->elapsed_ticks = clock_read() - begin_tsc;
	c2c->early += __atomic_load_n(word, __ATOMIC_RELAXED) != TURNS;
}

static int c2c_setup(struct bench_ctx *ctx)
{
	struct c2c *c2c = ctx->state;

	c2c->lines = platform_map(BUFFER_BYTES, PAGE_SIZE_4K);
	if (c2c->lines == NULL)
		return bench_skip(ctx, "memory", "no memory for the cache lines");
	c2c->cpus[0] = (uint32_t)ctx->point[AXIS_FIRST];
	c2c->cpus[1] = (uint32_t)ctx->point[AXIS_SECOND];
	ctx->operations = TIMED;
	return 0;
}

static int c2c_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct c2c *c2c = ctx->state;
	const struct cpu_team pair = {
		.cpus = c2c->cpus,
		.count = PAIR,
		.work = c2c_take_turns,
		.argument = c2c,
	};
	uint32_t line = rng_below(&ctx->rng, LINES);
	int status;

	c2c->word = (uint32_t *)&c2c->lines[line];
	spread_note(&c2c->spread, (uint64_t)((struct line *)c2c->word - c2c->lines));
	*c2c->word = 0;
	c2c->has_failed = false;
	status = cpu_team_run(ctx, &pair, NULL);
	if (status == 0 && c2c->has_failed)
		status = bench_cpu_error(ctx, -ETIMEDOUT, "the line did not come back in time");
	values[0] = c2c->elapsed_ticks;
	if (c2c->samples++ == 0)
		c2c->first_word = c2c->word;
	c2c->moved += c2c->word != c2c->first_word;
	return status;
}

static int c2c_verify(struct bench_ctx *ctx)
{
	const struct c2c *c2c = ctx->state;

	validity_check_operations(ctx, c2c->timed);
	if (c2c->early > 0)
		validity_check_failed(ctx, "writes", "the time of %u of %u samples ends before the "
						     "last write", c2c->early, c2c->samples);
	if (c2c->samples >= SAMPLES_TELLING && c2c->moved == 0)
		validity_check_failed(ctx, "lines", "all of %u samples transferred the same line",
				      c2c->samples);
	spread_verify(ctx, &c2c->spread, LINES, "transfers", "line");
	cpu_team_verify(ctx, (const uint32_t[]){(uint32_t)ctx->point[AXIS_FIRST],
						(uint32_t)ctx->point[AXIS_SECOND]}, PAIR);
	return 0;
}

static const struct axis axes[] = {
	[AXIS_FIRST] = {"first_cpu", NULL, first_cpus},
	[AXIS_SECOND] = {"second_cpu", NULL, second_cpus},
	{0},
};

const struct benchmark bench_mem_c2c = {
	.name = "mem.c2c",
	.summary = "transfer of one cache line between two CPUs",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.point_ms = 250,
	.needs = CAN_SMP,
	.axes = axes,
	.state_bytes = sizeof(struct c2c),
	.setup = c2c_setup,
	.sample = c2c_sample,
	.verify = c2c_verify,
	.verified = "the CPUs of the point wrote to the line in turns, and all timed transfers "
		    "were made",
};
