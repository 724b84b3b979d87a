/* SPDX-License-Identifier: MIT */
/* The weight of each planned benchmark is its estimated duration in microseconds. */
#include "bench/engine/progress.h"

#include "bench/engine/sampling_policy.h"
#include "bench/engine/plan.h"
#include "bench/engine/sweep.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

#define PLANNED_MAX 256
#define POINT_US 5000                   /* per point, for setup and records */
#define SINGLE_PART 16                  /* part of the budget that single operations use */
#define DEVICE_POINTS 20                /* estimate; unknown before the device is opened */
#define PRIOR_PART 50                   /* this part of the total counts as if it had taken its
					 * estimate */

struct planned {
	const struct benchmark *bench;
	uint64_t points;
	uint64_t point_us;
};

static struct {
	struct planned planned[PLANNED_MAX];
	unsigned count;
	unsigned reached;               /* number of the current benchmark, from 1; 0: none yet */
	uint64_t points_done;         /* number of points done of the current benchmark */
	uint64_t all_us;
	uint64_t begin_us;
} progress;

static bool count_point(void *context)
{
	++*(uint64_t *)context;
	return true;
}

static void ignore_left_out(void *context, unsigned axes)
{
	(void)context;
	(void)axes;
}

static uint64_t count_points(const struct benchmark *bench, const struct options *options,
			     uint32_t capabilities)
{
	static struct bench_ctx ctx;
	uint64_t points = 0;
	struct sweep sweep = {&ctx, count_point, ignore_left_out, &points};

	if ((bench->needs & ~capabilities) != 0)
		return 0;
	if (bench->is_of_devices)
		return DEVICE_POINTS;
	ctx = (struct bench_ctx){.bench = bench, .suite = options->suite, .options = options};
	sweep_points(&sweep);
	return points;
}

static uint64_t point_us(const struct benchmark *bench, const struct options *options)
{
	const struct sampling_policy policy = sampling_policy_for(options, bench);

	return POINT_US + (uint64_t)bench->point_ms * 1000 +
	       (bench->loop_operations != 0 ? policy.budget_us : policy.budget_us / SINGLE_PART);
}

void progress_begin(const struct options *options, uint32_t capabilities,
		    const struct benchmark *const *benchmarks, uint64_t now_us)
{
	const struct plan plan = plan_make(options, benchmarks);

	memset(&progress, 0, sizeof(progress));
	progress.begin_us = now_us;
	for (; *benchmarks != NULL && progress.count < PLANNED_MAX; benchmarks++) {
		struct planned *planned = &progress.planned[progress.count];

		if (!plan_holds(&plan, *benchmarks))
			continue;
		planned->bench = *benchmarks;
		planned->points = count_points(*benchmarks, options, capabilities);
		planned->point_us = point_us(*benchmarks, options);
		progress.all_us += planned->points * planned->point_us;
		progress.count++;
	}
}

void progress_benchmark_begun(const char *name)
{
	for (unsigned i = 0; i < progress.count; i++) {
		if (strcmp(progress.planned[i].bench->name, name) != 0)
			continue;
		if (progress.reached != i + 1)
			progress.points_done = 0;
		progress.reached = i + 1;
		return;
	}
}

void progress_point_done(void)
{
	if (progress.reached > 0 &&
	    progress.points_done < progress.planned[progress.reached - 1].points)
		progress.points_done++;
}

unsigned progress_number(void)
{
	return progress.reached;
}

unsigned progress_count(void)
{
	return progress.count;
}

/* Estimated duration of the completed part. */
static uint64_t passed_us(void)
{
	uint64_t passed = 0;

	if (progress.reached == 0)
		return 0;
	for (unsigned i = 0; i + 1 < progress.reached; i++)
		passed += progress.planned[i].points * progress.planned[i].point_us;
	return passed + progress.points_done * progress.planned[progress.reached - 1].point_us;
}

uint64_t progress_left_us(uint64_t now_us)
{
	uint64_t passed = passed_us(), left = progress.all_us - passed;
	uint64_t prior = progress.all_us / PRIOR_PART + 1;
	uint64_t taken = now_us - progress.begin_us;

	/* Computed in milliseconds, so that the product of two hours does not overflow. */
	return left / 1000 * ((taken + prior) / 1000 + 1) / ((passed + prior) / 1000 + 1) * 1000;
}

unsigned progress_part(void)
{
	return progress.all_us > 0 ? (unsigned)(passed_us() * 1000 / progress.all_us) : 0;
}

void progress_clock(uint64_t seconds, char text[PROGRESS_CHARS])
{
	uint64_t minutes = seconds / 60;

	if (minutes < 60)
		fmt_buffer(text, PROGRESS_CHARS, "%lu:%02lu", minutes, seconds % 60);
	else
		fmt_buffer(text, PROGRESS_CHARS, "%lu:%02lu:%02lu", minutes / 60, minutes % 60,
			   seconds % 60);
}

void progress_text(const char *name, uint64_t left_us, char text[PROGRESS_CHARS])
{
	char left[PROGRESS_CHARS];

	if (left_us == PROGRESS_LEFT_UNKNOWN) {
		fmt_buffer(text, PROGRESS_CHARS, "[%u/%u] %s", progress.reached, progress.count,
			   name);
		return;
	}
	progress_clock((left_us + US_PER_SECOND - 1) / US_PER_SECOND, left);
	fmt_buffer(text, PROGRESS_CHARS, "[%u/%u] %s, %s left", progress.reached, progress.count,
		   name, left);
}
