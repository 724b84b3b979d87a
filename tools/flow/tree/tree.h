/* SPDX-License-Identifier: MIT */
/* Where critical paths spend their time, of many interactions at once: a tree, as of calls. Under
 * the root stands a run; under that the thread that took the action up, under a thread or message
 * those that it set to work, and under these the objects that were in use. Time belongs to the
 * innermost. Section 4.2 of the document that lib/event/flow.h names has the paths that are
 * summed. */
#ifndef TOOLS_FLOW_TREE_TREE_H
#define TOOLS_FLOW_TREE_TREE_H

#include "tools/flow/path.h"
#include "tools/flow/session.h"
#include "tools/flow/use.h"

enum flow_tree_kind {
	FLOW_TREE_ROOT, FLOW_TREE_RUN, FLOW_TREE_THREAD, FLOW_TREE_MESSAGE, FLOW_TREE_OBJECT
};

struct flow_tree_node {
	uint32_t parent;                /* earlier than its children; the root is its own */
	uint32_t key;                   /* what it is, among its siblings */
	uint16_t depth;
	uint32_t interactions;          /* of a run */
	const char *name;               /* the tree's */
	uint64_t self_ticks;            /* without its children's */
};

struct flow_tree {
	FLOW_LIST(struct flow_tree_node) nodes;
	struct number_map places;       /* of nodes, by parent and key */
	struct arena arena;
	uint64_t response_ticks;        /* the sum of all nodes' */
	size_t interactions;            /* likewise */
};

void flow_tree_begin(struct flow_tree *tree);

/* Sum up all interactions of a session that are picked and whole; picked has a byte for each. */
void flow_tree_add(struct flow_tree *tree, struct flow_session *session, const uint8_t *picked);
void flow_tree_free(struct flow_tree *tree);

/* A node's time with its children's, by node; to be freed. */
uint64_t *flow_tree_totals(const struct flow_tree *tree);

static inline enum flow_tree_kind flow_tree_kind(const struct flow_tree_node *node)
{
	return (enum flow_tree_kind)(node->key >> 24);
}

/* A line for each node that has time of its own, the names from the run on with ";" between them,
 * those of objects in brackets, and the ticks: what FlameGraph and speedscope read. */
void flow_tree_write_folded(const struct flow_tree *tree, FILE *file);

/* The tree as an SVG picture: a box as wide as its time, what it consists of under it. The log says
 * how long a tick is. */
void flow_tree_write_flames(const struct flow_tree *tree, const struct flow_log *log, FILE *file);

#endif
