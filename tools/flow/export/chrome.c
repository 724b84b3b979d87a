/* SPDX-License-Identifier: MIT */
/* Processes are nodes of runs, threads are threads. Messages that wait have no slice of their own:
 * their flow is the arrow from who sent them to who took them. */
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
	struct number_map threads;      /* those named so far */
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

/* In microseconds, as the format has it. */
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

/* Tell the thread's name, and its process's, when it is met first. */
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

static void write_slice(struct chrome *chrome, const struct flow_vertex *from,
			const struct flow_vertex *to, bool is_critical)
{
	const struct flow_event *event = &chrome->session->log->events.items[from->event];
	const char *name = to->prev_blocked ? "blocked" : flow_kind_name(event->kind);

	begin_event(chrome);
	fprintf(chrome->file, "{\"ph\":\"X\",\"name\":\"%s\",\"cat\":\"%s\"", name,
		   is_critical ? "critical" : "arc");
	chrome_write_time(chrome, "ts", from->time);
	chrome_write_time(chrome, "dur", to->time - from->time);
	chrome_write_place(chrome, event);
	fprintf(chrome->file, ",\"args\":{\"interaction\":%zu,\"subtask\":\"%" PRIu32 ".%" PRIu32
		"\",\"event\":%" PRIu32 "}}", chrome->interaction + 1,
		event->subtask >> FLOW_SEQUENCE_BITS, event->subtask & FLOW_SEQUENCE_MAX,
		from->event + 1);
}

static void write_flow(struct chrome *chrome, const char *phase, const struct flow_vertex *at)
{
	const struct flow_event *event = &chrome->session->log->events.items[at->event];

	begin_event(chrome);
	fprintf(chrome->file, "{\"ph\":\"%s\",\"name\":\"message\",\"cat\":\"flow\","
		   "\"id\":%" PRIu64, phase, chrome->flows);
	chrome_write_time(chrome, "ts", at->time);
	chrome_write_place(chrome, event);
	fputs("}", chrome->file);
}

/* From who creates a sub-task to the first thread that takes it up, or joins it. taker is that
 * thread's first vertex, or FLOW_NONE. */
static void write_subtask_flow(struct chrome *chrome, const struct flow_subtask *subtask,
			       uint32_t taker)
{
	const struct flow_graph *graph = &chrome->graph;
	uint32_t at = taker != FLOW_NONE ? taker : subtask->end;

	if (subtask->fork == FLOW_NONE || flow_graph_event(graph, at)->thread == 0 ||
	    flow_graph_event(graph, subtask->fork)->thread == 0)
		return;
	chrome->flows++;
	write_flow(chrome, "s", &graph->vertices.items[subtask->fork]);
	write_flow(chrome, "f\",\"bp\":\"e", &graph->vertices.items[at]);
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
	free(takers);
}

static void chrome_write_interaction(struct chrome *chrome)
{
	const struct flow_graph *graph = &chrome->graph;
	size_t on_path = 1;

	for (uint32_t i = 0; i < graph->vertices.count; i++) {
		const struct flow_vertex *vertex = &graph->vertices.items[i];
		const struct flow_event *event = flow_graph_event(graph, i);
		bool is_on_path = on_path < chrome->path.vertices.count &&
			chrome->path.vertices.items[on_path] == i;
		const struct flow_event *before = vertex->prev != FLOW_NONE
			? flow_graph_event(graph, vertex->prev) : NULL;

		if (event->thread != 0)
			chrome_name_thread(chrome, event);
		if (before != NULL && before->thread != 0 && before->thread == event->thread &&
		    before->node == event->node)
			write_slice(chrome, &graph->vertices.items[vertex->prev], vertex,
				    is_on_path && chrome->path.vertices.items[on_path - 1] ==
							  vertex->prev);
		on_path += is_on_path;
	}
	write_flows(chrome);
}

void flow_export_chrome(struct flow_session *session, const uint8_t *picked, FILE *file)
{
	struct chrome chrome = {.session = session, .file = file, .is_first = true};

	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", file);
	for (; chrome.interaction < session->interactions.items.count; chrome.interaction++) {
		struct flow_interaction *item =
			&session->interactions.items.items[chrome.interaction];

		if (picked[chrome.interaction] &&
		    flow_graph_make(&session->interactions, item, &chrome.graph) &&
		    flow_path_find(&chrome.graph, &chrome.path))
			chrome_write_interaction(&chrome);
	}
	fputs("\n]}\n", file);
	number_map_free(&chrome.threads);
	flow_path_free(&chrome.path);
	flow_graph_free(&chrome.graph);
}
