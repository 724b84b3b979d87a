/* SPDX-License-Identifier: MIT */
/* `bareline flow dump`: the document's perfdump. */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/out.h"
#include "tools/cmd/flow_commands.h"
#include "tools/flow/filter.h"

static const struct option_group groups[] = {
	{.options = flow_interaction_options},
	{.options = flow_event_options},
	{0},
};

/* Room for the line of an event: two names, a word or two, and numbers. */
#define LINE_ROOM (2 * (WIRE_TEXT_MAX + 1) + 256)

#define COLUMN_WIDTH 14
#define COLUMN_BYTES 24

/* What many lines have in common: a name, padded to the width of a column, say. One that
 * is short is put by copying COLUMN_BYTES, however many it has: that costs less than to
 * find its end again. */
struct column {
	uint64_t key;                   /* what it tells of; 0: nothing yet */
	const char *text;
	size_t length;                  /* padded */
	char start[COLUMN_BYTES];
	char scratch[FLOW_NAME_MAX];     /* for a text that is the column's own */
};

/* Of each sort, those that came last, by the low byte of their number. */
#define RECENT_COLUMNS 256

struct dump {
	struct flow_session session;
	struct out out;
	struct number_head number, time;
	struct column places[RECENT_COLUMNS], threads[RECENT_COLUMNS], objects[RECENT_COLUMNS];
	struct column subtasks[RECENT_COLUMNS];
	struct column kinds[FLOW_KIND_COUNT + 1];        /* the last for unknown ones */
};

/* A text, padded to a width. Returns where it ends. */
static char *flow_dump_write_text(char *to, const char *text, size_t width)
{
	char *least = to + width;

	while (*text != '\0')
		*to++ = *text++;
	while (to < least)
		*to++ = ' ';
	return to;
}

static void set_column(struct column *column, const char *text, size_t width)
{
	size_t length = strlen(text);

	column->text = text;
	column->length = length > width ? length : width;
	memset(column->start, ' ', COLUMN_BYTES);
	memcpy(column->start, text, length < COLUMN_BYTES ? length : COLUMN_BYTES);
}

static char *write_column(char *to, const struct column *column)
{
	if (column->length > COLUMN_BYTES)
		return flow_dump_write_text(to, column->text, COLUMN_WIDTH);
	memcpy(to, column->start, COLUMN_BYTES);
	return to + column->length;
}

/* The column for a key, in which what it tells of has the number; *is_new if it has to be set. */
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

static char *flow_dump_write_place(char *to, struct dump *dump, const struct flow_event *event)
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
	return write_column(to, column);
}

static char *write_thread(char *to, struct dump *dump, uint32_t run, const struct flow_event *event)
{
	bool is_new;
	struct column *column = flow_dump_column_of(
		dump->threads, flow_dump_name_key(run, event->node, event->thread), event->thread,
		&is_new);

	if (is_new)
		set_column(column, flow_thread_name(column->scratch, dump->session.log, run, event),
			   COLUMN_WIDTH);
	return write_column(to, column);
}

static char *flow_dump_write_object(char *to, struct dump *dump, uint32_t run,
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
	return write_column(to, column);
}

static char *flow_dump_write_kind(char *to, const struct dump *dump, const struct flow_event *event)
{
	return write_column(
		to, &dump->kinds[event->kind < FLOW_KIND_COUNT ? event->kind : FLOW_KIND_COUNT]);
}

static char *write_number_of(char *to, uint32_t subtask, unsigned width)
{
	to = number_write(to, subtask >> FLOW_SEQUENCE_BITS, width);
	*to++ = '.';
	return number_write(to, subtask & FLOW_SEQUENCE_MAX, 0);
}

static char *write_subtask(char *to, struct dump *dump, uint32_t subtask)
{
	bool is_new;
	struct column *column = flow_dump_column_of(dump->subtasks, (uint64_t)subtask + 1, subtask,
						    &is_new);

	if (is_new) {
		*write_number_of(column->scratch, subtask, 3) = '\0';
		set_column(column, column->scratch, 0);
	}
	return write_column(to, column);
}

static char *write_second(char *to, const struct flow_event *event)
{
	enum flow_construct construct = event->kind < FLOW_KIND_COUNT
		? flow_kinds[event->kind].construct : FLOW_SIMPLE;

	if (event->kind == FLOW_LOST)
		return flow_dump_write_text(number_write(to, event->other, 7), " events", 0);
	if (construct == FLOW_FORK)
		to = flow_dump_write_text(to, " creates ", 0);
	else if (construct == FLOW_JOIN)
		to = flow_dump_write_text(to, " ends ", 0);
	else
		return to;
	return write_number_of(to, event->other, 0);
}

static void flow_dump_write_event(struct dump *dump, uint32_t run, uint32_t index)
{
	const struct flow_event *event = &dump->session.log->events.items[index];
	char *to = out_room(&dump->out, LINE_ROOM);

	to = number_write_after(to, &dump->number, index + 1, 8);
	to = number_write_after(to, &dump->time, event->time, 20);
	to = flow_dump_write_place(to, dump, event);
	to = write_thread(to, dump, run, event);
	*to++ = ' ';
	to = flow_dump_write_kind(to, dump, event);
	to = flow_dump_write_object(to, dump, run, event);
	to = write_subtask(to, dump, event->subtask);
	to = write_second(to, event);
	to = flow_dump_write_text(to, (event->flags & FLOW_BLOCKED) != 0 ? " blocked\n" : "\n", 0);
	out_filled(&dump->out, to);
}

static void flow_dump_write_run(struct dump *dump, uint32_t run, const uint8_t *wanted,
				size_t first)
{
	const struct flow_session *session = &dump->session;
	bool is_first = true;

	for (size_t i = first; i < session->order.run_ends[run]; i++) {
		uint32_t index = session->order.events[i];

		if (wanted != NULL && !wanted[index])
			continue;
		if (is_first) {
			out_text(&dump->out, "run ");
			out_text(&dump->out, session->log->runs.items[run].info.name);
			out_text(&dump->out, "\n   event                time node:cpu thread   "
					     "kind          object         sub-task\n");
		}
		is_first = false;
		flow_dump_write_event(dump, run, index);
	}
}

/* Print the events, or those that are wanted. */
static int flow_dump_write_all(struct dump *dump, const uint8_t *wanted)
{
	size_t first = 0;

	for (unsigned kind = 0; kind <= FLOW_KIND_COUNT; kind++)
		set_column(&dump->kinds[kind], flow_kind_name((uint8_t)kind), COLUMN_WIDTH);
	out_begin(&dump->out, stdout);
	for (uint32_t run = 0; run < dump->session.log->runs.count; run++) {
		flow_dump_write_run(dump, run, wanted, first);
		first = dump->session.order.run_ends[run];
	}
	if (out_end(&dump->out))
		return EXIT_GOOD;
	warn("standard output");
	return EXIT_MACHINE;
}

/* Interactions are told apart only if events are picked by them. */
static int flow_dump_log(struct dump *dump, const struct flow_filter *filter, const char *path)
{
	bool picks = flow_filter_picks_events(filter);
	uint8_t *wanted = NULL;
	int status = EXIT_USAGE;

	if (picks ? !flow_session_open(&dump->session, path)
		  : !flow_session_open_events(&dump->session, path))
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

static int flow_dump_run(int argc, char **argv)
{
	struct flow_filter filter = {0};
	struct dump *dump;
	int status;

	arguments_parse(&flow_dump_command, &filter, argc, argv);
	dump = xcalloc(1, sizeof(*dump));
	status = flow_dump_log(dump, &filter, argv[1]);
	free(dump);
	return status;
}

const struct command flow_dump_command = {
	.name = "bareline flow dump",
	.summary = "events as text, in the order of time",
	.usage = "[OPTION]... LOG",
	.about = "Print events, a line each, in the order of time. The number is the event's place "
		 "in the log; `blocked` says that its sub-task waits for another one from here on.",
	.groups = groups,
	.operands_min = 1,
	.operands_max = 1,
	.run = flow_dump_run,
};
