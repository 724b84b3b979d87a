/* SPDX-License-Identifier: MIT */
/* Scales charts to microseconds or milliseconds if values in the table's unit are long. Tables keep
 * their unit. */
#include <math.h>
#include <string.h>

#include "tools/base/proof.h"
#include "tools/base/unit.h"
#include "tools/view/chart.h"

/* Values from this size on are scaled to the next larger unit. */
#define UNIT_MAX 20.0
#define SCALE_ROUNDING 1e-9     /* relative, of sums of quotients */

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

/* Units between which an axis can change. */
static const struct unit chart_counts[] = {{1e3, "thousands"}, {1e6, "millions"}};
static const struct chart_units {
	const struct unit *items;
	size_t count;
} chart_units[] = {
	{unit_times, UNIT_TIMES}, {chart_counts, sizeof(chart_counts) / sizeof(chart_counts[0])},
};

/* The unit after the last "in " of a label, and the other units of its kind; NULL if its kind has
 * no other units. */
static const struct unit *chart_unit_of(const char *label, const struct chart_units **kind)
{
	const char *name = strrchr(label, ' ');

	if (name == NULL || name - label < 2 || strncmp(name - 2, "in", 2) != 0)
		return NULL;
	for (size_t i = 0; i < sizeof(chart_units) / sizeof(chart_units[0]); i++) {
		*kind = &chart_units[i];
		for (size_t j = 0; j < (*kind)->count; j++) {
			if (strcmp(name + 1, (*kind)->items[j].name) == 0)
				return &(*kind)->items[j];
		}
	}
	return NULL;
}

static void chart_scale_axis(struct chart_builder *builder, struct chart_axis *axis, bool is_x)
{
	const struct chart_units *kind;
	const struct unit *unit = chart_unit_of(axis->label, &kind), *scaled;

	if (axis->scale > 0)
		chart_divide(builder, is_x, 1 / axis->scale);
	if (unit == NULL || axis->low != axis->high)
		return;
	scaled = unit_for(kind->items, kind->count, chart_greatest(builder, is_x) * unit->size,
			  UNIT_MAX);
	if (scaled <= unit)
		return;
	chart_divide(builder, is_x, scaled->size / unit->size);
	axis->label = tables_text(builder->table->of, "%.*s%s",
				  (int)(strlen(axis->label) - strlen(unit->name)), axis->label,
				  scaled->name);
}

/* The sum of all ends of intervals and ranges, as parts of their values, which no unit changes. */
static double chart_parts(const struct chart_builder *builder)
{
	double sum = 0;

	for (size_t i = 0; i < builder->plot.curve_count; i++) {
		for (size_t j = 0; j < builder->curves[i].count; j++) {
			const struct chart_point *point = &builder->points[i][j];

			if (point->y != 0)
				sum += (fabs(point->low) + fabs(point->high) + fabs(point->base)) /
				       fabs(point->y);
			if (point->x != 0)
				sum += fabs(point->x_end) / fabs(point->x);
		}
	}
	return sum;
}

void chart_scale_axes(struct chart_builder *builder)
{
	double parts = chart_parts(builder), scaled;

	chart_scale_axis(builder, &builder->plot.x, true);
	chart_scale_axis(builder, &builder->plot.y, false);
	scaled = chart_parts(builder);
	proof_require(!isfinite(parts) || fabs(scaled - parts) <= SCALE_ROUNDING * parts,
		      "the intervals of chart %s are not in the unit of its values",
		      builder->table->name);
}
