/* `bareline net dump`: the document's perfdump. */
#include <err.h>
#include <stdlib.h>

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

static void put_event(struct out *out, const struct net_log *log, uint32_t run, uint32_t index)
{
	const struct net_event *event = &log->events.items[index];
	char *to = out_room(out, LINE_ROOM), scratch[NET_NAME_MAX];

	to = number_put(to, index + 1, 8);
	to = number_put(to, event->time, 20);
	to = number_put(to, event->node, 4);
	*to++ = ':';
	to = number_put(to, event->cpu, 0);
	*to++ = ' ';
	to = put_text(to, net_thread_name(scratch, log, run, event), 14);
	*to++ = ' ';
	to = put_text(to, net_kind_name(event->kind), 14);
	to = put_text(to, net_object_name(scratch, log, run, event), 14);
	to = put_subtask(to, event->subtask, 3);
	to = put_second(to, event);
	to = put_text(to, (event->flags & NET_BLOCKED) != 0 ? " blocked\n" : "\n", 0);
	out_filled(out, to);
}

static void put_run(struct out *out, const struct net_session *session, uint32_t run,
		    const uint8_t *wanted, size_t first)
{
	bool is_first = true;

	for (size_t i = first; i < session->order.run_ends[run]; i++) {
		uint32_t index = session->order.events[i];

		if (wanted != NULL && !wanted[index])
			continue;
		if (is_first) {
			out_text(out, "run ");
			out_text(out, session->log->runs.items[run].info.name);
			out_text(out, "\n   event                time node:cpu thread   "
				      "kind          object         sub-task\n");
		}
		is_first = false;
		put_event(out, session->log, run, index);
	}
}

static int dump(struct net_session *session, const struct net_filter *filter)
{
	uint8_t *wanted = NULL;
	struct out *out;
	size_t first = 0;
	bool is_written;

	if (net_filter_picks_events(filter)) {
		wanted = net_filter_events(filter, session);
		if (wanted == NULL)
			return EXIT_USAGE;
	}
	out = malloc(sizeof(*out));
	if (out == NULL)
		err(EXIT_USAGE, "out of memory");
	out_begin(out, stdout);
	for (uint32_t run = 0; run < session->log->runs.count; run++) {
		put_run(out, session, run, wanted, first);
		first = session->order.run_ends[run];
	}
	is_written = out_end(out);
	if (!is_written)
		warn("standard output");
	free(out);
	free(wanted);
	return is_written ? EXIT_GOOD : EXIT_USAGE;
}

int net_dump(int argc, char **argv)
{
	struct net_filter filter = {0};
	struct net_session session;
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
	if (!net_session_open(&session, argv[optind]))
		return EXIT_USAGE;
	status = dump(&session, &filter);
	net_session_close(&session);
	return status;
}
