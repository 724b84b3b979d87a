/* Interaction networks: of each benchmark that recorded them the first one that is whole, with its
 * critical path red, and that path as a table. */
#include <err.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/topic/chart.h"
#include "tools/view/network.h"

#define SECTION "Interactions"
#define PICTURES_MAX 8

/* A larger network is nothing to look at; `bareline flow` has it all. */
#define VERTICES_MAX 160

struct network {
	struct flow_session session;
	struct flow_graph graph;
	struct flow_path path;
	struct flow_layout layout;
};

/* ---- One network ---- */

/* The text belongs to the charts. */
static const char *chart_network_draw(struct charts *charts, const struct network *network,
				      size_t number)
{
	struct out *out = malloc(sizeof(*out));
	const char *kept;
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	if (out == NULL || file == NULL)
		err(2, "out of memory");
	out_begin(out, file);
	flow_svg_write(&network->layout, number, out);
	if (!out_end(out) || fclose(file) != 0)
		err(2, "out of memory");
	kept = chart_text(charts, "%s", text);
	free(text);
	free(out);
	return kept;
}

/* A row a vertex of the critical path: when, where, what. */
static void write_path(struct exhibit *chart, const struct network *network)
{
	const struct flow_graph *graph = &network->graph;
	uint32_t run = graph->interaction->run;
	uint64_t begin = graph->vertices.items[0].time, before = begin;

	chart_columns(chart, "critical path", "thread", "object", "at, ticks", "since, ticks",
			NULL);
	for (size_t i = 0; i < network->path.vertices.count; i++) {
		uint32_t vertex = network->path.vertices.items[i];
		const struct flow_event *event = flow_graph_event(graph, vertex);
		uint64_t time = graph->vertices.items[vertex].time;
		char thread[FLOW_NAME_MAX], object[FLOW_NAME_MAX];

		flow_thread_text(thread, graph->log, run, event);
		flow_object_text(object, graph->log, run, event->node, event->object);
		chart_cell(chart, "%s", flow_kind_name(event->kind));
		chart_cell(chart, "%s", thread);
		chart_cell(chart, "%s", event->object != 0 ? object : "");
		chart_cell(chart, "%" PRIu64, time - begin);
		chart_cell(chart, "%" PRIu64, time - before);
		before = time;
	}
}

static void chart_network_add_network(struct charts *charts, struct network *network, size_t number)
{
	const struct flow_graph *graph = &network->graph;
	const struct flow_run *run = &graph->log->runs.items[graph->interaction->run];
	struct exhibit *chart;

	chart = chart_begin(charts, SECTION,
				chart_text(charts, "%s-network", run->info.name),
				chart_text(charts, "Interaction %zu of %s: response time "
					     "%" PRIu64 " %s", number + 1, run->info.name,
					     flow_graph_response(graph),
					     analysis_tick_name(charts->analysis)));
	chart->note = chart_text(charts, "%zu of %zu vertices (uses of objects are left "
				     "out), time down the page, not to scale. Red: the critical "
				     "path; dashed: blocked on another sub-task.",
				     network->layout.shown, graph->vertices.count);
	chart->svg = chart_network_draw(charts, network, number);
	chart->svg_width = flow_svg_width(&network->layout);
	write_path(chart, network);
}

/* Returns false if the interaction is not whole, or too large to look at. */
static bool try_network(struct charts *charts, struct network *network, size_t number)
{
	struct flow_interactions *interactions = &network->session.interactions;
	const struct flow_filter filter = {.dropped_kinds = {{"*_use"}, 1}};
	bool fits;

	if (interactions->items.items[number].fault != FLOW_FAULT_SOUND ||
	    !flow_graph_make(interactions, &interactions->items.items[number], &network->graph) ||
	    !flow_path_find(&network->graph, &network->path))
		return false;
	flow_layout_make(&network->layout, &network->graph, &network->path, &filter, false);
	fits = network->layout.shown <= VERTICES_MAX;
	if (fits)
		chart_network_add_network(charts, network, number);
	flow_layout_free(&network->layout);
	return fits;
}

/* ---- All of a log ---- */

/* The benchmark's name, which a run's begins with. */
static size_t bench_length(const char *name)
{
	return strcspn(name, " ");
}

static bool chart_network_is_listed(const char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		if (bench_length(names[i]) == bench_length(name) &&
		    strncmp(names[i], name, bench_length(name)) == 0)
			return true;
	}
	return false;
}

/* The first one of each benchmark that can be shown. */
static void add_networks(struct charts *charts, struct network *network)
{
	const struct flow_interactions *interactions = &network->session.interactions;
	const char *shown[PICTURES_MAX];
	size_t count = 0;

	for (size_t i = 0; i < interactions->items.count && count < PICTURES_MAX; i++) {
		const struct flow_run *run =
			&network->session.log->runs.items[interactions->items.items[i].run];

		if (!chart_network_is_listed(shown, count, run->info.name) &&
		    try_network(charts, network, i))
			shown[count++] = run->info.name;
	}
}

void chart_network(struct charts *charts, const char *path)
{
	struct network network = {0};
	struct flow_log *log;

	if (path == NULL || charts->analysis->result->records[WIRE_flow_run].count == 0)
		return;
	log = flow_log_read(path);
	if (log == NULL)
		return;
	flow_session_begin(&network.session, log);
	add_networks(charts, &network);
	flow_path_free(&network.path);
	flow_graph_free(&network.graph);
	flow_session_close(&network.session);
}
