/* SPDX-License-Identifier: MIT */
#include "tools/stats/t_test.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

double t_test(const struct values *base, const struct values *other)
{
	double base_mean = gsl_stats_mean(base->items, 1, base->count);
	double other_mean = gsl_stats_mean(other->items, 1, other->count);
	double base_tss = gsl_stats_tss_m(base->items, 1, base->count, base_mean);
	double other_tss = gsl_stats_tss_m(other->items, 1, other->count, other_mean);
	double degrees = (double)(base->count + other->count - 2);
	double sizes = 1 / (double)base->count + 1 / (double)other->count;
	double by = fabs(other_mean - base_mean), tss = base_tss + other_tss;

	if (degrees == 0 || by == 0)
		return 1;
	if (tss == 0)
		return 0;
	return 2 * gsl_cdf_tdist_Q(by / sqrt(tss / degrees * sizes), degrees);
}
