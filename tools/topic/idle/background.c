/* SPDX-License-Identifier: MIT */
/* Messages of an application that no user action caused. They are separate, so that they do not
 * count as latency of user actions. */
#include "tools/topic/idle/idle.h"

#define SECTION "Thinking and waiting"

void idle_add_background(const struct idle_topic *topic)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"what", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"min", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"median", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"max", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"total", COLUMN_NUMBER, 0, NULL, idle_unit_length},
	};
	struct table *table = idle_begin(
		topic, &(struct idle_shape){SECTION, "background",
					    idle_title(topic, "Background messages"), 0, columns,
					    COUNT(columns)});

	for (size_t i = 0; i < topic->view->log_count; i++) {
		const struct idle_message_log *log = &topic->view->logs[i];
		const struct idle_group group = idle_group_of_log(topic->tables, log);

		for (size_t j = 0; j < log->background.type_count; j++) {
			const struct event_set_type *type = &log->background.types[j];

			idle_begin_row(table, &group);
			cell_text(table_at(table, "what"), "%s", type->name);
			cell_count(table_at(table, "n"), type->count);
			cell_number(table_at(table, "min"), type->min);
			cell_number(table_at(table, "median"), type->median);
			cell_number(table_at(table, "max"), type->max);
			cell_number(table_at(table, "total"), type->total);
		}
	}
}
