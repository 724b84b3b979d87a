/* `bareline show`: the table of a run that has been made. */
#include <err.h>
#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/cmd/commands.h"
#include "tools/results/load.h"
#include "tools/topic/topic.h"
#include "tools/view/text.h"

static const char help[] =
	"Usage: bareline show [OPTION]... PATH\n"
	"Print the table of a log (- for standard input), a results.json or a run's directory.\n\n"
	"  --all           every row and cold samples, not a selection\n"
	"  --bench GLOB    only benchmarks that match; may be repeated\n"
	"  --strict        exit with status 1 if the run is invalid or incomplete\n";

#define PATTERNS_MAX 32

enum {OPT_HELP = 256, OPT_ALL, OPT_BENCH, OPT_STRICT};

static const struct option options[] = {
	{"help", no_argument, NULL, OPT_HELP},
	{"all", no_argument, NULL, OPT_ALL},
	{"bench", required_argument, NULL, OPT_BENCH},
	{"strict", no_argument, NULL, OPT_STRICT},
	{0},
};

struct show {
	const char *patterns[PATTERNS_MAX];
	size_t pattern_count;
	bool all, strict;
};

static void show_write(const struct show *show, const struct analysis *analysis)
{
	const struct text text = {
		.out = stdout,
		.all = show->all,
		.colour = isatty(STDOUT_FILENO) != 0,
	};
	struct tables tables;
	struct topic topic = {
		.tables = &tables,
		.analysis = analysis,
		.patterns = show->patterns,
		.pattern_count = show->pattern_count,
	};

	tables_init(&tables, "Bareline results");
	topic_run(&topic);
	text_write(&text, &tables);
	tables_free(&tables);
}

static int show(const char *path, const struct show *show)
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
	show_write(show, analysis);
	good = analysis->valid && result_is_complete(result);
	analysis_free(analysis);
	result_free(result);
	return show->strict && !good ? EXIT_FAILED : EXIT_GOOD;
}

static void show_add_pattern(struct show *show, const char *pattern)
{
	if (show->pattern_count == PATTERNS_MAX)
		errx(EXIT_USAGE, "more than %d --bench", PATTERNS_MAX);
	show->patterns[show->pattern_count++] = pattern;
}

int cmd_show(int argc, char **argv)
{
	struct show settings = {0};
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case 'h':
		case OPT_HELP:
			fputs(help, stdout);
			return EXIT_GOOD;
		case OPT_ALL:
			settings.all = true;
			break;
		case OPT_BENCH:
			show_add_pattern(&settings, optarg);
			break;
		case OPT_STRICT:
			settings.strict = true;
			break;
		default:
			return EXIT_USAGE;
		}
	}
	if (argc - optind != 1) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	return show(argv[optind], &settings);
}
