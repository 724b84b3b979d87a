/* SPDX-License-Identifier: MIT */
/* Writes sections and tables: headings, notes, facts, and the choice of a layout. */
#include "tools/view/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/utf8.h"
#include "tools/table/contradiction.h"

#define FACT_MARGIN 16
#define CLAUSE_SEPARATOR "; "

bool text_has_colour(int file)
{
	const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");

	return isatty(file) != 0 && (refused == NULL || refused[0] == '\0') &&
	       (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

struct text text_on_stdout(bool all)
{
	size_t columns = terminal_width(STDOUT_FILENO);

	return (struct text){.out = stdout, .all = all, .colour = text_has_colour(STDOUT_FILENO),
			     .columns = columns < TEXT_COLUMNS_MAX ? columns : TEXT_COLUMNS_MAX};
}

size_t text_columns(const struct text *text)
{
	return text->columns > 0 ? text->columns : TERMINAL_COLUMNS;
}

/* ECMA-48, "SGR - Select Graphic Rendition". */
static const char *style_code(enum text_style style)
{
	switch (style) {
	case TEXT_HEADING:
		return "1";
	case TEXT_BAD:
		return "1;31";
	case TEXT_DIM:
		return "2";
	case TEXT_PLAIN:
		break;
	}
	return "0";
}

void text_begin_style(const struct text *text, enum text_style style)
{
	if (text->colour && style != TEXT_PLAIN)
		fprintf(text->out, "\033[%sm", style_code(style));
}

void text_end_style(const struct text *text, enum text_style style)
{
	if (text->colour && style != TEXT_PLAIN)
		fputs("\033[0m", text->out);
}

/* The length of the first word. If the word is longer than a line, the length of its part up to a
 * comma that fits. */
static int text_word(const char *words, size_t room)
{
	size_t bytes = strcspn(words, " "), fit = 0;

	if (utf8_length_of(words, bytes) <= room)
		return (int)bytes;
	for (size_t i = 0; i < bytes && utf8_length_of(words, i + 1) <= room; i++) {
		if (words[i] == ',')
			fit = i + 1;
	}
	return (int)(fit > 0 ? fit : bytes);
}

void text_write_wrapped(const struct text *text, size_t margin, const char *words)
{
	size_t column = margin;

	while (*words != '\0') {
		size_t blanks = strspn(words, " ");
		int bytes = text_word(words + blanks, text_columns(text) - margin);
		size_t width = utf8_length_of(words + blanks, (size_t)bytes);

		if (column > margin && column + blanks + width > text_columns(text)) {
			fprintf(text->out, "\n%*s", (int)margin, "");
			column = margin;
			fprintf(text->out, "%.*s", bytes, words + blanks);
			column += width;
		} else {
			fprintf(text->out, "%.*s", (int)blanks + bytes, words);
			column += blanks + width;
		}
		words += blanks + (size_t)bytes;
	}
	putc('\n', text->out);
}

/* ---- Facts ---- */

/* A name equal to that of the previous fact is left blank. */
static void text_write_facts(const struct text *text, const struct table *table)
{
	const char *above = "";

	for (size_t i = 0; i < table->row_count; i++) {
		const struct row *row = &table->rows[i];
		enum text_style style = row->is_bad      ? TEXT_BAD
					: row->is_dimmed ? TEXT_DIM
							 : TEXT_PLAIN;
		const char *name = table_text(table, i, 0);

		if (!text->all && row->is_detail)
			continue;
		fprintf(text->out, "  %-*s", FACT_MARGIN - 2, strcmp(name, above) == 0 ? "" : name);
		if (strcmp(name, above) != 0 && utf8_length(name) > FACT_MARGIN - 3)
			fprintf(text->out, "\n%*s", FACT_MARGIN, "");
		text_begin_style(text, style);
		text_write_wrapped(text, FACT_MARGIN, table_text(table, i, 1));
		text_end_style(text, style);
		above = name;
	}
}

/* ---- A table ---- */

/* Whether any part of the table is shown. */
static bool text_shows(const struct text *text, const struct table *table)
{
	if (table->row_count == 0 || (table->flags & TABLE_DATA) != 0 ||
	    (!text->all && (table->flags & TABLE_DETAIL) != 0))
		return false;
	for (size_t i = 0; i < table->row_count; i++) {
		if (text->all || !table->rows[i].is_detail)
			return true;
	}
	return false;
}

/* Write the title as on the page: what was found, then what was measured. The table's name for
 * `plot` and `export` is before what was measured. Facts have no name. */
static void text_write_title(const struct text *text, const struct table *table)
{
	bool has_name = (table->flags & TABLE_FACTS) == 0;
	bool has_finding = table->finding != NULL && has_name;

	putc('\n', text->out);
	if (has_finding) {
		text_begin_style(text, TEXT_HEADING);
		fputs("  ", text->out);
		text_write_wrapped(text, GRID_MARGIN, table->finding);
		text_end_style(text, TEXT_HEADING);
	}
	fputs("  ", text->out);
	text_begin_style(text, has_finding ? TEXT_DIM : TEXT_HEADING);
	text_write_wrapped(text, GRID_MARGIN,
			   !has_name ? table->title
				     : tables_text(table->of, "%s: %s", table->name, table->title));
	text_end_style(text, has_finding ? TEXT_DIM : TEXT_HEADING);
}

/* ---- Verdict ---- */

static const char *const check_signs[] = {
	[TABLE_GOOD] = "✓", [TABLE_BAD] = "✗", [TABLE_UNKNOWN] = "!", [TABLE_NEUTRAL] = "–",
};

static void text_write_check(const struct text *text, const struct tables *tables,
			     const struct verdict_check *check)
{
	enum text_style style = check->verdict == TABLE_BAD ? TEXT_BAD : TEXT_PLAIN;

	text_begin_style(text, style);
	fprintf(text->out, "  %s ", check_signs[check->verdict]);
	text_write_wrapped(text, GRID_MARGIN,
			   check->aside[0] == '\0'
				   ? check->text
				   : tables_text((struct tables *)tables, "%s (%s)", check->text,
						 check->aside));
	text_end_style(text, style);
}

/* ---- All tables ---- */

void text_write_body(const struct text *text, const struct table *table)
{
	size_t across = 0;

	while (across < table->column_count &&
	       (table->columns[across].flags & COLUMN_ACROSS) == 0)
		across++;
	if (text->all || across == table->column_count || !text_write_pivot(text, table, across))
		text_write_rows(text, table);
}

/* A long title is broken between its clauses, so that programs find each one in a line. */
static void text_write_main_title(const struct text *text, struct tables *of, const char *title)
{
	size_t column = 0;

	while (*title != '\0') {
		const char *end = strstr(title, CLAUSE_SEPARATOR);
		size_t bytes = end != NULL ? (size_t)(end - title) + 1 : strlen(title);
		size_t width = utf8_length_of(title, bytes);

		if (width > text_columns(text)) {
			fputs(column > 0 ? "\n  " : "", text->out);
			text_write_wrapped(text, column > 0 ? 2 : 0,
					   tables_text(of, "%.*s", (int)bytes, title));
			column = 0;
			title += bytes + (end != NULL);
			continue;
		}
		if (column > 0 && column + 1 + width > text_columns(text)) {
			fputs("\n  ", text->out);
			column = 2;
		} else if (column > 0) {
			putc(' ', text->out);
			column++;
		}
		fprintf(text->out, "%.*s", (int)bytes, title);
		column += width;
		title += bytes + (end != NULL);
	}
	fputs(column > 0 ? "\n" : "", text->out);
}

/* Facts with the name of their section follow its heading. */
void text_write(const struct text *text, const struct tables *tables)
{
	const char *section = NULL;
	const struct overall_verdict *verdict = &tables->verdict;
	enum text_style style = verdict->verdict == TABLE_BAD ? TEXT_BAD : TEXT_PLAIN;

	tables_check(tables);
	text_begin_style(text, TEXT_HEADING);
	text_write_main_title(text, (struct tables *)tables, tables->title);
	text_end_style(text, TEXT_HEADING);
	if (verdict->text != NULL && !tables->title_has_verdict) {
		text_begin_style(text, style);
		fputs("  ", text->out);
		text_write_wrapped(text, GRID_LINE_MARGIN,
				   tables_text((struct tables *)tables, "%s.%s%s", verdict->text,
					       verdict->basis[0] != '\0' ? " " : "",
					       verdict->basis));
		text_end_style(text, style);
	}
	for (size_t i = 0; i < tables->check_count; i++)
		text_write_check(text, tables, &tables->checks[i]);
	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];
		bool is_new = section == NULL || strcmp(section, table->section) != 0;

		if (!text_shows(text, table))
			continue;
		if (is_new && table->section[0] != '\0') {
			putc('\n', text->out);
			text_begin_style(text, TEXT_HEADING);
			fputs(table->section, text->out);
			text_end_style(text, TEXT_HEADING);
			putc('\n', text->out);
		}
		section = table->section;
		if (table->title[0] != '\0' && strcmp(table->title, table->section) != 0)
			text_write_title(text, table);
		if ((table->flags & TABLE_FACTS) != 0)
			text_write_facts(text, table);
		else
			text_write_body(text, table);
		if (table->note[0] != '\0') {
			fputs("    ", text->out);
			text_write_wrapped(text, GRID_MARGIN, table->note);
		}
	}
	fflush(text->out); /* keeps the order with messages on standard error */
}
