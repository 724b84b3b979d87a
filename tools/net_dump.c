/* `bareline net dump`: the document's perfdump. */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/net_commands.h"
#include "tools/net_filter.h"

static const char help[] =
	"Usage: bareline net dump [OPTION]... LOG\n"
	"Print events, a line each, in the order of time. The number is the event's place in the log;\n"
	"`blocked` says that its sub-task waits for another one from here on.\n\n"
	NET_INTERACTION_HELP NET_EVENT_HELP;

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	NET_INTERACTION_OPTIONS,
	NET_EVENT_OPTIONS,
	{0},
};

/* Room for the line of an event: two names, a word or two, and numbers. */
#define LINE_ROOM (2 * (WIRE_TEXT_MAX + 1) + 256)

#define COLUMN_WIDTH 14
#define COLUMN_BYTES 24

/* A name, padded to the width of a column. One that is short is put by copying COLUMN_BYTES, however
 * many it has: that costs less than to find its end in every line again. */
struct column {
	const char *name;
	size_t length;                  /* padded */
	char start[COLUMN_BYTES];
};

struct dump {
	struct net_session session;
	struct out out;
	struct column kinds[NET_KIND_COUNT], none;
	struct column *threads, *objects;       /* by index into the log's */
};

/* A text, padded to a width. Returns where it ends. */
static char *put_text(char *to, const char *text, size_t width)
{
	char *least = to + width;

	while (*text != '\0')
		*to++ = *text++;
	while (to < least)
		*to++ = ' ';
	return to;
}

static void set_column(struct column *column, const char *name)
{
	size_t length = strlen(name);

	column->name = name;
	column->length = length > COLUMN_WIDTH ? length : COLUMN_WIDTH;
	memset(column->start, ' ', COLUMN_BYTES);
	memcpy(column->start, name, length < COLUMN_BYTES ? length : COLUMN_BYTES);
}

static char *put_column(char *to, const struct column *column)
{
	if (column->length > COLUMN_BYTES)
		return put_text(to, column->name, COLUMN_WIDTH);
	memcpy(to, column->start, COLUMN_BYTES);
	return to + column->length;
}

static char *put_kind(char *to, const struct dump *dump, const struct net_event *event)
{
	if (event->kind >= NET_KIND_COUNT)
		return put_text(to, net_kind_name(event->kind), COLUMN_WIDTH);
	return put_column(to, &dump->kinds[event->kind]);
}

static char *put_thread(char *to, const struct dump *dump, uint32_t run,
			const struct net_event *event)
{
	const struct net_log *log = dump->session.log;
	const struct net_thread *thread = net_log_thread(log, run, event->node, event->thread);
	char scratch[NET_NAME_MAX];

	if (event->thread == 0)
		return put_column(to, &dump->none);
	if (thread != NULL && log->runs.items[run].nodes == 0)
		return put_column(to, &dump->threads[thread - log->threads.items]);
	return put_text(to, net_thread_name(scratch, log, run, event), COLUMN_WIDTH);
}

static char *put_object(char *to, const struct dump *dump, uint32_t run,
			const struct net_event *event)
{
	const struct net_log *log = dump->session.log;
	const struct net_object *object = net_log_object(log, run, event->node, event->object);
	char scratch[NET_NAME_MAX];

	if (event->object == 0)
		return put_column(to, &dump->none);
	if (object != NULL && log->runs.items[run].nodes == 0)
		return put_column(to, &dump->objects[object - log->objects.items]);
	return put_text(to, net_object_name(scratch, log, run, event), COLUMN_WIDTH);
}

static char *put_subtask(char *to, uint32_t subtask, unsigned width)
{
	to = number_put(to, subtask >> NET_SEQUENCE_BITS, width);
	*to++ = '.';
	return number_put(to, subtask & NET_SEQUENCE_MAX, 0);
}

static char *put_second(char *to, const struct net_event *event)
{
	enum net_construct construct = event->kind < NET_KIND_COUNT
		? net_kinds[event->kind].construct : NET_SIMPLE;

	if (event->kind == NET_LOST)
		return put_text(number_put(to, event->other, 7), " events", 0);
	if (construct == NET_FORK)
		to = put_text(to, " creates ", 0);
	else if (construct == NET_JOIN)
		to = put_text(to, " ends ", 0);
	else
		return to;
	return put_subtask(to, event->other, 0);
}

static void put_event(struct dump *dump, uint32_t run, uint32_t index)
{
	const struct net_event *event = &dump->session.log->events.items[index];
	char *to = out_room(&dump->out, LINE_ROOM);

	to = number_put(to, index + 1, 8);
	to = number_put(to, event->time, 20);
	to = number_put(to, event->node, 4);
	*to++ = ':';
	to = number_put(to, event->cpu, 0);
	*to++ = ' ';
	to = put_thread(to, dump, run, event);
	*to++ = ' ';
	to = put_kind(to, dump, event);
	to = put_object(to, dump, run, event);
	to = put_subtask(to, event->subtask, 3);
	to = put_second(to, event);
	to = put_text(to, (event->flags & NET_BLOCKED) != 0 ? " blocked\n" : "\n", 0);
	out_filled(&dump->out, to);
}

static void put_run(struct dump *dump, uint32_t run, const uint8_t *wanted, size_t first)
{
	const struct net_session *session = &dump->session;
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
		put_event(dump, run, index);
	}
}

static void make_columns(struct dump *dump)
{
	const struct net_log *log = dump->session.log;

	dump->threads = calloc(log->threads.count + 1, sizeof(*dump->threads));
	dump->objects = calloc(log->objects.count + 1, sizeof(*dump->objects));
	if (dump->threads == NULL || dump->objects == NULL)
		err(EXIT_USAGE, "out of memory");
	set_column(&dump->none, "-");
	for (uint8_t kind = 0; kind < NET_KIND_COUNT; kind++)
		set_column(&dump->kinds[kind], net_kind_name(kind));
	for (size_t i = 0; i < log->threads.count; i++)
		set_column(&dump->threads[i], log->threads.items[i].name);
	for (size_t i = 0; i < log->objects.count; i++)
		set_column(&dump->objects[i], log->objects.items[i].name);
}

/* Print the events, or those that are wanted. */
static int put_all(struct dump *dump, const uint8_t *wanted)
{
	size_t first = 0;

	make_columns(dump);
	out_begin(&dump->out, stdout);
	for (uint32_t run = 0; run < dump->session.log->runs.count; run++) {
		put_run(dump, run, wanted, first);
		first = dump->session.order.run_ends[run];
	}
	free(dump->threads);
	free(dump->objects);
	if (out_end(&dump->out))
		return EXIT_GOOD;
	warn("standard output");
	return EXIT_USAGE;
}

/* Interactions are told apart only if events are picked by them. */
static int run(struct dump *dump, const struct net_filter *filter, const char *path)
{
	bool picks = net_filter_picks_events(filter);
	uint8_t *wanted = NULL;
	int status = EXIT_USAGE;

	if (picks ? !net_session_open(&dump->session, path)
		  : !net_session_open_events(&dump->session, path))
		return EXIT_USAGE;
	if (picks)
		wanted = net_filter_events(filter, &dump->session);
	if (!picks || wanted != NULL)
		status = put_all(dump, wanted);
	free(wanted);
	net_session_close(&dump->session);
	return status;
}

int net_dump(int argc, char **argv)
{
	struct net_filter filter = {0};
	struct dump *dump;
	int option, status;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (option == 'h') {
			fputs(help, stdout);
			return EXIT_GOOD;
		}
		if (!net_filter_option(&filter, option, optarg))
			return EXIT_USAGE;
	}
	if (argc - optind != 1) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	dump = malloc(sizeof(*dump));
	if (dump == NULL)
		err(EXIT_USAGE, "out of memory");
	status = run(dump, &filter, argv[optind]);
	free(dump);
	return status;
}
