/* SPDX-License-Identifier: MIT */
/* `bareline show`: prints the tables of a run. */
#include <err.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/common_options.h"
#include "tools/view/output.h"
#include "tools/cmd/table_output.h"
#include "tools/compare/same_machine.h"
#include "tools/compare/unstable_timing.h"
#include "tools/record/catalogue.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"
#include "tools/topic/boots.h"
#include "tools/topic/topic.h"

struct settings {
	struct patterns benches;
	struct table_output output;
	bool strict;
	bool is_runs;                   /* several runs together */
	bool force;
};

static const struct option_spec all_options[] = {
	{.name = "all", .kind = OPTION_FLAG,
	 .help = "print all rows, with cold samples"},
	{0},
};

static const struct option_spec runs_options[] = {
	{.name = "runs",
	 .kind = OPTION_FLAG,
	 .help = "read the paths as repeated runs; print each metric's median over all, with its "
		 "interval between boots"},
	{0},
};

static const struct option_group groups[] = {
	{.options = runs_options, .offset = offsetof(struct settings, is_runs)},
	{.options = force_options, .offset = offsetof(struct settings, force)},
	{.options = all_options, .offset = offsetof(struct settings, output.all)},
	{.options = bench_options, .offset = offsetof(struct settings, benches)},
	{.options = table_options, .offset = offsetof(struct settings, output)},
	{.options = strict_options, .offset = offsetof(struct settings, strict)},
	{0},
};

static int show(const struct settings *settings, const char *path)
{
	struct result *result = load_run(path);
	struct analysis *analysis;
	bool good, is_written;
	struct tables tables;
	struct topic topic;

	if (result == NULL)
		return EXIT_USAGE;
	if (!output_check_patterns(&settings->benches, result)) {
		result_free(result);
		return EXIT_USAGE;
	}
	analysis = analysis_new(result);
	topic = (struct topic){
		.tables = &tables,
		.analysis = analysis,
		.benches = &settings->benches,
	};
	tables_init(&tables, "Bareline results");
	topic_run(&topic);
	is_written = table_output_write(&settings->output, &tables);
	tables_free(&tables);
	good = analysis_is_good(analysis);
	analysis_free(analysis);
	result_free(result);
	if (!is_written)
		return EXIT_MACHINE;
	return settings->strict && !good ? EXIT_FAILED : EXIT_GOOD;
}

static bool show_runs_are_good(const struct compared_runs *runs)
{
	for (size_t i = 0; i < runs->count; i++) {
		if (!analysis_is_good(runs->items[i].analysis))
			return false;
	}
	return true;
}

static int show_boots(const struct settings *settings, struct comparison *comparison)
{
	struct reasons refused = {0};
	struct tables tables;
	int status = EXIT_USAGE;

	unstable_timing_exclude(comparison);
	same_machine_refuse(comparison, &refused);
	if (refused.count > 0 && !settings->force) {
		reasons_print_refused(&refused, "these runs are not several boots of one system");
		reasons_free(&refused);
		return status;
	}
	compare_make(comparison, &settings->benches);
	if (output_check_metrics(&settings->benches, comparison->metric_count)) {
		tables_init(&tables, "Bareline results, over repeated runs");
		topic_boots(&tables, comparison, &refused);
		status = table_output_write(&settings->output, &tables) ? EXIT_GOOD : EXIT_MACHINE;
		tables_free(&tables);
	}
	reasons_free(&refused);
	if (status == EXIT_GOOD && settings->strict &&
	    !show_runs_are_good(&comparison->sides[BASE]))
		status = EXIT_FAILED;
	return status;
}

static int show_runs(const struct settings *settings, char **paths)
{
	struct comparison comparison = {.kind = COMPARE_BOOTS};
	int status = EXIT_USAGE;

	if (compared_runs_add_all(&comparison.sides[BASE], paths))
		status = show_boots(settings, &comparison);
	compare_free(&comparison);
	return status;
}

/* A path, and then benchmarks. A benchmark alone is one of the newest run. */
static const char *show_operands(struct settings *settings, char **operands)
{
	const char *path = RUNS_DEFAULT;

	if (*operands == NULL && access(RUNS_DEFAULT, F_OK) != 0)
		errx(EXIT_USAGE, "no run in " RUNS_DEFAULT "/: `bareline run` makes one; or give a "
		     "path");
	if (*operands != NULL && (file_is_standard(*operands) || access(*operands, F_OK) == 0 ||
				  !catalogue_has(*operands)))
		path = *operands++;
	for (; *operands != NULL; operands++) {
		if (access(*operands, F_OK) == 0)
			errx(EXIT_USAGE, "more than one run; use --runs to show them together");
		if (!patterns_add(&settings->benches, *operands))
			errx(EXIT_USAGE, "%s: more than %d benchmarks", *operands, PATTERNS_MAX);
	}
	return path;
}

static int show_run(int argc, char **argv)
{
	struct settings settings = {0};
	int count = arguments_parse(&show_command, &settings, argc, argv);

	if (settings.is_runs && count == 0)
		errx(EXIT_USAGE, "--runs: no path");
	return settings.is_runs ? show_runs(&settings, argv + 1)
				: show(&settings, show_operands(&settings, argv + 1));
}

const struct command show_command = {
	.name = "bareline show",
	.summary = "print the tables of a run",
	.heading = "Read results",
	.usage = "[OPTION]... [PATH] [BENCHMARK]...\n[OPTION]... --runs PATH...",
	.about = "Print the tables of a log (- for standard input), a results.json or a run's "
		 "directory; of a directory of runs (" RUNS_DEFAULT "), those of the newest. "
		 "BENCHMARK is a name or pattern, as for --bench. Intervals describe the "
		 "samples of this boot, so they exclude variation between boots. With --runs they "
		 "include it.",
	.groups = groups,
	.exit_status = "0 success\n"
		       "1 with --strict, an invalid, incomplete or partly aborted run\n"
		       "2 wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.operands_max = OPERANDS_ANY,
	.run = show_run,
};
