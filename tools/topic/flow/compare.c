/* SPDX-License-Identifier: MIT */
/* Compares two trees of critical paths. Nodes match if they have the same thread or message and the
 * same objects in use. */
#include "tools/topic/flow/flow.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

/* Smaller shares of the response time are added up in a last row. */
#define ROW_SHARE_MIN 0.001

#define TREES 2

struct place {
	const char *who, *in_use;
	double ticks[TREES];            /* mean per interaction */
};

struct places {
	FLOW_LIST(struct place);
	double responses[TREES];
};

/* ---- Place of a node ---- */

static uint32_t run_of(const struct flow_tree *tree, uint32_t node)
{
	while (tree->nodes.items[node].parent != 0)
		node = tree->nodes.items[node].parent;
	return node;
}

/* The innermost thread or message, and the objects below it. */
static struct place place_of(struct tables *tables, const struct flow_tree *tree, uint32_t node)
{
	struct place place = {.who = "-", .in_use = ""};

	for (; node != 0; node = tree->nodes.items[node].parent) {
		const struct flow_tree_node *at = &tree->nodes.items[node];

		if (flow_tree_kind(at) != FLOW_TREE_OBJECT) {
			if (flow_tree_kind(at) != FLOW_TREE_RUN)
				place.who = at->name;
			break;
		}
		place.in_use = tables_text(tables, "%s%s%s", at->name,
					   place.in_use[0] != '\0' ? " " : "", place.in_use);
	}
	if (place.in_use[0] == '\0')
		place.in_use = "-";
	return place;
}

/* ---- Places of two trees ---- */

static int by_name(const void *left, const void *right)
{
	const struct place *a = left, *b = right;
	int order = strcmp(a->who, b->who);

	return order != 0 ? order : strcmp(a->in_use, b->in_use);
}

static double difference(const struct place *place)
{
	return place->ticks[1] - place->ticks[0];
}

/* Largest difference first. */
static int by_difference(const void *left, const void *right)
{
	double a = fabs(difference(left)), b = fabs(difference(right));

	return a != b ? (a < b) - (a > b) : by_name(left, right);
}

/* scale: ticks of base per tick of the tree. */
static void add_tree(struct places *places, struct tables *tables, const struct flow_tree *tree,
		     uint32_t run, int side, double scale)
{
	double count = tree->nodes.items[run].interactions;

	for (uint32_t i = run; i < tree->nodes.count; i++) {
		double ticks = (double)tree->nodes.items[i].self_ticks / count * scale;
		struct place place;

		if (tree->nodes.items[i].self_ticks == 0 || run_of(tree, i) != run)
			continue;
		place = place_of(tables, tree, i);
		place.ticks[side] = ticks;
		places->responses[side] += ticks;
		FLOW_LIST_ADD(*places, place);
	}
}

/* Merge equal places. */
static void merge(struct places *places)
{
	size_t kept = 0;

	qsort(places->items, places->count, sizeof(*places->items), by_name);
	for (size_t i = 0; i < places->count; i++) {
		if (kept > 0 && by_name(&places->items[kept - 1], &places->items[i]) == 0) {
			for (int side = 0; side < TREES; side++)
				places->items[kept - 1].ticks[side] +=
					places->items[i].ticks[side];
		} else {
			places->items[kept++] = places->items[i];
		}
	}
	places->count = kept;
	qsort(places->items, places->count, sizeof(*places->items), by_difference);
}

/* ---- Tables ---- */

static void add_row(struct table *table, const char *run, const struct place *place,
		    double response)
{
	table_row(table);
	cell_string(table_at(table, "run"), run);
	cell_string(table_at(table, "who"), place->who);
	cell_string(table_at(table, "in_use"), place->in_use);
	for (int side = 0; side < TREES; side++)
		cell_number(table, place->ticks[side]);
	cell_number(table_at(table, "difference"), difference(place));
	cell_number_if(table_at(table, "of_base"), response > 0, difference(place) / response);
}

static void add_places(struct table *table, const char *run, const struct places *places)
{
	struct place rest = {.who = "the rest", .in_use = "-"};
	struct place whole = {
		.who = "response time", .in_use = "-",
		.ticks = {places->responses[0], places->responses[1]},
	};
	double response = places->responses[0];
	bool has_rest = false;

	add_row(table, run, &whole, response);
	for (size_t i = 0; i < places->count; i++) {
		const struct place *place = &places->items[i];

		if (fabs(difference(place)) >= ROW_SHARE_MIN * response && difference(place) != 0) {
			add_row(table, run, place, response);
			continue;
		}
		rest.ticks[0] += place->ticks[0];
		rest.ticks[1] += place->ticks[1];
		has_rest = true;
	}
	if (has_rest)
		add_row(table, run, &rest, response);
}

static uint32_t find_run(const struct flow_tree *tree, const char *name)
{
	for (uint32_t i = 1; i < tree->nodes.count; i++) {
		if (flow_tree_kind(&tree->nodes.items[i]) == FLOW_TREE_RUN &&
		    strcmp(tree->nodes.items[i].name, name) == 0)
			return i;
	}
	return 0;
}

static void compare_run(struct table *table, const struct flow_tree *base, uint32_t base_run,
			const struct flow_tree *new, uint32_t new_run, double scale)
{
	struct places places = {0};

	add_tree(&places, table->of, base, base_run, 0, 1);
	add_tree(&places, table->of, new, new_run, 1, scale);
	merge(&places);
	add_places(table, base->nodes.items[base_run].name, &places);
	free(places.items);
}

size_t topic_flow_compare(struct tables *tables, const struct flow_tree *base,
			  const struct flow_tree *new, double scale)
{
	static const struct column columns[] = {
		{"run", COLUMN_TEXT, COLUMN_GROUP, NULL, NULL},
		{"who", COLUMN_TEXT, 0, NULL, NULL},
		{"in_use", COLUMN_TEXT, 0, NULL, NULL},
		{"base", COLUMN_NUMBER, 0, NULL, "ticks"},
		{"new", COLUMN_NUMBER, 0, NULL, "ticks"},
		{"difference", COLUMN_NUMBER, 0, NULL, "ticks"},
		{"of_base", COLUMN_CHANGE, 0, "of response", NULL},
	};
	struct table *table = table_begin(tables, "", "differences",
					  "Critical-path time of an interaction, by object",
					  columns, COUNT(columns));
	size_t compared = 0;

	for (uint32_t i = 1; i < base->nodes.count; i++) {
		uint32_t other = flow_tree_kind(&base->nodes.items[i]) == FLOW_TREE_RUN
					 ? find_run(new, base->nodes.items[i].name) : 0;

		if (other == 0)
			continue;
		compare_run(table, base, i, new, other, scale);
		compared++;
	}
	table->note = tables_text(tables, "Averages, largest difference first. They add up to the "
				  "difference of the response times.%s",
				  scale != 1 ? " All in ticks of the base." : "");
	return compared;
}
