/* SPDX-License-Identifier: MIT */
/* Each machine as a dot on a strip: its distance from the median of its model. */
#include "tools/topic/fleet/fleet.h"

#include <math.h>

#include "tools/topic/fleet/labels.h"
#include "tools/topic/fleet/values.h"

static bool has_odd_in(const struct fleet *fleet, const struct fleet_model *model, size_t figure)
{
	for (size_t i = 0; i < model->count; i++) {
		if (fleet_is_odd_in(&fleet->machines[model->first + i], figure))
			return true;
	}
	return false;
}

/* The changes of a model's machines, odd ones first and marked by an exclamation mark. */
static void strip_cell(struct table *table, const struct topic_fleet *content,
		       const struct fleet_model *model, size_t place)
{
	const struct fleet *fleet = content->fleet;
	struct tables *tables = table->of;
	double *values = tables_allocate(tables, model->count, sizeof(*values));
	const char **names = tables_allocate(tables, model->count, sizeof(*names));
	const struct fleet_figure *figure = &fleet->figures[content->shown[place]];
	size_t count = 0;

	for (int odd = 1; odd >= 0; odd--) {
		for (size_t i = 0; i < model->count && count < FLEET_PAGE_MACHINES_MAX; i++) {
			size_t index = model->first + i;
			const struct fleet_machine *machine = &fleet->machines[index];
			double change = content->changes[index * FLEET_SHOWN_FIGURES_MAX + place];

			if (isnan(change) || fleet_is_odd_in(machine, content->shown[place]) != odd)
				continue;
			values[count] = fleet_shown_change(figure, change);
			names[count++] = tables_text(tables, "%s%s", odd ? "!" : "",
						     fleet_machine_name(tables, fleet, machine));
		}
	}
	cell_stepped_curve(table,
			   &(struct cell_curve){.values = values, .count = count, .names = names});
}

void fleet_add_figures(struct tables *tables, const struct topic_fleet *content)
{
	static const struct column columns[] = {
		{"figure", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"model", COLUMN_TEXT, 0, NULL, NULL},
		{"machines", COLUMN_COUNT, 0, NULL, NULL},
		{"median", COLUMN_QUANTITY, 0, NULL, NULL},
		{"unit", COLUMN_TEXT, 0, "", NULL},
		{"between", COLUMN_SHARE, 0, "between machines", NULL},
		{"within", COLUMN_SHARE, 0, "between boots", NULL},
		{"changes", COLUMN_CURVE, COLUMN_DATA, NULL, NULL},
		{"scale", COLUMN_SHARE, COLUMN_DATA, NULL, NULL},
	};
	const struct fleet *fleet = content->fleet;
	struct table *table =
		table_begin(tables, "By figure and model", "figures",
			    "Each machine as its distance from the median of its model", columns,
			    COUNT(columns));

	table->flags = TABLE_WHOLE | TABLE_WIDE | TABLE_STRIPS;
	table->note = "Between machines, and between the boots of one machine: median absolute "
		      "deviation, in percent of the median.";
	for (size_t i = 0; i < content->shown_count; i++) {
		const struct fleet_figure *figure = &fleet->figures[content->shown[i]];

		for (size_t j = 0; j < fleet->model_count; j++) {
			const struct fleet_model *model = &fleet->models[j];
			const struct odd_figure *usual = &model->figures[content->shown[i]];

			if (usual->machines == 0 || usual->median == 0)
				continue;
			table_row(table)->is_detail = !has_odd_in(fleet, model, content->shown[i]);
			cell_string(table_at(table, "figure"), fleet_figure_label(tables, figure));
			cell_string(table_at(table, "model"),
				    fleet_model_name(tables, fleet, model));
			cell_count(table_at(table, "machines"), usual->machines);
			cell_quantity(table_at(table, "median"),
				      &(struct quantity){
					      .value = fleet_shown_value(figure, usual->median)});
			cell_string(table_at(table, "unit"), fleet_shown_unit(figure));
			cell_number(table_at(table, "between"), usual->mad / fabs(usual->median));
			cell_number_if(table_at(table, "within"), usual->boots >= 3,
				       usual->within / fabs(usual->median));
			strip_cell(table_at(table, "changes"), content, model, i);
			cell_number(table_at(table, "scale"), usual->scale / fabs(usual->median));
		}
	}
}
