/* SPDX-License-Identifier: MIT */
/* Interaction networks on a page: for each benchmark, the first complete network with its critical
 * path in red, and a table of that path. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/file.h"
#include "tools/flow/drawing.h"
#include "tools/flow/duration.h"
#include "tools/topic/flow/flow.h"
#include "tools/topic/topic.h"

#define CHARTS_MAX 8

/* Larger networks are unreadable. `bareline flow` shows them. */
#define VERTICES_MAX 160

struct network {
	struct flow_session session;
	struct flow_graph graph;
	struct flow_path path;
	struct flow_layout layout;
};

/* ---- One network ---- */

/* The returned text is owned by the tables. */
static const char *flow_page_draw(struct tables *tables, const struct network *network,
				  size_t number)
{
	const char *kept;
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);

	flow_svg_write(&network->layout, number, file);
	file_end_memory(file, &text);
	kept = tables_text(tables, "%s", text);
	free(text);
	return kept;
}

/* Returns false if the interaction is incomplete or too large. */
static bool flow_page_try(struct topic *topic, struct network *network, size_t number)
{
	struct flow_interactions *interactions = &network->session.interactions;
	const struct flow_filter filter = {.dropped_kinds = {{"*_use"}, 1}};
	bool fits;

	if (interactions->items.items[number].fault != FLOW_FAULT_SOUND ||
	    !flow_graph_make(interactions, &interactions->items.items[number], &network->graph) ||
	    !flow_path_find(&network->graph, &network->path))
		return false;
	flow_layout_make(&network->layout, &network->graph, &network->path, &filter,
			 FLOW_SCALE_EVEN);
	fits = network->layout.shown <= VERTICES_MAX;
	if (fits) {
		const struct flow_graph *graph = &network->graph;
		const char *run = graph->log->runs.items[graph->interaction->run].info.name;
		struct tables *tables = topic->tables;
		char response[FLOW_TICKS_MAX];
		struct table *table = topic_flow_path(tables, &network->session, graph,
						      &network->path, "Flows",
						      tables_text(tables, "%s-network", run));

		flow_ticks(response, graph->log, flow_graph_response(graph));
		table->title = tables_text(tables, "Interaction %zu of %s: response time %s",
					   number + 1, run, response);
		table->note =
			tables_text(tables,
				    "%zu of %zu vertices (object uses omitted), time down the "
				    "page, not to scale; left: time since the first vertex. Red: "
				    "the critical path; dashed: blocked on another "
				    "sub-task.",
				    network->layout.shown, graph->vertices.count);
		table->flags = TABLE_DATA;
		table->chart = (struct chart){
			.kind = CHART_DRAWING,
			.svg = flow_page_draw(tables, network, number),
			.svg_width = flow_svg_width(&network->layout),
		};
	}
	flow_layout_free(&network->layout);
	return fits;
}

/* ---- All networks of a log ---- */

static bool flow_page_is_listed(const char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(names[i], name) == 0)
			return true;
	}
	return false;
}

void topic_flow(struct topic *topic)
{
	struct network network = {0};
	struct flow_log *log;
	const struct flow_interactions *interactions;
	const char *shown[CHARTS_MAX];
	size_t count = 0;

	if (topic->path == NULL || topic->analysis->result->records[WIRE_flow_run].count == 0)
		return;
	log = flow_log_read(topic->path);
	if (log == NULL)
		return;
	flow_session_begin(&network.session, log);
	/* The first suitable interaction of each benchmark. */
	interactions = &network.session.interactions;
	for (size_t i = 0; i < interactions->items.count && count < CHARTS_MAX; i++) {
		const struct flow_run *run =
			&network.session.log->runs.items[interactions->items.items[i].run];
		const char *bench = tables_text(topic->tables, "%.*s",
						(int)strcspn(run->info.name, " "), run->info.name);

		if (topic_is_selected(topic, bench) && !flow_page_is_listed(shown, count, bench) &&
		    flow_page_try(topic, &network, i))
			shown[count++] = bench;
	}
	flow_path_free(&network.path);
	flow_graph_free(&network.graph);
	flow_session_close(&network.session);
}
