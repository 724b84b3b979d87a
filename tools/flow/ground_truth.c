/* SPDX-License-Identifier: MIT */
/* Both comparisons are exact, because times are whole ticks. */
#include "tools/flow/ground_truth.h"

#include <stdlib.h>
#include <string.h>

#include "tools/flow/path.h"
#include "tools/flow/sums.h"

/* ---- Online sums ---- */

/* Returns NULL, or the error in one of the expressions, which the caller frees. */
static char *compare_expressions(struct flow_session *session, struct flow_online *found)
{
	struct flow_expr using, state;
	char *error = flow_expr_parse(&using, found->online->using);

	if (error != NULL)
		return error;
	error = flow_expr_parse(&state, found->online->state);
	if (error == NULL) {
		const struct wire_flow_online *online = found->online;
		const struct flow_sums_request request = {
			.run = (uint32_t)online->run,
			.using = using.count > 0 ? &using : NULL,
			.states = &state,
			.state_count = 1,
		};

		found->sums.state_ticks = &found->state_ticks;
		flow_sums_make(session, &request, &found->sums);
		found->agrees = found->sums.interactions == online->interactions &&
				found->sums.response_ticks == online->response_ticks &&
				found->state_ticks == online->state_ticks;
	}
	flow_expr_free(&using);
	if (error == NULL)
		flow_expr_free(&state);
	return error;
}

void flow_ground_truth_sums(struct flow_session *session,
			    void (*visit)(void *context,
					  const struct flow_online *found), void *context)
{
	for (size_t i = 0; i < session->log->online.count; i++) {
		struct flow_online found = {.online = &session->log->online.items[i]};
		char *error = compare_expressions(session, &found);

		found.error = error;
		visit(context, &found);
		free(error);
	}
}

/* ---- Known paths ---- */

/* The known path of one interaction, from all its records. */
struct truth {
	uint32_t run;
	uint64_t source, ticks;
	FLOW_LIST(uint32_t) subtasks;
};

struct truth_check {
	struct flow_session *session;
	struct flow_graph graph;
	struct flow_path path;
	struct number_map interactions; /* by run and source */
	void (*visit)(void *context, const struct flow_truth *truth);
	void *context;
};

static uint64_t known_key_of(uint32_t run, uint64_t source)
{
	return ((uint64_t)run + 1) << 32 | (uint32_t)source;
}

/* The number of the sub-task whose arc enters vertex i of the path. */
static uint32_t subtask_into(const struct truth_check *check, size_t i)
{
	const struct flow_vertex *vertex =
		&check->graph.vertices.items[check->path.vertices.items[i]];
	bool by_second = i > 0 && flow_path_is_by_second(&check->graph, &check->path, i);

	return check->graph.subtasks.items[by_second ? vertex->ended : vertex->subtask].number;
}

static bool path_is(const struct truth_check *check, const struct truth *truth)
{
	size_t known = 0;

	for (size_t i = 0; i < check->path.vertices.count; i++) {
		uint32_t subtask = subtask_into(check, i);

		if (known > 0 && truth->subtasks.items[known - 1] == subtask)
			continue;
		if (known == truth->subtasks.count || truth->subtasks.items[known++] != subtask)
			return false;
	}
	return known == truth->subtasks.count &&
		(truth->ticks == 0 ||
		 truth->ticks == flow_path_length(&check->graph, &check->path));
}

static void map_interactions(struct truth_check *check)
{
	const struct flow_interactions *interactions = &check->session->interactions;

	for (uint32_t i = 0; i < interactions->items.count; i++) {
		const struct flow_interaction *item = &interactions->items.items[i];
		uint64_t key = known_key_of(item->run, item->source);

		if (number_map_find(&check->interactions, key) == NULL)
			number_map_add(&check->interactions, key, i);
	}
}

/* The records of a path are consecutive, and its first one has first=0. */
void flow_ground_truth_paths(struct flow_session *session,
			     void (*visit)(void *context,
					   const struct flow_truth *truth), void *context)
{
	const struct flow_log *log = session->log;
	struct truth_check check = {.session = session, .visit = visit, .context = context};
	struct truth truth = {0};

	map_interactions(&check);
	for (size_t i = 0; i < log->truths.count; i++) {
		const struct wire_flow_truth *record = &log->truths.items[i];
		bool is_last = i + 1 == log->truths.count || log->truths.items[i + 1].first == 0;

		if (record->first == 0) {
			truth.run = (uint32_t)record->run;
			truth.source = record->source;
			truth.ticks = record->ticks;
			truth.subtasks.count = 0;
		}
		for (size_t j = 0; j < record->n; j++) {
			uint32_t subtask;

			memcpy(&subtask, record->path.data + j * sizeof(subtask), sizeof(subtask));
			FLOW_LIST_ADD(truth.subtasks, subtask);
		}
		if (is_last) {
			const uint32_t *number = number_map_find(
				&check.interactions, known_key_of(truth.run, truth.source));
			bool agrees =
				number != NULL &&
				flow_graph_make(&check.session->interactions,
						&check.session->interactions.items.items[*number],
						&check.graph) &&
				flow_path_find(&check.graph, &check.path) &&
				path_is(&check, &truth);

			check.visit(check.context, &(struct flow_truth){truth.source, agrees});
		}
	}
	free(truth.subtasks.items);
	number_map_free(&check.interactions);
	flow_path_free(&check.path);
	flow_graph_free(&check.graph);
}
