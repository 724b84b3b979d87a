/* SPDX-License-Identifier: MIT */
/* Least-significant-digit radix sort. Samples, hundreds of similar numbers, differ in few digits,
 * and only those take a pass, which is faster than comparisons. Few numbers are sorted by
 * insertion. Knuth, The Art of Computer Programming vol. 3, "Sorting by Distribution", "Sorting by
 * Insertion". */
#include "tools/base/sort.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

#define DIGIT_BITS 8
#define DIGITS (1u << DIGIT_BITS)
#define FEW 32
#define SIGN ((uint64_t)1 << 63)

static unsigned sort_digit_of(uint64_t number, unsigned shift)
{
	return number >> shift & (DIGITS - 1);
}

/* Stable sort by one digit. */
static void distribute(const uint64_t *from, size_t count, unsigned shift, uint64_t *to)
{
	size_t places[DIGITS] = {0}, place = 0;

	for (size_t i = 0; i < count; i++)
		places[sort_digit_of(from[i], shift)]++;
	for (unsigned digit = 0; digit < DIGITS; digit++) {
		size_t with_digit = places[digit];

		places[digit] = place;
		place += with_digit;
	}
	for (size_t i = 0; i < count; i++)
		to[places[sort_digit_of(from[i], shift)]++] = from[i];
}

/* Bits in which the numbers differ. */
static uint64_t differing_bits(const uint64_t *numbers, size_t count)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < count; i++)
		bits |= numbers[i] ^ numbers[0];
	return bits;
}

static void sort_by_digits(uint64_t *numbers, size_t count)
{
	uint64_t bits = differing_bits(numbers, count);
	uint64_t *spare = xmalloc(count * sizeof(*spare)), *from = numbers, *to = spare;

	for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
		uint64_t *filled = to;

		if (sort_digit_of(bits, shift) == 0)
			continue;
		distribute(from, count, shift, to);
		to = from;
		from = filled;
	}
	if (from != numbers)
		memcpy(numbers, from, count * sizeof(*numbers));
	free(spare);
}

void sort_numbers(uint64_t *numbers, size_t count)
{
	if (count <= FEW) {
		for (size_t i = 1; i < count; i++) {
			uint64_t number = numbers[i];
			size_t place = i;

			for (; place > 0 && numbers[place - 1] > number; place--)
				numbers[place] = numbers[place - 1];
			numbers[place] = number;
		}
	} else {
		sort_by_digits(numbers, count);
	}
}

/* A double's bits as an integer increase with its value above 0 and decrease below. IEEE 754,
 * "Binary interchange format encodings". */
static uint64_t sort_number_of(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return (bits & SIGN) != 0 ? ~bits : bits | SIGN;
}

static double sort_value_of(uint64_t number)
{
	uint64_t bits = (number & SIGN) != 0 ? number & ~SIGN : ~number;
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

void sort_reals(double *values, size_t count)
{
	uint64_t *numbers = xmalloc((count + 1) * sizeof(*numbers));

	for (size_t i = 0; i < count; i++)
		numbers[i] = sort_number_of(values[i]);
	sort_numbers(numbers, count);
	for (size_t i = 0; i < count; i++)
		values[i] = sort_value_of(numbers[i]);
	free(numbers);
}
