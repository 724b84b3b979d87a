/* SPDX-License-Identifier: MIT */
/* What each run says of itself, fact by fact: said once where all say the same,
 * else a column a run. */
#include <string.h>

#include "tools/topic/runs/beside.h"

/* The facts of a run: tools/topic/machine.c. */
#define MACHINE_TABLE "machine"
#define FACTS_MAX 64

struct fact {
	const char *name;
	const char **texts; /* of each run; "" when it does not say */
};

struct facts {
	const struct beside *beside;
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
		struct tables *tables = facts->beside->tables;
		const char **texts = tables_allocate(tables, facts->beside->count, sizeof(*texts));

		for (size_t j = 0; j < facts->beside->count; j++)
			texts[j] = "";
		facts->items[facts->count++] = (struct fact){name, texts};
	}
	return &facts->items[i];
}

static void facts_add(struct facts *facts, size_t run, const char *name, const char *text)
{
	struct fact *fact = facts_find(facts, name);

	if (fact != NULL)
		fact->texts[run] = tables_join(facts->beside->tables, fact->texts[run], "; ", text);
}

/* A fact without a name goes on with the one before it. */
static void facts_add_run(struct facts *facts, size_t run)
{
	const struct beside_run *of = &facts->beside->runs[run];
	const struct table *table = tables_find(&of->tables, MACHINE_TABLE);
	const char *name = "";

	facts_add(facts, run, "run", of->run->path);
	if (of->run->began != NULL)
		facts_add(facts, run, "made", of->run->began);
	for (size_t i = 0; table != NULL && i < table->row_count; i++) {
		const char *said = table_cell(table, i, 0)->text;

		name = said[0] != '\0' ? said : name;
		facts_add(facts, run, name, table_cell(table, i, 1)->text);
	}
}

static bool fact_is_common(const struct facts *facts, const struct fact *fact)
{
	for (size_t i = 1; i < facts->beside->count; i++) {
		if (strcmp(fact->texts[i], fact->texts[0]) != 0)
			return false;
	}
	return true;
}

/* ---- The tables ---- */

static void facts_write_common(const struct facts *facts, struct table *table)
{
	for (size_t i = 0; i < facts->count; i++) {
		if (fact_is_common(facts, &facts->items[i]))
			table_fact(table, facts->items[i].name, "%s", facts->items[i].texts[0]);
	}
}

static void facts_write_differing(const struct facts *facts)
{
	const struct beside *beside = facts->beside;
	struct column *columns = tables_allocate(beside->tables, beside->count + 1,
						 sizeof(*columns));
	struct table *table;

	columns[0] = (struct column){"what", COLUMN_TEXT, COLUMN_KEY, "", NULL};
	for (size_t i = 0; i < beside->count; i++)
		columns[i + 1] = (struct column){
			.name = tables_text(beside->tables, "run_%zu", i + 1),
			.kind = COLUMN_TEXT,
			.head = beside->runs[i].label,
		};
	table = table_begin(beside->tables, "Runs", "differences", "What differs between the runs",
			    columns, beside->count + 1);
	table->flags = TABLE_WIDE;
	for (size_t i = 0; i < facts->count; i++) {
		if (fact_is_common(facts, &facts->items[i]))
			continue;
		table_row(table);
		cell_string(table_at(table, "what"), facts->items[i].name);
		for (size_t j = 0; j < beside->count; j++)
			cell_string_or_none(table, facts->items[i].texts[j]);
	}
}

/* What a reader must not overlook of any of them. */
static void beside_add_warnings(const struct beside *beside, struct table *facts)
{
	for (size_t i = 0; i < beside->count; i++) {
		const struct table *table = tables_find(&beside->runs[i].tables, MACHINE_TABLE);

		for (size_t j = 0; table != NULL && j < table->row_count; j++) {
			const char *name = table_cell(table, j, 0)->text;

			if (table->rows[j].is_bad)
				table_fact(facts, beside->runs[i].label, "%s%s%s", name,
					   name[0] != '\0' ? ": " : "",
					   table_cell(table, j, 1)->text)
					->is_bad = true;
		}
	}
}

/* ---- The page's head ---- */

/* A reason that begins with the path of a run names it as the page does: in text. Returns the run,
 * or NULL for a reason of none. */
static const struct beside_run *beside_run_of(const struct beside *beside, const char **text)
{
	for (size_t i = 0; i < beside->count; i++) {
		const char *path = beside->runs[i].run->path;
		size_t length = strlen(path);

		if (strncmp(*text, path, length) == 0 && strncmp(*text + length, ": ", 2) == 0) {
			*text += length + 2;
			return &beside->runs[i];
		}
	}
	return NULL;
}

/* What a reader who asked what Linux costs must know before any figure: all of it at once, with
 * each run named once before its reasons. */
static void beside_add_refused(const struct beside *beside, struct table *facts)
{
	const struct beside_run *last = NULL;
	const char *list = "";

	for (size_t i = 0; i < beside->refused->count; i++) {
		const char *text = beside->refused->texts[i];
		const struct beside_run *run = beside_run_of(beside, &text);

		if (run != NULL && run != last)
			text = tables_text(beside->tables, "%s: %s", run->label, text);
		list = tables_join(beside->tables, list, "; ", text);
		last = run;
	}
	if (beside->refused->count == 0)
		return;
	table_fact(facts, "refused", "what Linux costs (report --force tells it all the same): %s",
		   list)
		->is_bad = true;
	tables_add_badge(beside->tables, TABLE_BAD, "refused: what Linux costs");
}

static bool beside_has_badge(const struct beside *beside, size_t run, const struct badge *badge)
{
	const struct tables *tables = &beside->runs[run].tables;

	for (size_t i = 0; i < tables->badge_count; i++) {
		if (strcmp(tables->badges[i].text, badge->text) == 0)
			return true;
	}
	return false;
}

/* Said once, with the runs that have it where not all do. */
static void beside_add_badge(const struct beside *beside, size_t run, const struct badge *badge)
{
	const char *list = "", *text = badge->text;
	size_t count = 0;

	for (size_t i = 0; i < beside->count; i++) {
		if (!beside_has_badge(beside, i, badge))
			continue;
		if (i < run)
			return;
		list = tables_join(beside->tables, list, ", ", beside->runs[i].label);
		count++;
	}
	if (count < beside->count)
		text = tables_text(beside->tables, "%s: %s", text, list);
	if (beside->tables->badge_count < TABLES_BADGES_MAX)
		tables_add_badge(beside->tables, badge->verdict, text);
}

static void beside_add_badges(const struct beside *beside)
{
	for (size_t i = 0; i < beside->count; i++) {
		const struct tables *tables = &beside->runs[i].tables;

		for (size_t j = 0; j < tables->badge_count; j++) {
			enum table_verdict verdict = tables->badges[j].verdict;

			if (verdict != TABLE_NEUTRAL &&
			    (verdict != TABLE_GOOD || beside->refused->count == 0))
				beside_add_badge(beside, i, &tables->badges[j]);
		}
	}
}

static bool has_subtitle_before(const struct beside *beside, size_t run)
{
	for (size_t i = 0; i < run; i++) {
		if (strcmp(beside->runs[i].tables.subtitle, beside->runs[run].tables.subtitle) == 0)
			return true;
	}
	return false;
}

static void beside_add_title(const struct beside *beside)
{
	struct tables *tables = beside->tables;
	const char *list = "";

	tables->title = tables_text(tables, "%s: %zu runs side by side", tables->title,
				    beside->count);
	for (size_t i = 0; i < beside->count; i++) {
		if (!has_subtitle_before(beside, i))
			list = tables_join(tables, list, " | ", beside->runs[i].tables.subtitle);
	}
	tables->subtitle = list;
}

static void beside_add_scales(const struct beside *beside, struct table *facts)
{
	const char *list = "";

	if (beside_is_one_scale(beside))
		return;
	for (size_t i = 0; i < beside->count; i++) {
		if (beside->runs[i].scale == i)
			list = tables_join(beside->tables, list, " | ", beside_labels(beside, i));
	}
	table_fact(
		facts, "time bases",
		"not one for all runs, so their figures are on different scales, and their curves "
		"in pictures apart: %s",
		list)
		->is_bad = true;
}

void beside_add_facts(const struct beside *beside)
{
	struct table *table = table_begin_facts(beside->tables, "", "machine", "");
	struct facts facts = {.beside = beside};

	beside_add_title(beside);
	beside_add_refused(beside, table);
	beside_add_badges(beside);
	beside_add_scales(beside, table);
	beside_add_warnings(beside, table);
	for (size_t i = 0; i < beside->count; i++)
		facts_add_run(&facts, i);
	facts_write_common(&facts, table);
	facts_write_differing(&facts);
}
