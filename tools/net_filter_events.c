/* `bareline net filter`: the document's pfilter. */
#include <err.h>
#include <stdlib.h>

#include "tools/commands.h"
#include "tools/net_commands.h"
#include "tools/net_filter.h"
#include "tools/net_missing.h"
#include "tools/net_write.h"

static const char help[] =
	"Usage: bareline net filter [OPTION]... LOG\n"
	"Write a log with the events that all options pick. "
	"To leave events out of a picture, give\n"
	"the options to `draw` instead: it keeps the arcs between those that are left.\n\n"
	"  -o, --output FILE     write there instead of to standard output\n"
	NET_INTERACTION_HELP NET_EVENT_HELP;

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"output", required_argument, NULL, 'o'},
	NET_INTERACTION_OPTIONS,
	NET_EVENT_OPTIONS,
	{0},
};

static void write_run(struct net_writer *writer, const struct net_session *session, uint32_t run,
		      const uint8_t *wanted, size_t first)
{
	NET_LIST(uint32_t) indices = {0};

	for (size_t i = first; i < session->order.run_ends[run]; i++) {
		if (wanted[session->order.events[i]])
			NET_LIST_ADD(indices, session->order.events[i]);
	}
	net_write_run(writer, session->log, run, indices.items, indices.count);
	free(indices.items);
}

static int filter_log(struct net_session *session, const struct net_filter *filter, FILE *file,
		      const char *name)
{
	uint8_t *wanted = net_filter_events(filter, session);
	struct net_writer *writer = malloc(sizeof(*writer));
	size_t first = 0;
	bool is_written;

	if (writer == NULL)
		err(EXIT_USAGE, "out of memory");
	if (wanted == NULL) {
		free(writer);
		return EXIT_USAGE;
	}
	net_write_begin(writer, file, &session->log->manifest);
	for (uint32_t run = 0; run < session->log->runs.count; run++) {
		write_run(writer, session, run, wanted, first);
		first = session->order.run_ends[run];
	}
	is_written = net_write_end(writer, net_missing_none(session));
	if (!is_written)
		warn("%s", name);
	free(writer);
	free(wanted);
	return is_written ? EXIT_GOOD : EXIT_USAGE;
}

static int run(const struct net_filter *filter, const char *path, const char *output)
{
	struct net_session session;
	FILE *file;
	int status;

	if (!net_session_open(&session, path))
		return EXIT_USAGE;
	file = output != NULL ? fopen(output, "w") : stdout;
	if (file == NULL)
		err(EXIT_USAGE, "%s", output);
	status = filter_log(&session, filter, file, output != NULL ? output : "standard output");
	net_session_put_faults(&session);
	if (file != stdout && fclose(file) != 0)
		err(EXIT_USAGE, "%s", output);
	net_session_close(&session);
	return status;
}

int net_filter(int argc, char **argv)
{
	struct net_filter filter = {0};
	const char *output = NULL;
	int option;

	while ((option = getopt_long(argc, argv, "ho:", options, NULL)) != -1) {
		if (option == 'h') {
			fputs(help, stdout);
			return EXIT_GOOD;
		}
		if (option == 'o')
			output = optarg;
		else if (!net_filter_option(&filter, option, optarg))
			return EXIT_USAGE;
	}
	if (argc - optind != 1) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	return run(&filter, argv[optind], output);
}
