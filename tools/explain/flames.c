/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/explain/export.h"

#define ALL_COLOUR "#e4e4e4"

static const char *const colours[CODE_LAYERS] = {
	[CODE_METAL] = "#9bc2ee", [CODE_USER] = "#a8d8a0", [CODE_KERNEL] = "#f2b36b",
	[CODE_HYPERVISOR] = "#e59a9a", [CODE_HYPERVISOR_USER] = "#d9b8e0",
	[CODE_FIRMWARE] = "#f4dc8c",
};

char *explained_name(const struct explained *explained)
{
	const struct wire_series *info = explained->series->info;

	return xasprintf("%s%s%s%s%s", explained->bench->info->name,
			 info->point[0] != '\0' ? " " : "", info->point,
			 info->stage[0] != '\0' ? " " : "", info->stage);
}

/* ---- Trees of all metrics ---- */

struct forest {
	struct flame *items;
	size_t count;
	char **names;                   /* of the metrics */
	size_t name_count;
};

static struct forest forest_make(const struct explained *items, size_t count)
{
	struct forest forest = {
		.items = xcalloc(1, sizeof(*forest.items)), .count = 1,
		.names = xcalloc(count + 1, sizeof(*forest.names)),
	};

	forest.items[0] = (struct flame){0, 0, "all", ALL_COLOUR, 0};
	for (size_t i = 0; i < count; i++) {
		if (items[i].tree.count > 0) {
			const struct explained *explained = &items[i];
			const struct call_tree *tree = &explained->tree;
			size_t first = forest.count;
			char *name = explained_name(explained);

			forest.names[forest.name_count++] = name;
			forest.items = xreallocarray(forest.items, first + tree->count,
						     sizeof(*forest.items));
			forest.items[first] = (struct flame){0, 1, name, ALL_COLOUR, 0};
			for (size_t j = 1; j < tree->count; j++) {
				const struct call_node *node = &tree->nodes[j];

				forest.items[first + j] = (struct flame){
					(uint32_t)(first + node->parent),
					node->depth + 1u,
					node->name,
					colours[node->layer],
					node->self_insns,
				};
			}
			forest.count += tree->count;
		}
	}
	return forest;
}

static void forest_free(struct forest *forest)
{
	for (size_t i = 0; i < forest->name_count; i++)
		free(forest->names[i]);
	free(forest->names);
	free(forest->items);
}

/* ---- Output ---- */

static void explain_write_tip(const void *context, uint64_t total, FILE *file)
{
	const struct explained *only = context;

	if (only != NULL)
		fprintf(file, ": %.2f instructions an operation",
			explained_per_operation(only, total));
	else
		fprintf(file, ": %" PRIu64 " instructions", total);
}

void explain_write_flames(const struct explained *items, size_t count, FILE *file)
{
	struct forest forest = forest_make(items, count);
	const struct explained *only = count == 1 ? items : NULL;
	char *name = only != NULL ? explained_name(only) : xstrdup("All metrics");
	char *title = only == NULL ? xstrdup(name)
		      : xasprintf("%s: %.2f instructions an operation", name,
				  explained_per_operation(only, only->sampled_insns));

	flames_write(&(struct flames){
		.items = forest.items, .count = forest.count, .title = title,
		.subtitle = "Call tree; width: instructions",
		.write_tip = explain_write_tip, .context = only,
	}, file);
	free(title);
	free(name);
	forest_free(&forest);
}

void explain_write_folded(const struct explained *items, size_t count, FILE *file)
{
	struct forest forest = forest_make(items, count);

	flames_write_folded(&(struct flames){.items = forest.items, .count = forest.count}, file);
	forest_free(&forest);
}
