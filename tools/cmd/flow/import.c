/* SPDX-License-Identifier: MIT */
/* `bareline flow import`: converts traces of other programs. */
#include <err.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/common_options.h"
#include "tools/cmd/flow/commands.h"
#include "tools/flow/import/import.h"
#include "tools/flow/write.h"

#define TICKS_PER_SECOND 1000000000u
#define CLOCK_HZ_MAX 100000000000u

struct settings {
	unsigned format;
	struct import_rule rule;
	const char *begin;              /* as given by the user */
	const char *clock, *kernel;
	uint64_t clock_hz;
	const char *output;
};

static bool parse_pid(const char *text, uint32_t *pid)
{
	char *end;
	unsigned long number = strtoul(text, &end, 10);

	*pid = (uint32_t)number;
	return text[0] >= '1' && text[0] <= '9' && *end == '\0' && number < TRACE_PID_UNKNOWN;
}

static bool parse_begin(void *to, const char *value, struct option_problem *problem)
{
	struct settings *settings = to;
	struct import_rule *rule = &settings->rule;
	const char *sign = strchr(value, '=');

	settings->begin = value;
	rule->text = sign != NULL ? sign + 1 : "";
	if (strcmp(value, "accept") == 0)
		rule->begin = IMPORT_ACCEPT;
	else if (strcmp(value, "marker") == 0 || strncmp(value, "marker=", 7) == 0)
		rule->begin = IMPORT_MARKER;
	else if (strncmp(value, "comm=", 5) == 0 && value[5] != '\0')
		rule->begin = IMPORT_COMM;
	else if (strncmp(value, "pid=", 4) == 0 && parse_pid(value + 4, &rule->pid))
		rule->begin = IMPORT_PID;
	else if (strncmp(value, "exec=", 5) == 0 && parse_pid(value + 5, &rule->pid))
		rule->begin = IMPORT_EXEC;
	else
		return option_refuse(problem, "unknown rule; give marker, marker=TEXT, pid=NUMBER, "
				     "exec=NUMBER, comm=NAME or accept");
	return true;
}

static bool parse_clock_hz(void *to, const char *value, struct option_problem *problem)
{
	struct settings *settings = to;
	char *end;

	settings->clock_hz = strtoull(value, &end, 10);
	if (value[0] < '1' || value[0] > '9' || *end != '\0' || settings->clock_hz > CLOCK_HZ_MAX)
		return option_refuse(problem, "give a frequency in Hz, at most 100000000000");
	return true;
}

static const struct option_spec options[] = {
	{.name = "format", .kind = OPTION_CHOICE, .choices = trace_format_names,
	 .offset = offsetof(struct settings, format),
	 .help = "set the format of the trace text (the one that its first lines have):\n"
		 "ftrace: file trace of tracefs, or trace-cmd report\n"
		 "perf: perf script\n"
		 "ctf: babeltrace2, of a trace by LTTng or perf"},
	{.name = "begin", .kind = OPTION_CALL, .argument = "RULE", .call = parse_begin,
	 .help = "set where an interaction begins:\n"
		 "marker[=TEXT]: its thread writes a marker that starts with TEXT\n"
		 "pid=NUMBER, comm=NAME: this thread; the interaction ends with it\n"
		 "exec=NUMBER: the first exec of this process; the interaction ends with it\n"
		 "accept: its thread accepts a connection; it ends at the next accept"},
	{.name = "end", .kind = OPTION_TEXT, .argument = "TEXT",
	 .offset = offsetof(struct settings, rule.end),
	 .help = "with marker: end the interaction when its thread writes a marker that starts "
		 "with TEXT"},
	{.name = "clock", .kind = OPTION_TEXT, .argument = "TEXT",
	 .offset = offsetof(struct settings, clock),
	 .help = "set the name of the trace's clock, for the log's manifest"},
	{.name = "clock-hz", .kind = OPTION_CALL, .argument = "NUMBER", .call = parse_clock_hz,
	 .help = "set the frequency of the trace's clock, if the trace has its counts instead of "
		 "times (ftrace's clocks counter, uptime and x86-tsc; babeltrace2 --clock-cycles)"},
	{.name = "kernel", .kind = OPTION_TEXT, .argument = "TEXT",
	 .offset = offsetof(struct settings, kernel),
	 .help = "set the release of the traced kernel, if the trace does not contain it"},
	{0},
};

static const struct option_group groups[] = {
	{.options = output_options, .offset = offsetof(struct settings, output)},
	{.options = options},
	{0},
};

/* Print the numbers of read and of unusable events, so that nothing is dropped silently. */
static void write_account(const struct trace *trace, const struct import_result *result)
{
	fprintf(stderr, "%10" PRIu32 "  interactions\n%10zu  events of these\n",
		result->interactions, result->log->events.count);
#define X(count, summary) \
	if (trace->counts.count != 0) \
		fprintf(stderr, "%10" PRIu64 "  " summary "\n", trace->counts.count);
	TRACE_COUNTS(X)
#undef X
#define X(count, summary) \
	if (result->counts.count != 0) \
		fprintf(stderr, "%10" PRIu64 "  " summary "\n", result->counts.count);
	IMPORT_COUNTS(X)
#undef X
}

static char *kernel_name(const struct settings *settings, const struct trace *trace)
{
	if (settings->kernel != NULL)
		return xasprintf("%s", settings->kernel);
	return xasprintf("%.*s", (int)(trace->release.end - trace->release.at) % 256,
			 trace->release.at);
}

static void write_log(const struct settings *settings, const struct trace *trace,
		      const struct flow_log *log, const char *path, FILE *file)
{
	struct flow_writer *writer = xmalloc(sizeof(*writer));
	uint32_t *indices = xmalloc((log->events.count + 1) * sizeof(*indices));
	const char *format = trace_format_names[settings->format];
	char *line = xasprintf("flow import --format %s --begin %s %s", format, settings->begin,
			       path);
	char *loader = xasprintf("imported from %s", format);
	char *kernel = kernel_name(settings, trace);
	const struct wire_manifest manifest = {
		.format = WIRE_FORMAT, .build = "", .compiler = "", .host = "linux", .boot = "",
		.loader = loader, .time_base = "imported", .hypervisor = "",
		.timing = settings->clock != NULL ? settings->clock : "the trace's clock",
		.tsc_hz = TICKS_PER_SECOND, .capabilities = "", .command_line = line,
		.suite = "", .kernel = kernel, .mitigations = "",
	};

	for (size_t i = 0; i < log->events.count; i++)
		indices[i] = (uint32_t)i;
	flow_write_begin(writer, file, &manifest);
	flow_write_run(writer, log, 0, indices, log->events.count);
	flow_write_end(writer, true);
	free(kernel);
	free(loader);
	free(line);
	free(indices);
	free(writer);
}

/* What is missing comes first. */
static void warn_of_gaps(const struct trace *trace, const char *path)
{
	if (trace->counts.lost > 0)
		warnx("%s: the recorder lost %" PRIu64 " events; interactions at these times are "
		      "not analysed", path, trace->counts.lost);
	if (trace->counts.beyond > 0)
		warnx("%s: events of CPUs beyond the first %u are missing", path, TRACE_CPUS_MAX);
	if (trace->events.count > 0 && !trace->has_wakes)
		warnx("%s: no wake-ups, so the causes of waits are unknown; record sched_waking",
		      path);
}

static void explain_failure(const struct settings *settings, const struct trace *trace,
			    const char *path)
{
	if (trace->counts.unscaled > 0)
		warnx("%s: %" PRIu64 " events have counts of a clock instead of times; give its "
		      "frequency with --clock-hz, or record with a clock of nanoseconds",
		      path, trace->counts.unscaled);
	else if (trace->counts.used == 0)
		warnx("%s: no events of --format %s", path, trace_format_names[settings->format]);
	else
		warnx("%s: no interaction begins by --begin %s", path, settings->begin);
}

/* Formats that are not text, by their first bytes. Returns NULL, or how to make text of one. */
static const char *binary_hint(const char *text, size_t size)
{
	static const struct {
		const char *bytes;
		size_t size;
		const char *hint;
	} formats[] = {
		{"\x1f\x8b", 2, "compressed; use: zcat FILE | bareline flow import … -"},
		{"\x28\xb5\x2f\xfd", 4, "compressed; use: zstdcat FILE | bareline flow import … -"},
		{"\xfd" "7zXZ", 5, "compressed; use: xzcat FILE | bareline flow import … -"},
		{"\x17\x08\x44tracing", 10, "a file of trace-cmd; use: trace-cmd report FILE | "
					    "bareline flow import … -"},
		{"PERFILE2", 8, "a file of perf; use: perf script --show-lost-events "
				"-F comm,pid,tid,cpu,time,event,trace -i FILE | "
				"bareline flow import … -"},
		{"\xc1\x1f\xfc\xc1", 4, "a stream of CTF; use: babeltrace2 DIRECTORY | "
					"bareline flow import … -"},
		{"\xff\xfe", 2, "UTF-16; use: iconv -f UTF-16 -t UTF-8 FILE | "
				"bareline flow import … -"},
		{"\xfe\xff", 2, "UTF-16; use: iconv -f UTF-16 -t UTF-8 FILE | "
				"bareline flow import … -"},
	};

	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		if (size >= formats[i].size && memcmp(text, formats[i].bytes, formats[i].size) == 0)
			return formats[i].hint;
	}
	return NULL;
}

static int import_trace(const struct settings *settings, const char *path, const char *text,
			size_t size)
{
	struct import_result result;
	struct trace *trace = xmalloc(sizeof(*trace));
	FILE *file = NULL;
	bool is_found;

	trace_read(trace, (enum trace_format)settings->format, settings->clock_hz, text, size);
	import_build(&result, trace, &settings->rule, settings->begin);
	warn_of_gaps(trace, path);
	write_account(trace, &result);
	is_found = result.interactions > 0 && trace->counts.unscaled == 0;
	if (is_found)
		file = file_create(settings->output);
	else
		explain_failure(settings, trace, path);
	if (file != NULL)
		write_log(settings, trace, result.log, path, file);
	flow_log_free(result.log);
	trace_free(trace);
	free(trace);
	if (!is_found)
		return EXIT_USAGE;
	return file_finish(file, settings->output) ? EXIT_GOOD : EXIT_MACHINE;
}

static int flow_import_run(int argc, char **argv)
{
	struct settings settings = {.format = TRACE_FORMATS};
	const char *hint;
	size_t size;
	char *text;
	int status;

	arguments_parse(&flow_import_command, &settings, argc, argv);
	if (settings.begin == NULL)
		errx(EXIT_USAGE, "--begin: missing; see --help for the rules");
	text = file_is_standard(argv[1])
		? file_read(stdin, "standard input", TRACE_BYTES_MAX, "trace", &size)
		: file_load(argv[1], TRACE_BYTES_MAX, "trace", &size);
	if (text == NULL)
		return EXIT_USAGE;
	hint = binary_hint(text, size);
	if (hint != NULL) {
		warnx("%s: %s", argv[1], hint);
		free(text);
		return EXIT_USAGE;
	}
	if (settings.format == TRACE_FORMATS)
		settings.format = trace_guess(text, size);
	status = EXIT_USAGE;
	if (settings.format == TRACE_FORMATS)
		warnx("%s: no events in its first lines in any format; see --help for the formats "
		      "and events", argv[1]);
	else
		status = import_trace(&settings, argv[1], text, size);
	free(text);
	return status;
}

const struct command flow_import_command = {
	.name = "bareline flow import",
	.summary = "convert a Linux trace to interactions",
	.usage = "--begin RULE [OPTION]... TRACE",
	.about = "Convert the text of a trace (- for standard input) to a log of interactions. "
		 "The trace must contain sched_switch, sched_waking, sched_wakeup_new, "
		 "sched_process_fork and sched_process_exit. block_rq_issue, block_rq_complete, "
		 "net_dev_queue and netif_receive_skb add disks and packets. Events that could "
		 "not be used are counted on standard error.",
	.groups = groups,
	.operands_min = 1,
	.operands_max = 1,
	.run = flow_import_run,
};
