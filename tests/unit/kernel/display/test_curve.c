/* SPDX-License-Identifier: MIT */
/* Curves as rows of block characters, and the rows themselves. */
#include "tests/unit/unit.h"

#include <string.h>

#include "kernel/display/curve.h"

static struct curve curve;
static struct row row;

/* Filled eighths of a column, over all rows. */
static unsigned height_at(unsigned column, unsigned rows, unsigned columns)
{
	unsigned eighths = 0;

	for (unsigned index = 0; index < rows; index++) {
		row_begin(&row, columns, INK_TEXT);
		curve_draw_row(&curve, index, rows, &row);
		if (row.cells[column].glyph != ' ')
			eighths += row.cells[column].glyph & 0x7fu;
	}
	return eighths;
}

TEST(min_is_one_eighth_high_and_max_fills_all_rows)
{
	curve_begin(&curve);
	curve_add(&curve, 1000);
	curve_add(&curve, 16000);
	curve_add(&curve, 4000);
	assert_int_equal(height_at(0, 4, 20), 1);
	assert_int_equal(height_at(1, 4, 20), 32);
	assert_uint_in_range(height_at(2, 4, 20), 16, 17);
	assert_int_equal(height_at(3, 4, 20), 0);
}

TEST(nearly_equal_values_are_drawn_in_the_middle)
{
	curve_begin(&curve);
	curve_add(&curve, 1000);
	curve_add(&curve, 1001);
	assert_uint_in_range(height_at(0, 4, 20), 15, 18);
	assert_uint_in_range(height_at(1, 4, 20), 15, 18);
}

TEST(latest_values_are_drawn_if_there_are_more_than_columns)
{
	uint64_t least, greatest;

	curve_begin(&curve);
	for (uint64_t i = 1; i <= CURVE_VALUES_MAX + 7; i++)
		curve_add(&curve, i);
	assert_int_equal(curve.count, CURVE_VALUES_MAX);
	curve_bounds(&curve, 10, &least, &greatest);
	assert_int_equal(greatest, CURVE_VALUES_MAX + 7);
	assert_int_equal(least, CURVE_VALUES_MAX - 2);
}

TEST(values_of_any_size_stay_within_the_rows)
{
	static const uint64_t values[] = {0, 1, 2, 255, 256, 1000000, UINT64_MAX};
	size_t count = sizeof(values) / sizeof(values[0]);

	for (size_t low = 0; low < count; low++) {
		for (size_t high = low; high < count; high++) {
			for (size_t i = low; i <= high; i++) {
				unsigned height = curve_height(values[i], values[low],
							       values[high], 32);

				assert_uint_in_range(height, 1, 32);
			}
		}
	}
}

TEST(row_is_truncated_at_its_end_and_has_only_drawable_characters)
{
	row_begin(&row, 8, INK_TITLE);
	row_print(&row, INK_TEXT, "%s", "a\tlong text");
	assert_int_equal(row.used, 8);
	assert_int_equal(row.cells[1].glyph, '?');
	row_fill(&row, INK_TEXT, '#', 3);
	row_end_with(&row, INK_GOOD, "end");
	assert_int_equal(row.cells[3].glyph, ' ');
	assert_int_equal(row.cells[4].glyph, 'e');
	assert_int_equal(row.cells[7].glyph, ' ');
	row_end_with(&row, INK_GOOD, "too long");
	assert_int_equal(row.cells[4].glyph, 'e');
}
