/* SPDX-License-Identifier: MIT */
/* Similarity of critical and near-critical paths over a set of interactions: the time they share,
 * and the objects they use. Section 4.3 of the paper cited in lib/event/flow.h assumes that an
 * optimization of the critical path also shortens a near-critical one. */
#include "tools/topic/flow/flow.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/flow/near.h"
#include "tools/flow/use.h"

enum {CRITICAL, NEXT, PATHS};

/* The two paths of a network, while their times are added. */
struct similarity_walk {
	const struct flow_graph *graph;
	const struct flow_usage *use;
	uint8_t *marks[PATHS];          /* as in flow_near_mark */
	uint64_t *ticks[PATHS];         /* by object in use */
};

static void similarity_visit(void *context, const struct flow_use_step *step)
{
	const struct similarity_walk *walk = context;

	for (int path = 0; path < PATHS; path++) {
		uint8_t mark = walk->marks[path][step->vertex];
		const struct flow_vertex *vertex = &walk->graph->vertices.items[step->vertex];
		flow_state state = mark == 2 ? step->second : step->prev;
		uint64_t ticks;

		if (mark == 0)
			continue;
		ticks = flow_arc_ticks(walk->graph, vertex, mark == 2);
		for (size_t bit = 0; bit < walk->use->objects.count; bit++) {
			if (flow_state_has(state, bit))
				walk->ticks[path][bit] += ticks;
		}
	}
}

static double similarity_share(uint64_t part, uint64_t whole)
{
	return whole > 0 ? (double)part / (double)whole : 1;
}

static void similarity_add_objects(struct flow_similarity *similarity,
				   const struct similarity_walk *walk)
{
	uint64_t common = 0, either = 0;
	size_t most = 0, count = walk->use->objects.count;

	for (size_t bit = 0; bit < count; bit++) {
		uint64_t critical = walk->ticks[CRITICAL][bit], next = walk->ticks[NEXT][bit];

		common += critical < next ? critical : next;
		either += critical < next ? next : critical;
		if (critical > walk->ticks[CRITICAL][most])
			most = bit;
	}
	similarity->objects += similarity_share(common, either);
	if (count > 0)
		similarity->most_used += similarity_share(walk->ticks[NEXT][most],
							  walk->ticks[CRITICAL][most]);
}

static void similarity_compare(struct flow_similarity *similarity, const struct flow_graph *graph,
			       const struct flow_path *path, const struct near_path *near)
{
	struct flow_usage *use = &similarity->use;
	struct similarity_walk walk = {.graph = graph, .use = use};

	/* Consecutive interactions are mostly of one run. */
	if (similarity->use.log != graph->log || similarity->use.run != graph->interaction->run) {
		flow_use_free(&similarity->use);
		flow_use_begin(&similarity->use, graph->log, graph->interaction->run, NULL, NULL);
	}
	for (int i = 0; i < PATHS; i++) {
		walk.marks[i] = xcalloc(graph->vertices.count, 1);
		walk.ticks[i] = xcalloc(use->objects.count + 1, sizeof(*walk.ticks[i]));
	}
	for (size_t i = 1; i < path->vertices.count; i++)
		walk.marks[CRITICAL][path->vertices.items[i]] =
			flow_path_is_by_second(graph, path, i) ? 2 : 1;
	flow_near_mark(graph, near, 0, walk.marks[NEXT]);
	flow_use_walk(use, graph, similarity_visit, &walk);
	similarity_add_objects(similarity, &walk);
	for (int i = 0; i < PATHS; i++) {
		free(walk.marks[i]);
		free(walk.ticks[i]);
	}
}

void flow_similarity_add(struct flow_similarity *similarity, const struct flow_graph *graph,
			 const struct flow_path *path)
{
	uint64_t response = flow_graph_response(graph);
	struct near_path near;

	if (flow_near_find(graph, path, &near, 1) == 0 || response == 0) {
		similarity->alone++;
		return;
	}
	similarity->interactions++;
	similarity->length += similarity_share(response - near.slack, response);
	similarity->shared += similarity_share(near.shared_ticks, response);
	similarity_compare(similarity, graph, path, &near);
}

void topic_flow_similarity(struct tables *tables, struct flow_similarity *similarity)
{
	static const struct column columns[] = {
		{"interactions", COLUMN_COUNT, 0, NULL, NULL},
		{"alone", COLUMN_COUNT, 0, NULL, NULL},
		{"length", COLUMN_SHARE, 0, "as long", NULL},
		{"shared", COLUMN_SHARE, 0, "on common arcs", NULL},
		{"objects", COLUMN_SHARE, 0, "use in common", NULL},
		{"most_used", COLUMN_SHARE, 0, "of the most used object", NULL},
	};
	struct table *table = table_begin(tables, "", "similarity",
					  "Similarity of the next longest paths, on average",
					  columns, COUNT(columns));
	bool has_any = similarity->interactions > 0;
	double count = (double)similarity->interactions;

	table->note = "Shares of the critical path's time. If its most used object becomes faster, "
		      "the next path gains this share of the critical path's gain. Alone: "
		      "interactions with a single path.";
	table_row(table);
	cell_count(table_at(table, "interactions"), similarity->interactions);
	cell_count(table_at(table, "alone"), similarity->alone);
	cell_number_if(table_at(table, "length"), has_any, similarity->length / count);
	cell_number_if(table_at(table, "shared"), has_any, similarity->shared / count);
	cell_number_if(table_at(table, "objects"), has_any, similarity->objects / count);
	cell_number_if(table_at(table, "most_used"), has_any, similarity->most_used / count);
	flow_use_free(&similarity->use);
}
