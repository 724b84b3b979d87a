/* SPDX-License-Identifier: MIT */
/* All views are made from the tables of the run. Lines are counted by writing them to memory. */
#include "tools/view/overview.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/analysis/timing.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"
#include "tools/record/result.h"
#include "tools/table/contradiction.h"
#include "tools/table/number.h"
#include "tools/view/cell.h"
#include "tools/view/summary_view.h"

#define NAME_WIDTH 26 /* of a section */
#define LINES_WIDTH 6
#define WORD_WIDTH 12
#define FACT_WIDTH 11
#define BRIEF_ROWS_MAX 5
#define BRIEF_ROWS_OF_MANY 3 /* of more points */
#define REMARKS_MAX 3
#define BRIEF_REMARKS_MAX 1
#define TIMING_FAMILY "null"

/* ---- Parts of a run ---- */

/* Facts about how the run was made belong to no benchmark. */
static bool overview_is_own(const struct table *table)
{
	return table->section[0] == '\0' || (table->flags & TABLE_CARDS) != 0 ||
	       table_is(table, "records") || table_is(table, "host");
}

static struct tables overview_part(const struct tables *tables, const char *section)
{
	struct tables part = *tables;

	part.items = tables_allocate((struct tables *)tables, tables->count, sizeof(*part.items));
	part.count = part.check_count = 0;
	for (size_t i = 0; i < tables->count; i++) {
		struct table *table = tables->items[i];

		if (section == NULL ? !overview_is_own(table)
				    : strcmp(table->section, section) == 0)
			part.items[part.count++] = table;
	}
	return part;
}

void overview_write_part(const struct text *text, const struct tables *tables,
			 const char *section)
{
	struct tables part = overview_part(tables, section);

	text_write(text, &part);
}

/* Number of lines of the tables as text. */
static size_t overview_count_lines(const struct text *text, const struct tables *tables)
{
	struct text counted = *text;
	char *written;
	size_t size, lines = 0;

	counted.colour = false;
	counted.out = file_in_memory(&written, &size);
	text_write(&counted, tables);
	file_end_memory(counted.out, &written);
	for (size_t i = 0; i < size; i++)
		lines += written[i] == '\n';
	free(written);
	return lines;
}

/* ---- A line for each section ---- */

/* A row of a benchmark's table with a median. */
struct overview_place {
	const struct table *table;
	size_t row;
	double value;
};

/* Whether the row is of warm samples of whole operations, with a median in the unit. */
static bool overview_value(const struct table *table, size_t row, const char *unit, double *value)
{
	size_t median = table_column(table, "median"), stage = table_column(table, "stage");

	return !table->rows[row].is_detail && median < table->column_count &&
	       cell_value(table, row, median, value) &&
	       strcmp(cell_unit(table, row, median), unit) == 0 &&
	       (stage == table->column_count || table_text(table, row, stage)[0] == '\0' ||
		strcmp(table_text(table, row, stage), TOTAL_STAGE) == 0);
}

/* The name of a benchmark: that of its table, or in a table of several, of the row. */
static const char *overview_bench(const struct overview_place *place)
{
	size_t column = table_column(place->table, "benchmark");

	return column < place->table->column_count
		       ? table_text(place->table, place->row, column) : place->table->name;
}

/* "45.6 ns (os.switch_thread) to 52.5 µs (os.process_create)"; NULL if no median has the unit. */
static const char *overview_range(const struct tables *part, const char *unit)
{
	struct overview_place least = {0}, most = {0};
	char first[NUMBER_TEXT_MAX], last[NUMBER_TEXT_MAX];

	for (size_t i = 0; i < part->count; i++) {
		const struct table *table = part->items[i];

		if ((table->flags & TABLE_OF_BENCH) == 0)
			continue;
		for (size_t j = 0; j < table->row_count; j++) {
			struct overview_place place = {table, j, 0};

			if (!overview_value(table, j, unit, &place.value))
				continue;
			if (least.table == NULL || place.value < least.value)
				least = place;
			if (most.table == NULL || place.value > most.value)
				most = place;
		}
	}
	if (least.table == NULL)
		return NULL;
	if (least.table == most.table && least.row == most.row)
		return tables_text(least.table->of, "%s (%s)",
				   number_unit_text(least.value, unit, first),
				   overview_bench(&least));
	return tables_text(least.table->of, "%s (%s) to %s (%s)",
			   number_label_text(least.value, unit, first), overview_bench(&least),
			   number_unit_text(most.value, unit, last), overview_bench(&most));
}

/* "Skipped, by missing requirement; Warnings". */
static const char *overview_titles(const struct tables *part)
{
	const char *list = "";

	for (size_t i = 0; i < part->count; i++) {
		const struct table *table = part->items[i];

		if (table->row_count > 0)
			list = tables_join(table->of, list, "; ", table->title);
	}
	return list;
}

/* What the section's values show, in a line. */
static const char *overview_finding(const struct tables *part)
{
	static const char *const units[] = {"ns", "instructions", "ticks"};
	const char *found = NULL;

	for (size_t i = 0; i < part->count && found == NULL; i++) {
		if ((part->items[i]->flags & TABLE_LEAD) != 0)
			found = part->items[i]->finding;
	}
	for (size_t i = 0; i < COUNT(units) && found == NULL; i++)
		found = overview_range(part, units[i]);
	for (size_t i = 0; i < part->count && found == NULL; i++)
		found = part->items[i]->finding;
	return found != NULL ? found : overview_titles(part);
}

/* The word that `show` takes: of a known section, else the family of its first table. */
static const char *overview_word(const struct tables *part)
{
	const struct table *table = part->items[0];

	for (size_t i = 0; i < part->section_count; i++) {
		if (strcmp(part->sections[i].name, table->section) == 0)
			return part->sections[i].word;
	}
	return tables_text(table->of, "%.*s", (int)strcspn(table->name, "."), table->name);
}

/* The words; if they are wider than the room, they end in "…". */
static const char *overview_cut(const struct tables *tables, const char *words, size_t room)
{
	return utf8_length(words) <= room
		       ? words
		       : tables_text((struct tables *)tables, "%.*s…",
				     (int)utf8_prefix_of(words, room - 1), words);
}

/* Write a section's line. If no table of the section is shown, writes nothing. head_lines is the
 * number of lines above the tables. */
static void overview_write_section(const struct text *text, const struct tables *part,
				   size_t head_lines)
{
	const char *word = overview_word(part), *finding = overview_finding(part);
	size_t room = text_columns(text) - NAME_WIDTH - LINES_WIDTH - WORD_WIDTH - 6;
	size_t lines = overview_count_lines(text, part);

	if (word == NULL || lines == head_lines)
		return;
	finding = overview_cut(part->items[0]->of, finding, room);
	fprintf(text->out, "  %-*s  %s%*s%*zu  %s\n", NAME_WIDTH, part->items[0]->section, finding,
		(int)(room - utf8_length(finding)), "", LINES_WIDTH, lines, word);
}

/* The section that begins at this table; tables of one section are adjacent. */
static struct tables overview_section(const struct tables *tables, size_t first)
{
	struct tables part = *tables;

	part.items += first;
	part.check_count = 0;
	part.count = 0;
	while (first + part.count < tables->count &&
	       strcmp(part.items[part.count]->section, part.items[0]->section) == 0)
		part.count++;
	return part;
}

static bool overview_has_results(const struct tables *part)
{
	for (size_t i = 0; i < part->count; i++) {
		if (!overview_is_own(part->items[i]))
			return true;
	}
	return false;
}

static void overview_write_sections(const struct text *text, const struct tables *tables)
{
	struct tables part = *tables;
	size_t head_lines, room = text_columns(text) - NAME_WIDTH - WORD_WIDTH - 6;

	putc('\n', text->out);
	text_begin_style(text, TEXT_HEADING);
	fputs("Sections", text->out);
	text_end_style(text, TEXT_HEADING);
	fprintf(text->out, "%*s  bareline show\n",
		(int)(NAME_WIDTH + 4 + room - strlen("Sections")), "lines");
	part.count = part.check_count = 0;
	head_lines = overview_count_lines(text, &part);
	for (size_t i = 0; i < tables->count; i += part.count) {
		part = overview_section(tables, i);
		if (overview_has_results(&part))
			overview_write_section(text, &part, head_lines);
	}
}

/* ---- The machine ---- */

/* Facts about machine and run, one line each; and all that are bad. */
static void overview_write_machine(const struct text *text, const struct tables *tables)
{
	static const char *const names[] = {"made", "machine", "processor", "caches", "memory",
					    "boot", "system", "kernel", "container", "build",
					    "suite", "timing"};
	const struct table *table = tables_find_own(tables, "machine");

	putc('\n', text->out);
	for (size_t i = 0; table != NULL && i < table->row_count; i++) {
		const char *name = table_text(table, i, 0);
		bool is_shown = table->rows[i].is_bad;

		for (size_t j = 0; j < COUNT(names) && !is_shown; j++)
			is_shown = strcmp(names[j], name) == 0;
		if (!is_shown)
			continue;
		fprintf(text->out, "  %-*s", FACT_WIDTH, name);
		text_begin_style(text, table->rows[i].is_bad ? TEXT_BAD : TEXT_PLAIN);
		fputs(overview_cut(tables, table_text(table, i, 1),
				   text_columns(text) - FACT_WIDTH - 2), text->out);
		text_end_style(text, table->rows[i].is_bad ? TEXT_BAD : TEXT_PLAIN);
		putc('\n', text->out);
	}
}

/* Warnings of the target, and what it aborted. */
static void overview_write_remarks(const struct text *text, const struct tables *tables,
				   size_t most)
{
	struct tables part = overview_part(tables, NULL);

	summary_view_write_remarks(text, &part, most);
}

void overview_write(const struct text *text, const struct tables *tables)
{
	struct tables head = *tables;
	struct text all = *text;

	if (overview_count_lines(text, tables) <= OVERVIEW_LINES_MAX) {
		text_write(text, tables);
		return;
	}
	head.count = 0;
	text_write(text, &head);
	overview_write_machine(text, tables);
	if (summary_view_has_cards(tables))
		putc('\n', text->out);
	summary_view_write_cards(text, tables, false);
	overview_write_remarks(text, tables, REMARKS_MAX);
	overview_write_sections(text, tables);
	all.all = true;
	fprintf(text->out, "\nAll %zu lines: bareline show --all     page: bareline report     "
		"data: --json, --csv\n", overview_count_lines(&all, tables));
	fflush(text->out);
}

/* ---- One benchmark ---- */

/* The benchmark's own table, or else the first that has its metrics. */
static const struct table *overview_table_of(const struct tables *tables, const char *bench)
{
	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];

		if (strcmp(table->name, bench) == 0 && table->row_count > 0)
			return table;
	}
	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];

		if (!overview_is_own(table) && table->row_count > 0 &&
		    (table->flags & (TABLE_FACTS | TABLE_DATA | TABLE_DETAIL)) == 0 &&
		    (strcmp(table->name, TIMING_FAMILY) != 0 || strcmp(bench, TIMING_BENCH) == 0))
			return table;
	}
	return NULL;
}

/* Hide stages if there is a total. Returns the number of the other rows. */
static size_t overview_hide_stages(const struct table *table, struct row *rows, size_t stage,
				   bool *has_total)
{
	size_t count = 0;

	*has_total = false;
	for (size_t i = 0; i < table->row_count && stage < table->column_count; i++)
		*has_total |= strcmp(table_text(table, i, stage), TOTAL_STAGE) == 0;
	for (size_t i = 0; i < table->row_count; i++) {
		rows[i] = table->rows[i];
		rows[i].remark = NULL;
		rows[i].is_detail |= *has_total &&
				     strcmp(table_text(table, i, stage), TOTAL_STAGE) != 0;
		count += !rows[i].is_detail;
	}
	return count;
}

/* Whether the row has the value of each parameter, as text or as the number that it means. */
static bool overview_is_point(const struct table *table, size_t row, const struct patterns *points)
{
	for (size_t i = 0; i < points->count; i++) {
		const char *value = strchr(points->items[i], '=') + 1;
		const char *name = tables_text(table->of, "%.*s",
					       (int)(value - 1 - points->items[i]),
					       points->items[i]);
		size_t column = table_column(table, name);
		const struct cell *cell;

		if (column == table->column_count)
			return false;
		cell = table_cell(table, row, column);
		if (!cell->has_value ||
		    strcmp(table->columns[column].kind == COLUMN_TEXT
				   ? cell->text
				   : tables_text(table->of, "%" PRIu64, cell->count), value) != 0)
			return false;
	}
	return true;
}

/* Hide the rows of other points. Returns the number of rows that stay. If none would stay, hides
 * none and returns 0. */
static size_t overview_hide_points(const struct table *table, struct row *rows,
				   const struct patterns *points)
{
	size_t count = 0;

	for (size_t i = 0; i < table->row_count; i++)
		count += !rows[i].is_detail && overview_is_point(table, i, points);
	for (size_t i = 0; i < table->row_count && count > 0; i++)
		rows[i].is_detail |= !overview_is_point(table, i, points);
	return count;
}

/* The keys, medians, 99th percentiles and marks of the first points. *others is the number of
 * points left out. */
static struct table overview_brief_table(const struct text *text, const struct table *table,
					 const struct patterns *points, size_t *others)
{
	static const char *const kept[] = {"median", "p99", "rate", "ns", "unit", "marks"};
	struct table brief = *table;
	struct column *columns = tables_allocate(table->of, table->column_count, sizeof(*columns));
	struct row *rows = tables_allocate(table->of, table->row_count, sizeof(*rows));
	size_t stage = table_column(table, "stage"), room, shown = 0;
	bool has_total;
	size_t count = overview_hide_stages(table, rows, stage, &has_total);

	if (points != NULL && points->count > 0) {
		size_t selected = overview_hide_points(table, rows, points);

		if (selected == 0)
			summary_view_write_line(text, TEXT_BAD, "no point has these parameters");
		else
			count = selected;
	}
	room = count <= BRIEF_ROWS_MAX ? count : BRIEF_ROWS_OF_MANY;
	for (size_t i = 0; i < table->row_count; i++) {
		if (!rows[i].is_detail)
			rows[i].is_detail = shown++ >= room;
	}
	for (size_t i = 0; i < table->column_count; i++) {
		bool is_kept = (table->columns[i].flags & (COLUMN_KEY | COLUMN_ACROSS)) != 0 &&
			       !(has_total && i == stage);

		for (size_t j = 0; j < COUNT(kept) && !is_kept; j++)
			is_kept = strcmp(table->columns[i].name, kept[j]) == 0;
		columns[i] = table->columns[i];
		if (!is_kept)
			columns[i].flags |= COLUMN_DATA;
		if (columns[i].kind == COLUMN_QUANTITY)
			columns[i].flags |= COLUMN_SPREAD;
	}
	*others = count - room;
	brief.columns = columns;
	brief.rows = rows;
	return brief;
}

/* The verdict, then the first check that failed, without that of self-tests. */
static void overview_write_trust(const struct text *text, const struct tables *tables)
{
	const struct overall_verdict *verdict = &tables->verdict;

	summary_view_write_line(text, verdict->verdict == TABLE_BAD ? TEXT_BAD : TEXT_PLAIN,
				tables_text((struct tables *)tables, "%s. %s", verdict->text,
					    verdict->basis));
	for (size_t i = 1; i < tables->check_count; i++) {
		const struct verdict_check *check = &tables->checks[i];

		if (check->verdict != TABLE_BAD && check->verdict != TABLE_UNKNOWN)
			continue;
		summary_view_write_line(text, check->verdict == TABLE_BAD ? TEXT_BAD : TEXT_PLAIN,
					tables_text((struct tables *)tables, "! %s", check->text));
		return;
	}
}

void overview_write_brief(const struct text *text, const struct tables *tables,
			  const char *bench, const struct patterns *points)
{
	const struct table *table = overview_table_of(tables, bench);
	struct table brief;
	size_t others;

	tables_check(tables);
	if (table == NULL) {
		overview_write_part(text, tables, NULL);
		return;
	}
	brief = overview_brief_table(text, table, points, &others);
	summary_view_write_line(text, TEXT_HEADING,
				tables_text(table->of, "%s: %s", bench,
					    strcmp(table->name, bench) != 0 &&
					    table->rows[0].remark != NULL
						    ? table->rows[0].remark : table->title));
	if (tables->badge_count > 1)
		summary_view_write_line(text, TEXT_PLAIN,
					tables_text(table->of, "%s · %s", tables->subtitle,
						    tables->badges[1].text));
	if (others > 0 && table->finding != NULL)
		summary_view_write_line(text, TEXT_HEADING, table->finding);
	text_write_rows(text, &brief);
	overview_write_remarks(text, tables, BRIEF_REMARKS_MAX);
	overview_write_trust(text, tables);
	summary_view_write_line(text, TEXT_DIM,
				others == 0 ? "More: bareline show, or report.html"
					    : tables_text(table->of, "More: bareline show (%zu "
							  "other points), or report.html", others));
	fflush(text->out);
}
