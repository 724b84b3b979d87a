/* SPDX-License-Identifier: MIT */
#include "tools/view/plot/ticks.h"

#include <err.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/base/exit_status.h"
#include "tools/base/unit.h"

#define LABEL_ROUNDING 1e-9     /* of ten digits */
#define LABEL_LEAST 1e-12       /* the last of twelve decimals */

/* Smaller numbers are printed with an exponent. */
#define TICK_SHORT 1e-4

/* The largest size with a tick, as a power of two. */
#define SIZE_SHIFT_MAX 62

double tick_step(double length, size_t wanted)
{
	double rough = length / (double)wanted, power = pow(10, floor(log10(rough)));

	return rough <= power ? power : rough <= 2 * power ? 2 * power
		: rough <= 5 * power ? 5 * power : 10 * power;
}

/* Adds a tick that is in the range. Returns the number of ticks. */
static size_t tick_add(const struct tick_range *range, double value, double ticks[TICKS_MAX],
		       size_t count)
{
	if (count == TICKS_MAX || !(value >= range->low && value <= range->high) ||
	    (range->is_count && value < 1))
		return count;
	ticks[count] = value;
	return count + 1;
}

size_t tick_sizes(const struct tick_range *range, unsigned shift, double ticks[TICKS_MAX])
{
	size_t count = 0;

	for (unsigned power = 0; power <= SIZE_SHIFT_MAX; power += shift)
		count = tick_add(range, ldexp(1, (int)power), ticks, count);
	return count;
}

size_t tick_multiples(const struct tick_range *range, const double *digits, size_t digit_count,
		      double ticks[TICKS_MAX])
{
	size_t count = 0;

	if (!(range->low > 0 && isfinite(range->high)))
		return 0;
	for (int power = (int)floor(log10(range->low)); power <= (int)ceil(log10(range->high));
	     power++) {
		for (size_t i = 0; i < digit_count; i++)
			count = tick_add(range, digits[i] * pow(10, power), ticks, count);
	}
	return count;
}

size_t tick_steps(const struct tick_range *range, double step, double ticks[TICKS_MAX])
{
	size_t count = 0;

	if (range->is_count)
		step = fmax(step, 1);
	for (double i = ceil(range->low / step); i * step <= range->high && count < TICKS_MAX;
	     i++) {
		ticks[count++] = i * step;
		if (!((i + 1) * step > i * step)) /* distance below the precision of double */
			break;
	}
	return count;
}

/* Every label is read back. One of another value is an error of this program, which ends. */
static void tick_prove(double value, const char *text)
{
	char *suffix;
	double shown = strtod(text, &suffix);

	shown *= *suffix == 'k' ? 1e3 : *suffix == 'M' ? 1e6 : *suffix == 'G' ? 1e9 : 1;
	if (isfinite(value) && !(fabs(shown - value) <= fabs(value) * LABEL_ROUNDING + LABEL_LEAST))
		errx(EXIT_FAILED, "a chart's label of %.17g is \"%s\", which is an error of "
				  "bareline", value, text);
}

const char *tick_text(double value, double most, char text[TICK_TEXT_MAX])
{
	const struct unit *prefix = unit_for(unit_prefixes, UNIT_PREFIXES, fabs(value), 1);

	if (value == 0)
		value = 0; /* avoids -0 */
	if (value != 0 && fabs(value) < TICK_SHORT) {
		size_t length = (size_t)snprintf(text, TICK_TEXT_MAX, "%.12f", value);

		while (length > 1 && text[length - 1] == '0')
			text[--length] = '\0';
	} else if (fabs(value) < prefix->size || most < TICK_LONG) {
		snprintf(text, TICK_TEXT_MAX, "%.10g", value);
	} else {
		snprintf(text, TICK_TEXT_MAX, "%.10g%s", value / prefix->size, prefix->name);
	}
	tick_prove(value, text);
	return text;
}
