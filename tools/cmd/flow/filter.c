/* SPDX-License-Identifier: MIT */
/* `bareline flow filter`: writes a log with some events; named pfilter in the paper. */
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/common_options.h"
#include "tools/cmd/flow/commands.h"
#include "tools/flow/filter.h"
#include "tools/flow/nodes/open.h"
#include "tools/flow/write.h"

struct settings {
	struct flow_filter filter;
	const char *output;
};

static const struct option_group groups[] = {
	{.options = output_options, .offset = offsetof(struct settings, output)},
	{.options = replace_options},
	{.options = flow_interaction_options, .offset = offsetof(struct settings, filter)},
	{.options = flow_event_options, .offset = offsetof(struct settings, filter)},
	{0},
};

static int flow_filter_session(struct flow_session *session, const struct settings *settings)
{
	uint8_t *wanted = flow_filter_events(&settings->filter, session);
	FILE *file;

	if (wanted == NULL)
		return EXIT_USAGE;
	file = file_create(settings->output);
	if (file != NULL) {
		struct flow_writer *writer = xmalloc(sizeof(*writer));
		size_t first = 0;

		flow_write_begin(writer, file, &session->log->manifest);
		flow_write_lacks(writer, session->log);
		for (uint32_t run = 0; run < session->log->runs.count; run++) {
			FLOW_LIST(uint32_t) indices = {0};

			for (size_t i = first; i < session->order.run_ends[run]; i++) {
				if (wanted[session->order.events[i]])
					FLOW_LIST_ADD(indices, session->order.events[i]);
			}
			flow_write_run(writer, session->log, run, indices.items, indices.count);
			free(indices.items);
			first = session->order.run_ends[run];
		}
		flow_write_end(writer, flow_session_is_whole(session));
		free(writer);
	}
	free(wanted);
	return file_finish(file, settings->output) ? EXIT_GOOD : EXIT_MACHINE;
}

static int flow_filter_run(int argc, char **argv)
{
	struct settings settings = {0};
	struct flow_session session;
	int status;

	arguments_parse(&flow_filter_command, &settings, argc, argv);
	if (!flow_nodes_open(&session, argv + 1))
		return EXIT_USAGE;
	status = flow_filter_session(&session, &settings);
	flow_session_write_faults(&session);
	flow_session_close(&session);
	return status;
}

const struct command flow_filter_command = {
	.name = "bareline flow filter",
	.summary = "write a log with some of the events",
	.usage = "[OPTION]... LOG...",
	.about = "Write a log with the events that match all options. To hide events in a "
		 "drawing, give the options to `draw` instead, which keeps the arcs between the "
		 "remaining events.",
	.groups = groups,
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = flow_filter_run,
};
