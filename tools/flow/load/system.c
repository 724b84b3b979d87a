/* SPDX-License-Identifier: MIT */
#include "tools/flow/load/system.h"

void flow_system_make(struct flow_session *session, const uint8_t *picked, uint32_t run,
		      struct flow_expr *kind, struct littles_law *law)
{
	struct flow_interactions *interactions = &session->interactions;
	struct flow_usage use = {0};
	struct flow_graph graph = {0};
	struct residences residences = {0};

	if (kind != NULL)
		flow_expr_enter_run(kind, &use, session->log, run);
	for (size_t i = 0; i < interactions->items.count; i++) {
		struct flow_interaction *item = &interactions->items.items[i];

		if (item->run != run || (picked != NULL && !picked[i]) ||
		    !flow_graph_make(interactions, item, &graph))
			continue;
		if (kind == NULL || flow_expr_held_in(kind, &use, &graph))
			residences_add(&residences, item->begin,
				       item->begin + flow_graph_response(&graph));
	}
	littles_law_make(&residences, law);
	residences_free(&residences);
	flow_graph_free(&graph);
	flow_use_free(&use);
}
