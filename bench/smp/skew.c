/* SPDX-License-Identifier: MIT */
/* Exchanges of clock readings between two CPUs, through two words on separate cache lines. */
#include "bench/smp/skew.h"

#include <stdbool.h>

#include "bench/engine/cpu_team.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/spin.h"
#include "lib/text/errno.h"

#define LINE_BYTES 64
#define EXCHANGES 10
#define BEST_OF 4
#define LIMIT_S 4

enum member {ASKING, ANSWERING, MEMBERS};

/* asked is stored by the first member, answered by the second, both with release and the number of
 * the exchange. Until then the readings belong to the member that makes them. */
static struct {
	_Alignas(LINE_BYTES) uint64_t asked;
	_Alignas(LINE_BYTES) uint64_t answered;
	uint64_t answer_tsc;
	_Alignas(LINE_BYTES) struct skew best;
	uint64_t most_ahead, most_behind;       /* what the best exchange permits: the other CPU
						 * read at its begin, or at its end */
	bool has_failed;
} exchange;

static bool wait_for_number(const uint64_t *word, uint64_t number, struct spin *spin)
{
	while (__atomic_load_n(word, __ATOMIC_ACQUIRE) != number) {
		if (!spin_on(spin))
			return false;
	}
	return true;
}

struct skew skew_of(uint64_t asked_tsc, uint64_t answer_tsc, uint64_t returned_tsc)
{
	uint64_t trip_ticks = returned_tsc - asked_tsc;

	return (struct skew){
		.ahead_ticks = (int64_t)(answer_tsc - (asked_tsc + trip_ticks / 2)),
		.error_ticks = (trip_ticks + 1) / 2,
	};
}

void skew_keep_best(struct skew *best, struct skew found)
{
	if (found.error_ticks < best->error_ticks)
		*best = found;
}

static bool skew_ask(uint64_t number, struct spin *spin)
{
	uint64_t asked_tsc = clock_read(), returned_tsc;

	__atomic_store_n(&exchange.asked, number, __ATOMIC_RELEASE);
	if (!wait_for_number(&exchange.answered, number, spin))
		return false;
	returned_tsc = clock_read();
	skew_keep_best(&exchange.best, skew_of(asked_tsc, exchange.answer_tsc, returned_tsc));
	if (returned_tsc - asked_tsc < exchange.most_ahead - exchange.most_behind || number == 1) {
		exchange.most_ahead = exchange.answer_tsc - asked_tsc;
		exchange.most_behind = exchange.answer_tsc - returned_tsc;
	}
	return true;
}

static bool skew_answer(uint64_t number, struct spin *spin)
{
	if (!wait_for_number(&exchange.asked, number, spin))
		return false;
	exchange.answer_tsc = clock_read();
	__atomic_store_n(&exchange.answered, number, __ATOMIC_RELEASE);
	return true;
}

static void skew_take_part(void *argument, unsigned member)
{
	struct spin spin = spin_for(platform_limit_hz() * LIMIT_S);

	(void)argument;
	for (uint64_t number = 1; number <= EXCHANGES; number++) {
		if (!(member == ASKING ? skew_ask(number, &spin) : skew_answer(number, &spin))) {
			exchange.has_failed = true;
			return;
		}
	}
}

/* Whether the skew is in the middle of what the exchange permits, and its error reaches both
 * ends. */
static bool skew_fits_exchange(const struct skew *skew)
{
	uint64_t to_most = exchange.most_ahead - (uint64_t)skew->ahead_ticks;
	uint64_t to_least = (uint64_t)skew->ahead_ticks - exchange.most_behind;
	uint64_t apart = to_most > to_least ? to_most - to_least : to_least - to_most;

	return apart <= 1 && to_most <= skew->error_ticks && to_least <= skew->error_ticks;
}

int skew_measure(struct bench_ctx *ctx, uint32_t cpu, struct skew *skew)
{
	const uint32_t cpus[MEMBERS] = {platform_cpu(), cpu};
	const struct cpu_team pair = {.cpus = cpus, .count = MEMBERS, .work = skew_take_part};
	int status;

	exchange.asked = exchange.answered = 0;
	exchange.best.error_ticks = UINT64_MAX;
	exchange.has_failed = false;
	status = cpu_team_run(ctx, &pair, NULL);
	if (status == 0 && exchange.has_failed)
		status = bench_cpu_error(ctx, -ETIMEDOUT, "CPU %u did not answer in time", cpu);
	*skew = exchange.best;
	if (status == 0 && !skew_fits_exchange(skew))
		status = bench_error(ctx, -EIO, "the clocks' difference, %ld ticks, is not in the "
						"middle of its bounds", skew->ahead_ticks);
	return status;
}

int skew_measure_best(struct bench_ctx *ctx, uint32_t cpu, struct skew *skew)
{
	skew->error_ticks = UINT64_MAX;
	for (int i = 0; i < BEST_OF; i++) {
		struct skew found;
		int status = skew_measure(ctx, cpu, &found);

		if (status != 0)
			return status;
		skew_keep_best(skew, found);
	}
	return 0;
}

uint64_t skew_own_tsc(const struct skew *skew, uint64_t other_tsc)
{
	return other_tsc - (uint64_t)skew->ahead_ticks;
}

int skew_elapsed(struct bench_ctx *ctx, const struct skew *skew, uint64_t begin_tsc,
		 uint64_t end_tsc, uint64_t *ticks)
{
	int64_t elapsed = (int64_t)(skew_own_tsc(skew, end_tsc) - begin_tsc);

	if (elapsed + (int64_t)skew->error_ticks < 0)
		return bench_error(ctx, -EIO,
				   "the other CPU answered %lu ticks before the call, but the "
				   "clocks are known to %lu", -(uint64_t)elapsed,
				   skew->error_ticks);
	*ticks = elapsed > 0 ? (uint64_t)elapsed : 0;
	return 0;
}

size_t skew_cpus(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint32_t cpus = platform_cpu_count();
	size_t count = 0;

	if (cpus - 1 > BENCH_AXIS_VALUES_MAX) {
		cpus = BENCH_AXIS_VALUES_MAX + 1;
		bench_skip(ctx, "axis", "of %u CPUs, only the first %u are checked",
			   platform_cpu_count(), cpus);
	}
	for (uint32_t cpu = 0; cpu < cpus; cpu++) {
		if (cpu != platform_cpu())
			values[count++] = cpu;
	}
	return count;
}
