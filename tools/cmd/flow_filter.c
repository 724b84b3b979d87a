/* `bareline flow filter`: the document's pfilter. */
#include <err.h>
#include <stdlib.h>

#include "tools/cmd/commands.h"
#include "tools/cmd/flow_commands.h"
#include "tools/flow/filter.h"
#include "tools/flow/missing.h"
#include "tools/flow/write.h"

static const char help[] =
	"Usage: bareline flow filter [OPTION]... LOG\n"
	"Write a log with the events that all options pick. "
	"To leave events out of a picture, give\n"
	"the options to `draw` instead: it keeps the arcs between those that are left.\n\n"
	"  -o, --output FILE     write there instead of to standard output\n"
	FLOW_INTERACTION_HELP FLOW_EVENT_HELP;

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"output", required_argument, NULL, 'o'},
	FLOW_INTERACTION_OPTIONS,
	FLOW_EVENT_OPTIONS,
	{0},
};

static void flow_filter_write_run(struct flow_writer *writer, const struct flow_session *session,
				  uint32_t run, const uint8_t *wanted, size_t first)
{
	FLOW_LIST(uint32_t) indices = {0};

	for (size_t i = first; i < session->order.run_ends[run]; i++) {
		if (wanted[session->order.events[i]])
			FLOW_LIST_ADD(indices, session->order.events[i]);
	}
	flow_write_run(writer, session->log, run, indices.items, indices.count);
	free(indices.items);
}

static int filter_log(struct flow_session *session, const struct flow_filter *filter, FILE *file,
		      const char *name)
{
	uint8_t *wanted = flow_filter_events(filter, session);
	struct flow_writer *writer = malloc(sizeof(*writer));
	size_t first = 0;
	bool is_written;

	if (writer == NULL)
		err(EXIT_USAGE, "out of memory");
	if (wanted == NULL) {
		free(writer);
		return EXIT_USAGE;
	}
	flow_write_begin(writer, file, &session->log->manifest);
	for (uint32_t run = 0; run < session->log->runs.count; run++) {
		flow_filter_write_run(writer, session, run, wanted, first);
		first = session->order.run_ends[run];
	}
	is_written = flow_write_end(writer, flow_missing_none(session));
	if (!is_written)
		warn("%s", name);
	free(writer);
	free(wanted);
	return is_written ? EXIT_GOOD : EXIT_USAGE;
}

static int flow_filter_run(const struct flow_filter *filter, const char *path, const char *output)
{
	struct flow_session session;
	FILE *file;
	int status;

	if (!flow_session_open(&session, path))
		return EXIT_USAGE;
	file = output != NULL ? fopen(output, "w") : stdout;
	if (file == NULL)
		err(EXIT_USAGE, "%s", output);
	status = filter_log(&session, filter, file, output != NULL ? output : "standard output");
	flow_session_write_faults(&session);
	if (file != stdout && fclose(file) != 0)
		err(EXIT_USAGE, "%s", output);
	flow_session_close(&session);
	return status;
}

int flow_filter(int argc, char **argv)
{
	struct flow_filter filter = {0};
	const char *output = NULL;
	int option;

	while ((option = getopt_long(argc, argv, "ho:", options, NULL)) != -1) {
		if (option == 'h') {
			fputs(help, stdout);
			return EXIT_GOOD;
		}
		if (option == 'o')
			output = optarg;
		else if (!flow_filter_option(&filter, option, optarg))
			return EXIT_USAGE;
	}
	if (argc - optind != 1) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	return flow_filter_run(&filter, argv[optind], output);
}
