/* Both comparisons are exact: times are whole ticks. */
#include "tools/flow/known.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/flow/path.h"
#include "tools/flow/sums.h"

/* ---- On-line sums ---- */

/* An expression out of the log. Returns false, having said so, if it is none. */
static bool known_parse(struct flow_expr *expr, const char *text, struct out *out)
{
	char *wrong = flow_expr_parse(expr, text);

	if (wrong == NULL)
		return true;
	out_format(out, "on-line sum of %s\n", wrong);
	free(wrong);
	return false;
}

static bool compare_online(struct flow_session *session, const struct wire_flow_online *online,
			   struct flow_expr *using, struct flow_expr *state, struct out *out)
{
	const struct flow_sums_request request = {
		.run = (uint32_t)online->run, .using = using->count > 0 ? using : NULL,
		.states = state, .state_count = 1,
	};
	uint64_t state_ticks;
	struct flow_sums sums = {.state_ticks = &state_ticks};
	bool agrees;

	flow_sums_make(session, &request, &sums);
	agrees = sums.interactions == online->interactions &&
		sums.response_ticks == online->response_ticks &&
		state_ticks == online->state_ticks;
	out_format(out, "on-line sum of '%s' over '%s': %s\n", online->state, online->using,
		   agrees ? "agrees exactly" : "DIFFERS");
	if (!agrees)
		out_format(out, "%22s%20s%20s\n%10s%12" PRIu64 "%20" PRIu64 "%20" PRIu64
			   "\n%10s%12" PRIu64 "%20" PRIu64 "%20" PRIu64 "\n", "interactions",
			   "response ticks", "state ticks", "on-line", online->interactions,
			   online->response_ticks, online->state_ticks, "off-line",
			   sums.interactions, sums.response_ticks, state_ticks);
	return agrees;
}

static bool check_sum(struct flow_session *session, const struct wire_flow_online *online,
		      struct out *out)
{
	struct flow_expr using, state;
	bool agrees;

	if (!known_parse(&using, online->using, out))
		return false;
	agrees = known_parse(&state, online->state, out) &&
		 compare_online(session, online, &using, &state, out);
	flow_expr_free(&using);
	flow_expr_free(&state);
	return agrees;
}

bool flow_check_online(struct flow_session *session, struct out *out)
{
	bool agrees = true;

	for (size_t i = 0; i < session->log->online.count; i++)
		agrees = check_sum(session, &session->log->online.items[i], out) && agrees;
	return agrees;
}

/* ---- Known paths ---- */

/* The known path of one interaction, put together from its records. */
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
	uint64_t agreeing, differing;
};

static uint64_t known_key_of(uint32_t run, uint64_t source)
{
	return ((uint64_t)run + 1) << 32 | (uint32_t)source;
}

/* The sub-task whose state the path's arc into its vertex number i is. */
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

static void check_truth(struct truth_check *check, const struct truth *truth, struct out *out)
{
	const uint32_t *number = number_map_find(&check->interactions,
						 known_key_of(truth->run, truth->source));
	bool agrees = number != NULL &&
		flow_graph_make(&check->session->interactions,
			       &check->session->interactions.items.items[*number],
			       &check->graph) &&
		flow_path_find(&check->graph, &check->path) && path_is(check, truth);

	check->agreeing += agrees;
	check->differing += !agrees;
	if (agrees)
		return;
	out_text(out, "the critical path known for the interaction of sub-task ");
	flow_write_subtask(out, (uint32_t)truth->source, 0);
	out_text(out, " is not the one found\n");
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

static void append_path(struct truth *truth, const struct wire_flow_truth *record)
{
	for (size_t i = 0; i < record->n; i++) {
		uint32_t subtask;

		memcpy(&subtask, record->path.data + i * sizeof(subtask), sizeof(subtask));
		FLOW_LIST_ADD(truth->subtasks, subtask);
	}
}

/* The records of one path come one after the other, the first with first=0. */
bool flow_check_truths(struct flow_session *session, struct out *out)
{
	const struct flow_log *log = session->log;
	struct truth_check check = {.session = session};
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
		append_path(&truth, record);
		if (is_last)
			check_truth(&check, &truth, out);
	}
	if (log->truths.count > 0)
		out_format(out, "known critical paths: %" PRIu64 " found, %" PRIu64 " not\n",
			   check.agreeing, check.differing);
	free(truth.subtasks.items);
	number_map_free(&check.interactions);
	flow_path_free(&check.path);
	flow_graph_free(&check.graph);
	return check.differing == 0;
}
