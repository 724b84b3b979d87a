/* SPDX-License-Identifier: MIT */
/* IDs are derived from a hash of the log, so exports of one log have equal IDs, and exports of two
 * logs have different IDs. A trace ID identifies the interaction. A span ID identifies the
 * interaction and the index of the sub-task. */
#include "tools/flow/export/export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/json_text.h"
#include "tools/base/proof.h"
#include "tools/flow/export/identity.h"

#define SPAN_KIND_INTERNAL 1
#define ID_DIGITS 16
#define NUMBER_CHARS_MAX 24

/* Sums over a sub-task's arcs. */
struct otlp_sums {
	uint64_t critical_ticks, blocked_ticks, all_ticks;
};

struct otlp {
	struct json_text json;
	const struct flow_export *export;
	struct flow_session *session;
	struct flow_graph graph;
	struct flow_path path;
	struct flow_criticals criticals;
	struct flow_usage use;          /* of the run */
	struct otlp_sums *sums;         /* by sub-task */
	uint64_t *used;                 /* by sub-task: the statewords of all its arcs */
	size_t interaction;
	uint32_t *next;                 /* by vertex: the next vertex of its sub-task */
	size_t capacity;
};

static void write_trace_id(struct otlp *otlp)
{
	char id[2 * ID_DIGITS + 1];

	snprintf(id, sizeof(id), "%016" PRIx64 "%016" PRIx64, otlp->export->hash,
		 flow_identity_of(otlp->export->hash, otlp->interaction));
	json_text_string(&otlp->json, "traceId", id);
}

static void write_span_id(struct otlp *otlp, const char *key, uint32_t subtask)
{
	char id[ID_DIGITS + 1];

	snprintf(id, sizeof(id), "%016" PRIx64,
		 flow_identity_of(otlp->export->hash, (uint64_t)otlp->interaction << 32 | subtask));
	json_text_string(&otlp->json, key, id);
}

/* The JSON encoding has 64-bit numbers as strings. */
static void write_number(struct otlp *otlp, const char *key, uint64_t number)
{
	char digits[NUMBER_CHARS_MAX];

	snprintf(digits, sizeof(digits), "%" PRIu64, number);
	json_text_string(&otlp->json, key, digits);
}

static void otlp_write_time(struct otlp *otlp, const char *key, uint64_t ticks)
{
	write_number(otlp, key, flow_export_unix_ns(otlp->export, ticks));
}

/* ---- Attributes ---- */

static void open_attribute(struct otlp *otlp, const char *key)
{
	json_text_open(&otlp->json, NULL, '{');
	json_text_string(&otlp->json, "key", key);
	json_text_open(&otlp->json, "value", '{');
}

static void close_attribute(struct otlp *otlp)
{
	json_text_close(&otlp->json, '}');
	json_text_close(&otlp->json, '}');
}

static void write_text_attribute(struct otlp *otlp, const char *key, const char *text)
{
	open_attribute(otlp, key);
	json_text_string(&otlp->json, "stringValue", text);
	close_attribute(otlp);
}

static void write_number_attribute(struct otlp *otlp, const char *key, uint64_t number)
{
	open_attribute(otlp, key);
	write_number(otlp, "intValue", number);
	close_attribute(otlp);
}

static void write_flag_attribute(struct otlp *otlp, const char *key, bool is_so)
{
	open_attribute(otlp, key);
	json_text_bool(&otlp->json, "boolValue", is_so);
	close_attribute(otlp);
}

static void write_ticks_attribute(struct otlp *otlp, const char *key, uint64_t ticks)
{
	unsigned thousandths;

	write_number_attribute(otlp, key,
			       flow_export_ns(otlp->session->log, ticks, &thousandths));
}

static void write_array_item(void *context, const char *name)
{
	struct json_text *json = context;

	json_text_open(json, NULL, '{');
	json_text_string(json, "stringValue", name);
	json_text_close(json, '}');
}

/* ---- Spans ---- */

static void write_span_attributes(struct otlp *otlp, uint32_t number)
{
	const struct otlp_sums *sums = &otlp->sums[number];
	struct json_text *json = &otlp->json;

	json_text_open(&otlp->json, "attributes", '[');
	write_number_attribute(otlp, "subtask", otlp->graph.subtasks.items[number].number);
	write_flag_attribute(otlp, "critical", sums->critical_ticks > 0);
	write_ticks_attribute(otlp, "critical_ns", sums->critical_ticks);
	write_flag_attribute(otlp, "blocked", sums->blocked_ticks > 0);
	write_ticks_attribute(otlp, "blocked_ns", sums->blocked_ticks);
	open_attribute(otlp, "objects");
	json_text_open(json, "arrayValue", '{');
	json_text_open(json, "values", '[');
	flow_export_objects(&otlp->use, otlp->used + number * otlp->use.words, write_array_item,
			    json);
	json_text_close(json, ']');
	json_text_close(json, '}');
	close_attribute(otlp);
	json_text_close(&otlp->json, ']');
}

static void otlp_write_events(struct otlp *otlp, const struct flow_subtask *subtask)
{
	json_text_open(&otlp->json, "events", '[');
	for (uint32_t i = subtask->first; i != FLOW_NONE; i = otlp->next[i]) {
		const struct flow_event *event = flow_graph_event(&otlp->graph, i);
		char scratch[FLOW_NAME_MAX];

		json_text_open(&otlp->json, NULL, '{');
		otlp_write_time(otlp, "timeUnixNano", event->time);
		json_text_string(&otlp->json, "name", flow_kind_name(event->kind));
		json_text_open(&otlp->json, "attributes", '[');
		write_number_attribute(otlp, "event", otlp->graph.vertices.items[i].event + 1);
		if (event->object != 0)
			write_text_attribute(otlp, "object",
					     flow_object_name(scratch, otlp->session->log,
							      otlp->graph.interaction->run,
							      event->node, event->object));
		json_text_close(&otlp->json, ']');
		json_text_close(&otlp->json, '}');
	}
	json_text_close(&otlp->json, ']');
}

static void write_links(struct otlp *otlp, const struct flow_subtask *subtask)
{
	json_text_open(&otlp->json, "links", '[');
	for (uint32_t i = subtask->first; i != FLOW_NONE; i = otlp->next[i]) {
		const struct flow_vertex *vertex = &otlp->graph.vertices.items[i];

		if (!flow_vertex_is_join(vertex))
			continue;
		json_text_open(&otlp->json, NULL, '{');
		write_trace_id(otlp);
		write_span_id(otlp, "spanId", vertex->ended);
		json_text_close(&otlp->json, '}');
	}
	json_text_close(&otlp->json, ']');
}

/* The last carrier of the sub-task: a thread or a message. */
static void otlp_write_name(struct otlp *otlp, const struct flow_subtask *subtask)
{
	const struct flow_event *event = subtask->last != FLOW_NONE
		? flow_graph_event(&otlp->graph, subtask->last) : NULL;
	const char *name = "message";
	char scratch[FLOW_NAME_MAX];

	if (event != NULL && event->thread != 0)
		name = flow_thread_name(scratch, otlp->session->log, otlp->graph.interaction->run,
					event);
	json_text_string(&otlp->json, "name", name);
}

static void write_span(struct otlp *otlp, uint32_t number)
{
	const struct flow_graph *graph = &otlp->graph;
	const struct flow_subtask *subtask = &graph->subtasks.items[number];
	uint32_t begin = subtask->fork != FLOW_NONE ? subtask->fork : 0;

	json_text_open_line(&otlp->json, NULL, '{');
	write_trace_id(otlp);
	write_span_id(otlp, "spanId", number);
	if (subtask->fork != FLOW_NONE)
		write_span_id(otlp, "parentSpanId", graph->vertices.items[begin].subtask);
	otlp_write_name(otlp, subtask);
	json_text_number(&otlp->json, "kind", SPAN_KIND_INTERNAL);
	otlp_write_time(otlp, "startTimeUnixNano", graph->vertices.items[begin].time);
	otlp_write_time(otlp, "endTimeUnixNano", flow_subtask_end(graph, subtask));
	write_span_attributes(otlp, number);
	otlp_write_events(otlp, subtask);
	write_links(otlp, subtask);
	json_text_open(&otlp->json, "status", '{');
	json_text_close(&otlp->json, '}');
	json_text_close_line(&otlp->json, '}');
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

/* ---- Sums of a sub-task ---- */

static void add_arc(struct otlp *otlp, uint32_t subtask, uint64_t ticks, bool is_blocked,
		    bool is_critical, flow_state state)
{
	uint64_t *used = otlp->used + subtask * otlp->use.words;

	otlp->sums[subtask].all_ticks += ticks;
	if (is_blocked)
		otlp->sums[subtask].blocked_ticks += ticks;
	if (is_critical)
		otlp->sums[subtask].critical_ticks += ticks;
	for (size_t word = 0; word < otlp->use.words; word++)
		used[word] |= state[word];
}

static void otlp_visit(void *context, const struct flow_use_step *step)
{
	struct otlp *otlp = context;
	const struct flow_vertex *vertices = otlp->graph.vertices.items;
	const struct flow_vertex *vertex = &vertices[step->vertex];
	uint8_t critical = otlp->criticals.of[step->vertex];

	if (step->prev != NULL)
		add_arc(otlp, vertex->subtask, vertex->time - vertices[vertex->prev].time,
			vertex->prev_blocked, critical == FLOW_CRITICAL_PREV, step->prev);
	if (step->second != NULL)
		add_arc(otlp, vertex->ended, vertex->time - vertices[vertex->second].time,
			vertex->second_blocked, critical == FLOW_CRITICAL_SECOND, step->second);
}

/* The arcs of a sub-task follow each other without a break, so they are as long as its span. */
static void sums_prove(const struct otlp *otlp)
{
	const struct flow_graph *graph = &otlp->graph;
	uint64_t critical_ticks = 0;

	for (uint32_t i = 0; i < graph->subtasks.count; i++) {
		const struct flow_subtask *subtask = &graph->subtasks.items[i];
		uint32_t begin = subtask->fork != FLOW_NONE ? subtask->fork : 0;
		uint64_t span_ticks = flow_subtask_end(graph, subtask) -
				      graph->vertices.items[begin].time;

		critical_ticks += otlp->sums[i].critical_ticks;
		proof_require(otlp->sums[i].all_ticks == span_ticks,
			      "interaction %zu: the times of sub-task %" PRIu32 " add up to %"
			      PRIu64 " ticks, and not to its span of %" PRIu64,
			      otlp->interaction + 1, subtask->number, otlp->sums[i].all_ticks,
			      span_ticks);
	}
	proof_require(critical_ticks == flow_graph_response(graph),
		      "interaction %zu: critical times add up to %" PRIu64 " ticks, and not to the "
		      "response time of %" PRIu64, otlp->interaction + 1, critical_ticks,
		      flow_graph_response(graph));
}

static void sum_subtasks(struct otlp *otlp)
{
	size_t count = otlp->graph.subtasks.count;

	free(otlp->sums);
	free(otlp->used);
	otlp->sums = xcalloc(count, sizeof(*otlp->sums));
	otlp->used = xcalloc(count * otlp->use.words, sizeof(*otlp->used));
	flow_criticals_find(&otlp->criticals, &otlp->graph, &otlp->path);
	flow_use_walk(&otlp->use, &otlp->graph, otlp_visit, otlp);
	sums_prove(otlp);
}

/* The interactions of a run are the spans of one scope. */
static void otlp_write_spans(struct otlp *otlp, uint32_t run)
{
	const struct flow_session *session = otlp->session;
	size_t count = session->interactions.items.count;

	flow_use_free(&otlp->use);
	flow_use_begin(&otlp->use, session->log, run, NULL, NULL);
	for (; otlp->interaction < count; otlp->interaction++) {
		struct flow_interaction *item =
			&session->interactions.items.items[otlp->interaction];

		if (item->run != run)
			break;
		if (!otlp->export->picked[otlp->interaction] ||
		    !flow_graph_make(&session->interactions, item, &otlp->graph) ||
		    !flow_path_find(&otlp->graph, &otlp->path))
			continue;
		link_vertices(otlp);
		sum_subtasks(otlp);
		for (uint32_t i = 0; i < otlp->graph.subtasks.count; i++)
			write_span(otlp, i);
	}
}

/* A run is a resource with one scope. */
static void otlp_write_run(struct otlp *otlp)
{
	const struct flow_session *session = otlp->session;
	uint32_t run = session->interactions.items.items[otlp->interaction].run;
	struct json_text *json = &otlp->json;

	json_text_open(json, NULL, '{');
	json_text_open_line(json, "resource", '{');
	json_text_open(json, "attributes", '[');
	write_text_attribute(otlp, "service.name", session->log->runs.items[run].info.name);
	json_text_close(json, ']');
	json_text_close_line(json, '}');
	json_text_open(json, "scopeSpans", '[');
	json_text_open(json, NULL, '{');
	json_text_open_line(json, "scope", '{');
	json_text_string(json, "name", "bareline");
	json_text_close_line(json, '}');
	json_text_open(json, "spans", '[');
	otlp_write_spans(otlp, run);
	json_text_close(json, ']');
	json_text_close(json, '}');
	json_text_close(json, ']');
	json_text_close(json, '}');
}

void flow_export_otlp(struct flow_export *export, FILE *file)
{
	struct flow_session *session = export->session;
	struct otlp otlp = {.export = export, .session = session};

	json_text_begin(&otlp.json, file);
	json_text_open(&otlp.json, NULL, '{');
	json_text_open(&otlp.json, "resourceSpans", '[');
	while (otlp.interaction < session->interactions.items.count)
		otlp_write_run(&otlp);
	json_text_close(&otlp.json, ']');
	json_text_close(&otlp.json, '}');
	json_text_end(&otlp.json);
	free(otlp.next);
	free(otlp.sums);
	free(otlp.used);
	free(otlp.criticals.of);
	flow_use_free(&otlp.use);
	flow_path_free(&otlp.path);
	flow_graph_free(&otlp.graph);
}
