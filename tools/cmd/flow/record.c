/* SPDX-License-Identifier: MIT */
/* `bareline flow record`: traces a program, imports the trace and prints the critical path. */
#include <err.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/text/ticks.h"
#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/child.h"
#include "tools/base/clock.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/base/signals.h"
#include "tools/cmd/flow/commands.h"
#include "tools/cmd/flow/functions.h"
#include "tools/cmd/table_output.h"
#include "tools/flow/filter.h"
#include "tools/flow/nodes/open.h"
#include "tools/flow/record/tracer.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"
#include "tools/topic/flow/flow.h"

#define BUFFER_KB_DEFAULT 8192
#define BUFFER_KB_MIN 64
#define BUFFER_KB_MAX (4u << 20)
#define POLL_SECONDS 0.1
#define END_SECONDS 5                   /* for PROGRAM to end after a signal */

enum choice {CHOOSE_TRACEFS, CHOOSE_PERF, CHOOSE_ANY};

static const char *const choice_names[] = {"tracefs", "perf", NULL};

static const struct {
	const struct tracer_kind *kind;
	const char *file;               /* of the trace */
} tracers[] = {{&tracer_tracefs, RUN_TRACE}, {&tracer_perf, RUN_PERF_DATA}};

struct settings {
	unsigned choice;
	struct tracer_request tracer;
	struct option_time time_limit;
	const char *begin, *end;        /* of `flow import`; NULL: the program */
	struct function_names functions;
	const char *output;
	struct table_output tables;
};

/* A recording in progress. */
struct recording {
	struct settings settings;
	struct run_directory directory;
	struct functions functions;
	char *trace_path, *log_path, *flames_path;
	const struct tracer_kind *kind;
	struct tracer *tracer;
	struct child child;
	double call_ns;                 /* added by the probes of a procedure; 0: unknown */
	int signal;                     /* that this process got; or 0 */
	bool is_over_time;              /* the program was ended at its time limit */
};

static const struct option_spec options[] = {
	{.name = "tracer", .kind = OPTION_CHOICE, .choices = choice_names,
	 .offset = offsetof(struct settings, choice),
	 .help = "trace by an instance of tracefs, or by perf record (the first that works)"},
	{.name = "buffer", .kind = OPTION_NUMBER, .argument = "KB", .least = BUFFER_KB_MIN,
	 .most = BUFFER_KB_MAX, .offset = offsetof(struct settings, tracer.buffer_kb),
	 .help = "set the size of the kernel's buffer for each CPU (8192)"},
	{.name = "tracefs", .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .offset = offsetof(struct settings, tracer.tracefs),
	 .help = "set where tracefs is mounted (as in /proc/mounts)"},
	{.name = "time-limit", .kind = OPTION_TIME, .argument = "TIME", .least = 1, .most = ~0ul,
	 .offset = offsetof(struct settings, time_limit),
	 .help = "end PROGRAM after TIME (none)"},
	{.name = "begin", .kind = OPTION_TEXT, .argument = "RULE",
	 .offset = offsetof(struct settings, begin),
	 .help = "set where an interaction begins, as for `bareline flow import` (PROGRAM, from "
		 "its exec to its end); with tracefs, PROGRAM finds the file for its markers in "
		 "the variable " TRACER_MARKER},
	{.name = "end", .kind = OPTION_TEXT, .argument = "TEXT",
	 .offset = offsetof(struct settings, end),
	 .help = "with --begin marker: end an interaction at the marker TEXT"},
	{.name = "procedure", .kind = OPTION_PATTERN, .argument = "[FILE:]GLOB",
	 .offset = offsetof(struct settings, functions.procedures),
	 .help = "make functions of PROGRAM, or of the library FILE, objects that are in use from "
		 "their call to their return; may be repeated; with tracefs"},
	{.name = "shared", .kind = OPTION_PATTERN, .argument = "[FILE:]WRITER,READER",
	 .offset = offsetof(struct settings, functions.shared),
	 .help = "make a message of each value that the function WRITER puts into the memory at "
		 "its first argument, to every thread that gets it by the function READER; may be "
		 "repeated; with tracefs"},
	{.name = "queue", .kind = OPTION_PATTERN, .argument = "[FILE:]WRITER,READER",
	 .offset = offsetof(struct settings, functions.queues),
	 .help = "make a message of each value that WRITER puts into a queue, to the thread that "
		 "takes it by READER; may be repeated; with tracefs"},
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .writes = true, .offset = offsetof(struct settings, output),
	 .help = "write the trace, the log of interactions and flames.svg to DIRECTORY "
		 "(results/TIMESTAMP)"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = table_options, .offset = offsetof(struct settings, tables)},
	{.options = replace_options},
	{0},
};

/* ---- Tracing ---- */

/* Start the tracer of the settings, or the first that can. */
static bool record_start_tracer(struct recording *recording)
{
	struct settings *settings = &recording->settings;
	char reasons[CHOOSE_ANY][TRACER_REASON_MAX] = {"", ""};

	for (unsigned i = 0; i < CHOOSE_ANY; i++) {
		if (settings->choice != CHOOSE_ANY && settings->choice != i)
			continue;
		free(recording->trace_path);
		recording->trace_path = run_directory_file(recording->directory.path,
							   tracers[i].file);
		settings->tracer.path = recording->trace_path;
		recording->kind = tracers[i].kind;
		recording->tracer = recording->kind->start(&settings->tracer, reasons[i]);
		if (recording->tracer != NULL)
			return true;
	}
	for (unsigned i = 0; i < CHOOSE_ANY; i++) {
		if (reasons[i][0] != '\0')
			warnx("cannot trace by %s: %s", tracers[i].kind->name, reasons[i]);
	}
	return false;
}

/* Returns false if the tracer failed. */
static bool record_follow(struct recording *recording)
{
	const struct option_time *limit = &recording->settings.time_limit;
	bool is_good = true;

	if (limit->text != NULL)
		child_set_deadline(clock_seconds() + (double)limit->ns / (double)NS_PER_SECOND);
	while (is_good && child_may_wait() && !child_await(&recording->child, POLL_SECONDS))
		is_good = recording->kind->poll(recording->tracer);
	child_set_deadline(INFINITY);
	recording->signal = signals_caught();
	if (recording->signal != 0) {
		double end = clock_seconds() + END_SECONDS;

		/* Pass a signal that this process alone got to the program, and let it end in
		 * order. */
		child_signal(&recording->child, recording->signal);
		while (!child_has_ended(&recording->child) && clock_seconds() < end &&
		       recording->kind->poll(recording->tracer))
			usleep((useconds_t)(POLL_SECONDS * (double)US_PER_SECOND));
	}
	recording->is_over_time = is_good && !recording->child.has_ended && recording->signal == 0;
	child_stop(&recording->child);
	return is_good;
}

/* Run the program and write the trace. A later signal ends this process at once. */
static int record_trace(struct recording *recording, char **arguments)
{
	struct child_files files = {
		.input = STDIN_FILENO, .output = STDOUT_FILENO, .messages = STDERR_FILENO,
		.extra = -1, .shares_group = true,
	};
	bool is_good;
	int error, status;
	char text[64];

	signals_catch();
	if (!record_start_tracer(recording))
		return EXIT_USAGE;
	signals_leave_terminal();
	error = child_start(&recording->child, arguments, &files);
	is_good = error == 0 && record_follow(recording);
	is_good = recording->kind->end(recording->tracer) && is_good;
	if (error != 0) {
		warnx("%s: %s", arguments[0], strerror(error));
		return EXIT_USAGE;
	}
	status = recording->child.status;
	if (recording->signal != 0) {
		signals_describe(text, sizeof(text));
		warnx("%s: ended, %s", arguments[0], text);
	} else if (recording->is_over_time) {
		warnx("%s: ended at its time limit", arguments[0]);
	} else if (WIFSIGNALED(status)) {
		warnx("%s: ended by signal %d (%s)", arguments[0], WTERMSIG(status),
		      strsignal(WTERMSIG(status)));
	} else {
		warnx("%s: exit status %d", arguments[0], WEXITSTATUS(status));
	}
	signals_forget();
	return is_good ? EXIT_GOOD : EXIT_MACHINE;
}

/* ---- The result ---- */

/* Import the trace, as the user's own call of `bareline flow import` does. */
static int record_import(const struct recording *recording)
{
	const struct settings *settings = &recording->settings;
	char *begin = settings->begin != NULL ? xstrdup(settings->begin)
					      : xasprintf("exec=%d", (int)recording->child.program);
	char *arguments[16] = {
		"import", "--begin", begin, "--output", recording->log_path,
		"--clock", "CLOCK_MONOTONIC",
	};
	int count = 7, status;
	struct utsname name;

	if (settings->end != NULL) {
		arguments[count++] = "--end";
		arguments[count++] = (char *)(uintptr_t)settings->end;
	}
	if (uname(&name) == 0) {
		arguments[count++] = "--kernel";
		arguments[count++] = name.release;
	}
	arguments[count++] = recording->trace_path;
	status = flow_import_command.run(count, arguments);
	free(begin);
	return status;
}

static bool record_write_flames(const struct recording *recording, const struct flow_tree *tree,
				const struct flow_log *log)
{
	FILE *file = file_create(recording->flames_path);

	if (file != NULL)
		flow_tree_write_flames(tree, log, file);
	return file_finish(file, recording->flames_path);
}

/* Add a table of the time in each procedure and at each object in memory. */
static void record_add_states(const struct recording *recording, struct flow_session *session,
			      const uint8_t *picked, struct tables *tables)
{
	const struct functions *functions = &recording->functions;
	struct flow_expr *states = xcalloc(functions->objects, sizeof(*states));
	const char **texts = xcalloc(functions->objects, sizeof(*texts));
	struct flow_states_request request = {
		.picked = picked, .texts = texts, .states = states,
	};
	uint32_t last = 0;

	for (size_t i = 0; i < functions->count; i++) {
		const struct tracer_function *function = &functions->items[i];
		const char *text = tables_text(tables, "\"%s\"", function->name);
		size_t count = request.state_count;

		if (function->number == last || function->kind != TRACER_PROCEDURE)
			continue;
		last = function->number;
		free(flow_expr_parse(&states[count], text));
		if (flow_expr_unknown(&states[count], session->log) != NULL) {
			flow_expr_free(&states[count]);
			continue;       /* it was not called */
		}
		texts[count] = text;
		request.state_count++;
	}
	if (request.state_count > 0)
		topic_flow_states(tables, session, &request);
	for (size_t i = 0; i < request.state_count; i++)
		flow_expr_free(&states[i]);
	free(states);
	free(texts);
}

/* Add what the probes of procedures cost the interactions. The recorded times include this cost. */
static void record_add_price(const struct recording *recording, const struct flow_log *log,
			     uint64_t response_ns, struct tables *tables)
{
	static const struct column columns[] = {
		{"calls", COLUMN_COUNT, 0, "calls of procedures", NULL},
		{"call", COLUMN_NUMBER, 0, "probes of one", "ns"},
		{"together", COLUMN_NUMBER, 0, NULL, "ns"},
		{"share", COLUMN_SHARE, 0, "of response", NULL},
	};
	struct table *table;
	uint8_t *is_procedure;
	uint64_t calls = 0;

	if (recording->call_ns <= 0)
		return;
	is_procedure = xcalloc(UINT16_MAX + 1u, 1);
	for (size_t i = 0; i < log->objects.count; i++) {
		const struct flow_named *object = &log->objects.items[i];

		for (size_t k = 0; k < recording->functions.count; k++)
			is_procedure[object->number] |=
				recording->functions.items[k].kind == TRACER_PROCEDURE &&
				strcmp(recording->functions.items[k].name, object->name) == 0;
	}
	for (size_t i = 0; i < log->events.count; i++)
		calls += log->events.items[i].kind == FLOW_BEGIN_USE &&
			 is_procedure[log->events.items[i].object];
	free(is_procedure);
	table = table_begin(tables, "", "price", "What the probes of procedures cost", columns,
			    COUNT(columns));
	table_row(table);
	cell_count(table_at(table, "calls"), calls);
	cell_number(table_at(table, "call"), recording->call_ns);
	cell_number(table_at(table, "together"), (double)calls * recording->call_ns);
	cell_number(table_at(table, "share"), (double)calls * recording->call_ns /
		    (double)response_ns);
}

static int record_analyse(const struct recording *recording)
{
	char *paths[] = {recording->log_path, NULL};
	const struct flow_filter all = {0};
	struct flow_session session;
	uint8_t *picked;
	int status = EXIT_FAILED;

	if (!flow_nodes_open(&session, paths))
		return EXIT_USAGE;
	picked = flow_filter_interactions(&all, &session);
	if (picked != NULL) {
		struct flow_tree tree;
		struct tables tables;

		status = EXIT_GOOD;
		flow_tree_begin(&tree);
		flow_tree_add(&tree, &session, picked);
		tables_init(&tables, "");
		topic_flow_title(&tables, &session, "Critical path");
		topic_flow_programs(&tables, &tree, session.log);
		if (recording->functions.count > 0)
			record_add_states(recording, &session, picked, &tables);
		record_add_price(recording, session.log, tree.response_ticks, &tables);
		flow_session_write_faults(&session);
		if (!table_output_write(&recording->settings.tables, &tables) ||
		    !record_write_flames(recording, &tree, session.log))
			status = EXIT_MACHINE;
		else if (tree.interactions == 0)
			status = EXIT_FAILED;
		tables_free(&tables);
		flow_tree_free(&tree);
	}
	free(picked);
	flow_session_close(&session);
	return status;
}

static int record_finish(const struct recording *recording)
{
	const char *directory = recording->directory.path;
	int status = record_import(recording);

	if (status == EXIT_GOOD)
		status = record_analyse(recording);
	if (status == EXIT_FAILED)
		warnx("no complete interaction; if events were lost, give a larger --buffer");
	fflush(stdout);
	fprintf(stderr, "%s: trace, log and flame graph; next: bareline flow path %s\n", directory,
		directory);
	if (status == EXIT_GOOD && !recording->is_over_time &&
	    (recording->child.status != 0 || recording->signal != 0))
		status = EXIT_FAILED;
	return status;
}

/* ---- The command ---- */

static int flow_record_run(int argc, char **argv)
{
	struct recording recording = {.settings = {
		.choice = CHOOSE_ANY, .tracer.buffer_kb = BUFFER_KB_DEFAULT, .tables.all = true,
	}};
	char *program;
	int status;

	arguments_parse(&flow_record_command, &recording.settings, argc, argv);
	program = child_program(argv[1]);
	if (program == NULL)
		errx(EXIT_USAGE, "%s: no such program", argv[1]);
	if (!functions_find(&recording.functions, &recording.settings.functions, program) ||
	    !run_directory_make(&recording.directory, recording.settings.output)) {
		functions_free(&recording.functions);
		free(program);
		return EXIT_USAGE;
	}
	free(program);
	recording.settings.tracer.functions = recording.functions.items;
	recording.settings.tracer.function_count = recording.functions.count;
	recording.settings.tracer.call_ns = &recording.call_ns;
	recording.settings.tracer.has_accept = recording.settings.begin != NULL &&
					       strcmp(recording.settings.begin, "accept") == 0;
	recording.log_path = run_directory_file(recording.directory.path, RUN_LOG);
	recording.flames_path = run_directory_file(recording.directory.path, RUN_FLAMES);
	status = record_trace(&recording, argv + 1);
	if (status == EXIT_GOOD)
		status = record_finish(&recording);
	else if (access(recording.trace_path, F_OK) != 0)
		run_directory_clear(&recording.directory);
	run_directory_release(&recording.directory);
	functions_free(&recording.functions);
	free(recording.trace_path);
	free(recording.log_path);
	free(recording.flames_path);
	return status;
}

const struct command flow_record_command = {
	.name = "bareline flow record",
	.summary = "trace a program and print its critical path",
	.usage = "[OPTION]... -- PROGRAM [ARGUMENT]...",
	.about = "Run PROGRAM and trace the scheduler's events of all CPUs, by tracefs or perf "
		 "record, which usually needs root. Import the trace as an interaction from "
		 "PROGRAM's exec to its end, and print the time on its critical path by program. "
		 "The directory of the trace can be given to the other subcommands. Processes "
		 "that PROGRAM leaves behind are ended.",
	.groups = groups,
	.exit_status = "0 success\n"
		       "1 PROGRAM failed or was interrupted, or its interaction is not complete\n"
		       "2 wrong arguments, or tracing is not possible\n"
		       "3 the output could not be written",
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = flow_record_run,
};
