/* SPDX-License-Identifier: MIT */
/* Tables of several systems: their properties, the results of their idle loops, and the think and
 * wait time of their users. */
#include "tools/topic/idle/systems.h"

#include <string.h>

/* ---- Comparability ---- */

static const char *system_ticks(const struct idle_system *system)
{
	static const char *const texts[] = {
		[TIME_UNKNOWN] = "unknown", [TIME_REAL] = "real time",
		[TIME_EMULATED] = "an emulator's time", [TIME_INSTRUCTIONS] = "instructions",
	};

	return texts[system->view->analysis->time_base];
}

const char *idle_systems_refuse(struct tables *tables, const struct idle_system *first,
				const struct idle_system *other)
{
	if (first->view->analysis->time_base != other->view->analysis->time_base)
		return tables_text(tables, "ticks are %s in %s and %s in %s", system_ticks(first),
				   first->name, system_ticks(other), other->name);
	if (strcmp(first->view->scale.unit, other->view->scale.unit) != 0)
		return tables_text(tables, "lengths are in %s in %s and in %s in %s",
				   first->view->scale.unit, first->name, other->view->scale.unit,
				   other->name);
	return NULL;
}

/* ---- Systems ---- */

/* Measured code of another build may cost more or less on the same system. */
static const char *system_remark(struct tables *tables, const struct wire_manifest *manifest,
				 const struct wire_manifest *first)
{
	bool is_linux = manifest->kernel[0] != '\0';
	bool is_other = first != NULL && strcmp(manifest->build, first->build) != 0;

	if (!is_linux && !is_other)
		return NULL;
	return tables_text(tables, "%s%s%s%s%s", is_linux ? "kernel " : "", manifest->kernel,
			   is_linux && is_other ? "; " : "",
			   is_other ? "another build of Bareline than the first: " : "",
			   is_other ? manifest->build : "");
}

static void systems_add_names(const struct idle_topic *topic, const struct idle_systems *systems)
{
	static const struct column columns[] = {
		{"system", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"host", COLUMN_TEXT, 0, NULL, NULL},
		{"kernel", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"hypervisor", COLUMN_TEXT, 0, NULL, NULL},
		{"build", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
	};
	struct table *table = table_begin(topic->tables, "Systems", "systems", "Systems compared",
					  columns, COUNT(columns));
	struct row *row;

	for (size_t i = 0; i < systems->count; i++) {
		const struct wire_manifest *manifest =
			result_manifest(systems->items[i].view->analysis->result);

		row = table_row(table);
		cell_string(table_at(table, "system"), systems->items[i].name);
		if (manifest == NULL)
			continue;
		row->remark = system_remark(topic->tables, manifest,
			result_manifest(systems->items[0].view->analysis->result));
		cell_text(table_at(table, "host"), "%s", manifest->host);
		cell_text(table_at(table, "kernel"), "%s", manifest->kernel);
		cell_text(table_at(table, "hypervisor"), "%s", manifest->hypervisor);
		cell_text(table_at(table, "build"), "%s", manifest->build);
	}
}

/* ---- Idle loops ---- */

static void loops_add_side(struct table *table, const struct idle_place *place,
			   const struct idle_system *system, const struct idle_side *side)
{
	double session = 0, slept = 0, busy = 0;        /* ms */
	uint64_t missing = 0;

	for (size_t i = 0; i < side->count; i++) {
		const struct idle_view *view = idle_system_view(system, side->trials[i]);
		const struct idle_run *run = side->of[i];

		session += idle_time(view, run->gaps.session);
		slept += idle_time(view, run->gaps.session - run->gaps.observed);
		busy += idle_time(view, run->gaps.busy);
		missing += run->trace->passes_missing;
	}
	if (side->count == 0)
		return;
	idle_begin_row(table, &place->group)->is_bad = missing > 0;
	cell_string(table_at(table, "system"), system->name);
	cell_count(table_at(table, "runs"), side->count);
	cell_number(table_at(table, "session"), session);
	cell_number_if(table_at(table, "slept"), slept > 0, slept);
	cell_number(table_at(table, "busy"), busy);
	cell_number_if(table_at(table, "busy_share"), session > 0, busy / session);
	cell_count_if(table_at(table, "passes_missing"), missing > 0, missing);
}

static void systems_add_loops(const struct idle_topic *topic, const struct idle_systems *systems,
			      const struct idle_places *places)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"system", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"runs", COLUMN_COUNT, 0, NULL, NULL},
		{"session", COLUMN_NUMBER, 0, NULL, idle_unit_ms},
		{"slept", COLUMN_NUMBER, 0, "loop slept", idle_unit_ms},
		{"busy", COLUMN_NUMBER, 0, NULL, idle_unit_ms},
		{"busy_share", COLUMN_SHARE, 0, "of the session", NULL},
		{"passes_missing", COLUMN_COUNT, 0, NULL, NULL},
	};
	struct table *table = idle_begin(topic, &(struct idle_shape){"Idle loops", "runs",
								     "Runs", 0,
								     columns, COUNT(columns)});

	for (size_t i = 0; i < places->count; i++) {
		for (size_t j = 0; j < systems->count; j++)
			loops_add_side(table, &places->items[i], &systems->items[j],
				       &places->items[i].sides[j]);
	}
	if (column_is_used(table, table_column(table, "slept")))
		table->note = "Loop slept: the part of the session in which nothing was observed, "
			      "so busy time is at least that long.";
}

static void profile_add_run(struct table *table, const struct idle_place *place,
			    const struct idle_system *system, const struct idle_run *run)
{
	for (size_t i = 0; i < run->gaps.count && run->gaps.base != 0; i++) {
		const struct idle_pass *pass = run->gaps.items[i].pass;

		idle_begin_row(table, &place->group);
		cell_string(table_at(table, "system"), system->name);
		cell_number(table_at(table, "begin"), idle_us(system->view, pass->begin));
		cell_number(table_at(table, "end"), idle_us(system->view, pass->end));
		cell_number(table_at(table, "utilisation"),
			    100 * idle_utilisation(&run->gaps, pass));
	}
}

/* Only passes with a gap, as in figure 3 of the paper. All others are idle. */
static void systems_add_profile(const struct idle_topic *topic, const struct idle_systems *systems,
				const struct idle_places *places)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"system", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"begin", COLUMN_NUMBER, 0, NULL, idle_unit_us},
		{"end", COLUMN_NUMBER, 0, NULL, idle_unit_us},
		{"utilisation", COLUMN_NUMBER, 0, NULL, "%"},
	};
	struct table *table = idle_begin(topic, &(struct idle_shape){"Idle loops", "profile",
								     "Idle profiles", TABLE_DATA,
								     columns, COUNT(columns)});

	table->chart = (struct chart){
		.kind = CHART_LAYERS,
		.x = "begin",
		.y = "utilisation",
		.x_axis = idle_time_axis(topic, "elapsed time", "executed instructions"),
		.y_axis = {.label = "CPU busy during a pass, in %", .from_zero = true},
	};
	idle_system_layers(topic->tables, systems, &table->chart, CHART_IMPULSES);
	for (size_t i = 0; i < places->count; i++) {
		for (size_t j = 0; j < systems->count; j++) {
			const struct idle_side *side = &places->items[i].sides[j];

			for (size_t k = 0; k < side->count; k++)
				profile_add_run(table, &places->items[i], &systems->items[j],
						side->of[k]);
		}
	}
}

/* ---- Think and wait time ---- */

static const char *side_source(const struct idle_side *side)
{
	return ((const struct idle_message_log *)side->of[0])->run->info->source;
}

/* The keys of a person and those of a script come to a watched program by its terminal. */
static bool is_delivered_alike(const char *source, const char *other)
{
	bool is_typed = strcmp(source, "terminal") == 0 || strcmp(source, "person") == 0;
	bool is_other_typed = strcmp(other, "terminal") == 0 || strcmp(other, "person") == 0;

	return strcmp(source, other) == 0 || (is_typed && is_other_typed);
}

/* A remark if the systems had different input, or received keys in different ways; else NULL. */
static const char *logs_remark(struct tables *tables, const struct idle_system *first,
			       const struct idle_place *place, const struct idle_side *side)
{
	const struct idle_side *base = &place->sides[0];
	const char *other_way = "", *other_count = "";

	if (base->count == 0)
		return NULL;
	if (!is_delivered_alike(side_source(base), side_source(side)))
		other_way = tables_text(tables,
					"Keys come by %s here and by %s in %s; the difference "
					"excludes their delivery.",
					side_source(side), side_source(base), first->name);
	if (base->event_count != side->event_count)
		other_count = tables_text(tables,
					  "Input differs: %zu actions, and %zu in %s. Totals are "
					  "of different work.",
					  side->event_count, base->event_count, first->name);
	if (other_way[0] == '\0' && other_count[0] == '\0')
		return NULL;
	return tables_text(tables, "%s%s%s", other_way,
			   other_way[0] != '\0' && other_count[0] != '\0' ? " " : "", other_count);
}

static void logs_add_side(struct table *table, const struct idle_place *place,
			  const struct idle_systems *systems, size_t number)
{
	const struct idle_system *system = &systems->items[number];
	const struct idle_side *side = &place->sides[number];
	struct row *row;
	uint64_t think = 0, wait = 0, missing = 0;

	for (size_t i = 0; i < side->count; i++) {
		const struct message_run *run = ((const struct idle_message_log *)side->of[i])->run;

		think += think_wait_ticks(&run->machine, STATE_THINK);
		wait += think_wait_ticks(&run->machine, STATE_WAIT);
		missing += run->events_missing + run->info->lost;
	}
	if (side->count == 0)
		return;
	row = idle_begin_row(table, &place->group);
	row->remark = logs_remark(table->of, &systems->items[0], place, side);
	row->is_bad = missing > 0 || row->remark != NULL;
	cell_string(table_at(table, "system"), system->name);
	cell_text(table_at(table, "input_by"), "%s", side_source(side));
	cell_count(table_at(table, "logs"), side->count);
	cell_count(table_at(table, "actions"), side->event_count);
	cell_number(table_at(table, "think"), idle_time(system->view, think));
	cell_number(table_at(table, "wait"), idle_time(system->view, wait));
	cell_number_if(table_at(table, "wait_share"),
		       think + wait > 0, (double)wait / (double)(think + wait));
	cell_count_if(table_at(table, "events_missing"), missing > 0, missing);
}

static void systems_add_logs(const struct idle_topic *topic, const struct idle_systems *systems,
			     const struct idle_places *places)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"system", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"input_by", COLUMN_TEXT, 0, NULL, NULL},
		{"logs", COLUMN_COUNT, 0, NULL, NULL},
		{"actions", COLUMN_COUNT, 0, NULL, NULL},
		{"think", COLUMN_NUMBER, 0, NULL, idle_unit_ms},
		{"wait", COLUMN_NUMBER, 0, NULL, idle_unit_ms},
		{"wait_share", COLUMN_SHARE, 0, "waited", NULL},
		{"events_missing", COLUMN_COUNT, 0, NULL, NULL},
	};
	struct table *table = idle_begin(topic, &(struct idle_shape){"Thinking and waiting",
								     "message-logs",
								     "User time", 0, columns,
								     COUNT(columns)});

	for (size_t i = 0; i < places->count; i++) {
		for (size_t j = 0; j < systems->count; j++)
			logs_add_side(table, &places->items[i], systems, j);
	}
}

/* ---- All tables ---- */

typedef void add_chart(const struct idle_topic *topic, const struct idle_systems *systems,
		       const struct idle_places *places);

/* Add the table of a chart: one table of all places, or for a page one table of each place. */
static void systems_add_chart(const struct idle_topic *topic, const struct idle_systems *systems,
			      const struct idle_places *places, const char *section,
			      add_chart *add)
{
	if (!systems->has_page) {
		add(topic, systems, places);
		return;
	}
	for (size_t i = 0; i < places->count; i++) {
		const struct idle_places one = {&places->items[i], 1, places->are_actions};
		struct idle_topic of_one = *topic;

		of_one.only = &places->items[i].group;
		of_one.section = section;
		add(&of_one, systems, &one);
	}
}

size_t topic_idle_systems(struct tables *tables, const struct idle_systems *systems)
{
	const struct idle_topic topic = {.tables = tables,
					 .view = systems->items[0].view,
					 .settings = systems->settings};
	struct idle_places loops, logs;
	size_t alone, simple;

	tables->subtitle = idle_whose_time(topic.view);
	systems_add_names(&topic, systems);
	simple = idle_systems_add_simple(&topic, systems);
	alone = idle_places_find(tables, systems, false, &loops);
	alone += idle_places_find(tables, systems, true, &logs);
	systems_add_loops(&topic, systems, &loops);
	idle_systems_add_types(&topic, systems, &loops);
	systems_add_chart(&topic, systems, &loops, idle_gap_names.section,
			  idle_systems_add_cumulative);
	systems_add_chart(&topic, systems, &loops, idle_gap_names.section, systems_add_profile);
	systems_add_logs(&topic, systems, &logs);
	if (systems->are_trials)
		idle_systems_add_trials(&topic, systems, &logs);
	idle_systems_add_saves(&topic, systems, &logs);
	idle_systems_add_operations(&topic, systems, &logs);
	idle_systems_add_types(&topic, systems, &logs);
	idle_systems_add_counts(&topic, systems, &logs);
	idle_systems_add_above(&topic, systems, &logs);
	systems_add_chart(&topic, systems, &logs, idle_action_names.section,
			  idle_systems_add_cumulative);
	if (alone > 0)
		table_fact(table_begin_facts(tables, "", "not-compared", ""), "not compared",
			   "%zu point%s with an idle loop or message log on one system "
			   "only", alone, alone == 1 ? "" : "s");
	return loops.count + logs.count + simple;
}
