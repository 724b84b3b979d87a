/* SPDX-License-Identifier: MIT */
/* Charts as SVG: positions, texts, files, and errors. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/view/plot/area.h"
#include "tools/view/plot/area_size.h"
#include "tools/view/plot/axis_ticks.h"
#include "tools/view/plot/plot_file.h"
#include "tools/view/plot/plot_svg.h"
#include "tools/view/plot/scale.h"

#define WIDTH 100
#define HEIGHT 50

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
		.title = "It's <b> `date` %1$s \\n $HOME",
		.subtitle = "second line",
		.x = {.label = "time in ms", .is_log = true},
		.y = {.label = "latency in µs", .low = 0, .high = 2000},
		.curves = curves,
		.curve_count = 6,
	};
}

/* One curve on axes from 0 to 10. */
static struct plot square(const struct plot_curve *curve)
{
	return (struct plot){
		.title = "",
		.x = {.label = "", .low = 0, .high = 10},
		.y = {.label = "", .low = 0, .high = 10},
		.curves = curve,
		.curve_count = 1,
	};
}

static char *area_of(const struct plot *plot, double width)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	area_write(plot, width, HEIGHT, file);
	fclose(file);
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf"));
	return text;
}

static char *styled_document(const struct plot *const *plots, size_t count,
			     const struct plot_style *style)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	plot_write_svg(plots, count, style, file);
	fclose(file);
	return text;
}

static char *document_of(const struct plot *const *plots, size_t count)
{
	return styled_document(plots, count, &(const struct plot_style){0});
}

static void assert_area_has(const struct plot *plot, double width, const char *part)
{
	char *text = area_of(plot, width);

	if (strstr(text, part) == NULL)
		fail_msg("no '%s' in:\n%s", part, text);
	free(text);
}

/* ---- Positions ---- */

TEST(point_outside_the_axes_has_no_mark)
{
	static const struct chart_point three[] = {{.x = 0, .y = 0}, {.x = 5, .y = 5},
						   {.x = 20, .y = 10}};
	const struct plot_curve curve = {.style = CHART_POINTS, .points = three, .count = 3};
	const struct plot plot = square(&curve);

	assert_area_has(&plot, WIDTH,
			"r=\"4\"/><circle cx=\"50\" cy=\"25\" r=\"4\"/></g>");
	assert_area_has(&plot, 0, "r=\"4\"/><circle cx=\"50%\" cy=\"25\" r=\"4\"/></g>");
}

TEST(line_to_a_point_far_outside_has_finite_numbers)
{
	static const struct chart_point far[] = {{.x = 0, .y = 5}, {.x = 1e300, .y = -1e308}};
	const struct plot_curve curve = {.style = CHART_LINES, .points = far, .count = 2};
	const struct plot plot = square(&curve);

	assert_area_has(&plot, WIDTH, "d=\"M0 25L1000000 1000000\"");
}

TEST(bar_has_its_sides_and_ends_at_the_axes)
{
	static const struct chart_point two[] = {{.x = 1, .x_end = 3.5, .base = 2, .y = 4},
						 {.x = -5, .x_end = 50, .base = 8, .y = 20}};
	const struct plot_curve curve = {.style = CHART_BARS, .points = two, .count = 2};
	const struct plot plot = square(&curve);

	assert_area_has(&plot, WIDTH, "<rect x=\"10\" width=\"25\" y=\"30\" height=\"10\"/>"
				      "<rect x=\"0\" width=\"100\" y=\"0\" height=\"10\"/>");
	assert_area_has(&plot, 0, "<rect x=\"10%\" width=\"25%\" y=\"30\" height=\"10\"/>");
}

TEST(bar_from_zero_begins_at_the_end_of_a_logarithmic_axis)
{
	static const struct chart_point one[] = {{.x = 10, .x_end = 0, .base = 0, .y = 10}};
	const struct plot_curve curve = {.style = CHART_BARS, .points = one, .count = 1};
	struct plot plot = square(&curve);

	plot.x = (struct chart_axis){.label = "", .low = 1, .high = 100, .is_log = true};
	assert_area_has(&plot, WIDTH, "<rect x=\"0\" width=\"50\" y=\"0\" height=\"50\"/>");
}

TEST(points_that_cannot_be_drawn_are_omitted)
{
	const struct chart_point some[] = {{.x = NAN, .y = 1}, {.x = 0, .y = 0},
					   {.x = 1, .y = INFINITY}, {.x = 10, .y = 10}};
	const struct plot_curve curves[] = {
		{.name = "nothing", .style = CHART_LINES, .points = some, .count = 1},
		{.name = "line", .style = CHART_LINES, .points = some, .count = 4},
	};
	struct plot plot = square(curves);
	const struct plot *const one = &plot;
	char *text;

	plot.curve_count = 2;
	assert_area_has(&plot, WIDTH, "d=\"M0 50L100 0\"");
	text = document_of(&one, 1);
	assert_null(strstr(text, "nothing"));
	free(text);
}

/* Case: values of a curve, an axis, and its range. */
static const struct range {
	const char *name;
	double first, last;
	struct chart_axis axis;
	double low, high;
} ranges[] = {
	{"margin", 10, 20, {.low = 0}, 9.6, 20.4},
	{"low value", 0.1, 20, {.low = 0}, 0, 20.796},
	{"from 0", 10, 20, {.from_zero = true}, 0, 20.8},
	{"negative", -10, 20, {.from_zero = true}, -11.2, 21.2},
	{"one value", 10, 10, {.low = 0}, 5, 15},
	{"only 0", 0, 0, {.low = 0}, 0, 0.5},
	{"own range", 10, 20, {.low = 5, .high = 50}, 5, 50},
	{"logarithmic", 10, 1000, {.is_log = true}, 10 / 1.2022644, 1202.2644},
	{"one logarithmic", 10, 10, {.is_log = true}, 3.1622777, 31.622777},
	{"sizes", 1024, 4096, {.is_log = true, .is_size = true}, 1024, 4096},
	{"invalid own range", 10, 1000, {.is_log = true, .low = -2, .high = -1}, 10 / 1.2022644,
	 1202.2644},
};

static void range_contains_the_data(void **state)
{
	const struct range *range = *state;
	const struct chart_point two[] = {{.x = range->first, .y = 1}, {.x = range->last, .y = 1}};
	const struct plot_curve curve = {.style = CHART_LINES, .points = two, .count = 2};
	const struct plot plot = {.x = range->axis, .curves = &curve, .curve_count = 1};
	const struct plot_scale scale = plot_scale_of(&plot, true);

	assert_true(fabs(scale.low - range->low) < 1e-6 * fmax(fabs(range->low), 1));
	assert_true(fabs(scale.high - range->high) < 1e-6 * range->high);
	assert_true(fabs(plot_scale_place(&scale, scale.low)) < 1e-12);
	assert_true(fabs(plot_scale_place(&scale, scale.high) - 1) < 1e-12);
}

TEST_CASES(range_contains_the_data, ranges);

TEST(marks_at_two_heights_have_their_names)
{
	static const struct chart_mark marks[] = {{0, "L1"}, {1, "L2"}, {9.9, "memory"}};
	const struct plot_curve curve = {.style = CHART_LINES, .points = points, .count = 2};
	struct plot plot = square(&curve);

	plot.marks = marks;
	plot.mark_count = 3;
	assert_area_has(&plot, WIDTH, "<text x=\"0\" y=\"-6\" text-anchor=\"start\">L1<");
	assert_area_has(&plot, WIDTH, "<text x=\"10\" y=\"-22\" text-anchor=\"middle\">L2<");
	assert_area_has(&plot, WIDTH, "<text x=\"99\" y=\"-6\" text-anchor=\"end\">memory<");
}

/* ---- Ticks ---- */

/* The texts of an axis' ticks, with commas between. */
static const char *ticks_of(const struct chart_axis *axis, double low, double high, double letters)
{
	static char text[1024];
	const struct plot_scale scale = {low, high, axis->is_log};
	struct axis_ticks ticks;

	axis_ticks_find(&ticks, axis, &scale, letters);
	text[0] = '\0';
	for (size_t i = 0; i < ticks.count; i++) {
		strcat(text, i > 0 ? "," : "");
		strcat(text, ticks.items[i].text);
	}
	return text;
}

/* Case: an axis, the room for labels, and the ticks. */
static const struct tick_case {
	const char *name;
	struct chart_axis axis;
	double low, high, letters;
	const char *texts;
} tick_cases[] = {
	{"linear", {.low = 0}, 0, 2, 60, "0,0.5,1,1.5,2"},
	{"counts", {.is_count = true}, 0, 2, 60, "0,1,2"},
	{"little room", {.low = 0}, 0.27121, 0.27133, 18, "0.27125,0.2713"},
	{"decades", {.is_log = true}, 1, 1e4, 60, "1,10,100,1000,10000"},
	{"one decade", {.is_log = true}, 1, 10, 60, "1,3,10"},
	{"half a decade", {.is_log = true}, 2, 7, 60, "2,3,4,5,6,7"},
	{"narrow log", {.is_log = true}, 10.1, 10.9, 60, "10.2,10.4,10.6,10.8"},
	{"many decades", {.is_log = true}, 1e-4, 1e3, 20, "0.0001,,0.01,,1,,100,"},
	{"ends", {.is_log = true}, 10, 1000, 60, "10,100,1000"},
	{"log counts", {.is_log = true, .is_count = true}, 0.5, 100, 60, "1,10,100"},
	{"sizes", {.is_log = true, .is_size = true}, 1024, 65536, 60, "1 KiB,4 KiB,16 KiB,64 KiB"},
	{"invalid", {.is_log = true}, 0, 10, 60, ""},
};

static void ticks_have_readable_texts(void **state)
{
	const struct tick_case *one = *state;

	assert_string_equal(ticks_of(&one->axis, one->low, one->high, one->letters), one->texts);
}

TEST_CASES(ticks_have_readable_texts, tick_cases);

/* ---- Rows ---- */

TEST(rows_have_their_names_and_the_height_of_their_lanes)
{
	static const char *const names[] = {"unused", "a%n <b>", "CPU busy"};
	const struct plot_curve curve = {.style = CHART_POINTS, .points = points, .count = 1};
	struct plot plot = square(&curve);
	size_t first, count;

	plot.y = (struct chart_axis){.label = "", .low = 0.5, .high = 2.5, .names = names,
				     .name_count = 3};
	area_find_rows(&plot, &first, &count);
	assert_int_equal(first, 1);
	assert_int_equal(count, 2);
	assert_int_equal(area_height(&plot, 300), 54);
	assert_area_has(&plot, WIDTH,
			"<text x=\"-8\" y=\"41.5\" text-anchor=\"end\">a%n &lt;b&gt;<");
	assert_area_has(&plot, WIDTH, "<text x=\"-8\" y=\"16.5\" text-anchor=\"end\">CPU busy<");
	plot.lanes = 3;
	assert_int_equal(area_height(&plot, 300), 110);
	plot.y.name_count = 0;
	assert_int_equal(area_height(&plot, 300), 300);
}

/* ---- Documents ---- */

TEST(document_has_all_texts_and_no_markup_from_them)
{
	struct plot plot = example();
	const struct plot *const one = &plot;
	char *text = document_of(&one, 1), *again = document_of(&one, 1);

	assert_int_equal(strncmp(text, "<?xml", 5), 0);
	assert_non_null(strstr(text, "It&apos;s &lt;b&gt; `date` %1$s \\n $HOME"));
	assert_non_null(strstr(text, ">second line<"));
	assert_non_null(strstr(text, ">latency in µs<"));
	assert_non_null(strstr(text, ">time in ms<"));
	assert_non_null(strstr(text, ">boxes<"));
	assert_null(strstr(text, ">none<"));
	assert_string_equal(text, again);
	free(text);
	free(again);
}

/* The value of the first attribute of that name. */
static double attribute(const char *text, const char *name)
{
	const char *found = strstr(text, name);

	assert_non_null(found);
	return strtod(found + strlen(name), NULL);
}

TEST(several_charts_in_one_document_are_below_each_other)
{
	struct plot first = example(), other = example();
	const struct plot *const both[] = {&first, &other};
	char *one = document_of(both, 1), *text;

	other.title = "the other";
	text = document_of(both, 2);
	assert_true(strstr(text, "`date`") < strstr(text, "the other"));
	assert_true(attribute(text, " height=\"") == 2 * attribute(one, " height=\""));
	free(text);
	free(one);
}

TEST(long_key_has_several_lines_above_the_chart)
{
	static const char name[] = "a name of a curve that is as long as half of the chart or more";
	const struct plot_curve curves[] = {
		{.name = name, .style = CHART_LINES, .points = points, .count = 2},
		{.name = name, .style = CHART_LINES, .points = points, .count = 2},
		{.name = "short", .style = CHART_LINES, .points = points, .count = 2},
	};
	struct plot plot = square(curves);
	const struct plot *const one = &plot;
	double heights[4];

	for (size_t i = 0; i < 4; i++) {
		char *text;

		plot.curve_count = i < 3 ? i + 1 : 0;
		text = document_of(&one, 1);
		heights[i] = attribute(text, " height=\"");
		free(text);
	}
	assert_true(heights[0] > heights[3]);
	assert_true(heights[1] > heights[0]);
	assert_true(heights[2] == heights[1]);
}

/* ---- Figures of a given size ---- */

/* 85 mm, a column of a paper. */
#define COLUMN_STYLE .width = 321, .height = 227, .size_text = "85mm 60mm"

static void assert_document_has(const struct plot *plot, const struct plot_style *style,
				const char *part, bool has_it)
{
	char *text = styled_document(&plot, 1, style);

	if ((strstr(text, part) != NULL) != has_it)
		fail_msg("%s'%s' in:\n%s", has_it ? "no " : "", part, text);
	free(text);
}

TEST(figure_has_the_given_size_and_font)
{
	const struct plot_style style = {COLUMN_STYLE, .font = "A & B"};
	const struct plot plot = example();

	assert_document_has(&plot, &style, "width=\"85mm\" height=\"60mm\" viewBox=\"0 0 321 227\"",
			    true);
	assert_document_has(&plot, &style, "font-family=\"A &amp; B, ", true);
	assert_document_has(&plot, &style, ">second line<", true);
}

/* Every text begins in the document. One that ends at its place may be of any length, if it has
 * room for its letters. */
TEST(figure_contains_its_key_and_title)
{
	static const enum plot_legend legends[] = {LEGEND_ABOVE, LEGEND_INSIDE, LEGEND_RIGHT};
	const struct plot plot = example();

	for (size_t i = 0; i < COUNT(legends); i++) {
		const struct plot_style style = {COLUMN_STYLE, .legend = legends[i],
						 .has_no_title = true};

		assert_document_has(&plot, &style, ">boxes<", true);
		assert_document_has(&plot, &style, ">second line<", true);
		assert_document_has(&plot, &style, "`date`", false);
	}
	assert_document_has(&plot, &(const struct plot_style){COLUMN_STYLE, .legend = LEGEND_NONE},
			    ">boxes<", false);
}

TEST(key_inside_is_above_if_it_has_no_room)
{
	static const char name[] = "a name of a curve that is longer than the area of the chart";
	const struct plot_curve curve = {.name = name, .style = CHART_LINES, .points = points,
					 .count = 2};
	struct plot plot = square(&curve);
	const struct plot_style inside = {COLUMN_STYLE, .legend = LEGEND_INSIDE};
	const struct plot_style above = {COLUMN_STYLE};
	const struct plot *const one = &plot;
	char *text, *wanted;

	plot.curve_count = 1;
	text = styled_document(&one, 1, &inside);
	wanted = styled_document(&one, 1, &above);
	assert_string_equal(text, wanted);
	free(text);
	free(wanted);
}

struct box {
	double x, y, width, height;
};

/* The box of the first element that begins like this. */
static struct box box_of(const char *text, const char *begin)
{
	const char *found = strstr(text, begin);

	assert_non_null(found);
	return (struct box){.x = attribute(found, " x=\""), .y = attribute(found, " y=\""),
			    .width = attribute(found, " width=\""),
			    .height = attribute(found, " height=\"")};
}

/* Where the text of that name begins. */
static struct box place_of(const char *text, const char *name)
{
	const char *found = strstr(text, name);

	assert_non_null(found);
	while (strncmp(found, "<text", 5) != 0)
		found--;
	return (struct box){.x = attribute(found, " x=\""), .y = attribute(found, " y=\"")};
}

/* Points are in all corners but one: 0 is the upper left, 1 the upper right. */
TEST(key_inside_is_in_the_corner_without_points)
{
	for (unsigned corner = 0; corner < 4; corner++) {
		const struct plot_style style = {COLUMN_STYLE, .legend = LEGEND_INSIDE};
		struct chart_point three[3];
		const struct plot_curve curves[] = {
			{.name = "dots", .style = CHART_POINTS, .points = three, .count = 3},
			{.name = "more", .style = CHART_POINTS, .points = three, .count = 1},
		};
		struct plot plot = square(curves);
		const struct plot *const one = &plot;
		struct box area, key, dots, more;
		char *text;

		for (unsigned i = 0, other = 0; other < 4; other++) {
			if (other != corner)
				three[i++] = (struct chart_point){.x = other % 2 == 0 ? .5 : 9.5,
								  .y = other / 2 == 0 ? 9.5 : .5};
		}
		plot.title = "title";
		plot.curve_count = 2;
		text = styled_document(&one, 1, &style);
		area = box_of(text, "<svg x=");
		key = box_of(strstr(text, "</svg>"), "<rect ");
		dots = place_of(text, ">dots<");
		more = place_of(text, ">more<");
		assert_true(corner % 2 == 0
				    ? key.x - area.x >= 0 && key.x - area.x <= 5
				    : area.x + area.width - key.x - key.width >= 0 &&
					      area.x + area.width - key.x - key.width <= 5);
		assert_true(corner / 2 == 0
				    ? key.y - area.y >= 0 && key.y - area.y <= 5
				    : area.y + area.height - key.y - key.height >= 0 &&
					      area.y + area.height - key.y - key.height <= 5);
		assert_true(dots.x > key.x && dots.x < key.x + key.width);
		assert_true(dots.y > key.y + 9 && dots.y < key.y + key.height);
		assert_true(more.x == dots.x && more.y > dots.y && more.y < key.y + key.height);
		free(text);
	}
}

TEST(key_on_the_right_is_outside_the_area_and_titles_are_above)
{
	const struct plot_style style = {.width = 500, .height = 300, .legend = LEGEND_RIGHT};
	const struct plot plot = example();
	const struct plot *const one = &plot;
	char *text = styled_document(&one, 1, &style);
	struct box area = box_of(text, "<svg x="), title = place_of(text, "`date`");
	struct box subtitle = place_of(text, ">second line<");
	double y = area.y;

	for (size_t i = 0; i < 5; i++) {
		char name[16];
		struct box entry;

		snprintf(name, sizeof(name), ">%s<", plot.curves[i].name);
		entry = place_of(text, name);
		assert_true(entry.x > area.x + area.width && entry.x < 500);
		assert_true(entry.y > y && entry.y < 300);
		y = entry.y;
	}
	assert_true(title.y > 10 && title.y < subtitle.y && subtitle.y < area.y);
	assert_true(title.x > 0 && title.x < 20 && subtitle.x == title.x);
	free(text);
}

TEST(long_name_of_a_row_has_two_lines_and_is_not_cut)
{
	static const char *const names[] = {"ring 3, action map, page 2 MiB",
					    "one_name_of_a_row_that_has_no_blank_at_all"};
	struct plot plot = example();
	const struct plot_style style = {COLUMN_STYLE, .has_no_title = true};

	plot.y = (struct chart_axis){.label = "", .low = -.5, .high = 1.5, .names = names,
				     .name_count = 2};
	assert_document_has(&plot, &style, ">ring 3, action<", true);
	assert_document_has(&plot, &style, ">map, page 2 MiB<", true);
	assert_document_has(&plot, &style, "lengthAdjust=\"spacingAndGlyphs\">one_name_of", true);
}

TEST(size_without_room_for_the_chart_does_not_fit)
{
	const struct plot plot = example();
	const struct plot *const both[] = {&plot, &plot};
	const struct plot_style style = {COLUMN_STYLE, .has_no_title = true};

	assert_true(plot_fits(both, 1, &style));
	assert_false(plot_fits(both, 2, &style));
	assert_true(plot_fits(both, 2, &(const struct plot_style){0}));
}

/* ---- Files ---- */

static bool write_one(const struct plot *plot, const char *path)
{
	return plot_write(&plot, 1, &(const struct plot_style){0}, path);
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

static char *scratch_path(const char *suffix)
{
	static char path[64];

	snprintf(path, sizeof(path), "/tmp/bareline-plot-XXXXXX%s", suffix);
	close(mkstemps(path, (int)strlen(suffix)));
	return path;
}

/* An existing file stays unchanged. Without one, no file is created. */
static void assert_not_written(const struct plot *plot, const char *suffix)
{
	char *path = scratch_path(suffix), *text;
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

TEST(chart_is_written_as_svg)
{
	struct plot plot = example();
	const struct plot *const one = &plot;
	char *path = scratch_path(".svg"), *text, *wanted = document_of(&one, 1);

	assert_true(write_one(&plot, path));
	text = read_all(path);
	assert_string_equal(text, wanted);
	unlink(path);
	free(text);
	free(wanted);
}

TEST(no_data_gives_no_chart)
{
	struct plot plot = example();

	plot.curve_count = 0;
	assert_not_written(&plot, ".svg");
}

/* With a directory as PATH. */
static void assert_not_converted(const char *directory)
{
	char *search = strdup(getenv("PATH"));
	struct plot plot = example();

	setenv("PATH", directory, 1);
	assert_not_written(&plot, ".png");
	setenv("PATH", search, 1);
	free(search);
}

TEST(missing_converter_gives_a_message_and_no_chart)
{
	assert_not_converted("/nonexistent");
}

TEST(failed_conversion_leaves_no_chart)
{
	char directory[] = "/tmp/bareline-plot-XXXXXX", program[64];
	FILE *script;

	assert_non_null(mkdtemp(directory));
	snprintf(program, sizeof(program), "%s/rsvg-convert", directory);
	script = fopen(program, "w");
	fputs("#!/bin/sh\necho part of a chart\necho 'no memory' >&2\nexit 1\n", script);
	fclose(script);
	chmod(program, 0755);
	assert_not_converted(directory);
	unlink(program);
	rmdir(directory);
}

/* The exit status of a program that proves an axis with these positions. */
static int status_of_axis(double low, double high, double middle)
{
	pid_t child = fork();
	int status = -1;

	if (child == 0) {
		if (freopen("/dev/null", "w", stderr) == NULL)
			_exit(2);
		scale_prove(low, high, middle);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(axis_with_a_wrong_position_ends_the_program)
{
	assert_int_equal(status_of_axis(0, 1, 0.5), 0);
	assert_int_equal(status_of_axis(0.1, 1, 0.5), 1);
	assert_int_equal(status_of_axis(0, 0.9, 0.5), 1);
	assert_int_equal(status_of_axis(0, 1, 0.6), 1);
	assert_int_equal(status_of_axis(NAN, 1, 0.5), 0);
}
