/* SPDX-License-Identifier: MIT */
/* gnuplot's script for a chart, with its data. */
#include "tools/view/plot/plot.h"

#include <math.h>

#include "tools/base/utf8.h"
#include "tools/view/plot/plot_script.h"

/* CSS, "Absolute lengths": converts inches to pixels. */
#define PIXELS_PER_INCH 96.0
#define FEW_POINTS 200 /* more are drawn small */

#define TEXT_ON_LIGHT "#08315a"
#define TEXT_ON_DARK "#fdfdfd"

/* Height above and below a chart's rows, in rows. */
#define ROWS_SURROUNDINGS 5
#define ROWS_MIN 4

/* Height of mark names, in rows. */
#define ROWS_OF_MARKS 2

/* Additional height of a row for each further lane. */
#define LANE_PART 0.45

/* Sizes on a page in pixels: width of a chart of curves; minimum width of a chart of named rows;
 * width of a character in gnuplot; minimum width next to the names, if the horizontal axis has
 * names too. */
#define PAGE_WIDTH 480
#define PAGE_ROWS_WIDTH 520
#define PAGE_LETTER 10.5
#define PAGE_ROWS_ROOM 220

/* Height of a page's row in pixels, with one and with two lines. gnuplot's line height is 21. */
#define PAGE_ROW 22
#define PAGE_ROW_OF_TWO 48

/* Sizes of a file's chart in characters: width; space next to the names of rows, and next to those
 * of the key; minimum space for names. */
#define FILE_LETTERS 115
#define SURROUNDINGS_LETTERS 4
#define KEY_SIGN_LETTERS 8
#define KEY_LETTERS_AT_SIDE 26
#define LETTERS_MIN 14

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

bool plot_shows(const struct plot *plot, const struct chart_point *point)
{
	return isfinite(point->x) && isfinite(point->y) && (!plot->x.is_log || point->x > 0) &&
		(!plot->y.is_log || point->y > 0);
}

/* A curve is drawn only if it has a point that can be drawn. */
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

/* Okabe and Ito, "Color Universal Design", without colours that are invisible on white or black. */
const char *plot_colour(const struct plot *plot, size_t curve)
{
	static const char *const colours[] = {
		"#1a7fc1", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#8c8c8c",
		"#999933",
	};

	size_t number = curve;

	if (plot->curves[curve].style == CHART_REFERENCE)
		return PLOT_REFERENCE_COLOUR;
	if (plot->curves[curve].colour > 0)
		number = plot->curves[curve].colour - 1;
	return plot->colours != NULL ? plot->colours[number]
				     : colours[number % (sizeof(colours) / sizeof(colours[0]))];
}

/* The first is a solid line, which these strings cannot express. */
const char *const plot_dashes[PLOT_DASHES] = {"", "7,4", "2,3", "9,3,2,3"};

/* Bars in gnuplot's format: x, y, and the four sides. */
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
	if (curve->dashes % PLOT_DASHES > 0)
		fprintf(file, "dashtype (%s) ", plot_dashes[curve->dashes % PLOT_DASHES]);
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

/* The height for named rows depends on their number. Other charts have the usual height. */
static unsigned plot_script_height_of(const struct plot *plot, unsigned usual, unsigned of_row)
{
	unsigned rows = (unsigned)plot->y.name_count;

	if (rows == 0)
		return usual;
	if (plot->lanes > 1)
		rows += (unsigned)((double)rows * ((double)plot->lanes - 1) * LANE_PART);
	rows = rows < ROWS_MIN ? ROWS_MIN : rows;
	rows += ROWS_SURROUNDINGS + (plot->mark_count > 0 ? ROWS_OF_MARKS : 0);
	return rows * of_row;
}

unsigned plot_page_width(const struct plot *plot)
{
	double label_width = (double)utf8_length(plot->x.label) * PAGE_LETTER, width;

	if (plot->y.name_count == 0)
		return PAGE_WIDTH;
	width = (double)plot_longest_name(plot, PLOT_PAGE) * PAGE_LETTER +
		(label_width > PAGE_ROWS_ROOM ? label_width : PAGE_ROWS_ROOM);
	return width > PAGE_ROWS_WIDTH ? (unsigned)width : PAGE_ROWS_WIDTH;
}

static unsigned plot_drawn_count(const struct plot *plot)
{
	unsigned count = 0;

	for (size_t i = 0; i < plot->curve_count; i++)
		count += is_drawn(plot, i);
	return count;
}

static size_t plot_longest_in_key(const struct plot *plot)
{
	size_t longest = 0;

	for (size_t i = 0; i < plot->curve_count; i++) {
		const char *name = is_drawn(plot, i) ? plot->curves[i].name : NULL;
		size_t length = name != NULL ? utf8_length(name) : 0;

		longest = length > longest ? length : longest;
	}
	return longest;
}

/* Whether names are too long for a key at the side. They are then below the chart, one per line. */
static bool plot_has_key_below(const struct plot *plot)
{
	return plot_longest_in_key(plot) > KEY_LETTERS_AT_SIDE;
}

double plot_letters_below(const struct plot *plot, enum plot_medium medium)
{
	double letters = medium == PLOT_PAGE ? plot_page_width(plot) / PAGE_LETTER : FILE_LETTERS;
	size_t key = medium == PLOT_PAGE ? 0 : plot_longest_in_key(plot);

	if (plot_has_key_below(plot))
		key = 0;
	letters -= SURROUNDINGS_LETTERS + (double)plot_longest_name(plot, medium);
	letters -= key > 0 ? (double)key + KEY_SIGN_LETTERS : 0;
	return letters > LETTERS_MIN ? letters : LETTERS_MIN;
}

/* The height of a file's chart in pixels at 96 per inch. A PNG has 1.5 times as many. */
static unsigned plot_script_file_height(const struct plot *plot, enum plot_medium medium)
{
	unsigned names = plot_has_key_below(plot) ? plot_drawn_count(plot) : 0;

	return medium == PLOT_PNG ? plot_script_height_of(plot, 720, 36) + 27 * names
				  : plot_script_height_of(plot, 480, 24) + 18 * names;
}

/* height: of all plots of the image. */
static void write_terminal(FILE *file, const struct plot *plot, enum plot_medium medium,
			   unsigned height)
{
	unsigned of_row = plot_breaks_names(plot, medium) ? PAGE_ROW_OF_TWO : PAGE_ROW;

	fputs("reset\nset encoding utf8\nset terminal ", file);
	switch (medium) {
	case PLOT_SVG:
		fprintf(file,
			"svg size 960,%u dynamic font 'DejaVu Sans,12' noenhanced "
			"background '#ffffff'\n",
			height);
		break;
	case PLOT_PNG:
		fprintf(file,
			"pngcairo size 1440,%u font 'DejaVu Sans,16' noenhanced "
			"background '#ffffff'\n",
			height);
		break;
	case PLOT_PDF:
	case PLOT_EPS:
		fprintf(file, "%s size 10in,%.2fin font 'DejaVu Sans,12' noenhanced\n",
			medium == PLOT_PDF ? "pdfcairo" : "epscairo", height / PIXELS_PER_INCH);
		break;
	case PLOT_PAGE:
		/* names need room for enlarged text on a phone */
		fprintf(file, "svg size %u,%u dynamic font 'DejaVu Sans,%u' noenhanced\n",
			plot_page_width(plot), plot_script_height_of(plot, 290, of_row),
			plot->y.name_count > 0 ? 15 : 13);
		break;
	}
}

static void write_surroundings(FILE *file, const struct plot *plot, enum plot_medium medium)
{
	fputs("set grid linewidth 0.5\n"
	      "set tics nomirror out\n"
	      "set border 3\n", file);
	if (plot->x.is_log)
		fputs("set offsets graph 0.02, graph 0.02, graph 0, graph 0\n", file);
	if (medium == PLOT_PAGE || !has_key(plot))
		fputs("set key off\nset rmargin 3\n", file);
	else if (plot_has_key_below(plot))
		fputs("set key below Left reverse noenhanced\nset rmargin 3\n", file);
	else
		fputs("set key outside right top noenhanced\n", file);
	if (medium != PLOT_PAGE)
		write_title(file, plot);
}

/* Centred on its cell and in front of it, in a contrasting colour: later shades are dark. */
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

static void plot_script_write_plot(FILE *file, const struct plot *plot, enum plot_medium medium)
{
	const char *separator = "plot ";

	write_surroundings(file, plot, medium);
	plot_axes_write(plot, medium, file);
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

void plot_script(const struct plot *plot, enum plot_medium medium, FILE *file)
{
	write_terminal(file, plot, medium, plot_script_file_height(plot, medium));
	plot_script_write_plot(file, plot, medium);
}

void plot_script_stack(const struct plot *const *plots, size_t count, enum plot_medium medium,
		       FILE *file)
{
	unsigned height = 0, above = 0;

	if (count == 1) {
		plot_script(plots[0], medium, file);
		return;
	}
	for (size_t i = 0; i < count; i++)
		height += plot_script_file_height(plots[i], medium);
	write_terminal(file, plots[0], medium, height);
	fputs("set multiplot\n", file);
	for (size_t i = 0; i < count; i++) {
		unsigned own = plot_script_file_height(plots[i], medium);

		above += own;
		fprintf(file, "reset\nset size 1,%.6f\nset origin 0,%.6f\n",
			(double)own / height, 1 - (double)above / height);
		plot_script_write_plot(file, plots[i], medium);
	}
	fputs("unset multiplot\n", file);
}
