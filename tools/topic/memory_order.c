/* SPDX-License-Identifier: MIT */
/* Memory latency by order of accesses: the cost of address translation, and which of the two
 * metrics matches those of other programs. */
#include <stdlib.h>
#include <string.h>

#include "tools/topic/topic.h"

/* A metric with all lines in random order. */
struct random_order {
	uint64_t page_bytes, size_bytes;
	const struct metric *metric;
};

/* Orders metrics by page size and size. Equal ones keep their order. */
static int memory_order_compare(const void *a, const void *b)
{
	const struct random_order *left = a, *right = b;

	if (left->page_bytes != right->page_bytes)
		return left->page_bytes < right->page_bytes ? -1 : 1;
	if (left->size_bytes != right->size_bytes)
		return left->size_bytes < right->size_bytes ? -1 : 1;
	return (left->metric > right->metric) - (left->metric < right->metric);
}

/* List all metrics in random order, sorted. Returns their number. */
static size_t memory_order_list(const struct metric *metrics, size_t count,
				struct random_order *randoms)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		struct random_order *random = &randoms[found];

		random->metric = &metrics[i];
		found += analysis_is_curve_point(&metrics[i], &random->page_bytes,
						 &random->size_bytes);
	}
	if (found > 0)
		qsort(randoms, found, sizeof(*randoms), memory_order_compare);
	return found;
}

/* The first metric of the same page size and size; NULL if there is none. */
static const struct metric *memory_order_find_random(const struct random_order *randoms,
						     size_t count,
						     const struct metric *tlb_local)
{
	struct random_order wanted = {0};
	size_t low = 0, high = count;

	if (!metric_parameter_number(tlb_local, "page_bytes", &wanted.page_bytes) ||
	    !metric_parameter_number(tlb_local, "size_bytes", &wanted.size_bytes))
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
		       ? randoms[low].metric : NULL;
}

static void memory_order_add(struct topic *topic, struct table *table, const char *order,
			     const struct metric *metric)
{
	const struct stats stats = metric_stats(metric);
	const struct quantity median = quantity_of(&stats, topic_is_exact(topic));
	uint64_t size_bytes = 0;

	metric_parameter_number(metric, "size_bytes", &size_bytes);
	table_row(table);
	cell_count(table_at(table, "size_bytes"), size_bytes);
	cell_string(table_at(table, "order"), order);
	cell_quantity(table_at(table, "median"), &median);
	cell_count(table_at(table, "n"), stats.n);
	topic_shows(topic, metric);
}

/* Compare both orders at the sizes that were measured in both. */
void topic_memory_order(struct topic *topic)
{
	const struct column columns[] = {
		{"size_bytes", COLUMN_BYTES, COLUMN_KEY, "size", NULL},
		{"order", COLUMN_TEXT, COLUMN_KEY | COLUMN_ACROSS, NULL, NULL},
		{"median", COLUMN_QUANTITY, 0, NULL, topic_time_unit(topic)},
		{"n", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
	};
	size_t count, random_count;
	const struct metric *metrics = topic_metrics(topic, MEMORY_CURVE_BENCH, &count);
	struct random_order *randoms = tables_allocate(topic->tables, count, sizeof(*randoms));
	struct table *table = NULL;

	random_count = memory_order_list(metrics, count, randoms);
	for (size_t i = 0; i < count; i++) {
		const struct metric_parameter *order = metric_find_parameter(&metrics[i], "order");
		const struct metric *random = memory_order_find_random(randoms, random_count,
								       &metrics[i]);

		if (order == NULL || random == NULL || random == &metrics[i] ||
		    strcmp(order->value, "tlb_local") != 0 || !metric_has_samples(&metrics[i]))
			continue;
		if (table == NULL)
			table = topic_table(topic, "Memory", MEMORY_CURVE_BENCH ".order",
					    tables_text(topic->tables,
							"Latency in pages of 4 KiB, by the order "
							"of lines, in %s",
							topic_time_unit(topic)),
					    columns, sizeof(columns) / sizeof(columns[0]));
		memory_order_add(topic, table, "tlb_local", &metrics[i]);
		memory_order_add(topic, table, "random", random);
	}
	if (table != NULL) {
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
}
