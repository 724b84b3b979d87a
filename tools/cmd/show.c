/* SPDX-License-Identifier: MIT */
/* `bareline show`: the table of a run that has been made. */
#include <err.h>
#include <stdlib.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/common_options.h"
#include "tools/results/load.h"
#include "tools/topic/topic.h"
#include "tools/view/text.h"

struct settings {
	struct patterns benches;
	bool all, strict;
};

static const struct option_spec all_options[] = {
	{.name = "all", .kind = OPTION_FLAG, .help = "every row and cold samples, not a selection"},
	{0},
};

static const struct option_group groups[] = {
	{.options = all_options, .offset = offsetof(struct settings, all)},
	{.options = bench_options, .offset = offsetof(struct settings, benches)},
	{.options = strict_options, .offset = offsetof(struct settings, strict)},
	{0},
};

static void show_write(const struct settings *settings, const struct analysis *analysis)
{
	const struct text text = text_on_stdout(settings->all);
	struct tables tables;
	struct topic topic = {
		.tables = &tables, .analysis = analysis, .benches = &settings->benches,
	};

	tables_init(&tables, "Bareline results");
	topic_run(&topic);
	text_write(&text, &tables);
	tables_free(&tables);
}

static int show(const struct settings *settings, const char *path)
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
	show_write(settings, analysis);
	good = analysis->valid && result_is_complete(result);
	analysis_free(analysis);
	result_free(result);
	return settings->strict && !good ? EXIT_FAILED : EXIT_GOOD;
}

static int show_run(int argc, char **argv)
{
	struct settings settings = {0};

	arguments_parse(&show_command, &settings, argc, argv);
	return show(&settings, argv[1]);
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
