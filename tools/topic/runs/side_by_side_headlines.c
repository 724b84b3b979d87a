/* SPDX-License-Identifier: MIT */
/* A row for each key metric and a column for each run. Two runs also have a ratio of the second to
 * the first. */
#include <math.h>
#include <string.h>

#include "tools/topic/runs/side_by_side.h"

/* The name of the table that tools/topic/headlines.c makes. */
#define METRICS_TABLE "figures"
#define HEADLINES_MAX 32

struct headline {
	const char *what, *unit;
	const struct quantity **metrics; /* of each run; or NULL */
};

struct headlines {
	const struct side_by_side *page;
	struct headline items[HEADLINES_MAX];
	size_t count;
};

static struct headline *headlines_find(struct headlines *headlines, const char *what,
				       const char *unit)
{
	struct headline *headline = headlines->items;
	struct headline *end = headline + headlines->count;

	while (headline < end &&
	       (strcmp(headline->what, what) != 0 || strcmp(headline->unit, unit) != 0))
		headline++;
	if (headline == headlines->items + HEADLINES_MAX)
		return NULL;
	if (headline == end) {
		*headline = (struct headline){
			.what = what,
			.unit = unit,
			.metrics = tables_allocate(headlines->page->tables,
						   headlines->page->count,
						   sizeof(*headline->metrics)),
		};
		headlines->count++;
	}
	return headline;
}

static void headlines_add_run(struct headlines *headlines, size_t run)
{
	const struct side_by_side_run *of = &headlines->page->runs[run];
	const struct table *table = tables_find_own(&of->tables, METRICS_TABLE);
	size_t median, what;

	if (table == NULL)
		return;
	what = table_column(table, "what");
	median = table_column(table, "median");
	for (size_t i = 0; i < table->row_count; i++) {
		const struct cell *cell = table_cell(table, i, median);
		struct headline *headline;

		if (!cell->has_value)
			continue;
		headline = headlines_find(headlines, table_text(table, i, what),
					  cell_unit(table, i, median));
		if (headline != NULL)
			headline->metrics[run] = cell->quantity;
	}
}

/* ---- Table ---- */

static struct table *headlines_begin(const struct headlines *headlines)
{
	const struct side_by_side *page = headlines->page;
	struct tables *tables = page->tables;
	struct column *columns = tables_allocate(tables, 2 * page->count + 2, sizeof(*columns));
	size_t count = 0;
	struct table *table;

	columns[count++] = (struct column){"what", COLUMN_TEXT, COLUMN_KEY, "", NULL};
	columns[count++] = (struct column){"unit", COLUMN_TEXT, 0, "", NULL};
	for (size_t i = 0; i < page->count; i++) {
		columns[count++] = (struct column){
			.name = tables_text(tables, "run_%zu", i + 1),
			.kind = COLUMN_QUANTITY,
			.head = page->runs[i].label,
		};
		if (side_by_side_has_ratio(page, i))
			columns[count++] = (struct column){
				.name = tables_text(tables, "ratio_%zu", i + 1),
				.kind = COLUMN_NUMBER,
				.head = tables_text(tables, "× %s",
						    page->runs[page->runs[i].scale].label),
			};
	}
	table = table_begin(tables, "Runs", "headlines", "Key metrics", columns,
			    count);
	table->flags = TABLE_WIDE;
	return table;
}

static void headline_cells(const struct headline *headline, const struct side_by_side *page,
			   struct table *table)
{
	for (size_t i = 0; i < page->count; i++) {
		const struct quantity *metric = headline->metrics[i];
		const struct quantity *base = headline->metrics[page->runs[i].scale];
		bool has_ratio = metric != NULL && base != NULL && base->value > 0;

		if (metric != NULL)
			cell_quantity(table, metric);
		else
			cell_none(table);
		if (side_by_side_has_ratio(page, i))
			cell_number(table, has_ratio ? metric->value / base->value : NAN);
	}
}

/* The rows of one name in all units, at the place of the first. */
static void headlines_add_rows(const struct headlines *headlines, size_t first, struct table *table)
{
	const struct headline *items = headlines->items;

	for (size_t i = 0; i < headlines->count; i++) {
		if (strcmp(items[i].what, items[first].what) != 0)
			continue;
		if (i < first)
			return;
		table_row(table);
		cell_string(table_at(table, "what"), items[i].what);
		cell_string(table_at(table, "unit"), items[i].unit);
		headline_cells(&items[i], headlines->page, table);
	}
}

void side_by_side_add_headlines(const struct side_by_side *page)
{
	struct headlines headlines = {.page = page};
	struct table *table;

	for (size_t i = 0; i < page->count; i++)
		headlines_add_run(&headlines, i);
	if (headlines.count == 0)
		return;
	table = headlines_begin(&headlines);
	for (size_t i = 0; i < headlines.count; i++)
		headlines_add_rows(&headlines, i, table);
}
