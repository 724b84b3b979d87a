/* SPDX-License-Identifier: MIT */
/* `bareline fleet`: the odd machines of many. */
#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"
#include "tools/cmd/commands.h"
#include "tools/view/output.h"
#include "tools/fleet/changes.h"
#include "tools/fleet/names.h"
#include "tools/fleet/update.h"
#include "tools/topic/fleet/fleet.h"
#include "tools/view/page.h"

#define BOOTS 5
#define BOOTS_MAX 1000
#define TIME_MAX INT64_C(253402300799) /* the year 9999 */
#define LEVEL 0.05

struct settings {
	unsigned long boots;
	double level;
	int64_t since, until;
	bool all, no_history;
	const char *json, *markdown, *html, *names;
};

/* ---- Options ---- */

static bool parse_day(void *to, const char *value, struct option_problem *problem)
{
	struct tm fields = {0};
	const char *end = strptime(value, "%Y-%m-%d", &fields);

	if (end != NULL && *end == 'T')
		end = strptime(end, "T%H:%M:%S", &fields);
	if (end != NULL && *end == 'Z')
		end++;
	if (end == NULL || *end != '\0')
		return option_refuse(problem, "not a time; give a day such as 2026-11-27, or "
					      "2026-11-27T22:00:00");
	*(int64_t *)to = timegm(&fields);
	return true;
}

static bool parse_level(void *to, const char *value, struct option_problem *problem)
{
	char *end;
	double level = strtod(value, &end);

	if (end == value || *end != '\0' || !(level >= 1e-9 && level <= 0.5))
		return option_refuse(problem, "not a probability from 1e-9 to 0.5");
	*(double *)to = level;
	return true;
}

static const struct option_spec options[] = {
	{.name = "boots",
	 .kind = OPTION_NUMBER,
	 .argument = "N",
	 .least = 1,
	 .most = BOOTS_MAX,
	 .offset = offsetof(struct settings, boots),
	 .help = "judge the medians of each machine's latest N runs (5)"},
	{.name = "false-alarms",
	 .kind = OPTION_CALL,
	 .argument = "P",
	 .call = parse_level,
	 .offset = offsetof(struct settings, level),
	 .help = "set the probability that a fleet of equal machines gets an odd one (0.05)"},
	{.name = "since",
	 .kind = OPTION_CALL,
	 .argument = "DAY",
	 .call = parse_day,
	 .offset = offsetof(struct settings, since),
	 .help = "judge the runs from DAY (UTC) on, such as 2026-11-27, and compare each machine "
		 "with its runs before"},
	{.name = "until",
	 .kind = OPTION_CALL,
	 .argument = "DAY",
	 .call = parse_day,
	 .offset = offsetof(struct settings, until),
	 .help = "omit runs after the beginning of DAY (UTC)"},
	{.name = "no-history",
	 .kind = OPTION_FLAG,
	 .offset = offsetof(struct settings, no_history),
	 .help = "do not search for the times of changes"},
	{.name = "all",
	 .kind = OPTION_FLAG,
	 .offset = offsetof(struct settings, all),
	 .help = "print all machines and metrics, not only odd ones"},
	{.name = "names",
	 .kind = OPTION_TEXT,
	 .argument = "FILE",
	 .offset = offsetof(struct settings, names),
	 .help = "name machines by a file with lines \"52:54:00:12:34:56 node-23\", such as "
		 "/etc/ethers"},
	{.name = "html",
	 .kind = OPTION_TEXT,
	 .argument = "FILE", .writes = true,
	 .offset = offsetof(struct settings, html),
	 .help = "also write a page; - for standard output instead of the table"},
	{.name = "json",
	 .kind = OPTION_TEXT,
	 .argument = "FILE", .writes = true,
	 .offset = offsetof(struct settings, json),
	 .help = "also write the tables as JSON; - prints JSON only"},
	{.name = "markdown",
	 .kind = OPTION_TEXT,
	 .argument = "FILE", .writes = true,
	 .offset = offsetof(struct settings, markdown),
	 .help = "also write the tables as Markdown; - prints Markdown only"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = replace_options},
	{0},
};

/* ---- Output ---- */

static bool fleet_write(const struct settings *settings, const struct topic_fleet *content)
{
	const char *const paths[OUTPUT_FORMATS] = {
		[OUTPUT_JSON] = settings->json, [OUTPUT_MARKDOWN] = settings->markdown};
	struct tables tables;
	bool written, is_page_only = settings->html != NULL && file_is_standard(settings->html);

	tables_init(&tables, "");
	topic_fleet(&tables, content);
	written = settings->html == NULL || page_write_file(&tables, settings->html, true);
	if (is_page_only)
		written = output_files(&tables, paths) && written;
	else
		written = output_files_and_text(&tables, paths, settings->all) && written;
	tables_free(&tables);
	return written;
}

static void print_no_run(const struct settings *settings, const struct fleet *fleet,
			 const char *path)
{
	bool has_period = settings->since > 0 || settings->until < TIME_MAX;

	if (fleet->invalid + fleet->incomplete + fleet->refused > 0)
		warnx("%s: no valid and complete run%s: %zu invalid and %zu incomplete runs, %zu "
		      "unusable log%s; bareline show prints why",
		      path, has_period ? " in that time" : "", fleet->invalid, fleet->incomplete,
		      fleet->refused, fleet->refused == 1 ? "" : "s");
	else if (has_period)
		warnx("%s: no run in that time", path);
	else
		warnx("%s: no logs; give a directory with the logs of machines, such as "
		      "ROOM/results of bareline serve",
		      path);
}

static int fleet_show(const struct settings *settings, struct engine *engine, const char *paths)
{
	const struct fleet_settings judged = {.level = settings->level,
					      .boots = settings->boots,
					      .since = settings->since,
					      .until = settings->until};
	struct topic_fleet content = {.paths = paths};
	int status = EXIT_USAGE;

	content.fleet = fleet_read(engine, &judged);
	if (content.fleet == NULL)
		return EXIT_USAGE;
	if (content.fleet->count == 0) {
		print_no_run(settings, content.fleet, paths);
	} else if ((settings->names == NULL || names_apply(settings->names, content.fleet)) &&
		   (settings->since == 0 ||
		    (content.since = fleet_since_read(engine, &judged)) != NULL) &&
		   topic_fleet_read_values(engine, &content) &&
		   (settings->no_history ||
		    (content.history = fleet_history_read(engine, content.fleet)) != NULL)) {
		fleet_explain(content.fleet, content.history);
		status = !fleet_write(settings, &content) ? EXIT_MACHINE
			 : content.fleet->odd_count > 0 || topic_fleet_is_worse(&content)
				 ? EXIT_FAILED
				 : EXIT_GOOD;
	}
	if (content.history != NULL)
		fleet_history_free(content.history);
	fleet_since_free(content.since);
	topic_fleet_free_values(&content);
	fleet_free(content.fleet);
	return status;
}

/* "room-1, room-2"; the caller frees it. */
static char *join_paths(char *const *paths, int count)
{
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);

	for (int i = 0; i < count; i++)
		fprintf(file, "%s%s", i > 0 ? ", " : "", paths[i]);
	file_end_memory(file, &text);
	utf8_make_printable(text);
	return text;
}

static int fleet_run(int argc, char **argv)
{
	struct settings settings = {.boots = BOOTS, .level = LEVEL, .until = TIME_MAX};
	int count = arguments_parse(&fleet_command, &settings, argc, argv), status;
	const char *const paths[OUTPUT_FORMATS] = {
		[OUTPUT_JSON] = settings.json, [OUTPUT_MARKDOWN] = settings.markdown};
	struct engine *engine;
	char *named;

	output_check(paths);
	if (!file_may_create(settings.html))
		return EXIT_USAGE;
	engine = update_open_all(argv + 1, count);
	if (engine == NULL)
		return EXIT_USAGE;
	named = join_paths(argv + 1, count);
	status = fleet_show(&settings, engine, named);
	free(named);
	engine_close(engine);
	return status;
}

const struct command fleet_command = {
	.name = "bareline fleet",
	.summary = "find the odd machine among many",
	.usage = "[OPTION]... DIRECTORY|DATABASE...",
	.about =
		"Compare machines with the others of their model. List the machines that deviate, "
		"the most deviating first, and the differences of their records. DIRECTORY has "
		"runs, directories of runs, or *.log files. Its fleet.db is made or brought up to "
		"date, so that only new logs are read. DATABASE is a fleet.db.\n"
		"A model needs 6 machines to be judged. docs/fleet.md has the method.",
	.groups = groups,
	.exit_status = "0 no machine is odd, or changed for the worse since DAY\n"
		       "1 a machine is odd, or machines changed for the worse\n"
		       "2 wrong arguments or unusable input\n"
		       "3 the output could not be written",
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = fleet_run,
};
