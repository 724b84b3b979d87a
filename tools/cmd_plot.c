/* `bareline plot`: one picture of the report, in the terminal or as a file. */
#include <err.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/commands.h"
#include "tools/exhibition.h"

static const char help[] =
	"Usage: bareline plot [OPTION]... PICTURE RESULT...\n"
	"       bareline plot --list RESULT...\n"
	"Draw a picture of the report, mem.latency for example, as text. RESULTs are those of\n"
	"`bareline report`.\n\n"
	"  -o, --output FILE    draw into a file: SVG, or PNG if its name ends in .png; networks\n"
	"                       of interactions are SVG only (see `bareline net draw`, too)\n"
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

static void take_option(struct settings *settings, int option, const char *value)
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

static bool has_picture(const struct exhibit *exhibit)
{
	return plot_has_data(&exhibit->plot) || exhibit->svg != NULL;
}

static void put_list(const struct exhibits *exhibits)
{
	for (size_t i = 0; i < exhibits->count; i++) {
		if (!has_picture(exhibits->items[i]))
			continue;
		printf("%-27s %s\n", exhibits->items[i]->name, exhibits->items[i]->title);
	}
}

/* gnuplot begins its text with a form feed, which is no part of the picture. */
static void copy_text(FILE *from)
{
	int c;

	rewind(from);
	while ((c = getc(from)) != EOF) {
		if (c != '\f')
			putchar(c);
	}
}

/* A network is drawn already. */
static bool write_network(const struct exhibit *exhibit, const char *path)
{
	bool is_written;
	FILE *file;

	if (path == NULL || plot_medium_of(path) != PLOT_SVG) {
		warnx("%s: networks are drawn as SVG only, by -o FILE.svg; `bareline net draw` "
		      "draws any of a log", exhibit->name);
		return false;
	}
	file = fopen(path, "we");
	if (file == NULL) {
		warn("%s", path);
		return false;
	}
	is_written = fputs(exhibit->svg, file) >= 0;
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
		copy_text(file);
	fclose(file);
	return good;
}

static bool show(const struct settings *settings, const struct exhibits *exhibits, const char *name)
{
	const struct exhibit *exhibit = exhibits_find(exhibits, name);

	if (exhibit == NULL) {
		warnx("%s: these results have no such picture; --list names those they have", name);
		return false;
	}
	if (settings->is_csv) {
		exhibit_csv(exhibit, stdout);
		return true;
	}
	if (!has_picture(exhibit)) {
		warnx("%s: a table without a picture; --csv prints it", name);
		return false;
	}
	if (exhibit->svg != NULL)
		return write_network(exhibit, settings->output);
	if (settings->output != NULL)
		return plot_write(&exhibit->plot, settings->output);
	return draw_text(&exhibit->plot);
}

int cmd_plot(int argc, char **argv)
{
	struct settings settings = {0};
	struct exhibition exhibition;
	bool good = true;
	int option, first;

	while ((option = getopt_long(argc, argv, "ho:", options, NULL)) != -1)
		take_option(&settings, option, optarg);
	first = optind + !settings.is_list;
	if (argc <= first) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	if (!exhibition_open(&exhibition, argv + first, argc - first, settings.force))
		return EXIT_USAGE;
	if (settings.is_list)
		put_list(&exhibition.exhibits);
	else
		good = show(&settings, &exhibition.exhibits, argv[optind]);
	exhibition_close(&exhibition);
	return good ? EXIT_GOOD : EXIT_USAGE;
}
