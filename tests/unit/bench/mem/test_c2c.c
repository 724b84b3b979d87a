/* SPDX-License-Identifier: MIT */
/* mem.c2c times all writes that it counts. Its source is compiled into this file with a clock that
 * shows the number of writes to the line, and the other CPU writes when the first one waits. */
#include "tests/unit/unit.h"

#include "bench/engine/cpu_team.h"
#include "lib/cpu/spin.h"

static uint64_t writes(void);
static bool model_spin_on(struct spin *spin);
static int model_team_run(const struct cpu_team *pair);

#define bench_mem_c2c model_mem_c2c
#define clock_read writes
#define spin_on model_spin_on
#define cpu_team_run(ctx, pair, ticks) model_team_run(pair)
#include "bench/mem/c2c.c"

static struct line lines[BUFFER_BYTES / LINE_BYTES];
static struct c2c c2c;

static uint64_t writes(void)
{
	return *c2c.word;
}

static bool model_spin_on(struct spin *spin)
{
	(void)spin;
	assert_int_equal(*c2c.word % PAIR, 1);
	++*c2c.word;
	return true;
}

static int model_team_run(const struct cpu_team *pair)
{
	pair->work(pair->argument, 0);
	return 0;
}

TEST(time_is_of_the_counted_writes)
{
	struct bench_ctx ctx = {.bench = &model_mem_c2c, .state = &c2c};
	uint64_t values[BENCH_STAGES_MAX] = {0};

	c2c.lines = lines;
	rng_seed(&ctx.rng, 1);
	assert_int_equal(c2c_sample(&ctx, values), 0);
	assert_int_equal(c2c.timed, TIMED);
	assert_int_equal(values[0], TIMED);
}
