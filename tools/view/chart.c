/* SPDX-License-Identifier: MIT */
/* Common to all kinds of charts. */
#include "tools/view/chart.h"

#include <err.h>
#include <string.h>

#include "tools/base/exit_status.h"
#include "tools/base/unit.h"
#include "tools/base/utf8.h"
#include "tools/table/number.h"
#include "tools/view/cell.h"

bool chart_begin_curve(struct chart_builder *builder, const char *name, enum chart_style style,
		       size_t capacity)
{
	size_t number = builder->plot.curve_count;

	if (number == CHART_CURVES_MAX)
		return false;
	builder->points[number] = tables_allocate(builder->table->of, capacity,
						  sizeof(*builder->points[number]));
	builder->capacity = capacity;
	builder->curves[number] = (struct plot_curve){
		.name = name,
		.style = style,
		.points = builder->points[number],
	};
	builder->plot.curve_count++;
	return true;
}

void chart_add_point(struct chart_builder *builder, const struct chart_point *point)
{
	size_t newest = builder->plot.curve_count - 1;
	struct plot_curve *curve = &builder->curves[newest];

	if (curve->count == builder->capacity)
		errx(EXIT_MACHINE, "%s: a curve has more points than counted",
		     builder->table->name);
	builder->points[newest][curve->count++] = *point;
}

const char *chart_hover_text(const struct chart_builder *builder, size_t row, size_t value,
			     const char *label)
{
	const struct table *table = builder->table;
	const struct cell *cell = table_cell(table, row, value);
	size_t samples = table_column(table, "n");
	const char *unit = cell_unit(table, row, value), *hover;
	char room[CELL_TEXT_MAX], low[NUMBER_TEXT_MAX], high[NUMBER_TEXT_MAX];

	if (table->row_count > CHART_HOVERS_MAX)
		return NULL;
	hover = tables_text(table->of, "%s%s%s%s%s", label, label[0] != '\0' ? ": " : "",
			    cell_for_people(table, row, value, room), unit[0] != '\0' ? " " : "",
			    unit);
	if (table->columns[value].kind == COLUMN_QUANTITY &&
	    cell->quantity->interval == INTERVAL_95)
		hover = tables_text(table->of, "%s (%s to %s)", hover,
				    number_text(cell->quantity->low, low),
				    number_text(cell->quantity->high, high));
	if (samples < table->column_count && table_cell(table, row, samples)->has_value)
		hover = tables_text(table->of, "%s, n = %s", hover,
				    cell_for_people(table, row, samples, room));
	return hover;
}

bool chart_check_unit(struct chart_builder *builder, size_t row, size_t value)
{
	const char *unit = cell_unit(builder->table, 0, value);

	if (strcmp(cell_unit(builder->table, row, value), unit) == 0)
		return true;
	builder->plot.unit = unit;
	return false;
}

const char *chart_row_label(const struct chart_builder *builder, size_t row)
{
	return cells_label(builder->table, row, builder->names, CHART_NAMES_MAX);
}

/* A stage's name may end in the unit of its values. If the axis has another unit or instructions,
 * the label omits the unit. */
static const char *label_without_unit(struct tables *tables, const char *label)
{
	static const char *const ends[] = {"_ns", "_us", "_ms", "_ticks"};
	size_t whole = strlen(label);

	for (size_t i = 0; i < COUNT(ends); i++) {
		size_t end = strlen(ends[i]);

		if (whole > end && strcmp(label + whole - end, ends[i]) == 0)
			return tables_text(tables, "%.*s", (int)(whole - end), label);
	}
	return label;
}

struct chart_rows chart_find_labels(const struct chart_builder *builder, const char *const *columns,
				    size_t count)
{
	const struct table *table = builder->table;
	struct chart_rows rows = {
		.labels = tables_allocate(table->of, CHART_ROWS_MAX, sizeof(*rows.labels)),
		.numbers = tables_allocate(table->of, table->row_count, sizeof(*rows.numbers)),
	};

	for (size_t i = 0; i < table->row_count; i++) {
		const char *label = cells_label(table, i, columns, count);
		size_t number = 0;

		rows.numbers[i] = SIZE_MAX;
		if (table->rows[i].is_undrawn)
			continue;
		while (number < rows.count && strcmp(rows.labels[number], label) != 0)
			number++;
		if (number == rows.count && rows.count < CHART_ROWS_MAX)
			rows.labels[rows.count++] = label;
		if (number < rows.count)
			rows.numbers[i] = number;
	}
	for (size_t i = 0; i < rows.count; i++)
		rows.labels[i] = label_without_unit(table->of, rows.labels[i]);
	return rows;
}

struct chart_rows chart_find_rows(const struct chart_builder *builder)
{
	return chart_find_labels(builder, builder->names, CHART_NAMES_MAX);
}

double chart_row_height(size_t i, size_t count)
{
	return (double)(count - 1 - i);
}

void chart_label_rows(struct chart_builder *builder, const struct chart_rows *rows)
{
	const char **from_below = tables_allocate(builder->table->of, rows->count,
						  sizeof(*from_below));

	for (size_t i = 0; i < rows->count; i++)
		from_below[i] = rows->labels[rows->count - 1 - i];
	builder->plot.y = (struct chart_axis){
		.label = "",
		.low = -0.5,
		.high = (double)rows->count - 0.5,
		.names = from_below,
		.name_count = rows->count,
	};
}

/* Whether a column is equal in all drawn rows. */
static bool chart_is_common(const struct table *table, size_t column)
{
	size_t first = 0;

	while (first < table->row_count && table->rows[first].is_undrawn)
		first++;
	for (size_t i = first + 1; i < table->row_count; i++) {
		if (!table->rows[i].is_undrawn && !cell_is_same(table, column, first, i))
			return false;
	}
	return true;
}

/* Drop names common to all rows. Layers provide their own names, and a single row keeps all. */
static void chart_choose_names(struct chart_builder *builder)
{
	const struct table *table = builder->table;
	const char *const *names = table->chart.names;
	size_t count = 0;

	for (size_t i = 0; i < CHART_NAMES_MAX && names[i] != NULL; i++) {
		size_t column = table_column(table, names[i]);

		if (table->chart.kind == CHART_LAYERS || column == table->column_count ||
		    !chart_is_common(table, column))
			builder->names[count++] = names[i];
	}
	if (count == 0)
		memcpy(builder->names, names, sizeof(builder->names));
}

/* Units at the end of titles, which columns of the table then omit. */
static bool is_unit(const char *word)
{
	static const char *const units[] = {"ticks", "TSC ticks", "instructions", "GB/s",
					    "bytes per instruction", "bytes per tick"};

	for (size_t i = 0; i < UNIT_TIMES; i++) {
		if (strcmp(word, unit_times[i].name) == 0)
			return true;
	}
	for (size_t i = 0; i < COUNT(units); i++) {
		if (strcmp(word, units[i]) == 0)
			return true;
	}
	return false;
}

/* The length of a title without its unit: axes have their own units. */
static size_t chart_title_length(const struct table *table)
{
	const char *unit = title_unit(table), *separator = strstr(table->title, UNIT_SEPARATOR);

	if (unit != NULL)
		return strlen(table->title) - strlen(unit) - strlen(UNIT_SEPARATOR);
	while (separator != NULL && !is_unit(separator + strlen(UNIT_SEPARATOR)))
		separator = strstr(separator + 1, UNIT_SEPARATOR);
	return separator != NULL ? (size_t)(separator - table->title) : strlen(table->title);
}

/* More curves, or longer names, do not fit at the ends of curves. */
#define END_NAMES_MAX 8
#define END_NAME_LETTERS 16

/* Whether all named curves are lines whose names fit at their ends. Reference lines have none. */
static bool chart_has_end_names(const struct plot *plot)
{
	size_t count = 0;

	for (size_t i = 0; i < plot->curve_count; i++) {
		const struct plot_curve *curve = &plot->curves[i];

		if (curve->style == CHART_REFERENCE || !plot_is_drawn(plot, i))
			continue;
		if (curve->name == NULL || utf8_length(curve->name) > END_NAME_LETTERS ||
		    (curve->style != CHART_LINES_POINTS && curve->style != CHART_LINES))
			return false;
		count++;
	}
	return count > 1 && count <= END_NAMES_MAX;
}

const struct plot *chart_make_plot(const struct table *table)
{
	static void (*const kinds[])(struct chart_builder * builder) = {
		[CHART_CURVES] = chart_build_curves,     [CHART_DOTS] = chart_build_dots,
		[CHART_STACK] = chart_build_stack,       [CHART_GROUPS] = chart_build_groups,
		[CHART_HEAT_MAP] = chart_build_heat_map, [CHART_INTERVALS] = chart_build_intervals,
		[CHART_LAYERS] = chart_build_layers,     [CHART_DRAWING] = NULL,
	};
	const struct chart *chart = &table->chart;
	struct chart_builder *builder;

	if (chart->kind == CHART_NONE || kinds[chart->kind] == NULL || table->row_count == 0)
		return NULL;
	builder = tables_allocate(table->of, 1, sizeof(*builder));
	*builder = (struct chart_builder){
		.table = table,
		.plot = {.title = tables_text(table->of, "%.*s", (int)chart_title_length(table),
					      table->title),
			 .subtitle = table->caution,
			 .x = chart->x_axis,
			 .y = chart->y_axis,
			 .marks = chart->marks,
			 .mark_count = chart->mark_count},
	};
	builder->plot.curves = builder->curves;
	if (builder->plot.x.label == NULL)
		builder->plot.x.label = "";
	if (builder->plot.y.label == NULL)
		builder->plot.y.label = "";
	chart_choose_names(builder);
	kinds[chart->kind](builder);
	/* Layers with their own points are drawn over the table's rows. */
	for (size_t i = 0; i < chart->layer_count; i++) {
		const struct chart_layer *layer = &chart->layers[i];

		if (layer->points == NULL ||
		    !chart_begin_curve(builder, layer->name, layer->style, layer->count))
			continue;
		for (size_t j = 0; j < layer->count; j++)
			chart_add_point(builder, &layer->points[j]);
	}
	chart_scale_axes(builder);
	builder->plot.has_end_names = chart_has_end_names(&builder->plot);
	return plot_has_data(&builder->plot) ? &builder->plot : NULL;
}
