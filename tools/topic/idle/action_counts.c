/* SPDX-License-Identifier: MIT */
/* CPU counter values of each type of action. */
#include "tools/idle/action_counts.h"

#include <string.h>

#include "tools/stats/stats.h"
#include "tools/topic/idle/idle.h"

#define SECTION "Thinking and waiting"

const char idle_counts_note[] = "In excess of the same number of passes of an idle CPU.";

/* A name from a comma-separated list; NULL past its end. */
static const char *idle_reading_name(const struct idle_topic *topic, const char *list, size_t index)
{
	for (; index > 0; index--) {
		list = strchr(list, ',');
		if (list == NULL)
			return NULL;
		list++;
	}
	return tables_text(topic->tables, "%.*s", (int)strcspn(list, ","), list);
}

static void idle_add_count(const struct idle_topic *topic, struct table *table,
			   const struct idle_message_log *log, const char *kind, size_t reading)
{
	const struct action_counts *counts = &log->counts;
	const char *name = idle_reading_name(topic, counts->trace->info->readings, reading);
	double *values = tables_allocate(topic->tables, counts->count, sizeof(*values));
	const struct idle_group group = idle_group_of_log(topic->tables, log);
	struct stats stats;
	size_t n = 0;

	if (name == NULL)
		return;
	for (size_t i = 0; i < counts->count; i++) {
		if (strcmp(user_action_name(counts->items[i].action), kind) == 0)
			values[n++] = counts->items[i].excess[reading];
	}
	if (n == 0)
		return;
	stats_describe(values, n, &stats);
	idle_begin_row(table, &group);
	cell_string(table_at(table, "action"), kind);
	cell_string(table_at(table, "counted"), name);
	cell_count(table_at(table, "n"), n);
	cell_number(table_at(table, "min"), stats.min);
	cell_number(table_at(table, "median"), stats.median);
	cell_number(table_at(table, "max"), stats.max);
}

void idle_add_action_counts(const struct idle_topic *topic)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"action", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"counted", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"min", COLUMN_NUMBER, 0, NULL, NULL},
		{"median", COLUMN_NUMBER, 0, NULL, NULL},
		{"max", COLUMN_NUMBER, 0, NULL, NULL},
	};
	struct table *table = idle_begin(
		topic, &(struct idle_shape){SECTION, "action-counts",
					    "CPU events of user actions", 0,
					    columns, COUNT(columns)});

	table->note = idle_counts_note;
	for (size_t i = 0; i < topic->view->log_count; i++) {
		const struct idle_message_log *log = &topic->view->logs[i];

		for (size_t kind = 0; log->counts.trace != NULL && kind < log->figures.type_count;
		     kind++) {
			for (size_t reading = 0; reading < IDLE_READINGS_MAX; reading++)
				idle_add_count(topic, table, log, log->figures.types[kind].name,
					       reading);
		}
	}
}
