/* `bareline overhead`: what Linux adds to the bare machine's figures. */
#include <err.h>
#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/text/string.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/output.h"
#include "tools/cmd/side_paths.h"
#include "tools/run/overhead_qemu.h"
#include "tools/topic/overhead.h"
#include "tools/topic/report.h"
#include "tools/view/data.h"
#include "tools/view/text.h"

#define BOOTS_MAX 1000

static const char help[] =
	"Usage: bareline overhead [OPTION]... METAL LINUX\n"
	"       bareline overhead [OPTION]... --metal PATH... --linux PATH...\n"
	"       bareline overhead [OPTION]... --qemu [-- RUN-OPTION...]\n"
	"Set Linux's figures against those of the bare metal of the same machine. A PATH is a\n"
	"log, a results.json, a run's directory, or a directory of such: repeated boots or\n"
	"runs.\n\n"
	"  --metal, --linux     which side the paths that follow belong to\n"
	"  --qemu               boot both in QEMU first, on the same machine; RUN-OPTIONs are\n"
	"                       those of `bareline run`, and tell what machine\n"
	"  --deterministic      with --qemu: count instructions instead of time\n"
	"  --boots N            with --qemu: boots of each (3; 2 when deterministic)\n"
	"  --keep DIRECTORY     with --qemu: where to keep the runs (results/ and the time)\n"
	"  --bench GLOB         only benchmarks that match; may be repeated\n"
	"  --all                every row\n"
	"  --force              compare even if it was not the same machine, and say so\n"
	"  -o, --output FILE    write the comparison as JSON too\n\n"
	"Exit status: 0 compared, 1 a run failed or exact figures differ between repeated runs,\n"
	"2 refused, wrong arguments or unreadable input.\n";

enum {
	OPT_METAL = 256, OPT_LINUX, OPT_QEMU, OPT_DETERMINISTIC, OPT_BOOTS, OPT_KEEP, OPT_BENCH,
	OPT_ALL, OPT_FORCE,
};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"metal", no_argument, NULL, OPT_METAL},
	{"linux", no_argument, NULL, OPT_LINUX},
	{"qemu", no_argument, NULL, OPT_QEMU},
	{"deterministic", no_argument, NULL, OPT_DETERMINISTIC},
	{"boots", required_argument, NULL, OPT_BOOTS},
	{"keep", required_argument, NULL, OPT_KEEP},
	{"bench", required_argument, NULL, OPT_BENCH},
	{"all", no_argument, NULL, OPT_ALL},
	{"force", no_argument, NULL, OPT_FORCE},
	{"output", required_argument, NULL, 'o'},
	{0},
};

/* What getopt returns for an argument that is no option, when it is told to keep their order. */
#define PLAIN_ARGUMENT 1

struct settings {
	struct report report;
	struct comparison comparison;
	struct side_paths paths;
	bool is_qemu;
	struct overhead_boots boots;
	bool force;
	const char *output;
};

static void parse_boots(struct overhead_boots *boots, const char *text)
{
	if (!text_number(text, &boots->boots) || boots->boots < 1 || boots->boots > BOOTS_MAX)
		errx(EXIT_USAGE, "--boots %s: not a number from 1 to %d", text, BOOTS_MAX);
}

static void parse_boot_option(struct settings *settings, int option, const char *value)
{
	switch (option) {
	case OPT_QEMU:
		settings->is_qemu = true;
		break;
	case OPT_DETERMINISTIC:
		settings->boots.deterministic = true;
		break;
	case OPT_BOOTS:
		parse_boots(&settings->boots, value);
		break;
	case OPT_KEEP:
		settings->boots.directory = value;
		break;
	default:
		exit(EXIT_USAGE);
	}
}

static void overhead_parse_option(struct settings *settings, int option, const char *value)
{
	switch (option) {
	case 'h':
		fputs(help, stdout);
		exit(EXIT_GOOD);
	case PLAIN_ARGUMENT:
		side_paths_parse(&settings->paths, &settings->comparison, value);
		break;
	case OPT_METAL:
		side_paths_name(&settings->paths, METAL);
		break;
	case OPT_LINUX:
		side_paths_name(&settings->paths, LINUX);
		break;
	case OPT_BENCH:
		report_add_pattern(&settings->report, value);
		break;
	case OPT_ALL:
		settings->report.all = true;
		break;
	case OPT_FORCE:
		settings->force = true;
		break;
	case 'o':
		settings->output = value;
		break;
	default:
		parse_boot_option(settings, option, value);
		break;
	}
}

static void check_paths(const struct settings *settings)
{
	const struct compared_runs *sides = settings->comparison.sides;

	if (settings->boots.deterministic || settings->boots.boots != 0 ||
	    settings->boots.directory != NULL)
		errx(EXIT_USAGE, "--deterministic, --boots and --keep are for --qemu");
	if (sides[METAL].count == 0 || sides[LINUX].count == 0)
		errx(EXIT_USAGE, "no run of %s: give a path for each side (--help)",
		     sides[METAL].count == 0 ? "the metal" : "Linux");
}

static void overhead_parse_options(struct settings *settings, int argc, char **argv)
{
	const struct compared_runs *sides = settings->comparison.sides;
	int option;

	while ((option = getopt_long(argc, argv, "-ho:", options, NULL)) != -1)
		overhead_parse_option(settings, option, optarg);
	if (settings->is_qemu && sides[METAL].count + sides[LINUX].count > 0)
		errx(EXIT_USAGE, "--qemu makes the runs, so it takes no paths");
	settings->boots.run_options = argv + optind;
	settings->boots.patterns = settings->report.patterns;
	settings->boots.pattern_count = settings->report.pattern_count;
	for (; !settings->is_qemu && optind < argc; optind++)
		side_paths_parse(&settings->paths, &settings->comparison, argv[optind]);
	if (!settings->is_qemu)
		check_paths(settings);
}

/* ---- The comparison ---- */

static bool repeats(const struct comparison *comparison)
{
	return !compare_is_exact(comparison) ||
		(compare_count_differing(comparison, METAL) == 0 &&
		 compare_count_differing(comparison, LINUX) == 0);
}

static bool overhead_write(const struct settings *settings, const struct overhead_report *overhead)
{
	const struct text text = {stdout, settings->report.all, settings->report.colour};
	struct tables tables;
	bool written;

	tables_init(&tables, "");
	topic_overhead(&tables, overhead);
	written = output_write(&tables, json_write, settings->output);
	if (!output_is_standard(settings->output))
		text_write(&text, &tables);
	tables_free(&tables);
	return written;
}

static int overhead_show(struct settings *settings, const struct overhead_report *overhead)
{
	compare_make(&settings->comparison, settings->report.patterns,
		     settings->report.pattern_count);
	if (!report_found(&settings->report, settings->comparison.metric_count))
		return EXIT_USAGE;
	if (!overhead_write(settings, overhead))
		return EXIT_USAGE;
	return repeats(&settings->comparison) ? EXIT_GOOD : EXIT_FAILED;
}

static int overhead_compare(struct settings *settings)
{
	struct reasons refused = {0}, notes = {0};
	const struct overhead_report overhead = {&settings->comparison, &refused, &notes};
	int status = EXIT_USAGE;

	same_machine_refuse(&settings->comparison, &refused);
	same_machine_note(&settings->comparison, &notes);
	if (refused.count > 0 && !settings->force)
		reasons_say_refused(&refused, "the two sides can't be compared");
	else
		status = overhead_show(settings, &overhead);
	reasons_free(&notes);
	reasons_free(&refused);
	return status;
}

int cmd_overhead(int argc, char **argv)
{
	struct settings settings = {
		.report = {.out = stdout, .colour = isatty(STDOUT_FILENO) != 0},
		.comparison = {.kind = COMPARE_OVERHEAD},
		.paths = {.option_names = "--metal and --linux"},
	};
	int status = EXIT_GOOD;

	overhead_parse_options(&settings, argc, argv);
	if (settings.is_qemu)
		status = overhead_boot(&settings.boots, &settings.comparison);
	if (status == EXIT_GOOD)
		status = overhead_compare(&settings);
	compare_free(&settings.comparison);
	return status;
}
