/* SPDX-License-Identifier: MIT */
/* `bareline flow import`: converts traces of other programs. */
#include <err.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/text/ticks.h"
#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/common_options.h"
#include "tools/cmd/flow/commands.h"
#include "tools/flow/import/import.h"
#include "tools/flow/import/missing.h"
#include "tools/flow/import/source.h"
#include "tools/flow/write.h"
#include "tools/results/run_directory.h"

#define CLOCK_HZ_MAX 100000000000u

struct settings {
	unsigned format;
	struct import_rule rule;
	const char *begin;              /* as given by the user */
	const char *clock, *kernel;
	uint64_t clock_hz;
	const char *output;
};

/* Traces of hosts, and what came of them. */
struct imported {
	const struct settings *settings;
	char *const *paths;             /* of the traces, for messages */
	enum trace_format format;       /* of the first one */
	struct trace *traces[NETWORK_HOSTS_MAX];
	struct network network;
	struct import_result result;
	struct missing missing;
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
	 .help = "set the format of the trace (found by its content):\n"
		 "ftrace: trace.dat of trace-cmd; text of trace-cmd report, or of tracefs's file "
		 "trace\n"
		 "perf: perf.data; text of perf script\n"
		 "ctf: a directory in the Common Trace Format, by LTTng or perf; text of "
		 "babeltrace2"},
	{.name = "begin", .kind = OPTION_CALL, .argument = "RULE", .call = parse_begin,
	 .help = "set where an interaction begins:\n"
		 "marker[=TEXT]: its thread writes a marker that starts with TEXT; "
		 "a slice of Android, B|PROCESS|NAME, ends at its own E\n"
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
	{.options = replace_options},
	{.options = options},
	{0},
};

/* ---- The summary ---- */

static void summary_begin(const char *what)
{
	fprintf(stderr, "  %-13s ", what);
}

static void summary_defect(const char *what, uint64_t number, bool *is_first)
{
	if (number == 0)
		return;
	if (!*is_first)
		summary_begin("");
	*is_first = false;
	fprintf(stderr, "%" PRIu64 " %s\n", number, what);
}

static void summary_defects(const struct trace *trace, const struct import_result *result)
{
	bool is_first = true;

	summary_begin("defects");
#define X(count, summary) \
	if (&trace->counts.count > &trace->counts.others) \
		summary_defect(summary, trace->counts.count, &is_first);
	TRACE_COUNTS(X)
#undef X
#define X(count, summary) summary_defect(summary, result->counts.count, &is_first);
	IMPORT_COUNTS(X)
#undef X
	if (is_first)
		fprintf(stderr, "none\n");
}

static void summary_span(const struct trace *trace)
{
	uint64_t first = UINT64_MAX, last = 0;
	size_t cpus = 0;

	for (uint16_t i = 0; i < trace->cpu_count; i++) {
		const struct trace_cpu *cpu = &trace->cpus[i];

		if (cpu->events == 0)
			continue;
		cpus++;
		first = cpu->first < first ? cpu->first : first;
		last = cpu->last > last ? cpu->last : last;
	}
	summary_begin("CPUs and span");
	fprintf(stderr, "%zu CPU%s, %.6f s", cpus, cpus == 1 ? "" : "s",
		last > first ? (double)(last - first) / NS_PER_SECOND : 0.0);
	for (uint32_t i = 0; i < trace->clock_count; i++)
		fprintf(stderr, ", clock %s", trace->clocks[i]);
	fprintf(stderr, "\n");
}

static void summary_trace(const struct trace *trace, const struct import_result *result)
{
	summary_begin("events read");
	fprintf(stderr, "%" PRIu64, trace->counts.used + trace->counts.others);
	if (trace->counts.lines > 0)
		fprintf(stderr, " in %" PRIu64 " lines", trace->counts.lines);
	fprintf(stderr, "\n");
	summary_begin("of these used");
	fprintf(stderr, "%" PRIu64 "\n", trace->counts.used);
	summary_defects(trace, result);
	summary_span(trace);
}

/* Print what was read, and what came of it, so that nothing is dropped silently. */
static void summary_write(const struct imported *imported)
{
	const struct network *network = &imported->network;
	const struct import_result *result = &imported->result;

	for (uint32_t i = 0; i < network->hosts; i++) {
		if (network->hosts > 1)
			fprintf(stderr, "host %" PRIu32 ": %s\n", i, imported->paths[i]);
		summary_trace(network->traces[i], result);
	}
	if (network->hosts > 1) {
		summary_begin("between hosts");
		fprintf(stderr, "%" PRIu64 " segments of TCP with data\n", network->crossed);
	}
	summary_begin("interactions");
	fprintf(stderr, "%" PRIu32 " kept, %" PRIu32 " rejected\n",
		result->interactions - result->rejected, result->rejected);
}

static char *append_word(char *line, const char *word)
{
	char *longer = xasprintf("%s %s", line, word);

	free(line);
	return longer;
}

static void write_manifest(struct flow_writer *writer, FILE *file, const struct imported *imported)
{
	const struct settings *settings = imported->settings;
	const struct trace *trace = imported->traces[0];
	const char *format = trace_format_names[imported->format];
	char *line = xasprintf("flow import --format %s --begin %s", format, settings->begin);
	char *loader = xasprintf("imported from %s", format);
	char *kernel = xasprintf("%.*s", (int)(trace_text_size(trace->release) % 256),
				 trace->release.at);
	struct wire_manifest manifest = {
		.format = WIRE_FORMAT, .build = "", .compiler = "", .host = "linux", .boot = "",
		.loader = loader, .time_base = "imported", .hypervisor = "",
		.timing = settings->clock != NULL ? settings->clock
			: trace->clock_count > 0 ? trace->clocks[0] : "the trace's clock",
		.tsc_hz = NS_PER_SECOND, .capabilities = "",
		.suite = "", .kernel = kernel, .mitigations = "",
	};

	for (uint32_t i = 0; i < imported->network.hosts; i++)
		line = append_word(line, imported->paths[i]);
	manifest.command_line = line;
	flow_write_begin(writer, file, &manifest);
	free(kernel);
	free(loader);
	free(line);
}

static void write_log(const struct imported *imported, FILE *file)
{
	const struct flow_log *log = imported->result.log;
	struct flow_writer *writer = xmalloc(sizeof(*writer));

	write_manifest(writer, file, imported);
	for (size_t i = 0; i < imported->missing.texts.count; i++) {
		const struct missing_text *text = &imported->missing.texts.items[i];

		flow_write_lack(writer, text->text, text->is_note);
	}
	flow_write_run(writer, log, 0, NULL, log->events.count);
	if (imported->network.hosts > 1)
		flow_write_nodes(writer, &log->runs.items[0]);
	flow_write_end(writer, true);
	free(writer);
}

/* Whether a trace cannot be used. Prints the reason. */
static bool explain_failure(const struct imported *imported, uint32_t host)
{
	const struct trace *trace = imported->traces[host];
	const char *path = imported->paths[host];

	if (trace->counts.unscaled > 0)
		warnx("%s: %" PRIu64 " events have counts of a clock instead of times; give its "
		      "frequency with --clock-hz, or record with a clock of nanoseconds",
		      path, trace->counts.unscaled);
	else if (trace->counts.used == 0 && trace->counts.unplaced > 0)
		warnx("%s: no event has the number of its CPU; print the number, as perf script "
		      "does with -F +cpu", path);
	else if (trace->counts.used == 0)
		warnx("%s: no events of --format %s; record sched_switch and the others of --help",
		      path, trace_format_names[imported->format]);
	return trace->counts.unscaled > 0 || trace->counts.used == 0;
}

/* Whether all traces can be used and have interactions. Prints the reason if not. */
static bool is_usable(const struct imported *imported)
{
	bool is_good = true;

	for (uint32_t i = 0; i < imported->network.hosts; i++)
		is_good = !explain_failure(imported, i) && is_good;
	if (is_good && imported->result.interactions == 0)
		warnx("%s: no interaction begins by the rule --begin %s", imported->paths[0],
		      imported->settings->begin);
	return is_good && imported->result.interactions > 0;
}

static int import_traces(struct imported *imported)
{
	const struct settings *settings = imported->settings;
	struct import_result *result = &imported->result;
	FILE *file = NULL;
	bool is_found;

	import_build(result, &imported->network, &settings->rule, settings->begin);
	for (uint32_t i = 0; i < imported->network.hosts; i++)
		trace_free_events(imported->traces[i]);
	import_judge(result);
	missing_make(&imported->missing, &imported->network, result);
	for (size_t i = 0; i < imported->missing.texts.count; i++)
		warnx("%s: %s", imported->paths[0], imported->missing.texts.items[i].text);
	summary_write(imported);
	is_found = is_usable(imported);
	if (is_found)
		file = file_create(settings->output);
	if (file != NULL)
		write_log(imported, file);
	missing_free(&imported->missing);
	flow_log_free(result->log);
	if (!is_found)
		return EXIT_USAGE;
	return file_finish(file, settings->output) ? EXIT_GOOD : EXIT_MACHINE;
}

/* The trace in a directory of `flow record`, or a copy of the path. The caller frees it. */
static char *trace_path(const char *path)
{
	static const char *const files[] = {RUN_TRACE, RUN_PERF_DATA};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char *inside = run_directory_file(path, files[i]);

		if (access(inside, F_OK) == 0)
			return inside;
		free(inside);
	}
	return xstrdup(path);
}

static bool read_host(struct imported *imported, uint32_t host)
{
	const struct settings *settings = imported->settings;
	char *path = trace_path(imported->paths[host]);
	struct trace_source source = {
		.path = path, .format = (enum trace_format)settings->format,
		.clock_hz = settings->clock_hz, .release = settings->kernel,
		.hosts = imported->network.hosts,
	};
	bool is_read;

	imported->traces[host] = xcalloc(1, sizeof(struct trace));
	is_read = trace_source_read(&source, imported->traces[host]);
	if (host == 0)
		imported->format = source.format;
	if (is_read)
		trace_end(imported->traces[host]);
	free(path);
	return is_read;
}

static int flow_import_run(int argc, char **argv)
{
	struct settings settings = {.format = TRACE_FORMATS};
	struct imported imported = {.settings = &settings, .paths = argv + 1};
	uint32_t hosts;
	int status = EXIT_GOOD;

	arguments_parse(&flow_import_command, &settings, argc, argv);
	if (settings.begin == NULL)
		errx(EXIT_USAGE, "--begin: missing; see --help for the rules");
	for (hosts = 0; argv[1 + hosts] != NULL; hosts++)
		continue;
	imported.network.hosts = hosts;
	for (uint32_t i = 0; i < hosts && status == EXIT_GOOD; i++)
		status = read_host(&imported, i) ? EXIT_GOOD : EXIT_USAGE;
	if (status == EXIT_GOOD) {
		network_make(&imported.network, imported.traces, hosts);
		status = import_traces(&imported);
	}
	network_free(&imported.network);
	for (uint32_t i = 0; i < hosts && imported.traces[i] != NULL; i++) {
		trace_free(imported.traces[i]);
		free(imported.traces[i]);
	}
	return status;
}

const struct command flow_import_command = {
	.name = "bareline flow import",
	.summary = "convert Linux traces to interactions",
	.usage = "--begin RULE [OPTION]... TRACE...",
	.about = "Convert a trace to a log of interactions. TRACE is a file (- for standard "
		 "input), which may be compressed by gzip, or a directory. Several traces, at most "
		 "16, are of hosts that communicate by TCP: host 0, to which pid and exec refer, "
		 "host 1, and so on. "
		 "The trace must contain sched_switch, sched_waking, sched_wakeup_new, "
		 "sched_process_fork and sched_process_exit. block_rq_issue, block_rq_complete, "
		 "net_dev_queue and netif_receive_skb add disks and packets. Events that could "
		 "not be used are counted on standard error.",
	.groups = groups,
	.operands_min = 1,
	.operands_max = NETWORK_HOSTS_MAX,
	.run = flow_import_run,
};
