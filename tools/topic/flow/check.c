/* SPDX-License-Identifier: MIT */
/* Checks the method's invariants on every network of a log, and compares the networks with the sums
 * and the ground truth in the log. */
#include <inttypes.h>
#include <stdlib.h>

#include "tools/flow/ground_truth.h"
#include "tools/topic/flow/flow.h"

#define DETAILS_FROM 20

struct check {
	struct flow_session *session;
	struct flow_graph graph;
	struct flow_path path;
	struct table *summary, *rejects, *sums, *unfound;
	uint64_t sound, rejected_count, ties, wrong_paths;
	uint64_t agreeing, differing; /* paths with ground truth */
	uint64_t by_fault[FLOW_FAULT_COUNT];
	bool is_good;
};

/* Add a row of the summary: number checked, number wrong. The remark is shown if wrong is not 0. */
static void flow_check_result(struct check *check, const char *what, uint64_t count, uint64_t wrong,
			      const char *remark)
{
	struct table *table = check->summary;
	struct row *row = table_row(table);

	row->is_bad = wrong > 0;
	row->remark = wrong > 0 ? remark : NULL;
	cell_verdict(table_at(table, "verdict"),
		     wrong > 0 ? TABLE_BAD : TABLE_GOOD, wrong > 0 ? "fail" : "pass");
	cell_count(table_at(table, "n"), count);
	cell_count(table_at(table, "wrong"), wrong);
	cell_string(table_at(table, "what"), what);
	check->is_good = check->is_good && wrong == 0;
}

/* Tables on a terminal show only the first details. */
static struct row *flow_check_row(struct table *table)
{
	struct row *row = table_row(table);

	row->is_detail = table->row_count > DETAILS_FROM;
	if (row->is_detail)
		table->note = "The first rows; --all prints all.";
	return row;
}

/* ---- Networks ---- */

static void flow_check_add_fault(struct check *check, size_t number, const char *reason,
				 uint32_t event)
{
	const struct flow_log *log = check->session->log;
	const struct flow_event *shown = &log->events.items[event];
	struct table *table = check->rejects;

	flow_check_row(table);
	cell_count(table_at(table, "interaction"), number + 1);
	cell_count(table_at(table, "event"), event + 1);
	cell_string(table_at(table, "kind"), flow_kind_name(shown->kind));
	cell_text(table_at(table, "subtask"),
		  "%" PRIu32 ".%" PRIu32, shown->subtask >> FLOW_SEQUENCE_BITS,
		  shown->subtask & FLOW_SEQUENCE_MAX);
	cell_string(table_at(table, "reason"), reason);
}

static void flow_check_path(struct check *check, size_t number)
{
	bool is_free = flow_path_find(&check->graph, &check->path);

	check->ties += check->graph.ties;
	if (is_free &&
	    flow_path_length(&check->graph, &check->path) == flow_graph_response(&check->graph))
		return;
	check->wrong_paths++;
	flow_check_add_fault(check, number,
			     is_free ? "its critical path differs in length from the response time"
				     : "its critical path contains a B-arc",
			     check->graph.vertices.items[check->graph.final].event);
}

static void flow_check_networks(struct check *check)
{
	struct flow_interactions *interactions = &check->session->interactions;
	const struct flow_log *log = check->session->log;
	struct table *table = check->summary;
	uint64_t idle = 0;

	for (size_t i = 0; i < interactions->items.count; i++) {
		struct flow_interaction *item = &interactions->items.items[i];

		if (flow_graph_make(interactions, item, &check->graph)) {
			check->sound++;
			flow_check_path(check, i);
		} else {
			check->rejected_count++;
			check->by_fault[item->fault]++;
			flow_check_add_fault(check, i, flow_fault_text(item->fault),
					     item->fault_event);
		}
	}
	flow_check_result(check,
			  "interactions that are whole networks; the others are rejected",
			  check->sound + check->rejected_count, check->rejected_count, NULL);
	flow_check_result(check,
			  "critical paths without B-arcs and exactly as long as their response "
			  "times",
			  check->sound, check->wrong_paths, NULL);
	flow_check_result(check, "events that name an existing sub-task",
			  check->session->log->events.count, interactions->strays,
			  tables_text(check->summary->of,
				      "The first other one is event %" PRIu32 ".",
				      interactions->first_stray + 1));
	if (check->ties > 0)
		check->summary->note = tables_text(
			check->summary->of,
			"Joins at which neither side waited: %" PRIu64 ".", check->ties);
	/* A run on two CPUs used one CPU if the other one recorded no events. */
	for (size_t i = 0; i < log->streams.count; i++)
		idle += log->streams.items[i].is_closed && log->streams.items[i].sent == 0;
	if (idle > 0)
		table->note = tables_text(table->of,
					  "%s%sCPUs without events in their run: %" PRIu64 ".",
					  table->note, table->note[0] != '\0' ? " " : "", idle);
}

static void flow_check_faults(const struct check *check)
{
	static const struct column columns[] = {
		{"interactions", COLUMN_COUNT, 0, NULL, NULL},
		{"reason", COLUMN_TEXT, 0, "one event", NULL},
	};
	struct table *table = table_begin(check->summary->of, "", "faults",
					  "Reasons for rejecting interactions", columns,
					  COUNT(columns));

	for (int fault = FLOW_FAULT_SOUND + 1; fault < FLOW_FAULT_COUNT; fault++) {
		if (check->by_fault[fault] == 0)
			continue;
		table_row(table);
		cell_count(table_at(table, "interactions"), check->by_fault[fault]);
		cell_string(table_at(table, "reason"), flow_fault_text((enum flow_fault)fault));
	}
}

/* ---- Missing records ---- */

/* Write a time, or its name. */
static void flow_check_add_limit(struct table *table, const char *column, uint64_t time,
				 const char *name)
{
	if (name != NULL)
		cell_string(table_at(table, column), name);
	else
		cell_text(table_at(table, column), "%" PRIu64, time);
}

static void flow_check_missing(struct check *check)
{
	static const struct column columns[] = {
		{"run", COLUMN_TEXT, COLUMN_GROUP, NULL, NULL},
		{"from", COLUMN_TEXT, 0, "missing from", NULL},
		{"to", COLUMN_TEXT, 0, NULL, NULL},
		{"from_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"to_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
	};
	const struct flow_session *session = check->session;
	uint64_t incomplete = 0, lacks = 0;
	struct loss loss;
	struct table *table = table_begin(check->summary->of, "", "missing",
					  "Times of missing events, in ticks", columns,
					  COUNT(columns));

	for (size_t i = 0; i < session->order.gaps.count; i++) {
		const struct flow_gap *gap = &session->order.gaps.items[i];

		incomplete += i == 0 || gap->run != gap[-1].run;
		flow_check_row(table);
		cell_string(table_at(table, "run"), session->log->runs.items[gap->run].info.name);
		flow_check_add_limit(table, "from", gap->from,
				     gap->from == 0 ? "its start" : NULL);
		flow_check_add_limit(table, "to", gap->to,
				     gap->to == UINT64_MAX ? "its end" : NULL);
		cell_count(table_at(table, "from_ticks"), gap->from);
		cell_count(table_at(table, "to_ticks"), gap->to);
	}
	flow_check_result(check, "runs without missing events", session->log->runs.count,
			  incomplete, NULL);
	for (size_t i = 0; i < session->log->lacks.count; i++)
		lacks += !session->log->lacks.items[i].is_note;
	if (session->log->lacks.count > 0)
		flow_check_result(check, "defects of the imported trace, as listed above",
				  session->log->lacks.count, lacks, NULL);
	flow_session_loss(session, &loss);
	if (loss.records_total > 0)
		flow_check_result(check, "usable records of the log", loss.records_total,
				  loss.records, NULL);
	flow_check_result(check, "log with a marker of its end", 1,
			  !flow_log_is_complete(session->log),
			  "The log is truncated: it has no end marker, and its last events may be "
			  "missing.");
}

/* ---- Sums and ground truth in the log ---- */

static void flow_check_sum(void *context, const struct flow_online *found)
{
	struct check *check = context;
	const struct wire_flow_online *online = found->online;
	struct table *table = check->sums;
	struct row *row = table_row(table);

	row->is_bad = !found->agrees;
	cell_verdict(table_at(table, "verdict"), found->agrees ? TABLE_GOOD : TABLE_BAD,
		     found->agrees ? "pass" : "fail");
	cell_text(table_at(table, "state"), "%s", online->state);
	cell_text(table_at(table, "over"), "%s", online->using);
	cell_count(table_at(table, "state_ticks"), online->state_ticks);
	cell_count(table_at(table, "interactions"), found->sums.interactions);
	cell_count(table_at(table, "response_ticks"), found->sums.response_ticks);
	if (found->error != NULL)
		row->remark = tables_text(table->of, "Invalid expression: %s.", found->error);
	else if (!found->agrees)
		row->remark = tables_text(table->of,
					  "Online: %" PRIu64 " interactions, response %" PRIu64
					  ", state %" PRIu64 ". Offline: %" PRIu64 ", %" PRIu64
					  ", %" PRIu64 ".",
					  online->interactions, online->response_ticks,
					  online->state_ticks, found->sums.interactions,
					  found->sums.response_ticks, found->state_ticks);
}

static void flow_check_sums(struct check *check)
{
	static const struct column columns[] = {
		{"verdict", COLUMN_VERDICT, 0, NULL, NULL},
		{"state", COLUMN_TEXT, 0, NULL, NULL},
		{"over", COLUMN_TEXT, 0, NULL, NULL},
		{"state_ticks", COLUMN_COUNT, 0, "time in it", "ticks"},
		{"interactions", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
		{"response_ticks", COLUMN_COUNT, 0, "response time", "ticks"},
	};
	size_t differing = 0;

	check->sums = table_begin(check->summary->of, "", "sums", "Online sums, in ticks",
				  columns, COUNT(columns));
	flow_ground_truth_sums(check->session, flow_check_sum, check);
	for (size_t i = 0; i < check->sums->row_count; i++)
		differing += check->sums->rows[i].is_bad;
	if (check->sums->row_count > 0)
		flow_check_result(check, "online sums that agree exactly", check->sums->row_count,
				  differing, NULL);
}

static void flow_check_truth(void *context, const struct flow_truth *truth)
{
	struct check *check = context;
	check->agreeing += truth->is_found;
	check->differing += !truth->is_found;
	if (truth->is_found)
		return;
	flow_check_row(check->unfound);
	cell_text(table_at(check->unfound, "subtask"),
		  "%" PRIu64 ".%" PRIu64, truth->source >> FLOW_SEQUENCE_BITS,
		  truth->source & FLOW_SEQUENCE_MAX);
}

/* ---- All checks ---- */

bool topic_flow_check(struct tables *tables, struct flow_session *session)
{
	static const struct column unfound[] = {
		{"subtask", COLUMN_TEXT, 0, "sub-task", NULL},
	};
	static const struct column summary[] = {
		{"verdict", COLUMN_VERDICT, 0, NULL, NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"wrong", COLUMN_COUNT, 0, NULL, NULL},
		{"what", COLUMN_TEXT, 0, NULL, NULL},
	};
	static const struct column rejects[] = {
		{"interaction", COLUMN_COUNT, 0, NULL, NULL},
		{"event", COLUMN_COUNT, 0, "the event", NULL},
		{"kind", COLUMN_TEXT, 0, NULL, NULL},
		{"subtask", COLUMN_TEXT, 0, "of sub-task", NULL},
		{"reason", COLUMN_TEXT, 0, NULL, NULL},
	};
	struct check check = {.session = session, .is_good = true};

	check.summary = table_begin(tables, "", "check", "Checks", summary, COUNT(summary));
	check.rejects = table_begin(tables, "", "rejected",
				    "Rejected interactions, and the event that shows why", rejects,
				    COUNT(rejects));
	flow_check_networks(&check);
	flow_check_faults(&check);
	flow_check_missing(&check);
	flow_check_sums(&check);
	check.unfound = table_begin(tables, "", "unfound",
				    "Interactions whose critical path differs from the ground "
				    "truth",
				    unfound, COUNT(unfound));
	flow_ground_truth_paths(session, flow_check_truth, &check);
	if (check.agreeing + check.differing > 0)
		flow_check_result(&check, "critical paths that match the ground truth",
				  check.agreeing + check.differing, check.differing, NULL);
	flow_path_free(&check.path);
	flow_graph_free(&check.graph);
	return check.is_good;
}
