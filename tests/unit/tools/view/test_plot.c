/* SPDX-License-Identifier: MIT */
/* Charts: the gnuplot script, the drawing, and errors. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/view/plot/plot.h"

static const struct chart_point points[] = {{.x = 1, .y = 10}, {.x = 10, .y = 1000}};
static const struct chart_point bars[] = {{.x = 1, .x_end = 2, .base = 1, .y = 7}};

static struct plot example(void)
{
	static const struct plot_curve curves[] = {
		{.name = "line", .style = CHART_LINES, .points = points, .count = 2},
		{.name = "steps", .style = CHART_STEPS, .points = points, .count = 2},
		{.name = "dots", .style = CHART_POINTS, .points = points, .count = 2},
		{.name = "impulses", .style = CHART_IMPULSES, .points = points, .count = 2},
		{.name = "boxes", .style = CHART_BARS, .points = bars, .count = 1},
		{.name = "none", .style = CHART_LINES, .points = points, .count = 0},
	};

	return (struct plot){
		.title = "It's `date` \"quoted\" \\n $HOME",
		.subtitle = "second\nline",
		.x = {.label = "time in ms", .is_log = true},
		.y = {.label = "latency in µs", .low = 0, .high = 2000},
		.curves = curves,
		.curve_count = 6,
	};
}

static char *script_on(const struct plot *plot, enum plot_medium medium)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	plot_script(plot, medium, file);
	fclose(file);
	return text;
}

static char *script_of(const struct plot *plot)
{
	return script_on(plot, PLOT_SVG);
}

static bool write_one(const struct plot *plot, const char *path)
{
	return plot_write(&plot, 1, path);
}

static char *read_all(const char *path)
{
	char *text = calloc(1, 1 << 20);
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	fread(text, 1, (1 << 20) - 1, file);
	fclose(file);
	return text;
}

static char *scratch_path(void)
{
	static char path[] = "/tmp/bareline-plot-XXXXXX";

	strcpy(path, "/tmp/bareline-plot-XXXXXX");
	close(mkstemp(path));
	return path;
}

TEST(texts_are_quoted_so_that_gnuplot_executes_none)
{
	struct plot plot = example();
	char *script = script_of(&plot);

	assert_non_null(strstr(script, "'It''s `date` \"quoted\" \\n $HOME' . \"\\n\" . "
			       "'second line'\n"));
	assert_non_null(strstr(script, "set xlabel 'time in ms'\nset logscale x 10\n"));
	assert_non_null(strstr(script, "set yrange [0:2000]\n"));
	free(script);
}

TEST(curves_without_points_are_omitted)
{
	const struct chart_point nothing[] = {{.x = NAN, .y = 1}, {.x = 1, .y = INFINITY}};
	const struct plot_curve curves[] = {
		{.name = "nothing", .style = CHART_LINES, .points = nothing, .count = 2},
		{.name = "line", .style = CHART_LINES, .points = points, .count = 2},
	};
	struct plot plot = {.title = "", .x.label = "", .y.label = "", .curves = curves,
			    .curve_count = 2};
	char *script = script_of(&plot);

	assert_null(strstr(script, "'nothing'"));
	assert_null(strstr(script, "nan"));
	assert_null(strstr(script, "inf"));
	assert_non_null(strstr(script, "plot $curve1 with lines"));
	free(script);
}

TEST(named_ticks_replace_numbers)
{
	static const char *const names[] = {"CPU busy", "queue"};
	struct plot plot = example();
	char *script;

	plot.y.names = names;
	plot.y.name_count = 2;
	script = script_of(&plot);
	assert_non_null(strstr(script, "set ytics ('CPU busy' 0)\nset ytics add ('queue' 1)\n"));
	free(script);
}

/* A chart with one curve of two points. */
static char *script_of_axes(struct chart_axis x, struct chart_axis y,
			    const struct chart_point *two, enum plot_medium medium)
{
	const struct plot_curve curve = {.style = CHART_LINES, .points = two, .count = 2};
	const struct plot plot = {.title = "", .x = x, .y = y, .curves = &curve, .curve_count = 1};
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	plot_script(&plot, medium, file);
	fclose(file);
	return text;
}

TEST(axis_of_counts_has_no_fractional_ticks)
{
	static const struct chart_point few[] = {{.x = 0, .y = 0}, {.x = 1, .y = 2}};
	const struct chart_axis x = {.label = "time, in s"};
	struct chart_axis y = {.label = "gaps", .from_zero = true};
	char *script = script_of_axes(x, y, few, PLOT_PAGE);

	assert_non_null(strstr(script, "'0.5' 0.5"));
	free(script);
	y.is_count = true;
	script = script_of_axes(x, y, few, PLOT_PAGE);
	assert_null(strstr(script, "set ytics add ('0.5'"));
	assert_non_null(strstr(script, "set ytics add ('1' 1)\nset ytics add ('2' 2)\n"));
	free(script);
}

/* gnuplot would print 0.2712, 0.27124, 0.27128 … over each other. */
TEST(long_numbers_have_fewer_ticks_and_many_decades_fewer_labels)
{
	static const struct chart_point near[] = {{.x = 0.27121, .y = 1}, {.x = 0.27133, .y = 2}};
	static const struct chart_point far[] = {{.x = 1e-4, .y = 1}, {.x = 1e9, .y = 2}};
	static const char *const names[] = {"a name of a row", "another"};
	struct chart_axis x = {.label = "in ns"};
	struct chart_axis y = {.label = "", .names = names, .name_count = 2};
	char *script = script_of_axes(x, y, near, PLOT_PAGE);

	assert_non_null(strstr(script, "set xtics ('0.2712"));
	assert_null(strstr(script, "0.27122'"));
	free(script);
	x.is_log = true;
	script = script_of_axes(x, y, far, PLOT_PAGE);
	assert_non_null(strstr(script, "set xtics ('0.0001' 0.0001)\nset xtics add ('' 0.001)\n"));
	free(script);
}

TEST(label_longer_than_the_chart_is_high_has_two_lines)
{
	static const struct chart_point few[] = {{.x = 0, .y = 0}, {.x = 1, .y = 3}};
	const struct chart_axis x = {.label = "a label below that may be as long as it is"};
	const struct chart_axis y = {.label = "bandwidth, in bytes per instruction"};
	char *script = script_of_axes(x, y, few, PLOT_PAGE);

	assert_non_null(strstr(script, "set xlabel 'a label below that may be as long as it is'"));
	assert_non_null(strstr(script, "set ylabel 'bandwidth,' . \"\\n\" . "
				       "'in bytes per instruction'"));
	free(script);
	script = script_of_axes(x, y, few, PLOT_SVG);
	assert_non_null(strstr(script, "set ylabel 'bandwidth, in bytes per instruction'"));
	free(script);
}

TEST(long_row_name_has_two_lines_on_a_page_only)
{
	static const char *const names[] = {"poll, random, depth 1, size 4 KiB", "poll, 4 KiB",
					    "a name of a row that has no parts"};
	struct plot plot = example();
	char *script;

	plot.y.names = names;
	plot.y.name_count = 3;
	script = script_on(&plot, PLOT_PAGE);
	assert_non_null(strstr(script, "('poll, random,' . \"\\n\" . 'depth 1, size 4 KiB' 0)"));
	assert_non_null(strstr(script, "('poll, 4 KiB' 1)"));
	assert_non_null(strstr(script, "('a name of a row that has no parts' 2)"));
	free(script);
	script = script_of(&plot);
	assert_non_null(strstr(script, "('poll, random, depth 1, size 4 KiB' 0)"));
	free(script);
}

TEST(tick_at_the_end_of_a_logarithmic_axis_is_inside_it)
{
	struct plot plot = example();
	char *script;

	plot.x.low = 10;
	plot.x.high = 100;
	script = script_of(&plot);
	assert_non_null(strstr(script, "set xrange [9.99999999:100.0000001]\n"));
	assert_non_null(strstr(script, "set xtics ('10' 10)\n"));
	free(script);
}

TEST(long_legend_is_below_and_a_title_above_the_marker_names)
{
	static const struct chart_mark mark = {2, "L1, 32 KiB"};
	struct plot plot = example();
	struct plot_curve curve = plot.curves[0];
	char *script = script_of(&plot);

	assert_non_null(strstr(script, "set key outside right top"));
	assert_null(strstr(script, "set title offset"));
	free(script);
	curve.name = "a name of a curve that is long";
	plot.curves = &curve;
	plot.curve_count = 1;
	plot.marks = &mark;
	plot.mark_count = 1;
	script = script_of(&plot);
	assert_non_null(strstr(script, "set key below"));
	assert_non_null(strstr(script, "set title offset 0, "));
	free(script);
}

/* gnuplot treats tick names as formats. */
TEST(format_characters_are_drawn_literally)
{
	static const char *const names[] = {"a%1$s%n%", "100% busy"};
	struct plot plot = example();
	char *path = scratch_path(), *text;

	plot.title = "title %1$s";
	plot.y.names = names;
	plot.y.name_count = 2;
	plot.y.label = "label %1$s";
	plot.y.high = 0;
	assert_true(write_one(&plot, path));
	text = read_all(path);
	assert_non_null(strstr(text, "a%1$s%n%"));
	assert_non_null(strstr(text, "100% busy"));
	assert_non_null(strstr(text, "title %1$s"));
	assert_non_null(strstr(text, "label %1$s"));
	unlink(path);
	free(text);
}

TEST(chart_contains_its_texts_and_is_reproducible)
{
	struct plot plot = example();
	char *path = scratch_path(), *first, *second;

	assert_true(write_one(&plot, path));
	first = read_all(path);
	assert_true(write_one(&plot, path));
	second = read_all(path);
	assert_non_null(strstr(first, "<svg"));
	assert_non_null(strstr(first, "</svg>"));
	assert_non_null(strstr(first, "latency in µs"));
	assert_non_null(strstr(first, "`date`"));
	assert_non_null(strstr(first, "boxes"));
	assert_string_equal(first, second);
	unlink(path);
	free(first);
	free(second);
}

TEST(several_charts_in_one_image_have_their_own_titles)
{
	struct plot first = example(), other = example();
	const struct plot *const both[] = {&first, &other};
	char *path = scratch_path(), *text, *one;

	other.title = "the other";
	assert_true(write_one(&first, path));
	one = read_all(path);
	assert_true(plot_write(both, 2, path));
	text = read_all(path);
	assert_non_null(strstr(text, "the other"));
	assert_true(strstr(text, "`date`") < strstr(text, "the other"));
	assert_int_equal(strtoul(strstr(text, "viewBox=\"0 0 960 ") + 17, NULL, 10),
			 2 * strtoul(strstr(one, "viewBox=\"0 0 960 ") + 17, NULL, 10));
	assert_null(strstr(strstr(text, "<svg") + 1, "<svg"));
	unlink(path);
	free(text);
	free(one);
}

TEST(no_data_gives_no_chart)
{
	struct plot plot = example();
	char *path = scratch_path();

	unlink(path);
	plot.curve_count = 0;
	assert_false(write_one(&plot, path));
	assert_int_equal(access(path, F_OK), -1);
}

/* An existing file stays unchanged. Without one, no file is created. */
static void assert_not_written(const struct plot *plot)
{
	char *path = scratch_path(), *text;
	FILE *file = fopen(path, "w");

	fputs("a former chart", file);
	fclose(file);
	assert_false(write_one(plot, path));
	text = read_all(path);
	assert_string_equal(text, "a former chart");
	free(text);
	unlink(path);
	assert_false(write_one(plot, path));
	assert_int_equal(access(path, F_OK), -1);
}

TEST(missing_gnuplot_gives_a_message_and_no_chart)
{
	char *search = strdup(getenv("PATH"));
	struct plot plot = example();

	setenv("PATH", "/nonexistent", 1);
	assert_not_written(&plot);
	setenv("PATH", search, 1);
	free(search);
}

/* A range that is invalid for a logarithmic axis. */
TEST(gnuplot_failure_leaves_no_chart)
{
	struct plot plot = example();

	plot.x.low = -2;
	plot.x.high = -1;
	assert_not_written(&plot);
}
