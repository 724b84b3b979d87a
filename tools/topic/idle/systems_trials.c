/* SPDX-License-Identifier: MIT */
/* Several systems as in "Using Latency to Evaluate Computer System Performance": simple events,
 * "Micro-benchmarks"; means and standard deviations of repeated sessions, table 1; and the times
 * between long events, table 2. */
#include <math.h>
#include <string.h>

#include "tools/base/proof.h"
#include "tools/base/round.h"
#include "tools/base/sort.h"
#include "tools/topic/idle/systems.h"

#define SAME_THRESHOLD 1.001            /* ratio */
#define ROUNDING 1e-6                   /* of a proof, relative to the sum */

/* ---- Simple events ---- */

/* Stages of bench/input/event.c, in the order of their tables. */
static const char *const simple_stages[] = {
	"idle_loop", "delivery", "handler", "ready", SIMPLE_EVENT_STAGE, "application",
};

static const struct metric *simple_metric(const struct idle_view *view, const struct metric *of,
					  const char *stage)
{
	return metrics_find(&view->analysis->metrics, of->bench->info->name, of->point, stage);
}

bool idle_is_simple_event(const struct idle_view *view, const char *bench, const char *point)
{
	return metrics_find(&view->analysis->metrics, bench, point, SIMPLE_EVENT_STAGE) != NULL;
}

/* Warm samples of all trials, ascending. Cold ones are not included, as in the document. */
static double *simple_values(struct tables *tables, const struct idle_system *system,
			     const struct metric *of, const char *stage, size_t *count)
{
	double *values;
	size_t most = 0;

	for (size_t i = 0; i <= system->more_count; i++) {
		const struct metric *metric = simple_metric(idle_system_view(system, i), of, stage);

		most += metric != NULL ? metric->warm.summary.ticks.n : 0;
	}
	values = tables_allocate(tables, most, sizeof(*values));
	*count = 0;
	for (size_t i = 0; i <= system->more_count; i++) {
		const struct metric *metric = simple_metric(idle_system_view(system, i), of, stage);
		size_t n = metric != NULL ? metric->warm.summary.ticks.n : 0;

		if (n > 0)
			memcpy(values + *count, metric->warm.values, n * sizeof(*values));
		*count += n;
	}
	sort_reals(values, *count);
	return values;
}

static void simple_add_system(struct table *table, const struct idle_system *system,
			      const struct metric *of, const char *stage)
{
	struct stats stats;
	size_t count;
	const double *values = simple_values(table->of, system, of, stage, &count);

	if (count == 0)
		return;
	stats_describe_sorted(values, count, &stats);
	table_row(table);
	cell_text(table_at(table, "event"), "%s%s%s", of->bench->info->name,
		  of->point[0] != '\0' ? " " : "", of->point);
	cell_string(table_at(table, "stage"), stage);
	cell_string(table_at(table, "system"), system->name);
	cell_count(table_at(table, "n"), count);
	cell_number(table_at(table, "mean"), stats.mean);
	cell_number(table_at(table, "sigma"), stats.sigma);
	cell_number_if(table_at(table, "sigma_share"), stats.mean > 0, stats.sigma / stats.mean);
	cell_string(table_at(table, "unit"), of->unit);
}

static bool simple_is_shared(const struct idle_systems *systems, const struct metric *of)
{
	size_t count = 0;

	for (size_t i = 0; i < systems->count; i++)
		count += simple_metric(systems->items[i].view, of, SIMPLE_EVENT_STAGE) != NULL;
	return count > 1;
}

size_t idle_systems_add_simple(const struct idle_topic *topic, const struct idle_systems *systems)
{
	static const struct column columns[] = {
		{"event", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"stage", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"system", COLUMN_TEXT, 0, NULL, NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"mean", COLUMN_NUMBER, 0, NULL, NULL},
		{"sigma", COLUMN_NUMBER, 0, NULL, NULL},
		{"sigma_share", COLUMN_SHARE, 0, "of the mean", NULL},
		{"unit", COLUMN_TEXT, 0, NULL, NULL},
	};
	struct table *table = table_begin(topic->tables, "Simple events", "simple-events",
					  "Simple events", columns, COUNT(columns));
	const struct metrics *metrics = &systems->items[0].view->analysis->metrics;
	size_t events = 0;

	table->note = "Of warm trials. Stages: docs/input-scripts.md.";
	for (size_t i = 0; i < metrics->count; i++) {
		const struct metric *metric = &metrics->items[i];

		if (strcmp(metric->stage, SIMPLE_EVENT_STAGE) != 0 ||
		    !patterns_select(topic->settings->benches, metric->bench->info->name) ||
		    !simple_is_shared(systems, metric))
			continue;
		events++;
		for (size_t j = 0; j < COUNT(simple_stages); j++) {
			for (size_t k = 0; k < systems->count; k++)
				simple_add_system(table, &systems->items[k], metric,
						  simple_stages[j]);
		}
	}
	return events;
}

/* ---- Trials ---- */

/* A type of event in the trials of a side: sums and counts by trial. */
struct trial {
	double total, excess_latency;
	size_t count;
};

static const struct event_set_type *find_type(const struct event_set *set, const char *name)
{
	for (size_t i = 0; name != NULL && i < set->type_count; i++) {
		if (strcmp(set->types[i].name, name) == 0)
			return &set->types[i];
	}
	return name == NULL ? &set->types[set->type_count] : NULL;
}

static struct trial *trials_of(struct tables *tables, const struct idle_side *side,
			       const char *name)
{
	struct trial *trials = tables_allocate(tables, idle_side_trials(side), sizeof(*trials));
	struct trial *trial = trials;

	for (size_t i = 0; i < side->count; i++) {
		const struct event_set_type *type = find_type(side->sets[i], name);

		trial += i > 0 && side->trials[i] != side->trials[i - 1];
		if (type == NULL)
			continue;
		trial->count += type->count;
		trial->total += type->total;
		trial->excess_latency += type->excess_latency;
	}
	return trials;
}

/* Mean per trial, and deviation of the trials' means. sum is that of all lengths. */
static void trials_add_values(struct table *table, const struct trial *trials, size_t count,
			      double sum)
{
	double *means = tables_allocate(table->of, count, sizeof(*means));
	double total = 0, excess_latency = 0, total_a_trial;
	struct stats stats;
	size_t used = 0;

	for (size_t i = 0; i < count; i++) {
		if (trials[i].count > 0)
			means[used++] = trials[i].total / (double)trials[i].count;
		total += trials[i].total;
		excess_latency += trials[i].excess_latency;
	}
	stats_describe(means, used, &stats);
	cell_number_if(table_at(table, "trial_sigma"),
		       used > 1 && stats.mean > 0, stats.sigma / stats.mean);
	total_a_trial = total / (double)count;
	proof_require(fabs(total_a_trial * (double)count - sum) <= ROUNDING * sum,
		      "%zu trials of %g are not the %g of all events", count, total_a_trial, sum);
	cell_number(table_at(table, "total"), total_a_trial);
	cell_number(table_at(table, "excess_latency"), excess_latency / (double)count);
}

static void trials_add_side(const struct idle_topic *topic, struct table *table,
			    const struct idle_place *place, const struct idle_system *system,
			    const struct idle_side *side, const char *type)
{
	size_t trials = idle_side_trials(side), count;
	const double *lengths = idle_side_lengths(topic->tables, system, side, type, &count);
	struct stats stats;

	if (count == 0)
		return;
	stats_describe_sorted(lengths, count, &stats);
	idle_begin_row(table, &place->group);
	cell_text(table, "%s", type != NULL ? type : "all");
	cell_string(table_at(table, "system"), system->name);
	cell_count(table_at(table, "trials"), trials);
	cell_count(table_at(table, "n"), count);
	cell_number(table_at(table, "mean"), stats.mean);
	cell_number(table_at(table, "sigma"), stats.sigma);
	trials_add_values(table, trials_of(topic->tables, side, type), trials,
			  stats.mean * (double)count);
}

void idle_systems_add_trials(const struct idle_topic *topic, const struct idle_systems *systems,
			     const struct idle_places *places)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"action", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"system", COLUMN_TEXT, 0, NULL, NULL},
		{"trials", COLUMN_COUNT, 0, NULL, NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"mean", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"sigma", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"trial_sigma", COLUMN_SHARE, 0, "of trials", NULL},
		{"total", COLUMN_NUMBER, 0, "total a trial", idle_unit_length},
		{"excess_latency", COLUMN_NUMBER, 0, NULL, NULL},
	};
	struct table *table = idle_begin(
		topic, &(struct idle_shape){"Thinking and waiting", "action-trials",
					    idle_title(topic, "Trials"), 0, columns,
					    COUNT(columns)});

	table->note = tables_text(topic->tables,
				  "Of trials: the sigma of their means, as a share of the mean. %s",
				  idle_excess_latency_note(topic));
	for (size_t i = 0; i < places->count; i++) {
		size_t count;
		const char *const *types =
			idle_place_types(topic->tables, systems, &places->items[i], &count);

		for (size_t j = 0; j < count + (count > 1); j++) {
			for (size_t k = 0; k < systems->count; k++)
				trials_add_side(topic, table, &places->items[i],
						&systems->items[k], &places->items[i].sides[k],
						j < count ? types[j] : NULL);
		}
	}
}

/* ---- Long events ---- */

/* Events above a threshold in all sets of a side. Intervals never span two sets. */
struct above {
	size_t count, intervals;
	double sum, squares;            /* of the intervals, in ticks */
};

static void above_add_side(struct table *table, const struct idle_place *place,
			   const struct idle_system *system, const struct idle_side *side,
			   double threshold)
{
	double ms = idle_time(system->view, 1), n, mean, variance;
	struct above above = {0};

	for (size_t i = 0; i < side->count; i++) {
		const struct event_set *set = side->sets[i];
		const struct latency_arrivals arrivals =
			latency_arrivals(set->events, set->count,
					 round_u64(threshold / idle_length(system->view, 1)));
		double intervals = arrivals.has_mean ? (double)(arrivals.count - 1) : 0;
		double around = arrivals.has_sigma
					? arrivals.sigma * arrivals.sigma * (intervals - 1)
					: 0;

		above.count += arrivals.count;
		above.intervals += arrivals.has_mean ? arrivals.count - 1 : 0;
		above.sum += intervals * arrivals.mean;
		above.squares += around + intervals * arrivals.mean * arrivals.mean;
	}
	if (side->count == 0)
		return;
	n = (double)above.intervals;
	mean = n > 0 ? above.sum / n : 0;
	variance = n > 1 ? (above.squares - n * mean * mean) / (n - 1) : 0;
	idle_begin_row(table, &place->group);
	cell_number(table_at(table, "longer_than"), threshold);
	cell_string(table_at(table, "system"), system->name);
	cell_number(table_at(table, "n"), (double)above.count / (double)idle_side_trials(side));
	cell_number_if(table_at(table, "mean_apart"), n > 0, ms * mean);
	cell_number_if(table_at(table, "sigma_apart"), n > 1, ms * sqrt(fmax(variance, 0)));
}

/* Thresholds of all sides in the unit of lengths, ascending. Thresholds are one if they differ only
 * because they are whole ticks of different clocks. */
static double *above_thresholds(struct tables *tables, const struct idle_systems *systems,
				const struct idle_place *place, size_t *count)
{
	size_t most = 0, used = 0;
	double *thresholds;

	for (size_t i = 0; i < systems->count; i++)
		most += place->sides[i].count * LATENCY_BINS;
	thresholds = tables_allocate(tables, most, sizeof(*thresholds));
	for (size_t i = 0; i < systems->count; i++) {
		for (size_t j = 0; j < place->sides[i].count; j++) {
			const struct event_set *set = place->sides[i].sets[j];

			for (size_t k = 0; k < set->arrivals_count; k++)
				thresholds[used++] = idle_threshold(systems->items[i].view,
								    set->arrivals[k].threshold);
		}
	}
	sort_reals(thresholds, used);
	*count = 0;
	for (size_t i = 0; i < used; i++) {
		*count += *count == 0 || thresholds[i] > SAME_THRESHOLD * thresholds[*count - 1];
		thresholds[*count - 1] = thresholds[i];
	}
	return thresholds;
}

void idle_systems_add_above(const struct idle_topic *topic, const struct idle_systems *systems,
			    const struct idle_places *places)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"longer_than", COLUMN_NUMBER, COLUMN_KEY, NULL, idle_unit_length},
		{"system", COLUMN_TEXT, 0, NULL, NULL},
		{"n", COLUMN_NUMBER, 0, "n a trial", NULL},
		{"mean_apart", COLUMN_NUMBER, 0, NULL, idle_unit_ms},
		{"sigma_apart", COLUMN_NUMBER, 0, NULL, idle_unit_ms},
	};
	const struct idle_events_names *names = places->are_actions ? &idle_action_names
								    : &idle_gap_names;
	struct table *table = idle_begin(topic, &(struct idle_shape){
		names->section, names->above, idle_title(topic, "Long events"), 0, columns,
		COUNT(columns)});

	table->note = "Apart: from the start of one event to that of the next.";
	for (size_t i = 0; i < places->count; i++) {
		size_t count;
		const double *thresholds =
			above_thresholds(topic->tables, systems, &places->items[i], &count);

		for (size_t j = 0; j < count; j++) {
			for (size_t k = 0; k < systems->count; k++)
				above_add_side(table, &places->items[i], &systems->items[k],
					       &places->items[i].sides[k], thresholds[j]);
		}
	}
}
