/* SPDX-License-Identifier: MIT */
/* Processes are nodes of runs, threads are threads. A waiting message has no slice. Its flow is an
 * arrow from the sender to the receiver. A join is an arrow from the end of a thread to the thread
 * that waited for it. */
#include "tools/base/alloc.h"
#include "tools/flow/export/export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct chrome {
	struct flow_session *session;
	FILE *file;
	struct flow_graph graph;
	struct flow_path path;
	struct flow_criticals criticals;
	struct flow_usage use;          /* of the interaction's run */
	struct number_map threads;      /* threads with a written name */
	uint64_t flows;
	size_t interaction;
	bool is_first;
};

static void begin_event(struct chrome *chrome)
{
	fputs(chrome->is_first ? "\n" : ",\n", chrome->file);
	chrome->is_first = false;
}

static unsigned process_of(const struct chrome *chrome, const struct flow_event *event)
{
	return chrome->graph.interaction->run << 8 | event->node;
}

/* The format requires microseconds. */
static void chrome_write_time(struct chrome *chrome, const char *key, uint64_t ticks)
{
	unsigned thousandths;
	uint64_t ns = flow_export_ns(chrome->session->log, ticks, &thousandths);

	fprintf(chrome->file, ",\"%s\":%" PRIu64 ".%03" PRIu64 "%03u", key, ns / 1000, ns % 1000,
		   thousandths);
}

static void chrome_write_place(struct chrome *chrome, const struct flow_event *event)
{
	fprintf(chrome->file, ",\"pid\":%u,\"tid\":%u", process_of(chrome, event),
		   event->thread);
}

static void chrome_write_name(struct chrome *chrome, const char *what, const char *name,
			      const struct flow_event *event)
{
	begin_event(chrome);
	fprintf(chrome->file, "{\"ph\":\"M\",\"name\":\"%s\"", what);
	chrome_write_place(chrome, event);
	fputs(",\"args\":{\"name\":", chrome->file);
	flow_export_text(chrome->file, name);
	fputs("}}", chrome->file);
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

static void write_name_part(FILE *file, size_t number, const char *name)
{
	if (number > 0)
		putc(' ', file);
	flow_export_text_inside(file, name);
}

static void write_item(FILE *file, size_t number, const char *name)
{
	if (number > 0)
		putc(',', file);
	flow_export_text(file, name);
}

static bool is_empty(const struct flow_usage *use, flow_state state)
{
	for (size_t word = 0; word < use->words; word++) {
		if (state[word] != 0)
			return false;
	}
	return true;
}

/* The name of a slice is its state, or without one, the event at its begin. */
static void write_slice_name(struct chrome *chrome, const struct flow_event *event,
			     flow_state state)
{
	putc('"', chrome->file);
	if (is_empty(&chrome->use, state))
		fputs(flow_kind_name(event->kind), chrome->file);
	else
		flow_export_objects(&chrome->use, state, write_name_part, chrome->file);
	putc('"', chrome->file);
}

static void write_slice_args(struct chrome *chrome, const struct flow_vertex *from,
			     bool is_blocked, bool is_critical, flow_state state)
{
	const struct flow_event *event = &chrome->session->log->events.items[from->event];

	fprintf(chrome->file, ",\"args\":{\"interaction\":%zu,\"subtask\":\"%" PRIu32 ".%" PRIu32
		"\",\"event\":%" PRIu32 ",\"after\":\"%s\",\"critical\":%s,\"blocked\":%s,"
		"\"objects\":[", chrome->interaction + 1, event->subtask >> FLOW_SEQUENCE_BITS,
		event->subtask & FLOW_SEQUENCE_MAX, from->event + 1, flow_kind_name(event->kind),
		is_critical ? "true" : "false", is_blocked ? "true" : "false");
	flow_export_objects(&chrome->use, state, write_item, chrome->file);
	fputs("]}", chrome->file);
}

/* From the previous vertex to this one. */
static void write_slice(struct chrome *chrome, uint32_t vertex, flow_state state)
{
	const struct flow_vertex *to = &chrome->graph.vertices.items[vertex];
	const struct flow_vertex *from = &chrome->graph.vertices.items[to->prev];
	const struct flow_event *event = &chrome->session->log->events.items[from->event];
	bool is_critical = chrome->criticals.of[vertex] == FLOW_CRITICAL_PREV;

	begin_event(chrome);
	fputs("{\"ph\":\"X\",\"name\":", chrome->file);
	write_slice_name(chrome, event, state);
	fprintf(chrome->file, ",\"cat\":\"%s\"",
		is_critical ? "critical" : to->prev_blocked ? "blocked" : "arc");
	chrome_write_time(chrome, "ts", from->time);
	chrome_write_time(chrome, "dur", to->time - from->time);
	chrome_write_place(chrome, event);
	write_slice_args(chrome, from, to->prev_blocked, is_critical, state);
	putc('}', chrome->file);
}

static void write_flow_end(struct chrome *chrome, const char *phase, const char *name,
			   uint32_t vertex)
{
	const struct flow_vertex *at = &chrome->graph.vertices.items[vertex];
	const struct flow_event *event = &chrome->session->log->events.items[at->event];

	begin_event(chrome);
	fprintf(chrome->file, "{\"ph\":\"%s\",\"name\":\"%s\",\"cat\":\"flow\","
		   "\"id\":%" PRIu64, phase, name, chrome->flows);
	chrome_write_time(chrome, "ts", at->time);
	chrome_write_place(chrome, event);
	fputs("}", chrome->file);
}

/* An arrow between two vertices of threads. */
static void write_flow(struct chrome *chrome, const char *name, uint32_t from, uint32_t to)
{
	chrome->flows++;
	write_flow_end(chrome, "s", name, from);
	write_flow_end(chrome, "f\",\"bp\":\"e", name, to);
}

/* From the creator of a sub-task to the first thread that receives or joins it. taker is the first
 * vertex of that thread, or FLOW_NONE. */
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

/* From the end of a thread to the other thread that joins it. */
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
	struct chrome chrome = {.session = session, .file = file, .is_first = true};

	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", file);
	for (; chrome.interaction < session->interactions.items.count; chrome.interaction++) {
		struct flow_interaction *item =
			&session->interactions.items.items[chrome.interaction];

		if (export->picked[chrome.interaction] &&
		    flow_graph_make(&session->interactions, item, &chrome.graph) &&
		    flow_path_find(&chrome.graph, &chrome.path))
			chrome_write_interaction(&chrome);
	}
	fputs("\n]}\n", file);
	number_map_free(&chrome.threads);
	flow_use_free(&chrome.use);
	free(chrome.criticals.of);
	flow_path_free(&chrome.path);
	flow_graph_free(&chrome.graph);
}
