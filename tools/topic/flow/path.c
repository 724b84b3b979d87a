/* SPDX-License-Identifier: MIT */
/* Tables of critical paths: a row for each path, or a row for each vertex of one path. Rows of an
 * arc follow the order of its statewords. */
#include "tools/base/ticks.h"
#include "tools/topic/flow/flow.h"

#include <inttypes.h>
#include <math.h>

#include "tools/flow/blockers.h"
#include "tools/flow/gain.h"
#include "tools/flow/near.h"
#include "tools/flow/nodes/clocks.h"
#include "tools/flow/use.h"

/* Maximum number of blocking interactions named in a cell. */
#define BLOCKERS_MAX 3

/* ---- Several paths ---- */

void flow_paths_begin(struct flow_paths *paths, struct tables *tables, bool has_shortened)
{
	static const struct column columns[] = {
		{"run", COLUMN_TEXT, COLUMN_GROUP, NULL, NULL},
		{"interaction", COLUMN_COUNT, 0, NULL, NULL},
		{"begins_at", COLUMN_COUNT, 0, NULL, NULL},
		{"events", COLUMN_COUNT, 0, NULL, NULL},
		{"subtasks", COLUMN_COUNT, 0, "sub-tasks", NULL},
		{"on_path", COLUMN_COUNT, 0, NULL, NULL},
		{"response", COLUMN_COUNT, 0, NULL, "ticks"},
		{"response_us", COLUMN_NUMBER, 0, "response", "µs"},
		{"cut", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"shortened", COLUMN_COUNT, 0, "shortened to", "ticks"},
	};

	*paths = (struct flow_paths){
		.table = table_begin(tables, "", "paths", "Interactions and their critical paths",
				     columns, COUNT(columns) - !has_shortened),
		.has_shortened = has_shortened,
	};
}

void flow_paths_add(struct flow_paths *paths, const struct flow_graph *graph,
		    const struct flow_path *path, size_t number, uint64_t shortened)
{
	struct table *table = paths->table;
	uint64_t response = flow_graph_response(graph);
	struct row *row = table_row(table);

	cell_string(table_at(table, "run"),
		    graph->log->runs.items[graph->interaction->run].info.name);
	cell_count(table_at(table, "interaction"), number + 1);
	cell_count(table_at(table, "begins_at"), graph->interaction->begin);
	cell_count(table_at(table, "events"), graph->vertices.count);
	cell_count(table_at(table, "subtasks"), graph->subtasks.count);
	cell_count(table_at(table, "on_path"), path->vertices.count);
	cell_count(table_at(table, "response"), response);
	cell_number_if(table_at(table, "response_us"), graph->log->manifest.tsc_hz > 0,
		       ticks_time((double)response, (double)graph->log->manifest.tsc_hz,
				  US_PER_SECOND));
	cell_count(table_at(table, "cut"), graph->cut);
	if (graph->cut > 0)
		row->remark = tables_text(table->of, "Sub-tasks that continued after the end: "
						     "%" PRIu32 ".",
					  graph->cut);
	if (paths->has_shortened)
		cell_count(table_at(table, "shortened"), shortened);
	paths->response_ticks += response;
	paths->shortened_ticks += shortened;
}

void flow_paths_end(struct flow_paths *paths)
{
	struct table *table = paths->table;

	table->note = tables_text(table->of,
				  "%zu interactions, %" PRIu64 " ticks of response time in total",
				  table->row_count, paths->response_ticks);
	if (paths->has_shortened)
		table->note = tables_text(table->of, "%s, %" PRIu64 " if shortened", table->note,
					  paths->shortened_ticks);
	table->note = tables_text(table->of, "%s.", table->note);
}

/* ---- One path ---- */

struct path_rows {
	struct table *table;
	const struct flow_graph *graph;
	const struct flow_path *path;
	struct flow_usage use;
	struct flow_blockers blockers;
	const struct flow_interactions *interactions;
	uint64_t *gains; /* by vertex of the path */
	size_t at; /* index of the next row */
};

static const char *flow_state_text(const struct path_rows *rows, flow_state state)
{
	const struct flow_log *log = rows->graph->log;
	const char *text = "";

	for (size_t bit = 0; bit < rows->use.objects.count; bit++) {
		const struct flow_named *object =
			&log->objects.items[rows->use.objects.items[bit]];

		if (flow_state_has(state, bit))
			text = tables_text(rows->table->of, "%s%s%s", text,
					   text[0] != '\0' ? " " : "", object->name);
	}
	return text[0] == '\0' ? "-" : text;
}

/* A list of interactions, shortened if there are more than BLOCKERS_MAX. own is shown as "itself";
 * FLOW_NONE: no own interaction. */
static const char *flow_blockers_list(struct tables *tables, const uint32_t *found, size_t count,
				      uint32_t own)
{
	const char *text = "";

	for (size_t i = 0; i < count && i < BLOCKERS_MAX; i++) {
		const char *between = i > 0 ? ", " : "";

		if (found[i] == own)
			text = tables_text(tables, "%s%sitself", text, between);
		else
			text = tables_text(tables, "%s%s%" PRIu32, text, between, found[i] + 1);
	}
	if (count > BLOCKERS_MAX)
		text = tables_text(tables, "%s and %zu more", text, count - BLOCKERS_MAX);
	return text;
}

/* Add the interactions that the arc to a vertex waited for; "-" for none. If there are other
 * interactions than the arc's own, adds them to the row's text. */
static void flow_add_blockers(const struct path_rows *rows, struct row *row, uint32_t vertex)
{
	uint32_t found[BLOCKERS_MAX + 1], others[BLOCKERS_MAX + 1];    /* one more, for its own */
	size_t count = flow_blockers_find(&rows->blockers, rows->graph, vertex, found,
					  COUNT(found));
	uint32_t own = (uint32_t)(rows->graph->interaction - rows->interactions->items.items);
	struct tables *tables = rows->table->of;
	size_t other_count = count;

	for (size_t i = 0, kept = 0; i < count && i < COUNT(found); i++) {
		if (found[i] == own)
			other_count--;
		else
			others[kept++] = found[i];
	}
	cell_string(table_at(rows->table, "behind"),
		    count == 0 ? "-" : flow_blockers_list(tables, found, count, own));
	if (other_count > 0)
		row->remark = tables_text(tables, "It waited behind interaction%s %s.",
					  other_count > 1 ? "s" : "",
					  flow_blockers_list(tables, others, other_count,
							     FLOW_NONE));
}

/* Maximum clock error of the time between two vertices on different nodes. */
static double error_between(const struct flow_graph *graph, uint32_t vertex, uint32_t other)
{
	return flow_clocks_error(graph->log, flow_graph_event(graph, vertex)->node,
				 flow_graph_event(graph, other)->node);
}

/* Whether the order of a join's two predecessors is within the error of their nodes' clocks. */
static bool is_order_open(const struct flow_graph *graph, const struct flow_vertex *vertex)
{
	uint64_t prev, second;

	if (!flow_vertex_is_join(vertex))
		return false;
	prev = graph->vertices.items[vertex->prev].time;
	second = graph->vertices.items[vertex->second].time;
	return (double)(prev > second ? prev - second : second - prev) <
	       error_between(graph, vertex->prev, vertex->second);
}

static void flow_add_error(const struct path_rows *rows, struct row *row, uint32_t number)
{
	const struct flow_graph *graph = rows->graph;
	const struct flow_vertex *vertex = &graph->vertices.items[number];
	bool by_second = rows->at > 0 && flow_path_is_by_second(graph, rows->path, rows->at);
	double error = rows->at > 0 ? error_between(graph, number, flow_arc_from(vertex, by_second))
				    : 0;

	cell_number_if(table_at(rows->table, "arc_error"), error > 0 && isfinite(error), error);
	if (is_order_open(graph, vertex))
		row->remark = "The order of arrival is within the nodes' clock error.";
	else if (error > 0)
		row->remark = isfinite(error)
			? tables_text(rows->table->of,
				      "Between two nodes: error up to %.0f.", error)
			: "Between two nodes with unsynchronised clocks.";
}

static void flow_add_vertex(const struct path_rows *rows, const struct flow_use_step *step)
{
	const struct flow_graph *graph = rows->graph;
	const struct flow_vertex *vertex = &graph->vertices.items[step->vertex];
	const struct flow_event *event = flow_graph_event(graph, step->vertex);
	uint32_t run = graph->interaction->run;
	bool by_second = flow_path_is_by_second(graph, rows->path, rows->at);
	uint64_t ticks = rows->at > 0 ? flow_arc_ticks(graph, vertex, by_second) : 0;
	uint64_t response = flow_graph_response(graph);
	struct table *table = rows->table;
	struct row *row = table_row(table);
	char scratch[FLOW_NAME_MAX];

	cell_count(table_at(table, "event"), vertex->event + 1);
	cell_count(table_at(table, "after"), vertex->time - graph->vertices.items[0].time);
	cell_count(table_at(table, "arc"), ticks);
	cell_number_if(table_at(table, "arc_us"), graph->log->manifest.tsc_hz > 0,
		       ticks_time((double)ticks, (double)graph->log->manifest.tsc_hz,
				  US_PER_SECOND));
	cell_number(table_at(table, "share"), response > 0 ? (double)ticks / (double)response : 0);
	cell_count(table_at(table, "gain"), rows->gains[rows->at]);
	cell_text(table_at(table, "thread"),
		  "%s", flow_thread_name(scratch, graph->log, run, event));
	cell_string(table_at(table, "kind"), flow_kind_name(event->kind));
	cell_text(table_at(table, "object"), "%s",
		  flow_object_name(scratch, graph->log, run, event->node, event->object));
	if (rows->at > 0)
		cell_string(table_at(table, "in_use"),
			    flow_state_text(rows, by_second ? step->second : step->prev));
	if (by_second)
		cell_string(table_at(table, "behind"), "-");
	else
		flow_add_blockers(rows, row, step->vertex);
	if (graph->log->clocks.count > 0)
		flow_add_error(rows, row, step->vertex);
}

static void flow_visit_vertex(void *context, const struct flow_use_step *step)
{
	struct path_rows *rows = context;

	if (rows->at == rows->path->vertices.count ||
	    rows->path->vertices.items[rows->at] != step->vertex)
		return;
	flow_add_vertex(rows, step);
	rows->at++;
}

struct table *topic_flow_path(struct tables *tables, const struct flow_session *session,
			      const struct flow_graph *graph, const struct flow_path *path,
			      const char *section, const char *name)
{
	static const struct column columns[] = {
		{"event", COLUMN_COUNT, 0, NULL, NULL},
		{"after", COLUMN_COUNT, 0, NULL, "ticks"},
		{"arc", COLUMN_COUNT, 0, NULL, "ticks"},
		{"arc_us", COLUMN_NUMBER, COLUMN_DATA, NULL, "µs"},
		{"share", COLUMN_SHARE, 0, NULL, NULL},
		{"gain", COLUMN_COUNT, 0, "gain if 0", "ticks"},
		{"thread", COLUMN_TEXT, 0, NULL, NULL},
		{"kind", COLUMN_TEXT, 0, NULL, NULL},
		{"object", COLUMN_TEXT, 0, NULL, NULL},
		{"in_use", COLUMN_TEXT, 0, "objects in use", NULL},
		{"behind", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"arc_error", COLUMN_NUMBER, COLUMN_DATA, NULL, "ticks"},
	};
	bool has_clocks = graph->log->clocks.count > 0;
	struct path_rows rows = {
		.table = table_begin(tables, section, name, "The critical path, in ticks", columns,
				     COUNT(columns) - !has_clocks),
		.graph = graph,
		.path = path,
		.interactions = &session->interactions,
	};

	rows.gains = tables_allocate(tables, path->vertices.count, sizeof(*rows.gains));
	flow_gains_find(graph, path, rows.gains);
	table_reserve(rows.table, path->vertices.count);
	flow_blockers_make(&rows.blockers, &session->interactions, graph->interaction->run);
	flow_use_begin(&rows.use, graph->log, graph->interaction->run, NULL, NULL);
	flow_use_walk(&rows.use, graph, flow_visit_vertex, &rows);
	flow_use_free(&rows.use);
	flow_blockers_free(&rows.blockers);
	return rows.table;
}

void topic_flow_path_shorten(struct table *path)
{
	size_t arc = table_column(path, "arc");

	for (size_t i = 0; i < path->row_count; i++)
		path->rows[i].is_detail = true;
	for (unsigned shown = 0; shown < FLOW_LONGEST_STEPS && shown < path->row_count; shown++) {
		size_t longest = path->row_count;

		for (size_t i = 0; i < path->row_count; i++) {
			if (path->rows[i].is_detail &&
			    (longest == path->row_count || table_cell(path, i, arc)->count >
								   table_cell(path, longest,
									      arc)->count))
				longest = i;
		}
		path->rows[longest].is_detail = false;
	}
	path->finding = tables_text(path->of, "The %d longest of %zu steps", FLOW_LONGEST_STEPS,
				    path->row_count);
}

/* ---- Near-critical paths ---- */

void topic_flow_near(struct tables *tables, const struct flow_graph *graph,
		     const struct flow_path *path, size_t most)
{
	static const struct column columns[] = {
		{"shorter_by", COLUMN_COUNT, 0, NULL, "ticks"},
		{"leaves_at", COLUMN_COUNT, 0, "leaves at event", NULL},
		{"returns_at", COLUMN_COUNT, 0, "returns at event", NULL},
		{"apart", COLUMN_COUNT, 0, "vertices apart", NULL},
		{"shared", COLUMN_SHARE, 0, "shared time", NULL},
	};
	uint64_t response = flow_graph_response(graph);
	struct near_path *near = tables_allocate(tables, most, sizeof(*near));
	struct table *table = table_begin(tables, "", "near", "Near-critical paths, in ticks",
					  columns, COUNT(columns));
	size_t count = flow_near_find(graph, path, near, most);

	if (count == 0)
		table_fact(table_begin_facts(tables, "", "alone", ""), "",
			   "No other path joins the critical path.");
	for (size_t i = 0; i < count; i++) {
		table_row(table);
		cell_count(table_at(table, "shorter_by"), near[i].slack);
		cell_count(table_at(table, "leaves_at"),
			   graph->vertices.items[near[i].leaves].event + 1);
		cell_count(table_at(table, "returns_at"),
			   graph->vertices.items[near[i].returns].event + 1);
		cell_count(table_at(table, "apart"), near[i].apart);
		cell_number_if(table_at(table, "shared"), response > 0,
			       (double)near[i].shared_ticks / (double)response);
	}
}
