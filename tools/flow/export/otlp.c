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
	struct out *out;
	struct flow_graph graph;
	size_t interaction;
	bool is_first;
	uint32_t *next;                 /* by vertex: the next one of its sub-task */
	size_t capacity;
};

static void write_trace_id(struct otlp *otlp)
{
	out_format(otlp->out, "\"traceId\":\"%016" PRIx64 "%016zx\"",
		   (uint64_t)otlp->graph.interaction->run + 1, otlp->interaction + 1);
}

static void write_span_id(struct otlp *otlp, const char *key, uint32_t subtask)
{
	out_format(otlp->out, "\"%s\":\"%08zx%08" PRIx32 "\"", key,
		   otlp->interaction + 1, subtask + 1);
}

static void otlp_write_time(struct otlp *otlp, const char *key, uint64_t ticks)
{
	unsigned thousandths;

	out_format(otlp->out, "\"%s\":\"%" PRIu64 "\"", key,
		   flow_export_ns(otlp->session->log, ticks, &thousandths));
}

static void write_text_attribute(struct otlp *otlp, const char *key, const char *text)
{
	out_format(otlp->out, "{\"key\":\"%s\",\"value\":{\"stringValue\":", key);
	flow_export_text(otlp->out, text);
	out_text(otlp->out, "}}");
}

static void write_number_attribute(struct otlp *otlp, const char *key, uint64_t number)
{
	out_format(otlp->out, "{\"key\":\"%s\",\"value\":{\"intValue\":\"%" PRIu64 "\"}}", key,
		   number);
}

static void otlp_write_event(struct otlp *otlp, uint32_t vertex)
{
	const struct flow_event *event = flow_graph_event(&otlp->graph, vertex);
	char object[FLOW_NAME_MAX];

	out_text(otlp->out, "{");
	otlp_write_time(otlp, "timeUnixNano", event->time);
	out_format(otlp->out, ",\"name\":\"%s\",\"attributes\":[", flow_kind_name(event->kind));
	write_number_attribute(otlp, "event", otlp->graph.vertices.items[vertex].event + 1);
	if (event->object != 0) {
		flow_object_text(object, otlp->session->log, otlp->graph.interaction->run,
				event->node, event->object);
		out_text(otlp->out, ",");
		write_text_attribute(otlp, "object", object);
	}
	out_text(otlp->out, "]}");
}

static void otlp_write_events(struct otlp *otlp, const struct flow_subtask *subtask)
{
	const char *separator = "";

	out_text(otlp->out, ",\"events\":[");
	for (uint32_t i = subtask->first; i != FLOW_NONE; i = otlp->next[i]) {
		out_text(otlp->out, separator);
		otlp_write_event(otlp, i);
		separator = ",";
	}
	out_text(otlp->out, "]");
}

static void write_links(struct otlp *otlp, const struct flow_subtask *subtask)
{
	const char *separator = "";

	out_text(otlp->out, ",\"links\":[");
	for (uint32_t i = subtask->first; i != FLOW_NONE; i = otlp->next[i]) {
		const struct flow_vertex *vertex = &otlp->graph.vertices.items[i];

		if (!flow_vertex_is_join(vertex))
			continue;
		out_format(otlp->out, "%s{", separator);
		write_trace_id(otlp);
		out_text(otlp->out, ",");
		write_span_id(otlp, "spanId", vertex->ended);
		out_text(otlp->out, "}");
		separator = ",";
	}
	out_text(otlp->out, "]");
}

/* What carries the sub-task in the end: a thread, or the message that it always was. */
static void otlp_write_name(struct otlp *otlp, const struct flow_subtask *subtask)
{
	const struct flow_event *event = subtask->last != FLOW_NONE
		? flow_graph_event(&otlp->graph, subtask->last) : NULL;
	char name[FLOW_NAME_MAX] = "message";

	if (event != NULL && event->thread != 0)
		flow_thread_text(name, otlp->session->log, otlp->graph.interaction->run, event);
	flow_export_text(otlp->out, name);
}

static void write_span(struct otlp *otlp, uint32_t number)
{
	const struct flow_graph *graph = &otlp->graph;
	const struct flow_subtask *subtask = &graph->subtasks.items[number];
	uint32_t begin = subtask->fork != FLOW_NONE ? subtask->fork : 0;

	out_text(otlp->out, otlp->is_first ? "\n{" : ",\n{");
	otlp->is_first = false;
	write_trace_id(otlp);
	out_text(otlp->out, ",");
	write_span_id(otlp, "spanId", number);
	if (subtask->fork != FLOW_NONE) {
		out_text(otlp->out, ",");
		write_span_id(otlp, "parentSpanId", graph->vertices.items[begin].subtask);
	}
	out_text(otlp->out, ",\"name\":");
	otlp_write_name(otlp, subtask);
	out_format(otlp->out, ",\"kind\":%d,", SPAN_KIND_INTERNAL);
	otlp_write_time(otlp, "startTimeUnixNano", graph->vertices.items[begin].time);
	out_text(otlp->out, ",");
	otlp_write_time(otlp, "endTimeUnixNano", flow_subtask_end(graph, subtask));
	out_text(otlp->out, ",\"attributes\":[");
	write_number_attribute(otlp, "subtask", subtask->number);
	out_text(otlp->out, "]");
	otlp_write_events(otlp, subtask);
	write_links(otlp, subtask);
	out_text(otlp->out, ",\"status\":{}}");
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

	out_text(otlp->out, "{\"resource\":{\"attributes\":[");
	write_text_attribute(otlp, "service.name", session->log->runs.items[run].info.name);
	out_text(otlp->out, "]},\"scopeSpans\":[{\"scope\":{\"name\":\"bareline\"},\"spans\":[");
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
	out_text(otlp->out, "\n]}]}");
}

void flow_export_otlp(struct flow_session *session, const uint8_t *picked, struct out *out)
{
	struct otlp otlp = {.session = session, .out = out};
	const char *separator = "";

	out_text(out, "{\"resourceSpans\":[");
	while (otlp.interaction < session->interactions.items.count) {
		out_text(out, separator);
		otlp_write_run(&otlp, picked);
		separator = ",";
	}
	out_text(out, "]}\n");
	free(otlp.next);
	flow_graph_free(&otlp.graph);
}
