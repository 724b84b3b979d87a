/* SPDX-License-Identifier: MIT */
/* The odd machines come first; then changes, all machines by figure, and all by machine. */
#include "tools/topic/fleet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/table/number.h"

#define RATE_BENCH "mem.bandwidth"
#define RATE_UNIT "GB/s"
#define FIGURES_SHOWN 5 /* of an odd machine; the others are details */
#define CHANGES_SHOWN 12
#define NAMES_SHOWN 4         /* in the verdict */
#define PAGE_MACHINES_MAX 400 /* of a strip, and rows of machines; the odd ones come first */
#define DAY_CHARS sizeof("2026-11-27")

/* ---- Figures ---- */

/* Figures that the page shows even if no machine is odd in them; a point with all these words. */
static const struct {
	const char *bench, *words, *stage;
} wanted[] = {
	{"entry.null_syscall", "path=syscall", ""},
	{"irq.self_ipi", "", "total"},
	{"fault.not_present", "ring=0 action=trap page_bytes=4096", "total"},
	{"fault.demand_zero", "page_bytes=4096", ""},
	{"os.switch_thread", "", ""},
	{"os.switch_space", "", ""},
	{"os.thread_run", "", ""},
	{"mem.latency", "", ""},
	{"mem.bandwidth.read", "", ""},
	{"cpu.call", "", ""},
};

static bool is_rate(const struct fleet_figure *figure)
{
	return figure->bytes > 0 && strcmp(figure->unit, "ns") == 0 &&
	       strncmp(figure->bench, RATE_BENCH, strlen(RATE_BENCH)) == 0;
}

/* A value as users read it: a rate for a figure that moves bytes. */
static double shown_value(const struct fleet_figure *figure, double value)
{
	return is_rate(figure) ? (value > 0 ? figure->bytes / value : 0) : value;
}

static const char *shown_unit(const struct fleet_figure *figure)
{
	return is_rate(figure) ? RATE_UNIT : figure->unit;
}

static double shown_change(const struct fleet_figure *figure, double change)
{
	return is_rate(figure) && change > -1 ? 1 / (1 + change) - 1 : change;
}

/* Whether the change is for the worse. */
static bool is_worse(const struct fleet_figure *figure, double change)
{
	return is_rate(figure) ? shown_change(figure, change) < 0 : change > 0;
}

/* "mem.latency, page_bytes 4096 size_bytes 8388608, total". */
static const char *figure_label(struct tables *tables, const struct fleet_figure *figure)
{
	char *point = xstrdup(figure->point);
	const char *label;

	for (char *at = strchr(point, '='); at != NULL; at = strchr(at, '='))
		*at = ' ';
	label = tables_text(tables, "%s%s%s%s%s", figure->bench, point[0] != '\0' ? ", " : "",
			    point, figure->stage[0] != '\0' ? ", " : "", figure->stage);
	free(point);
	return label;
}

static bool has_words(const char *point, const char *words)
{
	while (*words != '\0') {
		size_t length = strcspn(words, " ");
		const char *at = point;
		bool found = false;

		while (!found && *at != '\0') {
			size_t word = strcspn(at, " ");

			found = word == length && strncmp(at, words, length) == 0;
			at += word + (at[word] != '\0');
		}
		if (!found)
			return false;
		words += length + (words[length] != '\0');
	}
	return true;
}

static bool is_shown(const struct topic_fleet *content, size_t figure)
{
	for (size_t i = 0; i < content->shown_count; i++) {
		if (content->shown[i] == figure)
			return true;
	}
	return false;
}

/* At most one figure of a benchmark for each reason. */
static void show_figure(struct topic_fleet *content, size_t figure, size_t limit)
{
	const struct fleet_figure *figures = content->fleet->figures;

	if (content->shown_count >= limit)
		return;
	for (size_t i = 0; i < content->shown_count; i++) {
		if (strcmp(figures[content->shown[i]].bench, figures[figure].bench) == 0)
			return;
	}
	content->shown[content->shown_count++] = figure;
}

static int compare_shown(const void *a, const void *b, void *context)
{
	const struct fleet_figure *figures = context;
	const struct fleet_figure *first = &figures[*(const size_t *)a];
	const struct fleet_figure *second = &figures[*(const size_t *)b];
	int by = strcmp(first->bench, second->bench);

	return by != 0 ? by : strcmp(first->point, second->point);
}

static void choose_figures(struct topic_fleet *content)
{
	const struct fleet *fleet = content->fleet;

	for (size_t rank = 0; rank < FIGURES_SHOWN; rank++) {
		for (size_t i = 0; i < fleet->odd_count; i++) {
			if (rank < fleet->odd[i]->odd_count)
				show_figure(content, fleet->odd[i]->deviations[rank].figure,
					    FLEET_SHOWN_FIGURES_MAX / 2);
		}
	}
	for (size_t i = 0; i < COUNT(wanted); i++) {
		size_t found = fleet->figure_count;

		for (size_t j = 0; j < fleet->figure_count && found == fleet->figure_count; j++) {
			const struct fleet_figure *figure = &fleet->figures[j];

			if (strcmp(figure->bench, wanted[i].bench) == 0 &&
			    strcmp(figure->stage, wanted[i].stage) == 0 &&
			    has_words(figure->point, wanted[i].words))
				found = j;
		}
		if (found < fleet->figure_count)
			show_figure(content, found, FLEET_SHOWN_FIGURES_MAX);
	}
	for (size_t i = 0; i < fleet->figure_count; i++) {
		if (!is_shown(content, i) && strncmp(fleet->figures[i].bench, "null.", 5) != 0 &&
		    strncmp(fleet->figures[i].bench, "selftest.", 9) != 0)
			show_figure(content, i, FLEET_SHOWN_FIGURES_MAX);
	}
	qsort_r(content->shown, content->shown_count, sizeof(content->shown[0]), compare_shown,
		fleet->figures);
}

/* A row of values.sql. */
static void add_value(void *context, const char *const *cells)
{
	struct topic_fleet *content = context;
	const struct fleet *fleet = content->fleet;
	size_t figure = fleet_find_figure(fleet, engine_integer(cells[0]));
	size_t machine = fleet_find_machine(fleet, engine_integer(cells[1]),
					    engine_integer(cells[2]));

	if (machine == fleet->count)
		return;
	for (size_t i = 0; i < content->shown_count; i++) {
		const struct odd_figure *usual =
			&fleet->models[fleet->machines[machine].model].figures[content->shown[i]];

		if (content->shown[i] == figure && usual->median != 0)
			content->changes[machine * FLEET_SHOWN_FIGURES_MAX + i] =
				engine_number(cells[3]) / usual->median - 1;
	}
}

bool topic_fleet_read_values(struct engine *engine, struct topic_fleet *content)
{
	const struct fleet *fleet = content->fleet;
	char *keys, *boots = xasprintf("%lu", fleet->settings.boots);
	char *since = xasprintf("%lld", (long long)fleet->settings.since);
	char *until = xasprintf("%lld", (long long)fleet->settings.until);
	const struct sql_value values[] = {
		{"boots", boots}, {"since", since}, {"until", until}, {"figures", NULL}, {0}};
	struct sql_value filled[COUNT(values)];
	size_t size;
	FILE *file = file_in_memory(&keys, &size);
	bool good = true;

	choose_figures(content);
	content->changes = xcalloc(fleet->count * FLEET_SHOWN_FIGURES_MAX + 1,
				   sizeof(*content->changes));
	for (size_t i = 0; i < fleet->count * FLEET_SHOWN_FIGURES_MAX; i++)
		content->changes[i] = NAN;
	for (size_t i = 0; i < content->shown_count; i++)
		fprintf(file, "%s%lld", i > 0 ? "," : "",
			(long long)fleet->figures[content->shown[i]].key);
	file_end_memory(file, &keys);
	memcpy(filled, values, sizeof(filled));
	filled[3].text = keys;
	if (content->shown_count > 0)
		good = engine_run(engine, "values", filled, 4, add_value, content);
	free(keys);
	free(until);
	free(since);
	free(boots);
	return good;
}

void topic_fleet_free_values(struct topic_fleet *content)
{
	free(content->changes);
	content->changes = NULL;
}

/* ---- Names ---- */

static const char *day_text(struct tables *tables, int64_t time)
{
	char text[DAY_CHARS];
	time_t seconds = (time_t)time;
	struct tm fields;

	if (gmtime_r(&seconds, &fields) == NULL ||
	    strftime(text, sizeof(text), "%Y-%m-%d", &fields) == 0)
		return "";
	return tables_text(tables, "%s", text);
}

static bool has_other_of_label(const struct fleet *fleet, const struct fleet_machine *machine)
{
	for (size_t i = 0; i < fleet->count; i++) {
		if (fleet->machines[i].key != machine->key &&
		    strcmp(fleet->machines[i].label, machine->label) == 0)
			return true;
	}
	return false;
}

/* The label, with a part of the identifier if another machine has it too. */
static const char *machine_name(struct tables *tables, const struct fleet *fleet,
				const struct fleet_machine *machine)
{
	if (fleet->count > PAGE_MACHINES_MAX || !has_other_of_label(fleet, machine))
		return machine->label;
	return tables_text(tables, "%s (%.8s)", machine->label, machine->id);
}

/* Maker and product; what tells it from models of the same name. */
static const char *model_name(struct tables *tables, const struct fleet *fleet,
			      const struct fleet_model *model)
{
	const char *name = model->name[0] != '\0' ? model->name : "unknown";
	bool has_same = false, has_other_host = false;

	for (size_t i = 0; i < fleet->model_count; i++) {
		const struct fleet_model *other = &fleet->models[i];

		if (other == model || other->count == 0 || strcmp(other->name, model->name) != 0)
			continue;
		has_same |= strcmp(other->cpu, model->cpu) != 0;
		has_other_host |= strcmp(other->host, model->host) != 0;
	}
	return tables_text(tables, "%s%s%s%s%s", name, has_same ? ", " : "",
			   has_same ? model->cpu : "", has_other_host ? ", " : "",
			   has_other_host ? model->host : "");
}

/* ---- Facts and verdict ---- */

static const char *odd_names(struct tables *tables, const struct fleet *fleet)
{
	const char *names = NULL;

	for (size_t i = 0; i < fleet->odd_count && i < NAMES_SHOWN; i++) {
		const char *name = machine_name(tables, fleet, fleet->odd[i]);

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

	return tables_text(tables, "%s: %s %s%s%s.", machine_name(tables, fleet, machine),
			   figure_label(tables, figure),
			   number_change_text(shown_change(figure, worst->change), change),
			   machine->cause[0] != '\0' ? "; " : "", machine->cause);
}

static void fleet_set_verdict(struct tables *tables, const struct fleet *fleet)
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

static void fleet_add_facts(struct tables *tables, const struct topic_fleet *content)
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

/* ---- Odd machines ---- */

static const struct fleet_series *series_of(const struct topic_fleet *content, size_t model,
					    size_t machine, size_t figure)
{
	const struct fleet_history *history = content->history;

	for (size_t i = 0; history != NULL && i < history->count; i++) {
		const struct fleet_series *series = &history->series[i];

		if (series->model == model && series->machine == machine &&
		    series->figure == figure)
			return series;
	}
	return NULL;
}

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
		values[i] = shown_value(figure, series->values[i]);
		names[i] = day_text(tables, series->times[i]);
	}
	for (size_t i = 0; i < series->change_count; i++) {
		const struct change_point *from = &series->changes[i];
		double before = shown_value(figure, from->before);
		double after = shown_value(figure, from->after);

		steps[i] = (struct curve_step){
			.at = from->first,
			.before = before,
			.after = after,
			.name = before > 0 ? tables_text(tables, "%s",
							 number_change_text(after / before - 1,
									    change))
					   : ""};
	}
	cell_stepped_curve(table, &(struct cell_curve){.values = values,
						       .count = series->count,
						       .steps = steps,
						       .step_count = series->change_count,
						       .names = names});
}

/* "since 2026-11-20"; "" without a change. */
static const char *since_text(struct tables *tables, const struct fleet_series *series)
{
	const struct change_point *last;

	if (series == NULL || series->change_count == 0)
		return "";
	last = &series->changes[series->change_count - 1];
	return day_text(tables, series->times[last->first]);
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
	const struct fleet_series *series = series_of(content, machine->model, index,
						      deviation->figure);
	struct tables *tables = table->of;
	struct row *row = table_row(table);

	row->is_detail = is_detail;
	row->is_bad = is_worse(figure, deviation->change);
	if (machine->cause[0] != '\0')
		row->remark = tables_text(tables, "%s differs: %s",
					  machine_name(tables, fleet, machine), machine->cause);
	else
		row->remark = tables_text(tables, "%s: no other difference in the records",
					  machine_name(tables, fleet, machine));
	cell_string(table_at(table, "machine"), machine_name(tables, fleet, machine));
	cell_string(table_at(table, "figure"), figure_label(tables, figure));
	cell_number(table_at(table, "change"), shown_change(figure, deviation->change));
	cell_quantity(table_at(table, "value"),
		      &(struct quantity){.value = shown_value(figure, deviation->value)});
	cell_quantity(table_at(table, "usual"),
		      &(struct quantity){.value = shown_value(figure, usual->median)});
	cell_string(table_at(table, "unit"), shown_unit(figure));
	cell_number_if(table_at(table, "deviations"), isfinite(deviation->scales),
		       fabs(deviation->scales));
	cell_number(table_at(table, "p"), machine->p);
	cell_string_or_none(table_at(table, "since"), since_text(tables, series));
	if (series != NULL && series->count > 1)
		series_cell(table_at(table, "history"), figure, series);
	cell_string(table_at(table, "model"), model_name(tables, fleet, model));
	cell_string(table_at(table, "id"), machine->id);
	cell_string(table_at(table, "benchmark"), figure->bench);
	cell_string(table_at(table, "point"), figure->point);
	cell_string(table_at(table, "stage"), figure->stage);
	cell_string_or_none(table_at(table, "cause"), machine->cause);
	cell_string(table_at(table, "run"), machine->state.path);
	cell_count(table_at(table, "boots"), (uint64_t)deviation->boots);
	cell_number(table_at(table, "figure_p"), deviation->p);
}

static void fleet_add_odd(struct tables *tables, const struct topic_fleet *content)
{
	static const struct column columns[] = {
		{"machine", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"figure", COLUMN_TEXT, 0, NULL, NULL},
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
						    shown++ >= FIGURES_SHOWN);
			}
		}
	}
}

/* ---- Changes ---- */

struct found_change {
	const struct fleet_series *series;
	const struct change_point *change;
	double size;
};

static int compare_found(const void *a, const void *b)
{
	const struct found_change *first = a, *second = b;

	return (first->size < second->size) - (first->size > second->size);
}

static size_t list_changes(const struct topic_fleet *content, struct found_change *found)
{
	const struct fleet_history *history = content->history;
	size_t count = 0;

	for (size_t i = 0; i < history->count; i++) {
		const struct fleet_series *series = &history->series[i];

		for (size_t j = 0; j < series->change_count; j++) {
			const struct change_point *change = &series->changes[j];

			if (found != NULL)
				found[count] = (struct found_change){
					series, change,
					change->before > 0
						? fabs(change->after / change->before - 1)
						: 0};
			count++;
		}
	}
	if (found != NULL)
		qsort(found, count, sizeof(*found), compare_found);
	return count;
}

static void fleet_add_changes(struct tables *tables, const struct topic_fleet *content)
{
	static const struct column columns[] = {
		{"of", COLUMN_TEXT, COLUMN_KEY, "of", NULL},
		{"figure", COLUMN_TEXT, 0, NULL, NULL},
		{"since", COLUMN_TEXT, 0, NULL, NULL},
		{"change", COLUMN_CHANGE, 0, NULL, NULL},
		{"p", COLUMN_PROBABILITY, 0, NULL, NULL},
		{"with", COLUMN_TEXT, COLUMN_DATA | COLUMN_KEPT, "what else changed", NULL},
	};
	const struct fleet *fleet = content->fleet;
	struct table *table = table_begin(tables, "Changes", "changes",
					  "Changes over time, the largest first", columns,
					  COUNT(columns));
	size_t count = content->history != NULL ? list_changes(content, NULL) : 0;
	struct found_change *found = tables_allocate(tables, count + 1, sizeof(*found));

	table->flags = TABLE_WHOLE | TABLE_WIDE | TABLE_HEAT;
	table->note =
		"A machine's change is one of its runs; a model's is the median of its machines, "
		"day by day, each relative to its own latest runs.";
	if (count > 0)
		list_changes(content, found);
	for (size_t i = 0; i < count; i++) {
		const struct fleet_series *series = found[i].series;
		const struct change_point *change = found[i].change;
		const struct fleet_figure *figure = &fleet->figures[series->figure];
		bool is_model = series->machine == fleet->count;
		char *with = fleet_change_describe(content->history, series, change);
		struct row *row = table_row(table);

		row->is_detail = i >= CHANGES_SHOWN;
		row->remark = with[0] != '\0' ? tables_text(tables, "with %s", with) : NULL;
		cell_text(table_at(table, "of"), "%s%s", is_model ? "all " : "",
			  is_model
				  ? model_name(tables, fleet, &fleet->models[series->model])
				  : machine_name(tables, fleet, &fleet->machines[series->machine]));
		cell_string(table_at(table, "figure"), figure_label(tables, figure));
		cell_string(table_at(table, "since"),
			    day_text(tables, series->times[change->first]));
		if (change->before > 0)
			cell_number(table_at(table, "change"),
				    shown_change(figure, change->after / change->before - 1));
		cell_number(table_at(table, "p"), change->p);
		cell_string_or_none(table_at(table, "with"), tables_text(tables, "%s", with));
		free(with);
	}
}

/* ---- Models ---- */

static void fleet_add_models(struct tables *tables, const struct topic_fleet *content)
{
	static const struct column columns[] = {
		{"model", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"machines", COLUMN_COUNT, 0, NULL, NULL},
		{"odd", COLUMN_COUNT, 0, NULL, NULL},
		{"figures", COLUMN_COUNT, 0, NULL, NULL},
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
		table_row(table);
		cell_string(table_at(table, "model"), model_name(tables, fleet, model));
		cell_count(table_at(table, "machines"), model->count);
		cell_count_if(table_at(table, "odd"), model->is_judged, odd);
		cell_count(table_at(table, "figures"), model->figure_count);
		cell_verdict(table_at(table, "verdict"),
			     !model->is_judged ? TABLE_UNKNOWN
			     : odd > 0         ? TABLE_BAD
					       : TABLE_GOOD,
			     !model->is_judged ? "too few to judge"
			     : odd > 0         ? "odd"
					       : "alike");
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

/* ---- By figure ---- */

static bool is_odd_in(const struct fleet_machine *machine, size_t figure)
{
	for (size_t i = 0; i < machine->odd_count; i++) {
		if (machine->deviations[i].figure == figure)
			return true;
	}
	return false;
}

static bool has_odd_in(const struct fleet *fleet, const struct fleet_model *model, size_t figure)
{
	for (size_t i = 0; i < model->count; i++) {
		if (is_odd_in(&fleet->machines[model->first + i], figure))
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
		for (size_t i = 0; i < model->count && count < PAGE_MACHINES_MAX; i++) {
			size_t index = model->first + i;
			const struct fleet_machine *machine = &fleet->machines[index];
			double change = content->changes[index * FLEET_SHOWN_FIGURES_MAX + place];

			if (isnan(change) || is_odd_in(machine, content->shown[place]) != odd)
				continue;
			values[count] = shown_change(figure, change);
			names[count++] = tables_text(tables, "%s%s", odd ? "!" : "",
						     machine_name(tables, fleet, machine));
		}
	}
	cell_stepped_curve(table,
			   &(struct cell_curve){.values = values, .count = count, .names = names});
}

static void fleet_add_figures(struct tables *tables, const struct topic_fleet *content)
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
			cell_string(table_at(table, "figure"), figure_label(tables, figure));
			cell_string(table_at(table, "model"), model_name(tables, fleet, model));
			cell_count(table_at(table, "machines"), usual->machines);
			cell_quantity(table_at(table, "median"),
				      &(struct quantity){
					      .value = shown_value(figure, usual->median)});
			cell_string(table_at(table, "unit"), shown_unit(figure));
			cell_number(table_at(table, "between"), usual->mad / fabs(usual->median));
			cell_number_if(table_at(table, "within"), usual->boots >= 3,
				       usual->within / fabs(usual->median));
			strip_cell(table_at(table, "changes"), content, model, i);
			cell_number(table_at(table, "scale"), usual->scale / fabs(usual->median));
		}
	}
}

/* ---- By machine ---- */

static int compare_oddness(const void *a, const void *b)
{
	const struct fleet_machine *first = *(const struct fleet_machine *const *)a;
	const struct fleet_machine *second = *(const struct fleet_machine *const *)b;

	if ((first->odd_count > 0) != (second->odd_count > 0))
		return first->odd_count > 0 ? -1 : 1;
	if (first->p != second->p)
		return first->p < second->p ? -1 : 1;
	if (first->largest != second->largest)
		return first->largest > second->largest ? -1 : 1;
	return strcmp(first->label, second->label);
}

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
	for (size_t i = 0; i < content->shown_count; i++) {
		const struct fleet_figure *figure = &content->fleet->figures[content->shown[i]];

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
	bool is_odd = machine->odd_count > 0;

	row->is_detail = !is_odd;
	cell_string(table_at(table, "machine"), machine_name(tables, fleet, machine));
	cell_string(table_at(table, "model"), model_name(tables, fleet, model));
	cell_count(table_at(table, "boots"), machine->boots);
	cell_verdict(table_at(table, "verdict"),
		     !model->is_judged ? TABLE_UNKNOWN
		     : is_odd          ? TABLE_BAD
				       : TABLE_GOOD,
		     !model->is_judged ? "not judged"
		     : is_odd          ? "odd"
				       : "alike");
	for (size_t i = 0; i < content->shown_count; i++) {
		double change = content->changes[index * FLEET_SHOWN_FIGURES_MAX + i];
		const char *name = tables_text(tables, "figure%zu", i + 1);

		if (isnan(change))
			cell_none(table_at(table, name));
		else
			cell_number(table_at(table, name),
				    shown_change(&fleet->figures[content->shown[i]], change));
		if (is_odd_in(machine, content->shown[i]))
			table->cells[table->cell_count - 1].verdict =
				is_worse(&fleet->figures[content->shown[i]], change) ? TABLE_BAD
										     : TABLE_GOOD;
		else
			table->cells[table->cell_count - 1].verdict = TABLE_NEUTRAL;
	}
	cell_number_if(table_at(table, "p"), model->is_judged, machine->p);
	cell_number_if(table_at(table, "largest"), isfinite(machine->largest), machine->largest);
	cell_string_or_none(table_at(table, "in"),
			    machine->deviation_count > 0
				    ? figure_label(tables,
						   &fleet->figures[machine->deviations[0].figure])
				    : "");
	cell_string(table_at(table, "latest"), day_text(tables, machine->state.made));
	cell_string_or_none(table_at(table, "firmware"), machine->state.firmware);
	cell_string_or_none(table_at(table, "microcode"), machine->state.microcode);
	cell_string_or_none(table_at(table, "memory"), machine->state.memory);
	cell_number_if(table_at(table, "core_mhz"), machine->state.core_mhz > 0,
		       machine->state.core_mhz);
	cell_string(table_at(table, "id"), machine->id);
	cell_string(table_at(table, "id_from"), machine->id_from);
}

static void fleet_add_machines(struct tables *tables, const struct topic_fleet *content)
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
	qsort(order, fleet->count, sizeof(*order), compare_oddness);
	if (rows > PAGE_MACHINES_MAX) {
		rows = PAGE_MACHINES_MAX > fleet->odd_count ? PAGE_MACHINES_MAX : fleet->odd_count;
		table->note = tables_text(tables, "The %zu most deviating of %zu machines.", rows,
					  fleet->count);
	}
	for (size_t i = 0; i < rows; i++)
		machine_add_row(table, content, order[i]);
}

/* ---- All ---- */

void topic_fleet(struct tables *tables, const struct topic_fleet *content)
{
	static const struct section_view sections[] = {
		{"Odd machines", "figures that are off, their model, and their history", NULL,
		 false},
		{"Changes", "when a machine or a whole model changed", NULL, false},
		{"By figure and model",
		 "a dot a machine, its distance from the median of its model; "
		 "box: interquartile range",
		 NULL, false},
		{"By machine", "percent from the median of its model; coloured where odd", NULL,
		 false},
		{"Models", "groups of equal hardware", NULL, false},
	};
	const struct fleet *fleet = content->fleet;
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
	tables->head = "The fleet and the test";
	tables->method = "A machine's value is the median of its runs. Point at a mark to see its "
			 "value.";
	tables->sections = sections;
	tables->section_count = COUNT(sections);
	fleet_set_verdict(tables, fleet);
	fleet_add_facts(tables, content);
	fleet_add_odd(tables, content);
	fleet_add_changes(tables, content);
	fleet_add_figures(tables, content);
	fleet_add_machines(tables, content);
	fleet_add_models(tables, content);
}
