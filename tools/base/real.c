/* SPDX-License-Identifier: MIT */
/* A number without exponent is a fraction of two integers. Multiplied by the power of ten for its
 * digits it fits into 128 bits, so it can be rounded exactly. printf writes all other numbers. */
#include "tools/base/real.h"

#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "tools/base/out.h"

/* Values outside these limits may need an exponent. */
#define SMALLEST 1e-4
#define LARGEST 1e11

/* IEEE 754, "Binary interchange format parameters": a fraction of 52 bits behind a 1 that is not
 * stored, and the exponent with a bias of 1023 above it. */
#define FRACTION_BITS 52
#define UNSTORED_ONE ((uint64_t)1 << FRACTION_BITS)
#define BIAS 1023u

static const uint64_t powers[] = {
	1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000,
	100000000000, 1000000000000, 10000000000000, 100000000000000, 1000000000000000,
};

/* Number of decimals such that the first significant digit is the first digit. */
static unsigned real_decimals_of(double value)
{
	static const double parts[] = {1, 1e-1, 1e-2, 1e-3, SMALLEST};
	unsigned digits = 1, zeros = 0;

	while (value < parts[zeros])
		zeros++;
	while (value >= (double)powers[digits])
		digits++;
	return zeros > 0 ? REAL_DIGITS - 1 + zeros : REAL_DIGITS - digits;
}

/* The value in units of its last decimal, rounded to nearest, ties to even. */
static uint64_t in_units(double value, unsigned decimals)
{
	unsigned __int128 product, rest, half;
	uint64_t bits, units;
	unsigned places;

	memcpy(&bits, &value, sizeof(bits));
	places = BIAS + FRACTION_BITS - (unsigned)(bits >> FRACTION_BITS);
	product = (bits & (UNSTORED_ONE - 1)) | UNSTORED_ONE;
	product *= powers[decimals];
	units = (uint64_t)(product >> places);
	half = (unsigned __int128)1 << (places - 1);
	rest = product & (2 * half - 1);
	return units + (rest > half || (rest == half && units % 2 == 1));
}

/* The decimals are written after a 1 to keep leading zeros; the 1 then becomes the point. */
static char *write_units(char *to, uint64_t units, unsigned decimals)
{
	char *point = number_write(to, units / powers[decimals], 1);
	char *end = number_write(point, units % powers[decimals] + powers[decimals], 1);

	*point = '.';
	while (end[-1] == '0' && end - point > 2)
		end--;
	return end;
}

static char *write_by_library(char *to, double value)
{
	json_t *real = json_real(value);
	size_t size = json_dumpb(real, to, REAL_TEXT_MAX,
				 JSON_ENCODE_ANY | JSON_REAL_PRECISION(REAL_DIGITS));

	json_decref(real);
	return to + size;
}

char *real_write(char *to, double value)
{
	double size = fabs(value);
	unsigned decimals;

	if (size >= LARGEST || (size < SMALLEST && size != 0))
		return write_by_library(to, value);
	if (signbit(value))
		*to++ = '-';
	if (size == 0)
		return stpcpy(to, "0.0");
	decimals = real_decimals_of(size);
	return write_units(to, in_units(size, decimals), decimals);
}
