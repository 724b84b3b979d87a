/* SPDX-License-Identifier: MIT */
/* Tables of interaction networks. */
#ifndef TOOLS_TOPIC_FLOW_FLOW_H
#define TOOLS_TOPIC_FLOW_FLOW_H

#include "tools/flow/expr.h"
#include "tools/flow/load/sample.h"
#include "tools/flow/path.h"
#include "tools/flow/segments.h"
#include "tools/flow/session.h"
#include "tools/flow/tree/tree.h"
#include "tools/flow/use.h"
#include "tools/table/table.h"

/* Set the title of the tables. It reports records missing from the session's log. */
void topic_flow_title(struct tables *tables, const struct flow_session *session, const char *title);

/* Add a table of the nodes' clocks, if the nodes have different clocks. */
void topic_flow_clocks(struct tables *tables, const struct flow_session *session);

/* ---- Critical paths ---- */

/* A table with a row for each interaction. */
struct flow_paths {
	struct table *table;
	bool has_shortened; /* adds response times with an object's time shortened */
	uint64_t response_ticks, shortened_ticks; /* sums */
};

void flow_paths_begin(struct flow_paths *paths, struct tables *tables, bool has_shortened);
void flow_paths_add(struct flow_paths *paths, const struct flow_graph *graph,
		    const struct flow_path *path, size_t number, uint64_t shortened);
/* Add the totals to the table's note. */
void flow_paths_end(struct flow_paths *paths);

/* Add tables of the same interactions on one screen: the states in which their critical paths
 * spent the most time, and response times by benchmark. paths is the complete table. */
void topic_flow_paths_overview(struct tables *tables, struct flow_session *session,
			       const uint8_t *picked, const struct table *paths);

/* Add only the first of these tables, of the states in which the critical paths spent the most
 * time. */
void topic_flow_spent(struct tables *tables, struct flow_session *session, const uint8_t *picked,
		      const struct table *paths);

/* Mark all rows of a critical path but the longest steps as details. */
#define FLOW_LONGEST_STEPS 5
void topic_flow_path_shorten(struct table *path);

/* Add a table of one critical path, a row for each vertex: the vertex, the time since the previous
 * vertex, the state, the blockers, and the reduction of the response time if the time since the
 * previous vertex were zero. The table does not refer to the log. */
struct table *topic_flow_path(struct tables *tables, const struct flow_session *session,
			      const struct flow_graph *graph, const struct flow_path *path,
			      const char *section, const char *name);

/* Add a table of at most `most` near-critical paths. */
void topic_flow_near(struct tables *tables, const struct flow_graph *graph,
		     const struct flow_path *path, size_t most);

/* Sums over the interactions with more than one path. Initialize with zeros. */
struct flow_similarity {
	size_t interactions, alone; /* with several paths; with one */
	/* sums of shares, one for each column of the table */
	double length, shared, objects, most_used;
	struct flow_usage use; /* of the run of the last interaction added */
};

void flow_similarity_add(struct flow_similarity *similarity, const struct flow_graph *graph,
			 const struct flow_path *path);

/* Add a table of the similarity of critical and near-critical paths. Frees the sums. */
void topic_flow_similarity(struct tables *tables, struct flow_similarity *similarity);

/* Add a table of the time on critical paths by program: on a CPU, ready, and waiting. The log must
 * be an imported one. The tree must be that of the log's paths, and must outlive the tables. */
void topic_flow_programs(struct tables *tables, const struct flow_tree *tree,
			 const struct flow_log *log);

/* ---- States ---- */

struct flow_states_request {
	const uint8_t *picked;    /* by interaction: whether to include it; NULL: all */
	const char *const *texts; /* of the expressions */
	struct flow_expr *states; /* NULL: all objects, and all combinations of them */
	size_t state_count;
};

/* Add tables of the time that critical paths spent in states. The times of all combinations add up
 * to the response times. */
void topic_flow_states(struct tables *tables, struct flow_session *session,
		       const struct flow_states_request *request);

/* Add a table of the same states as estimated by sampling, next to the recorded times. Needs at
 * least one state. */
void topic_flow_sampled(struct tables *tables, struct flow_session *session,
			const struct flow_states_request *request,
			const struct flow_sampling *sampling);

/* ---- Load ---- */

struct flow_load_request {
	const uint8_t *picked;    /* by interaction: whether to include it; NULL: all */
	const char *const *texts; /* of the expressions */
	/* of interactions, by the objects they use; each has its own row */
	struct flow_expr *kinds;
	size_t kind_count;
};

enum flow_load_verdict {
	FLOW_LOAD_HOLDS,                /* Little's law holds exactly in every run */
	FLOW_LOAD_DIFFERS,
	FLOW_LOAD_NO_INTERACTION,       /* Little's law holds, but a run has no complete
					 * interaction */
};

/* Add tables for each run: interactions in progress, the resources they wait for, and the
 * bottleneck among these. */
enum flow_load_verdict
topic_flow_load(struct tables *tables, struct flow_session *session,
		const struct flow_load_request *request);

/* ---- Predictions, verified ---- */

/* A table with a row for each run and object. */
struct flow_verify {
	struct table *table;
	unsigned percent;
	bool is_good;           /* every wrong prediction so far has a known cause */
};

/* percent: the remaining share of the objects' time, at most 100. */
void topic_flow_verify_begin(struct flow_verify *verify, struct tables *tables, unsigned percent);

/* Whether a run has an object; "cpu" stands for all CPUs. */
bool topic_flow_verify_has(const struct flow_log *log, uint32_t run, const char *object);

/* Add a row for a run of base that has the object: the response time that base predicts, and the
 * one that `again` measured, in which the object took less time. */
void topic_flow_verify_add(struct flow_verify *verify, struct flow_session *base, uint32_t run,
			   struct flow_session *again, const char *object);

/* ---- Two logs ---- */

/* Add a table of the differences between the critical paths of two trees, for runs of the same
 * name. A row is a place of work and the objects in use there. The largest difference comes first,
 * in ticks per interaction. A tick of new equals scale ticks of base. Returns the number of common
 * runs. The trees must outlive the tables. */
size_t topic_flow_compare(struct tables *tables, const struct flow_tree *base,
			  const struct flow_tree *new, double scale);

/* Add a sentence for each run that both have, tables of its segments by kind and by thread, and, if
 * one log is of bare metal and the other of Linux, what differs in the work. */
void topic_flow_segments(struct tables *tables, const struct flow_sides *sides);

/* ---- The check ---- */

/* Add tables of the method's invariants, checked on every network. Returns whether all hold. */
bool topic_flow_check(struct tables *tables, struct flow_session *session);

#endif
