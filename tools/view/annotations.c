/* SPDX-License-Identifier: MIT */
/* GitHub Docs, "Workflow commands for GitHub Actions", "Setting an error message". */
#include <string.h>

#include "tools/view/cases.h"
#include "tools/view/data.h"

/* GitHub shows ten errors of a step. */
#define ERRORS_MAX 10

/* Write a text with escapes, because a property ends at a comma or a colon, and a command at the
 * end of its line. */
static void annotations_write_text(FILE *file, const char *text, bool is_property)
{
	for (; *text != '\0'; text++) {
		if (strchr("%\r\n", *text) != NULL || (is_property && strchr(":,", *text) != NULL))
			fprintf(file, "%%%02X", (unsigned char)*text);
		else
			putc(*text, file);
	}
}

static const struct cell *annotations_cell(const struct table *table, size_t row, const char *name)
{
	size_t column = table_column(table, name);
	const struct cell *cell = column < table->column_count ? table_cell(table, row, column)
							       : NULL;

	return cell != NULL && cell->has_value ? cell : NULL;
}

static void annotations_write_error(const struct table *table, size_t row, size_t verdict,
				    FILE *file)
{
	const struct cell *path = annotations_cell(table, row, "file");
	const struct cell *line = annotations_cell(table, row, "line");
	const struct cell *headline = annotations_cell(table, row, "headline");

	fputs("::error ", file);
	if (path != NULL) {
		fputs("file=", file);
		annotations_write_text(file, path->text, true);
		if (line != NULL)
			fprintf(file, ",line=%lu", line->count);
		putc(',', file);
	}
	fputs("title=", file);
	annotations_write_text(file, headline != NULL ? headline->text : case_name(table, row),
			       true);
	fputs("::", file);
	annotations_write_text(file, case_name(table, row), false);
	fputs(": ", file);
	annotations_write_text(file, case_message(table, row, verdict), false);
	putc('\n', file);
}

void annotations_write(const struct tables *tables, FILE *file)
{
	size_t errors = 0;

	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];
		size_t verdict = case_verdict_column(table);

		for (size_t j = 0; verdict < table->column_count && j < table->row_count; j++) {
			const struct cell *cell = table_cell(table, j, verdict);

			if (cell->has_value && cell->verdict == TABLE_BAD && errors++ < ERRORS_MAX)
				annotations_write_error(table, j, verdict, file);
		}
	}
	fputs("::notice title=Bareline::", file);
	annotations_write_text(file, tables->title, false);
	putc('\n', file);
}
