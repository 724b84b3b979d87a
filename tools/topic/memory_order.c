/* SPDX-License-Identifier: MIT */
/* Memory latency by order of accesses: the cost of address translation, and which of the two
 * metrics matches those of other programs. */
#include <stdlib.h>
#include <string.h>

#include "tools/topic/topic.h"

/* A metric with all lines in random order. */
struct random_order {
	uint64_t page_bytes, size_bytes;
	const struct figure *figure;
};

/* By page size and size. Equal ones keep their order. */
static int memory_order_compare(const void *a, const void *b)
{
	const struct random_order *left = a, *right = b;

	if (left->page_bytes != right->page_bytes)
		return left->page_bytes < right->page_bytes ? -1 : 1;
	if (left->size_bytes != right->size_bytes)
		return left->size_bytes < right->size_bytes ? -1 : 1;
	return (left->figure > right->figure) - (left->figure < right->figure);
}

/* All of them, sorted. Returns their number. */
static size_t memory_order_list(const struct figure *figures, size_t count,
				struct random_order *randoms)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		struct random_order *random = &randoms[found];

		random->figure = &figures[i];
		found += analysis_is_curve_point(&figures[i], &random->page_bytes,
						 &random->size_bytes);
	}
	if (found > 0)
		qsort(randoms, found, sizeof(*randoms), memory_order_compare);
	return found;
}

/* The first one of the same page size and size; NULL if there is none. */
static const struct figure *memory_order_find_random(const struct random_order *randoms,
						     size_t count,
						     const struct figure *tlb_local)
{
	struct random_order wanted = {0};
	size_t low = 0, high = count;

	if (!figure_number(tlb_local, "page_bytes", &wanted.page_bytes) ||
	    !figure_number(tlb_local, "size_bytes", &wanted.size_bytes))
		return NULL;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (memory_order_compare(&randoms[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && randoms[low].page_bytes == wanted.page_bytes &&
			       randoms[low].size_bytes == wanted.size_bytes
		       ? randoms[low].figure : NULL;
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
	table->note = "tlb_local: lines of 64 pages in random order, then of the next 64; "
		      "few TLB misses; comparable with lat_mem_rd -t and multichase. "
		      "random: all lines in random order.";
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

/* At the sizes measured in both orders. */
void topic_memory_order(struct topic *topic)
{
	const struct column columns[] = {
		{"size_bytes", COLUMN_BYTES, COLUMN_KEY, "size", NULL},
		{"order", COLUMN_TEXT, COLUMN_KEY | COLUMN_ACROSS, NULL, NULL},
		{"median", COLUMN_QUANTITY, 0, NULL, topic_time_unit(topic)},
		{"n", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
	};
	size_t count, random_count;
	const struct figure *figures = topic_figures(topic, MEMORY_CURVE_BENCH, &count);
	struct random_order *randoms = tables_allocate(topic->tables, count, sizeof(*randoms));
	struct table *table = NULL;

	random_count = memory_order_list(figures, count, randoms);
	for (size_t i = 0; i < count; i++) {
		const struct figure_parameter *order = figure_parameter(&figures[i], "order");
		const struct figure *random = memory_order_find_random(randoms, random_count,
								&figures[i]);

		if (order == NULL || random == NULL || random == &figures[i] ||
		    strcmp(order->value, "tlb_local") != 0 || !figure_has_samples(&figures[i]))
			continue;
		if (table == NULL)
			table = topic_table(topic, "Memory", MEMORY_CURVE_BENCH ".order",
					    tables_text(topic->tables,
							"Latency in pages of 4 KiB, by the order "
							"of lines, in %s",
							topic_time_unit(topic)),
					    columns, sizeof(columns) / sizeof(columns[0]));
		memory_order_add(topic, table, "tlb_local", &figures[i]);
		memory_order_add(topic, table, "random", random);
	}
	if (table != NULL)
		memory_order_draw(topic, table);
}
