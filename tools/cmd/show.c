/* `bareline show`: the table of a run that has been made. */
#include <err.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/common_options.h"
#include "tools/results/load.h"
#include "tools/topic/report.h"

struct settings {
	struct report report;
	bool strict;
};

static const struct option_spec all_options[] = {
	{.name = "all", .kind = OPTION_FLAG, .help = "every row and cold samples, not a selection"},
	{0},
};

static const struct option_group groups[] = {
	{.options = all_options, .offset = offsetof(struct settings, report.all)},
	{.options = bench_options, .offset = offsetof(struct settings, report.benches)},
	{.options = strict_options, .offset = offsetof(struct settings, strict)},
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

static int show_run(int argc, char **argv)
{
	struct settings settings = {
		.report = {.out = stdout, .colour = isatty(STDOUT_FILENO) != 0},
	};

	arguments_parse(&show_command, &settings, argc, argv);
	return show(argv[1], &settings.report, settings.strict);
}

const struct command show_command = {
	.name = "bareline show",
	.summary = "the table of a log, a results.json or a run's directory",
	.usage = "[OPTION]... PATH",
	.about = "Print the table of a log (- for standard input), a results.json or a run's "
		 "directory.",
	.groups = groups,
	.exit_status = "0 shown\n"
		       "1 with --strict, an invalid or incomplete run\n"
		       "2 wrong arguments or unreadable input",
	.operands_min = 1,
	.operands_max = 1,
	.run = show_run,
};
