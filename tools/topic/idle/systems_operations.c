/* SPDX-License-Identifier: MIT */
/* Table 1 and figure 6 of "Using Latency to Evaluate Computer System Performance" for several
 * systems: a presenter's operations by disk and CPU, and what the CPU's counters say of the user's
 * actions. */
#include <string.h>

#include "tools/stats/stats.h"
#include "tools/topic/idle/systems.h"

#define SECTION "Thinking and waiting"
#define NAMES_MAX 256

/* Different names, in the order of their first appearance. */
struct name_list {
	const char *items[NAMES_MAX];
	size_t count;
};

static void add_name(struct name_list *names, const char *name)
{
	size_t i = 0;

	while (i < names->count && strcmp(names->items[i], name) != 0)
		i++;
	if (i == names->count && names->count < NAMES_MAX)
		names->items[names->count++] = name;
}

static const struct idle_message_log *log_of(const struct idle_side *side, size_t number)
{
	return side->of[number];
}

/* ---- Operations ---- */

static const struct operation *find_operation(const struct idle_message_log *log, const char *name)
{
	for (size_t i = 0; i < log->operations.count; i++) {
		if (strcmp(log->operations.items[i].name, name) == 0)
			return &log->operations.items[i];
	}
	return NULL;
}

static void add_operation(struct table *table, const struct idle_place *place,
			  const struct idle_system *system, const struct idle_side *side,
			  const char *name)
{
	double trials = (double)idle_side_trials(side), unit;
	struct operation sum = {0};

	for (size_t i = 0; i < side->count; i++) {
		const struct operation *of = find_operation(log_of(side, i), name);

		if (of == NULL)
			continue;
		sum.n += of->n;
		sum.total += of->total;
		sum.longest = of->longest > sum.longest ? of->longest : sum.longest;
		sum.disk += of->disk;
		sum.hits += of->hits;
		sum.misses += of->misses;
	}
	if (sum.n == 0)
		return;
	unit = idle_length(system->view, 1) / (double)sum.n;
	idle_begin_row(table, &place->group);
	cell_string(table_at(table, "operation"), name);
	cell_string(table_at(table, "system"), system->name);
	cell_count(table_at(table, "n"), sum.n);
	cell_number(table_at(table, "longest"), idle_length(system->view, sum.longest));
	cell_number(table_at(table, "mean"), unit * (double)sum.total);
	cell_number(table_at(table, "disk"), unit * (double)sum.disk);
	cell_number(table_at(table, "cpu"), unit * (double)(sum.total - sum.disk));
	cell_number(table_at(table, "misses"), (double)sum.misses / trials);
	cell_number(table_at(table, "hits"), (double)sum.hits / trials);
}

void idle_systems_add_operations(const struct idle_topic *topic, const struct idle_systems *systems,
				 const struct idle_places *places)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"operation", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"system", COLUMN_TEXT, 0, NULL, NULL},
		{"n", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
		{"longest", COLUMN_NUMBER, COLUMN_DETAIL, NULL, idle_unit_length},
		{"mean", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"disk", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"cpu", COLUMN_NUMBER, 0, "CPU", idle_unit_length},
		{"misses", COLUMN_NUMBER, 0, "blocks read", NULL},
		{"hits", COLUMN_NUMBER, 0, "found", NULL},
	};
	struct table *table = idle_begin(topic, &(struct idle_shape){
		SECTION, "operations", idle_title(topic, "Operations, by disk and CPU"), 0,
		columns, COUNT(columns)});

	table->note = "Means of an operation; blocks are of a trial.";
	for (size_t i = 0; i < places->count; i++) {
		const struct idle_place *place = &places->items[i];
		struct name_list names = {.count = 0};

		for (size_t j = 0; j < systems->count; j++) {
			for (size_t k = 0; k < place->sides[j].count; k++) {
				const struct operations *of =
					&log_of(&place->sides[j], k)->operations;

				for (size_t m = 0; m < of->count; m++)
					add_name(&names, of->items[m].name);
			}
		}
		for (size_t j = 0; j < names.count; j++) {
			for (size_t k = 0; k < systems->count; k++)
				add_operation(table, place, &systems->items[k], &place->sides[k],
					      names.items[j]);
		}
	}
}

/* ---- Counters ---- */

/* The number of a reading of a log's counters; IDLE_READINGS_MAX: it has none of that name. */
static size_t find_reading(const struct idle_message_log *log, const char *name)
{
	const char *list = log->counts.trace != NULL ? log->counts.trace->info->readings : "";
	size_t reading = 0;

	for (; *list != '\0'; reading++) {
		size_t length = strcspn(list, ",");

		if (length == strlen(name) && strncmp(list, name, length) == 0)
			return reading;
		list += length + (list[length] == ',');
	}
	return IDLE_READINGS_MAX;
}

static void add_counts(struct table *table, const struct idle_place *place,
		       const struct idle_system *system, const struct idle_side *side,
		       const char *kind, const char *name)
{
	double *values = tables_allocate(table->of, side->event_count, sizeof(*values));
	struct stats stats;
	size_t n = 0;

	for (size_t i = 0; i < side->count; i++) {
		const struct idle_message_log *log = log_of(side, i);
		size_t reading = find_reading(log, name);

		for (size_t j = 0; reading < IDLE_READINGS_MAX && j < log->counts.count; j++) {
			const struct action_count *count = &log->counts.items[j];

			if (strcmp(user_action_name(count->action), kind) == 0 &&
			    n < side->event_count)
				values[n++] = count->excess[reading];
		}
	}
	if (n == 0)
		return;
	stats_describe(values, n, &stats);
	idle_begin_row(table, &place->group);
	cell_string(table_at(table, "action"), kind);
	cell_string(table_at(table, "counted"), name);
	cell_string(table_at(table, "system"), system->name);
	cell_count(table_at(table, "n"), n);
	cell_number(table_at(table, "min"), stats.min);
	cell_number(table_at(table, "median"), stats.median);
	cell_number(table_at(table, "max"), stats.max);
}

/* Find the names of the readings that any log of a place has. */
static void find_readings(struct tables *tables, const struct idle_systems *systems,
			  const struct idle_place *place, struct name_list *names)
{
	for (size_t i = 0; i < systems->count; i++) {
		for (size_t j = 0; j < place->sides[i].count; j++) {
			const struct idle_trace *trace =
				log_of(&place->sides[i], j)->counts.trace;
			const char *list = trace != NULL ? trace->info->readings : "";

			while (*list != '\0') {
				size_t length = strcspn(list, ",");

				add_name(names, tables_text(tables, "%.*s", (int)length, list));
				list += length + (list[length] == ',');
			}
		}
	}
}

void idle_systems_add_counts(const struct idle_topic *topic, const struct idle_systems *systems,
			     const struct idle_places *places)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"action", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"counted", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"system", COLUMN_TEXT, 0, NULL, NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"min", COLUMN_NUMBER, COLUMN_DETAIL, NULL, NULL},
		{"median", COLUMN_NUMBER, 0, NULL, NULL},
		{"max", COLUMN_NUMBER, COLUMN_DETAIL, NULL, NULL},
	};
	struct table *table = idle_begin(topic, &(struct idle_shape){
		SECTION, "action-counts", "CPU events of user actions", 0, columns,
		COUNT(columns)});

	table->note = idle_counts_note;
	for (size_t i = 0; i < places->count; i++) {
		const struct idle_place *place = &places->items[i];
		struct name_list names = {.count = 0};
		size_t types;
		const char **kinds = idle_place_types(topic->tables, systems, place, &types);

		find_readings(topic->tables, systems, place, &names);
		for (size_t j = 0; j < types * names.count; j++) {
			for (size_t k = 0; k < systems->count; k++)
				add_counts(table, place, &systems->items[k], &place->sides[k],
					   kinds[j / names.count], names.items[j % names.count]);
		}
	}
}
