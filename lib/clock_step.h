/* SPDX-License-Identifier: MIT */
/* The step of the clock, found in the samples: on some processors the TSC advances by tens of ticks
 * at a time. Steps are thousandths of a tick. */
#ifndef LIB_CLOCK_STEP_H
#define LIB_CLOCK_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLOCK_STEP_NONE 1000    /* one tick, which means that no step was found */
#define CLOCK_STEP_LEAST 4      /* smaller steps, in ticks, are ignored */
#define CLOCK_STEP_SAMPLES_MAX 256 /* samples that are used of each series */

/* Distances between the samples of all series. All 0: no series so far. */
struct clock_steps {
	uint64_t least, sum, count;
};

/* Number of samples near the middle one of their series, and the number of these whose distance
 * from it is not a whole number of steps. */
struct clock_fits {
	uint64_t near, off;
};

/* Add the distances of a series, which has count sorted samples. */
void clock_step_add(struct clock_steps *steps, const uint64_t *sorted, size_t count);

/* The step of the clock that follows from the distances so far. */
uint64_t clock_step_of(const struct clock_steps *steps);

/* Count how many samples of a series fit that step. */
void clock_step_count(struct clock_fits *fits, const uint64_t *sorted, size_t count, uint64_t step);

/* Whether nearly all samples fit the step, which is then the clock's step. */
bool clock_step_fits(const struct clock_fits *fits);

#endif
