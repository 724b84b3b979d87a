/* SPDX-License-Identifier: MIT */
/* Functions are matched by caller, name and layer. Counts are per operation, because the numbers of
 * samples may differ. */
#include "tools/topic/explain/change.h"

#include <stdlib.h>
#include <string.h>

#include "tools/explain/cost_change.h"
#include "tools/explain/export.h"

#define SECTION "Changes by function"

static const char *const kind_names[COST_KINDS] = {
	[COST_OWN] = "itself", [COST_WITH_INLINED] = "with inlined functions",
	[COST_WITH_CALLEES] = "with callees", [COST_ADDED] = "called in new only",
	[COST_REMOVED] = "called in base only", [COST_MOVED] = "moved",
};

static const struct column metric_columns_of_change[] = {
	{"benchmark", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"point", COLUMN_TEXT, 0, NULL, NULL},
	{"stage", COLUMN_TEXT, 0, NULL, NULL},
	{"base", COLUMN_NUMBER, 0, NULL, "instructions"},
	{"new", COLUMN_NUMBER, 0, NULL, "instructions"},
	{"change", COLUMN_NUMBER, 0, NULL, "instructions"},
	{"functions", COLUMN_COUNT, 0, "functions that differ", NULL},
	{"moved", COLUMN_NUMBER, 0, NULL, "instructions"},
};

static const struct column function_columns_of_change[] = {
	{"figure", COLUMN_TEXT, COLUMN_GROUP | COLUMN_KEY, NULL, NULL},
	{"function", COLUMN_TEXT, 0, NULL, NULL},
	{"layer", COLUMN_TEXT, 0, NULL, NULL},
	{"part", COLUMN_TEXT, 0, NULL, NULL},
	{"change", COLUMN_TEXT, COLUMN_RIGHT, NULL, NULL},
	{"base", COLUMN_NUMBER, 0, NULL, NULL},
	{"new", COLUMN_NUMBER, 0, NULL, NULL},
};

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

/* Instructions that left one function for another. */
static double moved_insns(const struct cost_changes *changes)
{
	double sum = 0;

	for (size_t i = changes->count - changes->moved_count; i < changes->count; i++) {
		if (changes->items[i].new > changes->items[i].base)
			sum += changes->items[i].new - changes->items[i].base;
	}
	return sum;
}

static void change_metric_row(struct table *table, const struct explained *base,
			      const struct explained *new, const struct cost_changes *changes)
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
	cell_count(table_at(table, "functions"), changes->count - changes->moved_count);
	cell_number(table_at(table, "moved"), moved_insns(changes));
}

static const char *change_name(struct tables *tables, const struct explained *explained)
{
	char *name = explained_name(explained);
	const char *kept = tables_text(tables, "%s", name);

	free(name);
	return kept;
}

void topic_explain_change(struct tables *tables, const struct explanation *base,
			  const struct explanation *new)
{
	struct table *metrics, *functions, *causes;

	tables->title = "Bareline: changes by function";
	metrics = table_begin(tables, SECTION, "explain.changes", "Measured",
			      metric_columns_of_change, COUNT(metric_columns_of_change));
	functions = table_begin(tables, SECTION, "explain.changed_functions", "By function",
				function_columns_of_change, COUNT(function_columns_of_change));
	causes = table_begin_facts(tables, SECTION, "explain.causes", "Cause");
	metrics->flags |= TABLE_WHOLE | TABLE_WIDE;
	functions->flags |= TABLE_WHOLE | TABLE_WIDE;
	causes->flags |= TABLE_WHOLE | TABLE_WIDE;
	functions->note = "Instructions of one operation; the changes of a metric's functions add "
			  "up to its change.";
	for (size_t i = 0; i < new->count; i++) {
		const struct explained *after = &new->items[i];
		const struct explained *before = explained_find_same(base, after);
		struct cost_changes changes;
		const char *name;
		char *sentence;

		if (before == NULL || before->status != EXPLAINED_EXACTLY ||
		    after->status != EXPLAINED_EXACTLY)
			continue;
		name = change_name(tables, after);
		changes = cost_changes_make(
			&(struct cost_side){&before->tree, before->operations},
			&(struct cost_side){&after->tree, after->operations});
		change_metric_row(metrics, before, after, &changes);
		/* What moved is a detail: it is no cause. */
		for (size_t j = 0; j < changes.count; j++) {
			const struct cost_change *change = &changes.items[j];
			struct row *row = table_row(functions);

			row->is_detail = change->kind == COST_MOVED;
			cell_string(table_at(functions, "figure"), name);
			cell_text(table_at(functions, "function"), "%s", change->name);
			cell_string(table_at(functions, "layer"), code_layer_names[change->layer]);
			cell_string(table_at(functions, "part"), kind_names[change->kind]);
			cell_text(table_at(functions, "change"), "%+.6g",
				  change->new - change->base);
			cell_number_if(table_at(functions, "base"), change->base != 0,
				       change->base);
			cell_number_if(table_at(functions, "new"), change->new != 0, change->new);
		}
		sentence = cost_changes_sentence(&changes);
		table_fact(causes, name, "%s", sentence);
		free(sentence);
		cost_changes_free(&changes);
	}
}
