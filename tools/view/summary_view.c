/* SPDX-License-Identifier: MIT */
/* The head of the page as text: badges, bad and notable facts, and cards with their curves. */
#include "tools/view/summary_view.h"

#include <string.h>

#include "tools/base/utf8.h"
#include "tools/table/contradiction.h"

#define SUMMARY_VIEW_ROWS_MAX 10
/* A run with fewer key metrics has another subject, and its tables are shown instead. */
#define SUMMARY_VIEW_ROWS_MIN 5
#define SUMMARY_VIEW_REMARKS_MAX 2
#define SUMMARY_VIEW_MARGIN 2

static const struct table *summary_view_cards(const struct tables *tables)
{
	for (size_t i = 0; i < tables->count; i++) {
		if ((tables->items[i]->flags & TABLE_CARDS) != 0)
			return tables->items[i];
	}
	return NULL;
}

bool summary_view_has_cards(const struct tables *tables)
{
	const struct table *cards = summary_view_cards(tables);

	return cards != NULL && cards->row_count > 0;
}

bool summary_view_is_enough(const struct tables *tables)
{
	const struct table *cards = summary_view_cards(tables);

	return cards != NULL && cards->row_count >= SUMMARY_VIEW_ROWS_MIN;
}

void summary_view_write_line(const struct text *text, enum text_style style, const char *line)
{
	size_t room = text_columns(text) - SUMMARY_VIEW_MARGIN;
	bool fits = utf8_length(line) <= room;

	fprintf(text->out, "%*s", SUMMARY_VIEW_MARGIN, "");
	text_begin_style(text, style);
	fprintf(text->out, "%.*s%s", (int)utf8_prefix_of(line, fits ? room : room - 1), line,
		fits ? "" : "…");
	text_end_style(text, style);
	putc('\n', text->out);
}

/* Write the badges, in as many lines as needed. A badge is cut only if it is longer than a line. */
void summary_view_write_badges(const struct text *text, const struct tables *tables)
{
	bool is_bad = tables->badge_count > 0 && tables->badges[0].verdict == TABLE_BAD;
	enum text_style style = is_bad ? TEXT_BAD : TEXT_HEADING;
	const char *line = "";

	for (size_t i = 0; i < tables->badge_count; i++) {
		const char *badge = tables->badges[i].text;
		const char *longer = tables_text((struct tables *)tables, "%s%s%s", line,
						 line[0] != '\0' ? " · " : "", badge);

		if (utf8_length(longer) > text_columns(text) - SUMMARY_VIEW_MARGIN &&
		    line[0] != '\0') {
			summary_view_write_line(text, style, line);
			longer = badge;
		}
		line = longer;
	}
	summary_view_write_line(text, style, line);
}

static bool summary_view_is_remark(const struct table *table, size_t row)
{
	return (table->flags & TABLE_FACTS) != 0 &&
	       (table->rows[row].is_bad || table->rows[row].is_notable);
}

/* Write the bad remarks if is_bad, or else the other remarks, until `most` remarks are written in
 * all. *count is the number found so far. */
static void summary_view_write_kind(const struct text *text, const struct tables *tables,
				    bool is_bad, size_t most, size_t *count)
{
	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];

		for (size_t j = 0; j < table->row_count; j++) {
			const char *name;

			if (!summary_view_is_remark(table, j) || table->rows[j].is_bad != is_bad ||
			    (*count)++ >= most)
				continue;
			name = table_text(table, j, 0);
			name += strspn(name, " ");
			summary_view_write_line(text, is_bad ? TEXT_BAD : TEXT_PLAIN,
						tables_text(table->of, "! %s%s%s", name,
							    name[0] != '\0' ? ": " : "",
							    table_text(table, j, 1)));
		}
	}
}

void summary_view_write_remarks(const struct text *text, const struct tables *tables, size_t most)
{
	size_t count = 0;

	summary_view_write_kind(text, tables, true, most, &count);
	summary_view_write_kind(text, tables, false, most, &count);
	if (count > most)
		summary_view_write_line(text, TEXT_PLAIN,
					tables_text((struct tables *)tables,
						    "! and %zu more remarks", count - most));
}

void summary_view_write_cards(const struct text *text, const struct tables *tables,
			      bool has_curves)
{
	const struct table *cards = summary_view_cards(tables);
	struct table shown;
	struct column *columns;

	if (cards == NULL || cards->row_count == 0)
		return;
	shown = *cards;
	columns = tables_allocate(cards->of, cards->column_count, sizeof(*columns));
	for (size_t i = 0; i < cards->column_count; i++) {
		columns[i] = cards->columns[i];
		if (columns[i].kind == COLUMN_CURVE && has_curves)
			columns[i].flags &= ~(unsigned)COLUMN_DATA;
		if (columns[i].kind == COLUMN_QUANTITY && !has_curves)
			columns[i].flags |= COLUMN_SPREAD;
	}
	shown.columns = columns;
	if (shown.row_count > SUMMARY_VIEW_ROWS_MAX)
		shown.row_count = SUMMARY_VIEW_ROWS_MAX;
	text_write_rows(text, &shown);
}

void summary_view_write(const struct text *text, const struct tables *tables)
{
	tables_check(tables);
	summary_view_write_badges(text, tables);
	if (tables->subtitle[0] != '\0')
		summary_view_write_line(text, TEXT_PLAIN, tables->subtitle);
	summary_view_write_cards(text, tables, true);
	summary_view_write_remarks(text, tables, SUMMARY_VIEW_REMARKS_MAX);
}
