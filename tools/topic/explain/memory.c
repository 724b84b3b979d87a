/* SPDX-License-Identifier: MIT */
/* Every table and note calls its values modelled, because tables of measured values are next to
 * them. */
#include "tools/topic/explain/memory.h"

#include <inttypes.h>
#include <stdio.h>

#include "tools/explain/memory_curve.h"
#include "tools/record/point.h"

#define SECTION "A modelled memory system"
#define NOTE \
	"A model of one operation, not a measurement; docs/memory-model.md lists its " \
	"simplifications."

/* The columns of each event, in this order. */
#define EVENT_COLUMNS \
	{"fetches", COLUMN_NUMBER, COLUMN_DETAIL, "lines fetched", NULL}, \
	{"reads", COLUMN_NUMBER, 0, NULL, NULL}, \
	{"writes", COLUMN_NUMBER, 0, NULL, NULL}, \
	{"read_bytes", COLUMN_NUMBER, COLUMN_DATA, "bytes read", NULL}, \
	{"written_bytes", COLUMN_NUMBER, COLUMN_DATA, "bytes written", NULL}, \
	{"l1i_misses", COLUMN_NUMBER, 0, "L1i misses", NULL}, \
	{"l1d_misses", COLUMN_NUMBER, 0, "L1d", NULL}, \
	{"l2_misses", COLUMN_NUMBER, 0, "L2", NULL}, \
	{"llc_misses", COLUMN_NUMBER, 0, "LLC", NULL}, \
	{"itlb_misses", COLUMN_NUMBER, 0, "iTLB", NULL}, \
	{"dtlb_misses", COLUMN_NUMBER, 0, "dTLB", NULL}, \
	{"stlb_misses", COLUMN_NUMBER, 0, "STLB", NULL}, \
	{"prefetches", COLUMN_NUMBER, COLUMN_DETAIL, NULL, NULL}

static const struct column operation_columns[] = {
	{"figure", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	EVENT_COLUMNS,
};

static const struct column function_columns[] = {
	{"figure", COLUMN_TEXT, COLUMN_GROUP | COLUMN_KEY, NULL, NULL},
	{"function", COLUMN_TEXT, 0, NULL, NULL},
	{"layer", COLUMN_TEXT, 0, NULL, NULL},
	EVENT_COLUMNS,
};

/* A cache that the geometry does not have has no misses. */
static bool is_modelled(const struct memory_geometry *geometry, size_t event)
{
	if (event >= MEMORY_MISSES && event < MEMORY_MISSES + MEMORY_STORES)
		return geometry->stores[event - MEMORY_MISSES].size != 0;
	return event != MEMORY_PREFETCHES || geometry->prefetch != MEMORY_PREFETCH_NONE;
}

static void memory_cells(struct table *table, const struct explanation *explanation,
			 const struct explained *explained, const struct memory_counts *counts)
{
	for (size_t event = 0; event < MEMORY_EVENTS; event++)
		cell_number_if(table, is_modelled(explanation->memory, event),
			       explained_per_operation(explained, counts->of[event]));
}

struct memory_kind {
	const char *name, *title;
	const struct column *columns;
	size_t column_count;
};

static const struct memory_kind of_operations = {
	"explain.memory", "A model's accesses and misses", operation_columns,
	COUNT(operation_columns),
};

static const struct memory_kind of_functions = {
	"explain.memory_functions", "A model's accesses and misses by function", function_columns,
	COUNT(function_columns),
};

static struct table *memory_table(struct tables *tables, const struct memory_kind *kind)
{
	struct table *table = table_begin(tables, SECTION, kind->name, kind->title, kind->columns,
					  kind->column_count);

	table->note = NOTE;
	table->flags = TABLE_WHOLE | TABLE_WIDE;
	return table;
}

static void memory_operations(struct tables *tables, const struct explanation *explanation,
			      const char *const *names)
{
	struct table *table = memory_table(tables, &of_operations);

	for (size_t i = 0; i < explanation->count; i++) {
		const struct explained *explained = &explanation->items[i];

		/* The misses of a subtracted pass differ from those of the same code in a longer
		 * pass. */
		if (explained->status != EXPLAINED_EXACTLY || explained->memory.count == 0)
			continue;
		table_row(table);
		cell_string(table_at(table, "figure"), names[i]);
		memory_cells(table, explanation, explained, &explained->memory.all);
	}
}

static void memory_functions(struct tables *tables, const struct explanation *explanation,
			     const char *const *names)
{
	struct table *table = memory_table(tables, &of_functions);

	for (size_t i = 0; i < explanation->count; i++) {
		const struct explained *explained = &explanation->items[i];

		for (size_t j = 0; j < explained->memory.count; j++) {
			const struct memory_function *function = &explained->memory.items[j];

			table_row(table);
			cell_string(table_at(table, "figure"), names[i]);
			cell_text(table_at(table, "function"), "%s", function->name);
			cell_string(table_at(table, "layer"), code_layer_names[function->layer]);
			memory_cells(table, explanation, explained, &function->counts);
		}
	}
}

/* ---- Capacities ---- */

static const struct column capacity_columns[] = {
	{"benchmark", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"page_bytes", COLUMN_BYTES, COLUMN_KEY, "page", NULL},
	{"store", COLUMN_TEXT, 0, NULL, NULL},
	{"unit", COLUMN_TEXT, 0, NULL, NULL},
	{"modelled", COLUMN_COUNT, 0, NULL, NULL},
	{"found", COLUMN_COUNT, 0, "found in curve", NULL},
	{"verdict", COLUMN_VERDICT, 0, "", NULL},
};

static void memory_capacities(struct tables *tables, const struct explanation *explanation)
{
	struct memory_curve *curves =
		tables_allocate(tables, MEMORY_CURVES_MAX, sizeof(*curves));
	size_t count = memory_curves_find(explanation, curves);
	struct table *table;

	if (count == 0)
		return;
	table = table_begin(tables, SECTION, "explain.memory_capacities",
			    "Modelled capacities, found by plateau detection",
			    capacity_columns, COUNT(capacity_columns));
	table->note = "The curve is the model's: stores looked up by a load, by working set. A "
		      "step is "
		      "from one measured size to the next.";
	table->flags = TABLE_WHOLE | TABLE_WIDE;
	for (size_t i = 0; i < count; i++) {
		for (size_t store = 0; store < curves[i].store_count; store++) {
			static const struct {
				enum table_verdict verdict;
				const char *text;
			} verdicts[] = {
				[CAPACITY_EQUAL] = {TABLE_GOOD, "equal"},
				[CAPACITY_NEAR] = {TABLE_GOOD, "within a step"},
				[CAPACITY_OTHER] = {TABLE_UNKNOWN, "different"},
				[CAPACITY_NOT_REACHED] = {TABLE_NEUTRAL, "not reached"},
			};
			const struct memory_curve *curve = &curves[i];
			uint64_t modelled = explanation->memory->stores[curve->stores[store]].size;
			enum memory_capacity capacity = memory_curve_capacity(curve, modelled,
									      store);

			table_row(table);
			cell_string(table_at(table, "benchmark"), curve->bench);
			cell_count(table_at(table, "page_bytes"), curve->page_bytes);
			cell_string(table_at(table, "store"),
				    memory_store_titles[curve->stores[store]]);
			cell_string(table_at(table, "unit"), curve->unit);
			cell_count(table_at(table, "modelled"), modelled);
			cell_count_if(table_at(table, "found"),
				      curve->found[store] != 0 && capacity != CAPACITY_NOT_REACHED,
				      curve->found[store]);
			cell_verdict(table_at(table, "verdict"), verdicts[capacity].verdict,
				     verdicts[capacity].text);
		}
	}
}

void topic_explain_memory(struct tables *tables, const struct explanation *explanation,
			  const char *const *names, bool has_functions)
{
	struct table *table;
	char text[MEMORY_TEXT_MAX];

	if (explanation->memory == NULL)
		return;
	/* Facts appear in every output format, including those without notes. */
	table = table_begin_facts(tables, SECTION, "explain.memory_geometry",
				  "Model parameters (not measured)");
	memory_geometry_write(explanation->memory, text);
	table_fact(table, "geometry", "%s", text);
	for (enum memory_store store = 0; store < MEMORY_STORES; store++) {
		const struct memory_shape *shape = &explanation->memory->stores[store];
		bool is_cache = memory_store_is_cache(store);
		char size[POINT_TEXT_MAX];

		if (shape->size == 0)
			continue;
		if (is_cache)
			point_size(shape->size, size);
		else
			snprintf(size, sizeof(size), "%" PRIu64 " entries", shape->size);
		table_fact(table, memory_store_titles[store],
			   "%s in %" PRIu64 " sets of %" PRIu64 " ways, LRU replacement", size,
			   memory_sets(explanation->memory, store), shape->ways);
	}
	memory_operations(tables, explanation, names);
	if (has_functions)
		memory_functions(tables, explanation, names);
	memory_capacities(tables, explanation);
}
