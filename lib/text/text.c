/* SPDX-License-Identifier: MIT */
/* Text helpers that the C library lacks. They are also linked into hosted programs. */
#include "lib/text/string.h"

#include "lib/text/ticks.h"

bool text_copy(char *to, size_t size, const char *text)
{
	size_t i;

	for (i = 0; i + 1 < size && text[i] != '\0'; i++)
		to[i] = text[i];
	to[i] = '\0';
	return text[i] == '\0';
}

/* Match with a pattern. On a mismatch, extend the text of the last '*' by one character and
 * continue from there. */
bool text_glob(const char *pattern, const char *text)
{
	const char *after_star = NULL, *star_text = NULL;

	while (*text != '\0') {
		if (*pattern == '*') {
			after_star = ++pattern;
			star_text = text;
		} else if (*pattern == '?' || *pattern == *text) {
			pattern++;
			text++;
		} else if (after_star != NULL) {
			pattern = after_star;
			text = ++star_text;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return *pattern == '\0';
}

static int text_digit_of(char c, unsigned base)
{
	int digit = -1;

	if (c >= '0' && c <= '9')
		digit = c - '0';
	else if (c >= 'a' && c <= 'f')
		digit = c - 'a' + 10;
	else if (c >= 'A' && c <= 'F')
		digit = c - 'A' + 10;
	return digit < (int)base ? digit : -1;
}

static unsigned suffix_shift(char c)
{
	switch (c) {
	case 'k': case 'K':
		return 10;
	case 'm': case 'M':
		return 20;
	case 'g': case 'G':
		return 30;
	default:
		return 0;
	}
}

bool text_number(const char *text, unsigned long *value)
{
	unsigned base = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
	const char *c = base == 16 ? text + 2 : text;
	unsigned long number = 0;
	unsigned shift;

	if (text_digit_of(*c, base) < 0)
		return false;
	for (; text_digit_of(*c, base) >= 0; c++) {
		if (__builtin_mul_overflow(number, base, &number) ||
		    __builtin_add_overflow(number, (unsigned)text_digit_of(*c, base), &number))
			return false;
	}
	shift = suffix_shift(*c);
	if (shift != 0)
		c++;
	if (*c != '\0' || number << shift >> shift != number)
		return false;
	*value = number << shift;
	return true;
}

/* Add decimal digits to *number. Returns the text after them, or NULL. */
static const char *text_parse_decimal(const char *text, unsigned long *number)
{
	if (text_digit_of(*text, 10) < 0)
		return NULL;
	for (; text_digit_of(*text, 10) >= 0; text++) {
		if (__builtin_mul_overflow(*number, 10, number) ||
		    __builtin_add_overflow(*number, (unsigned)text_digit_of(*text, 10), number))
			return NULL;
	}
	return text;
}

const struct text_unit text_units[TEXT_UNITS] = {
	{"ns", 1},
	{"us", NS_PER_US},
	{"ms", NS_PER_MS},
	{"s", NS_PER_SECOND},
	{"m", 60 * NS_PER_SECOND},
	{"h", 3600 * NS_PER_SECOND},
};

/* Nanoseconds of a unit; 0 for an unknown unit. */
static unsigned long text_unit_ns(const char *name)
{
	for (size_t i = 0; i < TEXT_UNITS; i++) {
		if (strcmp(name, text_units[i].name) == 0)
			return text_units[i].ns;
	}
	return 0;
}

/* Add the digits of a fraction of a unit. Returns false for fractions of a nanosecond. */
static bool text_add_fraction(const char *digits, unsigned long unit_ns, unsigned long *ns)
{
	for (; text_digit_of(*digits, 10) >= 0; digits++) {
		if (unit_ns % 10 != 0)
			return false;
		unit_ns /= 10;
		if (__builtin_add_overflow(*ns, (unsigned)text_digit_of(*digits, 10) * unit_ns, ns))
			return false;
	}
	return true;
}

bool text_duration(const char *text, unsigned long *ns)
{
	unsigned long number = 0, ignored = 0, unit_ns;
	const char *rest = text_parse_decimal(text, &number), *fraction = "";

	if (rest != NULL && *rest == '.') {
		fraction = rest + 1;
		rest = text_parse_decimal(fraction, &ignored);
	}
	if (rest == NULL)
		return false;
	unit_ns = text_unit_ns(rest);
	if (unit_ns == 0 || __builtin_mul_overflow(number, unit_ns, &number) ||
	    !text_add_fraction(fraction, unit_ns, &number))
		return false;
	*ns = number;
	return true;
}
