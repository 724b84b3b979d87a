/* SPDX-License-Identifier: MIT */
/* `bareline idle`: analyses idle loops, message logs and noise reports of a run. */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/ticks.h"
#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/directory.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/common_options.h"
#include "tools/cmd/idle_options.h"
#include "tools/cmd/idle_session.h"
#include "tools/view/output.h"
#include "tools/cmd/table_output.h"
#include "tools/results/load.h"
#include "tools/topic/idle/idle.h"
#include "tools/topic/topic.h"
#include "tools/view/chart.h"
#include "tools/view/png.h"

struct settings {
	struct idle_settings idle;
	struct patterns benches;
	struct option_time min_gap, limit;
	struct table_output output;
	const char *plot, *screens;
	struct idle_session session;
	char **paths;                   /* before "--" */
	size_t path_count;
};


/* ---- Arguments ---- */

static bool idle_add_path(void *to, const char *value, struct option_problem *problem)
{
	struct settings *settings = to;

	(void)problem;
	settings->paths = xreallocarray(settings->paths, settings->path_count + 2,
					sizeof(*settings->paths));
	settings->paths[settings->path_count++] = (char *)value;
	settings->paths[settings->path_count] = NULL;
	return true;
}

static const struct option_spec options[] = {
	{.name = "all", .kind = OPTION_FLAG, .offset = offsetof(struct settings, output.all),
	 .help = "print all gaps, not only the longest"},
	{.name = "min-gap", .kind = OPTION_TIME, .argument = "TIME", .most = ~0ul,
	 .offset = offsetof(struct settings, min_gap),
	 .help = "ignore gaps up to TIME (derived from the trace)"},
	{.name = "limit", .kind = OPTION_TIME, .argument = "TIME", .most = ~0ul,
	 .offset = offsetof(struct settings, limit),
	 .help = "fail a noise report with a gap longer than TIME (the target's limit)"},
	{0},
};

static const struct option_spec plot_options[] = {
	{.name = "plot", .kind = OPTION_TEXT, .argument = "DIRECTORY", .writes = true,
	 .offset = offsetof(struct settings, plot),
	 .help = "write charts to DIRECTORY as SVG"},
	{.name = "screens", .kind = OPTION_TEXT, .argument = "DIRECTORY", .writes = true,
	 .offset = offsetof(struct settings, screens),
	 .help = "write the final screens of editors to DIRECTORY as PNG, by log number"},
	{0},
};

static const struct option_group groups[] = {
	{.options = bench_options, .offset = offsetof(struct settings, benches)},
	{.options = options},
	{.options = idle_options, .offset = offsetof(struct settings, idle)},
	{.options = table_options, .offset = offsetof(struct settings, output)},
	{.options = replace_options},
	{.options = plot_options},
	{.options = idle_session_options, .offset = offsetof(struct settings, session)},
	{0},
};

/* ---- The view ---- */

/* Dark text on light background. */
static bool idle_write_screen(const char *directory, const struct idle_message_log *log)
{
	const struct replay *replay = &log->replay;
	size_t count = (size_t)replay->width * replay->height;
	uint8_t *pixels = xcalloc(count, 1);
	char *path;
	bool good;

	for (size_t i = 0; i < count; i++)
		pixels[i] = replay->ink[i] == 0;
	path = xasprintf("%s/screen-%lu.png", directory, log->run->info->id);
	good = png_write(path, pixels, replay->width, replay->height);
	free(path);
	free(pixels);
	return good;
}

static bool idle_write_screens(const char *directory, const struct idle_view *view)
{
	bool good = directory_ensure(directory);

	for (size_t i = 0; i < view->log_count && good; i++)
		good = view->logs[i].replay.ink == NULL ||
		       idle_write_screen(directory, &view->logs[i]);
	return good;
}

static bool idle_write_view(const struct settings *settings, const struct idle_view *view)
{
	struct tables tables;
	bool good;

	if (settings->screens != NULL && !idle_write_screens(settings->screens, view))
		return false;
	tables_init(&tables, "Bareline results");
	topic_machine(&(struct topic){.tables = &tables, .analysis = view->analysis});
	topic_idle_view(&tables, view, &settings->idle);
	good = (settings->plot == NULL || charts_write_files(&tables, settings->plot)) &&
	       table_output_write(&settings->output, &tables);
	tables_free(&tables);
	return good;
}

static int idle_show(struct settings *settings, const struct analysis *analysis, const char *path)
{
	struct idle_view view;
	int status;

	settings->idle.benches = &settings->benches;
	idle_view_make(analysis, &settings->idle, &view);
	if (idle_view_is_empty(&view)) {
		warnx("%s: no idle loop, message log or noise report%s; give a log, as "
		      "results.json contains none",
		      path, settings->benches.count > 0 ? " of matching benchmarks" : "");
		status = EXIT_USAGE;
	} else if (!idle_write_view(settings, &view)) {
		status = EXIT_MACHINE;
	} else {
		status = idle_view_passed(&view) ? EXIT_GOOD : EXIT_FAILED;
	}
	idle_view_free(&view);
	return status;
}

static int load_and_show(struct settings *settings, const char *path)
{
	struct result *result = load_run(path);
	struct analysis *analysis;
	int status;

	if (result == NULL)
		return EXIT_USAGE;
	if (!output_check_patterns(&settings->benches, result)) {
		result_free(result);
		return EXIT_USAGE;
	}
	analysis = analysis_new(result);
	status = idle_show(settings, analysis, path);
	analysis_free(analysis);
	result_free(result);
	return status;
}

/* Compare systems; new runs have options in argv, after "--". */
static int compare_systems(struct settings *settings, int argc, char **argv)
{
	const struct idle_systems_request request = {
		.idle = &settings->idle, .output = &settings->output, .plot = settings->plot,
	};

	settings->idle.benches = &settings->benches;
	if (settings->screens != NULL || settings->limit.text != NULL) {
		warnx("--screens, --limit: apply to one log; give only one");
		return EXIT_USAGE;
	}
	if (idle_session_is_wanted(&settings->session))
		return idle_session_run(&settings->session, &request, settings->paths,
					settings->path_count, argc, argv);
	return idle_systems_show(&request, settings->paths);
}

/* Show paths. Without a session, the arguments after "--" are paths too. */
static int idle_show_paths(struct settings *settings, int argc, char **argv)
{
	struct option_problem problem;

	if (idle_session_is_wanted(&settings->session))
		return compare_systems(settings, argc, argv);
	for (int i = 1; i <= argc; i++)
		idle_add_path(settings, argv[i], &problem);
	if (settings->path_count == 0)
		errx(EXIT_USAGE, "give a log or a run's directory");
	return settings->path_count > 1 ? compare_systems(settings, 0, NULL)
					: load_and_show(settings, settings->paths[0]);
}

static int idle_run(int argc, char **argv)
{
	struct settings settings = {
		.idle = {.min_gap = -1, .limit = -1, .figures.power = 1},
	};
	int count = arguments_parse(&idle_command, &settings, argc, argv), status;

	if (settings.min_gap.text != NULL)
		settings.idle.min_gap = (double)settings.min_gap.ns / (double)NS_PER_SECOND;
	if (settings.limit.text != NULL)
		settings.idle.limit = (double)settings.limit.ns / (double)NS_PER_SECOND;
	status = idle_show_paths(&settings, count, argv);
	idle_options_free(&settings.idle);
	free(settings.paths);
	return status;
}

const struct command idle_command = {
	.name = "bareline idle",
	.summary = "analyse idle loops: gaps, latency, think time, noise",
	.usage = "[OPTION]... PATH...\n"
		 "[OPTION]... --session NAME --kernels KERNEL... [-- RUN-OPTION...]",
	.about = "Print what the idle loops of a run recorded: gaps and their causes, duration "
		 "and frequency of events, think time and wait time, noise. PATH is a log (- for "
		 "standard input) or a run's directory. With several paths, each is a run, or a "
		 "directory of runs, of one system, and all are compared with the first system. "
		 "With --session, Linux kernels are booted for the same "
		 "session and compared. See docs/idle.md.",
	.groups = groups,
	.notes = "TIME is a number and a unit: ns, us, ms, s, m or h.",
	.exit_status = "0 success\n"
		       "1 a noise report or a boot failed, an editor's replay differs from the "
		       "log, or a kernel had no keyboard\n"
		       "2 wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.operands_max = OPERANDS_ANY,
	.take_operand = idle_add_path,
	.run = idle_run,
};
