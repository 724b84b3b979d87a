/* SPDX-License-Identifier: MIT */
/* Scales charts to microseconds or milliseconds if values in the table's unit are long. Tables keep
 * their unit. */
#include <math.h>
#include <string.h>

#include "tools/view/chart.h"

/* Values from this size on are scaled to the next larger unit. */
#define UNIT_MAX 20.0

static double chart_greatest(const struct chart_builder *builder, bool is_x)
{
	double most = 0;

	for (size_t i = 0; i < builder->plot.curve_count; i++) {
		for (size_t j = 0; j < builder->curves[i].count; j++) {
			const struct chart_point *point = &builder->points[i][j];

			most = fmax(most, is_x ? fmax(point->x, point->x_end) : point->y);
		}
	}
	return most;
}

static void chart_divide(struct chart_builder *builder, bool is_x, double by)
{
	for (size_t i = 0; i < builder->plot.curve_count; i++) {
		for (size_t j = 0; j < builder->curves[i].count; j++) {
			struct chart_point *point = &builder->points[i][j];

			if (is_x) {
				point->x /= by;
				point->x_end /= by;
			} else {
				point->y /= by;
				point->base /= by;
				point->low /= by;
				point->high /= by;
			}
		}
	}
}

static const struct {
	const char *label;
	double ns;
} time_units[] = {{"in s", 1e9}, {"in ms", 1e6}, {"in µs", 1e3}, {"in ns", 1}};
#define TIME_UNITS (COUNT(time_units))

/* The index of the unit at the end of a label; TIME_UNITS if it is not a time. */
static size_t chart_unit_of(const char *label)
{
	size_t length = strlen(label), i = 0;

	for (; i < TIME_UNITS; i++) {
		size_t end = strlen(time_units[i].label);

		if (length >= end && strcmp(label + length - end, time_units[i].label) == 0)
			break;
	}
	return i;
}

static void chart_scale_axis(struct chart_builder *builder, struct chart_axis *axis, bool is_x)
{
	size_t unit = chart_unit_of(axis->label);
	double most;

	if (axis->scale > 0)
		chart_divide(builder, is_x, 1 / axis->scale);
	if (unit == TIME_UNITS || axis->low != axis->high)
		return;
	most = chart_greatest(builder, is_x) * time_units[unit].ns;
	for (size_t i = 0; i < unit; i++) {
		size_t kept = strlen(axis->label) - strlen(time_units[unit].label);

		if (most < UNIT_MAX * time_units[i].ns)
			continue;
		chart_divide(builder, is_x, time_units[i].ns / time_units[unit].ns);
		axis->label = tables_text(builder->table->of, "%.*s%s", (int)kept, axis->label,
					  time_units[i].label);
		return;
	}
}

void chart_scale_axes(struct chart_builder *builder)
{
	chart_scale_axis(builder, &builder->plot.x, true);
	chart_scale_axis(builder, &builder->plot.y, false);
}
