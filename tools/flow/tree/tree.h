/* SPDX-License-Identifier: MIT */
/* Time by place on the critical paths of many interactions, as a tree like one of calls. Below the
 * root are runs, and below a run is the thread that received the action. Below a thread or message
 * are the threads and messages that it created, and the objects in use. Time belongs to the
 * innermost node. The paths are those of section 4.2 of the paper cited in lib/event/flow.h. */
#ifndef TOOLS_FLOW_TREE_TREE_H
#define TOOLS_FLOW_TREE_TREE_H

#include "tools/flow/path.h"
#include "tools/flow/session.h"
#include "tools/flow/use.h"

enum flow_tree_kind {
	FLOW_TREE_ROOT, FLOW_TREE_RUN, FLOW_TREE_THREAD, FLOW_TREE_MESSAGE, FLOW_TREE_OBJECT
};

struct flow_tree_node {
	/* index, which is smaller than that of its children; the root is its own parent */
	uint32_t parent;
	uint32_t key;                   /* identifies it among its siblings */
	uint16_t depth;
	uint32_t interactions;          /* of a run */
	const char *name;               /* owned by the tree */
	uint64_t self_ticks;            /* without children */
};

struct flow_tree {
	FLOW_LIST(struct flow_tree_node) nodes;
	struct number_map places;       /* of nodes, by parent and key */
	struct arena arena;
	uint64_t response_ticks;        /* sum over all nodes */
	size_t interactions;            /* sum over all runs */
};

void flow_tree_begin(struct flow_tree *tree);

/* Add the selected and complete interactions of a session. picked has a byte for each
 * interaction. */
void flow_tree_add(struct flow_tree *tree, struct flow_session *session, const uint8_t *picked);
void flow_tree_free(struct flow_tree *tree);

/* Time of each node with its children. The caller frees the array. */
uint64_t *flow_tree_totals(const struct flow_tree *tree);

static inline enum flow_tree_kind flow_tree_kind(const struct flow_tree_node *node)
{
	return (enum flow_tree_kind)(node->key >> 24);
}

/* Write a line for each node with time of its own: the names from the run on, separated by ";", and
 * the ticks. Names of objects are in brackets. FlameGraph and speedscope read this format. */
void flow_tree_write_folded(const struct flow_tree *tree, FILE *file);

/* Write the tree as an SVG flame graph. The log gives the length of a tick. */
void flow_tree_write_flames(const struct flow_tree *tree, const struct flow_log *log, FILE *file);

#endif
