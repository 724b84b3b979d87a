/* SPDX-License-Identifier: MIT */
/* The verdicts' validity, then the metrics. */
#include "tools/topic/change.h"

#include <math.h>
#include <string.h>

#include "tools/compare/run_order.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/sides.h"

/* Metrics named in one sentence. */
#define VARYING_NAMED_MAX 6

/* ---- Text ---- */

const char *change_inconclusive_text(struct tables *tables, const struct change_report *change)
{
	const struct judging *judging = change->judging;
	size_t needed = judge_runs_needed(judging->judged);

	if (judging->judged == 0 || judge_is_conclusive(change->comparison, judging) ||
	    compare_has_same_files(change->comparison))
		return NULL;
	return tables_text(tables, "%s cannot show a change; %zu a side could (run --runs %zu)",
			   compare_is_single(change->comparison) ? "one run a side"
								 : "too few runs",
			   needed, needed);
}

/* The counts of a comparison without a verdict: "5 of 10 metrics differ". */
static const char *change_differing(struct tables *tables, const struct judging *judging)
{
	const size_t *changes = judging->changes;
	size_t differing = changes_measured(changes);

	return tables_text(tables, "%s%zu of %zu metrics differ%s",
			   changes[CHANGE_MISSING] > 0
				   ? tables_text(tables, "%zu missing, ", changes[CHANGE_MISSING])
				   : "",
			   differing,
			   differing + changes[CHANGE_UNCHANGED] + changes[CHANGE_UNSTABLE],
			   differing == 1 ? "s" : "");
}

/* "2 regressed, 1 improved, 471 unchanged". */
static const char *change_counts(struct tables *tables, const struct judging *judging)
{
	const size_t *changes = judging->changes;
	const char *missing = "", *other = "", *unstable = "";

	if (changes[CHANGE_MISSING] > 0)
		missing = tables_text(tables, "%zu missing, ", changes[CHANGE_MISSING]);
	if (changes[CHANGE_NEUTRAL] > 0)
		other = tables_text(tables, ", %zu changed", changes[CHANGE_NEUTRAL]);
	if (changes[CHANGE_UNSTABLE] > 0)
		unstable = tables_text(tables, ", %zu unstable", changes[CHANGE_UNSTABLE]);
	return tables_text(tables, "%s%zu regressed, %zu improved%s, %zu unchanged%s", missing,
			   changes[CHANGE_REGRESSED], changes[CHANGE_IMPROVED], other,
			   changes[CHANGE_UNCHANGED], unstable);
}

/* If the comparison is inconclusive, the reason comes first. */
static const char *change_summary(struct tables *tables, const struct change_report *change)
{
	const char *reason = change_inconclusive_text(tables, change);

	if (reason == NULL)
		return change_counts(tables, change->judging);
	return tables_text(tables, "%s; %s", reason, change_differing(tables, change->judging));
}

bool change_is_of_linux(const struct change_report *change)
{
	const struct compared_run *first = &change->comparison->sides[BASE].items[0];
	const struct wire_manifest *manifest = result_manifest(first->result);

	return compare_is_exact(change->comparison) && manifest != NULL &&
	       strcmp(manifest->host, "linux") == 0;
}

/* "2 metrics differ: made.one size=1, made.two", with at most VARYING_NAMED_MAX names. */
static const char *change_varying(struct tables *tables, const struct change_report *change)
{
	const struct comparison *comparison = change->comparison;
	size_t count = change->judging->changes[CHANGE_UNSTABLE], named = 0;
	const char *names = "";

	for (size_t i = 0; i < comparison->metric_count && named < VARYING_NAMED_MAX; i++) {
		const struct compared_metric *metric = &comparison->metrics[i];

		if (metric->judgement.change != CHANGE_UNSTABLE)
			continue;
		names = tables_join(tables, names, ", ",
				    metric_short_label(tables, comparison, metric));
		named++;
	}
	return tables_text(tables, "%zu metric%s differ%s (%s%s)", count, count == 1 ? "" : "s",
			   count == 1 ? "s" : "", names, named < count ? ", …" : "");
}

/* Limits of the verdicts. */
static void change_add_caution(struct table *facts, const struct change_report *change)
{
	const struct judging *judging = change->judging;
	size_t needed = judge_runs_needed(judging->judged);

	if (compare_has_same_files(change->comparison)) {
		table_fact(facts, "note", "both sides are the same %s",
			   compare_is_single(change->comparison) ? "run" : "runs");
		return;
	}
	if (judging->changes[CHANGE_UNSTABLE] > 0)
		table_fact(facts, "caution",
			   "%s between the sides and also within a side, which may explain the "
			   "difference: unstable, without a verdict",
			   change_varying(facts->of, change));
	if (change_is_of_linux(change) && compare_is_single(change->comparison))
		table_fact(facts, "caution",
			   "one boot a side: a metric that changed may only depend on memory "
			   "layout; run --layouts 3 shows which metrics do");
	if (judging->judged == 0 || judge_is_conclusive(change->comparison, judging))
		return;
	if (judge_has_too_few_runs(judging))
		table_fact(facts, "caution",
			   "too few runs to distinguish a difference of %zu metrics from chance. "
			   "Use %zu runs a side, or fewer metrics (--bench)",
			   judging->judged, needed)
			->is_bad = true;
	else
		table_fact(facts, "caution",
			   "one run a side: intervals and p are of samples within one boot. They "
			   "exclude variation between boots, which may be the whole difference; "
			   "use %zu runs a side",
			   needed)
			->is_bad = true;
}

struct table *change_add_facts(struct tables *tables, const struct change_report *change,
			       const char *section)
{
	const struct compared_runs *sides = change->comparison->sides;
	const struct compared_run *first = &sides[sides[BASE].items[0].baseline != NULL].items[0];
	struct table *facts = table_begin_facts(tables, section, "about", "");
	const struct judging *judging = change->judging;

	sides_forced(facts, change->refused);
	sides_machine(facts, first->result);
	sides_runs(facts, change->comparison, BASE);
	sides_runs(facts, change->comparison, NEW);
	sides_time_base(facts, first->analysis->time_base);
	/* The statistical test, in a sentence. */
	if (compare_is_exact(change->comparison) && judging->threshold_part == 0)
		table_fact(facts, "test", "instructions are exact: any difference counts");
	else if (compare_is_exact(change->comparison))
		table_fact(facts, "test",
			   "instructions are exact: a difference of %g %% or more counts",
			   100 * judging->threshold_part);
	else
		table_fact(facts, "test",
			   "Mann-Whitney U of the %s, p corrected by Holm for %zu metrics: p of "
			   "%g or less and a difference of %g %% or more count. Assumes "
			   "independent %s",
			   compare_is_single(change->comparison) ? "samples" : "runs' medians",
			   judging->judged, JUDGE_FALSE_ALARMS, 100 * judging->threshold_part,
			   compare_is_single(change->comparison)
				   ? "samples"
				   : "runs; interleave the sides to approximate this");
	/* The test for counts that vary within a side. */
	if (change->judging->varying > 0)
		table_fact(facts, "test",
			   "%zu counts vary within a side: one is judged if the sides have no "
			   "value in common and p is %g or less, by Student's t of the %s, "
			   "corrected by Holm; from 9 boots a side on by Mann-Whitney U alone",
			   change->judging->varying, JUDGE_FALSE_ALARMS,
			   compare_is_single(change->comparison) ? "samples" : "boots' medians");
	/* Warn of runs in blocks: consecutive runs are not independent. */
	switch (run_order_of(change->comparison)) {
	case ORDER_INTERLEAVED:
		break;
	case ORDER_UNKNOWN:
		table_fact(facts, "order",
			   "unknown, as some run has no start time. Unless the sides were "
			   "interleaved, drift of the machine may be the difference");
		break;
	case ORDER_BLOCKS:
		table_fact(facts, "caution",
			   "the runs were made in blocks, one side after the other: drift of the "
			   "machine looks like a change. Interleave the sides, as compare --run "
			   "does")
			->is_bad = true;
		break;
	}
	change_add_caution(facts, change);
	sides_notes(facts, change->notes);
	return facts;
}

/* ---- Metrics ---- */

static const struct column change_columns[] = {
	{"base", COLUMN_QUANTITY, COLUMN_SPREAD, NULL, NULL},
	{"new", COLUMN_QUANTITY, COLUMN_SPREAD, NULL, NULL},
	{"change", COLUMN_CHANGE, 0, NULL, NULL},
	{"p", COLUMN_PROBABILITY, COLUMN_DETAIL, NULL, NULL},
	{"delta", COLUMN_NUMBER, COLUMN_DETAIL, NULL, NULL},
	{"verdict", COLUMN_VERDICT, 0, "", NULL},
	{"marks", COLUMN_TEXT, 0, "", NULL},
	{"ratio", COLUMN_NUMBER, COLUMN_DATA, NULL, NULL},
	{"difference", COLUMN_NUMBER, COLUMN_DATA, NULL, NULL},
	SIDE_COLUMNS("base", "base"),
	SIDE_COLUMNS("new", "new"),
};

/* The median of a side, with its interval. */
static void change_median(struct table *table, const struct compared_metric *metric, enum side side)
{
	const struct side_metric *side_metric = &metric->sides[side];
	struct quantity quantity = {
		.value = side_metric->median,
		.low = side_metric->low,
		.high = side_metric->high,
		.is_estimated = metric_is_common(metric) &&
				!(metric->is_counted && side_metric->min == side_metric->max),
	};

	if (side_metric->has_interval)
		quantity.interval = INTERVAL_95;
	else if (metric->is_counted && side_metric->min == side_metric->max)
		quantity.interval = INTERVAL_EXACT;
	if (metric_in_own_unit(metric, side))
		cell_quantity(table, &quantity);
	else
		cell_none(table);
}

bool change_is_failure(const struct change_report *change, const struct compared_metric *metric)
{
	bool is_conclusive = judge_is_conclusive(change->comparison, change->judging);

	switch (metric->judgement.change) {
	case CHANGE_MISSING:
		return true;
	case CHANGE_REGRESSED:
		return is_conclusive;
	case CHANGE_IMPROVED:
	case CHANGE_NEUTRAL:
		return change->is_gate;
	case CHANGE_UNKNOWN:
		return change->is_strict && !metric->depends_on_emulator;
	default:
		return false;
	}
}

size_t change_count_failures(const struct change_report *change)
{
	size_t count = 0;

	for (size_t i = 0; i < change->comparison->metric_count; i++)
		count += change_is_failure(change, &change->comparison->metrics[i]);
	return count;
}

void change_verdict_cell(struct table *table, const struct change_report *change,
			 const struct compared_metric *metric)
{
	static const enum table_verdict verdicts[] = {
		[CHANGE_UNKNOWN] = TABLE_UNKNOWN, [CHANGE_UNCHANGED] = TABLE_NEUTRAL,
		[CHANGE_IMPROVED] = TABLE_GOOD,     [CHANGE_REGRESSED] = TABLE_BAD,
		[CHANGE_NEUTRAL] = TABLE_NEUTRAL,   [CHANGE_UNSTABLE] = TABLE_UNKNOWN,
		[CHANGE_MISSING] = TABLE_BAD,
	};
	enum change verdict = metric->judgement.change;
	bool is_doubtful = !judge_is_conclusive(change->comparison, change->judging) &&
			   (verdict == CHANGE_REGRESSED || verdict == CHANGE_IMPROVED);
	enum table_verdict shown = is_doubtful ? TABLE_UNKNOWN
				   : change_is_failure(change, metric) ? TABLE_BAD
								       : verdicts[verdict];

	cell_verdict(table_at(table, "verdict"), shown,
		     is_doubtful ? "differs" : change_name(verdict));
}

static const char *change_unstable_text(struct tables *tables, const struct change_report *change,
					const struct compared_metric *metric)
{
	const struct side_metric *base = &metric->sides[BASE], *new = &metric->sides[NEW];
	double spread = fmax(side_metric_spread(base), side_metric_spread(new));
	const char *within = compare_is_single(change->comparison) ? "one boot"
			     : change_is_of_linux(change)	   ? "a side, as with memory layout"
								   : "a side";

	if (metric->is_disjoint)
		return tables_text(tables,
				   "the sides have no value in common, but too few boots to "
				   "exclude chance; varies within %s by up to %.2g %%", within,
				   100 * spread);
	return tables_text(tables, "varies within %s by up to %.2g %%", within, 100 * spread);
}

const char *change_remark(struct tables *tables, const struct change_report *change,
			  const struct compared_metric *metric)
{
	if (!metric_is_common(metric))
		return metric_why_not_common(tables, change->comparison, metric);
	if (metric->has_lost_constancy && metric->judgement.change != CHANGE_UNCHANGED)
		return tables_text(tables,
				   "exact in the base, varies in the new side by up to %.2g %%",
				   100 * side_metric_spread(&metric->sides[NEW]));
	return metric->judgement.change == CHANGE_UNSTABLE
		       ? change_unstable_text(tables, change, metric) : NULL;
}

static void change_fill(const void *context, struct table *table, struct row *row,
			const struct compared_metric *metric)
{
	const struct change_report *change = context;
	const struct judgement *judgement = &metric->judgement;
	bool is_common = metric_is_common(metric), is_tested = metric_is_tested(metric);
	bool has_ratio = is_common && metric->contrast.has_ratio;

	row->is_detail = judgement->change <= CHANGE_UNCHANGED;
	row->is_bad = change_is_failure(change, metric);
	row->remark = change_remark(table->of, change, metric);
	change_median(table, metric, BASE);
	change_median(table, metric, NEW);
	cell_number(table_at(table, "change"), has_ratio ? metric->contrast.ratio.value - 1 : NAN);
	cell_number(table_at(table, "p"), is_tested ? judgement->p : NAN);
	cell_number(table_at(table, "delta"), is_tested ? judgement->delta : NAN);
	change_verdict_cell(table, change, metric);
	metric_marks_cell(table, metric);
	cell_number(table_at(table, "ratio"), has_ratio ? metric->contrast.ratio.value : NAN);
	cell_number(table_at(table, "difference"),
		    is_common ? metric->contrast.difference.value : NAN);
	metric_side_cells(table, metric, BASE);
	metric_side_cells(table, metric, NEW);
}

static void change_add_counts(struct tables *tables, const struct change_report *change)
{
	static const struct column columns[] = {
		{"regressed", COLUMN_COUNT, 0, NULL, NULL},
		{"improved", COLUMN_COUNT, 0, NULL, NULL},
		{"changed", COLUMN_COUNT, 0, NULL, NULL},
		{"unchanged", COLUMN_COUNT, 0, NULL, NULL},
		{"not_compared", COLUMN_COUNT, 0, NULL, NULL},
		{"unstable", COLUMN_COUNT, 0, NULL, NULL},
		{"conclusive", COLUMN_TEXT, 0, NULL, NULL},
		{"threshold", COLUMN_SHARE, 0, NULL, NULL},
		{"judged_by_ranks", COLUMN_COUNT, 0, NULL, NULL},
		{"min_p", COLUMN_PROBABILITY, 0, NULL, NULL},
		{"order", COLUMN_TEXT, 0, NULL, NULL},
		{"missing", COLUMN_COUNT, 0, NULL, NULL},
	};
	static const enum change order[] = {
		CHANGE_REGRESSED, CHANGE_IMPROVED, CHANGE_NEUTRAL, CHANGE_UNCHANGED, CHANGE_UNKNOWN,
		CHANGE_UNSTABLE,
	};
	const struct judging *judging = change->judging;
	struct table *table = table_begin(tables, "What was compared", "changes",
					  "Verdicts and their criteria", columns,
					  sizeof(columns) / sizeof(columns[0]));

	table->flags = TABLE_DETAIL;
	table_row(table);
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		cell_count(table, judging->changes[order[i]]);
	cell_string(table_at(table, "conclusive"),
		    judge_is_conclusive(change->comparison, judging) ? "yes" : "no");
	cell_number(table_at(table, "threshold"), judging->threshold_part);
	cell_count(table_at(table, "judged_by_ranks"), judging->judged);
	cell_number(table_at(table, "min_p"), judging->judged > 0 ? judging->least_p : NAN);
	cell_string(table_at(table, "order"), run_order_name(run_order_of(change->comparison)));
	cell_count(table_at(table, "missing"), judging->changes[CHANGE_MISSING]);
}

const char *change_interval_name(const struct change_report *change)
{
	return compare_is_single(change->comparison) ? "95 % CI, this boot"
						     : "95 % CI, between boots";
}

void change_add_metrics(struct tables *tables, const struct change_report *change,
			const char *section, unsigned flags)
{
	const struct metric_view view = {
		.section = section,
		.prefix = "",
		.flags = flags,
		.columns = change_columns,
		.column_count = sizeof(change_columns) / sizeof(change_columns[0]),
		.fill = change_fill,
		.context = change,
	};

	metric_tables_add(tables, change->comparison, &view);
}

void topic_change(struct tables *tables, const struct change_report *change)
{
	tables->title = tables_text(tables, "Bareline, new against base: %s",
				    change_summary(tables, change));
	sides_complete_title(tables, change->comparison);
	tables->interval_name = change_interval_name(change);
	change_add_facts(tables, change, "");
	change_add_metrics(tables, change, MEDIANS_SECTION, TABLE_WHOLE);
	sides_add_missing(tables, ONE_SIDE_SECTION, "one-sided", change->comparison);
	change_add_counts(tables, change);
	sides_add_records(tables, change->comparison);
}
