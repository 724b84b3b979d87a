/* SPDX-License-Identifier: MIT */
/* Functions are matched by name and layer. Counts are per operation, because the numbers of samples
 * may differ. */
#include "tools/topic/explain/change.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/explain/export.h"

#define SECTION "Changes by function"
/* Half of the smallest difference that the longest sample can show. */
#define SAME_MAX 1e-9

static const struct column metric_columns_of_change[] = {
	{"benchmark", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"point", COLUMN_TEXT, 0, NULL, NULL},
	{"stage", COLUMN_TEXT, 0, NULL, NULL},
	{"base", COLUMN_NUMBER, 0, NULL, "instructions"},
	{"new", COLUMN_NUMBER, 0, NULL, "instructions"},
	{"change", COLUMN_NUMBER, 0, NULL, "instructions"},
	{"functions", COLUMN_COUNT, 0, "functions that differ", NULL},
};

static const struct column function_columns_of_change[] = {
	{"figure", COLUMN_TEXT, COLUMN_GROUP | COLUMN_KEY, NULL, NULL},
	{"function", COLUMN_TEXT, 0, NULL, NULL},
	{"layer", COLUMN_TEXT, 0, NULL, NULL},
	{"change", COLUMN_TEXT, COLUMN_RIGHT, NULL, NULL},
	{"base", COLUMN_NUMBER, 0, NULL, NULL},
	{"new", COLUMN_NUMBER, 0, NULL, NULL},
};

struct function_change {
	enum code_layer layer;
	const char *name;
	double base, new;
};

struct change_list {
	struct function_change *items;
	size_t count;
};

static int change_by_size(const void *first, const void *second)
{
	const struct function_change *a = first, *b = second;
	double a_size = fabs(a->new - a->base), b_size = fabs(b->new - b->base);

	if (a_size != b_size)
		return a_size > b_size ? -1 : 1;
	return strcmp(a->name, b->name);
}

static const struct function_count *function_find(const struct function_list *list,
						  const struct function_count *wanted)
{
	for (size_t i = 0; i < list->count; i++) {
		if (list->items[i].layer == wanted->layer &&
		    strcmp(list->items[i].name, wanted->name) == 0)
			return &list->items[i];
	}
	return NULL;
}

static void changes_add(struct change_list *changes, const struct function_count *function,
			double base, double new)
{
	if (fabs(new - base) > SAME_MAX)
		changes->items[changes->count++] = (struct function_change){
			function->layer, function->name, base, new,
		};
}

static struct change_list changes_make(const struct explained *base, const struct explained *new)
{
	struct function_list before = function_list_make(&base->tree);
	struct function_list after = function_list_make(&new->tree);
	struct change_list changes = {
		.items = xcalloc(before.count + after.count + 1, sizeof(*changes.items)),
	};

	for (size_t i = 0; changes.items != NULL && i < after.count; i++) {
		const struct function_count *other = function_find(&before, &after.items[i]);

		changes_add(&changes, &after.items[i],
			    other != NULL ? explained_per_operation(base, other->insns) : 0,
			    explained_per_operation(new, after.items[i].insns));
	}
	for (size_t i = 0; changes.items != NULL && i < before.count; i++) {
		if (function_find(&after, &before.items[i]) == NULL)
			changes_add(&changes, &before.items[i],
				    explained_per_operation(base, before.items[i].insns), 0);
	}
	if (changes.count > 0)
		qsort(changes.items, changes.count, sizeof(*changes.items), change_by_size);
	function_list_free(&before);
	function_list_free(&after);
	return changes;
}

static const struct explained *explained_find_same(const struct explanation *in,
						   const struct explained *of)
{
	const struct wire_series *wanted = of->series->info;

	for (size_t i = 0; i < in->count; i++) {
		const struct wire_series *info = in->items[i].series->info;

		if (strcmp(in->items[i].bench->info->name, of->bench->info->name) == 0 &&
		    strcmp(info->point, wanted->point) == 0 &&
		    strcmp(info->stage, wanted->stage) == 0)
			return &in->items[i];
	}
	return NULL;
}

static void change_metric_row(struct table *table, const struct explained *base,
			      const struct explained *new, size_t functions)
{
	double before = explained_per_operation(base, base->sampled_insns);
	double after = explained_per_operation(new, new->sampled_insns);

	table_row(table);
	cell_text(table_at(table, "benchmark"), "%s", new->bench->info->name);
	cell_string_or_none(table_at(table, "point"),
			    tables_text(table->of, "%s", new->series->info->point));
	cell_string_or_none(table_at(table, "stage"),
			    tables_text(table->of, "%s", new->series->info->stage));
	cell_number(table_at(table, "base"), before);
	cell_number(table_at(table, "new"), after);
	cell_number(table_at(table, "change"), after - before);
	cell_count(table_at(table, "functions"), functions);
}

static void change_function_rows(struct table *table, const struct explained *new,
				 const struct change_list *changes)
{
	char *name = explained_name(new);
	const char *kept = tables_text(table->of, "%s", name);

	free(name);
	for (size_t i = 0; i < changes->count; i++) {
		const struct function_change *change = &changes->items[i];

		table_row(table);
		cell_string(table_at(table, "figure"), kept);
		cell_text(table_at(table, "function"), "%s", change->name);
		cell_string(table_at(table, "layer"), code_layer_names[change->layer]);
		cell_text(table_at(table, "change"), "%+.6g", change->new - change->base);
		cell_number_if(table_at(table, "base"), change->base != 0, change->base);
		cell_number_if(table_at(table, "new"), change->new != 0, change->new);
	}
}

void topic_explain_change(struct tables *tables, const struct explanation *base,
			  const struct explanation *new)
{
	struct table *metrics, *functions;

	tables->title = "Bareline: changes by function";
	metrics = table_begin(tables, SECTION, "explain.changes", "Measured",
			      metric_columns_of_change, COUNT(metric_columns_of_change));
	functions = table_begin(tables, SECTION, "explain.changed_functions", "By function",
				function_columns_of_change, COUNT(function_columns_of_change));
	metrics->flags = functions->flags = TABLE_WHOLE;
	functions->note = "A function's own instructions in one operation; the changes of a "
			  "metric's functions add up to its change.";
	for (size_t i = 0; i < new->count; i++) {
		const struct explained *other = explained_find_same(base, &new->items[i]);
		struct change_list changes;

		if (other == NULL || other->status != EXPLAINED_EXACTLY ||
		    new->items[i].status != EXPLAINED_EXACTLY)
			continue;
		changes = changes_make(other, &new->items[i]);
		change_metric_row(metrics, other, &new->items[i], changes.count);
		change_function_rows(functions, &new->items[i], &changes);
		free(changes.items);
	}
}
