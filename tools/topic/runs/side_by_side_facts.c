/* SPDX-License-Identifier: MIT */
/* Facts about each run. A fact that all runs share appears once; others have a column for each
 * run. */
#include <string.h>

#include "tools/topic/runs/side_by_side.h"

/* The name of the table that tools/topic/machine.c makes. */
#define MACHINE_TABLE "machine"
#define FACTS_MAX 64

struct fact {
	const char *name;
	const char **texts; /* of each run; "" if it has none */
};

struct facts {
	const struct side_by_side *page;
	struct fact items[FACTS_MAX];
	size_t count;
};

static struct fact *facts_find(struct facts *facts, const char *name)
{
	size_t i = 0;

	while (i < facts->count && strcmp(facts->items[i].name, name) != 0)
		i++;
	if (i == FACTS_MAX)
		return NULL;
	if (i == facts->count) {
		struct tables *tables = facts->page->tables;
		const char **texts = tables_allocate(tables, facts->page->count, sizeof(*texts));

		for (size_t j = 0; j < facts->page->count; j++)
			texts[j] = "";
		facts->items[facts->count++] = (struct fact){name, texts};
	}
	return &facts->items[i];
}

static void facts_add(struct facts *facts, size_t run, const char *name, const char *text)
{
	struct fact *fact = facts_find(facts, name);

	if (fact != NULL)
		fact->texts[run] = tables_join(facts->page->tables, fact->texts[run], "; ", text);
}

/* A fact without a name continues the previous one. */
static void facts_add_run(struct facts *facts, size_t run)
{
	const struct side_by_side_run *of = &facts->page->runs[run];
	const struct table *table = tables_find_own(&of->tables, MACHINE_TABLE);
	const char *name = "";

	facts_add(facts, run, "run", of->run->path);
	if (of->run->began != NULL && of->run->analysis->identity->made == NULL)
		facts_add(facts, run, "made", of->run->began);
	for (size_t i = 0; table != NULL && i < table->row_count; i++) {
		const char *label = table_text(table, i, 0);

		name = label[0] != '\0' ? label : name;
		facts_add(facts, run, name, table_text(table, i, 1));
	}
}

static bool fact_is_common(const struct facts *facts, const struct fact *fact)
{
	for (size_t i = 1; i < facts->page->count; i++) {
		if (strcmp(fact->texts[i], fact->texts[0]) != 0)
			return false;
	}
	return true;
}

/* ---- Tables ---- */

static void facts_write_differing(const struct facts *facts)
{
	const struct side_by_side *page = facts->page;
	struct column *columns = tables_allocate(page->tables, page->count + 1,
						 sizeof(*columns));
	struct table *table;

	columns[0] = (struct column){"what", COLUMN_TEXT, COLUMN_KEY, "", NULL};
	for (size_t i = 0; i < page->count; i++)
		columns[i + 1] = (struct column){
			.name = tables_text(page->tables, "run_%zu", i + 1),
			.kind = COLUMN_TEXT,
			.head = page->runs[i].label,
		};
	table = table_begin(page->tables, "Runs", "differences", "Differences between the runs",
			    columns, page->count + 1);
	table->flags = TABLE_WIDE;
	for (size_t i = 0; i < facts->count; i++) {
		if (fact_is_common(facts, &facts->items[i]))
			continue;
		table_row(table);
		cell_string(table_at(table, "what"), facts->items[i].name);
		for (size_t j = 0; j < page->count; j++)
			cell_string_or_none(table, facts->items[i].texts[j]);
	}
}

/* Warnings of all runs. */
static void add_warnings(const struct side_by_side *page, struct table *facts)
{
	for (size_t i = 0; i < page->count; i++) {
		const struct table *table = tables_find_own(&page->runs[i].tables, MACHINE_TABLE);

		for (size_t j = 0; table != NULL && j < table->row_count; j++) {
			const char *name = table_text(table, j, 0);

			if (table->rows[j].is_bad)
				table_fact(facts, page->runs[i].label, "%s%s%s", name,
					   name[0] != '\0' ? ": " : "",
					   table_text(table, j, 1))
					->is_bad = true;
		}
	}
}

/* ---- Head of the page ---- */

/* If a reason begins with the path of a run, moves *text past the path and returns the run.
 * Otherwise returns NULL. */
static const struct side_by_side_run *run_of_reason(const struct side_by_side *page,
						    const char **text)
{
	for (size_t i = 0; i < page->count; i++) {
		const char *path = page->runs[i].run->path;
		size_t length = strlen(path);

		if (strncmp(*text, path, length) == 0 && strncmp(*text + length, ": ", 2) == 0) {
			*text += length + 2;
			return &page->runs[i];
		}
	}
	return NULL;
}

/* All reasons why the overhead of Linux is refused, grouped by run. They come before all
 * metrics. */
static void add_refused(const struct side_by_side *page, struct table *facts)
{
	const struct side_by_side_run *last = NULL;
	const char *list = "";

	for (size_t i = 0; i < page->refused->count; i++) {
		const char *text = page->refused->texts[i];
		const struct side_by_side_run *run = run_of_reason(page, &text);

		if (run != NULL && run != last)
			text = tables_text(page->tables, "%s: %s", run->label, text);
		list = tables_join(page->tables, list, "; ", text);
		last = run;
	}
	if (page->refused->count == 0)
		return;
	table_fact(facts, "refused", "cost of Linux (report --force overrides): %s",
		   list)
		->is_bad = true;
	tables_add_badge(page->tables, TABLE_BAD, "refused: cost of Linux");
}

static bool has_badge(const struct side_by_side *page, size_t run, const struct badge *badge)
{
	const struct tables *tables = &page->runs[run].tables;

	for (size_t i = 0; i < tables->badge_count; i++) {
		if (strcmp(tables->badges[i].text, badge->text) == 0)
			return true;
	}
	return false;
}

/* Shown once, with its runs unless all have it. */
static void add_badge(const struct side_by_side *page, size_t run, const struct badge *badge)
{
	const char *list = "", *text = badge->text;
	size_t count = 0;

	for (size_t i = 0; i < page->count; i++) {
		if (!has_badge(page, i, badge))
			continue;
		if (i < run)
			return;
		list = tables_join(page->tables, list, ", ", page->runs[i].label);
		count++;
	}
	if (count < page->count)
		text = tables_text(page->tables, "%s: %s", text, list);
	if (page->tables->badge_count < TABLES_BADGES_MAX)
		tables_add_badge(page->tables, badge->verdict, text);
}

static bool has_subtitle_before(const struct side_by_side *page, size_t run)
{
	for (size_t i = 0; i < run; i++) {
		if (strcmp(page->runs[i].tables.subtitle, page->runs[run].tables.subtitle) == 0)
			return true;
	}
	return false;
}

static void add_scales(const struct side_by_side *page, struct table *facts)
{
	const char *list = "";

	if (side_by_side_is_one_scale(page))
		return;
	for (size_t i = 0; i < page->count; i++) {
		if (page->runs[i].scale == i)
			list = tables_join(page->tables, list, " | ", side_by_side_labels(page, i));
	}
	table_fact(
		facts, "time bases",
		"differ, so metrics are on different scales and curves in separate charts: "
		"%s",
		list)
		->is_bad = true;
}

void side_by_side_add_facts(const struct side_by_side *page)
{
	struct table *table = table_begin_facts(page->tables, "", "machine", "");
	struct facts facts = {.page = page};
	struct tables *tables = page->tables;
	const char *list = "";

	tables->title = tables_text(tables, "%s: %zu runs side by side", tables->title,
				    page->count);
	for (size_t i = 0; i < page->count; i++) {
		if (!has_subtitle_before(page, i))
			list = tables_join(tables, list, " | ", page->runs[i].tables.subtitle);
	}
	tables->subtitle = list;
	add_refused(page, table);
	for (size_t i = 0; i < page->count; i++) {
		const struct tables *shown = &page->runs[i].tables;

		for (size_t j = 0; j < shown->badge_count; j++) {
			enum table_verdict verdict = shown->badges[j].verdict;

			if (verdict != TABLE_NEUTRAL &&
			    (verdict != TABLE_GOOD || page->refused->count == 0))
				add_badge(page, i, &shown->badges[j]);
		}
	}
	add_scales(page, table);
	add_warnings(page, table);
	for (size_t i = 0; i < page->count; i++)
		facts_add_run(&facts, i);
	for (size_t i = 0; i < facts.count; i++) {
		if (fact_is_common(&facts, &facts.items[i]))
			table_fact(table, facts.items[i].name, "%s", facts.items[i].texts[0]);
	}
	facts_write_differing(&facts);
}
