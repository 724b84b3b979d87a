/* SPDX-License-Identifier: MIT */
/* Draws bars in eighths of a cell, by integer logarithms. */
#include "kernel/display/curve.h"

#define LOG_UNIT 256u                   /* per octave */

void curve_begin(struct curve *curve)
{
	curve->count = 0;
}

void curve_add(struct curve *curve, uint64_t value)
{
	if (curve->count == CURVE_VALUES_MAX) {
		for (unsigned i = 1; i < curve->count; i++)
			curve->values[i - 1] = curve->values[i];
		curve->count--;
	}
	curve->values[curve->count++] = value;
}

/* log2 of value in units of LOG_UNIT, interpolated linearly within an octave. */
static unsigned curve_log(uint64_t value)
{
	unsigned octave;

	if (value < 2)
		return 0;
	octave = 63u - (unsigned)__builtin_clzll(value);
	if (octave >= 8)
		return octave * LOG_UNIT + (unsigned)(value >> (octave - 8) & (LOG_UNIT - 1));
	return octave * LOG_UNIT + (unsigned)(value << (8 - octave) & (LOG_UNIT - 1));
}

unsigned curve_height(uint64_t value, uint64_t least, uint64_t greatest, unsigned eighths_max)
{
	unsigned low = curve_log(least), range = curve_log(greatest) - low;
	unsigned above = curve_log(value) - low;

	/* draw a small range in the middle */
	if (range < LOG_UNIT) {
		above += (LOG_UNIT - range) / 2;
		range = LOG_UNIT;
	}
	return 1 + above * (eighths_max - 1) / range;
}

/* Index of the first value drawn. */
static unsigned curve_first(const struct curve *curve, unsigned columns)
{
	return curve->count > columns ? curve->count - columns : 0;
}

void curve_bounds(const struct curve *curve, unsigned columns, uint64_t *least,
		  uint64_t *greatest)
{
	unsigned first = curve_first(curve, columns);

	*least = *greatest = curve->count > 0 ? curve->values[first] : 0;
	for (unsigned i = first; i < curve->count; i++) {
		if (curve->values[i] < *least)
			*least = curve->values[i];
		if (curve->values[i] > *greatest)
			*greatest = curve->values[i];
	}
}

void curve_draw_row(const struct curve *curve, unsigned index, unsigned rows, struct row *row)
{
	unsigned columns = row->columns - row->used;
	unsigned below = (rows - 1 - index) * SCREEN_BLOCK_EIGHTHS;
	uint64_t least, greatest;

	curve_bounds(curve, columns, &least, &greatest);
	for (unsigned i = curve_first(curve, columns); i < curve->count; i++) {
		unsigned height = curve_height(curve->values[i], least, greatest,
					       rows * SCREEN_BLOCK_EIGHTHS);
		unsigned eighths = height > below ? height - below : 0;

		if (eighths > SCREEN_BLOCK_EIGHTHS)
			eighths = SCREEN_BLOCK_EIGHTHS;
		row_fill(row, INK_CURVE, eighths > 0 ? (uint8_t)SCREEN_BLOCK(eighths) : ' ', 1);
	}
}
