/* SPDX-License-Identifier: MIT */
/* Functions are matched by caller, name and layer. Counts are per operation, because the numbers of
 * samples may differ. */
#include "tools/topic/explain/change.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/explain/cost_change.h"
#include "tools/explain/export.h"
#include "tools/table/number.h"
#include "tools/topic/explain/explain.h"

/* What the rounding of the sums may add to a difference, as a part of all instructions. */
#define ROUNDING_PART 1e-6

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
	{"figure", COLUMN_TEXT, COLUMN_GROUP | COLUMN_KEY, "metric", NULL},
	{"function", COLUMN_TEXT, 0, NULL, NULL},
	{"layer", COLUMN_TEXT, 0, NULL, NULL},
	{"part", COLUMN_TEXT, 0, NULL, NULL},
	{"change", COLUMN_TEXT, COLUMN_RIGHT | COLUMN_DELTA, NULL, NULL},
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

/* Whether the changes of the functions add up to the metric's change, and moves to 0. */
static bool change_adds_up(const struct explained *base, const struct explained *new,
			   const struct cost_changes *changes)
{
	double before = explained_per_operation(base, base->sampled_insns);
	double after = explained_per_operation(new, new->sampled_insns);
	double rest = after - before, moved = 0;

	for (size_t i = 0; i < changes->count; i++) {
		const struct cost_change *change = &changes->items[i];

		*(change->kind == COST_MOVED ? &moved : &rest) += change->base - change->new;
	}
	return fmax(fabs(rest), fabs(moved)) <= ROUNDING_PART * (1 + before + after);
}

/* ---- One operation ---- */

/* Add the rows of functions. A function whose instructions moved is a detail, because it is no
 * cause. */
static void change_function_rows(struct table *table, const char *name,
				 const struct cost_changes *changes)
{
	for (size_t j = 0; j < changes->count; j++) {
		const struct cost_change *change = &changes->items[j];
		struct row *row = table_row(table);

		row->is_detail = change->kind == COST_MOVED;
		cell_string(table_at(table, "figure"), name);
		cell_text(table_at(table, "function"), "%s", change->name);
		cell_string(table_at(table, "layer"), code_layer_names[change->layer]);
		cell_string(table_at(table, "part"), kind_names[change->kind]);
		cell_text(table_at(table, "change"), "%+.6g", change->new - change->base);
		cell_number_if(table_at(table, "base"), change->base != 0, change->base);
		cell_number_if(table_at(table, "new"), change->new != 0, change->new);
	}
}

/* ---- All ---- */

/* The metrics that both sides explain. */
struct compared {
	struct explanation base, new;   /* with items of the same number and order */
	struct cost_changes *changes;
};

static struct compared compared_make(struct tables *tables, const struct explanation *base,
				     const struct explanation *new)
{
	struct compared compared = {
		.base.items = tables_allocate(tables, new->count, sizeof(struct explained)),
		.new.items = tables_allocate(tables, new->count, sizeof(struct explained)),
		.changes = tables_allocate(tables, new->count, sizeof(struct cost_changes)),
	};

	for (size_t i = 0; i < new->count; i++) {
		const struct explained *after = &new->items[i];
		const struct explained *before = explained_find_same(base, after);
		size_t count = compared.new.count;

		if (before == NULL || before->status != EXPLAINED_EXACTLY ||
		    after->status != EXPLAINED_EXACTLY)
			continue;
		compared.base.items[count] = *before;
		compared.new.items[count] = *after;
		compared.changes[count] = cost_changes_make(
			&(struct cost_side){&before->tree, before->operations},
			&(struct cost_side){&after->tree, after->operations});
		compared.base.count = compared.new.count = count + 1;
	}
	return compared;
}

static void compared_free(struct compared *compared)
{
	for (size_t i = 0; i < compared->new.count; i++)
		cost_changes_free(&compared->changes[i]);
}

/* ---- Verdict ---- */

/* The operation with the largest relative change, the first of equal ones. */
struct largest {
	size_t first, stages, changed, all;
	double base, new;
};

static struct largest change_largest(const struct compared *compared)
{
	struct largest largest = {0};
	size_t count;

	for (size_t i = 0; i < compared->new.count; i += count) {
		double before, after;

		count = explained_stages(&compared->new.items[i], compared->new.count - i);
		before = explain_operation_insns(&compared->base.items[i], count);
		after = explain_operation_insns(&compared->new.items[i], count);
		largest.all++;
		if (before == after)
			continue;
		largest.changed++;
		if (largest.stages == 0 || fabs(after / before - 1) >
						   fabs(largest.new / largest.base - 1))
			largest = (struct largest){i, count, largest.changed, largest.all, before,
						   after};
	}
	return largest;
}

/* "in two functions", over the stages of an operation. */
static size_t change_functions(const struct compared *compared, const struct largest *largest)
{
	struct name_index names = {0};
	size_t count = 0;

	for (size_t i = largest->first; i < largest->first + largest->stages; i++) {
		const struct cost_changes *changes = &compared->changes[i];

		for (size_t j = 0; j < changes->count - changes->moved_count; j++) {
			const struct metric_name name = {changes->items[j].name, "", ""};

			if (name_index_find(&names, &name) != NAME_NOT_FOUND)
				continue;
			name_index_add(&names, &name);
			count++;
		}
	}
	name_index_free(&names);
	return count;
}

static const char *cost_sentence(struct tables *tables, const struct cost_changes *changes)
{
	char *sentence = cost_changes_sentence(changes);
	const char *kept = tables_text(tables, "%s", sentence);

	free(sentence);
	return kept;
}

static void check_additions(struct tables *tables, const struct compared *compared)
{
	size_t wrong = 0;

	for (size_t i = 0; i < compared->new.count; i++)
		wrong += !change_adds_up(&compared->base.items[i], &compared->new.items[i],
					 &compared->changes[i]);
	tables_add_check(tables, wrong == 0 ? TABLE_GOOD : TABLE_BAD, NULL,
			 "Changes of the functions add up to the metric's change",
			 wrong == 0 ? "nothing unexplained"
				    : tables_text(tables, "not in %zu of %zu metrics", wrong,
						  compared->new.count));
}

static void change_set_verdict(struct tables *tables, const struct compared *compared)
{
	struct largest largest = change_largest(compared);
	size_t functions = change_functions(compared, &largest), metrics = compared->new.count;
	const char *name, *causes = "";
	char number[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX];
	double moved = 0;

	explain_set_sections(tables);
	if (largest.changed == 0) {
		tables->subtitle = tables_text(tables, "%zu metrics: the same cost", metrics);
		tables->verdict = (struct overall_verdict){
			metrics > 0 ? TABLE_GOOD : TABLE_UNKNOWN,
			metrics > 0 ? "No metric changed" : "No metric is explained on both sides",
			metrics > 0 ? "All metrics have the same instructions in both runs."
				    : "The sides have no metric in common, or no sums."};
		return;
	}
	name = explain_operation_name(tables, &compared->new.items[largest.first]);
	snprintf(number, sizeof(number), "%.6g", fabs(largest.new - largest.base));
	for (size_t i = largest.first; i < largest.first + largest.stages; i++) {
		const struct cost_changes *of_stage = &compared->changes[i];

		if (of_stage->count > of_stage->moved_count)
			causes = tables_text(tables, "%s%s%s", causes, causes[0] != '\0' ? " " : "",
					     cost_sentence(tables, of_stage));
	}
	tables->verdict = (struct overall_verdict){
		largest.new > largest.base ? TABLE_BAD : TABLE_GOOD,
		tables_text(tables, "%s%s instruction%s (%s), in %zu function%s",
			    largest.new > largest.base ? "+" : "−", number,
			    fabs(largest.new - largest.base) == 1 ? "" : "s",
			    number_change_text(largest.new / largest.base - 1, share), functions,
			    functions == 1 ? "" : "s"),
		tables_text(tables, "%s: %s", name, causes)};
	tables->subtitle =
		largest.all > 1
			? tables_text(tables, "%zu of %zu operations changed, the most: %s",
				      largest.changed, largest.all, name)
			: tables_text(tables, "%s: %s instructions, %s %s than before", name,
				      number_text(largest.new, share), number,
				      largest.new > largest.base ? "more" : "fewer");
	tables->about = tables_text(
		tables, "%s", compared->new.items[largest.first].bench->info->summary);
	explain_check_sums(tables, &compared->new);
	check_additions(tables, compared);
	for (size_t i = 0; i < metrics; i++)
		moved += moved_insns(&compared->changes[i]);
	if (moved > 0)
		tables_add_check(tables, TABLE_NEUTRAL, NULL,
				 tables_text(tables, "%s instructions moved between functions",
					     number_text(moved, number)),
				 "sum 0");
	tables_add_check(tables, TABLE_NEUTRAL, NULL, "Counts, not time", "");
}

void topic_explain_change(struct tables *tables, const struct explanation *base,
			  const struct explanation *new)
{
	struct compared compared = compared_make(tables, base, new);
	const char *const *names = explain_names(tables, &compared.new);
	struct table *metrics, *functions, *causes;

	tables->title = "Bareline: changes by function";
	change_set_verdict(tables, &compared);
	functions = table_begin(tables, EXPLAIN_CHANGE_SECTION, "explain.changed_functions",
				"By function", function_columns_of_change,
				COUNT(function_columns_of_change));
	metrics = table_begin(tables, EXPLAIN_CHANGE_SECTION, "explain.changes",
			      "By metric and stage", metric_columns_of_change,
			      COUNT(metric_columns_of_change));
	causes = table_begin_facts(tables, EXPLAIN_CHANGE_SECTION, "explain.causes", "Cause");
	metrics->flags |= TABLE_WHOLE | TABLE_WIDE;
	functions->flags |= TABLE_WHOLE | TABLE_WIDE | TABLE_LEAD;
	causes->flags |= TABLE_WHOLE | TABLE_WIDE;
	functions->note = "Instructions of one operation; the changes of a metric's functions add "
			  "up to its change.";
	for (size_t i = 0; i < compared.new.count; i++) {
		const struct cost_changes *changes = &compared.changes[i];

		change_function_rows(functions, names[i], changes);
		change_metric_row(metrics, &compared.base.items[i], &compared.new.items[i],
				  changes);
		table_fact(causes, names[i], "%s", cost_sentence(tables, changes));
	}
	explain_operations(tables, &compared.new, names, compared.changes);
	explain_functions(tables, &compared.new, names, TABLE_DETAIL);
	compared_free(&compared);
}
