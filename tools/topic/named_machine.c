/* SPDX-License-Identifier: MIT */
/* Names of the machine, its board and its firmware from SMBIOS. Missing names have no row. */
#include <string.h>

#include "tools/topic/topic.h"

/* "Made-up Machines Model 3 (rev 2)". Any part may be missing. */
static const char *part_text(struct tables *tables, const char *maker, const char *name,
			     const char *version)
{
	bool has_maker = maker[0] != '\0', has_version = version[0] != '\0';

	return tables_text(tables, "%s%s%s%s%s%s", maker, has_maker && name[0] != '\0' ? " " : "",
			   name, has_version ? " (" : "", version, has_version ? ")" : "");
}

static void named_machine_add(struct table *table, const char *what, const char *text,
			      const char *more)
{
	if (text[0] != '\0')
		table_fact(table, what, "%s%s%s", text, more[0] != '\0' ? ", " : "", more);
}

void named_machine_add_facts(const struct topic *topic, struct table *table)
{
	const struct record_list *machines = &topic->analysis->result->records[WIRE_machine];
	const struct identity *identity = topic->analysis->identity;
	const struct wire_machine *machine;

	if (identity->id != NULL)
		table_fact(table, "identity", "%s by %s, model %s", identity->id, identity->id_from,
			   identity->model != NULL ? identity->model : "unknown");
	if (identity->made != NULL)
		table_fact(table, "made", "%s (%s)", identity->made, identity->made_from);
	else if (identity->made_problem != NULL)
		table_fact(table, "made", "unknown: %s", identity->made_problem);
	if (machines->count == 0)
		return;
	machine = &machines->items[0].machine;
	named_machine_add(table, "machine",
			  part_text(table->of, machine->maker, machine->product, machine->version),
			  machine->chassis);
	named_machine_add(table, "board",
			  part_text(table->of, machine->board_maker, machine->board,
				    machine->board_version), "");
	named_machine_add(table, "firmware",
			  part_text(table->of, machine->bios_maker, machine->bios, ""),
			  machine->bios_date);
	if (machine->serial[0] != '\0' || machine->board_serial[0] != '\0' ||
	    machine->chassis_serial[0] != '\0' || machine->uuid[0] != '\0')
		table_fact(table, "serial numbers", "machine %s, board %s, chassis %s, UUID %s",
			   machine->serial[0] != '\0' ? machine->serial : "unknown",
			   machine->board_serial[0] != '\0' ? machine->board_serial : "unknown",
			   machine->chassis_serial[0] != '\0' ? machine->chassis_serial : "unknown",
			   machine->uuid[0] != '\0' ? machine->uuid : "unknown");
}
