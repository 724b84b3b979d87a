/* `bareline show`: the table of a run that has been made. */
#include <err.h>
#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/cmd/commands.h"
#include "tools/results/load.h"
#include "tools/topic/report.h"

static const char help[] =
	"Usage: bareline show [OPTION]... PATH\n"
	"Print the table of a log (- for standard input), a results.json or a run's directory.\n\n"
	"  --all           every row and cold samples, not a selection\n"
	"  --bench GLOB    only benchmarks that match; may be repeated\n"
	"  --strict        exit with status 1 if the run is invalid or incomplete\n";

enum {OPT_HELP = 256, OPT_ALL, OPT_BENCH, OPT_STRICT};

static const struct option options[] = {
	{"help", no_argument, NULL, OPT_HELP},
	{"all", no_argument, NULL, OPT_ALL},
	{"bench", required_argument, NULL, OPT_BENCH},
	{"strict", no_argument, NULL, OPT_STRICT},
	{0},
};

static int show(const char *path, struct report *report, bool strict)
{
	struct result *result = load_path(path);
	struct analysis *analysis;
	bool good;

	if (result == NULL)
		return EXIT_USAGE;
	if (result_is_empty(result)) {
		warnx("%s: there is no run in it, not one record", path);
		result_free(result);
		return EXIT_USAGE;
	}
	analysis = analysis_new(result);
	report->analysis = analysis;
	report_write(report);
	good = analysis->valid && result_is_complete(result);
	analysis_free(analysis);
	result_free(result);
	return strict && !good ? EXIT_FAILED : EXIT_GOOD;
}

int cmd_show(int argc, char **argv)
{
	struct report report = {.out = stdout, .colour = isatty(STDOUT_FILENO) != 0};
	bool strict = false;
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case 'h':
		case OPT_HELP:
			fputs(help, stdout);
			return EXIT_GOOD;
		case OPT_ALL:
			report.all = true;
			break;
		case OPT_BENCH:
			report_add_pattern(&report, optarg);
			break;
		case OPT_STRICT:
			strict = true;
			break;
		default:
			return EXIT_USAGE;
		}
	}
	if (argc - optind != 1) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	return show(argv[optind], &report, strict);
}
