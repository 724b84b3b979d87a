/* SPDX-License-Identifier: MIT */
#include "tools/stats/proportion.h"

#include <gsl/gsl_cdf.h>

#define BISECTIONS 64

/* Bisection: the probability decreases as the proportion increases. */
double proportion_for(uint64_t seen, uint64_t trials, double probability)
{
	double low = 0, high = 1;

	for (int i = 0; i < BISECTIONS; i++) {
		double p = (low + high) / 2;

		if (gsl_cdf_binomial_P((unsigned)seen, p, (unsigned)trials) > probability)
			low = p;
		else
			high = p;
	}
	return (low + high) / 2;
}

void proportion_bound(uint64_t successes, uint64_t trials, double tail, double *low, double *high)
{
	*low = successes > 0 ? proportion_for(successes - 1, trials, 1 - tail) : 0;
	*high = successes < trials ? proportion_for(successes, trials, tail) : 1;
}
