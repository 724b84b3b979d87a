/* SPDX-License-Identifier: MIT */
/* Odd machines, the most deviating first: each figure with its history. */
#include "tools/topic/fleet/fleet.h"

#include <math.h>
#include <string.h>

#include "tools/table/number.h"
#include "tools/topic/fleet/labels.h"
#include "tools/fleet/values.h"

static void series_cell(struct table *table, const struct fleet_figure *figure,
			const struct fleet_series *series)
{
	struct tables *tables = table->of;
	double *values = tables_allocate(tables, series->count, sizeof(*values));
	const char **names = tables_allocate(tables, series->count, sizeof(*names));
	struct curve_step *steps = tables_allocate(tables, series->change_count + 1,
						   sizeof(*steps));
	char change[NUMBER_TEXT_MAX];

	for (size_t i = 0; i < series->count; i++) {
		values[i] = fleet_shown_value(figure, series->values[i]);
		names[i] = fleet_day_text(tables, series->times[i]);
	}
	for (size_t i = 0; i < series->change_count; i++) {
		const struct change_point *from = &series->changes[i];
		double before = fleet_shown_value(figure, from->before);
		double after = fleet_shown_value(figure, from->after);

		steps[i] = (struct curve_step){
			.at = from->first,
			.before = before,
			.after = after,
			.name = before > 0
					? tables_text(tables, "%s",
						      number_change_text(change_part(before, after),
									 change))
					: ""};
	}
	cell_stepped_curve(table, &(struct cell_curve){.values = values,
						       .count = series->count,
						       .steps = steps,
						       .step_count = series->change_count,
						       .names = names});
}

const char *fleet_since_day(struct tables *tables, const struct fleet_series *series)
{
	const struct change_point *last;

	if (series == NULL || series->change_count == 0)
		return "";
	last = &series->changes[series->change_count - 1];
	return fleet_day_text(tables, series->times[last->first]);
}

/* Whether no larger deviation is of the same benchmark. */
static bool is_first_of_bench(const struct fleet *fleet, const struct fleet_machine *machine,
			      size_t rank)
{
	const char *bench = fleet->figures[machine->deviations[rank].figure].bench;

	for (size_t i = 0; i < rank; i++) {
		if (strcmp(fleet->figures[machine->deviations[i].figure].bench, bench) == 0)
			return false;
	}
	return true;
}

static void odd_add_row(struct table *table, const struct topic_fleet *content,
			const struct fleet_machine *machine, size_t rank, bool is_detail)
{
	const struct fleet *fleet = content->fleet;
	const struct fleet_model *model = &fleet->models[machine->model];
	const struct fleet_deviation *deviation = &machine->deviations[rank];
	const struct fleet_figure *figure = &fleet->figures[deviation->figure];
	const struct odd_figure *usual = &model->figures[deviation->figure];
	size_t index = (size_t)(machine - fleet->machines);
	const struct fleet_series *series = fleet_series_of(content->history, index,
							    deviation->figure);
	struct tables *tables = table->of;
	struct row *row = table_row(table);

	row->is_detail = is_detail;
	row->is_bad = fleet_is_worse(figure, deviation->change);
	if (machine->cause[0] != '\0')
		row->remark = tables_text(tables, "%s differs: %s",
					  fleet_machine_name(tables, fleet, machine),
					  machine->cause);
	else
		row->remark = tables_text(tables, "%s: no other difference in the records",
					  fleet_machine_name(tables, fleet, machine));
	cell_string(table_at(table, "machine"), fleet_machine_name(tables, fleet, machine));
	cell_string(table_at(table, "figure"), fleet_figure_label(tables, figure));
	/* There is no change from 0 in percent. */
	cell_number_if(table_at(table, "change"), usual->median != 0,
		       fleet_shown_change(figure, deviation->change));
	cell_quantity(table_at(table, "value"),
		      &(struct quantity){.value = fleet_shown_value(figure, deviation->value)});
	cell_quantity(table_at(table, "usual"),
		      &(struct quantity){.value = fleet_shown_value(figure, usual->median)});
	cell_string(table_at(table, "unit"), fleet_shown_unit(figure));
	cell_number_if(table_at(table, "deviations"), isfinite(deviation->scales),
		       fabs(deviation->scales));
	cell_number(table_at(table, "p"), machine->p);
	cell_string_or_none(table_at(table, "since"), fleet_since_day(tables, series));
	if (series != NULL && series->count > 1)
		series_cell(table_at(table, "history"), figure, series);
	cell_string(table_at(table, "model"), fleet_model_name(tables, fleet, model));
	cell_string(table_at(table, "id"), machine->id);
	cell_string(table_at(table, "benchmark"), figure->bench);
	cell_string(table_at(table, "point"), figure->point);
	cell_string(table_at(table, "stage"), figure->stage);
	cell_string_or_none(table_at(table, "cause"), machine->cause);
	cell_string(table_at(table, "run"), machine->state.path);
	cell_count(table_at(table, "boots"), (uint64_t)deviation->boots);
	cell_number(table_at(table, "figure_p"), deviation->p);
}

void fleet_add_odd(struct tables *tables, const struct topic_fleet *content)
{
	static const struct column columns[] = {
		{"machine", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"figure", COLUMN_TEXT, 0, "metric", NULL},
		{"change", COLUMN_CHANGE, 0, "from model", NULL},
		{"value", COLUMN_QUANTITY, 0, NULL, NULL},
		{"usual", COLUMN_QUANTITY, 0, "model", NULL},
		{"unit", COLUMN_TEXT, 0, "", NULL},
		{"deviations", COLUMN_NUMBER, 0, "std devs", NULL},
		{"p", COLUMN_PROBABILITY, 0, NULL, NULL},
		{"since", COLUMN_TEXT, 0, NULL, NULL},
		{"history", COLUMN_CURVE, 0, "run by run", NULL},
		{"model", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"id", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"benchmark", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"point", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"stage", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"cause", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"run", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"boots", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"figure_p", COLUMN_PROBABILITY, COLUMN_DATA, NULL, NULL},
	};
	const struct fleet *fleet = content->fleet;
	struct table *table = table_begin(tables, "Odd machines", "odd",
					  "Odd machines, the most deviating first", columns,
					  COUNT(columns));

	table->flags = TABLE_WHOLE | TABLE_WIDE | TABLE_ODD;
	for (size_t i = 0; i < fleet->odd_count; i++) {
		size_t shown = 0;

		for (int is_first = 1; is_first >= 0; is_first--) {
			for (size_t j = 0; j < fleet->odd[i]->odd_count; j++) {
				if (is_first_of_bench(fleet, fleet->odd[i], j) == is_first)
					odd_add_row(table, content, fleet->odd[i], j,
						    shown++ >= FLEET_ODD_FIGURES_SHOWN);
			}
		}
	}
}
