/* SPDX-License-Identifier: MIT */
/* The state that firmware left on the machine: a row for each item, with the CPUs that differ. */
#include "tools/topic/topic.h"

void topic_state(struct topic *topic)
{
	static const struct column columns[] = {
		{"item", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"value", COLUMN_TEXT, 0, NULL, NULL},
		{"others", COLUMN_TEXT, 0, "other CPUs", NULL},
		{"caution", COLUMN_TEXT, 0, NULL, NULL},
	};
	const struct record_list *items = &topic->analysis->result->records[WIRE_state];
	struct table *table;

	if (items->count == 0)
		return;
	table = table_begin(topic->tables, "", "state", "State of the machine", columns,
			    COUNT(columns));
	for (size_t i = 0; i < items->count; i++) {
		const struct wire_state *item = &items->items[i].state;

		table_row(table)->is_detail = item->caution[0] == '\0' && item->others[0] == '\0';
		cell_string(table_at(table, "item"), item->item);
		cell_string(table_at(table, "value"), item->value);
		cell_string_or_none(table_at(table, "others"), item->others);
		cell_string_or_none(table_at(table, "caution"), item->caution);
	}
}
