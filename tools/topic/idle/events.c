/* SPDX-License-Identifier: MIT */
/* Tables of a set of events: types, lengths, the intervals between long events, and cumulative
 * length. */
#include <math.h>
#include <string.h>

#include "tools/topic/idle/idle.h"

/* A chart cannot distinguish more types. */
#define LAYERS_MAX 8

#define THOUSANDTHS 1000

const struct idle_events_names idle_gap_names = {
	"Idle loops",
	"gap-causes",
	"gap-lengths",
	"gap-above",
	"gap-cumulative",
	"Gaps by cause",
	"Duration of gaps",
	"cause",
};

const struct idle_events_names idle_action_names = {
	"Thinking and waiting",
	"action-kinds",
	"action-lengths",
	"action-above",
	"action-cumulative",
	"User actions",
	"Duration of user actions",
	"action",
};

/* ---- By type ---- */

const char *idle_excess_latency_note(const struct idle_topic *topic)
{
	const struct event_set_settings *settings = &topic->settings->figures;
	double general = LATENCY_LIMIT_SECONDS;
	const char *others = "";

	for (size_t i = 0; i < settings->latency_limit_count; i++) {
		if (settings->latency_limits[i].type == NULL)
			general = settings->latency_limits[i].seconds;
		else
			others = tables_text(topic->tables, "%s and %g ms of %s", others,
					     1000 * settings->latency_limits[i].seconds,
					     settings->latency_limits[i].type);
	}
	return tables_text(topic->tables,
			   "Excess latency: the sum of (length - limit)^%g, with a limit of %g "
			   "ms%s.",
			   settings->power, 1000 * general, others);
}

/* Add the row of a type. If total, the row is of all types together. */
static void idle_add_type(struct table *table, const struct idle_events *events,
			  const struct event_set_type *type, double total)
{
	const double values[] = {type->min,   type->median, type->mean,
				 type->sigma, type->max,    type->total};

	idle_begin_row(table, &events->group);
	cell_text(table, "%s", type->name);
	cell_count(table_at(table, "n"), type->count);
	for (size_t i = 0; i < COUNT(values); i++)
		cell_number(table, values[i]);
	cell_number_if(table_at(table, "share"), total > 0, type->total / total);
	cell_number(table_at(table, "excess_latency"), type->excess_latency);
	cell_count(table_at(table, "latency_limit_ticks"), type->latency_limit);
	if (events->clock_ticks > 0) {
		cell_number(table_at(table, "n_per_tick"),
			    (double)type->count / events->clock_ticks);
		cell_number(table_at(table, "per_tick"), type->total / events->clock_ticks);
	}
}

static void idle_add_types(const struct idle_topic *topic, const struct idle_events_names *names,
			   const struct idle_events *events, size_t count)
{
	const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{names->type, COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"min", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"median", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"mean", COLUMN_NUMBER, COLUMN_DETAIL, NULL, idle_unit_length},
		{"sigma", COLUMN_NUMBER, COLUMN_DETAIL, NULL, idle_unit_length},
		{"max", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"total", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"share", COLUMN_SHARE, names == &idle_action_names ? 0 : COLUMN_DATA, NULL, NULL},
		{"excess_latency", COLUMN_NUMBER, 0, NULL, NULL},
		{"latency_limit_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		IDLE_PER_TICK_COLUMNS,
	};
	bool are_gaps = names == &idle_gap_names;
	struct table *table = idle_begin(topic, &(struct idle_shape){
		names->section, names->types, idle_title(topic, names->types_title), 0, columns,
		are_gaps ? COUNT(columns) : COUNT(columns) - IDLE_PER_TICK_COUNT});
	const char *unexplained = are_gaps ? idle_unexplained_note(topic->view) : NULL;

	table->note = idle_excess_latency_note(topic);
	if (unexplained != NULL)
		table->note = tables_text(topic->tables, "%s Unexplained: %s", table->note,
					  unexplained);
	for (size_t i = 0; i < count; i++) {
		const struct event_set *set = events[i].set;
		double total = set->types[set->type_count].total;
		size_t kinds = 0;

		for (size_t j = 0; j < set->type_count; j++) {
			if (set->types[j].count == 0)
				continue;
			kinds++;
			idle_add_type(table, &events[i], &set->types[j], total);
		}
		if (kinds > 1)
			idle_add_type(table, &events[i], &set->types[set->type_count], total);
	}
}

/* ---- By length ---- */

struct table *idle_begin_lengths(const struct idle_topic *topic,
				 const struct idle_events_names *names)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"from", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"to", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"total", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"up_to", COLUMN_SHARE, 0, NULL, NULL},
		{"share", COLUMN_SHARE, COLUMN_BAR, NULL, NULL},
	};
	static const struct chart_layer bars = {.style = CHART_BARS};
	struct table *table =
		idle_begin(topic, &(struct idle_shape){names->section, names->lengths,
						       idle_title(topic, names->lengths_title), 0,
						       columns, COUNT(columns)});

	table->note = "Share and bar are of total time, not of number. Up to: cumulative share of "
		      "events no longer than this.";
	table->chart = (struct chart){
		.kind = CHART_LAYERS,
		.x = "from",
		.x_end = "to",
		.y = "n",
		.x_axis = idle_length_axis(topic, "length"),
		.y_axis = {.label = "events", .is_count = true, .from_zero = true},
		.layers = &bars,
		.layer_count = 1,
	};
	table->chart.x_axis.is_log = true;
	table->chart.x_axis.from_zero = false;
	return table;
}

void idle_add_lengths(const struct idle_topic *topic, struct table *table,
		      const struct idle_events *events)
{
	const struct event_set *set = events->set;
	double total = set->types[set->type_count].total, sum = 0;

	(void)topic;
	for (size_t i = 0; i < set->bin_count; i++) {
		const struct latency_bin *bin = &set->bins[i];

		sum += bin->sum;
		idle_begin_row(table, &events->group)->is_detail = bin->count == 0;
		cell_number(table_at(table, "from"), bin->low);
		cell_number(table_at(table, "to"), bin->high);
		cell_count(table_at(table, "n"), bin->count);
		cell_number(table_at(table, "total"), bin->sum);
		cell_number(table_at(table, "up_to"), sum / total);
		cell_number(table_at(table, "share"), bin->sum / total);
	}
}

/* ---- Above thresholds ---- */

/* A threshold was rounded to whole ticks: shows 200, not 199.9996. */
double idle_threshold(const struct idle_view *view, uint64_t ticks)
{
	return round(THOUSANDTHS * idle_length(view, ticks)) / THOUSANDTHS;
}

static void idle_add_above(const struct idle_topic *topic, const struct idle_events_names *names,
			   const struct idle_events *events, size_t count)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"longer_than", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"mean_apart", COLUMN_NUMBER, 0, NULL, idle_unit_ms},
		{"sigma_apart", COLUMN_NUMBER, 0, NULL, idle_unit_ms},
		{"threshold_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"mean_ticks", COLUMN_NUMBER, COLUMN_DATA, NULL, NULL},
		{"sigma_ticks", COLUMN_NUMBER, COLUMN_DATA, NULL, NULL},
	};
	struct table *table = idle_begin(
		topic, &(struct idle_shape){names->section, names->above,
					    idle_title(topic, "Long events"), 0,
					    columns, COUNT(columns)});
	double ms = idle_time(topic->view, 1);

	table->note = "Apart: from the start of one event to that of the next.";
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < events[i].set->arrivals_count; j++) {
			const struct latency_arrivals *above = &events[i].set->arrivals[j];

			idle_begin_row(table, &events[i].group);
			cell_number(table_at(table, "longer_than"),
				    idle_threshold(topic->view, above->threshold));
			cell_count(table_at(table, "n"), above->count);
			cell_number_if(table_at(table, "mean_apart"),
				       above->has_mean, ms * above->mean);
			cell_number_if(table_at(table, "sigma_apart"),
				       above->has_sigma, ms * above->sigma);
			cell_count(table_at(table, "threshold_ticks"), above->threshold);
			cell_number_if(table_at(table, "mean_ticks"), above->has_mean, above->mean);
			cell_number_if(table_at(table, "sigma_ticks"),
				       above->has_sigma, above->sigma);
		}
	}
}

/* ---- Cumulative length ---- */

void idle_chart_cumulative(const struct idle_topic *topic, struct table *table)
{
	table->chart = (struct chart){
		.kind = CHART_LAYERS,
		.x = "length",
		.y = "sum",
		.x_axis = idle_length_axis(topic, "length"),
		.y_axis = idle_length_axis(topic, "sum of all up to that length"),
	};
	table->chart.x_axis.from_zero = false;
}

struct table *idle_begin_cumulative(const struct idle_topic *topic,
				    const struct idle_events_names *names)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"length", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"sum", COLUMN_NUMBER, 0, NULL, idle_unit_length},
	};
	static const struct chart_layer steps = {.style = CHART_STEPS};
	struct table *table = idle_begin(
		topic, &(struct idle_shape){names->section, names->cumulative, "Cumulative latency",
					    TABLE_DATA, columns, COUNT(columns)});

	idle_chart_cumulative(topic, table);
	table->chart.layers = &steps;
	table->chart.layer_count = 1;
	return table;
}

/* Keeps at most rows_max rows: every nth row, and the last one. */
void idle_add_cumulative(const struct idle_topic *topic, struct table *table,
			 const struct idle_events *events)
{
	size_t count = events->set->count, stride = 1;
	struct latency_event *sorted = tables_allocate(topic->tables, count, sizeof(*sorted));
	double sum = 0;

	if (topic->rows_max > 0 && count > topic->rows_max)
		stride = (count + topic->rows_max - 1) / topic->rows_max;
	memcpy(sorted, events->set->events, count * sizeof(*sorted));
	latency_sort_by_length(sorted, count);
	for (size_t i = 0; i < count; i++) {
		double length = idle_length(topic->view, sorted[i].length);

		sum += length;
		if (i % stride != 0 && i + 1 < count)
			continue;
		idle_begin_row(table, &events->group);
		cell_number(table_at(table, "length"), length);
		cell_number(table_at(table, "sum"), sum);
	}
}

/* ---- All tables ---- */

void idle_add_events(const struct idle_topic *topic, const struct idle_events_names *names,
		     const struct idle_events *events, size_t count)
{
	struct table *table;
	size_t sum = 0;

	idle_add_types(topic, names, events, count);
	table = idle_begin_lengths(topic, names);
	for (size_t i = 0; i < count; i++)
		idle_add_lengths(topic, table, &events[i]);
	idle_add_above(topic, names, events, count);
	table = idle_begin_cumulative(topic, names);
	for (size_t i = 0; i < count; i++)
		sum += events[i].set->count;
	table_reserve(table, sum);
	for (size_t i = 0; i < count; i++)
		idle_add_cumulative(topic, table, &events[i]);
}

/* ---- Layers ---- */

static bool idle_has_layer(const struct chart_layer *layers, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(layers[i].name, name) == 0)
			return true;
	}
	return false;
}

void idle_layers(const struct idle_topic *topic, struct chart *chart, enum chart_style style,
		 const struct idle_events *events, size_t count)
{
	struct chart_layer *layers = tables_allocate(topic->tables, LAYERS_MAX, sizeof(*layers));
	size_t used = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < events[i].set->type_count; j++) {
			const struct event_set_type *type = &events[i].set->types[j];

			if (type->count == 0 || idle_has_layer(layers, used, type->name))
				continue;
			if (used < LAYERS_MAX)
				layers[used++] = (struct chart_layer){
					.name = tables_text(topic->tables, "%s", type->name),
					.style = style};
			else
				layers[LAYERS_MAX - 1] = (struct chart_layer){.name = "others",
									      .style = style,
									      .takes_rest = true};
		}
	}
	chart->layers = layers;
	chart->layer_count = used;
}
