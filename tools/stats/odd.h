/* SPDX-License-Identifier: MIT */
/* Find machines that deviate from the others of their model, with a family-wise probability over
 * all machines and figures of the model. docs/reference/fleet-rates.md has the simulated rates. */
#ifndef TOOLS_STATS_ODD_H
#define TOOLS_STATS_ODD_H

#include <stdbool.h>
#include <stddef.h>

/* A group with fewer machines has no majority that an odd machine could differ from. */
#define ODD_MACHINES_MIN 6

/* One figure over the machines of a model. The value of a machine is the median of its boots. */
struct odd_figure {
	size_t machines;   /* with a value */
	double median;     /* of their values */
	double mad;        /* median absolute deviation of their values from it */
	double within;     /* typical median absolute deviation of one machine's boots; 0 if
				 * no machine has three boots */
	double boots;      /* typical number of boots of a machine */
	double resolution; /* of the measurement; 0: unknown */
	bool is_exact;     /* of counts: all boots of all machines except odd ones agree */
	double scale;      /* standard deviation, set by odd_set_scales */
};

/* Set the scales of a group's figures.
 *
 * A scale is 1.4826 MAD with the small-sample factor of Croux and Rousseeuw ("Time-efficient
 * algorithms for two highly robust estimators of scale", COMPSTAT 1992), moderated: the MAD of
 * few machines is sometimes near 0 by chance, so the median relative scale of the group's
 * figures counts as one further degree of freedom (Smyth, "Linear models and empirical Bayes
 * methods", 2004). The MAD is worth 0.37 (n - 1) degrees, its efficiency. A scale is at least a
 * quarter of a percent, the resolution, and what the boots of one machine alone would give. */
void odd_set_scales(struct odd_figure *figures, size_t count);

/* The deviation of a machine's value in scales, with the sign of the difference. For an exact
 * figure, any difference is INFINITY. A machine with fewer boots than usual has a larger scale. */
double odd_deviation(const struct odd_figure *figure, double value, double boots);

/* The two-sided probability of a median as far from the expected one as that of the figure, by
 * Student's t with the degrees of freedom of the scale that odd_set_scales() set. 0 for any
 * difference of an exact figure. Assumes independent machines, so a cause that all share, such as
 * the weather of two days, counts as a difference. */
double odd_probability_of_median(const struct odd_figure *figure, double expected);

/* Simulated groups of a number of machines, none of them odd. */
struct odd_null;

/* The machines of one group, tested by their largest deviations. */
struct odd_test {
	size_t machines, figures;
	double centre, spread; /* of the logarithm of a machine's largest deviation */
	const struct odd_null *null;
};

/* Prepare the test from the largest absolute deviation of each machine, which it sorts. There are
 * at least ODD_MACHINES_MIN.
 *
 * The largest of many deviations follows a Fréchet or Gumbel distribution whatever their own, and
 * however figures are correlated (Coles, "An Introduction to Statistical Modeling of Extreme
 * Values", 2001). Its logarithm is taken as Gumbel, which heavy tails require and light ones only
 * make cautious. Location and spread are estimated from the lower three quarters of the machines,
 * so that a quarter may be odd; their error is part of the probability, by simulation with a fixed
 * seed. One distribution for all figures of a machine is the single-step maximum method of
 * Westfall and Young ("Resampling-Based Multiple Testing", 1993). */
void odd_test_make(struct odd_test *test, double *largest, size_t machines, size_t figures);

/* The probability that, in such a group without an odd machine, any figure of any machine deviates
 * as much. It is at least the Bonferroni bound for normal deviations. */
double odd_probability(const struct odd_test *test, double deviation);

/* Like odd_probability(), for a figure of one machine. It tells which figures of an odd machine are
 * odd (hierarchical testing; Meinshausen, Biometrika 2008). */
double odd_probability_of_machine(const struct odd_test *test, double deviation);

#endif
