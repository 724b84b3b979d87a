/* The states of the path's arcs come by the way of all statewords, so that is the order of rows. */
#include "tools/flow/path_table.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/flow/use.h"

/* A gain takes a pass over the network: no more vertices than this are
 * passed over for all of them. */
#define GAIN_WORK_MAX 10000000000u

struct rows {
	const struct path_table *table;
	struct flow_usage use;
	uint64_t *earliest;             /* scratch of flow_path_response_if */
	bool has_gains;
	size_t at;                      /* row to come */
};

/* The arc that is cut to nothing. */
struct arc {
	uint32_t vertex;
	bool is_second;
};

static uint64_t cut_arc(void *context, uint32_t vertex, bool is_second, uint64_t ticks)
{
	const struct arc *arc = context;

	return arc->vertex == vertex && arc->is_second == is_second ? ticks : 0;
}

static uint64_t gain_of(const struct rows *rows, uint32_t vertex, bool is_second)
{
	const struct flow_graph *graph = rows->table->graph;
	struct arc arc = {vertex, is_second};

	return flow_graph_response(graph) -
		flow_path_response_if(graph, cut_arc, &arc, rows->earliest);
}

static void path_table_write_state(const struct rows *rows, flow_state state)
{
	const struct flow_log *log = rows->table->log;
	const char *separator = "";

	for (size_t bit = 0; bit < rows->use.objects.count; bit++) {
		const struct flow_object *object = &log->objects.items[rows->use.objects.items[bit]];

		if (!flow_state_has(state, bit))
			continue;
		out_format(rows->table->out, "%s%s", separator, object->name);
		separator = " ";
	}
	out_text(rows->table->out, *separator == '\0' ? "-\n" : "\n");
}

static void path_table_write_row(const struct rows *rows, const struct flow_use_step *step)
{
	const struct path_table *table = rows->table;
	const struct flow_graph *graph = table->graph;
	const struct flow_vertex *vertex = &graph->vertices.items[step->vertex];
	const struct flow_event *event = flow_graph_event(graph, step->vertex);
	bool by_second = flow_path_is_by_second(graph, table->path, rows->at);
	uint64_t ticks = rows->at > 0 ? flow_arc_ticks(graph, vertex, by_second) : 0;
	uint64_t response = flow_graph_response(graph);

	out_number(table->out, vertex->event + 1, 8);
	out_number(table->out, vertex->time - graph->vertices.items[0].time, 13);
	out_number(table->out, ticks, 12);
	out_format(table->out, "%6.1f%%",
		   response > 0 ? 100.0 * (double)ticks / (double)response : 0.0);
	if (rows->has_gains)
		out_number(table->out, rows->at > 0 ? gain_of(rows, step->vertex, by_second) : 0,
			   12);
	else
		out_text(table->out, "           -");
	out_text(table->out, "  ");
	flow_write_thread(table->out, table->log, graph->interaction->run, event, 12);
	out_char(table->out, ' ');
	out_padded(table->out, flow_kind_name(event->kind), 13);
	out_char(table->out, ' ');
	flow_write_object(table->out, table->log, graph->interaction->run, event, 12);
	out_char(table->out, ' ');
	if (rows->at > 0)
		path_table_write_state(rows, by_second ? step->second : step->prev);
	else
		out_text(table->out, "\n");
}

static void visit(void *context, const struct flow_use_step *step)
{
	struct rows *rows = context;
	const struct flow_path *path = rows->table->path;

	if (rows->at == path->vertices.count || path->vertices.items[rows->at] != step->vertex)
		return;
	path_table_write_row(rows, step);
	rows->at++;
}

void path_table_write(const struct path_table *table)
{
	struct rows rows = {.table = table};

	rows.earliest = xmalloc(table->graph->vertices.count * sizeof(*rows.earliest));
	flow_use_begin(&rows.use, table->log, table->graph->interaction->run, NULL, NULL);
	out_text(table->out, "   event   after ticks     arc ticks  share  gain if 0  thread       "
			     "event         object       objects in use on the way there\n");
	rows.has_gains = table->path->vertices.count <=
		GAIN_WORK_MAX / table->graph->vertices.count;
	if (!rows.has_gains)
		out_text(table->out, "(gains are left out: the network is too large)\n");
	flow_use_walk(&rows.use, table->graph, visit, &rows);
	flow_use_free(&rows.use);
	free(rows.earliest);
}

void path_table_write_near(const struct path_table *table)
{
	const struct flow_graph *graph = table->graph;
	struct near_path *near = xcalloc(table->near_max + 1, sizeof(*near));
	size_t count;

	count = flow_path_near(graph, table->path, near, table->near_max);
	if (count == 0)
		out_text(table->out, "no other path joins the critical one\n");
	else
		out_text(table->out, "near-critical paths:\n  shorter by  leaves at  returns at"
				     "  vertices apart\n");
	for (size_t i = 0; i < count; i++)
		out_format(table->out, "%12" PRIu64 "%11" PRIu32 "%12" PRIu32 "%16" PRIu32 "\n",
			   near[i].slack, graph->vertices.items[near[i].leaves].event + 1,
			   graph->vertices.items[near[i].returns].event + 1, near[i].apart);
	free(near);
}
