/* SPDX-License-Identifier: MIT */
/* Gaps by cause and user actions by type, for several systems: the lengths on each system, the
 * differences from the first, and cumulative lengths in one chart. */
#include <math.h>
#include <string.h>

#include "lib/text/ticks.h"
#include "tools/base/sort.h"
#include "tools/stats/rank_test.h"
#include "tools/stats/stats.h"
#include "tools/topic/idle/systems.h"

/* A side's events of one type. Only boots are independent samples: one tick may make several gaps,
 * and the keys of a session are the same in all its boots. */
struct part {
	double *medians;                /* of the boots that have such events, ascending */
	double *rates;                  /* of gaps: their length a second in a boot, ascending */
	size_t median_count, rate_count;
	size_t count;
	double total, shortest, longest;
	double clock_ticks;             /* of gaps: in all boots; 0 if unknown of one */
};


/* The session of a boot in seconds, or 0 if the clock's rate is unknown. */
static double boot_seconds(const struct idle_view *view, const struct idle_side *boot)
{
	uint64_t ticks = 0;

	for (size_t i = 0; i < boot->count; i++)
		ticks += ((const struct idle_run *)boot->of[i])->gaps.session;
	return view->scale.ticks_per_second > 0 ? idle_time(view, ticks) / (double)MS_PER_SECOND
						: 0;
}

/* 0 if they are unknown for a run. */
static double side_clock_ticks(const struct idle_system *system, const struct idle_side *side)
{
	double ticks = 0;

	for (size_t i = 0; i < side->count; i++) {
		double of_run = idle_clock_ticks(idle_system_view(system, side->trials[i]),
						 side->of[i]);

		if (of_run <= 0)
			return 0;
		ticks += of_run;
	}
	return ticks;
}

/* lengths are ascending. Returns their sum. */
static double part_add_boot(struct part *part, const double *lengths, size_t count)
{
	double total = 0;

	if (count == 0)
		return 0;
	for (size_t i = 0; i < count; i++)
		total += lengths[i];
	part->shortest = part->count == 0 ? lengths[0] : fmin(part->shortest, lengths[0]);
	part->longest = fmax(part->longest, lengths[count - 1]);
	part->medians[part->median_count++] = stats_median_sorted(lengths, count);
	part->total += total;
	part->count += count;
	return total;
}

static struct part part_of(struct tables *tables, const struct idle_system *system,
			   const struct idle_side *side, const char *type, bool are_actions)
{
	size_t boots = system->more_count + 1;
	struct part part = {
		.medians = tables_allocate(tables, boots, sizeof(*part.medians)),
		.rates = tables_allocate(tables, boots, sizeof(*part.rates)),
		.clock_ticks = are_actions ? 0 : side_clock_ticks(system, side),
	};

	for (size_t trial = 0; trial < boots; trial++) {
		struct idle_side boot = idle_side_boot(side, trial);
		size_t count;
		const double *lengths = idle_side_lengths(tables, system, &boot, type, &count);
		double total = part_add_boot(&part, lengths, count), seconds = 0;

		if (!are_actions)
			seconds = boot_seconds(idle_system_view(system, trial), &boot);
		if (seconds > 0)
			part.rates[part.rate_count++] = total / seconds;
	}
	sort_reals(part.medians, part.median_count);
	sort_reals(part.rates, part.rate_count);
	return part;
}

/* ---- Differences ---- */

/* A single length is no evidence that others are equal. */
static bool part_is_exact(const struct idle_topic *topic, const struct part *part)
{
	return topic->view->analysis->time_base == TIME_INSTRUCTIONS && part->count != 1 &&
	       part->shortest == part->longest;
}

/* Difference of the medians. Values are of boots, ascending, at least one. The interval contains
 * the difference even if the difference is none of the shifts that the ranks allow. */
static struct quantity difference_of(const struct values *first, const struct values *other,
				     bool is_exact)
{
	struct quantity more = {.is_estimated = true};

	more.value = stats_median_sorted(other->items, other->count) -
		     stats_median_sorted(first->items, first->count);
	if (is_exact) {
		more.interval = INTERVAL_EXACT;
	} else if (rank_shift(first, other, &more.low, &more.high)) {
		more.interval = INTERVAL_95;
		more.low = fmin(more.low, more.value);
		more.high = fmax(more.high, more.value);
	}
	return more;
}

/* ---- Rows ---- */

/* Gaps are compared by their length a second and a tick, because one tick may be split into several
 * gaps. */
static void types_add_rates(struct table *table, const struct part *part, const struct part *first,
			    bool is_exact)
{
	struct quantity more;

	if (part->rate_count == 0)
		return;
	cell_number(table_at(table, "per_second"),
		    stats_median_sorted(part->rates, part->rate_count));
	if (part == first || first->rate_count == 0)
		return;
	more = difference_of(&(struct values){first->rates, first->rate_count},
			     &(struct values){part->rates, part->rate_count}, is_exact);
	cell_quantity(table_at(table, "more_per_second"), &more);
}

static void types_add_per_tick(struct table *table, const struct part *part)
{
	if (part->clock_ticks <= 0)
		return;
	cell_number(table_at(table, "n_per_tick"), (double)part->count / part->clock_ticks);
	cell_number(table_at(table, "per_tick"), part->total / part->clock_ticks);
}

static void types_add_totals(struct table *table, const struct part *part,
			     const struct part *first, bool is_exact)
{
	struct quantity more;

	if (part->count == 0)
		return;
	cell_number(table_at(table, "total"), part->total);
	if (part == first || first->count == 0)
		return;
	more = difference_of(&(struct values){first->medians, first->median_count},
			     &(struct values){part->medians, part->median_count}, is_exact);
	cell_quantity(table_at(table, "more"), &more);
	cell_number(table_at(table, "more_total"), part->total - first->total);
}

/* A type on every system that ran the point. type is NULL for all types together. */
static void types_add(const struct idle_topic *topic, const struct idle_systems *systems,
		      struct table *table, const struct idle_places *places,
		      const struct idle_place *place, const char *type)
{
	struct part *parts = tables_allocate(topic->tables, systems->count, sizeof(*parts));

	for (size_t i = 0; i < systems->count; i++) {
		const struct idle_side *side = &place->sides[i];
		struct part *part = &parts[i];
		bool is_exact;

		if (side->count == 0)
			continue;
		*part = part_of(topic->tables, &systems->items[i], side, type,
				places->are_actions);
		is_exact = part_is_exact(topic, &parts[0]) && part_is_exact(topic, part);
		idle_begin_row(table, &place->group);
		cell_text(table, "%s", type != NULL ? type : "all");
		cell_string(table_at(table, "system"), systems->items[i].name);
		cell_count(table_at(table, "n"), part->count);
		if (part->count > 0)
			cell_number(table_at(table, "median"),
				    stats_median_sorted(part->medians, part->median_count));
		cell_number_if(table_at(table, "share"), part->count > 0 && side->total > 0,
			       part->total / side->total);
		if (places->are_actions)
			types_add_totals(table, part, &parts[0], is_exact);
		else
			types_add_rates(table, part, &parts[0], is_exact);
		types_add_per_tick(table, part);
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

static struct table *types_begin(const struct idle_topic *topic, bool are_actions)
{
	const struct column gap_columns[] = {
		IDLE_GROUP_COLUMNS,
		{idle_gap_names.type, COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"system", COLUMN_TEXT, 0, NULL, NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"median", COLUMN_NUMBER, COLUMN_DETAIL, NULL, idle_unit_length},
		{"share", COLUMN_SHARE, COLUMN_DETAIL, NULL, NULL},
		{"per_second", COLUMN_NUMBER, 0, "a second", idle_unit_length},
		{"more_per_second", COLUMN_QUANTITY, 0, "more a second", idle_unit_length},
		IDLE_PER_TICK_COLUMNS,
	};
	const struct column action_columns[] = {
		IDLE_GROUP_COLUMNS,
		{idle_action_names.type, COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"system", COLUMN_TEXT, 0, NULL, NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"median", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"share", COLUMN_SHARE, 0, NULL, NULL},
		{"total", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"more", COLUMN_QUANTITY, 0, NULL, idle_unit_length},
		{"more_total", COLUMN_NUMBER, COLUMN_DETAIL, "more in total", idle_unit_length},
	};
	const struct idle_events_names *names = are_actions ? &idle_action_names
							    : &idle_gap_names;

	return idle_begin(topic, &(struct idle_shape){
		names->section, names->types, idle_title(topic, names->types_title), 0,
		are_actions ? action_columns : gap_columns,
		are_actions ? COUNT(action_columns) : COUNT(gap_columns)});
}

/* The notes of the systems. If several systems have the same note, names only the first of them. */
static const char *unexplained_notes(struct tables *tables, const struct idle_systems *systems)
{
	const char *notes = "", *latest = NULL;

	for (size_t i = 0; i < systems->count; i++) {
		const char *note = idle_unexplained_note(systems->items[i].view);

		if (note != NULL && note != latest)
			notes = tables_text(tables, "%s Unexplained in %s: %s", notes,
					    systems->items[i].name, note);
		latest = note != NULL ? note : latest;
	}
	return notes;
}

void idle_systems_add_types(const struct idle_topic *topic, const struct idle_systems *systems,
			    const struct idle_places *places)
{
	struct table *table = types_begin(topic, places->are_actions);
	const char *first = systems->items[0].name;

	table->interval_name = "95 % CI, between boots";
	table->note = places->are_actions
		? tables_text(topic->tables, "Medians are of boots. More: difference from %s; more "
			      "in total: of the totals. An interval needs 4 boots of each system.",
			      first)
		: tables_text(topic->tables, "A second: length of all gaps in a second of the "
			      "session; median of boots. More: difference from %s. An interval "
			      "needs 4 boots of each system. A tick: of the system's clock.%s",
			      first, unexplained_notes(topic->tables, systems));
	for (size_t i = 0; i < places->count; i++) {
		const struct idle_place *place = &places->items[i];
		size_t count;
		const char **names = idle_place_types(topic->tables, systems, place, &count);

		for (size_t j = 0; j < count; j++)
			types_add(topic, systems, table, places, place, names[j]);
		if (count > 1)
			types_add(topic, systems, table, places, place, NULL);
	}
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
		for (size_t j = 0; j < systems->count; j++) {
			const struct idle_system *system = &systems->items[j];
			const struct idle_side *side = &places->items[i].sides[j];
			struct idle_side first =
				idle_side_boot(side, side->count > 0 ? side->trials[0] : 0);
			size_t count;
			const double *lengths = idle_side_lengths(topic->tables, system, &first,
								  NULL, &count);
			double sum = 0;

			for (size_t k = 0; k < count; k++) {
				sum += lengths[k];
				idle_begin_row(table, &places->items[i].group);
				cell_string(table_at(table, "system"), system->name);
				cell_number(table_at(table, "length"), lengths[k]);
				cell_number(table_at(table, "sum"), sum);
			}
		}
	}
}
