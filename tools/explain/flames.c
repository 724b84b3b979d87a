/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/explain/export.h"

#define ALL_COLOUR "#e4e4e4"
#define STAGE_COLOUR "#0b4f9e"
#define GROWN_COLOUR "#c02032"

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

	forest.items[0] = (struct flame){.name = "all", .colour = ALL_COLOUR};
	for (size_t i = 0; i < count; i++) {
		if (items[i].tree.count > 0) {
			const struct explained *explained = &items[i];
			const struct call_tree *tree = &explained->tree;
			size_t first = forest.count;
			char *name = explained_name(explained);

			forest.names[forest.name_count++] = name;
			forest.items = xreallocarray(forest.items, first + tree->count,
						     sizeof(*forest.items));
			forest.items[first] = (struct flame){
				.depth = 1, .name = name, .colour = ALL_COLOUR};
			for (size_t j = 1; j < tree->count; j++) {
				const struct call_node *node = &tree->nodes[j];

				forest.items[first + j] = (struct flame){
					.parent = (uint32_t)(first + node->parent),
					.depth = node->depth + 1u,
					.name = node->name,
					.colour = colours[node->layer],
					.self = node->self_insns,
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

/* ---- One operation ---- */

size_t explained_stages(const struct explained *items, size_t count)
{
	size_t stages = 1;

	while (stages < count && items[0].series->info->stage[0] != '\0' &&
	       items[stages].series->info->stage[0] != '\0' &&
	       items[stages].bench == items[0].bench &&
	       strcmp(items[stages].series->info->point, items[0].series->info->point) == 0)
		stages++;
	return stages;
}

/* The increase of a function, or 0. */
static double grown_by(const struct cost_changes *changes, const struct call_node *node)
{
	for (size_t i = 0; changes != NULL && i < changes->count; i++) {
		const struct cost_change *change = &changes->items[i];

		if (change->kind != COST_MOVED && change->layer == node->layer &&
		    change->new > change->base && strcmp(change->name, node->name) == 0)
			return change->new - change->base;
	}
	return 0;
}

/* The name of a stage, or of an operation without stages, with its instructions. */
static char *root_name(const struct explained *explained)
{
	const char *stage = explained->series->info->stage;
	char *name = stage[0] != '\0' ? xstrdup(stage) : explained_name(explained);
	char *text = xasprintf("%s %.6g", name,
			       explained_per_operation(explained, explained->tree.insns));

	free(name);
	return text;
}

/* The nodes of one item below the flame `first`, at the depth of that flame. */
static void add_nodes(struct flame *flames, size_t first, const struct explained *explained,
		      const struct cost_changes *changes)
{
	const struct call_tree *tree = &explained->tree;

	for (size_t i = 1; i < tree->count; i++) {
		const struct call_node *node = &tree->nodes[i];
		double grown = grown_by(changes, node);

		flames[first + i] = (struct flame){
			.parent = (uint32_t)(first + node->parent),
			.depth = flames[first].depth + node->depth,
			.name = node->name,
			.colour = grown > 0 ? GROWN_COLOUR : colours[node->layer],
			.mark = grown > 0 ? xasprintf("+%.6g", grown) : NULL,
			.self = node->self_insns,
		};
	}
}

void explain_write_operation(const struct explained *items, size_t count,
			     const struct cost_changes *changes, FILE *file)
{
	bool has_stages = items[0].series->info->stage[0] != '\0';
	size_t at = has_stages, all = at;
	struct flame *flames;
	char *title = explained_name(&items[0]);

	for (size_t i = 0; i < count; i++)
		all += items[i].tree.count + (items[i].tree.count == 0);
	flames = xcalloc(all, sizeof(*flames));
	flames[0] = (struct flame){.name = items[0].bench->info->name, .colour = ALL_COLOUR};
	for (size_t i = 0; i < count; i++) {
		flames[at] = (struct flame){
			.depth = has_stages, .name = root_name(&items[i]), .colour = STAGE_COLOUR};
		add_nodes(flames, at, &items[i], changes != NULL ? &changes[i] : NULL);
		at += items[i].tree.count + (items[i].tree.count == 0);
	}
	flames_write(&(struct flames){
		.items = flames, .count = all, .title = title,
		.subtitle = "Call tree; width: instructions",
		.write_tip = explain_write_tip, .context = &items[0],
	}, file);
	at = has_stages;
	for (size_t i = 0; i < count; i++) {
		free((char *)flames[at].name);
		at += items[i].tree.count + (items[i].tree.count == 0);
	}
	for (size_t i = 0; i < all; i++)
		free((char *)flames[i].mark);
	free(flames);
	free(title);
}

void explain_write_folded(const struct explained *items, size_t count, FILE *file)
{
	struct forest forest = forest_make(items, count);

	flames_write_folded(&(struct flames){.items = forest.items, .count = forest.count}, file);
	forest_free(&forest);
}
