/* SPDX-License-Identifier: MIT */
/* A sample by a coarse clock is a Bernoulli trial: it sees a step or it does not, and sees one
 * with the probability that its length is of the step's. An operation of several steps sees all
 * that are whole in it, and one more with the probability of what is left. So the interval is that
 * of a proportion, by Clopper and Pearson ("The Use of Confidence or Fiducial Limits Illustrated in
 * the Case of the Binomial", 1934), which holds for any number of samples. A standard deviation
 * of such samples would say nothing. */
#include "tools/analysis/coarse_estimate.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "tools/stats/proportion.h"

#define TAIL_PROBABILITY (COARSE_P_LEAST / 2)

uint64_t coarse_sum(const struct sample_set *set, size_t first, size_t count)
{
	uint64_t total = 0;

	for (size_t i = first; i < first + count; i++)
		total += set->values[i];
	return total;
}

/* A loop's error is less than a step, whatever the chance. */
static void bound_loop(const struct coarse_blocks *blocks, struct coarse_estimate *estimate)
{
	double step = blocks->step_ticks / (double)blocks->operations;

	estimate->low = fmax(0, estimate->value - step);
	estimate->high = estimate->value + step;
}

/* What operations saw, as trials: each saw so many whole steps, and some one trial's worth more. */
struct trials {
	uint64_t n, successes;
	double whole_ticks;             /* that each operation saw */
	double success_ticks;           /* one step, or more where something held operations up */
};

static struct trials trials_of(const struct coarse_blocks *blocks, uint64_t steps,
			       const struct coarse_estimate *estimate)
{
	uint64_t n = estimate->operations, seen = estimate->seen, whole = steps / n;
	double step_ticks = blocks->step_ticks;

	if (whole > 0) {
		return (struct trials){
			n, steps - whole * n, (double)whole * step_ticks, step_ticks,
		};
	}
	return (struct trials){
		n, seen, 0, step_ticks * (seen > 0 ? (double)steps / (double)seen : 1),
	};
}

/* Where all saw the same whole number of steps, the last may have been chance for each. */
static struct trials trials_below(const struct trials *trials)
{
	return (struct trials){
		trials->n, trials->n, trials->whole_ticks - trials->success_ticks,
		trials->success_ticks,
	};
}

static double lowest_ticks(const struct trials *trials)
{
	return trials->whole_ticks + trials->success_ticks * proportion_for(
		trials->successes - 1, trials->n, 1 - TAIL_PROBABILITY);
}

static double highest_ticks(const struct trials *trials)
{
	return trials->whole_ticks + trials->success_ticks *
		(trials->successes < trials->n
			 ? proportion_for(trials->successes, trials->n, TAIL_PROBABILITY) : 1);
}

/* The interval of the proportion, as ticks. */
static void bound_proportion(const struct coarse_blocks *blocks, uint64_t steps,
			     struct coarse_estimate *estimate)
{
	struct trials trials = trials_of(blocks, steps, estimate), below = trials_below(&trials);

	if (trials.successes > 0)
		estimate->low = lowest_ticks(&trials);
	else if (trials.whole_ticks > 0)
		estimate->low = lowest_ticks(&below);
	estimate->high = highest_ticks(&trials);
}

/* Without its interval, which takes most of the time. */
struct coarse_estimate coarse_estimate_value(const struct coarse_blocks *blocks, size_t first,
					     size_t count)
{
	uint64_t steps = coarse_sum(blocks->steps, first, count);
	struct coarse_estimate estimate = {
		.operations = blocks->operations * count,
		.seen = coarse_sum(blocks->seen, first, count),
	};
	double n = (double)estimate.operations;

	estimate.value = (double)steps * blocks->step_ticks / n;
	estimate.truth = (double)coarse_sum(blocks->tsc, first, count) / n;
	return estimate;
}

struct coarse_estimate coarse_estimate_bounded(const struct coarse_blocks *blocks, size_t first,
					       size_t count)
{
	struct coarse_estimate estimate = coarse_estimate_value(blocks, first, count);

	if (blocks->method == COARSE_LOOP)
		bound_loop(blocks, &estimate);
	else
		bound_proportion(blocks, coarse_sum(blocks->steps, first, count), &estimate);
	return estimate;
}

bool coarse_estimate_holds(const struct coarse_estimate *estimate)
{
	return estimate->low <= estimate->truth && estimate->truth <= estimate->high;
}

double coarse_estimate_p(const struct coarse_blocks *blocks, size_t first, size_t count)
{
	struct coarse_estimate estimate = coarse_estimate_value(blocks, first, count);
	struct trials trials = trials_of(blocks, coarse_sum(blocks->steps, first, count),
					 &estimate);
	unsigned n, successes;
	double truth, fewer, more;

	if (trials.successes == 0 && trials.whole_ticks > estimate.truth)
		trials = trials_below(&trials);
	n = (unsigned)trials.n;
	successes = (unsigned)trials.successes;
	truth = (estimate.truth - trials.whole_ticks) / trials.success_ticks;
	if (!(truth >= 0 && truth <= 1))
		return 0;
	fewer = gsl_cdf_binomial_P(successes, truth, n);
	more = successes > 0 ? gsl_cdf_binomial_Q(successes - 1, truth, n) : 1;
	return fmin(1, 2 * fmin(fewer, more));
}
