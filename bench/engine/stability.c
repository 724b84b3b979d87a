/* SPDX-License-Identifier: MIT */
/* The host tool finds a clock's step from all samples of a run, most of which do not exist yet
 * here. So here the two values in the interquartile range must be one step apart, and the distances
 * of nearly all other samples must be multiples of this step. */
#include "bench/engine/stability.h"

#include "bench/benchmark.h"
#include "lib/order.h"
#include "lib/text/string.h"

#define SPREAD_TICKS 2
#define SPREAD_PARTS 10                 /* a tenth of the median */
#define STEP_LEAST 4                    /* ticks: lib/clock_step.h */
#define STEPS_SEEN 16                   /* samples farther from the median are ignored */
#define FIT_TICKS 2
#define OFF_PARTS 50                    /* one of this many samples may be off the steps */

static uint64_t sorted[BENCH_SAMPLES_MAX];

/* Distance of the two values in the interquartile range. It is 0 if there are more than two values,
 * or if they are too close. */
static uint64_t stability_step(uint32_t low, uint32_t high)
{
	uint64_t step = 0;

	for (uint32_t i = low + 1; i <= high; i++) {
		uint64_t distance = sorted[i] - sorted[i - 1];

		if (distance <= 1)
			continue;
		if (step != 0 || distance < STEP_LEAST)
			return 0;
		step = distance;
	}
	return step;
}

static bool stability_is_lattice(uint64_t step, uint32_t count)
{
	uint64_t middle = order_middle(sorted, count);
	uint64_t fit = step / 4 < FIT_TICKS ? step / 4 : FIT_TICKS;
	uint32_t off = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint64_t distance = sorted[i] > middle ? sorted[i] - middle : middle - sorted[i];
		uint64_t beyond = distance % step;

		if (distance <= STEPS_SEEN * step)
			off += beyond > fit && step - beyond > fit;
	}
	return off <= count / OFF_PARTS;
}

bool samples_are_stable(const uint64_t *samples, uint32_t count)
{
	uint32_t low = (count - 1) / 4, high = count - 1 - low;
	uint64_t spread, step;

	if (count == 0)
		return false;
	memcpy(sorted, samples, count * sizeof(sorted[0]));
	order_sort(sorted, count);
	spread = order_quartile(sorted, count, 3) - order_quartile(sorted, count, 1);
	if (spread <= SPREAD_TICKS ||
	    spread <= order_twice_median(sorted, count) / 2 / SPREAD_PARTS)
		return true;
	step = stability_step(low, high);
	return step != 0 && stability_is_lattice(step, count);
}
