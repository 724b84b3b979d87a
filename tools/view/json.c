/* SPDX-License-Identifier: MIT */
/* Tables as JSON: a row is an object whose keys are the columns' names. */
#include "tools/base/json_text.h"
#include "tools/table/contradiction.h"
#include "tools/view/cell.h"
#include "tools/view/data.h"

static const char *const kind_names[] = {
	[COLUMN_TEXT] = "text",         [COLUMN_COUNT] = "count",
	[COLUMN_BYTES] = "bytes",       [COLUMN_NUMBER] = "number",
	[COLUMN_QUANTITY] = "quantity", [COLUMN_SHARE] = "share",
	[COLUMN_CHANGE] = "change",     [COLUMN_VERDICT] = "verdict",
	[COLUMN_CURVE] = "curve",       [COLUMN_PROBABILITY] = "probability",
};

static void json_write_quantity(struct json_text *json, const char *key,
				const struct quantity *quantity)
{
	bool is_exact = quantity->interval == INTERVAL_EXACT;
	bool has_interval = quantity->interval == INTERVAL_95 || is_exact;

	json_text_open(json, key, '{');
	json_text_real(json, "value", quantity->value);
	json_text_real_or_null(json, "low", has_interval,
			       is_exact ? quantity->value : quantity->low);
	json_text_real_or_null(json, "high", has_interval,
			       is_exact ? quantity->value : quantity->high);
	json_text_bool(json, "exact", is_exact);
	json_text_close(json, '}');
}

static void json_write_cell(struct json_text *json, const struct column *column,
			    const struct cell *cell)
{
	if (!cell->has_value) {
		json_text_null(json, column->name);
		return;
	}
	switch (column->kind) {
	case COLUMN_TEXT:
	case COLUMN_VERDICT:
		json_text_string(json, column->name, cell->text);
		break;
	case COLUMN_COUNT:
	case COLUMN_BYTES:
		json_text_number(json, column->name, cell->count);
		break;
	case COLUMN_NUMBER:
	case COLUMN_SHARE:
	case COLUMN_CHANGE:
	case COLUMN_PROBABILITY:
		json_text_real(json, column->name, cell->number);
		break;
	case COLUMN_QUANTITY:
		json_write_quantity(json, column->name, cell->quantity);
		break;
	case COLUMN_CURVE:
		json_text_reals(json, column->name, cell->curve->values, cell->curve->count);
		break;
	}
}

static void json_write_row(struct json_text *json, const struct table *table, size_t row,
			   bool names_table)
{
	json_text_open(json, NULL, '{');
	if (names_table)
		json_text_string(json, "table", table->name);
	for (size_t i = 0; i < table->column_count; i++)
		json_write_cell(json, &table->columns[i], table_cell(table, row, i));
	if (row_remark(&table->rows[row])[0] != '\0')
		json_text_string(json, "remark", row_remark(&table->rows[row]));
	json_text_close(json, '}');
}

static bool json_has_intervals(const struct table *table)
{
	for (size_t i = 0; i < table->column_count; i++) {
		if (column_has_intervals(table, i))
			return true;
	}
	return false;
}

static void json_write_table(struct json_text *json, const struct table *table)
{
	json_text_open(json, NULL, '{');
	json_text_string(json, "name", table->name);
	json_text_string(json, "section", table->section);
	json_text_string(json, "title", table->title);
	json_text_string(json, "note", table->note);
	json_text_open(json, "columns", '[');
	for (size_t i = 0; i < table->column_count; i++) {
		const struct column *column = &table->columns[i];

		json_text_open(json, NULL, '{');
		json_text_string(json, "name", column->name);
		json_text_string(json, "kind", kind_names[column->kind]);
		if (column->unit != NULL)
			json_text_string(json, "unit", column->unit);
		json_text_close(json, '}');
	}
	json_text_close(json, ']');
	if (json_has_intervals(table))
		json_text_string(json, "intervals", table->interval_name);
	json_text_open(json, "rows", '[');
	for (size_t i = 0; i < table->row_count; i++)
		json_write_row(json, table, i, false);
	json_text_close(json, ']');
	json_text_close(json, '}');
}

void json_write(const struct tables *tables, FILE *file)
{
	struct json_text json;

	tables_check(tables);
	json_text_begin(&json, file);
	json_text_open(&json, NULL, '{');
	json_text_string(&json, "schema", TABLES_SCHEMA);
	json_text_string(&json, "title", tables->title);
	json_text_open(&json, "tables", '[');
	for (size_t i = 0; i < tables->count; i++)
		json_write_table(&json, tables->items[i]);
	json_text_close(&json, ']');
	json_text_close(&json, '}');
	json_text_end(&json);
}

void ndjson_write(const struct tables *tables, FILE *file)
{
	tables_check(tables);
	for (size_t i = 0; i < tables->count; i++) {
		for (size_t j = 0; j < tables->items[i]->row_count; j++) {
			struct json_text json;

			json_text_begin_line(&json, file);
			json_write_row(&json, tables->items[i], j, true);
			json_text_end(&json);
		}
	}
}
