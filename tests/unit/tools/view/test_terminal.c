/* SPDX-License-Identifier: MIT */
/* Text charts: positions, distinct curves, and no drawing outside the canvas. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/utf8.h"
#include "tools/view/chart.h"
#include "tools/view/terminal/terminal.h"

/* The caller frees the text. */
static char *drawn_wide(const struct plot *plot, size_t width, bool has_colour)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	terminal_draw(plot, width, has_colour, file);
	fclose(file);
	return text;
}

static char *drawn(const struct plot *plot, bool has_colour)
{
	return drawn_wide(plot, TERMINAL_COLUMNS, has_colour);
}

/* The line that contains a text, without its newline. The caller frees it. */
static char *line_with(const char *text, const char *part)
{
	const char *at = strstr(text, part), *begin = at;

	assert_non_null(at);
	while (begin > text && begin[-1] != '\n')
		begin--;
	return strndup(begin, strcspn(begin, "\n"));
}

static void assert_fits_in(const char *text, size_t width)
{
	for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
		assert_true(utf8_length_of(line, strcspn(line, "\n")) <= width);
}

static void assert_fits(const char *text)
{
	assert_fits_in(text, TERMINAL_COLUMNS);
}

static const struct chart_point rising[] = {{.x = 1, .y = 10}, {.x = 10, .y = 100},
					    {.x = 100, .y = 1000}};

TEST(axes_have_ticks_labels_and_units)
{
	const struct plot_curve curve = {.name = "a load", .style = CHART_LINES_POINTS,
					 .points = rising, .count = 3};
	const char *const wide = "0123456789012345678901234567890123456789012345678901234567890"
				 "1234567890123456789012345678901234567890";
	const struct plot plot = {.title = "A curve", .subtitle = wide, .curves = &curve,
				  .curve_count = 1,
				  .x = {.label = "size, in KiB", .is_log = true},
				  .y = {.label = "one load, in ns", .is_log = true}};
	char *text = drawn(&plot, false), *line;

	assert_fits(text);
	assert_non_null(strstr(text, "A curve\n"));
	assert_non_null(strstr(text, "\n  one load, in ns\n"));
	assert_non_null(strstr(text, "size, in KiB\n"));
	assert_non_null(strstr(text, "● a load"));
	line = line_with(text, "1000┤");
	assert_non_null(strstr(line, "●"));
	free(line);
	line = line_with(text, "  10┤");
	assert_non_null(strstr(line, "┤●"));
	free(line);
	free(text);
}

TEST(axis_of_counts_has_no_fractional_ticks)
{
	static const struct chart_point few[] = {{.x = 0, .y = 0}, {.x = 100, .y = 2}};
	const struct plot_curve curve = {.style = CHART_LINES, .points = few, .count = 2};
	struct plot plot = {.curves = &curve, .curve_count = 1, .x.label = "", .y.label = "gaps"};
	char *text = drawn(&plot, false);

	assert_non_null(strstr(text, "0.5┤"));
	free(text);
	plot.y.is_count = true;
	text = drawn(&plot, false);
	assert_null(strstr(text, "0.5┤"));
	assert_non_null(strstr(text, "  1┤"));
	free(text);
}

TEST(colour_is_used_only_on_request)
{
	const struct plot_curve curve = {.style = CHART_LINES_POINTS, .points = rising, .count = 3};
	const struct plot plot = {.title = "", .curves = &curve, .curve_count = 1,
				  .x = {.label = ""}, .y = {.label = ""}};
	char *plain = drawn(&plot, false), *coloured = drawn(&plot, true);

	assert_null(strchr(plain, '\033'));
	assert_non_null(strstr(coloured, "\033[38;2;26;127;193m●\033[0m"));
	free(plain);
	free(coloured);
}

TEST(bars_of_one_name_have_a_line_each)
{
	const struct chart_point first[] = {{.x = 0, .x_end = 9, .base = 0.11, .y = 0.32}};
	const struct chart_point second[] = {{.x = 0, .x_end = 9, .base = -0.1, .y = 0.11}};
	const struct chart_point third[] = {{.x = 0, .x_end = 9, .base = -0.32, .y = -0.1}};
	const char *const names[] = {"row"};
	const struct plot_curve curves[] = {
		{.name = "a", .style = CHART_BARS, .points = first, .count = 1},
		{.name = "b", .style = CHART_BARS, .points = second, .count = 1},
		{.name = "c", .style = CHART_BARS, .points = third, .count = 1}};
	const struct plot plot = {.title = "", .curves = curves, .curve_count = 3,
				  .x = {.label = "", .from_zero = true},
				  .y = {.label = "", .low = -0.6, .high = 0.6, .names = names,
					.name_count = 1}};
	char *text = drawn(&plot, false);

	assert_non_null(strstr(text, "██"));
	assert_non_null(strstr(text, "▒▒"));
	assert_non_null(strstr(text, "▓▓"));
	free(text);
}

/* A bar that is too short for its text has the number, or nothing. */
TEST(text_of_a_bar_stays_within_it)
{
	const struct chart_point long_bar[] = {
		{.x = 0, .x_end = 30, .base = -0.3, .y = 0.3, .text = "entry 30"}};
	const struct chart_point short_bar[] = {
		{.x = 30, .x_end = 34, .base = -0.3, .y = 0.3, .text = "handler 4"}};
	const struct chart_point tiny_bar[] = {
		{.x = 34, .x_end = 35, .base = -0.3, .y = 0.3, .text = "return 12345"}};
	const char *const names[] = {"row"};
	const struct plot_curve curves[] = {
		{.name = "a", .style = CHART_BARS, .points = long_bar, .count = 1},
		{.name = "b", .style = CHART_BARS, .points = short_bar, .count = 1},
		{.name = "c", .style = CHART_BARS, .points = tiny_bar, .count = 1}};
	const struct plot plot = {.title = "", .curves = curves, .curve_count = 3,
				  .x = {.label = "", .from_zero = true},
				  .y = {.label = "", .low = -0.6, .high = 0.6, .names = names,
					.name_count = 1}};
	char *text = drawn(&plot, false);

	assert_non_null(strstr(text, "█entry 30█"));
	assert_non_null(strstr(text, "▒4▒"));
	assert_null(strstr(text, "handler"));
	assert_null(strstr(text, "123"));
	free(text);
}

TEST(shades_of_a_map_are_distinguishable_without_colours)
{
	const struct chart_point low[] = {{.x = -0.485, .x_end = 0.485, .base = -0.485, .y = 0.485,
					   .text = "12.5"}};
	const struct chart_point high[] = {
		{.x = 0.515, .x_end = 1.485, .base = -0.485, .y = 0.485}};
	const char *const colours[] = {"#d9e8f5", "#08315a"};
	const struct plot_curve curves[] = {
		{.name = "1 to 2", .style = CHART_BARS, .points = low, .count = 1},
		{.name = "2 to 3", .style = CHART_BARS, .points = high, .count = 1}};
	const struct plot plot = {.title = "", .curves = curves, .curve_count = 2,
				  .colours = colours, .x = {.label = "CPU"}, .y = {.label = "CPU"}};
	char *text = drawn(&plot, false), *coloured = drawn(&plot, true);

	assert_non_null(strstr(text, "· 1 to 2"));
	assert_non_null(strstr(text, "∙ 2 to 3"));
	assert_non_null(strstr(text, "12.5"));
	assert_non_null(strstr(coloured, "\033[38;2;8;49;90m█"));
	free(coloured);
	free(text);
}

TEST(hostile_numbers_stay_on_the_canvas)
{
	const struct chart_point points[] = {{.x = -1e300, .y = 1e300}, {.x = 1e300, .y = -1e300},
					     {.x = NAN, .y = 1}, {.x = INFINITY, .y = 1},
					     {.x = 0, .y = 5e-324}};
	static const enum chart_style styles[] = {CHART_LINES, CHART_STEPS, CHART_POINTS,
						  CHART_IMPULSES, CHART_BARS, CHART_REFERENCE};

	for (size_t i = 0; i < COUNT(styles); i++) {
		const struct plot_curve curve = {.style = styles[i], .points = points, .count = 5};
		const struct plot plot = {.title = "", .curves = &curve, .curve_count = 1,
					  .x = {.label = ""},
					  .y = {.label = "", .low = 1, .high = 2}};
		char *text = drawn(&plot, false);

		assert_fits(text);
		free(text);
	}
}

TEST(short_axis_of_sizes_has_several_ticks)
{
	const struct chart_axis axis = {.label = "", .is_log = true, .is_size = true};
	struct terminal_tick ticks[TICKS_MAX];

	assert_int_equal(terminal_ticks(&axis, 512, 2048, 7, ticks), 3);
	assert_string_equal(ticks[1].label, "1 KiB");
	assert_int_equal(terminal_ticks(&axis, 1024, 1048576, 7, ticks), 6);
}

TEST(lines_fit_at_every_width)
{
	static const size_t widths[] = {TERMINAL_COLUMNS_MIN, 60, 80, 120, TERMINAL_COLUMNS_MAX};
	const char *const names[] = {"a benchmark with a long name, one way, the first",
				     "a benchmark with a long name, one way, the other"};
	const struct plot_curve curve = {
		.name = "a curve that has a name of more letters than a narrow line, whole",
		.style = CHART_POINTS, .points = rising, .count = 3};
	const struct plot plot = {
		.title = "What one operation takes, from when it is asked for to its end",
		.subtitle = "", .curves = &curve, .curve_count = 1,
		.x = {.label = "how many there are at one time, by which it grows, in MiB"},
		.y = {.label = "one operation, the median of all that were measured, in ns",
		      .names = names, .name_count = 2}};

	for (size_t i = 0; i < COUNT(widths); i++) {
		char *text = drawn_wide(&plot, widths[i], false);

		assert_fits_in(text, widths[i]);
		assert_non_null(strstr(text, "end\n"));
		assert_non_null(strstr(text, "MiB\n"));
		assert_non_null(strstr(text, "ns\n"));
		assert_non_null(strstr(text, "first┤"));
		assert_non_null(strstr(text, "other┤"));
		assert_non_null(strstr(text, "whole\n"));
		free(text);
	}
}

/* Truncated to the usual width, both would be "step 1 ms, o…ne in 1, loop". */
TEST(names_that_would_be_truncated_alike_get_more_space)
{
	const char *const names[] = {"step 1 ms, operation 1 µs, one in 1, loop",
				     "step 1 ms, operation 10 µs, one in 1, loop"};
	const struct plot_curve curve = {.style = CHART_POINTS, .points = rising, .count = 1};
	const struct plot plot = {.title = "", .curves = &curve, .curve_count = 1, .x.label = "",
				  .y = {.label = "", .names = names, .name_count = 2}};
	char *text = drawn_wide(&plot, 60, false), *first = line_with(text, "loop┤");
	char *second = line_with(strstr(text, "loop┤") + strlen("loop┤"), "loop┤");

	assert_fits_in(text, 60);
	*strstr(first, "┤") = *strstr(second, "┤") = '\0';
	assert_string_not_equal(first, second);
	free(second);
	free(first);
	free(text);
}

TEST(width_is_taken_from_the_environment_within_limits)
{
	static const struct {
		const char *columns;
		size_t width;
	} cases[] = {{"60", 60}, {"120", 120}, {"7", TERMINAL_COLUMNS_MIN},
		     {"99999999999999999999", TERMINAL_COLUMNS_MAX}, {"80x", TERMINAL_COLUMNS},
		     {"-80", TERMINAL_COLUMNS}, {"", TERMINAL_COLUMNS}, {"0", TERMINAL_COLUMNS}};

	for (size_t i = 0; i < COUNT(cases); i++) {
		setenv("COLUMNS", cases[i].columns, 1);
		assert_int_equal(terminal_width(-1), cases[i].width);
	}
	unsetenv("COLUMNS");
	assert_int_equal(terminal_width(-1), TERMINAL_COLUMNS);
}

TEST(axis_of_sizes_has_ticks_at_both_ends)
{
	const struct chart_axis axis = {.label = "", .is_log = true, .is_size = true};
	struct terminal_tick ticks[TICKS_MAX];

	assert_int_equal(terminal_ticks(&axis, 1024, 16384, 7, ticks), 3);
	assert_string_equal(ticks[0].label, "1 KiB");
	assert_string_equal(ticks[2].label, "16 KiB");
}
