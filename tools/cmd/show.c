/* SPDX-License-Identifier: MIT */
/* `bareline show`: prints the tables of a run. */
#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/common_options.h"
#include "tools/cmd/table_output.h"
#include "tools/compare/same_machine.h"
#include "tools/compare/unstable_timing.h"
#include "tools/record/catalogue.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"
#include "tools/topic/boots.h"
#include "tools/topic/topic.h"
#include "tools/view/output.h"
#include "tools/view/overview.h"

struct settings {
	struct patterns benches;
	const char *section;            /* the only one to print; NULL: all */
	struct table_output output;
	bool strict;
	bool is_runs;                   /* several runs together */
	bool force;
};

static const struct option_spec all_options[] = {
	{.name = "all", .kind = OPTION_FLAG,
	 .help = "print all tables, with all rows and columns"},
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

/* Whether a table of the section has rows. */
static bool show_has_section(const struct tables *tables, const char *section)
{
	for (size_t i = 0; i < tables->count; i++) {
		if (strcmp(tables->items[i]->section, section) == 0 &&
		    tables->items[i]->row_count > 0)
			return true;
	}
	return false;
}

/* Write the tables. Without --all, writes an overview of a whole run, or only the tables of the
 * selected benchmarks. */
static bool show_write(const struct settings *settings, const struct tables *tables)
{
	const struct text text = text_on_stdout(settings->output.all);

	if (!table_output_write_data(&settings->output, tables))
		return false;
	if (!table_output_has_text(&settings->output))
		return file_finish(stdout, NULL);
	if (settings->section != NULL ||
	    (settings->benches.count > 0 && !settings->output.all))
		overview_write_part(&text, tables, settings->section);
	else if (settings->output.all)
		text_write(&text, tables);
	else
		overview_write(&text, tables);
	return file_finish(stdout, NULL);
}

/* Whether the run has a result or a skip for each pattern, or none at all. If not, names the first
 * pattern. */
static bool show_check_measured(const struct patterns *benches, const struct result *result,
				const char *path)
{
	const struct record_list *skips = &result->records[WIRE_skip];

	for (size_t i = 0; i < benches->count; i++) {
		const char *pattern = benches->items[i];
		bool found = result->bench_count + skips->count == 0;

		for (size_t j = 0; j < result->bench_count && !found; j++)
			found = text_glob(pattern, result->benches[j].info->name);
		for (size_t j = 0; j < skips->count && !found; j++)
			found = text_glob(pattern, skips->items[j].skip.bench);
		if (!found) {
			warnx("%s: this run did not measure %s; add it to `bareline run`", path,
			      pattern);
			return false;
		}
	}
	return true;
}

static int show(const struct settings *settings, const char *path)
{
	struct result *result = load_run(path);
	struct analysis *analysis;
	bool good, is_written, has_section;
	struct tables tables;
	struct topic topic;

	if (result == NULL)
		return EXIT_USAGE;
	if (!output_check_patterns(&settings->benches, result) ||
	    !show_check_measured(&settings->benches, result, path)) {
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
	has_section = settings->section == NULL || show_has_section(&tables, settings->section);
	is_written = !has_section || show_write(settings, &tables);
	tables_free(&tables);
	good = analysis_is_good(analysis);
	analysis_free(analysis);
	result_free(result);
	if (!has_section)
		warnx("%s: the run has nothing under \"%s\"", path, settings->section);
	if (!is_written)
		return EXIT_MACHINE;
	if (!has_section)
		return EXIT_USAGE;
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

/* Take a word: a benchmark, a pattern, the word of a section, or a family without a section. */
static void show_take_word(struct settings *settings, const char *word)
{
	const char *section = topic_section(word);
	const char *pattern = word;

	if (section != NULL && settings->section != NULL)
		errx(EXIT_USAGE, "%s: more than one family; give patterns such as 'entry.*'", word);
	if (section != NULL) {
		settings->section = section;
		return;
	}
	if (catalogue_is_family(word))
		pattern = xasprintf("%s.*", word);      /* until the program ends */
	if (!patterns_add(&settings->benches, pattern))
		errx(EXIT_USAGE, "%s: more than %d benchmarks", word, PATTERNS_MAX);
}

/* A path, families and benchmarks. Without a path, the newest run. */
static const char *show_operands(struct settings *settings, char **operands)
{
	const char *path = NULL;

	if (*operands == NULL && access(RUNS_DEFAULT, F_OK) != 0)
		errx(EXIT_USAGE, "no run in " RUNS_DEFAULT "/: `bareline run` makes one; or give a "
		     "path");
	for (size_t i = 0; operands[i] != NULL; i++) {
		const char *word = operands[i];
		bool is_path = file_is_standard(word) || access(word, F_OK) == 0;
		bool is_name = topic_section(word) != NULL || catalogue_is_family(word) ||
			       catalogue_has(word);

		if (is_path && path != NULL)
			errx(EXIT_USAGE, "more than one run; use --runs to show them together");
		if (is_path || (!is_name && i == 0))
			path = word;
		else
			show_take_word(settings, word);
	}
	return path != NULL ? path : RUNS_DEFAULT;
}

static int show_run(int argc, char **argv)
{
	struct settings settings = {0};
	int count = arguments_parse(&show_command, &settings, argc, argv);

	if (settings.is_runs && count == 0)
		errx(EXIT_USAGE, "--runs: needs runs; give their paths");
	return settings.is_runs ? show_runs(&settings, argv + 1)
				: show(&settings, show_operands(&settings, argv + 1));
}

const struct command show_command = {
	.name = "bareline show",
	.summary = "print the tables of a run",
	.heading = "Read results",
	.usage = "[OPTION]... [PATH] [FAMILY] [BENCHMARK]...\n[OPTION]... --runs PATH...",
	.about = "Print an overview of a log (- for standard input), a results.json or a run's "
		 "directory; of a directory of runs (" RUNS_DEFAULT "), of the newest. With "
		 "FAMILY, print the tables of one section; the overview has a line for each. "
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
