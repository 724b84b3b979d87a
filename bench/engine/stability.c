/* SPDX-License-Identifier: MIT */
/* The host tool finds a clock's step from all samples of a run, which do not exist yet. Here, the
 * two values in the interquartile range must be one step apart, and nearly all other samples must
 * be multiples of that step away. */
#include "bench/engine/stability.h"

#include "bench/benchmark.h"

#define SPREAD_TICKS 2
#define SPREAD_PARTS 10                 /* a tenth of the median */
#define STEP_LEAST 4                    /* ticks: CLOCK_STEP_MIN of the host tool */
#define STEPS_SEEN 16                   /* samples farther from the median are ignored */
#define FIT_TICKS 2
#define OFF_PARTS 50                    /* one of this many samples may be off the lattice */

static uint64_t sorted[BENCH_SAMPLES_MAX];

/* By insertion: samples of one operation are few and similar. */
static void stability_sort(const uint64_t *samples, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t place = i;

		for (; place > 0 && sorted[place - 1] > samples[i]; place--)
			sorted[place] = sorted[place - 1];
		sorted[place] = samples[i];
	}
}

/* Distance of the two values in the interquartile range; 0 if there are more than two, or if they
 * are too close. */
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
	uint64_t median = sorted[count / 2], fit = step / 4 < FIT_TICKS ? step / 4 : FIT_TICKS;
	uint32_t off = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint64_t distance = sorted[i] > median ? sorted[i] - median : median - sorted[i];
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
	stability_sort(samples, count);
	spread = sorted[high] - sorted[low];
	if (spread <= SPREAD_TICKS || spread <= sorted[count / 2] / SPREAD_PARTS)
		return true;
	step = stability_step(low, high);
	return step != 0 && stability_is_lattice(step, count);
}
