/* A parameter is a number where it is one in every point; sizes in bytes are shown as such. */
#include "tools/topic/keys.h"

#include <string.h>

#define STAGE "stage"
#define BYTES_END "_bytes"

void keys_add(struct keys *keys, const struct figure *figure)
{
	keys->has_stage = keys->has_stage || figure->stage[0] != '\0';
	for (size_t i = 0; i < figure->parameter_count; i++) {
		const struct figure_parameter *parameter = &figure->parameters[i];
		size_t place = 0;

		while (place < keys->count && strcmp(keys->parameters[place], parameter->name) != 0)
			place++;
		if (place == KEYS_MAX - 1)
			continue;
		if (place == keys->count) {
			keys->columns[keys->count] = (struct column){
				.name = parameter->name,
				.kind = COLUMN_COUNT,
				.flags = COLUMN_KEY,
			};
			keys->parameters[keys->count++] = parameter->name;
		}
		if (!parameter->is_number)
			keys->columns[place].kind = COLUMN_TEXT;
	}
}

static bool keys_has_column(const struct column *columns, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(columns[i].name, name) == 0)
			return true;
	}
	return false;
}

/* "size" over the column of size_bytes. */
static void keys_shape_size(struct tables *tables, struct column *column)
{
	size_t length = strlen(column->name), end = strlen(BYTES_END);

	if (column->kind != COLUMN_COUNT || length <= end ||
	    strcmp(column->name + length - end, BYTES_END) != 0)
		return;
	column->kind = COLUMN_BYTES;
	column->head = tables_text(tables, "%.*s", (int)(length - end), column->name);
}

struct column *keys_end(struct keys *keys, struct tables *tables, const struct column *values,
			size_t value_count)
{
	struct column *columns;

	for (size_t i = 0; i < keys->count; i++) {
		struct column *column = &keys->columns[i];

		keys_shape_size(tables, column);
		while (strcmp(column->name, STAGE) == 0 ||
		       keys_has_column(values, value_count, column->name))
			column->name = tables_text(tables, "point_%s", column->name);
	}
	if (keys->has_stage)
		keys->columns[keys->count++] = (struct column){STAGE, COLUMN_TEXT, COLUMN_KEY, NULL,
							       NULL};
	columns = tables_allocate(tables, keys->count + value_count, sizeof(*columns));
	memcpy(columns, keys->columns, keys->count * sizeof(*columns));
	memcpy(columns + keys->count, values, value_count * sizeof(*columns));
	return columns;
}

void keys_cells(const struct keys *keys, struct table *table, const struct figure *figure)
{
	size_t parameters = keys->count - keys->has_stage;

	for (size_t i = 0; i < parameters; i++) {
		const struct figure_parameter *parameter = figure_parameter(figure,
									    keys->parameters[i]);

		if (parameter == NULL)
			cell_none(table);
		else if (keys->columns[i].kind == COLUMN_TEXT)
			cell_string(table, parameter->value);
		else
			cell_count(table, parameter->number);
	}
	if (keys->has_stage && figure->stage[0] != '\0')
		cell_string(table, figure->stage);
	else if (keys->has_stage)
		cell_none(table);
}
