/* SPDX-License-Identifier: MIT */
/* Omits digits below the resolution of a measurement, but none of an exact value. */
#include "tools/table/number.h"

#include <err.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/exit_status.h"
#include "tools/base/unit.h"

#define DIGITS 3
#define DECIMALS_MAX 9
#define WHOLE_MAX 1e15
#define EXPONENT_BELOW 1e-9

#define THIN_SPACE "\u202f"
#define MINUS "\u2212"

#define TEXT_ERROR 0.00501      /* relative: half of the last of three digits */

/* Nanoseconds in a unit of time, by its first letter; 1 for other units. */
static double unit_read_back(const char *unit)
{
	static const char letters[] = "n\302ms";
	const char *letter = strchr(letters, unit[0]);

	return letter != NULL && *letter != '\0' ? pow(1000, (double)(letter - letters)) : 1;
}

/* The number in a text, of which the rest is set. */
static double number_read_back(const char *text, const char **rest)
{
	char plain[NUMBER_TEXT_MAX];
	size_t length = 0;
	char *end;
	double value;

	for (*rest = text; **rest != '\0' && length + 1 < sizeof(plain); (*rest)++) {
		if (strncmp(*rest, THIN_SPACE, strlen(THIN_SPACE)) == 0) {
			*rest += strlen(THIN_SPACE) - 1;
		} else if (strncmp(*rest, MINUS, strlen(MINUS)) == 0) {
			*rest += strlen(MINUS) - 1;
			plain[length++] = '-';
		} else if (**rest == ' ') {
			break;
		} else {
			plain[length++] = **rest;
		}
	}
	plain[length] = '\0';
	value = strtod(plain, &end);
	*rest += **rest == ' ';
	return *end == '\0' ? value : NAN;
}

static _Noreturn void number_fail(double value, const char *text)
{
	errx(EXIT_FAILED, "%.17g is not \"%s\", which is an error of bareline", value, text);
}

/* Read the text back. If it shows another number than the value, the program has an error, and ends
 * before a user sees the text. If has_time, the text has a unit of time; otherwise the value is in
 * the text's unit. */
static const char *number_prove(double value, bool has_time, const char *text)
{
	const char *unit;
	double shown = number_read_back(text, &unit);

	if (has_time)
		shown *= unit_read_back(unit);
	if (isfinite(value) && !(fabs(shown - value) <= TEXT_ERROR * fabs(value)))
		number_fail(value, text);
	return text;
}

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
	return number_prove(value, false, text);
}

/* Digits of a whole number in groups of three. */
static const char *number_grouped(double value, char text[NUMBER_TEXT_MAX])
{
	char digits[NUMBER_TEXT_MAX];
	size_t length = (size_t)snprintf(digits, sizeof(digits), "%.0f", fabs(value)), size = 0;

	for (size_t i = 0; i < length && size + sizeof(THIN_SPACE) < NUMBER_TEXT_MAX; i++) {
		if (i > 0 && (length - i) % 3 == 0)
			size += (size_t)snprintf(text + size, NUMBER_TEXT_MAX - size, THIN_SPACE);
		else if (i == 0 && value < 0)
			size += (size_t)snprintf(text, NUMBER_TEXT_MAX, MINUS);
		text[size++] = digits[i];
	}
	text[size] = '\0';
	return text;
}

const char *number_short_text(double value, char text[NUMBER_TEXT_MAX])
{
	double size = fabs(value), first, unit;
	int exponent, decimals;

	if (!isfinite(value) || size >= WHOLE_MAX || (size > 0 && size < EXPONENT_BELOW)) {
		snprintf(text, NUMBER_TEXT_MAX, "%.*g", DIGITS, value);
		return text;
	}
	if (size == 0)
		return strcpy(text, "0");
	exponent = (int)floor(log10(size));
	unit = pow(10, exponent);
	first = size / unit;
	decimals = (first < 2 ? DIGITS : DIGITS - 1) - exponent;
	if (decimals <= 0)
		number_grouped(value, text);
	else
		snprintf(text, NUMBER_TEXT_MAX, "%s%.*f", value < 0 ? MINUS : "", decimals, size);
	return number_prove(value, false, text);
}

const char *number_scaled_unit(double value, const char *unit, double *divisor)
{
	const struct unit *scaled = unit_for(unit_times, UNIT_TIMES, fabs(value), 1);

	*divisor = 1;
	if (strcmp(unit, "ns") != 0)
		return unit;
	*divisor = scaled->size;
	return scaled->name;
}

/* Counts of instructions are exact, and written in full. */
static const char *number_value_text(double value, const char *unit, char text[NUMBER_TEXT_MAX])
{
	if (strcmp(unit, "instructions") != 0)
		return number_short_text(value, text);
	if (value == floor(value) && fabs(value) < WHOLE_MAX)
		return number_grouped(value, text);
	return number_text(value, text);
}

const char *number_unit_text(double value, const char *unit, char text[NUMBER_TEXT_MAX])
{
	double divisor;
	const char *scaled = number_scaled_unit(value, unit, &divisor);
	size_t length;

	number_value_text(value / divisor, unit, text);
	length = strlen(text);
	snprintf(text + length, NUMBER_TEXT_MAX - length, "%s%s", scaled[0] != '\0' ? " " : "",
		 scaled);
	return number_prove(value, strcmp(unit, "ns") == 0, text);
}

const char *number_label_text(double value, const char *unit, char text[NUMBER_TEXT_MAX])
{
	return strcmp(unit, "ns") == 0 ? number_unit_text(value, unit, text)
				       : number_value_text(value, unit, text);
}

const char *number_share_text(double share, char text[NUMBER_TEXT_MAX])
{
	const char *rest;

	snprintf(text, NUMBER_TEXT_MAX, "%.1f %%", 100 * share);
	if (isfinite(share) && !(fabs(number_read_back(text, &rest) - 100 * share) <= 0.0501))
		number_fail(share, text);
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

	/* A value above 0 must not appear as 0. */
	if (size > 0 && size < 0.005)
		snprintf(text, NUMBER_TEXT_MAX, "%c<0.01 %%", percent > 0 ? '+' : '-');
	else
		snprintf(text, NUMBER_TEXT_MAX, "%+.*f %%",
			 size == 0 ? 1 : size < 0.05 ? 2 : size < 999.95 ? 1 : 0, percent);
	return text;
}
