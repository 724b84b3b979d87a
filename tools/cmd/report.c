/* `bareline report`: results as a page of pictures and tables. */
#include <err.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/cmd/commands.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"
#include "tools/topic/charts_open.h"
#include "tools/view/page.h"

static const char help[] =
	"Usage: bareline report [OPTION]... RESULT...\n"
	"Write one HTML file with the figures of a run, as pictures and as tables. It needs no\n"
	"network and runs no program. A RESULT is a log, a results.json or a run's directory;\n"
	"with runs of the bare metal and of Linux the report shows what Linux costs, too.\n\n"
	"  -o, --output FILE    where to write it (report.html; - for standard output)\n"
	"  --csv DIRECTORY      write the tables there as well, a file each\n"
	"  --force              compare even if it was not the same machine\n\n"
	"Exit status: 0 written, 2 refused, wrong arguments, unreadable input or no output.\n";

enum {OPT_CSV = 256, OPT_FORCE};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"output", required_argument, NULL, 'o'},
	{"csv", required_argument, NULL, OPT_CSV},
	{"force", no_argument, NULL, OPT_FORCE},
	{0},
};

struct settings {
	const char *output;
	const char *csv;
	bool force;
};

static void report_parse_option(struct settings *settings, int option, const char *value)
{
	switch (option) {
	case 'h':
		fputs(help, stdout);
		exit(EXIT_GOOD);
	case 'o':
		settings->output = value;
		break;
	case OPT_CSV:
		settings->csv = value;
		break;
	case OPT_FORCE:
		settings->force = true;
		break;
	default:
		exit(EXIT_USAGE);
	}
}

static bool report_write_table(const struct exhibit *chart, const char *directory)
{
	char *path, *name;
	FILE *file;
	bool good;

	if (asprintf(&name, "%s.csv", chart->name) < 0)
		err(EXIT_USAGE, "out of memory");
	path = run_directory_file(directory, name);
	free(name);
	file = fopen(path, "w");
	good = file != NULL;
	if (good) {
		chart_csv(chart, file);
		good = !ferror(file);
		good = fclose(file) == 0 && good;
	}
	if (!good)
		warn("%s", path);
	free(path);
	return good;
}

static bool write_tables(const struct charts *charts, const char *directory)
{
	bool good = true;

	if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
		warn("%s", directory);
		return false;
	}
	for (size_t i = 0; i < charts->count && good; i++)
		good = report_write_table(charts->items[i], directory);
	return good;
}

static bool report_write_page(struct charts *charts, const char *path)
{
	if (path[0] == '-' && path[1] == '\0')
		return page_write(charts, stdout);
	return page_write_file(charts, path);
}

int cmd_report(int argc, char **argv)
{
	struct settings settings = {.output = RUN_REPORT};
	struct chart_set chart_set;
	bool good;
	int option;

	while ((option = getopt_long(argc, argv, "ho:", options, NULL)) != -1)
		report_parse_option(&settings, option, optarg);
	if (optind == argc) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	if (!charts_open(&chart_set, argv + optind, argc - optind, settings.force))
		return EXIT_USAGE;
	good = report_write_page(&chart_set.charts, settings.output) &&
	       (settings.csv == NULL || write_tables(&chart_set.charts, settings.csv));
	charts_close(&chart_set);
	return good ? EXIT_GOOD : EXIT_USAGE;
}
