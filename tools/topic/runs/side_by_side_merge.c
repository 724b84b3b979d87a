/* SPDX-License-Identifier: MIT */
/* Merges tables of several runs with the same name and scale. Tables that are unreadable when
 * merged, such as maps and drawings, follow each other. */
#include <string.h>

#include "tools/topic/runs/side_by_side.h"

/* ---- Selection ---- */

/* Whether the table's groups are numbered within one run. */
static bool has_own_groups(const struct table *table)
{
	for (size_t i = 0; i < table->column_count; i++) {
		if ((table->columns[i].flags & (COLUMN_GROUP | COLUMN_KEY)) == COLUMN_GROUP)
			return true;
	}
	return false;
}

/* Whether one chart can show curves or rows of several runs. */
static bool is_mergeable(const struct table *table)
{
	switch (table->chart.kind) {
	case CHART_NONE:
	case CHART_CURVES:
	case CHART_DOTS:
	case CHART_STACK:
	case CHART_GROUPS:
		return !has_own_groups(table) &&
		       table_column(table, SIDE_BY_SIDE_RUN_COLUMN) == table->column_count;
	case CHART_HEAT_MAP:
	case CHART_INTERVALS:
	case CHART_LAYERS:
	case CHART_DRAWING:
		break;
	}
	return false;
}

static bool is_same_text(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Whether columns of the same name have the same kind and unit. */
static bool has_same_columns(const struct table *a, const struct table *b)
{
	if (!is_mergeable(b) || a->chart.kind != b->chart.kind || a->flags != b->flags ||
	    !is_same_text(a->chart.x, b->chart.x))
		return false;
	for (size_t i = 0; i < a->column_count; i++) {
		size_t other = table_column(b, a->columns[i].name);

		if (other < b->column_count &&
		    (a->columns[i].kind != b->columns[other].kind ||
		     !is_same_text(a->columns[i].unit, b->columns[other].unit)))
			return false;
	}
	return true;
}

/* ---- Facts ---- */

/* A fact, and the runs that have it. */
struct merged_fact {
	struct row row;
	const char *labels;
	size_t count;
};

static void facts_add_merged(struct table *merged, const struct merged_fact *shared,
			     const struct metric_name *fact, size_t run_count)
{
	struct row *row;

	if (shared->count == run_count)
		row = table_fact(merged, fact->bench, "%s", fact->point);
	else
		row = table_fact(merged, fact->bench, "%s: %s", shared->labels, fact->point);
	row->is_bad = shared->row.is_bad;
	row->is_notable = shared->row.is_notable;
	row->is_warning = shared->row.is_warning;
}

/* Shown once, with its runs unless all have it. */
static void side_by_side_lay_facts(const struct side_by_side *page, const struct table *like)
{
	struct tables *tables = page->tables;
	struct table *merged = table_begin_facts(tables, like->section, like->name, like->title);
	struct name_index index = {0};
	struct merged_fact *shared;
	size_t all = 0;

	for (size_t i = 0; i < page->count; i++) {
		const struct table *table = tables_find(&page->runs[i].tables, like->name);

		all += table != NULL ? table->row_count : 0;
	}
	shared = tables_allocate(tables, all, sizeof(*shared));
	for (size_t i = 0; i < page->count; i++) {
		const struct table *table = tables_find(&page->runs[i].tables, like->name);

		for (size_t j = 0; table != NULL && j < table->row_count; j++) {
			const struct metric_name fact = {table_text(table, j, 0),
							 table_text(table, j, 1), ""};
			size_t place = name_index_find(&index, &fact);

			if (place == NAME_NOT_FOUND) {
				place = name_index_add(&index, &fact);
				shared[place] = (struct merged_fact){.row = table->rows[j],
								     .labels = ""};
			}
			shared[place].labels = tables_join(tables, shared[place].labels, ", ",
							   page->runs[i].label);
			shared[place].count++;
		}
	}
	for (size_t i = 0; i < index.count; i++)
		facts_add_merged(merged, &shared[i], &index.entries[i].name, page->count);
	name_index_free(&index);
	merged->note = like->note;
}

/* ---- All tables ---- */

/* The run's table of that name and section; NULL if it has none. */
static const struct table *table_like(const struct side_by_side *page, size_t run,
				      const struct table *like)
{
	const struct table *table = tables_find(&page->runs[run].tables, like->name);

	return table != NULL && table->row_count > 0 && strcmp(table->section, like->section) == 0
		       ? table
		       : NULL;
}

/* The tables of run first and of all later runs that can be merged with it. Marks these runs as
 * taken. Returns no tables if run first is taken or has no such table. */
static struct side_by_side_parts parts_take(const struct side_by_side *page, size_t first,
					    const struct table *like,
					    bool is_taken[SIDE_BY_SIDE_MAX])
{
	struct side_by_side_parts parts = {.page = page, .first = first};
	const struct table *table = table_like(page, first, like);

	if (is_taken[first] || table == NULL)
		return parts;
	for (size_t i = first; i < page->count; i++) {
		const struct table *other = table_like(page, i, like);

		if (is_taken[i] || other == NULL ||
		    (i != first && (page->runs[i].scale != page->runs[first].scale ||
				    !is_mergeable(table) || !has_same_columns(table, other))))
			continue;
		parts.items[i] = other;
		parts.count++;
		is_taken[i] = true;
	}
	return parts;
}

static void merge_name(const struct side_by_side *page, const struct table *like)
{
	bool is_taken[SIDE_BY_SIDE_MAX] = {false};

	for (size_t i = 0; i < page->count; i++) {
		struct side_by_side_parts parts = parts_take(page, i, like, is_taken);

		if (parts.count > 0)
			side_by_side_lay(&parts);
	}
}

/* Cards, and the facts about the machine, have their own tables. */
static bool is_left_out(const struct table *table)
{
	return table->row_count == 0 || (table->flags & TABLE_CARDS) != 0 ||
	       ((table->flags & TABLE_FACTS) != 0 && table->section[0] == '\0');
}

static bool is_merged_before(const struct side_by_side *page, size_t run, const struct table *table)
{
	for (size_t i = 0; i < run; i++) {
		if (table_like(page, i, table) != NULL)
			return true;
	}
	return false;
}

static void merge_section(const struct side_by_side *page, const char *section)
{
	for (size_t i = 0; i < page->count; i++) {
		const struct tables *tables = &page->runs[i].tables;

		for (size_t j = 0; j < tables->count; j++) {
			const struct table *table = tables->items[j];

			if (is_left_out(table) || strcmp(table->section, section) != 0 ||
			    is_merged_before(page, i, table))
				continue;
			if ((table->flags & TABLE_FACTS) != 0)
				side_by_side_lay_facts(page, table);
			else
				merge_name(page, table);
		}
	}
}

/* Sections are in the order of first appearance. The head of a run's page comes last. */
void side_by_side_merge(const struct side_by_side *page)
{
	struct name_index sections = {0};

	name_index_add(&sections, &(struct metric_name){"", "", ""});
	for (size_t i = 0; i < page->count; i++) {
		const struct tables *tables = &page->runs[i].tables;

		for (size_t j = 0; j < tables->count; j++) {
			const struct metric_name name = {tables->items[j]->section, "", ""};

			if (name_index_find(&sections, &name) != NAME_NOT_FOUND)
				continue;
			name_index_add(&sections, &name);
			merge_section(page, name.bench);
		}
	}
	merge_section(page, "");
	name_index_free(&sections);
}
