/* `bareline compare`: what became better or worse. */
#include <err.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/cmd/commands.h"
#include "tools/cmd/output.h"
#include "tools/cmd/side_paths.h"
#include "tools/topic/change.h"
#include "tools/topic/report.h"
#include "tools/view/data.h"
#include "tools/view/text.h"

static const char help[] =
	"Usage: bareline compare [OPTION]... BASE NEW\n"
	"       bareline compare [OPTION]... --base PATH... --new PATH...\n"
	"Say what became better or worse. A PATH is a log, a results.json, a run's directory, or\n"
	"a directory of such: repeated boots or runs, without which no noise between boots\n"
	"shows.\n\n"
	"  --base, --new        which side the paths that follow belong to\n"
	"  --threshold PERCENT  smaller differences don't count (1; 0 for instructions)\n"
	"  --bench GLOB         only benchmarks that match; may be repeated\n"
	"  --all                every figure, not only what changed\n"
	"  --force              compare even if it was not the same machine, and say so\n"
	"  --markdown FILE      write the comparison there too, - for standard output instead of\n"
	"  --json FILE          the table\n"
	"  --junit FILE\n\n"
	"Exit status: 0 nothing is worse, 1 something is, 2 too few runs to tell (one run a side\n"
	"is, unless it counts instructions), refused, wrong arguments or unreadable input.\n";

enum {
	OPT_BASE = 256, OPT_NEW, OPT_THRESHOLD, OPT_BENCH, OPT_ALL, OPT_FORCE, OPT_MARKDOWN,
	OPT_JSON, OPT_JUNIT,
};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"base", no_argument, NULL, OPT_BASE},
	{"new", no_argument, NULL, OPT_NEW},
	{"threshold", required_argument, NULL, OPT_THRESHOLD},
	{"bench", required_argument, NULL, OPT_BENCH},
	{"all", no_argument, NULL, OPT_ALL},
	{"force", no_argument, NULL, OPT_FORCE},
	{"markdown", required_argument, NULL, OPT_MARKDOWN},
	{"json", required_argument, NULL, OPT_JSON},
	{"junit", required_argument, NULL, OPT_JUNIT},
	{0},
};

/* What getopt returns for an argument that is no option, when it is told to keep their order. */
#define PLAIN_ARGUMENT 1

enum format {FORMAT_MARKDOWN, FORMAT_JSON, FORMAT_JUNIT, FORMATS};

static bool (*const writers[FORMATS])(const struct tables *tables, FILE *file) = {
	[FORMAT_MARKDOWN] = markdown_write,
	[FORMAT_JSON] = json_write,
	[FORMAT_JUNIT] = junit_write,
};

struct settings {
	struct report report;
	struct comparison comparison;
	struct side_paths paths;
	double threshold_part;          /* below 0: not given */
	bool force;
	const char *outputs[FORMATS];
};

static double parse_threshold(const char *text)
{
	char *end;
	double percent = strtod(text, &end);

	if (end == text || *end != '\0' || !isfinite(percent) || percent < 0)
		errx(EXIT_USAGE, "--threshold %s: not a number of percent from 0 on", text);
	return percent / 100;
}

static void parse_plain_option(struct settings *settings, int option, const char *value)
{
	switch (option) {
	case 'h':
		fputs(help, stdout);
		exit(EXIT_GOOD);
	case PLAIN_ARGUMENT:
		side_paths_parse(&settings->paths, &settings->comparison, value);
		break;
	case OPT_BASE:
		side_paths_name(&settings->paths, BASE);
		break;
	case OPT_NEW:
		side_paths_name(&settings->paths, NEW);
		break;
	case OPT_ALL:
		settings->report.all = true;
		break;
	case OPT_FORCE:
		settings->force = true;
		break;
	default:
		exit(EXIT_USAGE);
	}
}

static void compare_parse_option(struct settings *settings, int option, const char *value)
{
	switch (option) {
	case OPT_THRESHOLD:
		settings->threshold_part = parse_threshold(value);
		break;
	case OPT_BENCH:
		report_add_pattern(&settings->report, value);
		break;
	case OPT_MARKDOWN:
		settings->outputs[FORMAT_MARKDOWN] = value;
		break;
	case OPT_JSON:
		settings->outputs[FORMAT_JSON] = value;
		break;
	case OPT_JUNIT:
		settings->outputs[FORMAT_JUNIT] = value;
		break;
	default:
		parse_plain_option(settings, option, value);
		break;
	}
}

static void compare_parse_options(struct settings *settings, int argc, char **argv)
{
	const struct compared_runs *sides = settings->comparison.sides;
	int option;

	while ((option = getopt_long(argc, argv, "-h", options, NULL)) != -1)
		compare_parse_option(settings, option, optarg);
	for (; optind < argc; optind++)
		side_paths_parse(&settings->paths, &settings->comparison, argv[optind]);
	if (sides[BASE].count == 0 || sides[NEW].count == 0)
		errx(EXIT_USAGE, "no run of %s: give a path for each side (--help)",
		     sides[BASE].count == 0 ? "the base" : "the new side");
}

/* ---- Output ---- */

static bool compare_write(const struct settings *settings, const struct change_report *change)
{
	const struct text text = {stdout, settings->report.all, settings->report.colour};
	bool written = true, wants_text = true;
	struct tables tables;

	tables_init(&tables, "");
	topic_change(&tables, change);
	for (enum format format = 0; format < FORMATS; format++) {
		wants_text &= !output_is_standard(settings->outputs[format]);
		written &= output_write(&tables, writers[format], settings->outputs[format]);
	}
	if (wants_text)
		text_write(&text, &tables);
	tables_free(&tables);
	return written;
}

/* ---- The comparison ---- */

static int compare_judge(struct settings *settings, struct change_report *change,
			 struct judging *judging)
{
	struct comparison *comparison = &settings->comparison;

	compare_make(comparison, settings->report.patterns, settings->report.pattern_count);
	if (!report_found(&settings->report, comparison->metric_count))
		return EXIT_USAGE;
	if (metrics_in_common(comparison->metrics, comparison->metric_count) == 0) {
		warnx("refused: the two sides have no figure in common");
		return EXIT_USAGE;
	}
	judge_comparison(comparison, judging);
	change->judging = judging;
	if (!compare_write(settings, change))
		return EXIT_USAGE;
	if (!judge_is_conclusive(comparison, judging))
		return EXIT_USAGE;
	return judging->changes[CHANGE_WORSE] > 0 ? EXIT_FAILED : EXIT_GOOD;
}

static double threshold_of(const struct settings *settings)
{
	if (settings->threshold_part >= 0)
		return settings->threshold_part;
	return compare_is_exact(&settings->comparison) ? 0 : JUDGE_THRESHOLD_PART;
}

static int compare(struct settings *settings)
{
	struct reasons refused = {0}, notes = {0};
	struct change_report change = {.comparison = &settings->comparison, .refused = &refused,
				       .notes = &notes};
	struct judging judging = {.threshold_part = threshold_of(settings)};
	int status = EXIT_USAGE;

	same_machine_refuse(&settings->comparison, &refused);
	same_machine_note(&settings->comparison, &notes);
	if (refused.count > 0 && !settings->force)
		reasons_say_refused(&refused, "the two sides can't be compared");
	else
		status = compare_judge(settings, &change, &judging);
	reasons_free(&notes);
	reasons_free(&refused);
	return status;
}

int cmd_compare(int argc, char **argv)
{
	struct settings settings = {
		.report = {.out = stdout, .colour = isatty(STDOUT_FILENO) != 0},
		.comparison = {.kind = COMPARE_CHANGE},
		.paths = {.option_names = "--base and --new"},
		.threshold_part = -1,
	};
	int status;

	compare_parse_options(&settings, argc, argv);
	status = compare(&settings);
	compare_free(&settings.comparison);
	return status;
}
