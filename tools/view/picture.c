/* SPDX-License-Identifier: MIT */
/* Common to all kinds of charts. */
#include "tools/view/picture.h"

#include <err.h>
#include <string.h>

#include "tools/base/exit_status.h"
#include "tools/table/number.h"
#include "tools/view/cell.h"

bool picture_begin_curve(struct picture *picture, const char *name, enum chart_style style,
			 size_t capacity)
{
	size_t number = picture->plot.curve_count;

	if (number == PICTURE_CURVES_MAX)
		return false;
	picture->points[number] = tables_allocate(picture->table->of, capacity,
						  sizeof(*picture->points[number]));
	picture->capacity = capacity;
	picture->curves[number] = (struct plot_curve){
		.name = name,
		.style = style,
		.points = picture->points[number],
	};
	picture->plot.curve_count++;
	return true;
}

void picture_add(struct picture *picture, const struct chart_point *point)
{
	size_t newest = picture->plot.curve_count - 1;
	struct plot_curve *curve = &picture->curves[newest];

	if (curve->count == picture->capacity)
		errx(EXIT_MACHINE, "%s: a curve has more points than counted",
		     picture->table->name);
	picture->points[newest][curve->count++] = *point;
}

const char *picture_hover(const struct picture *picture, size_t row, size_t value,
			  const char *label)
{
	const struct table *table = picture->table;
	const struct cell *cell = table_cell(table, row, value);
	size_t samples = table_column(table, "n");
	const char *unit = cell_unit(table, row, value), *hover;
	char room[CELL_TEXT_MAX], low[NUMBER_TEXT_MAX], high[NUMBER_TEXT_MAX];

	if (table->row_count > PICTURE_HOVERS_MAX)
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

bool picture_has_unit(struct picture *picture, size_t row, size_t value)
{
	const char *unit = cell_unit(picture->table, 0, value);

	if (strcmp(cell_unit(picture->table, row, value), unit) == 0)
		return true;
	picture->plot.unit = unit;
	return false;
}

const char *picture_label(const struct picture *picture, size_t row)
{
	return cells_label(picture->table, row, picture->names, CHART_NAMES_MAX);
}

/* A stage's name may end in the unit of its values. The label omits it if the axis has another unit
 * or instructions. */
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

struct picture_rows picture_find_labels(const struct picture *picture, const char *const *columns,
					size_t count)
{
	const struct table *table = picture->table;
	struct picture_rows rows = {
		.labels = tables_allocate(table->of, PICTURE_ROWS_MAX, sizeof(*rows.labels)),
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
		if (number == rows.count && rows.count < PICTURE_ROWS_MAX)
			rows.labels[rows.count++] = label;
		if (number < rows.count)
			rows.numbers[i] = number;
	}
	for (size_t i = 0; i < rows.count; i++)
		rows.labels[i] = label_without_unit(table->of, rows.labels[i]);
	return rows;
}

struct picture_rows picture_find_rows(const struct picture *picture)
{
	return picture_find_labels(picture, picture->names, CHART_NAMES_MAX);
}

double picture_height(size_t i, size_t count)
{
	return (double)(count - 1 - i);
}

void picture_name_rows(struct picture *picture, const struct picture_rows *rows)
{
	const char **from_below = tables_allocate(picture->table->of, rows->count,
						  sizeof(*from_below));

	for (size_t i = 0; i < rows->count; i++)
		from_below[i] = rows->labels[rows->count - 1 - i];
	picture->plot.y = (struct chart_axis){
		.label = "",
		.low = -0.6,
		.high = (double)rows->count - 0.4,
		.names = from_below,
		.name_count = rows->count,
	};
}

/* Layers with their own points are drawn over the table's rows. */
static void picture_add_layers(struct picture *picture)
{
	const struct chart *chart = &picture->table->chart;

	for (size_t i = 0; i < chart->layer_count; i++) {
		const struct chart_layer *layer = &chart->layers[i];

		if (layer->points == NULL ||
		    !picture_begin_curve(picture, layer->name, layer->style, layer->count))
			continue;
		for (size_t j = 0; j < layer->count; j++)
			picture_add(picture, &layer->points[j]);
	}
}

/* Whether a column is equal in all drawn rows. */
static bool picture_is_common(const struct table *table, size_t column)
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
static void picture_choose_names(struct picture *picture)
{
	const struct table *table = picture->table;
	const char *const *names = table->chart.names;
	size_t count = 0;

	for (size_t i = 0; i < CHART_NAMES_MAX && names[i] != NULL; i++) {
		size_t column = table_column(table, names[i]);

		if (table->chart.kind == CHART_LAYERS || column == table->column_count ||
		    !picture_is_common(table, column))
			picture->names[count++] = names[i];
	}
	if (count == 0)
		memcpy(picture->names, names, sizeof(picture->names));
}

/* Units at the end of titles, which columns of the table then omit. */
static bool is_unit(const char *word)
{
	static const char *const units[] = {"ns", "µs", "ms", "s", "ticks", "TSC ticks",
					    "instructions", "GB/s", "bytes per instruction"};

	for (size_t i = 0; i < COUNT(units); i++) {
		if (strcmp(word, units[i]) == 0)
			return true;
	}
	return false;
}

/* The length of a title without its unit: axes have their own units. */
static size_t picture_title_length(const struct table *table)
{
	const char *unit = title_unit(table), *said = strstr(table->title, UNIT_SAID);

	if (unit != NULL)
		return strlen(table->title) - strlen(unit) - strlen(UNIT_SAID);
	while (said != NULL && !is_unit(said + strlen(UNIT_SAID)))
		said = strstr(said + 1, UNIT_SAID);
	return said != NULL ? (size_t)(said - table->title) : strlen(table->title);
}

static const char *picture_title(const struct table *table)
{
	return tables_text(table->of, "%.*s", (int)picture_title_length(table), table->title);
}

const struct plot *picture_of(const struct table *table)
{
	static void (*const kinds[])(struct picture * picture) = {
		[CHART_CURVES] = picture_curves,     [CHART_DOTS] = picture_dots,
		[CHART_STACK] = picture_stack,       [CHART_GROUPS] = picture_groups,
		[CHART_HEAT_MAP] = picture_heat_map, [CHART_INTERVALS] = picture_intervals,
		[CHART_LAYERS] = picture_layers,     [CHART_DRAWING] = NULL,
	};
	const struct chart *chart = &table->chart;
	struct picture *picture;

	if (chart->kind == CHART_NONE || kinds[chart->kind] == NULL || table->row_count == 0)
		return NULL;
	picture = tables_allocate(table->of, 1, sizeof(*picture));
	*picture = (struct picture){
		.table = table,
		.plot = {.title = picture_title(table),
			 .subtitle = table->caution,
			 .x = chart->x_axis,
			 .y = chart->y_axis,
			 .marks = chart->marks,
			 .mark_count = chart->mark_count},
	};
	picture->plot.curves = picture->curves;
	if (picture->plot.x.label == NULL)
		picture->plot.x.label = "";
	if (picture->plot.y.label == NULL)
		picture->plot.y.label = "";
	picture_choose_names(picture);
	kinds[chart->kind](picture);
	picture_add_layers(picture);
	picture_scale(picture);
	return plot_has_data(&picture->plot) ? &picture->plot : NULL;
}
