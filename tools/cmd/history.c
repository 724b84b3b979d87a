/* `bareline history`: when figures changed. */
#include <err.h>
#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/cmd/commands.h"
#include "tools/cmd/output.h"
#include "tools/topic/history.h"
#include "tools/topic/report.h"
#include "tools/view/data.h"
#include "tools/view/text.h"

static const char help[] =
	"Usage: bareline history [OPTION]... PATH...\n"
	"Show the figures of one machine over many runs, and where they stepped. A PATH is a run\n"
	"or a directory of runs' directories. Runs come in the order given, those of a directory\n"
	"by name: `bareline run` names them after the time.\n\n"
	"  --bench GLOB   only benchmarks that match; may be repeated\n"
	"  --all          every figure, not only what changed\n"
	"  --force        go on even if it was not one machine, and say so\n"
	"  --json FILE    write the history there too, - for standard output instead of the\n"
	"                 table\n";

enum {OPT_BENCH = 256, OPT_ALL, OPT_FORCE, OPT_JSON};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"bench", required_argument, NULL, OPT_BENCH},
	{"all", no_argument, NULL, OPT_ALL},
	{"force", no_argument, NULL, OPT_FORCE},
	{"json", required_argument, NULL, OPT_JSON},
	{0},
};

struct settings {
	struct report report;
	bool force;
	const char *json;
};

static bool history_write(const struct settings *settings, const struct history *history)
{
	const struct text text = {stdout, settings->report.all, settings->report.colour};
	struct tables tables;
	bool written;

	tables_init(&tables, "");
	topic_history(&tables, history);
	written = output_write(&tables, json_write, settings->json);
	if (!output_is_standard(settings->json))
		text_write(&text, &tables);
	tables_free(&tables);
	return written;
}

static int history_show(const struct settings *settings, struct comparison *comparison,
			const struct reasons *refused)
{
	struct history history;
	bool written;

	compare_make(comparison, settings->report.patterns, settings->report.pattern_count);
	if (!report_found(&settings->report, comparison->metric_count))
		return EXIT_USAGE;
	history_make(comparison, refused, &history);
	written = history_write(settings, &history);
	history_free(&history);
	return written ? EXIT_GOOD : EXIT_USAGE;
}

static void history_parse_option(struct settings *settings, int option)
{
	switch (option) {
	case 'h':
		fputs(help, stdout);
		exit(EXIT_GOOD);
	case OPT_BENCH:
		report_add_pattern(&settings->report, optarg);
		break;
	case OPT_ALL:
		settings->report.all = true;
		break;
	case OPT_FORCE:
		settings->force = true;
		break;
	case OPT_JSON:
		settings->json = optarg;
		break;
	default:
		exit(EXIT_USAGE);
	}
}

int cmd_history(int argc, char **argv)
{
	struct settings settings = {
		.report = {.out = stdout, .colour = isatty(STDOUT_FILENO) != 0},
	};
	struct comparison comparison = {.kind = COMPARE_HISTORY};
	struct reasons refused = {0};
	int option, status = EXIT_USAGE;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1)
		history_parse_option(&settings, option);
	if (optind == argc) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	for (; optind < argc; optind++) {
		if (!compare_add(&comparison, BASE, argv[optind]))
			return EXIT_USAGE;
	}
	same_machine_refuse(&comparison, &refused);
	if (refused.count > 0 && !settings.force)
		reasons_say_refused(&refused, "these runs can't be one history");
	else
		status = history_show(&settings, &comparison, &refused);
	reasons_free(&refused);
	compare_free(&comparison);
	return status;
}
