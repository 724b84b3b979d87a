/* SPDX-License-Identifier: MIT */
/* A row for each machine, the most deviating first. */
#include "tools/topic/fleet/fleet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/topic/fleet/labels.h"
#include "tools/fleet/values.h"

static const struct column *machine_columns(struct tables *tables,
					    const struct topic_fleet *content, size_t *count)
{
	static const struct column before[] = {
		{"machine", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"model", COLUMN_TEXT, 0, NULL, NULL},
		{"boots", COLUMN_COUNT, 0, "runs", NULL},
		{"verdict", COLUMN_VERDICT, 0, NULL, NULL},
	};
	static const struct column after[] = {
		{"p", COLUMN_PROBABILITY, 0, NULL, NULL},
		{"largest", COLUMN_NUMBER, 0, "std devs", NULL},
		{"in", COLUMN_TEXT, COLUMN_SPARE, "in", NULL},
		{"latest", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"firmware", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"microcode", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"memory", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"core_mhz", COLUMN_NUMBER, COLUMN_DATA, NULL, NULL},
		{"id", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"id_from", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
	};
	struct column *columns = tables_allocate(
		tables, COUNT(before) + COUNT(after) + FLEET_SHOWN_FIGURES_MAX, sizeof(*columns));

	memcpy(columns, before, sizeof(before));
	*count = COUNT(before);
	for (size_t i = 0; i < content->strips.shown_count; i++) {
		const struct fleet_figure *figure =
			&content->fleet->figures[content->strips.shown[i]];

		columns[(*count)++] = (struct column){tables_text(tables, "figure%zu", i + 1),
						      COLUMN_CHANGE, COLUMN_DATA | COLUMN_KEPT,
						      figure->bench, NULL};
	}
	memcpy(columns + *count, after, sizeof(after));
	*count += COUNT(after);
	return columns;
}

static void machine_add_row(struct table *table, const struct topic_fleet *content,
			    const struct fleet_machine *machine)
{
	const struct fleet *fleet = content->fleet;
	const struct fleet_model *model = &fleet->models[machine->model];
	size_t index = (size_t)(machine - fleet->machines);
	struct tables *tables = table->of;
	struct row *row = table_row(table);

	row->is_detail = machine->odd_count == 0;
	cell_string(table_at(table, "machine"), fleet_machine_name(tables, fleet, machine));
	cell_string(table_at(table, "model"), fleet_model_name(tables, fleet, model));
	cell_count(table_at(table, "boots"), machine->boots);
	fleet_verdict_cell(table, model, machine->odd_count, "not judged");
	for (size_t i = 0; i < content->strips.shown_count; i++) {
		double change = content->strips.changes[index * FLEET_SHOWN_FIGURES_MAX + i];
		const char *name = tables_text(tables, "figure%zu", i + 1);

		if (isnan(change))
			cell_none(table_at(table, name));
		else
			cell_number(table_at(table, name),
				    fleet_shown_change(&fleet->figures[content->strips.shown[i]],
						       change));
		if (fleet_is_odd_in(machine, content->strips.shown[i]))
			table->cells[table->cell_count - 1].verdict =
				fleet_is_worse(&fleet->figures[content->strips.shown[i]], change)
					? TABLE_BAD
					: TABLE_GOOD;
		else
			table->cells[table->cell_count - 1].verdict = TABLE_NEUTRAL;
	}
	cell_number_if(table_at(table, "p"), model->is_judged, machine->p);
	cell_number_if(table_at(table, "largest"), isfinite(machine->largest), machine->largest);
	cell_string_or_none(
		table_at(table, "in"),
		machine->deviation_count > 0
			? fleet_figure_label(tables, &fleet->figures[machine->deviations[0].figure])
			: "");
	cell_string(table_at(table, "latest"), fleet_day_text(tables, machine->state.made));
	cell_string_or_none(table_at(table, "firmware"), machine->state.firmware);
	cell_string_or_none(table_at(table, "microcode"), machine->state.microcode);
	cell_string_or_none(table_at(table, "memory"), machine->state.memory);
	cell_number_if(table_at(table, "core_mhz"), machine->state.core_mhz > 0,
		       machine->state.core_mhz);
	cell_string(table_at(table, "id"), machine->id);
	cell_string(table_at(table, "id_from"), machine->id_from);
}

void fleet_add_machines(struct tables *tables, const struct topic_fleet *content)
{
	const struct fleet *fleet = content->fleet;
	const struct fleet_machine **order = tables_allocate(tables, fleet->count + 1,
							     sizeof(*order));
	size_t columns, rows = fleet->count;
	const struct column *shape = machine_columns(tables, content, &columns);
	struct table *table = table_begin(tables, "By machine", "machines",
					  "Machines, the most deviating first", shape, columns);

	table->flags = TABLE_WHOLE | TABLE_WIDE | TABLE_HEAT;
	for (size_t i = 0; i < fleet->count; i++)
		order[i] = &fleet->machines[i];
	qsort(order, fleet->count, sizeof(*order), fleet_compare_oddness);
	if (rows > FLEET_PAGE_MACHINES_MAX) {
		rows = FLEET_PAGE_MACHINES_MAX > fleet->odd_count ? FLEET_PAGE_MACHINES_MAX
								  : fleet->odd_count;
		table->note = tables_text(tables, "The %zu most deviating of %zu machines.", rows,
					  fleet->count);
	}
	for (size_t i = 0; i < rows; i++)
		machine_add_row(table, content, order[i]);
}
