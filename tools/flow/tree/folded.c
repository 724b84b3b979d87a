/* SPDX-License-Identifier: MIT */
/* Brendan Gregg, "FlameGraph": the format of folded stacks. */
#include "tools/flow/tree/tree.h"

#include <inttypes.h>

/* A semicolon would begin another name. An object is told from a thread, which may have its name. */
static void folded_write_name(const struct flow_tree_node *node, FILE *file)
{
	bool is_object = flow_tree_kind(node) == FLOW_TREE_OBJECT;

	if (is_object)
		putc('[', file);
	for (const char *c = node->name; *c != '\0'; c++)
		putc(*c == ';' ? ':' : *c, file);
	if (is_object)
		putc(']', file);
}

/* The names from the run down to a node, which is not the root. A tree is as deep as its makers let
 * it be. */
static void folded_write_names(const struct flow_tree *tree, uint32_t at, FILE *file)
{
	const struct flow_tree_node *node = &tree->nodes.items[at];

	if (node->parent != 0) {
		folded_write_names(tree, node->parent, file);
		putc(';', file);
	}
	folded_write_name(node, file);
}

void flow_tree_write_folded(const struct flow_tree *tree, FILE *file)
{
	for (uint32_t i = 1; i < tree->nodes.count; i++) {
		if (tree->nodes.items[i].self_ticks == 0)
			continue;
		folded_write_names(tree, i, file);
		fprintf(file, " %" PRIu64 "\n", tree->nodes.items[i].self_ticks);
	}
}
