/* SPDX-License-Identifier: MIT */
/* The text of cells. All views use it, so that they show equal values. */
#include "tools/view/cell.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tools/record/point.h"
#include "tools/table/number.h"

/* In ascending order: Unicode, "Block Elements". */
static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
#define BLOCKS (COUNT(blocks))
#define CURVE_CHARACTERS 32

/* An interval has both sides if its longer side is more than this part of the value, and more than
 * twice the other side. */
#define SKEWED_MIN 0.1

bool column_is_number(const struct column *column)
{
	return (column->flags & COLUMN_RIGHT) != 0 ||
	       (column->kind != COLUMN_TEXT && column->kind != COLUMN_VERDICT &&
		column->kind != COLUMN_CURVE);
}

/* Whether the title contains the unit. Also true for a column with limits of a quantity if the head
 * of the quantity contains the unit. */
static bool unit_is_shown(const struct table *table, size_t column)
{
	const char *unit = table->columns[column].unit, *above = title_unit(table);

	if (above != NULL && strcmp(above, unit) == 0)
		return true;
	for (size_t i = 0; i < table->column_count; i++) {
		const struct column *other = &table->columns[i];

		if (i != column && other->kind == COLUMN_QUANTITY && other->unit != NULL &&
		    strcmp(other->unit, unit) == 0)
			return table->columns[column].kind != COLUMN_QUANTITY;
	}
	return false;
}

const char *column_title(const struct table *table, size_t column)
{
	const struct column *shape = &table->columns[column];
	const char *head = column_head(table->of, shape);

	if (shape->unit == NULL || shape->unit[0] == '\0' || shape->kind == COLUMN_BYTES ||
	    strcmp(head, shape->unit) == 0 || unit_is_shown(table, column))
		return head;
	return tables_text(table->of, "%s, %s", head, shape->unit);
}

static bool has_differing_cells(const struct table *table, size_t column)
{
	for (size_t i = 1; i < table->row_count; i++) {
		if (!cell_is_same(table, column, 0, i))
			return true;
	}
	return false;
}

bool column_shows(const struct table *table, size_t column, bool with_details)
{
	const unsigned detail_key = COLUMN_KEY | COLUMN_DETAIL;
	unsigned flags = table->columns[column].flags;

	if ((flags & COLUMN_DATA) != 0)
		return false;
	if ((flags & detail_key) == detail_key &&
	    !(with_details && has_differing_cells(table, column)))
		return false;
	for (size_t i = 0; i < table->row_count; i++) {
		if ((with_details || !table->rows[i].is_detail) &&
		    table_cell(table, i, column)->has_value)
			return true;
	}
	return false;
}

bool column_has_intervals(const struct table *table, size_t column)
{
	for (size_t i = 0; i < table->row_count; i++) {
		const struct cell *cell = table_cell(table, i, column);

		if (table->columns[column].kind == COLUMN_QUANTITY && cell->has_value &&
		    (cell->quantity->interval != INTERVAL_NONE || cell->quantity->is_estimated))
			return true;
	}
	return false;
}

/* The values that fit. For a sweep, they are at equal distances, with the first and the last value;
 * otherwise they are the latest values. Returns their number. */
static size_t curve_shown(const struct cell_curve *curve, double shown[CURVE_CHARACTERS])
{
	size_t count = curve->count < CURVE_CHARACTERS ? curve->count : CURVE_CHARACTERS;
	size_t from = curve->count - count;

	for (size_t i = 0; i < count; i++) {
		size_t place = from + i;

		if (curve->is_sweep && from > 0)
			place = i * (curve->count - 1) / (count - 1);
		shown[i] = curve->is_sweep ? log(curve->values[place]) : curve->values[place];
	}
	return count;
}

/* Scaled between the minimum and the maximum; a value that is not finite is blank. */
static void write_curve(const struct cell *cell, char text[CELL_TEXT_MAX])
{
	double shown[CURVE_CHARACTERS], low = NAN, high = NAN;
	size_t count = curve_shown(cell->curve, shown), used = 0;

	for (size_t i = 0; i < count; i++) {
		low = fmin(low, shown[i]);
		high = fmax(high, shown[i]);
	}
	for (size_t i = 0; i < count; i++) {
		double part = high > low ? (shown[i] - low) / (high - low) : 0;
		const char *block = isfinite(part)
					    ? blocks[(size_t)(part * (double)(BLOCKS - 1) + 0.5)]
					    : " ";

		used += (size_t)snprintf(text + used, CELL_TEXT_MAX - used, "%s", block);
	}
}

const char *cell_for_people(const struct table *table, size_t row, size_t column,
			    char text[CELL_TEXT_MAX])
{
	const struct cell *cell = table_cell(table, row, column);

	text[0] = '\0';
	if (!cell->has_value)
		return text;
	switch (table->columns[column].kind) {
	case COLUMN_TEXT:
	case COLUMN_VERDICT:
		return cell->text;
	case COLUMN_COUNT:
		snprintf(text, CELL_TEXT_MAX, "%" PRIu64, cell->count);
		break;
	case COLUMN_BYTES:
		return point_size(cell->count, text);
	case COLUMN_NUMBER:
		return number_text(cell->number, text);
	case COLUMN_QUANTITY:
		return number_text(cell->quantity->value, text);
	case COLUMN_SHARE:
		return number_share_text(cell->number, text);
	case COLUMN_CHANGE:
		return number_change_text(cell->number, text);
	case COLUMN_PROBABILITY:
		return number_probability_text(cell->number, text);
	case COLUMN_CURVE:
		write_curve(cell, text);
		break;
	}
	return text;
}

const char *cell_interval(const struct cell *cell, char text[CELL_TEXT_MAX])
{
	char low[NUMBER_TEXT_MAX], high[NUMBER_TEXT_MAX];

	text[0] = '\0';
	if (!cell->has_value)
		return text;
	switch (cell->quantity->interval) {
	case INTERVAL_EXACT:
		return "exact";
	case INTERVAL_95:
		snprintf(text, CELL_TEXT_MAX, cell->quantity->low < 0 ? "%s to %s" : "%s - %s",
			 number_text(cell->quantity->low, low),
			 number_text(cell->quantity->high, high));
		return text;
	case INTERVAL_NONE:
		break;
	}
	return cell->quantity->is_estimated ? "n too small" : text;
}

const char *cell_spread(const struct cell *cell, char text[CELL_TEXT_MAX])
{
	const struct quantity *quantity = cell->quantity;
	char share[NUMBER_TEXT_MAX];
	double above, below;

	if (!cell->has_value || quantity->interval != INTERVAL_95 || quantity->value == 0)
		return cell->has_value && quantity->is_estimated &&
				       quantity->interval != INTERVAL_EXACT
			       ? "± ?"
			       : cell_interval(cell, text);
	above = (quantity->high - quantity->value) / fabs(quantity->value);
	below = (quantity->value - quantity->low) / fabs(quantity->value);
	if (fmax(above, below) > SKEWED_MIN && fmax(above, below) > 2 * fmin(above, below))
		snprintf(text, CELL_TEXT_MAX, "-%.1f to +%.1f %%", 100 * below, 100 * above);
	else
		snprintf(text, CELL_TEXT_MAX, "± %s", number_share_text(fmax(above, below), share));
	return text;
}

const char *cell_for_programs(const struct table *table, size_t row, size_t column,
			      char text[CELL_TEXT_MAX])
{
	const struct cell *cell = table_cell(table, row, column);
	enum column_kind kind = table->columns[column].kind;
	double value;

	text[0] = '\0';
	if (!cell->has_value)
		return text;
	if (kind == COLUMN_TEXT || kind == COLUMN_VERDICT)
		return cell->text;
	if (kind == COLUMN_COUNT || kind == COLUMN_BYTES)
		snprintf(text, CELL_TEXT_MAX, "%" PRIu64, cell->count);
	else if (cell_value(table, row, column, &value))
		snprintf(text, CELL_TEXT_MAX, "%.12g", value);
	return text;
}

const char *title_unit(const struct table *table)
{
	size_t length = strlen(table->title), separator = strlen(UNIT_SEPARATOR);

	for (size_t i = 0; i < table->column_count; i++) {
		const char *unit = table->columns[i].unit;
		size_t end = unit != NULL ? strlen(unit) : 0;

		if (end > 0 && length > separator + end &&
		    strcmp(table->title + length - end, unit) == 0 &&
		    strncmp(table->title + length - end - separator, UNIT_SEPARATOR, separator) ==
			    0)
			return unit;
	}
	return NULL;
}

/* A number needs its column's name. Words such as "warm" do not, but "on" and "off" do. */
static bool needs_name(const struct column *column, const char *text)
{
	return column_is_number(column) || (column->flags & COLUMN_NAMED) != 0 ||
	       strcmp(text, "on") == 0 || strcmp(text, "off") == 0 ||
	       (text[0] >= '0' && text[0] <= '9');
}

const char *cells_label(const struct table *table, size_t row, const char *const *columns,
			size_t count)
{
	const char *label = "", *text;
	char room[CELL_TEXT_MAX];

	for (size_t i = 0; i < count && columns[i] != NULL; i++) {
		size_t place = table_column(table, columns[i]);
		const struct column *column = &table->columns[place];

		if (place == table->column_count)
			continue;
		text = cell_for_people(table, row, place, room);
		if (text[0] == '\0')
			continue;
		if (label[0] == '\0' && text != room && !needs_name(column, text)) {
			label = text;
			continue;
		}
		label = needs_name(column, text)
			? tables_text(table->of, "%s%s%s %s%s%s", label,
				      label[0] != '\0' ? ", " : "",
				      column_head(table->of, column), text,
				      column->unit != NULL ? " " : "",
				      column->unit != NULL ? column->unit : "")
			: tables_text(table->of, "%s%s%s", label,
				      label[0] != '\0' ? ", " : "", text);
	}
	return label;
}
