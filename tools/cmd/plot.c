/* `bareline plot`: one picture of the report, in the terminal or as a file. */
#include <err.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/cmd/commands.h"
#include "tools/topic/runs.h"
#include "tools/view/data.h"
#include "tools/view/picture.h"

static const char help[] =
	"Usage: bareline plot [OPTION]... PICTURE RESULT...\n"
	"       bareline plot --list RESULT...\n"
	"Draw a picture of the report, mem.latency for example, as text. RESULTs are those of\n"
	"`bareline report`.\n\n"
	"  -o, --output FILE    draw into a file: SVG, or PNG if its name ends in .png; networks\n"
	"                       of interactions are SVG only (see `bareline flow draw`, too)\n"
	"  --csv                print the picture's data instead, or a table that has no picture\n"
	"  --list               name the pictures of these results\n"
	"  --force              compare even if it was not the same machine\n\n"
	"Exit status: 0 drawn, 2 refused, wrong arguments, unreadable input or no output.\n";

enum {OPT_CSV = 256, OPT_LIST, OPT_FORCE};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"output", required_argument, NULL, 'o'},
	{"csv", no_argument, NULL, OPT_CSV},
	{"list", no_argument, NULL, OPT_LIST},
	{"force", no_argument, NULL, OPT_FORCE},
	{0},
};

struct settings {
	const char *output;
	bool is_csv, is_list, force;
};

static void plot_parse_option(struct settings *settings, int option, const char *value)
{
	switch (option) {
	case 'h':
		fputs(help, stdout);
		exit(EXIT_GOOD);
	case 'o':
		settings->output = value;
		break;
	case OPT_CSV:
		settings->is_csv = true;
		break;
	case OPT_LIST:
		settings->is_list = true;
		break;
	case OPT_FORCE:
		settings->force = true;
		break;
	default:
		exit(EXIT_USAGE);
	}
}

static bool has_picture(const struct table *table)
{
	return table->chart.kind == CHART_DRAWING || picture_of(table) != NULL;
}

static void write_list(const struct tables *tables)
{
	for (size_t i = 0; i < tables->count; i++) {
		if (has_picture(tables->items[i]))
			printf("%-27s %s\n", tables->items[i]->name, tables->items[i]->title);
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

/* It is an SVG document already. */
static bool write_drawing(const struct table *table, const char *path)
{
	bool is_written;
	FILE *file;

	if (path == NULL || plot_medium_of(path) != PLOT_SVG) {
		warnx("%s: networks are drawn as SVG only, by -o FILE.svg; `bareline flow draw` "
		      "draws any of a log",
		      table->name);
		return false;
	}
	file = fopen(path, "we");
	if (file == NULL) {
		warn("%s", path);
		return false;
	}
	is_written = fputs(table->chart.svg, file) >= 0;
	is_written = fclose(file) == 0 && is_written;
	if (!is_written) {
		warn("%s", path);
		unlink(path);
	}
	return is_written;
}

static bool draw_text(const struct plot *plot)
{
	FILE *file;
	bool good;

	file = tmpfile();
	if (file == NULL)
		err(EXIT_USAGE, "a temporary file");
	good = plot_draw(&plot, 1, PLOT_TEXT, file);
	if (good)
		plot_copy_text(file);
	fclose(file);
	return good;
}

static bool plot_show(const struct settings *settings, const struct tables *tables,
		      const char *name)
{
	const struct table *table = tables_find(tables, name);
	const struct plot *picture;

	if (table == NULL) {
		warnx("%s: these results have no such picture; --list names those they have", name);
		return false;
	}
	if (settings->is_csv)
		return csv_write(table, stdout);
	if (table->chart.kind == CHART_DRAWING)
		return write_drawing(table, settings->output);
	picture = picture_of(table);
	if (picture == NULL) {
		warnx("%s: a table without a picture; --csv prints it", name);
		return false;
	}
	return settings->output != NULL ? plot_write(picture, settings->output)
					: draw_text(picture);
}

int cmd_plot(int argc, char **argv)
{
	struct settings settings = {0};
	struct runs_report report;
	bool good = true;
	int option, first;

	while ((option = getopt_long(argc, argv, "ho:", options, NULL)) != -1)
		plot_parse_option(&settings, option, optarg);
	first = optind + !settings.is_list;
	if (argc <= first) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	if (!runs_report_open(&report, argv + first, argc - first, settings.force))
		return EXIT_USAGE;
	if (settings.is_list)
		write_list(&report.tables);
	else
		good = plot_show(&settings, &report.tables, argv[optind]);
	runs_report_close(&report);
	return good ? EXIT_GOOD : EXIT_USAGE;
}
