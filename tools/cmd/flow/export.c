/* SPDX-License-Identifier: MIT */
/* `bareline flow export`: selects the format and the log's start time. */
#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/text/ticks.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/flow/commands.h"
#include "tools/flow/export/export.h"
#include "tools/flow/duration.h"
#include "tools/flow/filter.h"
#include "tools/flow/nodes/open.h"

enum format { FORMAT_CHROME, FORMAT_OTLP, FORMAT_CTF, FORMAT_NONE };

static const char *const format_names[] = {"chrome", "otlp", "ctf", NULL};

struct settings {
	struct flow_filter filter;
	enum format format;
	const char *output;
	const char *epoch;
};

static const struct option_spec options[] = {
	{.name = "format", .kind = OPTION_CHOICE, .argument = "FORMAT", .choices = format_names,
	 .offset = offsetof(struct settings, format),
	 .help = "chrome: Trace Event JSON, for ui.perfetto.dev and chrome://tracing\n"
		 "otlp: OpenTelemetry JSON, for Jaeger and Tempo\n"
		 "ctf: Common Trace Format, for babeltrace2; PATH is a directory"},
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "PATH", .writes = true,
	 .offset = offsetof(struct settings, output),
	 .help = "write to PATH"},
	{.name = "epoch", .kind = OPTION_TEXT, .argument = "WHEN",
	 .offset = offsetof(struct settings, epoch),
	 .help = "set the time of the first event: 2026-01-31T12:00:00.5Z, or seconds since 1970 "
		 "(0); not for chrome, whose times have no date"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = replace_options},
	{.options = flow_interaction_options, .offset = offsetof(struct settings, filter)},
	{0},
};

/* ---- When ---- */

#define NS_DIGITS 9

/* Parse an optional fraction after whole seconds, to the nanosecond. Returns its end, or NULL for
 * other characters. */
static const char *parse_fraction(const char *text, uint64_t *ns)
{
	uint64_t value = 0;
	int digits = 0;

	*ns = 0;
	if (*text != '.')
		return text;
	for (text++; *text >= '0' && *text <= '9'; text++) {
		if (digits == NS_DIGITS)
			continue;
		value = 10 * value + (uint64_t)(*text - '0');
		digits++;
	}
	if (digits == 0)
		return NULL;
	for (; digits < NS_DIGITS; digits++)
		value *= 10;
	*ns = value;
	return text;
}

/* Whole seconds since 1970; -1 if invalid. */
static int64_t parse_seconds(const char *text, const char **end)
{
	char *after;
	long long seconds = strtoll(text, &after, 10);

	*end = after;
	return text[0] >= '0' && text[0] <= '9' ? seconds : -1;
}

static int64_t parse_date(const char *text, const char **end)
{
	struct tm fields = {0};

	*end = strptime(text, "%Y-%m-%dT%H:%M:%S", &fields);
	return *end != NULL ? (int64_t)timegm(&fields) : -1;
}

/* Exits if the text is no time. */
static uint64_t parse_epoch(const char *text)
{
	const char *end, *zone;
	int64_t seconds = parse_date(text, &end);
	bool is_date = end != NULL;
	uint64_t ns = 0;

	if (!is_date)
		seconds = parse_seconds(text, &end);
	zone = seconds > 0 ? parse_fraction(end, &ns) : NULL;
	if (zone == NULL || strcmp(zone, is_date ? "Z" : "") != 0 ||
	    (uint64_t)seconds > INT64_MAX / NS_PER_SECOND)
		errx(EXIT_USAGE, "--epoch %s: not a time; give one such as 2026-01-31T12:00:00Z, "
		     "or seconds since 1970", text);
	return (uint64_t)seconds * NS_PER_SECOND + ns;
}

/* ---- The formats ---- */

static int export_file(struct flow_export *export, const char *path,
		       void (*write)(struct flow_export *, FILE *))
{
	FILE *file = file_create(path);

	if (file != NULL)
		write(export, file);
	return file_finish(file, path) ? EXIT_GOOD : EXIT_MACHINE;
}

static int export_as(struct flow_export *export, const struct settings *settings)
{
	switch (settings->format) {
	case FORMAT_CHROME:
		return export_file(export, settings->output, flow_export_chrome);
	case FORMAT_OTLP:
		return export_file(export, settings->output, flow_export_otlp);
	case FORMAT_CTF:
		return flow_export_ctf(export, settings->output) ? EXIT_GOOD : EXIT_USAGE;
	case FORMAT_NONE:
		break;
	}
	return EXIT_USAGE;
}

static int export(struct flow_session *session, const struct settings *settings,
		  const uint64_t *epoch_ns)
{
	uint8_t *picked = settings->format == FORMAT_CTF
		? flow_filter_events(&settings->filter, session)
		: flow_filter_interactions(&settings->filter, session);
	struct flow_export export;
	int status;

	if (picked == NULL)
		return EXIT_USAGE;
	if (!flow_has_tick_length(session->log)) {
		warnx("the log lacks the length of a tick, which all formats need");
		free(picked);
		return EXIT_USAGE;
	}
	flow_export_begin(&export, session, picked, epoch_ns);
	status = export_as(&export, settings);
	free(picked);
	return status;
}

static int flow_export_run(int argc, char **argv)
{
	struct settings settings = {.format = FORMAT_NONE};
	struct flow_session session;
	uint64_t epoch_ns = 0;
	int status;

	arguments_parse(&flow_export_command, &settings, argc, argv);
	if (settings.output == NULL)
		errx(EXIT_USAGE, "--output: missing; give a path");
	if (settings.format == FORMAT_NONE)
		errx(EXIT_USAGE, "--format: missing; see --help for the formats");
	if (settings.epoch != NULL && settings.format == FORMAT_CHROME)
		errx(EXIT_USAGE, "--epoch: chrome traces have no date; omit it");
	if (settings.epoch != NULL)
		epoch_ns = parse_epoch(settings.epoch);
	if (!flow_nodes_open(&session, argv + 1))
		return EXIT_USAGE;
	status = export(&session, &settings, settings.epoch != NULL ? &epoch_ns : NULL);
	flow_session_write_faults(&session);
	flow_session_close(&session);
	return status;
}

const struct command flow_export_command = {
	.name = "bareline flow export",
	.summary = "convert interactions to chrome, otlp or ctf",
	.usage = "--format FORMAT -o PATH [OPTION]... LOG...",
	.about = "Convert interactions to a format for other programs. Ticks are converted to "
		 "nanoseconds with the TSC frequency in the manifest.",
	.groups = groups,
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = flow_export_run,
};
