/* SPDX-License-Identifier: MIT */
/* `bareline flow dump`: prints events; named perfdump in the paper. */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/out.h"
#include "tools/cmd/flow/commands.h"
#include "tools/flow/filter.h"
#include "tools/flow/nodes/open.h"

struct dump_settings {
	struct flow_filter filter;
	bool prints_system_trace;
};

static const struct option_spec trace_options[] = {
	{.name = "system-trace", .kind = OPTION_FLAG,
	 .offset = offsetof(struct dump_settings, prints_system_trace),
	 .help = "print the operating system's own trace of the selected runs instead, as text of "
		 "ftrace with the TSC as clock"},
	{0},
};

static const struct option_group groups[] = {
	{.options = flow_interaction_options, .offset = offsetof(struct dump_settings, filter)},
	{.options = flow_event_options, .offset = offsetof(struct dump_settings, filter)},
	{.options = trace_options},
	{0},
};

#define COLUMN_WIDTH 14
#define COLUMN_BYTES 24

/* A text that many lines share, such as a name padded to a column's width. A short text is written
 * by copying COLUMN_BYTES bytes, since copying a constant size is faster. */
struct column {
	uint64_t key;                   /* key; 0: empty */
	const char *text;
	size_t length;                  /* padded */
	char start[COLUMN_BYTES];
	char scratch[FLOW_NAME_MAX];    /* for a text owned by the column */
};

/* Caches of the latest columns of each kind, by the low byte of their key. */
#define RECENT_COLUMNS 256

struct dump {
	struct flow_session session;
	struct out out;
	struct number_head number, time;
	struct column places[RECENT_COLUMNS], threads[RECENT_COLUMNS], objects[RECENT_COLUMNS];
	struct column subtasks[RECENT_COLUMNS];
	struct column kinds[FLOW_KIND_COUNT + 1]; /* last entry: unknown kinds */
};

static void set_column(struct column *column, const char *text, size_t width)
{
	size_t length = strlen(text);

	column->text = text;
	column->length = length > width ? length : width;
	memset(column->start, ' ', COLUMN_BYTES);
	memcpy(column->start, text, length < COLUMN_BYTES ? length : COLUMN_BYTES);
}

/* A long text is longer than any column is wide, so it has no padding. */
static void write_column(struct out *out, const struct column *column)
{
	char *to;

	if (column->length > COLUMN_BYTES) {
		out_bytes(out, column->text, column->length);
		return;
	}
	to = out_room(out, COLUMN_BYTES);
	memcpy(to, column->start, COLUMN_BYTES);
	out_filled(out, to + column->length);
}

/* The cached column for a key. *is_new: the caller must set its text. */
static struct column *flow_dump_column_of(struct column *columns, uint64_t key, unsigned number,
					  bool *is_new)
{
	struct column *column = &columns[number % RECENT_COLUMNS];

	*is_new = column->key != key;
	column->key = key;
	return column;
}

static uint64_t flow_dump_name_key(uint32_t run, uint8_t node, uint16_t number)
{
	return ((uint64_t)run << 32 | (uint64_t)node << 16 | number) + 1;
}

static void flow_dump_write_place(struct dump *dump, const struct flow_event *event)
{
	bool is_new;
	struct column *column = flow_dump_column_of(dump->places,
						    flow_dump_name_key(0, event->node, event->cpu),
						    event->cpu, &is_new);

	if (is_new) {
		char *end = number_write(column->scratch, event->node, 4);

		*end++ = ':';
		end = number_write(end, event->cpu, 0);
		strcpy(end, " ");
		set_column(column, column->scratch, 0);
	}
	write_column(&dump->out, column);
}

static void write_thread(struct dump *dump, uint32_t run, const struct flow_event *event)
{
	bool is_new;
	struct column *column = flow_dump_column_of(
		dump->threads, flow_dump_name_key(run, event->node, event->thread), event->thread,
		&is_new);

	if (is_new)
		set_column(column, flow_thread_name(column->scratch, dump->session.log, run, event),
			   COLUMN_WIDTH);
	write_column(&dump->out, column);
}

static void flow_dump_write_object(struct dump *dump, uint32_t run,
				   const struct flow_event *event)
{
	bool is_new;
	struct column *column = flow_dump_column_of(
		dump->objects, flow_dump_name_key(run, event->node, event->object), event->object,
		&is_new);

	if (is_new)
		set_column(column, flow_object_name(column->scratch, dump->session.log, run,
						    event->node, event->object),
			   COLUMN_WIDTH);
	write_column(&dump->out, column);
}

/* Maximum length of write_number_of(): two numbers, each with the room that number_write()
 * needs. */
#define NUMBER_OF_ROOM (3 * NUMBER_COLUMNS_MAX + 1)

static char *write_number_of(char *to, uint32_t subtask, unsigned width)
{
	to = number_write(to, subtask >> FLOW_SEQUENCE_BITS, width);
	*to++ = '.';
	return number_write(to, subtask & FLOW_SEQUENCE_MAX, 0);
}

static void write_subtask(struct dump *dump, uint32_t subtask)
{
	bool is_new;
	struct column *column = flow_dump_column_of(dump->subtasks, (uint64_t)subtask + 1, subtask,
						    &is_new);

	if (is_new) {
		*write_number_of(column->scratch, subtask, 3) = '\0';
		set_column(column, column->scratch, 0);
	}
	write_column(&dump->out, column);
}

/* The other sub-task of a create or exit event. */
static void write_other(struct out *out, const char *label, uint32_t subtask)
{
	out_text(out, label);
	out_filled(out, write_number_of(out_room(out, NUMBER_OF_ROOM), subtask, 0));
}

static void flow_dump_write_event(struct dump *dump, uint32_t run, uint32_t index)
{
	const struct flow_event *event = &dump->session.log->events.items[index];
	struct out *out = &dump->out;
	char *to = out_room(out, 4 * NUMBER_COLUMNS_MAX);
	enum flow_construct construct;

	to = number_write_after(to, &dump->number, index + 1, 8);
	out_filled(out, number_write_after(to, &dump->time, event->time, 20));
	flow_dump_write_place(dump, event);
	write_thread(dump, run, event);
	out_char(out, ' ');
	write_column(&dump->out, &dump->kinds[event->kind < FLOW_KIND_COUNT ? event->kind
									   : FLOW_KIND_COUNT]);
	flow_dump_write_object(dump, run, event);
	write_subtask(dump, event->subtask);
	construct = event->kind < FLOW_KIND_COUNT ? flow_kinds[event->kind].construct : FLOW_SIMPLE;
	if (event->kind == FLOW_LOST) {
		out_number(out, event->other, 7);
		out_text(out, " events");
	} else if (construct == FLOW_FORK) {
		write_other(out, " creates ", event->other);
	} else if (construct == FLOW_JOIN) {
		write_other(out, " ends ", event->other);
	}
	out_text(out, (event->flags & FLOW_BLOCKED) != 0 ? " blocked\n" : "\n");
}

/* Print all events, or the selected ones. */
static int flow_dump_write_all(struct dump *dump, const uint8_t *wanted)
{
	size_t first = 0;

	for (unsigned kind = 0; kind <= FLOW_KIND_COUNT; kind++)
		set_column(&dump->kinds[kind], flow_kind_name((uint8_t)kind), COLUMN_WIDTH);
	out_begin(&dump->out, stdout);
	for (uint32_t run = 0; run < dump->session.log->runs.count; run++) {
		const struct flow_session *session = &dump->session;
		bool is_first = true;

		for (size_t i = first; i < session->order.run_ends[run]; i++) {
			uint32_t index = session->order.events[i];

			if (wanted != NULL && !wanted[index])
				continue;
			if (is_first) {
				out_text(&dump->out, "run ");
				out_text(&dump->out, session->log->runs.items[run].info.name);
				out_text(&dump->out,
					 "\n   event                time node:cpu thread   "
					 "kind          object         sub-task\n");
			}
			is_first = false;
			flow_dump_write_event(dump, run, index);
		}
		first = dump->session.order.run_ends[run];
	}
	if (out_end(&dump->out))
		return EXIT_GOOD;
	warn("standard output");
	return EXIT_MACHINE;
}

/* Events are assigned to interactions only if events are selected by interaction. */
static int flow_dump_log(struct dump *dump, const struct flow_filter *filter, char *const paths[])
{
	bool picks = flow_filter_has_condition(filter);
	uint8_t *wanted = NULL;
	int status = EXIT_USAGE;

	if (picks || paths[1] != NULL ? !flow_nodes_open(&dump->session, paths)
				      : !flow_session_open_events(&dump->session, paths[0]))
		return EXIT_USAGE;
	if (picks)
		wanted = flow_filter_events(filter, &dump->session);
	if (!picks || wanted != NULL)
		status = flow_dump_write_all(dump, wanted);
	flow_session_write_faults(&dump->session);
	free(wanted);
	flow_session_close(&dump->session);
	return status;
}

/* The traces are kept if nothing joins them with the events. */
static int flow_dump_system_traces(const struct flow_filter *filter, const char *path)
{
	struct flow_log *log;
	size_t printed = 0;

	flow_log_join = NULL;
	log = flow_log_read(path);
	if (log == NULL)
		return EXIT_USAGE;
	for (size_t i = 0; i < log->os_traces.count; i++) {
		const struct flow_os_trace *trace = &log->os_traces.items[i];

		if (!flow_filter_picks_run(filter, &log->runs.items[trace->run].info))
			continue;
		if (!trace->is_whole || trace->lost > 0)
			warnx("%s: the trace of %s is incomplete", path,
			      log->runs.items[trace->run].info.name);
		fwrite(trace->text, 1, trace->size, stdout);
		printed++;
	}
	flow_log_free(log);
	if (printed == 0)
		warnx("%s: no selected run has a trace of the operating system", path);
	return printed > 0 ? EXIT_GOOD : EXIT_USAGE;
}

static int flow_dump_run(int argc, char **argv)
{
	struct dump_settings settings = {0};
	struct dump *dump;
	int status;

	arguments_parse(&flow_dump_command, &settings, argc, argv);
	if (settings.prints_system_trace)
		return flow_dump_system_traces(&settings.filter, argv[1]);
	dump = xcalloc(1, sizeof(*dump));
	status = flow_dump_log(dump, &settings.filter, argv + 1);
	free(dump);
	return status;
}

const struct command flow_dump_command = {
	.name = "bareline flow dump",
	.summary = "print events in order of time",
	.usage = "[OPTION]... LOG...",
	.about = "Print events in order of time, one per line. The number is the event's position "
		 "in the log. `blocked` means that from this event on its sub-task waits for "
		 "another one.",
	.groups = groups,
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = flow_dump_run,
};
