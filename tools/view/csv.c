/* SPDX-License-Identifier: MIT */
/* RFC 4180; numbers have twelve digits. */
#include "tools/base/directory.h"
#include "tools/base/escape.h"
#include "tools/base/file.h"
#include "tools/table/contradiction.h"
#include "tools/view/cell.h"
#include "tools/view/data.h"

static void csv_write_cell(const struct table *table, size_t row, size_t column, FILE *file)
{
	const struct cell *cell = table_cell(table, row, column);
	enum column_kind kind = table->columns[column].kind;
	char room[CELL_TEXT_MAX];

	if (kind == COLUMN_CURVE) {
		for (size_t i = 0; cell->has_value && i < cell->curve->count; i++)
			fprintf(file, "%s%.12g", i > 0 ? " " : "", cell->curve->values[i]);
	} else {
		escape_csv(file, cell_for_programs(table, row, column, room));
	}
	if (kind != COLUMN_QUANTITY)
		return;
	if (cell->has_value && cell->quantity->interval == INTERVAL_95)
		fprintf(file, ",%.12g,%.12g", cell->quantity->low, cell->quantity->high);
	else if (cell->has_value && cell->quantity->interval == INTERVAL_EXACT)
		fprintf(file, ",%.12g,%.12g", cell->quantity->value, cell->quantity->value);
	else
		fputs(",,", file);
}

void csv_write(const struct table *table, FILE *file)
{
	for (size_t i = 0; i < table->column_count; i++) {
		const struct column *column = &table->columns[i];

		fputs(i > 0 ? "," : "", file);
		escape_csv(file, column->name);
		if (column->kind == COLUMN_QUANTITY)
			fprintf(file, ",%s_low,%s_high", column->name, column->name);
	}
	fputs("\r\n", file);
	for (size_t i = 0; i < table->row_count; i++) {
		for (size_t j = 0; j < table->column_count; j++) {
			fputs(j > 0 ? "," : "", file);
			csv_write_cell(table, i, j, file);
		}
		fputs("\r\n", file);
	}
}

void csv_write_all(const struct tables *tables, FILE *file)
{
	bool is_first = true;

	tables_check(tables);
	for (size_t i = 0; i < tables->count; i++) {
		if (tables->items[i]->row_count == 0)
			continue;
		fprintf(file, "%s# %s\r\n", is_first ? "" : "\r\n", tables->items[i]->name);
		csv_write(tables->items[i], file);
		is_first = false;
	}
}

bool csv_write_files(const struct tables *tables, const char *directory)
{
	bool good = directory_ensure(directory);

	tables_check(tables);
	for (size_t i = 0; i < tables->count && good; i++) {
		if (tables->items[i]->row_count > 0) {
			const struct table *table = tables->items[i];
			const char *path = tables_text(table->of, "%s/%s.csv", directory,
						       table->name);
			FILE *file = file_create(path);

			if (file != NULL)
				csv_write(table, file);
			good = file_finish(file, path);
		}
	}
	return good;
}
