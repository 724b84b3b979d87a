/* SPDX-License-Identifier: MIT */
/* Memory nodes: what the firmware states about them, and matrices of latency and of bandwidth from
 * the CPUs of each node to the memory of each node. Also mem.latency and mem.bandwidth in remote
 * memory. */
#include <inttypes.h>
#include <string.h>

#include "tools/record/point.h"
#include "tools/topic/topic.h"

#define SECTION "Memory"
#define LATENCY_BENCH "mem.node_latency"
#define BANDWIDTH_BENCH "mem.node_bandwidth"
#define BANDWIDTHS "mem.bandwidth."
#define NODES_SHOWN_MAX 64

/* ---- Facts ---- */

/* "distances 10, 21; 110 ns to node 1 by the HMAT". */
static const char *paths_text(const struct topic *topic, uint64_t from)
{
	const struct record_list *paths = &topic->analysis->result->records[WIRE_node_path];
	const char *distances = "", *stated = "";

	for (size_t i = 0; i < paths->count; i++) {
		const struct wire_node_path *path = &paths->items[i].node_path;

		if (path->from != from)
			continue;
		if (path->distance > 0)
			distances = tables_join(topic->tables, distances, ", ",
						tables_text(topic->tables, "%" PRIu64 " to node %"
							    PRIu64, path->distance, path->to));
		if (path->latency_ps > 0)
			stated = tables_join(topic->tables, stated, ", ",
					     tables_text(topic->tables, "%g ns to node %" PRIu64,
							 (double)path->latency_ps / 1000,
							 path->to));
		if (path->bandwidth_mb_s > 0)
			stated = tables_join(topic->tables, stated, ", ",
					     tables_text(topic->tables, "%g GB/s to node %" PRIu64,
							 (double)path->bandwidth_mb_s / 1000,
							 path->to));
	}
	return tables_text(topic->tables, "%s%s%s%s", distances[0] != '\0' ? "; distance " : "",
			   distances, stated[0] != '\0' ? "; by the HMAT " : "", stated);
}

void nodes_add_facts(const struct topic *topic, struct table *table)
{
	const struct record_list *nodes = &topic->analysis->result->records[WIRE_node];

	for (size_t i = 0; i < nodes->count; i++) {
		const struct wire_node *node = &nodes->items[i].node;
		const char *cpus = node->cpus == 0 ? "no CPUs"
				 : node->cpus == 1 ? "1 CPU"
				 : tables_text(topic->tables, "%" PRIu64 " CPUs", node->cpus);
		const char *memory = "no memory";

		if (node->memory_bytes > 0)
			memory = tables_text(topic->tables, "%" PRIu64 " MiB",
					     node->memory_bytes >> 20);
		else if (node->cpus > 0)
			memory = tables_text(topic->tables,
					     "no memory: uses that of node %" PRIu64,
					     node->nearest);
		table_fact(table, i == 0 ? "memory nodes" : "", "node %" PRIu64 ": %s, %s%s",
			   node->node, cpus, memory, paths_text(topic, node->node));
	}
}

/* ---- Matrices ---- */

/* A map of all pairs, with node numbers on both axes. */
static struct chart matrix_of(struct topic *topic, uint64_t greatest, const char *value)
{
	size_t count = (greatest < NODES_SHOWN_MAX ? greatest : NODES_SHOWN_MAX - 1) + 1;
	const char **names = tables_allocate(topic->tables, count, sizeof(*names));
	struct chart_axis axis = {
		.low = -0.5, .high = (double)count - 0.5, .names = names, .name_count = count,
	};
	struct chart chart = {
		.kind = CHART_HEAT_MAP,
		.x = "node",
		.y = "cpu_node",
		.value = value,
		.names = {"node", "cpu_node"},
		.x_axis = axis,
		.y_axis = axis,
	};

	for (size_t i = 0; i < count; i++)
		names[i] = tables_text(topic->tables, "%zu", i);
	chart.x_axis.label = "node of the memory";
	chart.y_axis.label = "node of the CPUs";
	return chart;
}

static void add_matrix(struct topic *topic, const char *bench, const char *title, const char *unit,
		       const char *value)
{
	const struct column columns[] = {
		{"cpu_node", COLUMN_COUNT, COLUMN_KEY, "from CPUs of node", NULL},
		{"node", COLUMN_COUNT, COLUMN_KEY | COLUMN_ACROSS, "to node", NULL},
		{value, COLUMN_QUANTITY, 0, NULL, unit},
		{"n", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
	};
	size_t count;
	const struct metric *metrics = topic_metrics(topic, bench, &count);
	bool is_rate = strcmp(value, "rate") == 0;
	struct table *table;
	uint64_t greatest = 0;

	if (count == 0)
		return;
	table = topic_table(topic, SECTION, bench,
			    tables_text(topic->tables, "%s, in %s", title, unit), columns,
			    sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < count; i++) {
		const struct stats stats = metric_stats(&metrics[i]);
		const struct quantity time = quantity_of(&stats, topic_is_exact(topic));
		const struct quantity rate = is_rate ? topic_rate(topic, &metrics[i]) : time;
		uint64_t cpu_node, node;

		if (!metric_has_samples(&metrics[i]) ||
		    !metric_parameter_number(&metrics[i], "cpu_node", &cpu_node) ||
		    !metric_parameter_number(&metrics[i], "node", &node))
			continue;
		table_row(table);
		cell_count(table_at(table, "cpu_node"), cpu_node);
		cell_count(table_at(table, "node"), node);
		cell_quantity(table_at(table, value), &rate);
		cell_count(table_at(table, "n"), stats.n);
		topic_shows(topic, &metrics[i]);
		greatest = cpu_node > greatest ? cpu_node : greatest;
		greatest = node > greatest ? node : greatest;
	}
	table->chart = matrix_of(topic, greatest, value);
}

/* ---- Remote memory ---- */

/* "0 to 1"; NULL if the metric is of local memory. */
static const char *path_of(struct topic *topic, const struct metric *metric)
{
	uint64_t cpu_node, node;

	if (!metric_has_samples(metric) ||
	    !metric_parameter_number(metric, "cpu_node", &cpu_node) ||
	    !metric_parameter_number(metric, "node", &node))
		return NULL;
	return tables_text(topic->tables, "%" PRIu64 " to %" PRIu64, cpu_node, node);
}

static void add_remote_curve(struct topic *topic)
{
	const char *unit = topic_time_unit(topic);
	const struct column columns[] = {
		{"size_bytes", COLUMN_BYTES, COLUMN_KEY, "size", NULL},
		{"nodes", COLUMN_TEXT, COLUMN_KEY | COLUMN_ACROSS, NULL, NULL},
		{"median", COLUMN_QUANTITY, 0, NULL, unit},
		{"n", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
	};
	size_t count;
	const struct metric *metrics = topic_metrics(topic, MEMORY_CURVE_BENCH, &count);
	struct table *table = NULL;

	for (size_t i = 0; i < count; i++) {
		const char *path = path_of(topic, &metrics[i]);
		const struct stats stats = metric_stats(&metrics[i]);
		const struct quantity median = quantity_of(&stats, topic_is_exact(topic));
		uint64_t size_bytes;

		if (path == NULL ||
		    !metric_parameter_number(&metrics[i], "size_bytes", &size_bytes))
			continue;
		if (table == NULL)
			table = topic_table(topic, SECTION, MEMORY_CURVE_BENCH ".nodes",
					    tables_text(topic->tables, "Latency from the CPUs of "
							"a memory node to another node, in %s",
							unit),
					    columns, sizeof(columns) / sizeof(columns[0]));
		table_row(table);
		cell_count(table_at(table, "size_bytes"), size_bytes);
		cell_string(table_at(table, "nodes"), path);
		cell_quantity(table_at(table, "median"), &median);
		cell_count(table_at(table, "n"), stats.n);
		topic_shows(topic, &metrics[i]);
	}
	if (table == NULL)
		return;
	table->chart = (struct chart){
		.kind = CHART_CURVES,
		.names = {"nodes"},
		.x = "size_bytes",
		.y = "median",
		.x_axis = {.label = "working set", .is_log = true, .is_size = true},
		.y_axis = {.label = tables_text(topic->tables, "a load, in %s", unit),
			   .is_log = true},
	};
}

static void add_remote_bandwidth(struct topic *topic)
{
	const struct column columns[] = {
		{"operation", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"nodes", COLUMN_TEXT, COLUMN_KEY | COLUMN_ACROSS, NULL, NULL},
		{"rate", COLUMN_QUANTITY, 0, NULL, topic_rate_unit(topic)},
	};
	const struct metrics *metrics = &topic->analysis->metrics;
	struct table *table = NULL;

	for (size_t i = 0; i < metrics->count; i++) {
		const struct metric *metric = &metrics->items[i];
		const char *name = metric->bench->info->name, *path = path_of(topic, metric);
		struct quantity rate;

		if (path == NULL || strncmp(name, BANDWIDTHS, strlen(BANDWIDTHS)) != 0 ||
		    !topic_is_selected(topic, name) || !(metric_bandwidth(metric) > 0))
			continue;
		if (table == NULL)
			table = topic_table(topic, SECTION, "mem.bandwidth.nodes",
					    tables_text(topic->tables, "Bandwidth from one CPU of "
							"a memory node to another node, in %s",
							topic_rate_unit(topic)),
					    columns, sizeof(columns) / sizeof(columns[0]));
		rate = topic_rate(topic, metric);
		table_row(table);
		cell_string(table_at(table, "operation"), name + strlen(BANDWIDTHS));
		cell_string(table_at(table, "nodes"), path);
		cell_quantity(table_at(table, "rate"), &rate);
		topic_shows(topic, metric);
	}
}

void topic_nodes(struct topic *topic)
{
	add_matrix(topic, LATENCY_BENCH, "Memory latency between nodes", topic_time_unit(topic),
		   "median");
	add_matrix(topic, BANDWIDTH_BENCH, "Read bandwidth between nodes", topic_rate_unit(topic),
		   "rate");
	add_remote_curve(topic);
	add_remote_bandwidth(topic);
}
