/* SPDX-License-Identifier: MIT */
/* What can be said of a proportion from independent trials. Clopper & Pearson, "The Use of
 * Confidence or Fiducial Limits Illustrated in the Case of the Binomial", 1934: the limits hold
 * for any number of trials and any proportion, and err on the side of wide. */
#ifndef TOOLS_STATS_PROPORTION_H
#define TOOLS_STATS_PROPORTION_H

#include <stdint.h>

/* More than these can't be told apart: see gsl_cdf_binomial_P. */
#define PROPORTION_TRIALS_MAX UINT32_MAX

/* The proportion for which so many trials see at most `seen` of them succeed with that
 * probability. */
double proportion_for(uint64_t seen, uint64_t trials, double probability);

/* The interval that leaves out `tail` on either side: 0.025 for one of 95 %. At least one trial
 * and at most PROPORTION_TRIALS_MAX. */
void proportion_bound(uint64_t successes, uint64_t trials, double tail, double *low, double *high);

#endif
