/* SPDX-License-Identifier: MIT */
/* What the fleet is, and whether a machine of it is odd. */
#include "tools/topic/fleet/fleet.h"

#include "tools/table/number.h"
#include "tools/topic/fleet/labels.h"
#include "tools/topic/fleet/values.h"

#define NAMES_SHOWN 4

static const char *odd_names(struct tables *tables, const struct fleet *fleet)
{
	const char *names = NULL;

	for (size_t i = 0; i < fleet->odd_count && i < NAMES_SHOWN; i++) {
		const char *name = fleet_machine_name(tables, fleet, fleet->odd[i]);

		names = names == NULL ? name : tables_text(tables, "%s, %s", names, name);
	}
	if (fleet->odd_count > NAMES_SHOWN)
		names = tables_text(tables, "%s and %zu more", names,
				    fleet->odd_count - NAMES_SHOWN);
	return names;
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

static void set_overall(struct tables *tables, const struct fleet *fleet)
{
	size_t unjudged = fleet->count - fleet->judged_machines;
	const char *basis = "";

	for (size_t i = 0; i < fleet->odd_count && i < NAMES_SHOWN; i++)
		basis = tables_text(tables, "%s%s%s", basis, i > 0 ? " " : "",
				    odd_sentence(tables, fleet, fleet->odd[i]));
	if (fleet->odd_count > 0) {
		tables->verdict = (struct overall_verdict){
			TABLE_BAD,
			tables_text(tables, "%zu of %zu odd: %s", fleet->odd_count, fleet->count,
				    odd_names(tables, fleet)),
			basis};
	} else if (fleet->judged_machines == 0) {
		tables->verdict = (struct overall_verdict){
			TABLE_UNKNOWN, "No model has enough machines",
			tables_text(tables, "A model needs %d to be judged.", ODD_MACHINES_MIN)};
	} else {
		tables->verdict = (struct overall_verdict){
			TABLE_GOOD, tables_text(tables, "None of %zu odd", fleet->judged_machines),
			"No machine deviates from the others of its model by more than chance."};
	}
	tables_add_check(tables,
			 &(struct verdict_check){
				 unjudged > 0 ? TABLE_UNKNOWN : TABLE_GOOD,
				 tables_text(tables, "%zu of %zu machines judged",
					     fleet->judged_machines, fleet->count),
				 unjudged > 0 ? tables_text(tables,
							    "the others' models have fewer than %d",
							    ODD_MACHINES_MIN)
					      : "",
				 unjudged > 0 ? "models" : NULL});
	tables_add_check(
		tables,
		&(struct verdict_check){
			fleet->invalid + fleet->incomplete + fleet->refused > 0 ? TABLE_UNKNOWN
										: TABLE_GOOD,
			fleet->invalid + fleet->incomplete + fleet->refused > 0
				? tables_text(tables,
					      "%zu runs invalid, %zu incomplete, %zu logs unusable",
					      fleet->invalid, fleet->incomplete, fleet->refused)
				: "All runs valid and complete",
			"", NULL});
	tables_add_check(tables,
			 &(struct verdict_check){
				 TABLE_NEUTRAL,
				 tables_text(tables, "Medians of the latest %lu runs of a machine",
					     fleet->settings.boots),
				 "", NULL});
	tables_add_check(tables,
			 &(struct verdict_check){
				 TABLE_NEUTRAL,
				 tables_text(tables,
					     "False alarms: %g %% of fleets without an odd machine",
					     100 * fleet->settings.level),
				 "", NULL});
}

static void add_facts(struct tables *tables, const struct topic_fleet *content)
{
	const struct fleet *fleet = content->fleet;
	struct table *facts = table_begin_facts(tables, "", "about", "");
	char level[NUMBER_TEXT_MAX];

	table_fact(facts, "fleet", "%s", content->engine);
	table_fact(facts, "machines",
		   "%zu of %zu models; %zu machines of %zu models have the %d that "
		   "a model needs",
		   fleet->count, fleet->model_count, fleet->judged_machines, fleet->judged_models,
		   ODD_MACHINES_MIN);
	table_fact(facts, "test",
		   "largest deviation of a machine against those of its model, by the "
		   "medians of its latest %lu runs; p of %s or less over all machines and figures "
		   "together",
		   fleet->settings.boots, number_text(fleet->settings.level, level));
	if (fleet->invalid + fleet->incomplete + fleet->refused > 0)
		table_fact(facts, "left out",
			   "%zu invalid and %zu incomplete runs, %zu unusable logs", fleet->invalid,
			   fleet->incomplete, fleet->refused);
	if (fleet->judged_machines < fleet->count)
		table_fact(facts, "not judged", "%zu machines, whose models have fewer than %d",
			   fleet->count - fleet->judged_machines, ODD_MACHINES_MIN);
	if (content->history != NULL && content->history->tested == 0)
		table_fact(facts, "history",
			   "too short: %zu runs of a machine, or days, are needed",
			   content->history->needed);
}

static void set_title(struct tables *tables, const struct fleet *fleet)
{
	size_t models = 0;

	for (size_t i = 0; i < fleet->model_count; i++)
		models += fleet->models[i].count > 0;
	tables->title = fleet->odd_count == 0
				? tables_text(tables, "Bareline fleet: none of %zu machines odd",
					      fleet->judged_machines)
				: tables_text(tables, "Bareline fleet: %zu of %zu machines odd: %s",
					      fleet->odd_count, fleet->count,
					      odd_names(tables, fleet));
	tables->subtitle = tables_text(tables, "%zu machine%s of %zu model%s", fleet->count,
				       fleet->count == 1 ? "" : "s", models,
				       models == 1 ? "" : "s");
}

void fleet_set_verdict(struct tables *tables, const struct topic_fleet *content)
{
	set_title(tables, content->fleet);
	set_overall(tables, content->fleet);
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
