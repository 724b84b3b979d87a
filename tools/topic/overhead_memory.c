/* SPDX-License-Identifier: MIT */
/* One dependent load by working set, with the curves of both sides in one chart. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/record/point.h"
#include "tools/table/number.h"
#include "tools/topic/overhead.h"
#include "tools/topic/sides.h"

#define CURVE_BENCH "mem.latency"
#define PAGE_BYTES 4096

/* Curves differ at sizes whose medians are further apart. */
#define ALIKE_PART 0.125

struct size_point {
	uint64_t size_bytes;
	const struct compared_metric *metric;
};

static int compare_points(const void *a, const void *b)
{
	const struct size_point *left = a, *right = b;

	return (left->size_bytes > right->size_bytes) - (left->size_bytes < right->size_bytes);
}

/* The sizes that both sides measured with small pages, ascending. Sets their number. */
static struct size_point *common_sizes(struct tables *tables, const struct comparison *comparison,
				       size_t *count)
{
	struct size_point *points = tables_allocate(tables, comparison->metric_count + 1,
						    sizeof(*points));

	*count = 0;
	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct compared_metric *metric = &comparison->metrics[i];
		uint64_t page_bytes;

		if (strcmp(metric->bench, CURVE_BENCH) == 0 && metric_is_common(metric) &&
		    !metric->is_counted && point_number(metric->point, "page_bytes", &page_bytes) &&
		    page_bytes == PAGE_BYTES &&
		    point_number(metric->point, "size_bytes", &points[*count].size_bytes))
			points[(*count)++].metric = metric;
	}
	qsort(points, *count, sizeof(*points), compare_points);
	return points;
}

static bool differs(const struct size_point *point)
{
	const struct side_metric *sides = point->metric->sides;

	return fabs(sides[LINUX].median / sides[METAL].median - 1) > ALIKE_PART;
}

/* "A load costs the same up to 1 MiB and from 14 MiB". */
static const char *memory_finding(struct tables *tables, const struct size_point *points,
				  size_t count)
{
	size_t first = 0, last = count;
	char low[POINT_TEXT_MAX], high[POINT_TEXT_MAX];

	while (first < count && !differs(&points[first]))
		first++;
	while (last > first && !differs(&points[last - 1]))
		last--;
	if (first == count)
		return "A load costs the same on both sides, at every size";
	if (first == 0 && last == count)
		return "A load differs at the smallest and the largest size";
	point_size(points[first > 0 ? first - 1 : 0].size_bytes, low);
	point_size(points[last < count ? last : count - 1].size_bytes, high);
	if (last == count)
		return tables_text(tables, "A load costs the same up to %s", low);
	if (first == 0)
		return tables_text(tables, "A load costs the same from %s", high);
	return tables_text(tables, "A load costs the same up to %s and from %s", low, high);
}

void overhead_add_memory(struct tables *tables, const struct comparison *comparison)
{
	static const struct column columns[] = {
		{"side", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"size_bytes", COLUMN_BYTES, COLUMN_KEY, "size", NULL},
		{"median", COLUMN_NUMBER, 0, NULL, "ns"},
	};
	size_t count, alike = 0;
	const struct size_point *points = common_sizes(tables, comparison, &count);
	struct table *table;

	if (count < 2)
		return;
	table = table_begin(tables, OVERHEAD_MEMORY_SECTION, "overhead.memory",
			    "A load by working set, pages of 4 KiB", columns, COUNT(columns));
	table->flags = TABLE_LEAD | TABLE_WIDE | TABLE_DETAIL;
	for (enum side side = METAL; side < SIDES; side++) {
		for (size_t i = 0; i < count; i++) {
			table_row(table);
			cell_text(table_at(table, "side"), "%s", side_name(comparison, side));
			cell_count(table_at(table, "size_bytes"), points[i].size_bytes);
			cell_number(table_at(table, "median"),
				    points[i].metric->sides[side].median);
		}
	}
	for (size_t i = 0; i < count; i++)
		alike += !differs(&points[i]);
	table->finding = memory_finding(tables, points, count);
	table->note = tables_text(tables, "%zu of %zu sizes are within %.1f %% of bare metal.",
				  alike, count, 100 * ALIKE_PART);
	table->chart = (struct chart){
		.kind = CHART_CURVES,
		.names = {"side"},
		.x = "size_bytes",
		.y = "median",
		.x_axis = {.label = "working set", .is_log = true, .is_size = true},
		.y_axis = {.label = "a load, in ns", .is_log = true},
	};
}
