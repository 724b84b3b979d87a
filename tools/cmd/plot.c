/* `bareline plot`: one picture of the report, in the terminal or as a file. */
#include <err.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/cmd/commands.h"
#include "tools/topic/charts_open.h"

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
static bool write_network(const struct exhibit *chart, const char *path)
{
	bool is_written;
	FILE *file;

	if (path == NULL || plot_medium_of(path) != PLOT_SVG) {
		warnx("%s: networks are drawn as SVG only, by -o FILE.svg; `bareline flow draw` "
		      "draws any of a log", chart->name);
		return false;
	}
	file = fopen(path, "we");
	if (file == NULL) {
		warn("%s", path);
		return false;
	}
	is_written = fputs(chart->svg, file) >= 0;
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

static bool plot_show(const struct settings *settings, const struct charts *charts,
		      const char *name)
{
	const struct exhibit *chart = charts_find(charts, name);

	if (chart == NULL) {
		warnx("%s: these results have no such picture; --list names those they have", name);
		return false;
	}
	if (settings->is_csv) {
		chart_csv(chart, stdout);
		return true;
	}
	if (!has_picture(chart)) {
		warnx("%s: a table without a picture; --csv prints it", name);
		return false;
	}
	if (chart->svg != NULL)
		return write_network(chart, settings->output);
	if (settings->output != NULL)
		return plot_write(&chart->plot, settings->output);
	return draw_text(&chart->plot);
}

int cmd_plot(int argc, char **argv)
{
	struct settings settings = {0};
	struct chart_set chart_set;
	bool good = true;
	int option, first;

	while ((option = getopt_long(argc, argv, "ho:", options, NULL)) != -1)
		plot_parse_option(&settings, option, optarg);
	first = optind + !settings.is_list;
	if (argc <= first) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	if (!charts_open(&chart_set, argv + first, argc - first, settings.force))
		return EXIT_USAGE;
	if (settings.is_list)
		write_list(&chart_set.charts);
	else
		good = plot_show(&settings, &chart_set.charts, argv[optind]);
	charts_close(&chart_set);
	return good ? EXIT_GOOD : EXIT_USAGE;
}
