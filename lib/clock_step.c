/* SPDX-License-Identifier: MIT */
/* Samples form clusters of values one tick apart. The step is the smallest distance between two
 * large clusters, averaged over all similar distances. The step is accepted if nearly all samples
 * of the run lie on a lattice of this period. */
#include "lib/clock_step.h"

#include "lib/order.h"

#define THOUSANDTHS 1000
#define CLUSTER_TICKS 1         /* maximum distance of neighbouring values in a cluster */
#define CLUSTERS_MAX 20         /* a cluster has at least one of this number of samples */
#define SAME_STEP(distance) ((distance) * 13 / 10) /* the largest distance that counts as the same
						    * step */
#define STEPS_MAX 16            /* at a greater distance the step's own error adds up too much */
#define SAMPLES_PER_OFF 50      /* at most one of this number of samples is off the lattice */
#define FIT_TICKS 2             /* maximum distance from the lattice; at most a quarter of a step */

static void add_distance(struct clock_steps *steps, uint64_t distance)
{
	if (distance < CLOCK_STEP_LEAST * THOUSANDTHS)
		return;
	if (steps->count == 0 || SAME_STEP(distance) < steps->least)
		*steps = (struct clock_steps){.least = distance};
	if (distance > SAME_STEP(steps->least))
		return;
	steps->least = distance < steps->least ? distance : steps->least;
	steps->sum += distance;
	steps->count++;
}

/* The number of samples in the cluster that begins with the first of count, and the mean of these
 * samples in thousandths of a tick. */
static size_t cluster_at(const uint64_t *sorted, size_t count, uint64_t *mean)
{
	uint64_t sum = 0;
	size_t used = 1;

	for (; used < count && sorted[used] - sorted[used - 1] <= CLUSTER_TICKS; used++)
		sum += sorted[used] - sorted[0];
	*mean = sorted[0] * THOUSANDTHS + sum * THOUSANDTHS / used;
	return used;
}

void clock_step_add(struct clock_steps *steps, const uint64_t *sorted, size_t count)
{
	uint64_t mean, last = 0;
	bool has_last = false;

	for (size_t i = 0, used; i < count; i += used) {
		used = cluster_at(sorted + i, count - i, &mean);
		if (used * CLUSTERS_MAX < count)
			continue;
		if (has_last)
			add_distance(steps, mean - last);
		last = mean;
		has_last = true;
	}
}

uint64_t clock_step_of(const struct clock_steps *steps)
{
	return steps->count > 0 ? steps->sum / steps->count : CLOCK_STEP_NONE;
}

void clock_step_count(struct clock_fits *fits, const uint64_t *sorted, size_t count, uint64_t step)
{
	uint64_t middle = order_middle(sorted, count), most = FIT_TICKS * THOUSANDTHS;
	uint64_t limit = step / 4 < most ? step / 4 : most;

	for (size_t i = 0; i < count; i++) {
		uint64_t distance = sorted[i] > middle ? sorted[i] - middle : middle - sorted[i];
		uint64_t beyond;

		if (distance > STEPS_MAX * step / THOUSANDTHS)
			continue;
		beyond = distance * THOUSANDTHS % step;
		fits->near++;
		fits->off += beyond > limit && step - beyond > limit;
	}
}

bool clock_step_fits(const struct clock_fits *fits)
{
	return fits->off * SAMPLES_PER_OFF <= fits->near;
}
