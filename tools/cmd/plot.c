/* `bareline plot`: one picture of the report, in the terminal or as a file. */
#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/common_options.h"
#include "tools/topic/charts_open.h"

struct settings {
	const char *output;
	bool is_csv, is_list, force;
};

static const struct option_spec options[] = {
	{.name = "output",
	 .letter = 'o',
	 .kind = OPTION_TEXT,
	 .argument = "FILE",
	 .offset = offsetof(struct settings, output),
	 .help = "draw into a file: SVG, or PNG if its name ends in .png; networks of "
		 "interactions are SVG only (see `bareline flow draw`, too)"},
	{.name = "csv",
	 .kind = OPTION_FLAG,
	 .offset = offsetof(struct settings, is_csv),
	 .help = "print the picture's data instead, or a table that has no picture"},
	{.name = "list",
	 .kind = OPTION_FLAG,
	 .offset = offsetof(struct settings, is_list),
	 .help = "name the pictures of these results"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = force_options, .offset = offsetof(struct settings, force)},
	{0},
};

static bool has_picture(const struct exhibit *chart)
{
	return plot_has_data(&chart->plot) || chart->svg != NULL;
}

static void write_list(const struct charts *charts)
{
	for (size_t i = 0; i < charts->count; i++) {
		if (!has_picture(charts->items[i]))
			continue;
		printf("%-27s %s\n", charts->items[i]->name, charts->items[i]->title);
	}
}

/* gnuplot begins its text with a form feed, which is no part of the picture. */
static void plot_copy_text(FILE *from)
{
	int c;

	rewind(from);
	while ((c = getc(from)) != EOF) {
		if (c != '\f')
			putchar(c);
	}
}

/* A network is drawn already. */
static int write_network(const struct exhibit *chart, const char *path)
{
	bool is_written;
	FILE *file;

	if (path == NULL || plot_medium_of(path) != PLOT_SVG) {
		warnx("%s: networks are drawn as SVG only, by -o FILE.svg; `bareline flow draw` "
		      "draws any of a log", chart->name);
		return EXIT_USAGE;
	}
	file = fopen(path, "we");
	if (file == NULL) {
		warn("%s", path);
		return EXIT_MACHINE;
	}
	is_written = fputs(chart->svg, file) >= 0;
	is_written = fclose(file) == 0 && is_written;
	if (!is_written) {
		warn("%s", path);
		unlink(path);
	}
	return is_written ? EXIT_GOOD : EXIT_MACHINE;
}

static bool draw_text(const struct plot *plot)
{
	FILE *file;
	bool good;

	file = tmpfile();
	if (file == NULL)
		err(EXIT_MACHINE, "a temporary file");
	good = plot_draw(&plot, 1, PLOT_TEXT, file);
	if (good)
		plot_copy_text(file);
	fclose(file);
	return good;
}

static int plot_show(const struct settings *settings, const struct charts *charts, const char *name)
{
	const struct exhibit *chart = charts_find(charts, name);
	bool is_drawn;

	if (chart == NULL) {
		warnx("%s: these results have no such picture; --list names those they have", name);
		return EXIT_USAGE;
	}
	if (settings->is_csv) {
		chart_csv(chart, stdout);
		return EXIT_GOOD;
	}
	if (!has_picture(chart)) {
		warnx("%s: a table without a picture; --csv prints it", name);
		return EXIT_USAGE;
	}
	if (chart->svg != NULL)
		return write_network(chart, settings->output);
	is_drawn = settings->output != NULL ? plot_write(&chart->plot, settings->output)
					    : draw_text(&chart->plot);
	return is_drawn ? EXIT_GOOD : EXIT_MACHINE;
}

static int plot_run(int argc, char **argv)
{
	struct settings settings = {0};
	struct chart_set chart_set;
	int count = arguments_parse(&plot_command, &settings, argc, argv), first = 1;
	int status = EXIT_GOOD;

	if (!settings.is_list)
		first++;
	if (count < first)
		errx(EXIT_USAGE, "no RESULT to draw %s of: give a picture's name and a result",
		     argv[1]);
	if (!charts_open(&chart_set, argv + first, count + 1 - first, settings.force))
		return EXIT_USAGE;
	if (settings.is_list)
		write_list(&chart_set.charts);
	else
		status = plot_show(&settings, &chart_set.charts, argv[1]);
	charts_close(&chart_set);
	return status;
}

const struct command plot_command = {
	.name = "bareline plot",
	.summary = "one picture of it, in the terminal or a file",
	.usage = "[OPTION]... PICTURE RESULT...\n--list RESULT...",
	.about = "Draw a picture of the report, mem.latency for example, as text. RESULTs are "
		 "those of `bareline report`.",
	.groups = groups,
	.exit_status = "0 drawn\n"
		       "2 refused, wrong arguments or unreadable input\n"
		       "3 it could not be drawn or written",
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = plot_run,
};
