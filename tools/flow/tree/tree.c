/* SPDX-License-Identifier: MIT */
/* Walks each network once, and keeps the tree node of every sub-task. */
#include "tools/flow/tree/tree.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

/* Maximum depth. Threads that create each other in long chains share the deepest node. Limits the
 * search for a thread among its ancestors. */
#define DEPTH_MAX 64
#define NAMES_BYTES_MAX (1u << 30)

struct tree_walk {
	struct flow_tree *tree;
	const struct flow_graph *graph;
	struct flow_path path;
	struct flow_usage use;
	uint8_t *is_on_path;            /* by vertex */
	uint32_t *bases;                /* by sub-task: the node above it */
	uint32_t created;               /* sub-tasks so far */
};

/* ---- Nodes ---- */

static uint32_t tree_key(enum flow_tree_kind kind, uint8_t node, uint16_t number)
{
	return (uint32_t)kind << 24 | (uint32_t)node << 16 | number;
}

static uint32_t tree_make_node(struct flow_tree *tree, uint32_t parent, uint32_t key,
			       const char *name)
{
	char *kept = xarena_alloc(&tree->arena, strlen(name) + 1);
	const struct flow_tree_node node = {
		.parent = parent,
		.key = key,
		.depth = tree->nodes.count > 0 ? (uint16_t)(tree->nodes.items[parent].depth + 1)
					       : 0,
		.name = strcpy(kept, name),
	};

	FLOW_LIST_ADD(tree->nodes, node);
	return (uint32_t)tree->nodes.count - 1;
}

static uint32_t tree_child(struct flow_tree *tree, uint32_t parent, uint32_t key, const char *name)
{
	uint64_t place = (uint64_t)parent << 32 | key;
	const uint32_t *found = number_map_find(&tree->places, place);
	uint32_t made;

	if (found != NULL)
		return *found;
	made = tree_make_node(tree, parent, key, name);
	number_map_add(&tree->places, place, made);
	return made;
}

/* The node for a thread below another. If the thread is already an ancestor, returns that ancestor:
 * a thread that receives a message from a thread it created continues at its own place. */
static uint32_t tree_enter_thread(const struct tree_walk *walk, uint32_t base, uint32_t vertex)
{
	const struct flow_graph *graph = walk->graph;
	const struct flow_event *event = flow_graph_event(graph, vertex);
	uint32_t key = tree_key(FLOW_TREE_THREAD, event->node, event->thread);
	char scratch[FLOW_NAME_MAX];

	for (uint32_t at = base; at != 0; at = walk->tree->nodes.items[at].parent) {
		if (walk->tree->nodes.items[at].key == key)
			return at;
	}
	if (walk->tree->nodes.items[base].depth >= DEPTH_MAX)
		return base;
	return tree_child(walk->tree, base, key,
			  flow_thread_name(scratch, graph->log, graph->interaction->run, event));
}

static uint32_t tree_enter(const struct tree_walk *walk, uint32_t base, uint32_t vertex)
{
	if (flow_graph_event(walk->graph, vertex)->thread != 0)
		return tree_enter_thread(walk, base, vertex);
	return tree_child(walk->tree, base, tree_key(FLOW_TREE_MESSAGE, 0, 0), "message");
}

/* Software objects first, the CPU last. */
static uint32_t tree_enter_objects(const struct tree_walk *walk, uint32_t at, flow_state state)
{
	static const enum flow_class order[] = {
		FLOW_NODE, FLOW_SOFTWARE, FLOW_DATA, FLOW_LOCK, FLOW_QUEUE, FLOW_DEVICE, FLOW_CPU,
	};
	const struct flow_usage *use = &walk->use;

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		for (size_t bit = 0; bit < use->objects.count; bit++) {
			const struct flow_named *object =
				&use->log->objects.items[use->objects.items[bit]];

			if (object->class == order[i] && flow_state_has(state, bit))
				at = tree_child(walk->tree, at,
						tree_key(FLOW_TREE_OBJECT, object->node,
							 object->number),
						object->name);
		}
	}
	return at;
}

/* ---- An interaction ---- */

static void tree_visit(void *context, const struct flow_use_step *step)
{
	struct tree_walk *walk = context;
	const struct flow_graph *graph = walk->graph;
	const struct flow_vertex *vertex = &graph->vertices.items[step->vertex];
	bool by_second = flow_vertex_is_by_second(graph, step->vertex);

	if (step->prev != NULL && walk->is_on_path[step->vertex]) {
		const struct flow_vertex *vertices = walk->graph->vertices.items;
		const struct flow_vertex *to = &vertices[step->vertex];
		uint32_t from = flow_arc_from(to, by_second);
		uint32_t subtask = by_second ? to->ended : to->subtask;
		uint32_t by = vertices[from].subtask == subtask || by_second ? from : step->vertex;
		uint32_t at = tree_enter(walk, walk->bases[subtask], by);

		/* The first arc of a sub-task belongs to its receiver, any other to the sub-task at
		 * its begin. */
		at = tree_enter_objects(walk, at, by_second ? step->second : step->prev);
		walk->tree->nodes.items[at].self_ticks += flow_arc_ticks(walk->graph, to,
									 by_second);
	}
	if (step->created != NULL)
		walk->bases[walk->created++] =
			flow_graph_event(graph, step->vertex)->thread != 0
				? tree_enter(walk, walk->bases[vertex->subtask], step->vertex)
				: walk->bases[vertex->subtask];
}

static void tree_add_interaction(struct tree_walk *walk)
{
	const struct flow_graph *graph = walk->graph;
	uint32_t run = graph->interaction->run;

	if (walk->use.log == NULL || walk->use.run != run) {
		flow_use_free(&walk->use);
		flow_use_begin(&walk->use, graph->log, run, NULL, NULL);
	}
	walk->is_on_path = xcalloc(graph->vertices.count, 1);
	walk->bases = xcalloc(graph->subtasks.count, sizeof(*walk->bases));
	for (size_t i = 0; i < walk->path.vertices.count; i++)
		walk->is_on_path[walk->path.vertices.items[i]] = 1;
	walk->bases[0] = tree_child(walk->tree, 0, tree_key(FLOW_TREE_RUN, 0, (uint16_t)run),
				    graph->log->runs.items[run].info.name);
	walk->created = 1;
	flow_use_walk(&walk->use, graph, tree_visit, walk);
	walk->tree->response_ticks += flow_graph_response(graph);
	walk->tree->nodes.items[walk->bases[0]].interactions++;
	walk->tree->interactions++;
	free(walk->is_on_path);
	free(walk->bases);
}

void flow_tree_begin(struct flow_tree *tree)
{
	*tree = (struct flow_tree){0};
	arena_init(&tree->arena, NAMES_BYTES_MAX);
	tree_make_node(tree, 0, tree_key(FLOW_TREE_ROOT, 0, 0), "all");
}

void flow_tree_add(struct flow_tree *tree, struct flow_session *session, const uint8_t *picked)
{
	struct flow_graph graph = {0};
	struct tree_walk walk = {.tree = tree, .graph = &graph};

	for (size_t i = 0; i < session->interactions.items.count; i++) {
		if (picked[i] &&
		    flow_graph_make(&session->interactions, &session->interactions.items.items[i],
				    &graph) &&
		    flow_path_find(&graph, &walk.path))
			tree_add_interaction(&walk);
	}
	flow_use_free(&walk.use);
	flow_path_free(&walk.path);
	flow_graph_free(&graph);
}

void flow_tree_free(struct flow_tree *tree)
{
	free(tree->nodes.items);
	number_map_free(&tree->places);
	arena_free(&tree->arena);
	*tree = (struct flow_tree){0};
}

uint64_t *flow_tree_totals(const struct flow_tree *tree)
{
	uint64_t *totals = xcalloc(tree->nodes.count + 1, sizeof(*totals));

	for (size_t i = tree->nodes.count; i-- > 0;) {
		totals[i] += tree->nodes.items[i].self_ticks;
		if (i > 0)
			totals[tree->nodes.items[i].parent] += totals[i];
	}
	return totals;
}
