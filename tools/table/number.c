/* SPDX-License-Identifier: MIT */
/* Omits digits below the resolution of a measurement, but none of an exact value. */
#include "tools/table/number.h"

#include <math.h>
#include <stdio.h>

#define DIGITS 3
#define DECIMALS_MAX 9
#define WHOLE_MAX 1e15
#define EXPONENT_BELOW 1e-9

static int decimals_of(double size)
{
	if (size >= 10000)
		return 0;
	if (size >= 100)
		return 1;
	if (size >= 1)
		return 2;
	return DIGITS - 1 - (int)floor(log10(size));
}

const char *number_text(double value, char text[NUMBER_TEXT_MAX])
{
	double size = fabs(value);

	if (!isfinite(value) || size >= WHOLE_MAX || (size > 0 && decimals_of(size) > DECIMALS_MAX))
		snprintf(text, NUMBER_TEXT_MAX, "%.*g", DIGITS + 1, value);
	else if (value == floor(value))
		snprintf(text, NUMBER_TEXT_MAX, "%.0f", value);
	else
		snprintf(text, NUMBER_TEXT_MAX, "%.*f", decimals_of(size), value);
	return text;
}

const char *number_share_text(double share, char text[NUMBER_TEXT_MAX])
{
	snprintf(text, NUMBER_TEXT_MAX, "%.1f %%", 100 * share);
	return text;
}

const char *number_probability_text(double probability, char text[NUMBER_TEXT_MAX])
{
	snprintf(text, NUMBER_TEXT_MAX, probability < 0.001 ? "<0.001" : "%.3f", probability);
	return text;
}

const char *number_change_text(double change, char text[NUMBER_TEXT_MAX])
{
	double percent = 100 * change, size = fabs(percent);

	/* a value above 0 must not appear as 0 */
	if (size > 0 && size < 0.05 && size >= EXPONENT_BELOW)
		snprintf(text, NUMBER_TEXT_MAX, "%+.*f %%", (int)ceil(-log10(size)), percent);
	else
		snprintf(text, NUMBER_TEXT_MAX, size > 0 && size < 0.05 ? "%+.1g %%" : "%+.1f %%",
			 percent);
	return text;
}
