/* SPDX-License-Identifier: MIT */
/* Each machine as a dot on a strip: its distance from the median of its model. */
#include "tools/topic/fleet/fleet.h"

#include <math.h>
#include <string.h>

#include "tools/topic/fleet/labels.h"
#include "tools/fleet/values.h"

static bool has_odd_in(const struct fleet *fleet, const struct fleet_model *model, size_t figure)
{
	for (size_t i = 0; i < model->count; i++) {
		if (fleet_is_odd_in(&fleet->machines[model->first + i], figure))
			return true;
	}
	return false;
}

/* The strips of a section. */
struct section {
	const char *name, *table, *title, *note;
	const char *middle; /* what the middle of a strip is */
	const struct fleet_strips *strips;
	const struct fleet_since *since; /* NULL: machines against their models */
};

/* Whether the machine changed as its model did together. */
static bool is_with_model(const struct section *section, const struct fleet_model *model,
			  size_t figure, double change)
{
	const struct fleet_shift *shift;

	return section->since != NULL &&
	       fleet_since_is_together(section->since,
				       (size_t)(model - section->strips->fleet->models), figure,
				       &shift) &&
	       fabs(change - shift->change) <= fabs(shift->change) / 2;
}

/* The changes of a model's machines. The machines to look at come first: odd ones, marked by an
 * exclamation mark. Those that changed with their model follow, marked by an asterisk. */
static void strip_cell(struct table *table, const struct section *section,
		       const struct fleet_model *model, size_t place)
{
	const struct fleet_strips *strips = section->strips;
	const struct fleet *fleet = strips->fleet;
	struct tables *tables = table->of;
	double *values = tables_allocate(tables, model->count, sizeof(*values));
	const char **names = tables_allocate(tables, model->count, sizeof(*names));
	size_t figure = strips->shown[place], count = 0;

	for (const char *mark = "!*-"; *mark != '\0'; mark++) {
		for (size_t i = 0; i < model->count && count < FLEET_PAGE_MACHINES_MAX; i++) {
			size_t index = model->first + i;
			const struct fleet_machine *machine = &fleet->machines[index];
			double change = strips->changes[index * FLEET_SHOWN_FIGURES_MAX + place];
			char own = fleet_is_odd_in(machine, figure)                ? '!'
				   : is_with_model(section, model, figure, change) ? '*'
										   : '-';

			if (isnan(change) || own != *mark)
				continue;
			values[count] = fleet_shown_change(&fleet->figures[figure], change);
			names[count++] = tables_text(tables, "%.*s%s", own != '-', mark,
						     fleet_machine_name(tables, fleet, machine));
		}
	}
	cell_stepped_curve(table,
			   &(struct cell_curve){.values = values, .count = count, .names = names});
}

static void add_row(struct table *table, const struct section *section,
		    const struct fleet_model *model, size_t place)
{
	const struct fleet_strips *strips = section->strips;
	const struct fleet_figure *figure = &strips->fleet->figures[strips->shown[place]];
	const struct odd_figure *usual = &model->figures[strips->shown[place]];
	double median = fleet_shown_value(figure, usual->median);

	if (section->since != NULL)
		median = 100 * fleet_shown_change(figure, usual->median - 1);
	table_row(table)->is_detail = section->since != NULL ||
				      !has_odd_in(strips->fleet, model, strips->shown[place]);
	cell_string(table_at(table, "figure"), fleet_figure_label(table->of, figure));
	cell_string(table_at(table, "model"), fleet_model_name(table->of, strips->fleet, model));
	cell_count(table_at(table, "machines"), usual->machines);
	cell_quantity(table_at(table, "median"), &(struct quantity){.value = median});
	cell_string(table_at(table, "unit"),
		    section->since != NULL ? "%" : fleet_shown_unit(figure));
	cell_number(table_at(table, "between"), usual->mad / fabs(usual->median));
	cell_number_if(table_at(table, "within"), usual->boots >= 3,
		       usual->within / fabs(usual->median));
	strip_cell(table_at(table, "changes"), section, model, place);
	cell_number(table_at(table, "scale"), usual->scale / fabs(usual->median));
}

static void add_strips(struct tables *tables, const struct section *section)
{
	const struct column shape[] = {
		{"figure", COLUMN_TEXT, COLUMN_KEY, "metric", NULL},
		{"model", COLUMN_TEXT, 0, NULL, NULL},
		{"machines", COLUMN_COUNT, 0, NULL, NULL},
		{"median", COLUMN_QUANTITY, 0, section->middle, NULL},
		{"unit", COLUMN_TEXT, 0, "", NULL},
		{"between", COLUMN_SHARE, 0, "between machines", NULL},
		{"within", COLUMN_SHARE, 0, "between boots", NULL},
		{"changes", COLUMN_CURVE, COLUMN_DATA, NULL, NULL},
		{"scale", COLUMN_SHARE, COLUMN_DATA, NULL, NULL},
	};
	const struct fleet *fleet = section->strips->fleet;
	struct column *columns = tables_allocate(tables, COUNT(shape), sizeof(*columns));
	struct table *table;

	memcpy(columns, shape, sizeof(shape));
	table = table_begin(tables, section->name, section->table, section->title, columns,
			    COUNT(shape));
	table->flags = TABLE_WHOLE | TABLE_WIDE | TABLE_STRIPS;
	table->note = section->note;
	for (size_t i = 0; i < section->strips->shown_count; i++) {
		for (size_t j = 0; j < fleet->model_count; j++) {
			const struct odd_figure *usual =
				&fleet->models[j].figures[section->strips->shown[i]];

			if (usual->machines > 0 && usual->median != 0)
				add_row(table, section, &fleet->models[j], i);
		}
	}
}

void fleet_add_figures(struct tables *tables, const struct topic_fleet *content)
{
	add_strips(tables,
		   &(struct section){
			   .name = "By metric and model",
			   .table = "figures",
			   .title = "Each machine as its distance from the median of its model",
			   .note = "Between machines, and between the boots of one machine: median "
				   "absolute deviation, in percent of the median.",
			   .strips = &content->strips,
		   });
}

void fleet_add_since_figures(struct tables *tables, const struct topic_fleet *content)
{
	add_strips(tables,
		   &(struct section){
			   .name = FLEET_SINCE_SECTION,
			   .table = "since_figures",
			   .title = "Each machine as its change from what it was before",
			   .note = "Median: of the changes of a model's machines, in percent.",
			   .middle = "as before",
			   .strips = &content->changes,
			   .since = content->since,
		   });
}
