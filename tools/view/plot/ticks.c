/* SPDX-License-Identifier: MIT */
#include "tools/view/plot/ticks.h"

#include <math.h>
#include <stdio.h>

#include "tools/table/table.h"

/* Smaller numbers are printed with an exponent. */
#define TICK_SHORT 1e-4

double tick_step(double length, size_t wanted)
{
	double rough = length / (double)wanted, power = pow(10, floor(log10(rough)));

	return rough <= power ? power : rough <= 2 * power ? 2 * power
		: rough <= 5 * power ? 5 * power : 10 * power;
}

const char *tick_text(double value, double most, char text[TICK_TEXT_MAX])
{
	static const struct {
		double factor;
		const char *sign;
	} units[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
	size_t i = 0;

	if (value == 0)
		value = 0; /* avoids -0 */
	while (i < COUNT(units) && fabs(value) < units[i].factor)
		i++;
	if (value != 0 && fabs(value) < TICK_SHORT) {
		size_t length = (size_t)snprintf(text, TICK_TEXT_MAX, "%.12f", value);

		while (length > 1 && text[length - 1] == '0')
			text[--length] = '\0';
	} else if (i == COUNT(units) || most < TICK_LONG) {
		snprintf(text, TICK_TEXT_MAX, "%.10g", value);
	} else {
		snprintf(text, TICK_TEXT_MAX, "%.10g%s", value / units[i].factor, units[i].sign);
	}
	return text;
}
