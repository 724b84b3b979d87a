/* SPDX-License-Identifier: MIT */
/* `bareline history`: shows metrics over many runs and where they changed. */
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/common_options.h"
#include "tools/view/output.h"
#include "tools/topic/history.h"
#include "tools/view/page.h"

struct settings {
	struct patterns benches;
	bool all;
	bool force;
	const char *json, *html;
};

static const struct option_spec json_options[] = {
	{.name = "json", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .help = "also write the history as JSON; - prints JSON only"},
	{0},
};

static const struct option_spec html_options[] = {
	{.name = "html",
	 .kind = OPTION_TEXT,
	 .argument = "FILE", .writes = true,
	 .help = "write a page with a small chart of each metric; - for standard output instead "
		 "of the table"},
	{0},
};

static const struct option_group groups[] = {
	{.options = bench_options, .offset = offsetof(struct settings, benches)},
	{.options = changed_options, .offset = offsetof(struct settings, all)},
	{.options = force_options, .offset = offsetof(struct settings, force)},
	{.options = html_options, .offset = offsetof(struct settings, html)},
	{.options = json_options, .offset = offsetof(struct settings, json)},
	{0},
};

static bool history_write_page(const struct history *history, const char *path)
{
	struct tables tables;
	bool written;

	tables_init(&tables, "");
	topic_history_changed(&tables, history);
	topic_history(&tables, history);
	written = page_write_file(&tables, path, true);
	tables_free(&tables);
	return written;
}

static bool history_write_tables(const struct history *history, const char *json, bool all)
{
	const char *const paths[OUTPUT_FORMATS] = {[OUTPUT_JSON] = json};
	struct tables tables;
	bool written;

	tables_init(&tables, "");
	topic_history(&tables, history);
	written = output_files_and_text(&tables, paths, all);
	tables_free(&tables);
	return written;
}

static int history_show(const struct settings *settings, struct comparison *comparison,
			const struct reasons *refused, const struct reasons *left_out)
{
	struct history history;
	bool written;

	compare_make(comparison, &settings->benches);
	if (!output_check_metrics(&settings->benches, comparison->metric_count))
		return EXIT_USAGE;
	history_make(comparison, refused, &history);
	history.left_out = left_out;
	written = settings->html == NULL || history_write_page(&history, settings->html);
	/* A page on standard output replaces the table. */
	if (settings->html == NULL || !file_is_standard(settings->html) || settings->json != NULL)
		written &= history_write_tables(&history, settings->json, settings->all);
	history_free(&history);
	return written ? EXIT_GOOD : EXIT_MACHINE;
}

static int history_run(int argc, char **argv)
{
	struct settings settings = {0};
	struct comparison comparison = {.kind = COMPARE_HISTORY};
	struct reasons refused = {0}, left_out = {0};
	int status = EXIT_USAGE;

	arguments_parse(&history_command, &settings, argc, argv);
	if (!compared_runs_add_deep(&comparison.sides[BASE], argv + 1))
		return EXIT_USAGE;
	if (!settings.force)
		history_exclude_others(&comparison, &left_out);
	same_machine_refuse(&comparison, &refused);
	if (refused.count > 0 && !settings.force)
		reasons_print_refused(&refused, "runs not comparable");
	else
		status = history_show(&settings, &comparison, &refused, &left_out);
	reasons_free(&left_out);
	reasons_free(&refused);
	compare_free(&comparison);
	return status;
}

const struct command history_command = {
	.name = "bareline history",
	.summary = "show metrics over many runs and where they changed",
	.usage = "[OPTION]... PATH...",
	.about = "Show the metrics of one machine over many runs, and where they changed. PATH is "
		 "a run, a directory of runs, or a directory of such directories. Runs are taken "
		 "in the order given; those of a directory are sorted by their time, or by name if "
		 "a time is unknown. Runs whose machine, host or time base differs from the last "
		 "run's are skipped and counted. Updates of the machine's firmware, microcode and "
		 "memory are named. The boots of one group of layouts count as one run.",
	.groups = groups,
	.exit_status = "0 success\n"
		       "2 not comparable, wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = history_run,
};
