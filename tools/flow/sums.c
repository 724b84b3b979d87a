/* SPDX-License-Identifier: MIT */
/* Each network is walked twice: for its critical path, and for the states along it. */
#include "tools/flow/sums.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

struct walk {
	const struct flow_sums_request *request;
	struct flow_sums *sums;
	struct flow_graph graph;
	struct flow_path path;
	struct flow_usage use;
	size_t at;                      /* index in the path of its next vertex */
	uint64_t *state_ticks;          /* of this interaction */
};

static bool sums_wants_object(void *context, const struct flow_named *object)
{
	const struct flow_sums_request *request = context;

	if (request->all_objects ||
	    (request->using != NULL && flow_expr_names(request->using, object)))
		return true;
	for (size_t i = 0; i < request->state_count; i++) {
		if (flow_expr_names(&request->states[i], object))
			return true;
	}
	return false;
}

static void enter_run(struct walk *walk, const struct flow_log *log, uint32_t run)
{
	const struct flow_sums_request *request = walk->request;

	if (walk->use.log == log && walk->use.run == run)
		return;
	flow_use_free(&walk->use);
	flow_use_begin(&walk->use, log, run, sums_wants_object, (void *)request);
	if (request->using != NULL)
		flow_expr_bind(request->using, &walk->use);
	for (size_t i = 0; i < request->state_count; i++)
		flow_expr_bind(&request->states[i], &walk->use);
}

static void visit_path(void *context, const struct flow_use_step *step)
{
	struct walk *walk = context;

	if (walk->at == walk->path.vertices.count ||
	    walk->path.vertices.items[walk->at] != step->vertex)
		return;
	if (walk->at > 0) {
		const struct flow_vertex *vertex = &walk->graph.vertices.items[step->vertex];
		bool by_second = flow_path_is_by_second(&walk->graph, &walk->path, walk->at);
		flow_state state = by_second ? step->second : step->prev;
		uint64_t ticks = flow_arc_ticks(&walk->graph, vertex, by_second);
		uint32_t from = flow_arc_from(vertex, by_second);

		for (size_t i = 0; i < walk->request->state_count; i++) {
			if (flow_expr_holds(&walk->request->states[i], state, walk->use.words))
				walk->state_ticks[i] += ticks;
		}
		if (walk->request->visit != NULL)
			walk->request->visit(walk->request->context, &walk->use, state,
					     &(struct flow_sums_arc){
						     vertex->time - ticks,
						     ticks,
						     walk->graph.vertices.items[from].event,
						     vertex->event,
					     });
	}
	walk->at++;
}

static void sums_add_network(struct walk *walk)
{
	const struct flow_sums_request *request = walk->request;

	walk->at = 0;
	memset(walk->state_ticks, 0, request->state_count * sizeof(*walk->state_ticks));
	if (request->using != NULL && !flow_expr_held_in(request->using, &walk->use, &walk->graph))
		return;
	if (!flow_path_find(&walk->graph, &walk->path))
		return;
	flow_use_walk(&walk->use, &walk->graph, visit_path, walk);
	walk->sums->interactions++;
	walk->sums->response_ticks += flow_graph_response(&walk->graph);
	for (size_t i = 0; i < request->state_count; i++)
		walk->sums->state_ticks[i] += walk->state_ticks[i];
}

void flow_sums_make(struct flow_session *session, const struct flow_sums_request *request,
		   struct flow_sums *sums)
{
	struct walk walk = {.request = request, .sums = sums};

	sums->interactions = sums->response_ticks = 0;
	memset(sums->state_ticks, 0, request->state_count * sizeof(*sums->state_ticks));
	walk.state_ticks = xcalloc(request->state_count + 1, sizeof(*walk.state_ticks));
	for (size_t i = 0; i < session->interactions.items.count; i++) {
		struct flow_interaction *item = &session->interactions.items.items[i];

		if ((request->picked != NULL && !request->picked[i]) ||
		    (request->run != FLOW_NONE && request->run != item->run))
			continue;
		enter_run(&walk, session->log, item->run);
		if (flow_graph_make(&session->interactions, item, &walk.graph))
			sums_add_network(&walk);
	}
	free(walk.state_ticks);
	flow_use_free(&walk.use);
	flow_path_free(&walk.path);
	flow_graph_free(&walk.graph);
}
