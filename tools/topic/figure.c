/* What tables say of a figure: median with interval, minimum, percentiles, n, and what is to be
 * known of its samples. */
#include <string.h>

#include "tools/topic/topic.h"

#define KEYS_MAX 32
#define MARK_UNCORRECTED '+'
#define MARK_SATURATED '<'
#define MARK_DISTURBED '!'

/* ---- Columns ---- */

void figure_value_columns(struct topic *topic, const char *unit,
			  struct column columns[FIGURE_COLUMN_COUNT])
{
	const struct column all[FIGURE_COLUMN_COUNT] = {
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"min", COLUMN_NUMBER, COLUMN_DETAIL, NULL, unit},
		{"median", COLUMN_QUANTITY, 0, NULL, unit},
		{"p99", COLUMN_NUMBER, COLUMN_DETAIL, NULL, unit},
		{"max", COLUMN_NUMBER, COLUMN_DETAIL, NULL, unit},
		{"p25", COLUMN_NUMBER, COLUMN_DATA, NULL, unit},
		{"p75", COLUMN_NUMBER, COLUMN_DATA, NULL, unit},
		{"unit", COLUMN_TEXT, unit != NULL ? COLUMN_DATA : 0, NULL, NULL},
		{"ticks", COLUMN_NUMBER, COLUMN_DETAIL, "TSC ticks", NULL},
		{"marks", COLUMN_TEXT, 0, "", NULL},
	};

	(void)topic;
	memcpy(columns, all, sizeof(all));
}

static bool ends_in(const char *text, const char *end)
{
	size_t length = strlen(text), end_length = strlen(end);

	return length > end_length && strcmp(text + length - end_length, end) == 0;
}

/* "size" over the column of size_bytes. */
static void shape_parameter(struct topic *topic, struct column *column)
{
	size_t bare = strlen(column->name) - strlen("_bytes");

	if (column->kind == COLUMN_COUNT && ends_in(column->name, "_bytes")) {
		column->kind = COLUMN_BYTES;
		column->head = tables_text(topic->tables, "%.*s", (int)bare, column->name);
	}
}

struct keys {
	struct column columns[KEYS_MAX];
	size_t count;
	bool has_stage, has_cold;
};

static void add_key(struct keys *keys, const struct figure_parameter *parameter)
{
	for (size_t i = 0; i < keys->count; i++) {
		if (strcmp(keys->columns[i].name, parameter->name) != 0)
			continue;
		if (!parameter->is_number)
			keys->columns[i].kind = COLUMN_TEXT;
		return;
	}
	if (keys->count < KEYS_MAX - 2)
		keys->columns[keys->count++] = (struct column){
			.name = parameter->name,
			.flags = COLUMN_KEY,
			.kind = parameter->is_number ? COLUMN_COUNT : COLUMN_TEXT,
		};
}

static void find_keys(struct topic *topic, const struct figure *const *figures, size_t count,
		      struct keys *keys)
{
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < figures[i]->parameter_count; j++)
			add_key(keys, &figures[i]->parameters[j]);
		keys->has_stage = keys->has_stage || figures[i]->stage[0] != '\0';
		keys->has_cold = keys->has_cold || figures[i]->cold.summary.ticks.n > 0;
	}
	for (size_t i = 0; i < keys->count; i++)
		shape_parameter(topic, &keys->columns[i]);
	if (keys->has_stage)
		keys->columns[keys->count++] = (struct column){"stage", COLUMN_TEXT, COLUMN_KEY,
							       NULL, NULL};
	if (keys->has_cold)
		keys->columns[keys->count++] = (struct column){"samples", COLUMN_TEXT,
							       COLUMN_KEY | COLUMN_DETAIL, NULL,
							       NULL};
}

/* The unit that all figures have; NULL when they differ. */
static const char *common_unit(const struct figure *const *figures, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		if (strcmp(figures[i]->unit, figures[0]->unit) != 0)
			return NULL;
	}
	return count > 0 ? figures[0]->unit : NULL;
}

const struct column *figure_columns(struct topic *topic, const struct figure *const *figures,
				    size_t count, size_t *column_count, size_t *key_count)
{
	struct keys keys = {0};
	struct column *columns;

	find_keys(topic, figures, count, &keys);
	*key_count = keys.count;
	*column_count = keys.count + FIGURE_COLUMN_COUNT;
	columns = tables_allocate(topic->tables, *column_count, sizeof(*columns));
	memcpy(columns, keys.columns, keys.count * sizeof(*columns));
	figure_value_columns(topic, common_unit(figures, count), columns + keys.count);
	return columns;
}

/* ---- Cells ---- */

static const char *marks_of(struct topic *topic, const struct figure *figure,
			    const struct figure_set *set, bool is_cold)
{
	bool is_timing = strcmp(figure->bench->info->name, TIMING_BENCH) == 0;
	bool is_uncorrected = figure->series->info->timed != 0 && !set->summary.corrected &&
			      !is_timing;

	return tables_text(topic->tables, "%s%s%s", is_uncorrected ? "+" : "",
			   set->summary.saturated > 0 ? "<" : "",
			   !is_cold && figure->series->disturbed_count > 0 ? "!" : "");
}

void figure_value_cells(struct topic *topic, struct table *table, const struct figure *figure,
			bool is_cold)
{
	const struct figure_set *set = is_cold ? &figure->cold : &figure->warm;
	const struct stats stats = is_cold ? figure_cold_stats(figure) : figure_stats(figure);
	const struct quantity median = quantity_of(&stats, topic_is_exact(topic));

	cell_count(table, stats.n);
	cell_number(table, stats.min);
	cell_quantity(table, &median);
	cell_number(table, stats.p99);
	cell_number(table, stats.max);
	cell_number(table, stats.p25);
	cell_number(table, stats.p75);
	cell_string(table, figure->unit);
	if (figure->is_timed && topic->analysis->ns_per_tick > 0)
		cell_number(table, set->summary.ticks.median);
	else
		cell_none(table);
	cell_string(table, marks_of(topic, figure, set, is_cold));
}

static void figure_key_cell(struct table *table, const struct column *column,
			    const struct figure *figure, bool is_cold)
{
	const struct figure_parameter *parameter = figure_parameter(figure, column->name);

	if (parameter != NULL && column->kind != COLUMN_TEXT)
		cell_count(table, parameter->number);
	else if (parameter != NULL)
		cell_string(table, parameter->value);
	else if (strcmp(column->name, "stage") == 0)
		cell_string(table, figure->stage);
	else if (strcmp(column->name, "samples") == 0)
		cell_string(table, is_cold ? "cold" : "warm");
	else
		cell_none(table);
}

void figure_cells(struct topic *topic, struct table *table, const struct figure *figure,
		  const struct column *columns, size_t key_count, bool is_cold)
{
	for (size_t i = 0; i < key_count; i++)
		figure_key_cell(table, &columns[i], figure, is_cold);
	figure_value_cells(topic, table, figure, is_cold);
}

/* ---- Marks ---- */

static bool has_mark(const struct table *table, char mark)
{
	size_t column = table_column(table, "marks");

	for (size_t i = 0; column < table->column_count && i < table->row_count; i++) {
		const struct cell *cell = table_cell(table, i, column);

		if (cell->has_value && strchr(cell->text, mark) != NULL)
			return true;
	}
	return false;
}

void figure_explain_marks(struct table *table)
{
	static const struct {
		char mark;
		const char *meaning;
	} marks[] = {
		{MARK_UNCORRECTED, "the cost of timing is not subtracted"},
		{MARK_SATURATED, "some samples were below the cost of timing and count as 0"},
		{MARK_DISTURBED, "something else ran during some samples"},
	};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		if (has_mark(table, marks[i].mark))
			table->note = tables_text(table->of, "%s%s%c %s.", table->note,
						  table->note[0] != '\0' ? " " : "", marks[i].mark,
						  marks[i].meaning);
	}
}
