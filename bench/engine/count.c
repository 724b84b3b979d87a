/* SPDX-License-Identifier: MIT */
/* Counters are read before and after a sample, instead of the clock, and around an empty interval.
 * The overhead of reading is thus a separate series. A differenced benchmark that times itself is
 * counted with n operations instead of the empty interval. */
#include "bench/engine/count.h"

#include <stddef.h>

#include "bench/null/empty.h"
#include "lib/text/errno.h"

struct bracket {
	uint64_t begin[PLATFORM_PMC_MAX], end[PLATFORM_PMC_MAX];
};

/* Not inlined, so that every benchmark is counted with the same instructions. */
static __attribute__((noinline)) void count_run(struct bench_ctx *ctx,
						void (*run)(struct bench_ctx *, uint64_t),
						uint64_t iterations, struct bracket *bracket)
{
	platform_pmc_read(bracket->begin);
	run(ctx, iterations);
	platform_pmc_read(bracket->end);
}

static void count_differenced(struct bench_ctx *ctx, bool is_doubled, struct bracket *bracket)
{
	platform_pmc_read(bracket->begin);
	ctx->bench->count(ctx, is_doubled);
	platform_pmc_read(bracket->end);
}

/* Count an empty interval, or if the sample has 2n operations, an interval with n operations. */
static void count_overhead(struct bench_ctx *ctx, struct bracket *bracket)
{
	if (ctx->bench->count != NULL)
		count_differenced(ctx, false, bracket);
	else
		count_run(ctx, empty_run, 1, bracket);
}

static int count_sample(struct bench_ctx *ctx, uint64_t iterations, struct bracket *bracket)
{
	uint64_t values[BENCH_STAGES_MAX];
	int status;

	if (ctx->bench->count != NULL) {
		count_differenced(ctx, true, bracket);
		return 0;
	}
	if (ctx->bench->sample == NULL) {
		count_run(ctx, ctx->bench->run, iterations, bracket);
		return 0;
	}
	platform_pmc_read(bracket->begin);
	status = ctx->bench->sample(ctx, values);
	platform_pmc_read(bracket->end);
	return status;
}

static int keep(struct bench_ctx *ctx, struct counted *counted, size_t count, unsigned sample,
		const struct bracket *bracket, bool is_overhead)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t begin = bracket->begin[i], end = bracket->end[i];
		uint64_t *values = is_overhead ? counted[i].overhead : counted[i].values;

		if (begin == PLATFORM_PMC_UNREAD || end == PLATFORM_PMC_UNREAD)
			return bench_error(ctx, -EIO, "cannot read the counter of %s",
					   pmc_event_word(counted[i].counter.event));
		values[sample] = (end - begin) & counted[i].counter.mask;
	}
	return 0;
}

/* The first run of each kind is a warm-up. */
static int count_group(struct bench_ctx *ctx, uint64_t iterations, struct counted *counted,
		       size_t count)
{
	struct bracket bracket;
	int status = 0;

	count_overhead(ctx, &bracket);
	for (unsigned i = 0; i < COUNT_SAMPLES && status == 0; i++) {
		count_overhead(ctx, &bracket);
		status = keep(ctx, counted, count, i, &bracket, true);
	}
	if (status == 0)
		status = count_sample(ctx, iterations, &bracket);
	for (unsigned i = 0; i < COUNT_SAMPLES && status == 0; i++) {
		status = count_sample(ctx, iterations, &bracket);
		if (status == 0)
			status = keep(ctx, counted, count, i, &bracket, false);
	}
	return status;
}

/* Returns the number of events that fit the counters, or a negative errno. */
static int count_some(struct bench_ctx *ctx, const enum pmc_event *events, size_t count,
		      struct counts *counts)
{
	struct counted *counted = &counts->events[counts->count];
	struct platform_pmc counters[PLATFORM_PMC_MAX];
	size_t opened = platform_pmc_open(events, count, counters);
	int status;

	if (opened == 0)
		return bench_error(ctx, -EIO, "cannot set a counter to %s",
				   pmc_event_word(events[0]));
	for (size_t i = 0; i < opened; i++)
		counted[i].counter = counters[i];
	status = count_group(ctx, counts->iterations, counted, opened);
	if (status != 0)
		return status;
	counts->count += (uint32_t)opened;
	return (int)opened;
}

int count_point(struct bench_ctx *ctx, uint32_t mask, uint64_t iterations, struct counts *counts)
{
	enum pmc_event events[PMC_EVENT_COUNT];
	size_t count = pmc_events_list(mask, events), done = 0;
	int status = 0;

	counts->iterations = iterations;
	counts->count = 0;
	while (done < count && status >= 0) {
		status = count_some(ctx, events + done, count - done, counts);
		done += status > 0 ? (size_t)status : 0;
	}
	return status < 0 ? status : 0;
}
