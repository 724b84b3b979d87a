/* SPDX-License-Identifier: MIT */
/* The memory curve by the order in which lines are taken: what translating addresses adds to it,
 * and which of its figures other programs' are to be set beside. */
#include <stdlib.h>
#include <string.h>

#include "tools/topic/topic.h"

/* A figure of all lines at random. */
struct whole_order {
	uint64_t page_bytes, size_bytes;
	const struct figure *figure;
};

/* By pages and size; of both alike the first. */
static int memory_order_compare(const void *a, const void *b)
{
	const struct whole_order *left = a, *right = b;

	if (left->page_bytes != right->page_bytes)
		return left->page_bytes < right->page_bytes ? -1 : 1;
	if (left->size_bytes != right->size_bytes)
		return left->size_bytes < right->size_bytes ? -1 : 1;
	return (left->figure > right->figure) - (left->figure < right->figure);
}

/* All of them, sorted. Returns how many. */
static size_t memory_order_list(const struct figure *figures, size_t count,
				struct whole_order *wholes)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		struct whole_order *whole = &wholes[found];

		whole->figure = &figures[i];
		found += analysis_is_curve_point(&figures[i], &whole->page_bytes,
						 &whole->size_bytes);
	}
	if (found > 0)
		qsort(wholes, found, sizeof(*wholes), memory_order_compare);
	return found;
}

/* The first at the same pages and size; NULL: there is none. */
static const struct figure *memory_order_whole(const struct whole_order *wholes, size_t count,
					       const struct figure *near)
{
	struct whole_order wanted = {0};
	size_t low = 0, high = count;

	if (!figure_number(near, "page_bytes", &wanted.page_bytes) ||
	    !figure_number(near, "size_bytes", &wanted.size_bytes))
		return NULL;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (memory_order_compare(&wholes[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && wholes[low].page_bytes == wanted.page_bytes &&
			       wholes[low].size_bytes == wanted.size_bytes
		       ? wholes[low].figure : NULL;
}

static void memory_order_add(struct topic *topic, struct table *table, const char *order,
			     const struct figure *figure)
{
	const struct stats stats = figure_stats(figure);
	const struct quantity median = quantity_of(&stats, topic_is_exact(topic));
	uint64_t size_bytes = 0;

	figure_number(figure, "size_bytes", &size_bytes);
	table_row(table);
	cell_count(table_at(table, "size_bytes"), size_bytes);
	cell_string(table_at(table, "order"), order);
	cell_quantity(table_at(table, "median"), &median);
	cell_count(table_at(table, "n"), stats.n);
	topic_shows(topic, figure);
}

static void memory_order_draw(struct topic *topic, struct table *table)
{
	table->note = "near: the lines of 64 pages at random, then those of the next 64, so that "
		      "translating addresses costs next to nothing; compares with lat_mem_rd -t "
		      "and multichase. whole: all lines at random.";
	table->chart = (struct chart){
		.kind = CHART_CURVES,
		.names = {"order"},
		.x = "size_bytes",
		.y = "median",
		.x_axis = {.label = "working set", .is_log = true, .is_size = true},
		.y_axis = {.label = tables_text(topic->tables, "a load, in %s",
						topic_time_unit(topic))},
	};
}

/* Of the sizes that both have been measured at. */
void topic_memory_order(struct topic *topic)
{
	const struct column columns[] = {
		{"size_bytes", COLUMN_BYTES, COLUMN_KEY, "size", NULL},
		{"order", COLUMN_TEXT, COLUMN_KEY | COLUMN_ACROSS, NULL, NULL},
		{"median", COLUMN_QUANTITY, 0, NULL, topic_time_unit(topic)},
		{"n", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
	};
	size_t count, whole_count;
	const struct figure *figures = topic_figures(topic, MEMORY_CURVE_BENCH, &count);
	struct whole_order *wholes = tables_allocate(topic->tables, count, sizeof(*wholes));
	struct table *table = NULL;

	whole_count = memory_order_list(figures, count, wholes);
	for (size_t i = 0; i < count; i++) {
		const struct figure_parameter *order = figure_parameter(&figures[i], "order");
		const struct figure *whole = memory_order_whole(wholes, whole_count,
								&figures[i]);

		if (order == NULL || whole == NULL || whole == &figures[i] ||
		    strcmp(order->value, "near") != 0 || !figure_has_samples(&figures[i]))
			continue;
		if (table == NULL)
			table = topic_table(topic, "Memory", MEMORY_CURVE_BENCH ".order",
					    tables_text(topic->tables,
							"Latency in pages of 4 KiB, by the order "
							"of lines, in %s",
							topic_time_unit(topic)),
					    columns, sizeof(columns) / sizeof(columns[0]));
		memory_order_add(topic, table, "near", &figures[i]);
		memory_order_add(topic, table, "whole", whole);
	}
	if (table != NULL)
		memory_order_draw(topic, table);
}
