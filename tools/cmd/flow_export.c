/* SPDX-License-Identifier: MIT */
/* `bareline flow export`: choosing the format. */
#include <err.h>
#include <stdlib.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/flow_commands.h"
#include "tools/flow/export/export.h"
#include "tools/flow/filter.h"

enum format { FORMAT_CHROME, FORMAT_OTLP, FORMAT_CTF, FORMAT_NONE };

static const char *const format_names[] = {"chrome", "otlp", "ctf", NULL};

struct settings {
	struct flow_filter filter;
	enum format format;
	const char *output;
};

static const struct option_spec options[] = {
	{.name = "format", .kind = OPTION_CHOICE, .argument = "FORMAT", .choices = format_names,
	 .offset = offsetof(struct settings, format),
	 .help = "chrome: Trace Event JSON, for ui.perfetto.dev and chrome://tracing\n"
		 "otlp: OpenTelemetry JSON, for Jaeger and Tempo\n"
		 "ctf: Common Trace Format, for babeltrace2; PATH is a directory"},
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "PATH",
	 .offset = offsetof(struct settings, output), .help = "where to write it"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = flow_interaction_options, .offset = offsetof(struct settings, filter)},
	{0},
};

/* A format that is one file. */
static int export_file(struct flow_session *session, const struct flow_filter *filter,
		       const char *path,
		       void (*export)(struct flow_session *, const uint8_t *, FILE *))
{
	uint8_t *picked = flow_filter_interactions(filter, session);
	FILE *file;

	if (picked == NULL)
		return EXIT_USAGE;
	file = file_create(path);
	if (file != NULL)
		export(session, picked, file);
	free(picked);
	return file_finish(file, path) ? EXIT_GOOD : EXIT_MACHINE;
}

static int export_directory(struct flow_session *session, const struct flow_filter *filter,
			    const char *path)
{
	uint8_t *wanted = flow_filter_events(filter, session);
	bool is_written = wanted != NULL && flow_export_ctf(session, wanted, path);

	free(wanted);
	return is_written ? EXIT_GOOD : EXIT_USAGE;
}

static int export(struct flow_session *session, const struct settings *settings)
{
	switch (settings->format) {
	case FORMAT_CHROME:
		return export_file(session, &settings->filter, settings->output,
				   flow_export_chrome);
	case FORMAT_OTLP:
		return export_file(session, &settings->filter, settings->output, flow_export_otlp);
	case FORMAT_CTF:
		return export_directory(session, &settings->filter, settings->output);
	case FORMAT_NONE:
		break;
	}
	errx(EXIT_USAGE, "--format says which format to write; --help lists them");
}

static int flow_export_run(int argc, char **argv)
{
	struct settings settings = {.format = FORMAT_NONE};
	struct flow_session session;
	int status;

	arguments_parse(&flow_export_command, &settings, argc, argv);
	if (settings.output == NULL)
		errx(EXIT_USAGE, "-o says where to write");
	if (!flow_session_open(&session, argv[1]))
		return EXIT_USAGE;
	status = export(&session, &settings);
	flow_session_write_faults(&session);
	flow_session_close(&session);
	return status;
}

const struct command flow_export_command = {
	.name = "bareline flow export",
	.summary = "for other programs: chrome, otlp or ctf",
	.usage = "--format FORMAT -o PATH [OPTION]... LOG",
	.about =
		"Write interactions for other programs. Ticks become nanoseconds by the manifest's "
		"TSC frequency.",
	.groups = groups,
	.operands_min = 1,
	.operands_max = 1,
	.run = flow_export_run,
};
