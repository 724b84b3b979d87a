/* SPDX-License-Identifier: MIT */
/* `bareline report`: writes an HTML report. */
#include <stdio.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/common_options.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"
#include "tools/topic/runs/runs.h"
#include "tools/view/data.h"
#include "tools/view/page.h"

struct settings {
	const char *output;
	const char *csv;
	bool no_charts;
	bool force;
};

static const struct option_spec options[] = {
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = offsetof(struct settings, output),
	 .help = "write to FILE; - for standard output (report.html; with --csv no page)"},
	{.name = "csv", .kind = OPTION_TEXT, .argument = "DIRECTORY", .writes = true,
	 .offset = offsetof(struct settings, csv),
	 .help = "write each table to a CSV file in DIRECTORY; a page only with -o"},
	{.name = "no-charts", .kind = OPTION_FLAG,
	 .offset = offsetof(struct settings, no_charts),
	 .help = "write tables only"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = force_options, .offset = offsetof(struct settings, force)},
	{0},
};

static int report_run(int argc, char **argv)
{
	struct settings settings = {0};
	int count = arguments_parse(&report_command, &settings, argc, argv);
	struct runs_report report;
	bool good;

	if (settings.output == NULL && settings.csv == NULL)
		settings.output = RUN_REPORT;
	if (!runs_report_open(&report, argv + 1, count, settings.force))
		return EXIT_USAGE;
	good = (settings.output == NULL ||
		page_write_file(&report.tables, settings.output, !settings.no_charts)) &&
	       (settings.csv == NULL || csv_write_files(&report.tables, settings.csv));
	if (good && settings.output != NULL && !file_is_standard(settings.output))
		fprintf(stderr, "Report: %s\n", settings.output);
	if (good && settings.csv != NULL)
		fprintf(stderr, "Tables: %s\n", settings.csv);
	runs_report_close(&report);
	return good ? EXIT_GOOD : EXIT_MACHINE;
}

const struct command report_command = {
	.name = "bareline report",
	.summary = "write an HTML report",
	.usage = "[OPTION]... RESULT...",
	.about = "Write one HTML file with the metrics of a run, as charts and as tables. It "
		 "loads nothing from the network and can be read without scripts. RESULT is a log, "
		 "a results.json or a run's directory. For runs of bare metal and of Linux on one "
		 "machine the report also shows the overhead of Linux. Other runs, up to eight of "
		 "any machines, kernels and builds, are shown side by side, with their curves in "
		 "one chart.",
	.groups = groups,
	.exit_status = "0 success\n"
		       "2 not comparable, wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = report_run,
};
