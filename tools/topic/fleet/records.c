/* SPDX-License-Identifier: MIT */
/* Machines whose records differ from those of most others of their model, although no figure
 * differs. For example, a machine with half of its memory may measure like the others. */
#include "tools/topic/fleet/fleet.h"

#include "tools/topic/fleet/labels.h"

#define MACHINES_SHOWN 12

bool fleet_has_other_records(const struct fleet_machine *machine)
{
	return machine->odd_count == 0 && machine->records[0] != '\0';
}

/* Whether the comparison with earlier runs states what the machine's records have. */
static bool is_stated(const struct topic_fleet *content, const struct fleet_machine *machine)
{
	const struct fleet_since *since = content->since;
	size_t index = since == NULL
			       ? 0
			       : fleet_find_machine(since->changes,
						    content->fleet->models[machine->model].key,
						    machine->key);

	for (size_t i = 0; since != NULL && i < since->fact_count; i++) {
		if (since->facts[i].machine == index && index < since->changes->count)
			return true;
	}
	return false;
}

void fleet_add_records(struct tables *tables, const struct topic_fleet *content)
{
	static const struct column columns[] = {
		{"machine", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"records", COLUMN_TEXT, 0, "differs", NULL},
		{"model", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"id", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"run", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
	};
	const struct fleet *fleet = content->fleet;
	struct table *table = table_begin(tables, "Other records", "records",
					  "Machines with other records than their model, alike in "
					  "metrics",
					  columns, COUNT(columns));
	size_t shown = 0;

	table->flags = TABLE_WHOLE | TABLE_WIDE;
	for (size_t i = 0; i < fleet->count; i++) {
		const struct fleet_machine *machine = &fleet->machines[i];

		if (!fleet_has_other_records(machine))
			continue;
		table_row(table)->is_detail = is_stated(content, machine) ||
					      shown++ >= MACHINES_SHOWN;
		cell_string(table_at(table, "machine"), fleet_machine_name(tables, fleet, machine));
		cell_string(table_at(table, "records"), machine->records);
		cell_string(table_at(table, "model"),
			    fleet_model_name(tables, fleet, &fleet->models[machine->model]));
		cell_string(table_at(table, "id"), machine->id);
		cell_string(table_at(table, "run"), machine->state.path);
	}
}
