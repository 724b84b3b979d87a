/* SPDX-License-Identifier: MIT */
/* A parameter's column is numeric if all points have numeric values. Sizes in bytes are shown with
 * a unit. */
#include "tools/topic/keys.h"

#include <string.h>

#define KEYS_MAX 32
#define STAGE "stage"

/* Prefix for a parameter with the name of another column. */
#define RENAMED "point_"

struct keys {
	struct column columns[KEYS_MAX];
	size_t count;
};

static void keys_add(struct keys *keys, const struct metric_parameter *parameter)
{
	size_t place = 0;

	while (place < keys->count && strcmp(keys->columns[place].name, parameter->name) != 0)
		place++;
	if (place == KEYS_MAX - 1)
		return;
	if (place == keys->count)
		keys->columns[keys->count++] = (struct column){
			.name = parameter->name,
			.kind = COLUMN_COUNT,
			.flags = COLUMN_KEY,
		};
	if (!parameter->is_number)
		keys->columns[place].kind = COLUMN_TEXT;
}

/* Suffixes of parameter and stage names, and their units. */
static const struct {
	const char *end, *unit;
} ends[] = {
	{"_bytes", KEYS_BYTES}, {"_ns", "ns"}, {"_us", "µs"},     {"_ms", "ms"},
	{"_hz", "Hz"},          {"_percent", "%"}, {"_ticks", "TSC ticks"},
};

const char *keys_unit(const char *name, size_t *length)
{
	size_t whole = strlen(name);

	*length = whole;
	for (size_t i = 0; i < COUNT(ends); i++) {
		size_t end = strlen(ends[i].end);

		if (whole <= end || strcmp(name + whole - end, ends[i].end) != 0)
			continue;
		*length = whole - end;
		return ends[i].unit;
	}
	return NULL;
}

/* Set head and unit: "size" for size_bytes; "interval" in µs for interval_us. */
static void keys_shape_unit(struct tables *tables, struct column *column)
{
	size_t length;
	const char *unit = keys_unit(column->name, &length);
	char *head;

	if (column->kind != COLUMN_COUNT || unit == NULL)
		return;
	head = (char *)tables_text(tables, "%.*s", (int)length, column->name);
	for (char *c = head; *c != '\0'; c++)
		*c = *c == '_' ? ' ' : *c;
	column->head = head;
	if (strcmp(unit, KEYS_BYTES) == 0)
		column->kind = COLUMN_BYTES;
	else
		column->unit = unit;
}

static bool keys_is_taken(const char *name, const struct column *others, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(others[i].name, name) == 0)
			return true;
	}
	return strcmp(name, STAGE) == 0;
}

struct column *keys_columns(struct tables *tables, const struct metric *const *metrics,
			    size_t count, const struct column *others, size_t other_count,
			    size_t *key_count)
{
	struct keys keys = {0};
	struct column *columns;

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < metrics[i]->parameter_count; j++)
			keys_add(&keys, &metrics[i]->parameters[j]);
	}
	for (size_t i = 0; i < keys.count; i++) {
		struct column *column = &keys.columns[i];

		keys_shape_unit(tables, column);
		if (keys_is_taken(column->name, others, other_count))
			column->name = tables_text(tables, RENAMED "%s", column->name);
	}
	keys.columns[keys.count++] = (struct column){STAGE, COLUMN_TEXT, COLUMN_KEY, NULL, NULL};
	*key_count = keys.count;
	columns = tables_allocate(tables, keys.count + other_count, sizeof(*columns));
	memcpy(columns, keys.columns, keys.count * sizeof(*columns));
	memcpy(columns + keys.count, others, other_count * sizeof(*columns));
	return columns;
}

static const struct metric_parameter *keys_parameter(const struct metric *metric, const char *name)
{
	const struct metric_parameter *parameter = metric_find_parameter(metric, name);

	if (parameter == NULL && strncmp(name, RENAMED, strlen(RENAMED)) == 0)
		parameter = metric_find_parameter(metric, name + strlen(RENAMED));
	return parameter;
}

void keys_cells(struct table *table, const struct column *columns, size_t key_count,
		const struct metric *metric)
{
	for (size_t i = 0; i < key_count; i++) {
		const struct column *column = &columns[i];
		const struct metric_parameter *parameter;

		if (strcmp(column->name, STAGE) == 0) {
			cell_string_or_none(table_at(table, "stage"), metric->stage);
			continue;
		}
		parameter = keys_parameter(metric, column->name);
		if (parameter == NULL)
			cell_none(table);
		else if (column->kind == COLUMN_TEXT)
			cell_string(table, parameter->value);
		else
			cell_count(table, parameter->number);
	}
}
