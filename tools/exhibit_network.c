/* Interaction networks: of each benchmark that recorded them the first one that is whole, with its
 * critical path red, and that path as a table. */
#include <err.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/exhibit.h"
#include "tools/net_svg.h"

#define SECTION "Interactions"
#define PICTURES_MAX 8

/* A larger network is nothing to look at; `bareline net` has it all. */
#define VERTICES_MAX 160

struct network {
	struct net_session session;
	struct net_graph graph;
	struct net_path path;
	struct net_layout layout;
};

/* ---- One network ---- */

/* The text belongs to the exhibits. */
static const char *draw(struct exhibits *exhibits, const struct network *network, size_t number)
{
	struct out *out = malloc(sizeof(*out));
	const char *kept;
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	if (out == NULL || file == NULL)
		err(2, "out of memory");
	out_begin(out, file);
	net_svg_put(&network->layout, number, out);
	if (!out_end(out) || fclose(file) != 0)
		err(2, "out of memory");
	kept = exhibit_text(exhibits, "%s", text);
	free(text);
	free(out);
	return kept;
}

/* A row a vertex of the critical path: when, where, what. */
static void put_path(struct exhibit *exhibit, const struct network *network)
{
	const struct net_graph *graph = &network->graph;
	uint32_t run = graph->interaction->run;
	uint64_t begin = graph->vertices.items[0].time, before = begin;

	exhibit_columns(exhibit, "critical path", "thread", "object", "at, ticks", "since, ticks",
			NULL);
	for (size_t i = 0; i < network->path.vertices.count; i++) {
		uint32_t vertex = network->path.vertices.items[i];
		const struct net_event *event = net_graph_event(graph, vertex);
		uint64_t time = graph->vertices.items[vertex].time;
		char thread[NET_NAME_MAX], object[NET_NAME_MAX];

		net_thread_text(thread, graph->log, run, event);
		net_object_text(object, graph->log, run, event->node, event->object);
		exhibit_cell(exhibit, "%s", net_kind_name(event->kind));
		exhibit_cell(exhibit, "%s", thread);
		exhibit_cell(exhibit, "%s", event->object != 0 ? object : "");
		exhibit_cell(exhibit, "%" PRIu64, time - begin);
		exhibit_cell(exhibit, "%" PRIu64, time - before);
		before = time;
	}
}

static void add_network(struct exhibits *exhibits, struct network *network, size_t number)
{
	const struct net_graph *graph = &network->graph;
	const struct net_run *run = &graph->log->runs.items[graph->interaction->run];
	struct exhibit *exhibit;

	exhibit = exhibit_begin(exhibits, SECTION,
				exhibit_text(exhibits, "%s-network", run->info.name),
				exhibit_text(exhibits, "Interaction %zu of %s: response time "
					     "%" PRIu64 " %s", number + 1, run->info.name,
					     net_graph_response(graph),
					     analysis_tick_name(exhibits->analysis)));
	exhibit->note = exhibit_text(exhibits, "%zu of %zu vertices (uses of objects are left "
				     "out), time down the page, not to scale. Red: the critical "
				     "path; dashed: blocked on another sub-task.",
				     network->layout.shown, graph->vertices.count);
	exhibit->svg = draw(exhibits, network, number);
	exhibit->svg_width = net_svg_width(&network->layout);
	put_path(exhibit, network);
}

/* Returns false if the interaction is not whole, or too large to look at. */
static bool try_network(struct exhibits *exhibits, struct network *network, size_t number)
{
	struct net_interactions *interactions = &network->session.interactions;
	const struct net_filter filter = {.dropped_kinds = {{"*_use"}, 1}};
	bool fits;

	if (interactions->items.items[number].fault != NET_FAULT_SOUND ||
	    !net_graph_make(interactions, &interactions->items.items[number], &network->graph) ||
	    !net_path_find(&network->graph, &network->path))
		return false;
	net_layout_make(&network->layout, &network->graph, &network->path, &filter, false);
	fits = network->layout.shown <= VERTICES_MAX;
	if (fits)
		add_network(exhibits, network, number);
	net_layout_free(&network->layout);
	return fits;
}

/* ---- All of a log ---- */

/* The benchmark's name, which a run's begins with. */
static size_t bench_length(const char *name)
{
	return strcspn(name, " ");
}

static bool is_listed(const char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		if (bench_length(names[i]) == bench_length(name) &&
		    strncmp(names[i], name, bench_length(name)) == 0)
			return true;
	}
	return false;
}

/* The first one of each benchmark that can be shown. */
static void add_networks(struct exhibits *exhibits, struct network *network)
{
	const struct net_interactions *interactions = &network->session.interactions;
	const char *shown[PICTURES_MAX];
	size_t count = 0;

	for (size_t i = 0; i < interactions->items.count && count < PICTURES_MAX; i++) {
		const struct net_run *run =
			&network->session.log->runs.items[interactions->items.items[i].run];

		if (!is_listed(shown, count, run->info.name) && try_network(exhibits, network, i))
			shown[count++] = run->info.name;
	}
}

void exhibit_network(struct exhibits *exhibits, const char *path)
{
	struct network network = {0};
	struct net_log *log;

	if (path == NULL || exhibits->analysis->result->records[WIRE_net_run].count == 0)
		return;
	log = net_log_read(path);
	if (log == NULL)
		return;
	net_session_begin(&network.session, log);
	add_networks(exhibits, &network);
	net_path_free(&network.path);
	net_graph_free(&network.graph);
	net_session_close(&network.session);
}
