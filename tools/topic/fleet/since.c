/* SPDX-License-Identifier: MIT */
/* Each machine against itself: what models did together, what machines did alone, and which
 * machines are not compared. */
#include "tools/topic/fleet/fleet.h"

#include <math.h>
#include <string.h>

#include "tools/topic/fleet/labels.h"
#include "tools/fleet/values.h"

#define MACHINES_SHOWN 6 /* the others are details */
#define FIGURES_SHOWN 3  /* of a model, or of a machine */

/* ---- Names ---- */

const char *fleet_group_name(struct tables *tables, const struct fleet *fleet, size_t model,
			     size_t count, size_t of)
{
	const char *name = fleet_model_name(tables, fleet, &fleet->models[model]);

	return count == of ? tables_text(tables, "all %zu of %s", of, name)
			   : tables_text(tables, "%zu of %zu of %s", count, of, name);
}

const char *fleet_facts_text(struct tables *tables, const struct fleet_since *since, size_t model,
			     size_t machine)
{
	const char *text = "";

	for (size_t i = 0; i < since->fact_count; i++) {
		const struct fleet_fact *fact = &since->facts[i];

		if (fact->model != model || fact->machine != machine)
			continue;
		text = tables_text(tables, "%s%s%s%s %s%s%s", text, text[0] != '\0' ? "; " : "",
				   strcmp(fact->before, fact->after) == 0 ? "still " : "",
				   fact->what, fact->before,
				   strcmp(fact->before, fact->after) == 0 ? "" : " → ",
				   strcmp(fact->before, fact->after) == 0 ? "" : fact->after);
	}
	return text;
}

/* ---- Figures ---- */

static void fill_row(struct table *table, const struct fleet *fleet, size_t model, size_t index,
		     double before, double after, double change, double of_model)
{
	const struct fleet_figure *figure = &fleet->figures[index];
	struct tables *tables = table->of;

	cell_number(table_at(table, "change"), fleet_shown_change(figure, change));
	table->cells[table->cell_count - 1].verdict = fleet_is_worse(figure, change) ? TABLE_BAD
										     : TABLE_GOOD;
	cell_string(table_at(table, "figure"), fleet_figure_label(tables, figure));
	cell_number_if(table_at(table, "usual"), of_model != 0,
		       fleet_shown_change(figure, of_model));
	cell_quantity(table_at(table, "before"),
		      &(struct quantity){.value = fleet_shown_value(figure, before)});
	cell_quantity(table_at(table, "after"),
		      &(struct quantity){.value = fleet_shown_value(figure, after)});
	cell_string(table_at(table, "unit"), fleet_shown_unit(figure));
	cell_string(table_at(table, "model"),
		    fleet_model_name(tables, fleet, &fleet->models[model]));
	cell_string(table_at(table, "benchmark"), figure->bench);
	cell_string(table_at(table, "point"), figure->point);
	cell_string(table_at(table, "stage"), figure->stage);
}

static const char *with_text(struct tables *tables, const struct fleet_since *since, size_t model,
			     size_t machine)
{
	const char *facts = fleet_facts_text(tables, since, model, machine);

	return facts[0] != '\0' ? tables_text(tables, "with %s", facts)
				: "no other difference in the records";
}

/* Whether an earlier shift of the model is of the same benchmark. */
static bool has_bench_before(const struct fleet_since *since, size_t i)
{
	const struct fleet_figure *figures = since->changes->figures;

	for (size_t j = 0; j < i; j++) {
		if (since->shifts[j].is_together &&
		    since->shifts[j].model == since->shifts[i].model &&
		    strcmp(figures[since->shifts[j].figure].bench,
			   figures[since->shifts[i].figure].bench) == 0)
			return true;
	}
	return false;
}

static void add_shifts(struct table *table, const struct fleet_since *since)
{
	const struct fleet *fleet = since->changes;
	size_t shown = 0;

	for (size_t i = 0; i < since->shift_count; i++) {
		const struct fleet_shift *shift = &since->shifts[i];
		struct row *row;

		if (i == 0 || since->shifts[i - 1].model != shift->model)
			shown = 0;
		if (!shift->is_together)
			continue;
		row = table_row(table);
		row->is_detail = has_bench_before(since, i) || shown++ >= FIGURES_SHOWN;
		row->is_bad = fleet_is_worse(&fleet->figures[shift->figure], shift->change);
		row->remark = with_text(table->of, since, shift->model, fleet->count);
		cell_string(table_at(table, "of"), fleet_group_name(table->of, fleet, shift->model,
								    shift->alike, shift->machines));
		fill_row(table, fleet, shift->model, shift->figure, shift->before, shift->after,
			 shift->change, 0);
		cell_number(table_at(table, "p"), shift->p);
		cell_string_or_none(table_at(table, "with"),
				    fleet_facts_text(table->of, since, shift->model, fleet->count));
	}
}

static void add_machine(struct table *table, const struct fleet_since *since,
			const struct fleet_machine *machine, bool is_detail)
{
	const struct fleet *fleet = since->changes;
	const struct fleet_shift *shift;

	for (size_t i = 0; i < machine->odd_count; i++) {
		const struct fleet_deviation *deviation = &machine->deviations[i];
		struct row *row = table_row(table);

		row->is_detail = is_detail || i >= FIGURES_SHOWN;
		row->is_bad = fleet_is_worse(&fleet->figures[deviation->figure],
					     deviation->value - 1);
		row->remark = with_text(table->of, since, machine->model,
					(size_t)(machine - fleet->machines));
		cell_string(table_at(table, "of"), fleet_machine_name(table->of, fleet, machine));
		fill_row(table, fleet, machine->model, deviation->figure, deviation->before,
			 deviation->after, deviation->value - 1,
			 fleet_since_is_together(since, machine->model, deviation->figure, &shift)
				 ? shift->change
				 : 0);
		cell_number(table_at(table, "p"), machine->p);
		cell_string_or_none(table_at(table, "with"),
				    fleet_facts_text(table->of, since, machine->model,
						     (size_t)(machine - fleet->machines)));
	}
}

static void add_figures(struct tables *tables, const struct topic_fleet *content)
{
	static const struct column columns[] = {
		{"of", COLUMN_TEXT, COLUMN_KEY, "of", NULL},
		{"change", COLUMN_CHANGE, COLUMN_KEPT, NULL, NULL},
		{"figure", COLUMN_TEXT, 0, "metric", NULL},
		{"usual", COLUMN_CHANGE, 0, "model's", NULL},
		{"before", COLUMN_QUANTITY, 0, NULL, NULL},
		{"after", COLUMN_QUANTITY, 0, "since", NULL},
		{"unit", COLUMN_TEXT, 0, "", NULL},
		{"model", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"benchmark", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"point", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"stage", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"p", COLUMN_PROBABILITY, COLUMN_DATA, NULL, NULL},
		{"with", COLUMN_TEXT, COLUMN_DATA | COLUMN_KEPT, "what else changed", NULL},
	};
	const struct fleet *fleet = content->since->changes;
	struct table *table =
		table_begin(tables, FLEET_SINCE_SECTION, "since",
			    tables_text(tables, "Since %s against before",
					fleet_day_text(tables, fleet->settings.since)),
			    columns, COUNT(columns));

	table->flags = TABLE_WHOLE | TABLE_WIDE | TABLE_HEAT;
	add_shifts(table, content->since);
	for (size_t i = 0; i < fleet->odd_count; i++)
		add_machine(table, content->since, fleet->odd[i], i >= MACHINES_SHOWN);
}

/* ---- Records ---- */

static void add_facts(struct tables *tables, const struct topic_fleet *content)
{
	static const struct column columns[] = {
		{"of", COLUMN_TEXT, COLUMN_KEY, "of", NULL},
		{"record", COLUMN_TEXT, 0, NULL, NULL},
		{"before", COLUMN_TEXT, 0, NULL, NULL},
		{"after", COLUMN_TEXT, 0, "since", NULL},
	};
	const struct fleet_since *since = content->since;
	const struct fleet *fleet = since->changes;
	struct table *table = table_begin(tables, FLEET_SINCE_SECTION, "since_records",
					  "Records that state something else than before", columns,
					  COUNT(columns));
	size_t machines = 0;

	table->flags = TABLE_WHOLE | TABLE_WIDE | TABLE_HEAT;
	for (int of_machines = 0; of_machines < 2; of_machines++) {
		for (size_t i = 0; i < since->fact_count; i++) {
			const struct fleet_fact *fact = &since->facts[i];

			if ((fact->machine < fleet->count) != of_machines)
				continue;
			table_row(table)->is_detail = of_machines && machines++ >= MACHINES_SHOWN;
			cell_string(table_at(table, "of"),
				    of_machines
					    ? fleet_machine_name(tables, fleet,
								 &fleet->machines[fact->machine])
					    : fleet_group_name(tables, fleet, fact->model,
							       fact->count, fact->of));
			cell_string(table_at(table, "record"), fact->what);
			cell_string(table_at(table, "before"), fact->before);
			cell_string(table_at(table, "after"), strcmp(fact->before, fact->after) == 0
								      ? "as before"
								      : fact->after);
		}
	}
}

static const char *unpaired_text(struct tables *tables, const struct fleet_unpaired *unpaired,
				 const char *day)
{
	switch (unpaired->why) {
	case UNPAIRED_GONE:
		return tables_text(tables, "no run since %s", day);
	case UNPAIRED_NEW:
		return tables_text(tables, "no run before %s", day);
	case UNPAIRED_MODEL:
		return tables_text(tables, "other processor or environment, one of them %s",
				   unpaired->other);
	case UNPAIRED_ONE_IDENTITY:
		return tables_text(tables,
				   "%s and %s have one identity, and runs by turns: two "
				   "machines, or one with two names",
				   unpaired->label, unpaired->other);
	case UNPAIRED_EXCHANGED:
		return tables_text(tables,
				   "the machine that was %s is now %s, and another machine "
				   "has one of these names",
				   unpaired->label, unpaired->other);
	}
	return "";
}

static void add_unpaired(struct tables *tables, const struct topic_fleet *content)
{
	static const struct column columns[] = {
		{"machine", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"why", COLUMN_TEXT, 0, NULL, NULL},
	};
	const struct fleet_since *since = content->since;
	const char *day = fleet_day_text(tables, since->changes->settings.since);
	struct table *table = table_begin(tables, FLEET_SINCE_SECTION, "unpaired",
					  "Machines that are not compared with themselves", columns,
					  COUNT(columns));

	table->flags = TABLE_WHOLE | TABLE_WIDE | TABLE_HEAT;
	for (size_t i = 0; i < since->unpaired_count; i++) {
		table_row(table)->is_detail = i >= MACHINES_SHOWN;
		cell_string(table_at(table, "machine"), since->unpaired[i].label);
		cell_string(table_at(table, "why"),
			    unpaired_text(tables, &since->unpaired[i], day));
	}
}

void fleet_add_since(struct tables *tables, const struct topic_fleet *content)
{
	add_figures(tables, content);
	add_facts(tables, content);
	add_unpaired(tables, content);
	fleet_add_since_figures(tables, content);
}

bool topic_fleet_is_worse(const struct topic_fleet *content)
{
	const struct fleet_since *since = content->since;
	const struct fleet *fleet = since != NULL ? since->changes : NULL;

	for (size_t i = 0; since != NULL && i < since->shift_count; i++) {
		if (since->shifts[i].is_together &&
		    fleet_is_worse(&fleet->figures[since->shifts[i].figure],
				   since->shifts[i].change))
			return true;
	}
	for (size_t i = 0; since != NULL && i < fleet->odd_count; i++) {
		for (size_t j = 0; j < fleet->odd[i]->odd_count; j++) {
			const struct fleet_deviation *deviation = &fleet->odd[i]->deviations[j];

			if (fleet_is_worse(&fleet->figures[deviation->figure],
					   deviation->value - 1))
				return true;
		}
	}
	return false;
}
