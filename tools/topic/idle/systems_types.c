/* SPDX-License-Identifier: MIT */
/* Gaps by cause and user actions by type, for several systems: the lengths on each system, the
 * differences from the first, and cumulative lengths in one chart. */
#include <string.h>

#include "tools/stats/bootstrap.h"
#include "tools/topic/idle/systems.h"

/* A side's events of one type. */
struct part {
	double *lengths; /* ascending */
	size_t count;
	struct stats stats;
	double total;
};

static struct part part_of(struct tables *tables, const struct idle_system *system,
			   const struct idle_side *side, const char *type)
{
	struct part part;

	part.lengths = idle_side_lengths(tables, system, side, type, &part.count);
	stats_describe_sorted(part.lengths, part.count, &part.stats);
	part.total = part.stats.mean * (double)part.count;
	return part;
}

/* ---- Differences ---- */

static bool part_is_exact(const struct idle_topic *topic, const struct part *part)
{
	return topic->view->analysis->time_base == TIME_INSTRUCTIONS &&
	       part->stats.min == part->stats.max;
}

/* Difference of the median from that of the first system. */
static struct quantity median_difference(const struct idle_topic *topic, const struct part *first,
					 const struct part *part)
{
	const struct sample_run runs[] = {{first->lengths, first->count},
					  {part->lengths, part->count}};
	struct quantity more = {.value = part->stats.median - first->stats.median,
				.is_estimated = true};
	struct contrast contrast;

	if (part_is_exact(topic, first) && part_is_exact(topic, part)) {
		more.interval = INTERVAL_EXACT;
	} else if (first->stats.has_interval && part->stats.has_interval) {
		bootstrap_contrast(&(struct sample_runs){&runs[0], 1},
				   &(struct sample_runs){&runs[1], 1}, &contrast);
		more.interval = INTERVAL_95;
		more.low = contrast.difference.low;
		more.high = contrast.difference.high;
	}
	return more;
}

/* ---- Rows ---- */

static void types_add_row(const struct idle_topic *topic, struct table *table,
			  const char *system, const struct part *part, const struct part *first,
			  double whole)
{
	struct quantity median = quantity_of(&part->stats, part_is_exact(topic, part)), more;

	cell_string(table_at(table, "system"), system);
	cell_count(table_at(table, "n"), part->count);
	if (part->count == 0)
		return;
	cell_quantity(table_at(table, "median"), &median);
	cell_number(table_at(table, "total"), part->total);
	cell_number_if(table_at(table, "share"), whole > 0, part->total / whole);
	if (part == first || first->count == 0)
		return;
	more = median_difference(topic, first, part);
	cell_quantity(table_at(table, "more"), &more);
	cell_number(table_at(table, "more_total"), part->total - first->total);
}

/* A type on every system that ran the point. type is NULL for all types together. */
static void types_add(const struct idle_topic *topic, const struct idle_systems *systems,
		      struct table *table, const struct idle_place *place, const char *type)
{
	struct part *parts = tables_allocate(topic->tables, systems->count, sizeof(*parts));

	for (size_t i = 0; i < systems->count; i++) {
		const struct idle_side *side = &place->sides[i];

		if (side->count == 0)
			continue;
		parts[i] = part_of(topic->tables, &systems->items[i], side, type);
		idle_begin_row(table, &place->group);
		cell_text(table, "%s", type != NULL ? type : "all");
		types_add_row(topic, table, systems->items[i].name, &parts[i], &parts[0],
			      side->total);
	}
}

/* ---- The types of a place ---- */

static bool types_have(const char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(names[i], name) == 0)
			return true;
	}
	return false;
}

/* Append the set's types with events that names does not contain yet. Returns the new count. */
static size_t types_join(const struct event_set *set, const char **names, size_t count)
{
	for (size_t i = 0; i < set->type_count; i++) {
		if (set->types[i].count > 0 && !types_have(names, count, set->types[i].name))
			names[count++] = set->types[i].name;
	}
	return count;
}

const char **idle_place_types(struct tables *tables, const struct idle_systems *systems,
			      const struct idle_place *place, size_t *count)
{
	size_t sets = 0;
	const char **names;

	for (size_t i = 0; i < systems->count; i++)
		sets += place->sides[i].count;
	names = tables_allocate(tables, sets * EVENT_SET_TYPES_MAX, sizeof(*names));
	*count = 0;
	for (size_t i = 0; i < systems->count; i++) {
		for (size_t j = 0; j < place->sides[i].count; j++)
			*count = types_join(place->sides[i].sets[j], names, *count);
	}
	return names;
}

static void types_add_place(const struct idle_topic *topic, const struct idle_systems *systems,
			    struct table *table, const struct idle_place *place)
{
	size_t count;
	const char **names = idle_place_types(topic->tables, systems, place, &count);

	for (size_t i = 0; i < count; i++)
		types_add(topic, systems, table, place, names[i]);
	if (count > 1)
		types_add(topic, systems, table, place, NULL);
}

void idle_systems_add_types(const struct idle_topic *topic, const struct idle_systems *systems,
			    const struct idle_places *places)
{
	const struct idle_events_names *names = places->are_actions ? &idle_action_names
								    : &idle_gap_names;
	const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{names->type, COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"system", COLUMN_TEXT, 0, NULL, NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"median", COLUMN_QUANTITY, COLUMN_SPREAD, NULL, idle_unit_length},
		{"total", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"share", COLUMN_SHARE, 0, NULL, NULL},
		{"more", COLUMN_QUANTITY, 0, NULL, idle_unit_length},
		{"more_total", COLUMN_NUMBER, COLUMN_DETAIL, "more in total", idle_unit_length},
	};
	struct table *table = idle_begin(
		topic, &(struct idle_shape){names->section, names->types,
					    idle_title(topic, names->types_title), 0, columns,
					    COUNT(columns)});

	table->interval_name = "95 % CI";
	table->note = tables_text(topic->tables,
				  "More: difference of the median from %s; more in total: of "
				  "the totals.",
				  systems->items[0].name);
	for (size_t i = 0; i < places->count; i++)
		types_add_place(topic, systems, table, &places->items[i]);
}

/* ---- Cumulative length ---- */

void idle_system_layers(struct tables *tables, const struct idle_systems *systems,
			struct chart *chart, enum chart_style style)
{
	struct chart_layer *layers = tables_allocate(tables, systems->count, sizeof(*layers));

	for (size_t i = 0; i < systems->count; i++)
		layers[i] = (struct chart_layer){
			.name = systems->items[i].name, .style = style,
			.dashes = style == CHART_STEPS ? (unsigned)i : 0,
		};
	chart->names[0] = "system";
	chart->layers = layers;
	chart->layer_count = systems->count;
}

/* Of the first trial. */
static void cumulative_add(const struct idle_topic *topic, const struct idle_system *system,
			   struct table *table, const struct idle_place *place,
			   const struct idle_side *side)
{
	struct idle_side first = *side;
	const double *lengths;
	double sum = 0;
	size_t count;

	while (first.count > 0 && first.trials[first.count - 1] > 0)
		first.count--;
	lengths = idle_side_lengths(topic->tables, system, &first, NULL, &count);

	for (size_t i = 0; i < count; i++) {
		sum += lengths[i];
		idle_begin_row(table, &place->group);
		cell_string(table_at(table, "system"), system->name);
		cell_number(table_at(table, "length"), lengths[i]);
		cell_number(table_at(table, "sum"), sum);
	}
}

void idle_systems_add_cumulative(const struct idle_topic *topic,
				 const struct idle_systems *systems,
				 const struct idle_places *places)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"system", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"length", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"sum", COLUMN_NUMBER, 0, NULL, idle_unit_length},
	};
	const struct idle_events_names *names = places->are_actions ? &idle_action_names
								    : &idle_gap_names;
	struct table *table = idle_begin(
		topic, &(struct idle_shape){names->section, names->cumulative, "Cumulative latency",
					    TABLE_DATA, columns, COUNT(columns)});

	idle_chart_cumulative(topic, table);
	idle_system_layers(topic->tables, systems, &table->chart, CHART_STEPS);
	for (size_t i = 0; i < places->count; i++) {
		for (size_t j = 0; j < systems->count; j++)
			cumulative_add(topic, &systems->items[j], table, &places->items[i],
				       &places->items[i].sides[j]);
	}
}
