/* SPDX-License-Identifier: MIT */
/* Converts rows with a verdict to test cases. */
#include "tools/view/cases.h"

#include "tools/view/cell.h"

size_t case_verdict_column(const struct table *table)
{
	size_t i = 0;

	while (i < table->column_count && table->columns[i].kind != COLUMN_VERDICT)
		i++;
	return i;
}

const char *case_name(const struct table *table, size_t row)
{
	const char **keys = tables_allocate(table->of, table->column_count, sizeof(*keys)), *name;
	size_t count = 0;

	for (size_t i = 0; i < table->column_count; i++) {
		if ((table->columns[i].flags & COLUMN_KEY) != 0)
			keys[count++] = table->columns[i].name;
	}
	name = cells_label(table, row, keys, count);
	return name[0] != '\0' ? name : "all";
}

const char *case_message(const struct table *table, size_t row, size_t verdict)
{
	const char *message = table_text(table, row, verdict);
	char room[CELL_TEXT_MAX];

	for (size_t i = 0; i < table->column_count; i++) {
		const char *text = cell_for_people(table, row, i, room);

		/* A column without a head holds marks. */
		if (i != verdict && column_head(table->of, &table->columns[i])[0] != '\0' &&
		    (table->columns[i].flags & (COLUMN_KEY | COLUMN_DATA)) == 0 &&
		    text[0] != '\0')
			message = tables_text(table->of, "%s, %s %s%s%s", message,
					      column_head(table->of, &table->columns[i]), text,
					      cell_unit(table, row, i)[0] != '\0' ? " " : "",
					      cell_unit(table, row, i));
	}
	if (row_remark(&table->rows[row])[0] != '\0')
		message = tables_text(table->of, "%s. %s", message, row_remark(&table->rows[row]));
	return message;
}
