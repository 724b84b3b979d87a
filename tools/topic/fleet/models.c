/* SPDX-License-Identifier: MIT */
/* A row for each model, with what most of its machines have. */
#include "tools/topic/fleet/fleet.h"

#include "tools/topic/fleet/labels.h"

void fleet_add_models(struct tables *tables, const struct topic_fleet *content)
{
	static const struct column columns[] = {
		{"model", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"machines", COLUMN_COUNT, 0, NULL, NULL},
		{"odd", COLUMN_COUNT, 0, NULL, NULL},
		{"figures", COLUMN_COUNT, 0, "metrics", NULL},
		{"verdict", COLUMN_VERDICT, 0, NULL, NULL},
		{"firmware", COLUMN_TEXT, COLUMN_DETAIL, "usual firmware", NULL},
		{"microcode", COLUMN_TEXT, COLUMN_DETAIL, NULL, NULL},
		{"memory", COLUMN_TEXT, COLUMN_DETAIL, "usual memory", NULL},
		{"hardware", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
	};
	const struct fleet *fleet = content->fleet;
	struct table *table = table_begin(tables, "Models", "models", "Models", columns,
					  COUNT(columns));

	table->flags = TABLE_WHOLE | TABLE_WIDE | TABLE_HEAT;
	for (size_t i = 0; i < fleet->model_count; i++) {
		const struct fleet_model *model = &fleet->models[i];
		size_t odd = 0;

		if (model->count == 0)
			continue;
		for (size_t j = 0; j < model->count; j++)
			odd += fleet->machines[model->first + j].odd_count > 0;
		table_row(table)->is_detail = content->since != NULL;
		cell_string(table_at(table, "model"), fleet_model_name(tables, fleet, model));
		cell_count(table_at(table, "machines"), model->count);
		cell_count_if(table_at(table, "odd"), model->is_judged, odd);
		cell_count(table_at(table, "figures"), model->figure_count);
		fleet_verdict_cell(table, model, odd, "too few to judge");
#define USUAL(name) \
	cell_string_or_none(table_at(table, #name), \
			    model->usual.name != NULL ? model->usual.name : "mixed")
		USUAL(firmware);
		USUAL(microcode);
		USUAL(memory);
#undef USUAL
		cell_string(table_at(table, "hardware"), model->hardware);
	}
}
