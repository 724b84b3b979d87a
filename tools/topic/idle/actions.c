/* SPDX-License-Identifier: MIT */
/* User actions, one row each. */
#include "tools/topic/idle/idle.h"

#define SECTION "Thinking and waiting"

struct table *idle_begin_actions(const struct idle_topic *topic, const struct idle_events *events,
				 size_t count)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"step", COLUMN_COUNT, 0, NULL, NULL},
		{"code", COLUMN_COUNT, 0, NULL, NULL},
		{"action", COLUMN_TEXT, 0, NULL, NULL},
		{"start", COLUMN_NUMBER, 0, NULL, idle_unit_us},
		{"length", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"waited", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"messages", COLUMN_COUNT, 0, NULL, NULL},
		{"begin_ticks", COLUMN_COUNT, COLUMN_IMPLIED, NULL, NULL},
		{"end_ticks", COLUMN_COUNT, COLUMN_IMPLIED, NULL, NULL},
		{"waited_ticks", COLUMN_COUNT, COLUMN_IMPLIED, NULL, NULL},
	};
	struct table *table =
		idle_begin(topic, &(struct idle_shape){SECTION, "actions", "Latency against time",
						       TABLE_DATA, columns, COUNT(columns)});

	table->chart = (struct chart){
		.kind = CHART_LAYERS,
		.names = {"action"},
		.x = "start",
		.y = "length",
		.x_axis = idle_time_axis(topic, "elapsed time", "executed instructions"),
		.y_axis = idle_length_axis(topic, "length"),
	};
	idle_layers(topic, &table->chart, CHART_IMPULSES, events, count);
	return table;
}

/* Add only complete actions. If there are more than rows_max, adds the longest ones. */
void idle_add_action_rows(const struct idle_topic *topic, struct table *table,
			  const struct idle_group *group, const struct message_run *run)
{
	const struct user_actions *actions = &run->actions;
	double *lengths = tables_allocate(topic->tables, actions->count, sizeof(*lengths));
	double least;
	size_t kept = 0;

	for (size_t i = 0; i < actions->count; i++)
		lengths[i] = idle_length(topic->view,
					 actions->items[i].end - actions->items[i].begin);
	least = idle_least_kept(topic, lengths, actions->count);
	for (size_t i = 0; i < actions->count; i++) {
		const struct user_action *action = &actions->items[i];
		const struct idle_view *view = topic->view;

		if (!action->is_whole || !user_action_is_by_user(action) || lengths[i] < least ||
		    (topic->rows_max > 0 && kept == topic->rows_max))
			continue;
		kept++;
		idle_begin_row(table, group);
		cell_count(table_at(table, "step"), action->step);
		cell_count(table_at(table, "code"), action->code);
		cell_string(table_at(table, "action"), user_action_name(action));
		cell_number(table_at(table, "start"), idle_us(view, action->begin));
		cell_number(table_at(table, "length"),
			    idle_length(view, action->end - action->begin));
		cell_number(table_at(table, "waited"), idle_length(view, action->waited));
		cell_count(table_at(table, "messages"), action->messages);
		cell_count(table_at(table, "begin_ticks"), action->begin);
		cell_count(table_at(table, "end_ticks"), action->end);
		cell_count(table_at(table, "waited_ticks"), action->waited);
	}
}
