/* SPDX-License-Identifier: MIT */
/* Confidence limits of a proportion from independent trials. Clopper & Pearson, "The Use of
 * Confidence or Fiducial Limits Illustrated in the Case of the Binomial", 1934. The limits are
 * valid for any number of trials and any proportion, and are conservative. */
#ifndef TOOLS_STATS_PROPORTION_H
#define TOOLS_STATS_PROPORTION_H

#include <stdint.h>

/* The limit of gsl_cdf_binomial_P. */
#define PROPORTION_TRIALS_MAX UINT32_MAX

/* The proportion for which the probability of at most `seen` successes in the trials has the given
 * value. */
double proportion_for(uint64_t seen, uint64_t trials, double probability);

/* The interval with probability `tail` outside each end: 0.025 for 95 %. trials is from 1 to
 * PROPORTION_TRIALS_MAX. */
void proportion_bound(uint64_t successes, uint64_t trials, double tail, double *low, double *high);

#endif
