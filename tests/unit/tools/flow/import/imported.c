/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/flow/import/imported.h"
#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/flow/write.h"

const struct import_rule by_marker = {
	.begin = IMPORT_MARKER, .text = "begin", .end = "end",
};

void read_trace(struct trace *trace, enum trace_format format, uint64_t clock_hz, const char *text,
		size_t size)
{
	trace_begin(trace, clock_hz, (struct trace_text){text, text});
	trace_parse(trace, format, text, size);
	trace_end(trace);
}

/* Writes an imported trace as a log and reads it again. */
void import_size(struct imported *imported, enum trace_format format, const char *text,
			size_t size, const struct import_rule *rule)
{
	struct flow_writer *writer = xmalloc(sizeof(*writer));
	const struct flow_log *log;
	char *bytes;
	size_t length;
	FILE *file = file_in_memory(&bytes, &length);

	*imported = (struct imported){0};
	read_trace(&imported->trace, format, 0, text, size);
	imported->traces[0] = &imported->trace;
	network_make(&imported->network, imported->traces, 1);
	import_build(&imported->result, &imported->network, rule, "imported");
	log = imported->result.log;
	flow_write_begin(writer, file, &(struct wire_manifest){
		.build = "", .compiler = "", .host = "", .boot = "", .loader = "", .time_base = "",
		.hypervisor = "", .timing = "", .capabilities = "", .command_line = "",
		.suite = "", .kernel = "", .mitigations = "",
	});
	flow_write_run(writer, log, 0, NULL, log->events.count);
	flow_write_end(writer, true);
	file_end_memory(file, &bytes);
	flow_session_begin(&imported->session, flow_log_parse(bytes, length));
	free(bytes);
	free(writer);
}

void import_text(struct imported *imported, enum trace_format format, const char *text)
{
	import_size(imported, format, text, strlen(text), &by_marker);
}

void import_500(struct imported *imported, enum trace_format format, const char *text)
{
	static const struct import_rule by_pid = {.begin = IMPORT_PID, .pid = 500};

	import_size(imported, format, text, strlen(text), &by_pid);
}

void imported_free(struct imported *imported)
{
	flow_path_free(&imported->path);
	flow_graph_free(&imported->graph);
	flow_session_close(&imported->session);
	flow_log_free(imported->result.log);
	trace_free(&imported->trace);
}

void find_path(struct imported *imported, size_t number)
{
	struct flow_interactions *interactions = &imported->session.interactions;

	assert_true(number < interactions->items.count);
	assert_true(flow_graph_make(interactions, &interactions->items.items[number],
				    &imported->graph));
	assert_true(flow_path_find(&imported->graph, &imported->path));
	assert_int_equal(flow_path_length(&imported->graph, &imported->path),
			 flow_graph_response(&imported->graph));
}

unsigned path_ms(const struct imported *imported, const char *thread)
{
	uint64_t ticks = 0;

	for (size_t i = 1; i < imported->path.vertices.count; i++) {
		uint32_t vertex = imported->path.vertices.items[i];
		const struct flow_event *event = flow_graph_event(&imported->graph, vertex);
		char scratch[FLOW_NAME_MAX];

		if (strcmp(flow_thread_name(scratch, imported->session.log, 0, event), thread) != 0)
			continue;
		ticks += flow_arc_ticks(&imported->graph, &imported->graph.vertices.items[vertex],
					flow_path_is_by_second(&imported->graph, &imported->path,
							       i));
	}
	return (unsigned)((ticks + MS / 2) / MS);
}

size_t count_kind(const struct imported *imported, enum flow_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < imported->session.log->events.count; i++)
		count += imported->session.log->events.items[i].kind == kind;
	return count;
}

const char *object_of(const struct imported *imported, enum flow_kind kind)
{
	static char scratch[FLOW_NAME_MAX];
	const struct flow_log *log = imported->session.log;

	for (size_t i = 0; i < log->events.count; i++) {
		const struct flow_event *event = &log->events.items[i];

		if (event->kind == kind)
			return flow_object_name(scratch, log, 0, 0, event->object);
	}
	return "none";
}
