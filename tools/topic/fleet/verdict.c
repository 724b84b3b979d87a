/* SPDX-License-Identifier: MIT */
/* What the fleet is, and whether a machine of it is odd. */
#include "tools/topic/fleet/fleet.h"

#include <stdlib.h>
#include <string.h>

#include "tools/table/number.h"
#include "tools/topic/fleet/labels.h"
#include "tools/fleet/values.h"

#define NAMES_SHOWN 4
#define UPDATES_SHOWN 3

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

/* "node-23: memory reads (mem.bandwidth.read) -45.3 %". */
static const char *odd_change(struct tables *tables, const struct fleet *fleet,
			      const struct fleet_machine *machine)
{
	const struct fleet_deviation *worst = &machine->deviations[0];
	const struct fleet_figure *figure = &fleet->figures[worst->figure];
	double usual = fleet->models[machine->model].figures[worst->figure].median;
	char number[NUMBER_TEXT_MAX];

	/* There is no change from 0 in percent. */
	if (usual == 0)
		return tables_text(tables, "%s: %s %s, usually 0",
				   fleet_machine_name(tables, fleet, machine),
				   fleet_figure_words(tables, figure),
				   number_unit_text(fleet_shown_value(figure, worst->value),
						    fleet_shown_unit(figure), number));
	return tables_text(tables, "%s: %s %s", fleet_machine_name(tables, fleet, machine),
			   fleet_figure_words(tables, figure),
			   number_change_text(fleet_shown_change(figure, worst->change), number));
}

/* "Since 2026-10-11. 8 of 16 GiB memory.": when the change began, and how the records of the
 * machine differ. */
static const char *odd_cause(struct tables *tables, const struct topic_fleet *content,
			     const struct fleet_machine *machine)
{
	const struct fleet *fleet = content->fleet;
	const char *day = fleet_since_day(
		tables, fleet_series_of(content->history, (size_t)(machine - fleet->machines),
					machine->deviations[0].figure));

	return tables_text(tables, "%s%s%s%s.", day[0] != '\0' ? "Since " : "", day,
			   day[0] != '\0' ? ". " : "",
			   machine->cause[0] != '\0' ? tables_title(tables, machine->cause)
						     : "Its records show no other difference");
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
		return tables_text(tables, "no metric was measured on %d machines of a model",
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

/* ---- Each machine against itself ---- */

/* The largest shift of the next model that changed together, from *i on; NULL if there is none. */
static const struct fleet_shift *next_shift(const struct fleet_since *since, size_t *i)
{
	for (; *i < since->shift_count; (*i)++) {
		const struct fleet_shift *shift = &since->shifts[*i];

		if (!shift->is_together)
			continue;
		while (*i < since->shift_count && since->shifts[*i].model == shift->model)
			(*i)++;
		return shift;
	}
	return NULL;
}

/* "all 18 of Model A, node-23 changed"; "no machine changed". */
static const char *changed_names(struct tables *tables, const struct fleet_since *since)
{
	const struct fleet *fleet = since->changes;
	const struct fleet_shift *shift;
	const char *names = NULL;
	size_t count = 0;

	for (size_t i = 0; (shift = next_shift(since, &i)) != NULL; count++)
		names = add_name(tables, names, count,
				 fleet_group_name(tables, fleet, shift->model, shift->alike,
						  shift->machines));
	for (size_t i = 0; i < fleet->odd_count; i++)
		names = add_name(tables, names, count++,
				 fleet_machine_name(tables, fleet, fleet->odd[i]));
	return tables_text(tables, "%s changed",
			   names != NULL ? end_names(tables, names, count) : "no machine");
}

/* The changed machines with the day: "no machine changed since 2026-11-01". */
static const char *since_sentence(struct tables *tables, const struct fleet_since *since)
{
	return tables_text(tables, "%s since %s", changed_names(tables, since),
			   fleet_day_text(tables, since->changes->settings.since));
}

/* "All 18 of Model A: entry.null_syscall +15.0 %; firmware 1.2 → 1.3. node-23: …". */
static const char *since_basis(struct tables *tables, const struct topic_fleet *content)
{
	const struct fleet_since *since = content->since;
	const struct fleet *fleet = since->changes;
	const struct fleet_shift *shift;
	const char *basis = "";
	char change[NUMBER_TEXT_MAX];

	for (size_t i = 0; (shift = next_shift(since, &i)) != NULL;) {
		const char *facts = fleet_facts_text(tables, since, shift->model, fleet->count);
		const char *group = fleet_group_name(tables, fleet, shift->model, shift->alike,
						     shift->machines);
		const struct fleet_figure *figure = &fleet->figures[shift->figure];

		basis = tables_text(
			tables, "%s%s%s: %s %s%s%s.", basis, basis[0] != '\0' ? " " : "",
			tables_title(tables, group), fleet_figure_words(tables, figure),
			number_change_text(fleet_shown_change(figure, shift->change), change),
			facts[0] != '\0' ? "; " : "", facts);
	}
	for (size_t i = 0, shown = 0; i < since->fact_count && shown < NAMES_SHOWN; i++) {
		const struct fleet_fact *fact = &since->facts[i];

		if (fact->machine == fleet->count || fleet->machines[fact->machine].odd_count > 0 ||
		    (i > 0 && since->facts[i - 1].machine == fact->machine))
			continue;
		shown++;
		basis = tables_text(tables, "%s%s%s: %s.", basis, basis[0] != '\0' ? " " : "",
				    fleet_machine_name(tables, fleet,
						       &fleet->machines[fact->machine]),
				    fleet_facts_text(tables, since, fact->model, fact->machine));
	}
	for (size_t i = 0; i < fleet->odd_count && i < NAMES_SHOWN; i++) {
		const struct fleet_machine *machine = fleet->odd[i];
		const struct fleet_deviation *worst = &machine->deviations[0];
		const struct fleet_figure *figure = &fleet->figures[worst->figure];
		size_t same = fleet_find_machine(content->fleet, fleet->models[machine->model].key,
						 machine->key);
		const char *facts = fleet_facts_text(tables, since, machine->model,
						     (size_t)(machine - fleet->machines));

		if (same < content->fleet->count && content->fleet->machines[same].odd_count > 0)
			continue; /* its sentence is there */
		basis = tables_text(
			tables, "%s%s%s: %s %s%s%s.", basis, basis[0] != '\0' ? " " : "",
			fleet_machine_name(tables, fleet, machine),
			fleet_figure_words(tables, figure),
			number_change_text(fleet_shown_change(figure, worst->value - 1), change),
			facts[0] != '\0' ? "; " : "", facts);
	}
	return basis;
}

static bool has_changed(const struct fleet_since *since)
{
	size_t i = 0;

	return since != NULL && (since->changes->odd_count > 0 || next_shift(since, &i) != NULL);
}

static void check_since(struct tables *tables, const struct topic_fleet *content)
{
	const struct fleet_since *since = content->since;
	const struct fleet *fleet = since->changes;
	const char *names = NULL;
	size_t count = 0, all = fleet->count + since->unpaired_count;

	for (size_t i = 0; i < since->unpaired_count; i++)
		names = add_name(tables, names, i, since->unpaired[i].label);
	if (since->unpaired_count > 0)
		names = end_names(tables, names, since->unpaired_count);
	tables_add_check(tables, since->unpaired_count == 0 ? TABLE_GOOD : TABLE_UNKNOWN,
			 names != NULL ? "unpaired" : NULL,
			 tables_text(tables, "%zu of %zu machine%s compared with %s%s%s",
				     fleet->count, all, plural(all),
				     fleet->count == 1 ? "itself" : "themselves",
				     names != NULL ? ", not " : "", names != NULL ? names : ""),
			 "");
	names = NULL;
	for (size_t i = 0; i < since->fact_count; i++) {
		const struct fleet_fact *fact = &since->facts[i];

		if (i > 0 && since->facts[i - 1].model == fact->model &&
		    since->facts[i - 1].machine == fact->machine)
			continue;
		names = add_name(tables, names, count++,
				 fact->machine == fleet->count
					 ? fleet_group_name(tables, fleet, fact->model, fact->count,
							    fact->of)
					 : fleet_machine_name(tables, fleet,
							      &fleet->machines[fact->machine]));
	}
	if (count > 0)
		tables_add_check(tables, TABLE_UNKNOWN, "since_records",
				 tables_text(tables, "Other records than before: %s",
					     end_names(tables, names, count)),
				 "");
}

static void set_title(struct tables *tables, const struct topic_fleet *content)
{
	const struct fleet *fleet = content->fleet;
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
	tables->subtitle = tables_title(tables, tables->title + strlen("Bareline fleet: "));
	if (content->since != NULL) {
		tables->title = tables_text(tables, "%s; %s", tables->title,
					    since_sentence(tables, content->since));
		/* The day is in the verdict. */
		tables->subtitle = tables_text(tables, "%s; %s", tables->subtitle,
					       changed_names(tables, content->since));
	}
	tables->about = tables_text(tables, "%zu machine%s of %zu model%s", fleet->count,
				    plural(fleet->count), models, plural(models));
}

static void set_overall(struct tables *tables, const struct topic_fleet *content)
{
	const struct fleet *fleet = content->fleet;
	const char *basis = "";

	for (size_t i = 0; i < fleet->odd_count && i < NAMES_SHOWN && fleet->odd_count > 1; i++)
		basis = tables_text(tables, "%s%s%s. %s", basis, i > 0 ? " " : "",
				    odd_change(tables, fleet, fleet->odd[i]),
				    odd_cause(tables, content, fleet->odd[i]));
	if (fleet->odd_count == 1)
		tables->verdict = (struct overall_verdict){
			TABLE_BAD, odd_change(tables, fleet, fleet->odd[0]),
			odd_cause(tables, content, fleet->odd[0])};
	else if (fleet->odd_count > 1)
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
	if (has_changed(content->since)) {
		const char *changed = since_sentence(tables, content->since);

		if (fleet->odd_count == 0)
			tables->verdict = (struct overall_verdict){
				topic_fleet_is_worse(content) ? TABLE_BAD : TABLE_UNKNOWN,
				tables_title(tables, changed), ""};
		else
			tables->verdict.text = tables_text(tables, "%s; %s", tables->verdict.text,
							   changed);
		tables->verdict.basis = tables_text(tables, "%s%s%s", tables->verdict.basis,
						    tables->verdict.basis[0] != '\0' ? " " : "",
						    since_basis(tables, content));
	}
}

/* ---- Checks ---- */

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
	tables_add_check(
		tables, TABLE_UNKNOWN, "records",
		count == 1 ? tables_text(tables, "1 machine has other records than its model: %s",
					 names)
			   : tables_text(tables,
					 "%zu machines have other records than their models: %s",
					 count, names),
		"");
}

/* Machines with less than half as many figures as most others of their model. The figures that they
 * lack are not judged. */
static void check_figures(struct tables *tables, const struct fleet *fleet)
{
	const char *names = NULL;
	size_t count = 0;

	for (size_t i = 0; i < fleet->count; i++) {
		const struct fleet_machine *machine = &fleet->machines[i];
		const struct fleet_model *model = &fleet->models[machine->model];

		if (model->is_judged && 2 * machine->figure_count < model->usual_figure_count)
			names = add_name(tables, names, count++,
					 fleet_machine_name(tables, fleet, machine));
	}
	if (count > 0)
		tables_add_check(tables, TABLE_UNKNOWN, "machines",
				 tables_text(tables,
					     "%zu machine%s with less than half of the metrics of "
					     "the model: %s",
					     count, plural(count),
					     end_names(tables, names, count)),
				 "");
}

/* A machine could leave the comparison by what it states about its runs, so each such machine is
 * named. */
static void check_uncounted(struct tables *tables, const struct fleet *fleet)
{
	const char *names = NULL;

	for (size_t i = 0; i < fleet->uncounted_count; i++)
		names = add_name(tables, names, i, fleet->uncounted[i]);
	if (fleet->uncounted_count > 0)
		tables_add_check(tables, TABLE_UNKNOWN, NULL,
				 tables_text(tables,
					     "%zu machine%s without a valid, complete run: %s",
					     fleet->uncounted_count,
					     plural(fleet->uncounted_count),
					     end_names(tables, names, fleet->uncounted_count)),
				 "");
}

static void add_checks(struct tables *tables, const struct topic_fleet *content)
{
	const struct fleet *fleet = content->fleet;
	bool is_all = fleet->judged_machines == fleet->count;
	const char *names = NULL;

	tables_add_check(tables, is_all ? TABLE_GOOD : TABLE_UNKNOWN, is_all ? NULL : "models",
			 tables_text(tables, "%zu of %zu machine%s judged", fleet->judged_machines,
				     fleet->count, plural(fleet->count)),
			 is_all ? ""
				: tables_text(tables, "a model needs %d with a common metric",
					      ODD_MACHINES_MIN));
	if (fleet->invalid + fleet->incomplete + fleet->refused == 0)
		tables_add_check(tables, TABLE_GOOD, NULL, "All runs valid and complete", "");
	else
		tables_add_check(
			tables, TABLE_UNKNOWN, NULL,
			tables_text(tables, "%zu run%s invalid, %zu incomplete, %zu log%s unusable",
				    fleet->invalid, plural(fleet->invalid), fleet->incomplete,
				    fleet->refused, plural(fleet->refused)),
			"");
	for (size_t i = 0; i < fleet->absent_count; i++)
		names = add_name(tables, names, i, fleet->absent[i]);
	if (fleet->absent_count > 0)
		tables_add_check(tables, TABLE_UNKNOWN, NULL,
				 tables_text(tables, "%zu named machine%s without a run: %s",
					     fleet->absent_count, plural(fleet->absent_count),
					     end_names(tables, names, fleet->absent_count)),
				 "");
	check_uncounted(tables, fleet);
	check_figures(tables, fleet);
	check_records(tables, fleet);
	if (content->since != NULL)
		check_since(tables, content);
	tables_add_check(tables, TABLE_NEUTRAL, NULL,
			 tables_text(tables, "Medians of the latest %lu runs of a machine",
				     fleet->settings.boots),
			 "");
	tables_add_check(tables, TABLE_NEUTRAL, NULL,
			 tables_text(tables, "False alarms: %g %% of fleets without an odd machine",
				     100 * fleet->settings.level),
			 "");
}

/* ---- Facts ---- */

/* The latest days on which most runs of a model had other records than the day before. */
static void add_updates(struct table *facts, const struct topic_fleet *content)
{
	const struct fleet_history *history = content->history;
	const struct fleet *fleet = content->fleet;
	size_t shown = 0;

	for (size_t i = history->day_count; i-- > 0 && shown < UPDATES_SHOWN;) {
		const struct fleet_day *day = &history->days[i];
		char *update = fleet_day_describe(history, i);

		if (update[0] != '\0' && day->model < fleet->model_count)
			table_fact(facts, shown++ == 0 ? "updates" : "", "%s from %s on: %s",
				   fleet_model_name(facts->of, fleet, &fleet->models[day->model]),
				   fleet_day_text(facts->of, day->day * 86400), update);
		free(update);
	}
}

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
		   "medians of its latest %lu runs; p of %s or less over all machines and metrics "
		   "together",
		   fleet->settings.boots, number_text(fleet->settings.level, level));
	if (fleet->invalid + fleet->incomplete + fleet->refused > 0)
		table_fact(facts, "left out",
			   "%zu invalid and %zu incomplete runs, %zu unusable logs", fleet->invalid,
			   fleet->incomplete, fleet->refused);
	if (content->since != NULL)
		table_fact(
			facts, "since",
			"medians of the latest %lu runs from %s on, divided by those before; a "
			"model changed together if %g %% of its machines did alike, and its median "
			"by %g %% or more",
			fleet->settings.boots, fleet_day_text(tables, fleet->settings.since),
			100 * SINCE_TOGETHER_PART, 100 * SINCE_LEAST_PART);
	if (content->history != NULL && content->history->tested == 0)
		table_fact(facts, "history",
			   "too short: %zu runs of a machine, or days, are needed%s",
			   content->history->needed,
			   content->since == NULL ? "; --since DAY compares each machine with its "
						    "runs before DAY"
						  : "");
	if (content->history != NULL && content->since == NULL)
		add_updates(facts, content);
}

void fleet_set_verdict(struct tables *tables, const struct topic_fleet *content)
{
	set_title(tables, content);
	set_overall(tables, content);
	add_checks(tables, content);
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
