/* SPDX-License-Identifier: MIT */
/* What the fleet is, and whether a machine of it is odd. */
#include "tools/topic/fleet/fleet.h"

#include "tools/table/number.h"
#include "tools/topic/fleet/labels.h"
#include "tools/topic/fleet/values.h"

#define NAMES_SHOWN 4

/* The text "a, b and 3 more", name by name: names is NULL at first. */
static const char *add_name(struct tables *tables, const char *names, size_t count,
			    const char *name)
{
	if (count >= NAMES_SHOWN)
		return names;
	return names == NULL ? name : tables_text(tables, "%s, %s", names, name);
}

static const char *end_names(struct tables *tables, const char *names, size_t count)
{
	return count <= NAMES_SHOWN
		       ? names
		       : tables_text(tables, "%s and %zu more", names, count - NAMES_SHOWN);
}

static const char *odd_names(struct tables *tables, const struct fleet *fleet)
{
	const char *names = NULL;

	for (size_t i = 0; i < fleet->odd_count; i++)
		names = add_name(tables, names, i,
				 fleet_machine_name(tables, fleet, fleet->odd[i]));
	return end_names(tables, names, fleet->odd_count);
}

/* "node-23: mem.bandwidth.read -45.3 %; 8 of 16 GiB memory". */
static const char *odd_sentence(struct tables *tables, const struct fleet *fleet,
				const struct fleet_machine *machine)
{
	const struct fleet_deviation *worst = &machine->deviations[0];
	const struct fleet_figure *figure = &fleet->figures[worst->figure];
	char change[NUMBER_TEXT_MAX];

	return tables_text(tables, "%s: %s %s%s%s.", fleet_machine_name(tables, fleet, machine),
			   fleet_figure_label(tables, figure),
			   number_change_text(fleet_shown_change(figure, worst->change), change),
			   machine->cause[0] != '\0' ? "; " : "", machine->cause);
}

/* "", or "s" of a plural. */
static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

static size_t count_models(const struct fleet *fleet)
{
	size_t count = 0;

	for (size_t i = 0; i < fleet->model_count; i++)
		count += fleet->models[i].count > 0;
	return count;
}

static const struct fleet_model *largest_model(const struct fleet *fleet)
{
	const struct fleet_model *largest = &fleet->models[0];

	for (size_t i = 1; i < fleet->model_count; i++) {
		if (fleet->models[i].count > largest->count)
			largest = &fleet->models[i];
	}
	return largest;
}

/* Why no model is judged. */
static const char *too_few_text(struct tables *tables, const struct fleet *fleet)
{
	const struct fleet_model *largest = largest_model(fleet);
	size_t models = count_models(fleet);

	if (largest->count >= ODD_MACHINES_MIN)
		return tables_text(tables, "no figure was measured on %d machines of a model",
				   ODD_MACHINES_MIN);
	return tables_text(tables, "%s%s%s has %zu of the %d machines that a model needs",
			   models > 1 ? tables_text(tables, "the largest of %zu, ", models) : "",
			   fleet_model_name(tables, fleet, largest), models > 1 ? "," : "",
			   largest->count, ODD_MACHINES_MIN);
}

/* What would help. */
static const char *advice(const struct fleet *fleet)
{
	if (largest_model(fleet)->count >= ODD_MACHINES_MIN)
		return "Run the same benchmarks on all machines of a model.";
	return "A majority shows what is normal. Add the results of more machines of one model: "
	       "several directories are judged as one fleet.";
}

static void set_title(struct tables *tables, const struct fleet *fleet)
{
	size_t models = count_models(fleet), unjudged = fleet->count - fleet->judged_machines;
	const char *rest = unjudged == 0 ? "" : tables_text(tables, "; %zu not judged", unjudged);
	const char *judged = unjudged == 0 ? "" : "judged ";

	if (fleet->judged_machines == 0)
		tables->title = tables_text(tables, "Bareline fleet: no model can be judged: %s",
					    too_few_text(tables, fleet));
	else if (fleet->odd_count == 0)
		tables->title = tables_text(tables, "Bareline fleet: none of %zu %smachines odd%s",
					    fleet->judged_machines, judged, rest);
	else
		tables->title = tables_text(tables,
					    "Bareline fleet: %zu of %zu %smachines odd: "
					    "%s%s",
					    fleet->odd_count, fleet->judged_machines, judged,
					    odd_names(tables, fleet), rest);
	tables->subtitle = tables_text(tables, "%zu machine%s of %zu model%s", fleet->count,
				       plural(fleet->count), models, plural(models));
}

static void set_overall(struct tables *tables, const struct fleet *fleet)
{
	const char *basis = "";

	for (size_t i = 0; i < fleet->odd_count && i < NAMES_SHOWN; i++)
		basis = tables_text(tables, "%s%s%s", basis, i > 0 ? " " : "",
				    odd_sentence(tables, fleet, fleet->odd[i]));
	if (fleet->odd_count > 0)
		tables->verdict = (struct overall_verdict){
			TABLE_BAD,
			tables_text(tables, "%zu of %zu odd: %s", fleet->odd_count,
				    fleet->judged_machines, odd_names(tables, fleet)),
			basis};
	else if (fleet->judged_machines == 0)
		tables->verdict = (struct overall_verdict){TABLE_UNKNOWN, "No model can be judged",
							   advice(fleet)};
	else
		tables->verdict = (struct overall_verdict){
			TABLE_GOOD, tables_text(tables, "None of %zu odd", fleet->judged_machines),
			"No machine deviates from the others of its model by more than chance."};
}

/* ---- Checks ---- */

static void add_check(struct tables *tables, enum table_verdict verdict, const char *text,
		      const char *detail, const char *table)
{
	tables_add_check(tables, &(struct verdict_check){verdict, text, detail, table});
}

static void check_machines(struct tables *tables, const struct fleet *fleet)
{
	bool is_all = fleet->judged_machines == fleet->count;

	add_check(tables, is_all ? TABLE_GOOD : TABLE_UNKNOWN,
		  tables_text(tables, "%zu of %zu machine%s judged", fleet->judged_machines,
			      fleet->count, plural(fleet->count)),
		  is_all ? ""
			 : tables_text(tables, "a model needs %d with a common figure",
				       ODD_MACHINES_MIN),
		  is_all ? NULL : "models");
}

static void check_runs(struct tables *tables, const struct fleet *fleet)
{
	if (fleet->invalid + fleet->incomplete + fleet->refused == 0)
		add_check(tables, TABLE_GOOD, "All runs valid and complete", "", NULL);
	else
		add_check(tables, TABLE_UNKNOWN,
			  tables_text(tables,
				      "%zu run%s invalid, %zu incomplete, %zu log%s unusable",
				      fleet->invalid, plural(fleet->invalid), fleet->incomplete,
				      fleet->refused, plural(fleet->refused)),
			  "", NULL);
}

static void check_records(struct tables *tables, const struct fleet *fleet)
{
	const char *names = NULL;
	size_t count = 0;

	for (size_t i = 0; i < fleet->count; i++) {
		const struct fleet_machine *machine = &fleet->machines[i];

		if (fleet_has_other_records(machine))
			names = add_name(tables, names, count++,
					 fleet_machine_name(tables, fleet, machine));
	}
	if (count == 0)
		return;
	names = end_names(tables, names, count);
	add_check(tables, TABLE_UNKNOWN,
		  count == 1 ? tables_text(tables, "1 machine has other records than its model: %s",
					   names)
			     : tables_text(tables,
					   "%zu machines have other records than their models: %s",
					   count, names),
		  "", "records");
}

static void check_absent(struct tables *tables, const struct fleet *fleet)
{
	const char *names = NULL;

	for (size_t i = 0; i < fleet->absent_count; i++)
		names = add_name(tables, names, i, fleet->absent[i]);
	if (fleet->absent_count > 0)
		add_check(tables, TABLE_UNKNOWN,
			  tables_text(tables, "%zu named machine%s without a run: %s",
				      fleet->absent_count, plural(fleet->absent_count),
				      end_names(tables, names, fleet->absent_count)),
			  "", NULL);
}

static void add_checks(struct tables *tables, const struct fleet *fleet)
{
	check_machines(tables, fleet);
	check_runs(tables, fleet);
	check_absent(tables, fleet);
	check_records(tables, fleet);
	add_check(tables, TABLE_NEUTRAL,
		  tables_text(tables, "Medians of the latest %lu runs of a machine",
			      fleet->settings.boots),
		  "", NULL);
	add_check(tables, TABLE_NEUTRAL,
		  tables_text(tables, "False alarms: %g %% of fleets without an odd machine",
			      100 * fleet->settings.level),
		  "", NULL);
}

/* ---- Facts ---- */

static void add_facts(struct tables *tables, const struct topic_fleet *content)
{
	const struct fleet *fleet = content->fleet;
	struct table *facts = table_begin_facts(tables, "", "about", "");
	size_t models = count_models(fleet);
	char level[NUMBER_TEXT_MAX];

	table_fact(facts, "fleet", "%s", content->paths);
	table_fact(facts, "machines", "%zu of %zu model%s", fleet->count, models, plural(models));
	table_fact(facts, "judged", "%zu machine%s of %zu model%s; a model needs %d",
		   fleet->judged_machines, plural(fleet->judged_machines), fleet->judged_models,
		   plural(fleet->judged_models), ODD_MACHINES_MIN);
	table_fact(facts, "test",
		   "largest deviation of a machine against those of its model, by the "
		   "medians of its latest %lu runs; p of %s or less over all machines and figures "
		   "together",
		   fleet->settings.boots, number_text(fleet->settings.level, level));
	if (fleet->invalid + fleet->incomplete + fleet->refused > 0)
		table_fact(facts, "left out",
			   "%zu invalid and %zu incomplete runs, %zu unusable logs", fleet->invalid,
			   fleet->incomplete, fleet->refused);
	if (content->history != NULL && content->history->tested == 0)
		table_fact(facts, "history",
			   "too short: %zu runs of a machine, or days, are needed",
			   content->history->needed);
}

void fleet_set_verdict(struct tables *tables, const struct topic_fleet *content)
{
	set_title(tables, content->fleet);
	set_overall(tables, content->fleet);
	add_checks(tables, content->fleet);
	add_facts(tables, content);
}

void fleet_verdict_cell(struct table *table, const struct fleet_model *model, size_t odd,
			const char *unjudged)
{
	enum table_verdict verdict = !model->is_judged ? TABLE_UNKNOWN
				     : odd > 0         ? TABLE_BAD
						       : TABLE_GOOD;

	cell_verdict(table_at(table, "verdict"), verdict,
		     verdict == TABLE_UNKNOWN ? unjudged
		     : verdict == TABLE_BAD   ? "odd"
					      : "alike");
}
