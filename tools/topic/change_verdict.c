/* SPDX-License-Identifier: MIT */
/* A comparison in one sentence: the largest regression of a whole operation, else the largest other
 * change, and how many operations changed. The checks that the sentence rests on follow it. */
#include <math.h>
#include <string.h>

#include "tools/compare/run_order.h"
#include "tools/table/number.h"
#include "tools/topic/change.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/changed_operations.h"
#include "tools/topic/sides.h"

struct sentence {
	struct tables *tables;
	const struct change_report *change;
	const struct changed_operations *operations;
	const struct changed_operation *largest; /* NULL: none changed */
	const char *inconclusive;        /* NULL: verdicts are well founded */
};

/* ---- The largest change ---- */

/* "+16.7 %"; without a ratio to the base, "+5 instructions". */
static const char *verdict_size(struct tables *tables, const struct compared_metric *metric)
{
	char text[NUMBER_TEXT_MAX];
	double difference = metric->contrast.difference.value;

	if (metric->contrast.has_ratio)
		return review_percent(tables, metric->contrast.ratio.value - 1);
	return tables_text(tables, "%s%s", difference > 0 ? "+" : "",
			   number_unit_text(difference, metric_unit(metric), text));
}

/* "irq.self_ipi spin: +16.7 % (30 → 35 instructions)". */
static const char *verdict_largest(const struct sentence *sentence)
{
	const struct compared_metric *whole = sentence->largest->whole;
	const char *unit = metric_unit(whole);
	char base[NUMBER_TEXT_MAX], new[NUMBER_TEXT_MAX];

	return tables_text(sentence->tables, "%s: %s (%s → %s)",
			   metric_short_label(sentence->tables, sentence->change->comparison,
					      whole),
			   verdict_size(sentence->tables, whole),
			   number_label_text(whole->sides[BASE].median, unit, base),
			   number_unit_text(whole->sides[NEW].median, unit, new));
}

/* ---- Counts ---- */

/* " by 3 different changes"; "" if each operation has its own. */
static const char *verdict_different_changes(const struct sentence *sentence)
{
	size_t changes = sentence->operations->regressions;

	if (changes == sentence->operations->changes[CHANGE_REGRESSED])
		return "";
	return changes == 1 ? " by one change"
			    : tables_text(sentence->tables, " by %zu different changes", changes);
}

/* "of 169 operations 17 regressed by 2 different changes, 0 improved, 152 unchanged". */
static const char *verdict_counts(const struct sentence *sentence)
{
	const size_t *changes = sentence->operations->changes;
	const char *missing = "", *other = "", *unstable = "";
	size_t compared = sentence->operations->count - changes[CHANGE_UNKNOWN];

	if (changes[CHANGE_MISSING] > 0)
		missing = tables_text(sentence->tables, "%zu missing, ", changes[CHANGE_MISSING]);
	if (sentence->inconclusive != NULL)
		return tables_text(sentence->tables, "%s%zu of %zu operation%s differ%s", missing,
				   changes_measured(sentence->operations->changes), compared,
				   compared == 1 ? "" : "s",
				   changes_measured(sentence->operations->changes) == 1 ? "s" : "");
	if (changes[CHANGE_NEUTRAL] > 0)
		other = tables_text(sentence->tables, ", %zu changed", changes[CHANGE_NEUTRAL]);
	if (changes[CHANGE_UNSTABLE] > 0)
		unstable = tables_text(sentence->tables, ", %zu unstable",
				       changes[CHANGE_UNSTABLE]);
	return tables_text(sentence->tables,
			   "of %zu operation%s %s%zu regressed%s, %zu improved%s, %zu unchanged%s",
			   compared, compared == 1 ? "" : "s", missing, changes[CHANGE_REGRESSED],
			   verdict_different_changes(sentence), changes[CHANGE_IMPROVED], other,
			   changes[CHANGE_UNCHANGED], unstable);
}

static void verdict_set_title(const struct sentence *sentence)
{
	struct tables *tables = sentence->tables;
	const char *reason = sentence->inconclusive;

	tables->title = tables_text(tables, "Bareline, new against base: %s%s%s%s%s%s",
				    sides_loss(tables, sentence->change->comparison),
				    reason != NULL ? reason : "", reason != NULL ? "; " : "",
				    sentence->largest != NULL ? verdict_largest(sentence) : "",
				    sentence->largest != NULL ? "; " : "",
				    verdict_counts(sentence));
}

/* ---- The sides ---- */

/* The directory of several runs, or the path of one. */
static const char *verdict_path(struct tables *tables, const struct compared_runs *runs)
{
	const char *path = runs->items[0].path, *slash = strrchr(path, '/');

	if (runs->count > 1 && slash != NULL && slash > path)
		return tables_text(tables, "%.*s", (int)(slash - path), path);
	return path;
}

/* What differs most: the kernel, else the build, else the files. */
static void verdict_set_sides(const struct sentence *sentence)
{
	struct tables *tables = sentence->tables;
	const struct compared_runs *sides = sentence->change->comparison->sides;
	const struct wire_manifest *base = result_manifest(sides[BASE].items[0].result);
	const struct wire_manifest *new = result_manifest(sides[NEW].items[0].result);
	const struct wire_cpu *cpu = result_cpu(sides[NEW].items[0].result);

	if (base != NULL && new != NULL && base->kernel[0] != '\0' && new->kernel[0] != '\0' &&
	    strcmp(base->kernel, new->kernel) != 0)
		tables->subtitle = tables_text(tables, "%.*s against %.*s",
					       (int)strcspn(new->kernel, " "), new->kernel,
					       (int)strcspn(base->kernel, " "), base->kernel);
	else if (base != NULL && new != NULL && strcmp(base->build, new->build) != 0)
		tables->subtitle = tables_text(tables, "%s against %s", new->build, base->build);
	else
		tables->subtitle = tables_text(tables, "%s against %s",
					       verdict_path(tables, &sides[NEW]),
					       verdict_path(tables, &sides[BASE]));
	tables->about = tables_text(tables, "New against base%s%s, in %s",
				    cpu != NULL && cpu->brand[0] != '\0' ? " on " : "",
				    cpu != NULL ? cpu->brand : "",
				    compare_is_exact(sentence->change->comparison)
					    ? "instructions" : "time");
}

/* ---- The verdict ---- */

/* "17 operations regressed by 3 different changes". */
static const char *verdict_regressed(const struct sentence *sentence)
{
	size_t count = sentence->operations->changes[CHANGE_REGRESSED];

	return tables_text(sentence->tables, "%zu operation%s regressed%s", count,
			   count == 1 ? "" : "s", verdict_different_changes(sentence));
}

/* Title of the table of operations, and part of the verdict. */
static const char *verdict_finding(const struct sentence *sentence)
{
	const size_t *changes = sentence->operations->changes;

	if (sentence->inconclusive != NULL)
		return verdict_counts(sentence);
	return tables_text(sentence->tables, "%s, %zu improved, %zu did not change",
			   verdict_regressed(sentence), changes[CHANGE_IMPROVED],
			   changes[CHANGE_UNCHANGED]);
}

static struct overall_verdict verdict_find(const struct sentence *sentence)
{
	struct tables *tables = sentence->tables;
	const size_t *changes = sentence->operations->changes;
	const char *basis = tables_text(tables, "%s%s%s.",
					sentence->largest != NULL ? verdict_largest(sentence) : "",
					sentence->largest != NULL ? ". " : "",
					verdict_finding(sentence));
	const char *size = sentence->largest != NULL
				   ? verdict_size(tables, sentence->largest->whole)
				   : "";

	size += strspn(size, "+-");

	if (changes[CHANGE_MISSING] > 0)
		return (struct overall_verdict){
			TABLE_BAD, tables_text(tables, "%zu operation%s missing",
					       changes[CHANGE_MISSING],
					       changes[CHANGE_MISSING] == 1 ? "" : "s"), basis};
	if (sentence->inconclusive != NULL)
		return (struct overall_verdict){
			TABLE_UNKNOWN, "No verdict",
			tables_text(tables, "%s. %s", tables_title(tables, sentence->inconclusive),
				    basis)};
	if (changes[CHANGE_REGRESSED] > 0)
		return (struct overall_verdict){
			TABLE_BAD, tables_text(tables, "Regressed by up to %s", size), basis};
	if (sentence->largest == NULL)
		return (struct overall_verdict){TABLE_GOOD, "No change", basis};
	return (struct overall_verdict){
		changes[CHANGE_NEUTRAL] > 0 ? TABLE_NEUTRAL : TABLE_GOOD,
		tables_text(tables, "%s by up to %s",
			    changes[CHANGE_NEUTRAL] > 0 ? "Changed" : "Improved", size),
		basis};
}

/* ---- Checks ---- */

static void verdict_check_test(const struct sentence *sentence)
{
	const struct comparison *comparison = sentence->change->comparison;
	const struct judging *judging = sentence->change->judging;
	size_t base = comparison->sides[BASE].count, new = comparison->sides[NEW].count;

	if (!compare_is_exact(comparison))
		tables_add_check(
			sentence->tables,
			sentence->inconclusive != NULL ? TABLE_UNKNOWN : TABLE_GOOD, NULL,
			tables_text(sentence->tables, "%zu run%s of the base, %zu new", base,
				    base == 1 ? "" : "s", new),
			tables_text(sentence->tables,
				    "p corrected for %zu metrics, changes below %g %% ignored",
				    judging->judged, 100 * judging->threshold_part));
	else if (judging->varying == 0)
		tables_add_check(sentence->tables, TABLE_GOOD, NULL,
				 "Exact: instructions have no noise",
				 judging->threshold_part > 0 ? "" : "any difference counts");
	else
		tables_add_check(sentence->tables, TABLE_NEUTRAL, "about",
				 tables_text(sentence->tables, "%zu count%s var%s within a side",
					     judging->varying, judging->varying == 1 ? "" : "s",
					     judging->varying == 1 ? "ies" : "y"),
				 "judged only if the sides have no value in common; the others are "
				 "exact");
}

/* Check the order of the runs. Counts do not depend on it, and two runs are too few for an
 * order. */
static void verdict_check_order(const struct sentence *sentence)
{
	if (compare_is_exact(sentence->change->comparison) ||
	    compare_is_single(sentence->change->comparison))
		return;
	switch (run_order_of(sentence->change->comparison)) {
	case ORDER_INTERLEAVED:
		tables_add_check(sentence->tables, TABLE_GOOD, NULL, "Runs interleaved", "");
		break;
	case ORDER_UNKNOWN:
		tables_add_check(sentence->tables, TABLE_UNKNOWN, "about",
				 "Order of the runs unknown",
				 "drift of the machine may be the difference");
		break;
	case ORDER_BLOCKS:
		tables_add_check(sentence->tables, TABLE_BAD, "about", "Runs in blocks",
				 "drift of the machine looks like a change");
		break;
	}
}

static void verdict_check_unstable(const struct sentence *sentence)
{
	const struct change_report *change = sentence->change;
	size_t unstable = change->judging->changes[CHANGE_UNSTABLE];

	if (!compare_is_exact(change->comparison))
		return;
	if (unstable > 0)
		tables_add_check(sentence->tables, TABLE_UNKNOWN, "about",
				 tables_text(sentence->tables, "%zu metric%s unstable", unstable,
					     unstable == 1 ? "" : "s"),
				 "no verdict");
	if (change_is_of_linux(change) && compare_is_single(change->comparison))
		tables_add_check(sentence->tables, TABLE_UNKNOWN, "about", "One boot a side",
				 "any of these may depend on memory layout; run --layouts 3 shows "
				 "which");
}

static void verdict_check_sides(const struct sentence *sentence)
{
	const size_t *changes = sentence->change->judging->changes;
	size_t alone = changes[CHANGE_UNKNOWN], missing = changes[CHANGE_MISSING];

	if (alone + missing == 0)
		tables_add_check(sentence->tables, TABLE_GOOD, NULL, "Both sides have every metric",
				 "");
	else
		tables_add_check(sentence->tables, missing > 0 ? TABLE_BAD : TABLE_UNKNOWN,
				 "one-sided",
				 tables_text(sentence->tables, "%zu metric%s on one side only",
					     alone + missing, alone + missing == 1 ? "" : "s"),
				 "");
}

/* "6.1.0-56-amd64, was 6.1.0-56-cloud-amd64" of two kernels; NULL if they are one, or unknown. */
static const char *verdict_kernels(const struct sentence *sentence)
{
	const struct compared_runs *sides = sentence->change->comparison->sides;
	const struct wire_manifest *base = result_manifest(sides[BASE].items[0].result);
	const struct wire_manifest *new = result_manifest(sides[NEW].items[0].result);
	bool has_both = base != NULL && new != NULL && base->kernel[0] != '\0' &&
			new->kernel[0] != '\0';

	if (!has_both || strcmp(base->kernel, new->kernel) == 0)
		return NULL;
	return tables_text(sentence->tables, "%.*s, was %.*s", (int)strcspn(new->kernel, " "),
			   new->kernel, (int)strcspn(base->kernel, " "), base->kernel);
}

static void verdict_check_machine(const struct sentence *sentence)
{
	const struct reasons *notes = sentence->change->notes;
	const struct compared_run *base =
		&sentence->change->comparison->sides[BASE].items[0];
	const char *kernels = verdict_kernels(sentence);
	struct tables *tables = sentence->tables;

	if (compare_has_same_files(sentence->change->comparison))
		tables_add_check(sentence->tables, TABLE_UNKNOWN, NULL,
				 "Both sides are the same files", "");
	else if (base->baseline != NULL && sentence->change->refused->count == 0)
		tables_add_check(sentence->tables, TABLE_GOOD, NULL,
				 tables_text(tables, "Conditions as in %s", base->path), "");
	else
		sides_check_machine(tables, sentence->change->refused);
	if (kernels != NULL)
		tables_add_check(sentence->tables, TABLE_NEUTRAL, "about",
				 tables_text(tables, "Kernel: %s", kernels), "");
	else if (notes->count > 0)
		tables_add_check(sentence->tables, TABLE_NEUTRAL, "about",
				 tables_text(tables, "%zu other difference%s of the sides",
					     notes->count, notes->count == 1 ? "" : "s"),
				 notes->count == 1 ? notes->texts[0] : "");
}

const char *change_add_verdict(struct tables *tables, const struct change_report *change,
			const struct changed_operations *operations)
{
	const struct sentence sentence = {
		.tables = tables,
		.change = change,
		.operations = operations,
		.largest = changed_operations_largest(operations),
		.inconclusive = change_inconclusive_text(tables, change),
	};

	verdict_set_title(&sentence);
	verdict_set_sides(&sentence);
	/* The limits of what the page's intervals say. */
	if (compare_is_exact(change->comparison))
		tables->method = "Instructions are exact, so any difference counts. Operations "
			"share a row if two or more of their stages changed by the same numbers, "
			"or if their counts before and after are equal, or those of the only stage "
			"that changed.";
	else
		tables->method = compare_is_single(change->comparison)
			? "Circles are medians of the base (hollow) and of the new side, with 95 % "
			  "confidence intervals of one boot each. They exclude variation between "
			  "boots."
			: "Circles are medians of the base (hollow) and of the new side, with 95 % "
			  "confidence intervals between boots, as multiples of the base.";
	tables->verdict = verdict_find(&sentence);
	tables->title_has_verdict = true;
	verdict_check_test(&sentence);
	verdict_check_order(&sentence);
	verdict_check_unstable(&sentence);
	verdict_check_sides(&sentence);
	sides_check_time(tables, change->comparison->sides[NEW].items[0].analysis->time_base);
	verdict_check_machine(&sentence);
	return verdict_finding(&sentence);
}
