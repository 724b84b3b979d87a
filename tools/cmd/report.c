/* `bareline report`: results as a page of pictures and tables. */
#include <err.h>
#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/cmd/commands.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"
#include "tools/topic/runs.h"
#include "tools/view/data.h"
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

static bool report_write_page(const struct tables *tables, const char *path)
{
	if (path[0] == '-' && path[1] == '\0')
		return page_write(tables, stdout);
	return page_write_file(tables, path);
}

int cmd_report(int argc, char **argv)
{
	struct settings settings = {.output = RUN_REPORT};
	struct runs_report report;
	bool good;
	int option;

	while ((option = getopt_long(argc, argv, "ho:", options, NULL)) != -1)
		report_parse_option(&settings, option, optarg);
	if (optind == argc) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	if (!runs_report_open(&report, argv + optind, argc - optind, settings.force))
		return EXIT_USAGE;
	good = report_write_page(&report.tables, settings.output) &&
	       (settings.csv == NULL || csv_write_files(&report.tables, settings.csv));
	runs_report_close(&report);
	return good ? EXIT_GOOD : EXIT_USAGE;
}
