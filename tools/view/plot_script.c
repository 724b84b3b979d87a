/* SPDX-License-Identifier: MIT */
/* A picture as gnuplot's script, data included. Texts go in single quotes, between which gnuplot
 * substitutes nothing. */
#include "tools/view/plot.h"

#include <math.h>

#include "tools/record/point.h"

/* So many can be drawn large. */
#define FEW_POINTS 200

/* The largest size that has a tick: 1 TiB. */
#define SIZE_SHIFT_MAX 40

/* A label of six digits is as wide as the ticks may be apart. */
#define LONG_LABEL 1e5

#define REFERENCE_COLOUR "#7d7d7d"
#define TEXT_ON_LIGHT "#08315a"
#define TEXT_ON_DARK "#fdfdfd"

/* What is above and below a picture's rows, in their heights. */
#define ROWS_SURROUNDINGS 5

/* twice: a character that gnuplot has to see two of to take it for itself, besides the quote. */
static void plot_script_write_quoted(FILE *file, const char *text, char twice)
{
	putc('\'', file);
	for (; *text != '\0'; text++) {
		if (*text == '\'' || *text == twice)
			putc(*text, file);
		putc((unsigned char)*text < ' ' ? ' ' : *text, file);
	}
	putc('\'', file);
}

static void plot_script_write_text(FILE *file, const char *text)
{
	plot_script_write_quoted(file, text, '\'');
}

static void write_title(FILE *file, const struct plot *plot)
{
	fputs("set title ", file);
	plot_script_write_text(file, plot->title);
	if (plot->subtitle != NULL) {
		fputs(" . \"\\n\" . ", file);
		plot_script_write_text(file, plot->subtitle);
	}
	putc('\n', file);
}

/* Ticks at every fourth power of two; those outside the axis don't show. */
static void plot_script_write_sizes(FILE *file, char name)
{
	char text[POINT_TEXT_MAX];

	fprintf(file, "set logscale %c 2\n", name);
	for (unsigned shift = 0; shift <= SIZE_SHIFT_MAX; shift += 2)
		fprintf(file, "set %ctics %s('%s' %llu)\n", name, shift == 0 ? "" : "add ",
			point_size(UINT64_C(1) << shift, text), 1ULL << shift);
}

static void write_axis(FILE *file, char name, const struct chart_axis *axis)
{
	fprintf(file, "set %clabel ", name);
	plot_script_write_text(file, axis->label);
	putc('\n', file);
	if (axis->is_size)
		plot_script_write_sizes(file, name);
	else if (axis->is_log)
		fprintf(file, "set logscale %c 10\n", name);
	else
		fprintf(file, "set format %c '%%.10g'\n", name);
	if (axis->is_log && axis->low == axis->high)
		fprintf(file, "set %crange [*:*] noextend\n", name);
	else if (axis->low != axis->high)
		fprintf(file, "set %crange [%.12g:%.12g]\n", name, axis->low, axis->high);
	else if (axis->from_zero)
		fprintf(file, "set %crange [0:*]\n", name);
	for (size_t i = 0; i < axis->name_count; i++) {
		fprintf(file, "set %ctics %s(", name, i == 0 ? "" : "add ");
		plot_script_write_quoted(file, axis->names[i], '%');    /* it is a format */
		fprintf(file, " %zu)\n", i);
	}
}

/* Whether labels of a linear axis below may be so long that one runs into the next. */
static bool has_long_labels(const struct plot *plot)
{
	if (plot->x.is_log || plot->x.name_count > 0)
		return false;
	for (size_t i = 0; i < plot->curve_count; i++) {
		const struct plot_curve *curve = &plot->curves[i];

		for (size_t j = 0; j < curve->count; j++) {
			if (fabs(curve->points[j].x) >= LONG_LABEL ||
			    (curve->style == CHART_BARS &&
			     fabs(curve->points[j].x_end) >= LONG_LABEL))
				return true;
		}
	}
	return false;
}

bool plot_shows(const struct plot *plot, const struct chart_point *point)
{
	return isfinite(point->x) && isfinite(point->y) && (!plot->x.is_log || point->x > 0) &&
		(!plot->y.is_log || point->y > 0);
}

/* A curve is drawn only if it has a point that can be. */
static bool is_drawn(const struct plot *plot, size_t curve)
{
	for (size_t i = 0; i < plot->curves[curve].count; i++) {
		if (plot_shows(plot, &plot->curves[curve].points[i]))
			return true;
	}
	return false;
}

bool plot_has_data(const struct plot *plot)
{
	for (size_t i = 0; i < plot->curve_count; i++) {
		if (is_drawn(plot, i))
			return true;
	}
	return false;
}

size_t plot_drawn_number(const struct plot *plot, size_t curve)
{
	size_t number = 0;

	for (size_t i = 0; i <= curve; i++)
		number += is_drawn(plot, i);
	return is_drawn(plot, curve) ? number : 0;
}

/* Okabe and Ito, "Color Universal Design", without what a white or a black page swallows. */
const char *plot_colour(const struct plot *plot, size_t curve)
{
	static const char *const colours[] = {
		"#1a7fc1", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#8c8c8c",
		"#999933",
	};

	if (plot->curves[curve].style == CHART_REFERENCE)
		return REFERENCE_COLOUR;
	return plot->colours != NULL ? plot->colours[curve]
				     : colours[curve % (sizeof(colours) / sizeof(colours[0]))];
}

/* Bars as gnuplot wants them: x, y, and the four sides. */
static void plot_script_write_point(FILE *file, enum chart_style style,
				    const struct chart_point *point)
{
	fprintf(file, "%.12g %.12g", point->x, point->y);
	if (style == CHART_BARS)
		fprintf(file, " %.12g %.12g %.12g %.12g", point->x, point->x_end, point->base,
			point->y);
	putc('\n', file);
}

static void write_data(FILE *file, const struct plot *plot)
{
	for (size_t i = 0; i < plot->curve_count; i++) {
		const struct plot_curve *curve = &plot->curves[i];

		fprintf(file, "$curve%zu << END\n", i);
		for (size_t j = 0; j < curve->count; j++) {
			if (plot_shows(plot, &curve->points[j]))
				plot_script_write_point(file, curve->style, &curve->points[j]);
		}
		fputs("END\n", file);
	}
}

static void plot_script_write_curve(FILE *file, const struct plot *plot, size_t number)
{
	static const char *const styles[] = {
		[CHART_LINES] = "lines linewidth 1.5",
		[CHART_STEPS] = "steps linewidth 1.5",
		[CHART_LINES_POINTS] = "linespoints linewidth 1.5 pointtype 7 pointsize 0.4",
		[CHART_REFERENCE] = "lines linewidth 2.2 dashtype 2",
		[CHART_POINTS] = "points pointtype 7",
		[CHART_IMPULSES] = "impulses linewidth 1",
		[CHART_BARS] = "boxxyerror fillstyle solid 0.7 noborder",
	};
	const struct plot_curve *curve = &plot->curves[number];

	fprintf(file, "$curve%zu with %s linecolor rgb '%s' ", number, styles[curve->style],
		plot_colour(plot, number));
	if (curve->style == CHART_POINTS)
		fprintf(file, "pointsize %s ", curve->count <= FEW_POINTS ? "0.8" : "0.4");
	if (curve->name == NULL) {
		fputs("notitle", file);
		return;
	}
	fputs("title ", file);
	plot_script_write_text(file, curve->name);
}

static bool has_key(const struct plot *plot)
{
	for (size_t i = 0; i < plot->curve_count; i++) {
		if (plot->curves[i].name != NULL && is_drawn(plot, i))
			return true;
	}
	return false;
}

static void widen(double x, double *least, double *greatest)
{
	*least = fmin(*least, x);
	*greatest = fmax(*greatest, x);
}

/* gnuplot makes an axis as long as its data, which marks are not. */
static void write_range_of_marks(FILE *file, const struct plot *plot)
{
	double least = INFINITY, greatest = -INFINITY;

	for (size_t i = 0; i < plot->mark_count; i++)
		widen(plot->marks[i].x, &least, &greatest);
	for (size_t i = 0; i < plot->curve_count; i++) {
		const struct plot_curve *curve = &plot->curves[i];

		for (size_t j = 0; j < curve->count; j++) {
			if (!plot_shows(plot, &curve->points[j]))
				continue;
			widen(curve->points[j].x, &least, &greatest);
			if (curve->style == CHART_BARS)
				widen(curve->points[j].x_end, &least, &greatest);
		}
	}
	fprintf(file, "set xrange [%.12g:%.12g] noextend\n", least, greatest);
}

/* Names stand along the lines, or above where rows have names of their own. */
static void plot_script_write_marks(FILE *file, const struct plot *plot)
{
	for (size_t i = 0; i < plot->mark_count; i++) {
		fprintf(file, "set arrow from %.12g, graph 0 to %.12g, graph 1 nohead dashtype 3 "
			"linewidth 1 linecolor rgb '" REFERENCE_COLOUR "'\nset label ",
			plot->marks[i].x, plot->marks[i].x);
		plot_script_write_text(file, plot->marks[i].name);
		fprintf(file, " at %.12g, graph %s\n", plot->marks[i].x,
			plot->y.name_count > 0 ? "1.06 center"
			: "0.97 right rotate by 90 offset -0.7, 0");
	}
	if (plot->mark_count > 0)
		write_range_of_marks(file, plot);
}

/* A picture of named rows is as high as they need, any other as its medium has it. */
static unsigned plot_script_height_of(const struct plot *plot, unsigned usual, unsigned of_row)
{
	unsigned rows = (unsigned)plot->y.name_count;

	return rows == 0 ? usual : ROWS_SURROUNDINGS * of_row + of_row * (rows < 4 ? 4 : rows);
}

static void write_terminal(FILE *file, const struct plot *plot, enum plot_medium medium)
{
	fputs("reset\nset encoding utf8\nset terminal ", file);
	switch (medium) {
	case PLOT_SVG:
		fprintf(file,
			"svg size 960,%u dynamic font 'DejaVu Sans,12' noenhanced "
			"background '#ffffff'\n",
			plot_script_height_of(plot, 480, 24));
		break;
	case PLOT_PNG:
		fprintf(file,
			"pngcairo size 1440,%u font 'DejaVu Sans,16' noenhanced "
			"background '#ffffff'\n",
			plot_script_height_of(plot, 720, 36));
		break;
	case PLOT_PAGE:
		fprintf(file, "svg size 640,%u dynamic font 'DejaVu Sans,13' noenhanced\n",
			plot_script_height_of(plot, 340, 22));
		break;
	}
}

static void write_surroundings(FILE *file, const struct plot *plot, enum plot_medium medium)
{
	fputs("set grid linewidth 0.5\n"
	      "set tics nomirror\n"
	      "set border 3\n", file);
	fprintf(file, "set offsets graph %s, graph 0.05, graph 0\n",
		plot->x.is_log ? "0.02, graph 0.02" : "0, graph 0");
	if (medium == PLOT_PAGE || !has_key(plot))
		fputs("set key off\nset rmargin 3\n", file);
	else
		fputs("set key outside right top noenhanced\n", file);
	if (medium != PLOT_PAGE)
		write_title(file, plot);
}

/* In the middle of what it is of, over it, and legible on its shade: the later ones are dark. */
static void plot_script_write_text_of(FILE *file, const struct chart_point *point, bool is_dark)
{
	fputs("set label ", file);
	plot_script_write_text(file, point->text);
	fprintf(file, " at %.12g, %.12g center front textcolor rgb '%s'\n",
		(point->x + point->x_end) / 2, (point->base + point->y) / 2,
		is_dark ? TEXT_ON_DARK : TEXT_ON_LIGHT);
}

static void plot_script_write_texts(FILE *file, const struct plot *plot)
{
	for (size_t i = 0; i < plot->curve_count; i++) {
		const struct plot_curve *curve = &plot->curves[i];

		for (size_t j = 0; j < curve->count; j++) {
			if (curve->points[j].text != NULL && plot_shows(plot, &curve->points[j]))
				plot_script_write_text_of(file, &curve->points[j],
							  i >= plot->curve_count / 2);
		}
	}
}

void plot_script(const struct plot *plot, enum plot_medium medium, FILE *file)
{
	const char *separator = "plot ";

	write_terminal(file, plot, medium);
	write_surroundings(file, plot, medium);
	write_axis(file, 'x', &plot->x);
	write_axis(file, 'y', &plot->y);
	if (has_long_labels(plot))
		fputs("set xtics rotate by 30 right\n", file);
	plot_script_write_marks(file, plot);
	plot_script_write_texts(file, plot);
	write_data(file, plot);
	for (size_t i = 0; i < plot->curve_count; i++) {
		if (!is_drawn(plot, i))
			continue;
		fputs(separator, file);
		plot_script_write_curve(file, plot, i);
		separator = ", ";
	}
	putc('\n', file);
}
