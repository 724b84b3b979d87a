/* SPDX-License-Identifier: MIT */
/* Ids are made of numbers, so that two exports of one log are the same: a trace's of its run and
 * interaction, a span's of its interaction and place among the sub-tasks. None may be 0. */
#include "tools/base/alloc.h"
#include "tools/flow/export/export.h"

#include <inttypes.h>
#include <stdlib.h>

#define SPAN_KIND_INTERNAL 1

struct otlp {
	struct flow_session *session;
	FILE *file;
	struct flow_graph graph;
	size_t interaction;
	bool is_first;
	uint32_t *next;                 /* by vertex: the next one of its sub-task */
	size_t capacity;
};

static void write_trace_id(struct otlp *otlp)
{
	fprintf(otlp->file, "\"traceId\":\"%016" PRIx64 "%016zx\"",
		   (uint64_t)otlp->graph.interaction->run + 1, otlp->interaction + 1);
}

static void write_span_id(struct otlp *otlp, const char *key, uint32_t subtask)
{
	fprintf(otlp->file, "\"%s\":\"%08zx%08" PRIx32 "\"", key,
		   otlp->interaction + 1, subtask + 1);
}

static void otlp_write_time(struct otlp *otlp, const char *key, uint64_t ticks)
{
	unsigned thousandths;

	fprintf(otlp->file, "\"%s\":\"%" PRIu64 "\"", key,
		   flow_export_ns(otlp->session->log, ticks, &thousandths));
}

static void write_text_attribute(struct otlp *otlp, const char *key, const char *text)
{
	fprintf(otlp->file, "{\"key\":\"%s\",\"value\":{\"stringValue\":", key);
	flow_export_text(otlp->file, text);
	fputs("}}", otlp->file);
}

static void write_number_attribute(struct otlp *otlp, const char *key, uint64_t number)
{
	fprintf(otlp->file, "{\"key\":\"%s\",\"value\":{\"intValue\":\"%" PRIu64 "\"}}", key,
		   number);
}

static void otlp_write_event(struct otlp *otlp, uint32_t vertex)
{
	const struct flow_event *event = flow_graph_event(&otlp->graph, vertex);
	char scratch[FLOW_NAME_MAX];

	fputs("{", otlp->file);
	otlp_write_time(otlp, "timeUnixNano", event->time);
	fprintf(otlp->file, ",\"name\":\"%s\",\"attributes\":[", flow_kind_name(event->kind));
	write_number_attribute(otlp, "event", otlp->graph.vertices.items[vertex].event + 1);
	if (event->object != 0) {
		fputs(",", otlp->file);
		write_text_attribute(otlp, "object",
				     flow_object_name(scratch, otlp->session->log,
						      otlp->graph.interaction->run, event->node,
						      event->object));
	}
	fputs("]}", otlp->file);
}

static void otlp_write_events(struct otlp *otlp, const struct flow_subtask *subtask)
{
	const char *separator = "";

	fputs(",\"events\":[", otlp->file);
	for (uint32_t i = subtask->first; i != FLOW_NONE; i = otlp->next[i]) {
		fputs(separator, otlp->file);
		otlp_write_event(otlp, i);
		separator = ",";
	}
	fputs("]", otlp->file);
}

static void write_links(struct otlp *otlp, const struct flow_subtask *subtask)
{
	const char *separator = "";

	fputs(",\"links\":[", otlp->file);
	for (uint32_t i = subtask->first; i != FLOW_NONE; i = otlp->next[i]) {
		const struct flow_vertex *vertex = &otlp->graph.vertices.items[i];

		if (!flow_vertex_is_join(vertex))
			continue;
		fprintf(otlp->file, "%s{", separator);
		write_trace_id(otlp);
		fputs(",", otlp->file);
		write_span_id(otlp, "spanId", vertex->ended);
		fputs("}", otlp->file);
		separator = ",";
	}
	fputs("]", otlp->file);
}

/* What carries the sub-task in the end: a thread, or the message that it always was. */
static void otlp_write_name(struct otlp *otlp, const struct flow_subtask *subtask)
{
	const struct flow_event *event = subtask->last != FLOW_NONE
		? flow_graph_event(&otlp->graph, subtask->last) : NULL;
	const char *name = "message";
	char scratch[FLOW_NAME_MAX];

	if (event != NULL && event->thread != 0)
		name = flow_thread_name(scratch, otlp->session->log, otlp->graph.interaction->run,
					event);
	flow_export_text(otlp->file, name);
}

static void write_span(struct otlp *otlp, uint32_t number)
{
	const struct flow_graph *graph = &otlp->graph;
	const struct flow_subtask *subtask = &graph->subtasks.items[number];
	uint32_t begin = subtask->fork != FLOW_NONE ? subtask->fork : 0;

	fputs(otlp->is_first ? "\n{" : ",\n{", otlp->file);
	otlp->is_first = false;
	write_trace_id(otlp);
	fputs(",", otlp->file);
	write_span_id(otlp, "spanId", number);
	if (subtask->fork != FLOW_NONE) {
		fputs(",", otlp->file);
		write_span_id(otlp, "parentSpanId", graph->vertices.items[begin].subtask);
	}
	fputs(",\"name\":", otlp->file);
	otlp_write_name(otlp, subtask);
	fprintf(otlp->file, ",\"kind\":%d,", SPAN_KIND_INTERNAL);
	otlp_write_time(otlp, "startTimeUnixNano", graph->vertices.items[begin].time);
	fputs(",", otlp->file);
	otlp_write_time(otlp, "endTimeUnixNano", flow_subtask_end(graph, subtask));
	fputs(",\"attributes\":[", otlp->file);
	write_number_attribute(otlp, "subtask", subtask->number);
	fputs("]", otlp->file);
	otlp_write_events(otlp, subtask);
	write_links(otlp, subtask);
	fputs(",\"status\":{}}", otlp->file);
}

static void link_vertices(struct otlp *otlp)
{
	const struct flow_graph *graph = &otlp->graph;

	if (graph->vertices.count > otlp->capacity) {
		otlp->capacity = 2 * graph->vertices.count;
		otlp->next = xreallocarray(otlp->next, otlp->capacity, sizeof(*otlp->next));
	}
	for (uint32_t i = 0; i < graph->vertices.count; i++) {
		const struct flow_vertex *vertex = &graph->vertices.items[i];

		otlp->next[i] = FLOW_NONE;
		if (vertex->prev != FLOW_NONE &&
		    graph->vertices.items[vertex->prev].subtask == vertex->subtask)
			otlp->next[vertex->prev] = i;
	}
}

/* One run's interactions are one resource's spans. */
static void otlp_write_run(struct otlp *otlp, const uint8_t *picked)
{
	const struct flow_session *session = otlp->session;
	size_t count = session->interactions.items.count;
	uint32_t run = session->interactions.items.items[otlp->interaction].run;

	fputs("{\"resource\":{\"attributes\":[", otlp->file);
	write_text_attribute(otlp, "service.name", session->log->runs.items[run].info.name);
	fputs("]},\"scopeSpans\":[{\"scope\":{\"name\":\"bareline\"},\"spans\":[", otlp->file);
	otlp->is_first = true;
	for (; otlp->interaction < count; otlp->interaction++) {
		struct flow_interaction *item =
			&session->interactions.items.items[otlp->interaction];

		if (item->run != run)
			break;
		if (!picked[otlp->interaction] ||
		    !flow_graph_make(&session->interactions, item, &otlp->graph))
			continue;
		link_vertices(otlp);
		for (uint32_t i = 0; i < otlp->graph.subtasks.count; i++)
			write_span(otlp, i);
	}
	fputs("\n]}]}", otlp->file);
}

void flow_export_otlp(struct flow_session *session, const uint8_t *picked, FILE *file)
{
	struct otlp otlp = {.session = session, .file = file};
	const char *separator = "";

	fputs("{\"resourceSpans\":[", file);
	while (otlp.interaction < session->interactions.items.count) {
		fputs(separator, file);
		otlp_write_run(&otlp, picked);
		separator = ",";
	}
	fputs("]}\n", file);
	free(otlp.next);
	flow_graph_free(&otlp.graph);
}
