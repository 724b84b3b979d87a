/* SPDX-License-Identifier: MIT */
/* GitHub Flavored Markdown, "Tables (extension)". */
#include "tools/base/escape.h"
#include "tools/table/contradiction.h"
#include "tools/view/cell.h"
#include "tools/view/data.h"

/* GitHub limits a comment to 65 536 characters. */
#define PARTS_MAX 100

static void markdown_write_heads(const struct table *table, FILE *file)
{
	bool has_remarks = (table->flags & TABLE_REMARKS) != 0;

	fputs("\n|", file);
	for (size_t i = 0; i < table->column_count; i++) {
		if (!column_shows(table, i, false))
			continue;
		putc(' ', file);
		escape_markdown(file, column_title(table, i));
		fputs(" |", file);
	}
	fputs(has_remarks ? "  |\n|" : "\n|", file);
	for (size_t i = 0; i < table->column_count; i++) {
		if (column_shows(table, i, false))
			fputs(column_is_number(&table->columns[i]) ? " ---: |" : " --- |", file);
	}
	fputs(has_remarks ? " --- |\n" : "\n", file);
}

static void markdown_write_cell(const struct table *table, size_t row, size_t column, FILE *file)
{
	const struct cell *cell = table_cell(table, row, column);
	bool is_bad = cell->has_value && table->columns[column].kind == COLUMN_VERDICT &&
		      cell->verdict == TABLE_BAD;
	char room[CELL_TEXT_MAX];

	fputs(is_bad ? " **" : " ", file);
	escape_markdown(file, cell_for_people(table, row, column, room));
	if (table->columns[column].kind == COLUMN_QUANTITY) {
		if ((table->columns[column].flags & COLUMN_SPREAD) != 0) {
			fprintf(file, " %s", cell_spread(cell, room));
		} else if (cell_interval(cell, room)[0] != '\0') {
			fputs(" (", file);
			escape_markdown(file, cell_interval(cell, room));
			putc(')', file);
		}
	}
	fputs(is_bad ? "** |" : " |", file);
}

enum markdown_facts { FACTS_BAD = 1, FACTS_PLAIN = 2 };

static void markdown_write_facts(const struct table *table, unsigned wanted, FILE *file)
{
	for (size_t i = 0; i < table->row_count; i++) {
		if ((wanted & (table->rows[i].is_bad ? FACTS_BAD : FACTS_PLAIN)) == 0 ||
		    table->rows[i].is_detail)
			continue;
		fputs(table->rows[i].is_bad ? "- **" : "- ", file);
		escape_markdown(file, table_text(table, i, 0));
		fputs(table->rows[i].is_bad ? "**: " : ": ", file);
		escape_markdown(file, table_text(table, i, 1));
		putc('\n', file);
	}
}

static void markdown_write_title(const struct table *table, FILE *file)
{
	if (table->title[0] == '\0')
		return;
	fputs("\n**", file);
	escape_markdown(file, table->title);
	fputs("**\n", file);
}

/* Begin an element whose contents GitHub and GitLab show after a click on its summary. The summary
 * is HTML. A blank line ends the HTML, so that the following text is Markdown. */
static void markdown_begin_fold(const char *title, FILE *file)
{
	fputs("\n<details><summary>", file);
	escape_xml(file, title);
	fputs("</summary>\n", file);
}

static void markdown_end_fold(FILE *file)
{
	fputs("\n</details>\n", file);
}

static void markdown_write_rows(const struct table *table, bool with_parts, FILE *file)
{
	size_t parts = 0;

	markdown_write_heads(table, file);
	for (size_t i = 0; i < table->row_count; i++) {
		const struct row *row = &table->rows[i];

		if (row->is_detail || (row->is_part && !with_parts))
			continue;
		parts += row->is_part;
		if (parts > PARTS_MAX)
			break;
		/* Rows that belong to another one have a mark. */
		fputs(table->rows[i].is_part ? "| ·" : "|", file);
		for (size_t j = 0; j < table->column_count; j++) {
			if (column_shows(table, j, false))
				markdown_write_cell(table, i, j, file);
		}
		/* Written in a last column. */
		if ((table->flags & TABLE_REMARKS) != 0) {
			putc(' ', file);
			escape_markdown(file, row_remark(&table->rows[i]));
			fputs(" |", file);
		}
		putc('\n', file);
	}
}

/* Whether a row is bad (is_bad), or not bad, and is no detail. */
static bool has_row(const struct table *table, bool is_bad)
{
	for (size_t i = 0; i < table->row_count; i++) {
		if (!table->rows[i].is_detail && table->rows[i].is_bad == is_bad)
			return true;
	}
	return false;
}

/* If any row has parts, write all rows again, with their parts, in a fold. */
static void markdown_write_parts(const struct table *table, FILE *file)
{
	for (size_t i = 0; i < table->row_count; i++) {
		if (!table->rows[i].is_part || table->rows[i].is_detail)
			continue;
		markdown_begin_fold("Stages, and operations with the same change", file);
		markdown_write_rows(table, true, file);
		markdown_end_fold(file);
		return;
	}
}

static void markdown_write_table(const struct table *table, FILE *file)
{
	bool is_folded = (table->flags & TABLE_FOLDED) != 0;

	if ((table->flags & TABLE_FACTS) != 0 && is_folded) {
		if (has_row(table, true))
			putc('\n', file);
		markdown_write_facts(table, FACTS_BAD, file);
		if (has_row(table, false)) {
			markdown_begin_fold(table->title, file);
			putc('\n', file);
			markdown_write_facts(table, FACTS_PLAIN, file);
			markdown_end_fold(file);
		}
	} else if ((table->flags & TABLE_FACTS) != 0) {
		markdown_write_title(table, file);
		putc('\n', file);
		markdown_write_facts(table, FACTS_BAD | FACTS_PLAIN, file);
	} else if (is_folded) {
		markdown_begin_fold(table->title, file);
		markdown_write_rows(table, true, file);
		markdown_end_fold(file);
	} else {
		markdown_write_title(table, file);
		markdown_write_rows(table, false, file);
		markdown_write_parts(table, file);
	}
}

/* Write the checks in a paragraph, after the title. */
static void markdown_write_checks(const struct tables *tables, FILE *file)
{
	static const char *const signs[] = {
		[TABLE_GOOD] = "✓", [TABLE_BAD] = "✗", [TABLE_UNKNOWN] = "!", [TABLE_NEUTRAL] = "–",
	};

	for (size_t i = 0; i < tables->check_count; i++) {
		const struct verdict_check *check = &tables->checks[i];

		fprintf(file, "%s%s ", i == 0 ? "\n" : " · ", signs[check->verdict]);
		escape_markdown(file, check->text);
		if (check->aside[0] != '\0') {
			fputs(" (", file);
			escape_markdown(file, check->aside);
			putc(')', file);
		}
	}
	fputs(tables->check_count > 0 ? "\n" : "", file);
}

/* Whether the table has rows that are not details. */
static bool markdown_has_rows(const struct table *table)
{
	for (size_t i = 0; i < table->row_count; i++) {
		if (!table->rows[i].is_detail)
			return (table->flags & TABLE_DETAIL) == 0;
	}
	return false;
}

void markdown_write(const struct tables *tables, FILE *file)
{
	tables_check(tables);
	fputs("**", file);
	escape_markdown(file, tables->title);
	fputs("**\n", file);
	markdown_write_checks(tables, file);
	for (size_t i = 0; i < tables->count; i++) {
		if (markdown_has_rows(tables->items[i]))
			markdown_write_table(tables->items[i], file);
	}
}
