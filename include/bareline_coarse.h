/* SPDX-License-Identifier: MIT */
/* Times short operations with a clock whose steps are much longer than the operations. Most
 * operations see no step of the clock and some see one. If operations begin at random phases of a
 * step, the mean duration is the share of operations that see a step, times the step: M. Falco,
 * "Measuring performance via probability", 2009.
 *
 *	static struct bareline_coarse coarse;
 *
 *	bareline_coarse_begin(&coarse, now, NULL);      // now(NULL) reads the clock
 *	...
 *	uint64_t begin = bareline_coarse_start(&coarse);
 *	operation();
 *	bareline_coarse_stop(&coarse, begin);
 *	...
 *	struct bareline_coarse_estimate mean = bareline_coarse_estimate(&coarse);
 *
 * The mean and its 95 % interval are in the clock's units. A coarse clock does not give the
 * standard deviation of the operations.
 *
 * If the clock's own tick wakes a program, the program begins its operations at one phase and would
 * measure nothing. So one operation in BARELINE_COARSE_PROBE_EACH, at most BARELINE_COARSE_PROBES,
 * is preceded by a probe, which counts the reads of the clock until its next step. If the counts of
 * the probes are not uniform, is_locked becomes true, and each further operation is delayed by a
 * random part of a step. Operations before that moment are then discarded.
 *
 * One thread at a time uses a structure. Freestanding C99 and C++11; needs no library. Operations
 * longer than a step are counted too. */
#ifndef BARELINE_COARSE_H
#define BARELINE_COARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BARELINE_COARSE_PROBES 64u
#define BARELINE_COARSE_PROBE_EACH 16u
#define BARELINE_COARSE_BINS 8u
/* Chi-squared with 7 degrees of freedom exceeds this with a probability of 1e-6. */
#define BARELINE_COARSE_CHI_SQUARED 40.5
#define BARELINE_COARSE_CALIBRATIONS 4
#define BARELINE_COARSE_TAIL 0.025      /* outside each end of the interval */
#define BARELINE_COARSE_BISECTIONS 64

typedef uint64_t bareline_coarse_clock(void *context);

struct bareline_coarse {
	bareline_coarse_clock *now;
	void *context;
	uint64_t step;                  /* step of the clock, in the clock's units */
	uint64_t reads_per_step;        /* reads of the clock in one step */
	uint64_t operations;            /* timed operations */
	uint64_t seen;                  /* operations that saw a step */
	uint64_t units;                 /* sum of all differences */
	uint64_t random;
	uint32_t until_probe, probes;
	uint32_t bins[BARELINE_COARSE_BINS];    /* probes by their part of a step */
	bool is_locked;                 /* operations began at one phase; now they are delayed */
};

struct bareline_coarse_estimate {
	double mean, low, high;         /* mean and its interval, in the clock's units */
	uint64_t operations, seen;      /* if seen is 0, mean is 0 and the interval is a step */
};

/* ---- The clock ---- */

/* Read the clock until it differs from `from`, and count the reads. */
static inline uint64_t bareline_coarse_wait(const struct bareline_coarse *coarse, uint64_t from,
					    uint64_t *reads)
{
	uint64_t now = coarse->now(coarse->context);

	for (*reads = 1; now == from; ++*reads)
		now = coarse->now(coarse->context);
	return now;
}

static inline uint64_t bareline_coarse_random(struct bareline_coarse *coarse)
{
	coarse->random ^= coarse->random << 13;
	coarse->random ^= coarse->random >> 7;
	coarse->random ^= coarse->random << 17;
	return coarse->random;
}

/* Read the clock for a random part of a step. */
static inline void bareline_coarse_delay(struct bareline_coarse *coarse)
{
	uint64_t reads = bareline_coarse_random(coarse) % coarse->reads_per_step;

	while (reads-- > 0)
		coarse->now(coarse->context);
}

/* Prepare for a clock, whose smallest step is measured; this takes about five steps. */
static inline void bareline_coarse_begin(struct bareline_coarse *coarse,
					 bareline_coarse_clock *now, void *context)
{
	uint64_t last, reads;

	coarse->now = now;
	coarse->context = context;
	coarse->step = coarse->reads_per_step = 0;
	coarse->operations = coarse->seen = coarse->units = 0;
	coarse->until_probe = coarse->probes = 0;
	coarse->is_locked = false;
	for (unsigned i = 0; i < BARELINE_COARSE_BINS; i++)
		coarse->bins[i] = 0;
	last = bareline_coarse_wait(coarse, now(context), &reads);
	coarse->random = last | 1;
	for (int i = 0; i < BARELINE_COARSE_CALIBRATIONS; i++) {
		uint64_t next = bareline_coarse_wait(coarse, last, &reads);

		if (coarse->step == 0 || next - last < coarse->step)
			coarse->step = next - last;
		if (reads > coarse->reads_per_step)
			coarse->reads_per_step = reads;
		last = next;
	}
}

/* ---- Operations ---- */

static inline bool bareline_coarse_is_uniform(const struct bareline_coarse *coarse)
{
	double expected = (double)coarse->probes / BARELINE_COARSE_BINS, sum = 0;

	for (unsigned i = 0; i < BARELINE_COARSE_BINS; i++)
		sum += (coarse->bins[i] - expected) * (coarse->bins[i] - expected) / expected;
	return sum <= BARELINE_COARSE_CHI_SQUARED;
}

/* Wait for a step to find the phase of the moment of the call. The operation after it begins at a
 * random phase. */
static inline void bareline_coarse_probe(struct bareline_coarse *coarse)
{
	uint64_t reads, bin;

	bareline_coarse_wait(coarse, coarse->now(coarse->context), &reads);
	bin = reads * BARELINE_COARSE_BINS / coarse->reads_per_step;
	coarse->bins[bin < BARELINE_COARSE_BINS ? bin : BARELINE_COARSE_BINS - 1]++;
	coarse->probes++;
	coarse->until_probe = BARELINE_COARSE_PROBE_EACH;
	if (coarse->probes == BARELINE_COARSE_PROBES && !bareline_coarse_is_uniform(coarse)) {
		coarse->is_locked = true;
		coarse->operations = coarse->seen = coarse->units = 0;
	}
	bareline_coarse_delay(coarse);
}

/* Before an operation. Returns the clock, for bareline_coarse_stop(). */
static inline uint64_t bareline_coarse_start(struct bareline_coarse *coarse)
{
	if (coarse->is_locked)
		bareline_coarse_delay(coarse);
	else if (coarse->probes < BARELINE_COARSE_PROBES && coarse->until_probe-- == 0)
		bareline_coarse_probe(coarse);
	return coarse->now(coarse->context);
}

/* After the operation. */
static inline void bareline_coarse_stop(struct bareline_coarse *coarse, uint64_t begin)
{
	uint64_t units = coarse->now(coarse->context) - begin;

	coarse->operations++;
	coarse->seen += units > 0;
	coarse->units += units;
}

/* ---- Estimates ---- */

/* The binomial probability of at most `seen` successes in the trials. Terms are computed relative
 * to the largest one, which is near the mean, in both directions until they are negligible. */
static inline double bareline_coarse_at_most(uint64_t seen, uint64_t trials, double p)
{
	double odds = p / (1 - p), below = 0, all = 0, term = 1;
	uint64_t mode = (uint64_t)((double)(trials + 1) * p);

	if (mode > trials)
		mode = trials;
	for (uint64_t i = mode; term > 1e-18 * all; i++) {
		all += term;
		below += i <= seen ? term : 0;
		if (i == trials)
			break;
		term *= odds * (double)(trials - i) / (double)(i + 1);
	}
	term = 1;
	for (uint64_t i = mode; i > 0 && term > 1e-18 * all; i--) {
		term *= (double)i / (odds * (double)(trials - i + 1));
		all += term;
		below += i - 1 <= seen ? term : 0;
	}
	return below / all;
}

/* The proportion for which at most `seen` successes have the given probability. Clopper & Pearson,
 * "The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial", 1934. */
static inline double bareline_coarse_proportion(uint64_t seen, uint64_t trials, double probability)
{
	double low = 0, high = 1;

	for (int i = 0; i < BARELINE_COARSE_BISECTIONS; i++) {
		double p = (low + high) / 2;

		if (p <= 0 || p >= 1)
			break;
		if (bareline_coarse_at_most(seen, trials, p) > probability)
			low = p;
		else
			high = p;
	}
	return (low + high) / 2;
}

/* The interval of a mean if each operation takes `whole` units and, by chance, `more`. */
static inline void bareline_coarse_bound(struct bareline_coarse_estimate *estimate, double whole,
					 double more, uint64_t successes)
{
	uint64_t trials = estimate->operations;

	estimate->high = whole + more * (successes < trials ? bareline_coarse_proportion(
		successes, trials, BARELINE_COARSE_TAIL) : 1);
	if (successes == 0 && whole > 0) {      /* the last step of each operation may have been
						 * chance */
		successes = trials;
		whole -= more;
	}
	estimate->low = successes == 0 ? 0 : whole + more * bareline_coarse_proportion(
		successes - 1, trials, 1 - BARELINE_COARSE_TAIL);
}

/* The estimate from the number of all operations, the number of those that saw a step, and the
 * number of the clock's units that passed. Without operations all results are 0. */
static inline struct bareline_coarse_estimate bareline_coarse_estimate_of(
	uint64_t operations, uint64_t seen, uint64_t units, uint64_t step)
{
	struct bareline_coarse_estimate estimate = {0, 0, 0, operations, seen};
	uint64_t steps = step != 0 ? (units + step / 2) / step : 0, whole;

	if (operations == 0 || step == 0)
		return estimate;
	whole = steps / operations;
	estimate.mean = (double)units / (double)operations;
	if (whole > 0)
		bareline_coarse_bound(&estimate, (double)(whole * step), (double)step,
				      steps - whole * operations);
	else
		bareline_coarse_bound(&estimate, 0, seen > 0 ? (double)units / (double)seen
							     : (double)step, seen);
	return estimate;
}

static inline struct bareline_coarse_estimate bareline_coarse_estimate(
	const struct bareline_coarse *coarse)
{
	return bareline_coarse_estimate_of(coarse->operations, coarse->seen, coarse->units,
					   coarse->step);
}

/* The classic method: read the clock before and after a loop of operations. The error is less than
 * a step. */
static inline struct bareline_coarse_estimate bareline_coarse_classic(uint64_t begin, uint64_t end,
								      uint64_t operations,
								      uint64_t step)
{
	struct bareline_coarse_estimate estimate = {0, 0, 0, operations, 0};

	if (operations == 0)
		return estimate;
	estimate.seen = (end - begin) / (step != 0 ? step : 1);
	estimate.mean = (double)(end - begin) / (double)operations;
	estimate.low = end - begin > step ? (double)(end - begin - step) / (double)operations : 0;
	estimate.high = (double)(end - begin + step) / (double)operations;
	return estimate;
}

#endif
