/* SPDX-License-Identifier: MIT */
/* From interaction networks to tables. */
#ifndef TOOLS_TOPIC_FLOW_FLOW_H
#define TOOLS_TOPIC_FLOW_FLOW_H

#include "tools/flow/expr.h"
#include "tools/flow/load/sample.h"
#include "tools/flow/path.h"
#include "tools/flow/session.h"
#include "tools/flow/tree/tree.h"
#include "tools/flow/use.h"
#include "tools/table/table.h"

/* Give tables their title, with what the session's log lost. */
void topic_flow_title(struct tables *tables, const struct flow_session *session, const char *title);

/* A table of nodes' clocks, if they are not one. */
void topic_flow_clocks(struct tables *tables, const struct flow_session *session);

/* ---- Critical paths ---- */

/* A table of a row for each interaction. */
struct flow_paths {
	struct table *table;
	bool has_shortened; /* what the response times would be if something were shorter, too */
	uint64_t response_ticks, shortened_ticks; /* sums */
};

void flow_paths_begin(struct flow_paths *paths, struct tables *tables, bool has_shortened);
void flow_paths_add(struct flow_paths *paths, const struct flow_graph *graph,
		    const struct flow_path *path, size_t number, uint64_t shortened);
/* Say what the response times are together. */
void flow_paths_end(struct flow_paths *paths);

/* A table of one critical path, a row a vertex: what came to be, after how long, in which state,
 * behind whom, and by how much the response time would be shorter if that took no time at all. It
 * keeps nothing of the log. */
struct table *topic_flow_path(struct tables *tables, const struct flow_session *session,
			      const struct flow_graph *graph, const struct flow_path *path,
			      const char *section, const char *name);

/* A table of the near-critical paths, at most so many. */
void topic_flow_near(struct tables *tables, const struct flow_graph *graph,
		     const struct flow_path *path, size_t most);

/* Sums over a set of interactions, of each that has more than one path; nothing when zeroed. */
struct flow_similarity {
	size_t interactions, alone; /* with several paths; with one */
	double length, shared, objects, most_used; /* shares, as the table's columns */
	struct flow_usage use; /* of the last one's run */
};

void flow_similarity_add(struct flow_similarity *similarity, const struct flow_graph *graph,
			 const struct flow_path *path);

/* A table of how alike critical paths and the ones that come next are. Frees what alike holds. */
void topic_flow_similarity(struct tables *tables, struct flow_similarity *similarity);

/* ---- States ---- */

struct flow_states_request {
	const uint8_t *picked;    /* by interaction: whether it counts; NULL: all do */
	const char *const *texts; /* of the expressions */
	struct flow_expr *states; /* none: all objects, and all combinations of them */
	size_t state_count;
};

/* Tables of the time that critical paths were in states, which add up to the response times. */
void topic_flow_states(struct tables *tables, struct flow_session *session,
		       const struct flow_states_request *request);

/* A table of the same states, at least one, as samples would show them, beside the truth. */
void topic_flow_sampled(struct tables *tables, struct flow_session *session,
			const struct flow_states_request *request,
			const struct flow_sampling *sampling);

/* ---- Load ---- */

struct flow_load_request {
	const uint8_t *picked;    /* by interaction: whether it counts; NULL: all do */
	const char *const *texts; /* of the expressions */
	struct flow_expr *kinds;  /* of interactions, by what they use; each gets its own row */
	size_t kind_count;
};

enum flow_load_verdict {
	FLOW_LOAD_HOLDS,        /* Little's law, exactly, everywhere */
	FLOW_LOAD_DIFFERS,
	FLOW_LOAD_LACKS_WHOLE,  /* it holds, but of some run, or of all, no interaction is whole */
};

/* Tables, a run at a time, of how many interactions are under way, and of what they wait for: which
 * of it is the bottleneck. */
enum flow_load_verdict
topic_flow_load(struct tables *tables, struct flow_session *session,
		const struct flow_load_request *request);

/* ---- Predictions, verified ---- */

/* A table of a row for each run and object. */
struct flow_verify {
	struct table *table;
	unsigned percent;
	bool is_good;           /* so far no prediction was wrong for a reason that is not known */
};

/* Objects take so many percent of their time, at most 100. */
void topic_flow_verify_begin(struct flow_verify *verify, struct tables *tables, unsigned percent);

/* Whether a run has an object; "cpu" stands for all CPUs. */
bool topic_flow_verify_has(const struct flow_log *log, uint32_t run, const char *object);

/* Add a row for a run of base that has the object: as predicted from base, and as measured in
 * again, in which the object took less time. */
void topic_flow_verify_add(struct flow_verify *verify, struct flow_session *base, uint32_t run,
			   struct flow_session *again, const char *object);

/* ---- Two logs ---- */

/* A table of how the critical paths of runs of the same name differ between two trees: by who was
 * at work and what was in use, the largest difference first, in ticks an interaction. A tick of new
 * is scale ticks of base. Returns how many runs both have; the trees must outlive the tables. */
size_t topic_flow_compare(struct tables *tables, const struct flow_tree *base,
			  const struct flow_tree *new, double scale);

/* ---- The check ---- */

/* Tables of what the method promises, tested on every network. Returns whether all holds. */
bool topic_flow_check(struct tables *tables, struct flow_session *session);

#endif
