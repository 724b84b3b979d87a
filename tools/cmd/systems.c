/* SPDX-License-Identifier: MIT */
/* `bareline systems`: operations and latencies of bare metal and several kernels, in the tables and
 * figures of two papers. All tables are of the same boots. */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/common_options.h"
#include "tools/cmd/idle_options.h"
#include "tools/cmd/idle_session.h"
#include "tools/compare/system_names.h"
#include "tools/topic/systems.h"
#include "tools/view/output.h"

#define ALL_SESSIONS "all"
#define COUNTED_OF_LINUX "presenter"    /* when counted, its disk is in Linux's memory */

struct settings {
	struct idle_session session;
	struct idle_settings idle;
	bool all, force;
	char **paths;                   /* kernels, or runs; before "--" */
	size_t path_count;
	const char *outputs[OUTPUT_FORMATS];
};

static bool systems_add_path(void *to, const char *value, struct option_problem *problem)
{
	struct settings *settings = to;

	(void)problem;
	settings->paths = xreallocarray(settings->paths, settings->path_count + 1,
					sizeof(*settings->paths));
	settings->paths[settings->path_count++] = (char *)value;
	return true;
}

static const char *const session_names[] = {"editing", "presenter", "word", ALL_SESSIONS, NULL};

static const struct option_spec session_options[] = {
	{.name = "kernels", .kind = OPTION_FLAG,
	 .offset = offsetof(struct settings, session.are_kernels),
	 .help = "each operand is a kernel to boot, with the modules of its package: a file, or "
		 "the version of an installed one, such as 6.1 or 6.12-rt"},
	{.name = "session", .kind = OPTION_WORD, .choices = session_names,
	 .offset = offsetof(struct settings, session.name),
	 .help = "with --kernels: the user's session (editing); all boots each system once more "
		 "for each further session"},
	{.name = "trials", .kind = OPTION_NUMBER, .argument = "N", .least = 1,
	 .most = IDLE_SESSION_TRIALS_MAX, .offset = offsetof(struct settings, session.trials),
	 .help = "with --kernels: boot each system N times (5)"},
	{.name = "deterministic", .kind = OPTION_FLAG,
	 .offset = offsetof(struct settings, session.is_deterministic),
	 .help = "with --kernels: count instructions instead of time"},
	{.name = "keep", .kind = OPTION_TEXT, .argument = "DIRECTORY", .writes = true,
	 .offset = offsetof(struct settings, session.directory),
	 .help = "with --kernels: write the runs to DIRECTORY (results/TIMESTAMP)"},
	{.name = "all", .kind = OPTION_FLAG, .offset = offsetof(struct settings, all),
	 .help = "print all rows"},
	{0},
};

static const struct option_spec file_options[] = {
	{.name = "html", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = OUTPUT_HTML * sizeof(const char *),
	 .help = "also write the tables and pictures as a page; - prints the page only"},
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = OUTPUT_JSON * sizeof(const char *),
	 .help = "also write the tables as JSON; - prints JSON only"},
	{.name = "markdown", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = OUTPUT_MARKDOWN * sizeof(const char *),
	 .help = "also write the tables as Markdown; - prints Markdown only"},
	{0},
};

static const struct option_group groups[] = {
	{.options = session_options},
	{.options = idle_options, .offset = offsetof(struct settings, idle)},
	{.options = file_options, .offset = offsetof(struct settings, outputs)},
	{.options = force_options, .offset = offsetof(struct settings, force)},
	{0},
};

/* ---- Runs ---- */

static void add_benches(struct patterns *benches, const char *const *names)
{
	for (size_t i = 0; names[i] != NULL; i++)
		patterns_add(benches, names[i]);
}

static bool is_of_all(const struct settings *settings)
{
	return strcmp(settings->session.name, ALL_SESSIONS) == 0;
}

/* Whether only Linux can run a session. */
static bool is_of_linux(const struct settings *settings, const char *name)
{
	return settings->session.is_deterministic && strcmp(name, COUNTED_OF_LINUX) == 0;
}

/* Boot the systems for one session, with more benchmarks or NULL. */
static int systems_boot_session(const struct settings *settings, const char *name,
				const struct patterns *benches, int argc, char **argv,
				struct idle_session_systems *systems)
{
	struct idle_session session = settings->session;
	char **copy = xcalloc((size_t)argc + 2, sizeof(*copy)), *directory = NULL;
	int status;

	memcpy(copy, argv, ((size_t)argc + 1) * sizeof(*copy));  /* parsing moves them */
	if (is_of_all(settings)) {
		session.has_bare_metal = !is_of_linux(settings, name);
		if (session.directory != NULL)
			session.directory = directory = xasprintf("%s/%s", session.directory, name);
	}
	session.name = name;
	status = idle_session_boot(&session, benches, settings->paths, settings->path_count, argc,
				   copy, systems);
	free(directory);
	free(copy);
	return status;
}

static bool systems_ran(const struct settings *settings, const struct idle_session_systems *of)
{
	struct idle_sources *sources = idle_sources_new(&settings->idle, of->items, NULL,
							of->count);
	bool good = sources != NULL && idle_sources_ran(sources, of->bench);

	if (sources != NULL)
		idle_sources_free(sources);
	return good;
}

/* Boot the systems for a further session, and add its runs. Bare metal, which is the first system,
 * may have no runs of the session. */
static int systems_boot_more(const struct settings *settings, const char *name, int argc,
			     char **argv, struct idle_session_systems *systems)
{
	struct idle_session_systems more;
	int status;

	if (is_of_linux(settings, name) && systems->count < 3) {
		warnx("session %s: left out; with counted instructions it needs two kernels",
		      name);
		return EXIT_GOOD;
	}
	status = systems_boot_session(settings, name, NULL, argc, argv, &more);
	if (status == EXIT_GOOD && !systems_ran(settings, &more))
		status = EXIT_FAILED;
	for (size_t i = 0; status == EXIT_GOOD && i < more.count; i++)
		compared_runs_join(&systems->items[systems->count - more.count + i],
				   &more.items[i]);
	idle_session_free(&more);
	return status;
}

static int systems_boot(const struct settings *settings, int argc, char **argv,
			struct idle_session_systems *systems)
{
	const char *const *name = idle_session_names;
	struct patterns benches = {0};
	int status;

	add_benches(&benches, systems_benches);
	if (!settings->session.is_deterministic)
		add_benches(&benches, systems_timed_benches);
	if (!is_of_all(settings))
		return systems_boot_session(settings, settings->session.name, &benches, argc, argv,
					    systems);
	status = systems_boot_session(settings, *name, &benches, argc, argv, systems);
	if (status == EXIT_GOOD && !systems_ran(settings, systems))
		status = EXIT_FAILED;
	while (status == EXIT_GOOD && *++name != NULL)
		status = systems_boot_more(settings, *name, argc, argv, systems);
	systems->bench = NULL;          /* each session was checked */
	return status;
}

static bool is_bare_metal(const struct compared_runs *runs)
{
	return runs->count > 0 && !result_is_of_process(runs->items[0].result);
}

/* Read a system from each path, and move bare metal to the front. */
static int systems_read(const struct settings *settings, struct idle_session_systems *systems)
{
	size_t metal = 0;
	struct compared_runs first;

	*systems = (struct idle_session_systems){
		.items = xcalloc(settings->path_count, sizeof(*systems->items)),
		.count = settings->path_count};
	for (size_t i = 0; i < systems->count; i++) {
		if (!compared_runs_add(&systems->items[i], settings->paths[i]))
			return EXIT_USAGE;
	}
	while (metal < systems->count && !is_bare_metal(&systems->items[metal]))
		metal++;
	if (metal == systems->count) {
		warnx("no run of bare metal; give one, since the systems are compared with it");
		return EXIT_USAGE;
	}
	first = systems->items[metal];
	for (; metal > 0; metal--)
		systems->items[metal] = systems->items[metal - 1];
	systems->items[0] = first;
	return EXIT_GOOD;
}

/* ---- Tables ---- */

/* The systems with an idle loop or message log, by their names. Returns their number. */
static size_t systems_with_logs(const struct side_list *list, const struct idle_settings *settings,
				struct compared_runs *runs, char **names)
{
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++) {
		struct idle_view view;

		idle_view_make(list->items[i].runs.items[0].analysis, settings, &view);
		if (!idle_view_is_empty(&view)) {
			runs[count] = list->items[i].runs;
			names[count++] = list->items[i].title;
		}
		idle_view_free(&view);
	}
	return count;
}

/* Write the tables. Tables of latency are written only if two systems have an idle loop or message
 * log. bench is the session's application, or NULL. */
static int systems_write(const struct settings *settings, const struct side_list *list,
			 const char *bench)
{
	struct compared_runs *runs = xcalloc(list->count, sizeof(*runs));
	char **names = xcalloc(list->count, sizeof(*names));
	size_t count = systems_with_logs(list, &settings->idle, runs, names);
	struct idle_sources *sources = NULL;
	struct tables tables;
	int status = EXIT_GOOD;

	tables_init(&tables, "Bareline: systems side by side");
	topic_systems(&tables, list);
	if (count > 1) {
		sources = idle_sources_new(&settings->idle, runs, names, count);
		if (sources == NULL || !idle_sources_add_tables(sources, true, &tables))
			status = EXIT_USAGE;
	}
	if (status == EXIT_GOOD &&
	    !output_files_and_text(&tables, settings->outputs, settings->all))
		status = EXIT_MACHINE;
	if (status == EXIT_GOOD && bench != NULL && sources != NULL &&
	    !idle_sources_ran(sources, bench))
		status = EXIT_FAILED;
	tables_free(&tables);
	if (sources != NULL)
		idle_sources_free(sources);
	free(names);
	free(runs);
	return status;
}

/* Give the sides short names instead of those that a comparison of kernels gives. */
static void systems_name(struct side_list *list)
{
	const struct result **runs = xcalloc(list->count, sizeof(*runs));
	char **names = xcalloc(list->count, sizeof(*names));

	for (size_t i = 0; i < list->count; i++)
		runs[i] = list->items[i].runs.items[0].result;
	system_names(runs, list->count, names);
	for (size_t i = 0; i < list->count; i++) {
		free(list->items[i].title);
		list->items[i].title = names[i];
	}
	free(names);
	free(runs);
}

/* The runs move to the comparison. */
static int systems_compare(const struct settings *settings, struct idle_session_systems *systems)
{
	struct kernels kernels = {.sides.count = systems->count};
	struct reasons refused = {0};
	int status = EXIT_USAGE;

	for (size_t i = 0; i < systems->count; i++) {
		kernels.sides.items[i].runs = systems->items[i];
		systems->items[i] = (struct compared_runs){0};
	}
	kernels_refuse(&kernels, &refused);
	if (refused.count > 0 && !settings->force) {
		reasons_print_refused(&refused, "systems not comparable");
	} else {
		systems_name(&kernels.sides);
		side_list_make(&kernels.sides, NULL);
		status = systems_write(settings, &kernels.sides, systems->bench);
	}
	reasons_free(&refused);
	side_list_free(&kernels.sides);
	return status;
}

static void systems_check(const struct settings *settings, int count)
{
	const struct idle_session *session = &settings->session;

	if (settings->path_count + (session->are_kernels ? 1 : (size_t)count) < 2)
		errx(EXIT_USAGE, "give two or more systems, as runs or after --kernels");
	if (settings->path_count + (session->are_kernels ? 1 : (size_t)count) > SIDE_LIST_MAX)
		errx(EXIT_USAGE, "give at most %d systems", SIDE_LIST_MAX);
	if (!session->are_kernels &&
	    (session->trials != 0 || session->is_deterministic || session->directory != NULL))
		errx(EXIT_USAGE, "--trials, --deterministic, --keep: apply to new runs; add "
		     "--kernels");
	output_check(settings->outputs);
}

static int systems_run(int argc, char **argv)
{
	struct settings settings = {
		.session = {.has_bare_metal = true},
		.idle = {.min_gap = -1, .limit = -1, .figures.power = 1},
	};
	struct idle_session_systems systems = {0};
	int count = arguments_parse(&systems_command, &settings, argc, argv), status;
	struct option_problem problem;

	systems_check(&settings, count);
	if (settings.session.name == NULL)
		settings.session.name = idle_session_names[0];
	if (settings.session.are_kernels) {
		status = systems_boot(&settings, count, argv, &systems);
	} else {
		for (int i = 1; i <= count; i++)
			systems_add_path(&settings, argv[i], &problem);
		status = systems_read(&settings, &systems);
	}
	if (status == EXIT_GOOD)
		status = systems_compare(&settings, &systems);
	idle_session_free(&systems);
	idle_options_free(&settings.idle);
	free(settings.paths);
	return status;
}

const struct command systems_command = {
	.name = "bareline systems",
	.summary = "compare bare metal and several kernels, on one page",
	.usage = "[OPTION]... --kernels KERNEL... [-- RUN-OPTION...]\n"
		 "[OPTION]... METAL RUN...",
	.about = "Compare bare metal and Linux kernels, or other systems: the operations of a "
		 "personal computer, idle loops, and the latencies of a user's session, with a "
		 "column or a row for each system. With --kernels, all are booted in QEMU "
		 "first, on one machine. A RUN is a log or a run's directory, or a directory of "
		 "these.",
	.groups = groups,
	.exit_status = "0 compared\n"
		       "1 a boot failed, or a system did not run the session\n"
		       "2 not comparable, wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.operands_max = OPERANDS_ANY,
	.take_operand = systems_add_path,
	.run = systems_run,
};
