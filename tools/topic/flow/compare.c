/* SPDX-License-Identifier: MIT */
/* Compares two trees of critical paths. Nodes match if they have the same thread or message and the
 * same objects in use. */
#include "tools/topic/flow/flow.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/table/contradiction.h"

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
		.who = WHOLE_RESPONSE, .in_use = "-",
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
		struct places places = {0};

		if (other == 0)
			continue;
		add_tree(&places, table->of, base, i, 0, 1);
		add_tree(&places, table->of, new, other, 1, scale);
		merge(&places);
		add_places(table, base->nodes.items[i].name, &places);
		free(places.items);
		compared++;
	}
	table->note = tables_text(tables, "Averages, largest difference first. They add up to the "
				  "difference of the response times.%s",
				  scale != 1 ? " All in ticks of the base." : "");
	return compared;
}

/* ---- Segments of two logs ---- */

struct pair {
	enum flow_segment_kind kind;
	const char *thread, *object;
	double ticks[TREES];
};

struct pairs {
	FLOW_LIST(struct pair);
};

static bool is_same_segment(const struct pair *pair, const struct flow_segment *segment)
{
	return pair->kind == segment->kind && strcmp(pair->thread, segment->thread) == 0 &&
	       strcmp(pair->object, segment->object) == 0;
}

/* factor: ticks of base in the mean of one interaction, per tick of the sum. */
static void add_segments(struct pairs *pairs, const struct flow_segments *segments, uint32_t run,
			 int side, double factor)
{
	for (size_t i = 0; i < segments->count; i++) {
		const struct flow_segment *segment = &segments->items[i];
		struct pair pair = {segment->kind, segment->thread, segment->object, {0}};
		size_t at = 0;

		if (segment->run != run)
			continue;
		while (at < pairs->count && !is_same_segment(&pairs->items[at], segment))
			at++;
		if (at == pairs->count)
			FLOW_LIST_ADD(*pairs, pair);
		pairs->items[at].ticks[side] += (double)segment->ticks * factor;
	}
}

static double pair_difference(const struct pair *pair)
{
	return pair->ticks[1] - pair->ticks[0];
}

static int by_pair_difference(const void *left, const void *right)
{
	const struct pair *a = left, *b = right;
	double first = fabs(pair_difference(a)), second = fabs(pair_difference(b));
	int order;

	if (first != second)
		return (first < second) - (first > second);
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	order = strcmp(a->thread, b->thread);
	return order != 0 ? order : strcmp(a->object, b->object);
}

static void add_segments_of_run(struct table *facts, struct table *kinds, struct table *table,
				const struct flow_sides *sides,
				const struct flow_common_run *common)
{
	char sentence[FLOW_SENTENCE_MAX];
	struct pairs pairs = {0};

	for (int side = 0; side < TREES; side++)
		add_segments(&pairs, sides->segments[side], common->runs[side], side,
			     common->factors[side]);
	if (pairs.count > 0)
		qsort(pairs.items, pairs.count, sizeof(*pairs.items), by_pair_difference);
	table_fact(facts, common->name, "%s", flow_common_run_describe(common, sentence));
	for (int kind = 0; kind < FLOW_SEGMENT_KIND_COUNT; kind++) {
		double difference = common->kinds[1][kind] - common->kinds[0][kind];

		if (common->kinds[0][kind] == 0 && common->kinds[1][kind] == 0)
			continue;
		table_row(kinds);
		cell_string(table_at(kinds, "run"), common->name);
		cell_string(table_at(kinds, "segment"), flow_segment_names[kind]);
		for (int side = 0; side < TREES; side++)
			cell_number(kinds, common->kinds[side][kind]);
		cell_number(table_at(kinds, "difference"), difference);
		cell_number_if(table_at(kinds, "of_base"), common->responses[0] > 0,
			       difference / common->responses[0]);
		cell_string(table_at(kinds, "meaning"), flow_segment_meanings[kind]);
	}
	for (size_t i = 0; i < pairs.count; i++) {
		const struct pair *pair = &pairs.items[i];

		table_row(table);
		cell_string(table_at(table, "run"), common->name);
		cell_string(table_at(table, "segment"), flow_segment_names[pair->kind]);
		cell_string(table_at(table, "thread"), pair->thread);
		cell_string(table_at(table, "object"), pair->object);
		for (int side = 0; side < TREES; side++)
			cell_number(table, pair->ticks[side]);
		cell_number(table_at(table, "difference"), pair_difference(pair));
		cell_number_if(table_at(table, "of_base"), common->responses[0] > 0,
			       pair_difference(pair) / common->responses[0]);
	}
	free(pairs.items);
}

/* What the same workload does otherwise on bare metal and under Linux. */
static void add_unlike(struct tables *tables, const struct flow_sides *sides)
{
	const char *base = sides->logs[0]->manifest.host, *other = sides->logs[1]->manifest.host;
	struct table *facts;

	/* A log without a manifest has no host. */
	if (base == NULL || other == NULL || strcmp(base, other) == 0)
		return;
	facts = table_begin_facts(tables, "", "unlike", "What differs in the work");
	table_fact(facts, "action", "bare metal: the interrupt of a key or timer. Linux: a thread "
				    "with real-time priority writes to a pipe.");
	table_fact(facts, "message", "bare metal: the scheduler passes a word to the receiver. "
				     "Linux: write() to a pipe or socket, read() by the receiver.");
	table_fact(facts, "thread", "bare metal: a stack and a context. Linux: pthread_create(), "
				    "with memory for the stack, and pthread_join().");
	table_fact(facts, "device", "both take the same counted time. Linux: a timer of "
				    "clock_nanosleep(); its interrupt is a segment of its own, on "
				    "bare metal the way to the handler is part of the device.");
	table_fact(facts, "system call", "bare metal has none: its scheduler's calls are part of "
					 "work.");
	table_fact(facts, "recorder", "bare metal records all events itself. Linux: the process "
				      "records, and tracefs traces the scheduler; runs with "
				      "recorder=off show the cost of both.");
}

void topic_flow_segments(struct tables *tables, const struct flow_sides *sides)
{
	static const struct column kind_columns[] = {
		{"run", COLUMN_TEXT, COLUMN_GROUP, NULL, NULL},
		{"segment", COLUMN_TEXT, 0, NULL, NULL},
		{"base", COLUMN_NUMBER, 0, NULL, "ticks"},
		{"new", COLUMN_NUMBER, 0, NULL, "ticks"},
		{"difference", COLUMN_NUMBER, 0, NULL, "ticks"},
		{"of_base", COLUMN_CHANGE, 0, "of response", NULL},
		{"meaning", COLUMN_TEXT, 0, NULL, NULL},
	};
	static const struct column columns[] = {
		{"run", COLUMN_TEXT, COLUMN_GROUP, NULL, NULL},
		{"segment", COLUMN_TEXT, 0, NULL, NULL},
		{"thread", COLUMN_TEXT, 0, NULL, NULL},
		{"object", COLUMN_TEXT, 0, NULL, NULL},
		{"base", COLUMN_NUMBER, 0, NULL, "ticks"},
		{"new", COLUMN_NUMBER, 0, NULL, "ticks"},
		{"difference", COLUMN_NUMBER, 0, NULL, "ticks"},
		{"of_base", COLUMN_CHANGE, 0, "of response", NULL},
	};
	struct table *facts = table_begin_facts(tables, "", "summary", "The difference");
	struct table *kinds = table_begin(tables, "", "segment-kinds",
					  "Where critical paths spend their time, per interaction",
					  kind_columns, COUNT(kind_columns));
	struct table *table = table_begin(tables, "", "segments", "The same by thread and object",
					  columns, COUNT(columns));
	struct flow_common_run common;

	for (uint32_t run = 0; run < sides->logs[0]->runs.count; run++) {
		if (flow_sides_find(sides, run, &common))
			add_segments_of_run(facts, kinds, table, sides, &common);
	}
	add_unlike(tables, sides);
}
