/* SPDX-License-Identifier: MIT */
/* Writes a tree of critical paths as a flame graph and as folded stacks. Brackets distinguish an
 * object from a thread of the same name. */
#include <inttypes.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/flame/flames.h"
#include "tools/flow/duration.h"
#include "tools/flow/tree/tree.h"

static const char *const colours[] = {
	[FLOW_TREE_ROOT] = "#e4e4e4", [FLOW_TREE_RUN] = "#d0d0d0", [FLOW_TREE_THREAD] = "#f2b36b",
	[FLOW_TREE_MESSAGE] = "#f4dc8c", [FLOW_TREE_OBJECT] = "#9bc2ee",
};

static void tree_write_tip(const void *context, uint64_t ticks, FILE *file)
{
	char text[FLOW_DURATION_MAX];

	fprintf(file, ": %" PRIu64 " ticks", ticks);
	if (flow_duration(text, context, ticks)[0] != '\0')
		fprintf(file, ", %s", text);
}

static struct flame *tree_flames(const struct flow_tree *tree)
{
	struct flame *items = xcalloc(tree->nodes.count + 1, sizeof(*items));

	for (size_t i = 0; i < tree->nodes.count; i++) {
		const struct flow_tree_node *node = &tree->nodes.items[i];

		items[i] = (struct flame){
			.parent = node->parent, .depth = node->depth, .name = node->name,
			.colour = colours[flow_tree_kind(node)], .self = node->self_ticks,
		};
	}
	return items;
}

void flow_tree_write_flames(const struct flow_tree *tree, const struct flow_log *log, FILE *file)
{
	struct flame *items = tree_flames(tree);
	char *title = xasprintf("Critical paths of %zu interaction%s: %" PRIu64 " ticks",
				tree->interactions, tree->interactions == 1 ? "" : "s",
				tree->response_ticks);

	flames_write(&(struct flames){
		.items = items, .count = tree->nodes.count, .title = title,
		.subtitle = "Run, callers and objects in use; width: time",
		.write_tip = tree_write_tip, .context = log,
	}, file);
	free(title);
	free(items);
}

void flow_tree_write_folded(const struct flow_tree *tree, FILE *file)
{
	struct flame *items = tree_flames(tree);
	char **names = xcalloc(tree->nodes.count + 1, sizeof(*names));

	for (size_t i = 0; i < tree->nodes.count; i++) {
		bool is_object = flow_tree_kind(&tree->nodes.items[i]) == FLOW_TREE_OBJECT;

		names[i] = xasprintf(is_object ? "[%s]" : "%s", items[i].name);
		items[i].name = names[i];
	}
	flames_write_folded(&(struct flames){.items = items, .count = tree->nodes.count}, file);
	for (size_t i = 0; i < tree->nodes.count; i++)
		free(names[i]);
	free(names);
	free(items);
}
