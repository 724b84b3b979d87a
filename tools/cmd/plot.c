/* SPDX-License-Identifier: MIT */
/* `bareline plot`: draws one chart of the report. */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/option/suggest.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/common_options.h"
#include "tools/topic/runs/runs.h"
#include "tools/view/data.h"
#include "tools/view/chart.h"
#include "tools/view/plot/plot_file.h"
#include "tools/view/terminal/terminal.h"
#include "tools/view/text.h"

struct settings {
	const char *output;
	unsigned long width;            /* 0: the terminal's width */
	bool is_csv, is_list, force;
	struct plot_style style;
};

#define SIZE_TEXT_MAX 64

static const char *const legends[] = {
	[LEGEND_ABOVE] = "above", [LEGEND_INSIDE] = "inside", [LEGEND_RIGHT] = "right",
	[LEGEND_NONE] = "none", NULL,
};

/* "85x60", in millimetres, or with a unit of CSS: 1/96 inch is a pixel. */
static bool plot_parse_size(void *to, const char *value, struct option_problem *problem)
{
	static const struct {
		const char *name;
		double pixels;
	} units[] = {
		{"mm", 96 / 25.4}, {"cm", 96 / 2.54}, {"in", 96}, {"pt", 96.0 / 72}, {"px", 1},
	};
	static char text[SIZE_TEXT_MAX];
	struct plot_style *style = to;
	char *end, *after;
	double width = strtod(value, &end), height = 0;
	size_t unit = 0;

	if (end == value || *end != 'x')
		return option_refuse(problem, "not a size; give WxH in mm, such as 85x60 or "
				     "3.3x2.5in");
	height = strtod(end + 1, &after);
	while (*after != '\0' && unit < COUNT(units) && strcmp(after, units[unit].name) != 0)
		unit++;
	if (after == end + 1 || unit == COUNT(units))
		return option_refuse(problem, "not a size; units are mm, cm, in, pt and px");
	style->width = width * units[unit].pixels;
	style->height = height * units[unit].pixels;
	if (!(style->width >= PLOT_WIDTH_MIN && style->height >= PLOT_HEIGHT_MIN))
		return option_refuse(problem, "too small; give at least 43x32 (mm)");
	if (!(style->width <= PLOT_SIZE_MAX && style->height <= PLOT_SIZE_MAX))
		return option_refuse(problem, "too large; give at most 2000x2000 (mm)");
	snprintf(text, sizeof(text), "%g%s %g%s", width, units[unit].name, height,
		 units[unit].name);
	style->size_text = text;
	return true;
}

static const struct option_spec style_options[] = {
	{.name = "size", .kind = OPTION_CALL, .argument = "WxH", .call = plot_parse_size,
	 .help = "with -o: make the image W by H millimetres, or with a unit: 85x60, 3.3x2.5in, "
		 "640x400px. Text has 9 points at any size"},
	{.name = "font", .kind = OPTION_TEXT, .argument = "NAME",
	 .offset = offsetof(struct plot_style, font),
	 .help = "with -o: use this font family, if it is installed"},
	{.name = "no-title", .kind = OPTION_FLAG,
	 .offset = offsetof(struct plot_style, has_no_title),
	 .help = "with -o: omit the title, for a figure with a caption; a line still states that "
		 "times are emulated or counts of instructions"},
	{.name = "legend", .kind = OPTION_CHOICE, .argument = "PLACE", .choices = legends,
	 .offset = offsetof(struct plot_style, legend),
	 .help = "with -o: put the legend above, inside (in the emptiest corner; above if it has "
		 "no room), right or none (above)"},
	{0},
};

static const struct option_spec options[] = {
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = offsetof(struct settings, output),
	 .help = "draw to FILE; the format follows its suffix: " PLOT_SUFFIXES " (.svg); "
		 "all but SVG need rsvg-convert; interaction networks are SVG only (see also "
		 "`bareline flow draw`)"},
	{.name = "width", .kind = OPTION_NUMBER, .argument = "COLUMNS",
	 .least = TERMINAL_COLUMNS_MIN, .most = TERMINAL_COLUMNS_MAX,
	 .offset = offsetof(struct settings, width),
	 .help = "set the width of the text, 40 to 300 (COLUMNS of the environment, else the "
		 "terminal's width, else 100)"},
	{.name = "csv", .kind = OPTION_FLAG, .offset = offsetof(struct settings, is_csv),
	 .help = "print the chart's data, or a table that has no chart"},
	{.name = "list", .kind = OPTION_FLAG, .offset = offsetof(struct settings, is_list),
	 .help = "list the charts of these results"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = style_options, .offset = offsetof(struct settings, style)},
	{.options = force_options, .offset = offsetof(struct settings, force)},
	{0},
};

static bool has_chart(const struct table *table)
{
	return table->chart.kind == CHART_DRAWING || chart_make_plot(table) != NULL;
}

/* The drawing is already an SVG document. */
static int write_drawing(const struct table *table, const char *path)
{
	enum plot_medium medium;

	if (path == NULL || !plot_medium_of(path, &medium) || medium != PLOT_SVG) {
		warnx("%s: networks are drawn as SVG only; use -o FILE.svg, or `bareline flow "
		      "draw` for any network of a log", table->name);
		return EXIT_USAGE;
	}
	return file_write(path, table->chart.svg, strlen(table->chart.svg)) ? EXIT_GOOD
									    : EXIT_MACHINE;
}

/* The charts of a table, or of all tables of this name, if each run has its own. Returns the number
 * of tables with a chart. */
static size_t plot_find(const struct tables *tables, const struct table *table,
			const struct plot *plots[SIDE_BY_SIDE_MAX])
{
	bool is_of_all = table->of_all != NULL && strcmp(table->of_all, table->name) == 0;
	size_t count = 0;

	for (size_t i = 0; i < tables->count && count < SIDE_BY_SIDE_MAX; i++) {
		const struct table *other = tables->items[i];

		if (other != table && (!is_of_all || other->of_all == NULL ||
				       strcmp(other->of_all, table->name) != 0))
			continue;
		plots[count] = chart_make_plot(other);
		count += plots[count] != NULL;
	}
	return count;
}

static int plot_show(const struct settings *settings, const struct tables *tables, const char *name)
{
	const struct table *table = tables_find(tables, name);
	const struct plot *plots[SIDE_BY_SIDE_MAX];
	size_t count;
	bool is_drawn;

	if (table == NULL) {
		struct suggestion suggestion = {.word = name};
		char question[SUGGEST_TEXT_MAX];

		for (size_t i = 0; i < tables->count; i++) {
			if (has_chart(tables->items[i]))
				suggest_consider(&suggestion, tables->items[i]->name);
		}
		warnx("%s: no such chart in these results%s; --list prints all", name,
		      suggest_format(&suggestion, "", question));
		return EXIT_USAGE;
	}
	if (settings->is_csv) {
		csv_write(table, stdout);
		return file_finish(stdout, NULL) ? EXIT_GOOD : EXIT_MACHINE;
	}
	if (table->chart.kind == CHART_DRAWING)
		return write_drawing(table, settings->output);
	count = plot_find(tables, table, plots);
	if (count == 0) {
		warnx("%s: this table has no chart; --csv prints its data", name);
		return EXIT_USAGE;
	}
	is_drawn = settings->output == NULL ||
		   plot_write(plots, count, &settings->style, settings->output);
	for (size_t i = 0; i < count && is_drawn && settings->output == NULL; i++) {
		fputs(i > 0 ? "\n" : "", stdout);
		terminal_draw(plots[i],
			      settings->width != 0 ? settings->width
						   : terminal_width(STDOUT_FILENO),
			      text_has_colour(STDOUT_FILENO), stdout);
		is_drawn = file_finish(stdout, NULL);
	}
	return is_drawn ? EXIT_GOOD : EXIT_MACHINE;
}

static int plot_run(int argc, char **argv)
{
	struct settings settings = {0};
	struct runs_report report;
	int count = arguments_parse(&plot_command, &settings, argc, argv), first = 1;
	enum plot_medium medium;
	int status = EXIT_GOOD;

	if (settings.output != NULL && !plot_medium_of(settings.output, &medium))
		errx(EXIT_USAGE, "%s: unknown suffix '%s'; use one of " PLOT_SUFFIXES,
		     settings.output,
		     strrchr(settings.output, '.'));
	if (settings.output == NULL &&
	    (settings.style.size_text != NULL || settings.style.font != NULL ||
	     settings.style.has_no_title || settings.style.legend != LEGEND_ABOVE))
		errx(EXIT_USAGE,
		     "--size, --font, --no-title, --legend: apply to files; add -o FILE");
	if (!settings.is_list)
		first++;
	if (count < first)
		errx(EXIT_USAGE, "%s: no RESULT given; give a chart and a result",
		     argv[1]);
	if (!runs_report_open_side_by_side(&report, argv + first, count + 1 - first,
					   settings.force))
		return EXIT_USAGE;
	runs_report_warn(&report);
	if (settings.is_list) {
		const struct tables *tables = &report.tables;
		size_t width = 0;

		for (size_t i = 0; i < tables->count; i++) {
			if (has_chart(tables->items[i]) && strlen(tables->items[i]->name) > width)
				width = strlen(tables->items[i]->name);
		}
		for (size_t i = 0; i < tables->count; i++) {
			const struct plot *plot = chart_make_plot(tables->items[i]);

			if (has_chart(tables->items[i]))
				printf("%-*s %s\n", (int)width, tables->items[i]->name,
				       plot != NULL ? plot->title : tables->items[i]->title);
		}
	} else {
		status = plot_show(&settings, &report.tables, argv[1]);
	}
	runs_report_close(&report);
	return status;
}

const struct command plot_command = {
	.name = "bareline plot",
	.summary = "draw one chart, in the terminal or to a file",
	.usage = "[OPTION]... CHART RESULT...\n"
		 "--list RESULT...",
	.about = "Draw a chart of the report, such as mem.latency, as text. RESULT is as for "
		 "`bareline report`. Curves of several results are drawn in one chart; charts "
		 "that would be unreadable so are drawn one below the other.",
	.groups = groups,
	.exit_status = "0 drawn\n"
		       "2 not comparable, wrong arguments or unreadable input\n"
		       "3 the chart could not be drawn or written",
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = plot_run,
};
