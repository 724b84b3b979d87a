/* SPDX-License-Identifier: MIT */
/* Processes are nodes of runs, threads are threads. A waiting message has no slice. Its flow is an
 * arrow from the sender to the receiver. A join is an arrow from the end of a thread to the thread
 * that waited for it. */
#include "tools/flow/export/export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/base/json_text.h"

#define SUBTASK_CHARS_MAX 24

struct chrome {
	struct json_text json;
	struct flow_session *session;
	struct flow_graph graph;
	struct flow_path path;
	struct flow_criticals criticals;
	struct flow_usage use;          /* of the interaction's run */
	struct number_map threads;      /* threads with a written name */
	uint64_t begin_ticks;           /* time of the log's first event */
	uint64_t flows;
	size_t interaction;
};

static unsigned process_of(const struct chrome *chrome, const struct flow_event *event)
{
	return chrome->graph.interaction->run << 8 | event->node;
}

/* Begin an event of a phase. */
static void chrome_open(struct chrome *chrome, const char *phase)
{
	json_text_open_line(&chrome->json, NULL, '{');
	json_text_string(&chrome->json, "ph", phase);
}

static void chrome_close(struct chrome *chrome)
{
	json_text_close_line(&chrome->json, '}');
}

/* The format requires microseconds. Viewers read them as doubles, which cannot hold nanoseconds
 * since 1970, so times are relative to the log's first event. */
static void chrome_write_time(struct chrome *chrome, const char *key, uint64_t ticks)
{
	unsigned thousandths;
	uint64_t ns = flow_export_ns(chrome->session->log, ticks, &thousandths);

	json_text_decimal(&chrome->json, key, ns / 1000, 1000 * (ns % 1000) + thousandths, 6);
}

static void chrome_write_place(struct chrome *chrome, const struct flow_event *event)
{
	json_text_number(&chrome->json, "pid", process_of(chrome, event));
	json_text_number(&chrome->json, "tid", event->thread);
}

static void chrome_write_name(struct chrome *chrome, const char *what, const char *name,
			      const struct flow_event *event)
{
	chrome_open(chrome, "M");
	json_text_string(&chrome->json, "name", what);
	chrome_write_place(chrome, event);
	json_text_open(&chrome->json, "args", '{');
	json_text_string(&chrome->json, "name", name);
	json_text_close(&chrome->json, '}');
	chrome_close(chrome);
}

/* Write the names of the thread and its process, at their first event. */
static void chrome_name_thread(struct chrome *chrome, const struct flow_event *event)
{
	const struct flow_log *log = chrome->session->log;
	uint32_t run = chrome->graph.interaction->run;
	uint64_t key = (uint64_t)process_of(chrome, event) << 16 | event->thread;
	char scratch[FLOW_NAME_MAX];

	if (number_map_find(&chrome->threads, key) != NULL)
		return;
	number_map_add(&chrome->threads, key, 0);
	chrome_write_name(chrome, "thread_name", flow_thread_name(scratch, log, run, event), event);
	chrome_write_name(chrome, "process_name", log->runs.items[run].info.name, event);
}

static void write_name_part(void *context, const char *name)
{
	FILE *file = context;

	if (ftell(file) > 0)
		putc(' ', file);
	fputs(name, file);
}

static void write_item(void *context, const char *name)
{
	json_text_string(context, NULL, name);
}

/* The name of a slice is its state, or without one, the event at its begin. */
static void write_slice_name(struct chrome *chrome, const struct flow_event *event,
			     flow_state state)
{
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);

	flow_export_objects(&chrome->use, state, write_name_part, file);
	file_end_memory(file, &text);
	json_text_string(&chrome->json, "name",
			 text[0] != '\0' ? text : flow_kind_name(event->kind));
	free(text);
}

static void write_slice_args(struct chrome *chrome, const struct flow_vertex *from,
			     bool is_blocked, bool is_critical, flow_state state)
{
	const struct flow_event *event = &chrome->session->log->events.items[from->event];
	struct json_text *json = &chrome->json;
	char subtask[SUBTASK_CHARS_MAX];

	snprintf(subtask, sizeof(subtask), "%" PRIu32 ".%" PRIu32,
		 event->subtask >> FLOW_SEQUENCE_BITS, event->subtask & FLOW_SEQUENCE_MAX);
	json_text_open(json, "args", '{');
	json_text_number(json, "interaction", chrome->interaction + 1);
	json_text_string(json, "subtask", subtask);
	json_text_number(json, "event", from->event + 1);
	json_text_string(json, "after", flow_kind_name(event->kind));
	json_text_bool(json, "critical", is_critical);
	json_text_bool(json, "blocked", is_blocked);
	json_text_open(json, "objects", '[');
	flow_export_objects(&chrome->use, state, write_item, json);
	json_text_close(json, ']');
	json_text_close(json, '}');
}

/* Write a slice from the previous vertex to this one. */
static void write_slice(struct chrome *chrome, uint32_t vertex, flow_state state)
{
	const struct flow_vertex *to = &chrome->graph.vertices.items[vertex];
	const struct flow_vertex *from = &chrome->graph.vertices.items[to->prev];
	const struct flow_event *event = &chrome->session->log->events.items[from->event];
	bool is_critical = chrome->criticals.of[vertex] == FLOW_CRITICAL_PREV;

	chrome_open(chrome, "X");
	write_slice_name(chrome, event, state);
	json_text_string(&chrome->json, "cat",
			 is_critical ? "critical" : to->prev_blocked ? "blocked" : "arc");
	chrome_write_time(chrome, "ts", from->time - chrome->begin_ticks);
	chrome_write_time(chrome, "dur", to->time - from->time);
	chrome_write_place(chrome, event);
	write_slice_args(chrome, from, to->prev_blocked, is_critical, state);
	chrome_close(chrome);
}

static void write_flow_end(struct chrome *chrome, bool is_end, const char *name, uint32_t vertex)
{
	const struct flow_vertex *at = &chrome->graph.vertices.items[vertex];

	chrome_open(chrome, is_end ? "f" : "s");
	if (is_end)
		json_text_string(&chrome->json, "bp", "e");
	json_text_string(&chrome->json, "name", name);
	json_text_string(&chrome->json, "cat", "flow");
	json_text_number(&chrome->json, "id", chrome->flows);
	chrome_write_time(chrome, "ts", at->time - chrome->begin_ticks);
	chrome_write_place(chrome, &chrome->session->log->events.items[at->event]);
	chrome_close(chrome);
}

/* An arrow between two vertices of threads. */
static void write_flow(struct chrome *chrome, const char *name, uint32_t from, uint32_t to)
{
	chrome->flows++;
	write_flow_end(chrome, false, name, from);
	write_flow_end(chrome, true, name, to);
}

/* Write the flow from the creator of a sub-task to the first thread that receives or joins it.
 * taker is the first vertex of that thread, or FLOW_NONE. */
static void write_subtask_flow(struct chrome *chrome, const struct flow_subtask *subtask,
			       uint32_t taker)
{
	const struct flow_graph *graph = &chrome->graph;
	uint32_t at = taker != FLOW_NONE ? taker : subtask->end;

	if (subtask->fork == FLOW_NONE || flow_graph_event(graph, at)->thread == 0 ||
	    flow_graph_event(graph, subtask->fork)->thread == 0)
		return;
	write_flow(chrome, "message", subtask->fork, at);
}

/* Write the flow from the end of a thread to the other thread that joins it. */
static void write_join_flow(struct chrome *chrome, uint32_t join)
{
	const struct flow_graph *graph = &chrome->graph;
	uint32_t ended = graph->vertices.items[join].second;
	const struct flow_event *from = flow_graph_event(graph, ended);
	const struct flow_event *to = flow_graph_event(graph, join);

	if (from->thread == 0 || to->thread == 0 ||
	    (from->thread == to->thread && from->node == to->node))
		return;
	write_flow(chrome, "join", ended, join);
}

static void write_flows(struct chrome *chrome)
{
	const struct flow_graph *graph = &chrome->graph;
	uint32_t *takers = xmalloc(graph->subtasks.count * sizeof(*takers));

	memset(takers, 0xff, graph->subtasks.count * sizeof(*takers));
	for (uint32_t i = 0; i < graph->vertices.count; i++) {
		uint32_t *taker = &takers[graph->vertices.items[i].subtask];

		if (*taker == FLOW_NONE && flow_graph_event(graph, i)->thread != 0)
			*taker = i;
	}
	for (size_t i = 0; i < graph->subtasks.count; i++)
		write_subtask_flow(chrome, &graph->subtasks.items[i], takers[i]);
	for (uint32_t i = 0; i < graph->vertices.count; i++) {
		if (flow_vertex_is_join(&graph->vertices.items[i]))
			write_join_flow(chrome, i);
	}
	free(takers);
}

static void chrome_visit(void *context, const struct flow_use_step *step)
{
	struct chrome *chrome = context;
	const struct flow_graph *graph = &chrome->graph;
	const struct flow_event *event = flow_graph_event(graph, step->vertex), *before;
	uint32_t prev = graph->vertices.items[step->vertex].prev;

	if (event->thread == 0)
		return;
	chrome_name_thread(chrome, event);
	if (prev == FLOW_NONE)
		return;
	before = flow_graph_event(graph, prev);
	if (before->thread == event->thread && before->node == event->node)
		write_slice(chrome, step->vertex, step->prev);
}

static void chrome_write_interaction(struct chrome *chrome)
{
	const struct flow_interaction *item = chrome->graph.interaction;

	if (chrome->use.log == NULL || chrome->use.run != item->run) {
		flow_use_free(&chrome->use);
		flow_use_begin(&chrome->use, chrome->session->log, item->run, NULL, NULL);
	}
	flow_criticals_find(&chrome->criticals, &chrome->graph, &chrome->path);
	flow_use_walk(&chrome->use, &chrome->graph, chrome_visit, chrome);
	write_flows(chrome);
}

void flow_export_chrome(struct flow_export *export, FILE *file)
{
	struct flow_session *session = export->session;
	struct chrome chrome = {
		.session = session, .begin_ticks = flow_export_first_ticks(session->log),
	};

	json_text_begin(&chrome.json, file);
	json_text_open(&chrome.json, NULL, '{');
	json_text_string(&chrome.json, "displayTimeUnit", "ns");
	json_text_open(&chrome.json, "traceEvents", '[');
	for (; chrome.interaction < session->interactions.items.count; chrome.interaction++) {
		struct flow_interaction *item =
			&session->interactions.items.items[chrome.interaction];

		if (export->picked[chrome.interaction] &&
		    flow_graph_make(&session->interactions, item, &chrome.graph) &&
		    flow_path_find(&chrome.graph, &chrome.path))
			chrome_write_interaction(&chrome);
	}
	json_text_close(&chrome.json, ']');
	json_text_close(&chrome.json, '}');
	json_text_end(&chrome.json);
	number_map_free(&chrome.threads);
	flow_use_free(&chrome.use);
	free(chrome.criticals.of);
	flow_path_free(&chrome.path);
	flow_graph_free(&chrome.graph);
}
