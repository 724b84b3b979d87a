/* One interaction's critical path as a table, with what comes next to it. */
#ifndef TOOLS_FLOW_PATH_TABLE_H
#define TOOLS_FLOW_PATH_TABLE_H

#include "tools/flow/path.h"
#include "tools/flow/session.h"

struct path_table {
	struct out *out;
	const struct flow_log *log;
	const struct flow_graph *graph;
	const struct flow_path *path;
	size_t near_max;                /* near-critical paths to show */
};

/* A row a vertex: what came to be, after how long, in which state, and what the response time would
 * be shorter by if that took no time at all. */
void path_table_write(const struct path_table *table);

/* The near-critical paths. */
void path_table_write_near(const struct path_table *table);

#endif
