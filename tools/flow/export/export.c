/* `bareline flow export`: choosing the format, and what formats share. */
#include "tools/flow/export/export.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cmd/commands.h"
#include "tools/cmd/flow_commands.h"
#include "tools/flow/filter.h"

#define NS_PER_SECOND 1000000000ull

static const char help[] =
	"Usage: bareline flow export --format FORMAT -o PATH [OPTION]... LOG\n"
	"Write interactions for other programs. Ticks become nanoseconds by the manifest's TSC\n"
	"frequency.\n\n"
	"  --format chrome       Trace Event JSON, for ui.perfetto.dev and chrome://tracing\n"
	"  --format otlp         OpenTelemetry JSON, for Jaeger and Tempo\n"
	"  --format ctf          Common Trace Format, for babeltrace2; PATH is a directory\n"
	"  -o, --output PATH\n"
	FLOW_INTERACTION_HELP;

enum {OPT_FORMAT = 256};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"output", required_argument, NULL, 'o'},
	{"format", required_argument, NULL, OPT_FORMAT},
	FLOW_INTERACTION_OPTIONS,
	{0},
};

uint64_t flow_export_ns(const struct flow_log *log, uint64_t ticks, unsigned *thousandths)
{
	uint64_t hz = log->manifest.tsc_hz != 0 ? log->manifest.tsc_hz : NS_PER_SECOND;
	unsigned __int128 ps = (unsigned __int128)ticks * NS_PER_SECOND * 1000 / hz;

	*thousandths = (unsigned)(ps % 1000);
	return (uint64_t)(ps / 1000);
}

void flow_export_text(struct out *out, const char *text)
{
	out_char(out, '"');
	for (; *text != '\0'; text++) {
		if (*text == '"' || *text == '\\')
			out_char(out, '\\');
		out_char(out, *text);
	}
	out_char(out, '"');
}

/* A format that is one file. */
static int export_file(struct flow_session *session, const struct flow_filter *filter,
		       const char *path,
		       void (*export)(struct flow_session *, const uint8_t *, struct out *))
{
	uint8_t *picked = flow_filter_interactions(filter, session);
	struct out *out = malloc(sizeof(*out));
	FILE *file = picked != NULL ? fopen(path, "w") : NULL;
	bool is_written = file != NULL;

	if (out == NULL)
		err(EXIT_USAGE, "out of memory");
	if (is_written) {
		out_begin(out, file);
		export(session, picked, out);
		is_written = out_end(out);
		is_written = fclose(file) == 0 && is_written;
	}
	if (!is_written && picked != NULL)
		warn("%s", path);
	free(out);
	free(picked);
	return is_written ? EXIT_GOOD : EXIT_USAGE;
}

static int export_directory(struct flow_session *session, const struct flow_filter *filter,
			    const char *path)
{
	uint8_t *wanted = flow_filter_events(filter, session);
	bool is_written = wanted != NULL && flow_export_ctf(session, wanted, path);

	free(wanted);
	return is_written ? EXIT_GOOD : EXIT_USAGE;
}

static int export(struct flow_session *session, const struct flow_filter *filter, const char *format,
		  const char *path)
{
	if (strcmp(format, "chrome") == 0)
		return export_file(session, filter, path, flow_export_chrome);
	if (strcmp(format, "otlp") == 0)
		return export_file(session, filter, path, flow_export_otlp);
	return export_directory(session, filter, path);
}

static bool is_format(const char *format)
{
	return strcmp(format, "chrome") == 0 || strcmp(format, "otlp") == 0 ||
		strcmp(format, "ctf") == 0;
}

int flow_export(int argc, char **argv)
{
	const char *output = NULL, *format = NULL;
	struct flow_filter filter = {0};
	struct flow_session session;
	int option, status;

	while ((option = getopt_long(argc, argv, "ho:", options, NULL)) != -1) {
		if (option == 'h') {
			fputs(help, stdout);
			return EXIT_GOOD;
		}
		if (option == 'o')
			output = optarg;
		else if (option == OPT_FORMAT)
			format = optarg;
		else if (!flow_filter_option(&filter, option, optarg))
			return EXIT_USAGE;
	}
	if (argc - optind != 1 || output == NULL || format == NULL) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	if (!is_format(format))
		errx(EXIT_USAGE, "--format %s: not chrome, otlp or ctf", format);
	if (!flow_session_open(&session, argv[optind]))
		return EXIT_USAGE;
	status = export(&session, &filter, format, output);
	flow_session_write_faults(&session);
	flow_session_close(&session);
	return status;
}
