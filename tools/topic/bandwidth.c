/* SPDX-License-Identifier: MIT */
/* Bandwidth: a table and a chart for each number of CPUs used at once. Rows are sizes and register
 * widths, columns are operations. */
#include <inttypes.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/record/point.h"
#include "tools/stats/stats.h"
#include "tools/table/number.h"
#include "tools/topic/topic.h"

#define SECTION "Memory"
#define BENCHES "mem.bandwidth.*"
#define PREFIX "mem.bandwidth."
#define CPUS_MAX 16

struct bandwidth {
	struct topic *topic;
	const struct metric **metrics; /* of all operations */
	size_t count;
};

/* Find the operations. Every benchmark with the prefix is an operation, including unknown ones. */
static void bandwidth_find(struct topic *topic, struct bandwidth *bandwidth)
{
	const struct metrics *metrics = &topic->analysis->metrics;

	*bandwidth = (struct bandwidth){
		.topic = topic,
		.metrics = tables_allocate(topic->tables, metrics->count,
					   sizeof(*bandwidth->metrics)),
	};
	for (size_t i = 0; i < metrics->count; i++) {
		const struct metric *metric = &metrics->items[i];
		const char *name = metric->bench->info->name;
		uint64_t cpus;

		if (text_glob(BENCHES, name) && topic_is_selected(topic, name) &&
		    metric_bandwidth(metric) > 0 && metric_is_local(metric) &&
		    metric_parameter_number(metric, "cpus", &cpus) &&
		    metric_find_parameter(metric, "size_bytes") != NULL && !metric->is_doubled)
			bandwidth->metrics[bandwidth->count++] = metric;
	}
}

static bool is_at(const struct metric *metric, uint64_t cpus)
{
	uint64_t at_cpus;

	return metric_parameter_number(metric, "cpus", &at_cpus) && at_cpus == cpus;
}

/* The next larger number of CPUs; 0 at the end. */
static uint64_t next_cpus(const struct bandwidth *bandwidth, uint64_t above)
{
	uint64_t least = 0, cpus;

	for (size_t i = 0; i < bandwidth->count; i++) {
		if (metric_parameter_number(bandwidth->metrics[i], "cpus", &cpus) && cpus > above &&
		    (least == 0 || cpus < least))
			least = cpus;
	}
	return least;
}

/* The bounds of the interval change places, because a rate is the inverse of a time. */
struct quantity topic_rate(const struct topic *topic, const struct metric *metric)
{
	const struct stats stats = metric_stats(metric);
	const struct quantity time = quantity_of(&stats, topic_is_exact(topic));
	double bytes = (double)metric->series->info->bytes;
	struct quantity rate = {.value = metric_bandwidth(metric),
				.interval = time.interval,
				.is_estimated = true};

	if (time.interval == INTERVAL_95 && time.low > 0 && time.high > 0) {
		rate.low = stats_rate(bytes, time.high);
		rate.high = stats_rate(bytes, time.low);
	} else if (time.interval == INTERVAL_95) {
		rate.interval = INTERVAL_NONE;
	}
	return rate;
}

/* The point of a size in points, which ascend by size. Inserted if missing. */
static struct chart_point *point_of_size(struct chart_point *points, size_t *count, double size)
{
	size_t place = 0;

	while (place < *count && points[place].x < size)
		place++;
	if (place == *count || points[place].x > size) {
		memmove(&points[place + 1], &points[place], (*count - place) * sizeof(*points));
		points[place] = (struct chart_point){.x = size};
		++*count;
	}
	return &points[place];
}

/* The points of an operation: for each size, the fastest width. */
static const struct chart_point *fastest_points(const struct bandwidth *bandwidth,
						const struct metric *first, uint64_t cpus,
						size_t *count)
{
	struct chart_point *points = tables_allocate(bandwidth->topic->tables, bandwidth->count,
						     sizeof(*points));

	*count = 0;
	for (size_t i = 0; i < bandwidth->count; i++) {
		const struct metric *metric = bandwidth->metrics[i];
		struct chart_point *point;
		uint64_t size_bytes = 0;
		char size[POINT_TEXT_MAX], rate[NUMBER_TEXT_MAX];

		if (metric->bench != first->bench || !is_at(metric, cpus))
			continue;
		metric_parameter_number(metric, "size_bytes", &size_bytes);
		point = point_of_size(points, count, (double)size_bytes);
		if (metric_bandwidth(metric) <= point->y)
			continue;
		point->y = metric_bandwidth(metric);
		point->hover = tables_text(bandwidth->topic->tables, "%s, %s: %s %s",
					   metric->bench->info->name + strlen(PREFIX),
					   point_size(size_bytes, size),
					   number_text(metric_bandwidth(metric), rate),
					   topic_rate_unit(bandwidth->topic));
	}
	return points;
}

/* The label for a single size. */
static const char *bandwidth_label_of_size(const struct bandwidth *bandwidth,
					   const struct chart_layer *layer)
{
	char size[POINT_TEXT_MAX];

	return tables_text(bandwidth->topic->tables, "bandwidth at %s, in %s",
			   point_size((uint64_t)layer->points[0].x, size),
			   topic_rate_unit(bandwidth->topic));
}

/* A single size is not a curve. */
static bool bandwidth_has_curve(const struct chart_layer *layers, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (layers[i].count > 1)
			return true;
	}
	return false;
}

static const char *bandwidth_note(const struct analysis *analysis, uint64_t cpus)
{
	static const char drawn[] = "Drawn: each operation at its fastest register width.";

	if (analysis->time_base != TIME_EMULATED)
		return drawn;
	return cpus > 1 ? "The emulator's speed; it includes waiting unless each of these has a "
			  "free host CPU."
			: "The emulator's speed: unlike CPUs it executes string instructions byte "
			  "by "
			  "byte.";
}

static void bandwidth_draw(const struct bandwidth *bandwidth, struct table *table, uint64_t cpus)
{
	struct tables *tables = bandwidth->topic->tables;
	struct chart_layer *layers = tables_allocate(tables, bandwidth->count, sizeof(*layers));
	const struct bench *last = NULL;
	size_t count = 0;

	for (size_t i = 0; i < bandwidth->count; i++) {
		const struct metric *metric = bandwidth->metrics[i];
		struct chart_layer layer = {.style = CHART_LINES_POINTS};

		if (metric->bench == last || !is_at(metric, cpus))
			continue;
		last = metric->bench;
		layer.name = last->info->name + strlen(PREFIX);
		layer.points = fastest_points(bandwidth, metric, cpus, &layer.count);
		layers[count++] = layer;
	}
	table->note = bandwidth_note(bandwidth->topic->analysis, cpus);
	if (!bandwidth_has_curve(layers, count)) {
		if (bandwidth->topic->analysis->time_base != TIME_EMULATED)
			table->note = "";
		table->chart = (struct chart){
			.kind = CHART_DOTS,
			.names = {"operation", "width"},
			.y = "rate",
			.x_axis = {.label = bandwidth_label_of_size(bandwidth, layers)},
		};
		return;
	}
	table->chart = (struct chart){
		.kind = CHART_LAYERS,
		.x = "size_bytes",
		.y = "rate",
		.layers = layers,
		.layer_count = count,
		.x_axis = {.label = "working set", .is_log = true, .is_size = true},
		.y_axis = {.label = tables_text(bandwidth->topic->tables, "at fastest width, in %s",
						topic_rate_unit(bandwidth->topic)),
			   .from_zero = true},
	};
}

static void bandwidth_add_table(const struct bandwidth *bandwidth, uint64_t cpus)
{
	struct topic *topic = bandwidth->topic;
	const struct column columns[] = {
		{"size_bytes", COLUMN_BYTES, COLUMN_KEY, "size", NULL},
		{"width", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"operation", COLUMN_TEXT, COLUMN_KEY | COLUMN_ACROSS, NULL, NULL},
		{"rate", COLUMN_QUANTITY, 0, NULL, topic_rate_unit(topic)},
		{"n", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
	};
	struct table *table = topic_table(
		topic, SECTION,
		cpus == 1 ? "mem.bandwidth"
			  : tables_text(topic->tables, "mem.bandwidth.%" PRIu64 "-cpus", cpus),
		tables_text(topic->tables, "Bandwidth by working set, %" PRIu64 " CPU%s, in %s",
			    cpus, cpus == 1 ? "" : "s at once, all together",
			    topic_rate_unit(topic)),
		columns, COUNT(columns));
	uint64_t size_bytes, at = 0, next;

	/* Add the points by size, and those of one size in the order of measurement. */
	do {
		next = 0;
		for (size_t i = 0; i < bandwidth->count; i++) {
			const struct metric *metric = bandwidth->metrics[i];

			if (!is_at(metric, cpus) ||
			    !metric_parameter_number(metric, "size_bytes", &size_bytes))
				continue;
			if (size_bytes == at) {
				const struct metric_parameter *width =
					metric_find_parameter(metric, "width");
				const struct quantity rate = topic_rate(bandwidth->topic, metric);

				table_row(table);
				cell_count(table_at(table, "size_bytes"), size_bytes);
				cell_string(table_at(table, "width"),
					    width != NULL ? width->value : "");
				cell_string(table_at(table, "operation"),
					    metric->bench->info->name + strlen(PREFIX));
				cell_quantity(table_at(table, "rate"), &rate);
				cell_count(table_at(table, "n"), metric->warm.summary.ticks.n);
				topic_shows(bandwidth->topic, metric);
			} else if (size_bytes > at && (next == 0 || size_bytes < next)) {
				next = size_bytes;
			}
		}
		at = next;
	} while (next != 0);
	bandwidth_draw(bandwidth, table, cpus);
}

void topic_bandwidth(struct topic *topic)
{
	struct bandwidth bandwidth;
	uint64_t cpus = 0;

	bandwidth_find(topic, &bandwidth);
	for (size_t i = 0; i < CPUS_MAX; i++) {
		cpus = next_cpus(&bandwidth, cpus);
		if (cpus == 0)
			return;
		bandwidth_add_table(&bandwidth, cpus);
	}
}
