/* SPDX-License-Identifier: MIT */
/* Fuzz target for traces of other programs. The first byte selects the format and the begin of
 * interactions; the rest is the trace. The result is written, read again and analysed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/flow/import/import.h"
#include "tools/flow/path.h"
#include "tools/flow/session.h"

#define RULES 5

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The events in one stream, in the order of creation. */
static void seal(struct flow_log *log)
{
	const struct flow_stream stream = {.is_closed = true, .sent = log->events.count};
	const struct flow_block block = {.count = (uint32_t)log->events.count};

	FLOW_LIST_ADD(log->streams, stream);
	if (block.count > 0)
		FLOW_LIST_ADD(log->blocks, block);
	flow_log_sort(log);
}

/* Time never runs back, no number is used before its creation, every event names its sub-task, and
 * a complete network's path is as long as its response. */
static void check(struct flow_log *log)
{
	struct flow_session session;
	struct flow_graph graph = {0};
	struct flow_path path = {0};

	flow_session_begin(&session, log);
	if (session.order.step_backs.count > 0 || session.interactions.strays > 0)
		abort();
	for (size_t i = 0; i < session.interactions.items.count; i++) {
		struct flow_interaction *item = &session.interactions.items.items[i];

		if (flow_graph_make(&session.interactions, item, &graph)) {
			if (!flow_path_find(&graph, &path) ||
			    flow_path_length(&graph, &path) != flow_graph_response(&graph))
				abort();
		} else if (item->fault != FLOW_FAULT_CUT && item->fault != FLOW_FAULT_UNENDED) {
			abort();
		}
	}
	flow_path_free(&path);
	flow_graph_free(&graph);
	flow_session_close(&session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct import_rule rules[RULES] = {
		{.begin = IMPORT_MARKER, .text = "begin", .end = "end"},
		{.begin = IMPORT_MARKER, .text = ""},
		{.begin = IMPORT_ACCEPT},
		{.begin = IMPORT_COMM, .text = "a"},
		{.begin = IMPORT_PID, .pid = 1},
	};
	struct import_result result;
	struct trace *trace;

	if (size == 0)
		return 0;
	trace = calloc(1, sizeof(*trace));
	if (trace == NULL)
		abort();
	trace_begin(trace, data[0] / TRACE_FORMATS % 2 * 1000000u,
		    (struct trace_text){(const char *)data, (const char *)data});
	trace_parse(trace, (enum trace_format)(data[0] % TRACE_FORMATS), (const char *)data + 1,
		    size - 1);
	trace_end(trace);
	import_build(&result, trace, &rules[data[0] / TRACE_FORMATS % RULES], "fuzzed");
	seal(result.log);
	check(result.log);
	trace_free(trace);
	free(trace);
	return 0;
}
