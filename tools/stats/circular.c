/* SPDX-License-Identifier: MIT */
/* The probability is Zar's approximation, Biostatistical Analysis, "Testing Significance of the
 * Mean Angle: The Rayleigh Test". Multiplying places by n maps clusters about n evenly spaced
 * points to one cluster. */
#include "tools/stats/circular.h"

#include <math.h>

static double rayleigh_p(const double *places, size_t count, int points)
{
	double n = (double)count, x = 0, y = 0, squared;

	for (size_t i = 0; i < count; i++) {
		double angle = 2 * M_PI * points * places[i];

		x += cos(angle);
		y += sin(angle);
	}
	squared = fmin(x * x + y * y, n * n);
	return exp(sqrt(1 + 4 * n + 4 * (n * n - squared)) - (1 + 2 * n));
}

double circular_uniform_p(const double *places, size_t count)
{
	double least = INFINITY;

	if (count < 2)
		return 1;
	for (int points = 1; points <= CIRCULAR_POINTS; points++)
		least = fmin(least, rayleigh_p(places, count, points));
	return fmin(1, least * CIRCULAR_POINTS);
}
