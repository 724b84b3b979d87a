/* SPDX-License-Identifier: MIT */
/* The cost of Linux in one sentence: the range of the key metrics' ratios, and how many comparable
 * metrics cost the same. The checks that the sentence rests on follow it. */
#include <string.h>

#include "tools/topic/metric_tables.h"
#include "tools/topic/overhead.h"
#include "tools/topic/value_range.h"
#include "tools/topic/sides.h"

/* ---- The sentence ---- */

/* The range of the key metrics' ratios; if no key metric was measured, of the ratios of every
 * benchmark. */
static struct value_range verdict_range(const struct tables *tables)
{
	const struct table *headlines = tables_find_own(tables, "overhead.headlines");
	struct value_range range = {0};

	value_range_add_column(&range, headlines, "ratio", true);
	if (range.count == 0) {
		const struct table *benchmarks = tables_find_own(tables, "overhead.benchmarks");

		value_range_add_column(&range, benchmarks, "min", true);
		value_range_add_column(&range, benchmarks, "max", true);
	}
	return range;
}

/* "45 of 66 comparable metrics cost the same". */
static const char *verdict_same(struct tables *tables, const struct comparison *comparison)
{
	size_t same = 0, all = 0;

	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct compared_metric *metric = &comparison->metrics[i];
		const struct estimate *ratio = &metric->contrast.ratio;

		if (!overhead_has_ratio(metric))
			continue;
		all++;
		/* Equal counts, or an interval that includes 1. */
		same += metric->is_counted ? ratio->value == 1
					   : ratio->low <= 1 && ratio->high >= 1;
	}
	return tables_text(tables, "%zu of %zu comparable metrics %s", same, all,
			   compare_is_exact(comparison)
				   ? "cost the same"
				   : "do not differ (their intervals include 1)");
}

static struct overall_verdict verdict_find(struct tables *tables,
					   const struct comparison *comparison)
{
	const char *name = side_name(comparison, LINUX);
	enum time_base base = comparison->sides[METAL].items[0].analysis->time_base;
	struct value_range range = verdict_range(tables), most = {0};

	if (range.count == 0)
		return (struct overall_verdict){
			TABLE_UNKNOWN, "No ratio",
			"The sides have no comparable metric in common."};
	value_range_add(&most, range.most, NULL);
	return (struct overall_verdict){
		base == TIME_EMULATED ? TABLE_UNKNOWN : TABLE_NEUTRAL,
		compare_is_exact(comparison) ? "Exact counts of instructions, not time"
		: base == TIME_EMULATED	     ? "Emulated time, not of a real machine"
		: range.most > 1	     ? tables_text(tables, "Up to %s of bare metal",
							   value_range_ratios(tables, &most))
					     : "No more than bare metal",
		tables_text(tables, "%s%s: %s. %s.", sides_loss(tables, comparison), name,
			    value_range_ratios(tables, &range),
			    verdict_same(tables, comparison))};
}

/* ---- Checks ---- */

static void verdict_check_counts(struct tables *tables, const struct comparison *comparison)
{
	size_t varying = 0, differing = compare_count_differing(comparison, METAL);

	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct compared_metric *metric = &comparison->metrics[i];

		varying += overhead_varies(metric, METAL) || overhead_varies(metric, LINUX);
	}
	if (!comparison->has_layouts)
		differing += compare_count_differing(comparison, LINUX);
	tables_add_check(tables, TABLE_GOOD, NULL, "Instructions, counted exactly",
			 varying == 0 ? ""
				      : tables_text(tables,
						    "%zu metrics vary between samples, "
						    "marked ~",
						    varying));
	sides_check_repeats(tables, differing, overhead_fewest_runs(comparison), "side");
}

/* Number of facts that are marked as bad. */
static size_t verdict_count_cautions(const struct table *facts)
{
	size_t count = 0;

	for (size_t i = 0; i < facts->row_count; i++)
		count += facts->rows[i].is_bad;
	return count;
}

/* Check the cautions of a comparison of times. Counts have other checks. */
static void verdict_check_cautions(struct tables *tables, const struct overhead_report *overhead)
{
	size_t count = verdict_count_cautions(tables_find_own(tables, "about")) -
		       overhead->refused->count;

	if (count > 0 && !compare_is_exact(overhead->comparison))
		tables_add_check(tables, TABLE_UNKNOWN, "about",
				 tables_text(tables, "%zu caution%s", count, count == 1 ? "" : "s"),
				 "");
}

/* The titles of the page, and what its values are. */
static void verdict_set_head(struct tables *tables, const struct comparison *comparison)
{
	const struct compared_runs *sides = comparison->sides;
	const struct wire_manifest *hosted = result_manifest(sides[LINUX].items[0].result);
	const struct wire_cpu *cpu = result_cpu(sides[METAL].items[0].result);
	const char *kernel = hosted != NULL ? hosted->kernel : "";
	bool is_exact = compare_is_exact(comparison);
	enum time_base base = sides[METAL].items[0].analysis->time_base;
	const char *sides_text = tables_text(tables, "%s%s%.*s against bare metal",
					     side_name(comparison, LINUX),
					     kernel[0] != '\0' ? " " : "",
					     (int)strcspn(kernel, " "), kernel);
	const char *title = overhead_title(tables, comparison,
					   is_exact		   ? "in instructions, "
					   : base == TIME_EMULATED ? "in emulated time, "
								   : "");

	tables->subtitle = title != NULL ? title : sides_text;
	tables->about = tables_text(tables, "%s%son %s, in %s", title != NULL ? sides_text : "",
				    title != NULL ? ", " : "",
				    cpu != NULL && cpu->brand[0] != '\0' ? cpu->brand
									 : "an unnamed CPU",
				    is_exact			? "instructions"
				    : base == TIME_EMULATED ? "emulated time"
							    : "time");
	if (title == NULL)
		tables->about = tables_title(tables, tables->about);
	tables->head = "Machine, runs and method";
	tables->method = is_exact
		? "Instructions are exact. A ratio is of two medians, of operations that do the "
		  "same."
		: "Medians of the runs' medians. Ratios and differences have bootstrap intervals "
		  "over runs, then samples.";
}

void overhead_add_verdict(struct tables *tables, const struct overhead_report *overhead)
{
	const struct comparison *comparison = overhead->comparison;
	const struct table *table;
	size_t count, common, alone;

	verdict_set_head(tables, comparison);
	tables->verdict = verdict_find(tables, comparison);
	if (verdict_count_cautions(tables_find_own(tables, "about")) > 0 ||
	    sides_loss(tables, comparison)[0] != '\0')
		tables->verdict.verdict = TABLE_UNKNOWN;
	if (compare_is_exact(comparison)) {
		verdict_check_counts(tables, comparison);
	} else {
		size_t fewest = overhead_fewest_runs(comparison);

		tables_add_check(
			tables, fewest < BOOTSTRAP_RUNS_MIN ? TABLE_UNKNOWN : TABLE_GOOD,
			fewest < BOOTSTRAP_RUNS_MIN ? "about" : NULL,
			tables_text(tables, "%zu run%s of metal, %zu of %s",
				    comparison->sides[METAL].count,
				    comparison->sides[METAL].count == 1 ? "" : "s",
				    comparison->sides[LINUX].count, side_name(comparison, LINUX)),
			tables_text(tables, "intervals: %s", overhead_interval_name(comparison)));
	}
	verdict_check_cautions(tables, overhead);
	sides_check_time(tables, comparison->sides[METAL].items[0].analysis->time_base);
	sides_check_machine(tables, overhead->refused);
	table = tables_find_own(tables, "overhead.not_comparable");
	count = table != NULL ? table->row_count : 0;
	if (count > 0)
		tables_add_check(tables, TABLE_NEUTRAL, table->wanted,
				 tables_text(tables, "%zu operation%s more under %s", count,
					     count == 1 ? " does" : "s do",
					     side_name(comparison, LINUX)),
				 "differences, no ratios");
	common = metrics_in_common(comparison->metrics, comparison->metric_count);
	alone = comparison->metric_count - common;
	if (alone == 0)
		tables_add_check(tables, TABLE_GOOD, NULL, "Both sides have every metric", "");
	else
		tables_add_check(tables, TABLE_NEUTRAL, "one-sided",
				 tables_text(tables, "%zu metric%s on one side only", alone,
					     alone == 1 ? "" : "s"),
				 "");
}
