/* SPDX-License-Identifier: MIT */
/* Facts about the comparison, the key metrics, then the metrics of every benchmark. */
#include "tools/topic/overhead.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/analysis/timing.h"
#include "tools/record/kernel_line.h"
#include "tools/results/run_directory.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/value_range.h"
#include "tools/topic/sides.h"
#include "tools/topic/topic.h"

#define SECTION "Cost of Linux"
#define ONE_SIDE_SECTION "One side only"
#define PREFIX "overhead."
#define PAGE_TABLE_ISOLATION "PTI"      /* in Linux's description of the meltdown mitigation */
#define MARK_DIFFERS "!"

/* ---- Facts ---- */

/* Add the kernel with its mitigations, which determine much of the overhead. */
static void overhead_add_kernel(struct table *facts, const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);
	char *line;

	if (manifest == NULL)
		return;
	if (strcmp(manifest->host, HOST_OTHER_OS) == 0) {
		sides_system(facts, result);
		return;
	}
	if (manifest->kernel[0] != '\0')
		table_fact(facts, "kernel", "%s", manifest->kernel);
	table_fact(facts, "mitigations", "%s%s",
		   manifest->mitigations[0] != '\0' ? manifest->mitigations : "none reported",
		   strstr(manifest->mitigations, PAGE_TABLE_ISOLATION) != NULL
			   ? ""
			   : "; without page-table isolation: not needed by this CPU, or "
			     "disabled");
	line = kernel_line_read(result);
	if (line != NULL)
		table_fact(facts, "booted with", "%s", line);
	free(line);
}

bool overhead_varies(const struct compared_metric *metric, enum side side)
{
	return metric->is_counted && metric->sides[side].runs > 0 &&
	       !side_metric_is_one_value(&metric->sides[side]);
}

/* Add, for each side, the number of exact metrics. With repeated runs, also add whether all runs
 * were equal. */
static void overhead_add_repeats(struct table *facts, const struct comparison *comparison,
				 enum side side)
{
	size_t runs = comparison->sides[side].count, total = 0, varying = 0;
	size_t differing = compare_count_differing(comparison, side);
	const char *name = side_name(comparison, side);

	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct compared_metric *metric = &comparison->metrics[i];

		total += metric->sides[side].runs > 0;
		varying += overhead_varies(metric, side);
	}
	table_fact(facts, "exact",
		   "%s: %zu of %zu metrics, one value in every sample%s",
		   name, total - varying, total,
		   varying > 0 ? "; the others are marked " MARK_UNSTABLE : "");
	if (side == LINUX && comparison->has_layouts)
		table_fact(facts, "repeated",
			   "%s: each of %zu runs has another memory layout, with which metrics "
			   "marked " MARK_UNSTABLE " vary", name, runs);
	else if (runs == 1)
		table_fact(facts, "repeated", "%s: one run", name);
	else if (differing == 0)
		table_fact(facts, "repeated",
			   "%s: all samples of %zu metrics are the same in each of %zu runs", name,
			   total, runs);
	else
		table_fact(facts, "repeated",
			   "%s: %zu of %zu metrics DIFFER between %zu runs; they are marked !",
			   name, differing, total, runs)
			->is_bad = true;
}

static void overhead_add_facts(struct tables *tables, const char *section, const char *name,
			       const struct overhead_report *overhead)
{
	const struct comparison *comparison = overhead->comparison;
	const struct compared_run *first = &comparison->sides[METAL].items[0];
	struct table *facts = table_begin_facts(tables, section, name, "");
	json_t *manifest;
	const char *version, *accelerator, *cpu;

	sides_forced(facts, overhead->refused);
	overhead_add_cautions(facts, comparison);
	sides_machine(facts, first->result);
	/* The emulator's version affects the metrics as the CPU does. */
	manifest = run_manifest_read(first->path);
	version = json_string_value(json_object_get(manifest, "qemu_version"));
	accelerator = json_string_value(json_object_get(manifest, "accelerator"));
	cpu = json_string_value(json_object_get(manifest, "cpu_model"));
	if (version != NULL)
		table_fact(facts, "QEMU", "%s%s%s%s%s", version,
			   accelerator != NULL ? ", accelerator " : "",
			   accelerator != NULL ? accelerator : "",
			   cpu != NULL ? ", CPU model " : "", cpu != NULL ? cpu : "");
	json_decref(manifest);
	sides_runs(facts, comparison, METAL);
	sides_runs(facts, comparison, LINUX);
	overhead_add_kernel(facts, comparison->sides[LINUX].items[0].result);
	sides_time_base(facts, first->analysis->time_base);
	if (compare_is_exact(comparison)) {
		/* An example is mem.bandwidth.rep_stosb: one instruction per byte. */
		if (timing_has_tsc(first->result))
			table_fact(facts, "counting",
				   "a string instruction (rep stosb, rep movsb) counts once for "
				   "each byte or word moved: a page that Linux clears by bytes is "
				   "4096 instructions");
		overhead_add_repeats(facts, comparison, METAL);
		overhead_add_repeats(facts, comparison, LINUX);
	} else {
		overhead_add_intervals(facts, comparison);
	}
	sides_notes(facts, overhead->notes);
	if (metrics_in_common(comparison->metrics, comparison->metric_count) == 0)
		table_fact(facts, "result", "the two sides have no metric in common")->is_bad =
			true;
}

/* ---- Metrics ---- */

enum {
	COLUMN_METAL,
	COLUMN_METAL_MIN,
	COLUMN_METAL_MAX,
	COLUMN_LINUX = COLUMN_METAL + 6,
	COLUMN_LINUX_MIN,
	COLUMN_LINUX_MAX,
	COLUMN_RATIO = COLUMN_LINUX + 6,
	COLUMN_DIFFERENCE,
};

static const struct column overhead_columns[] = {
	{"metal", COLUMN_QUANTITY, COLUMN_SPREAD, NULL, NULL},
	SIDE_COLUMNS("metal", "metal"),
	{"linux", COLUMN_QUANTITY, COLUMN_SPREAD, "Linux", NULL},
	SIDE_COLUMNS("linux", "Linux"),
	{"ratio", COLUMN_QUANTITY, 0, NULL, ""},
	{"difference", COLUMN_QUANTITY, COLUMN_DETAIL, NULL, NULL},
	{"marks", COLUMN_TEXT, 0, "", NULL},
};

/* Instructions have no interval: minimum and maximum are shown if samples differ. The difference is
 * always shown where there is no ratio. */
static void overhead_shape(struct column *columns, const struct compared_metric *const *metrics,
			   size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (overhead_varies(metrics[i], METAL))
			columns[COLUMN_METAL_MIN].flags = columns[COLUMN_METAL_MAX].flags =
				COLUMN_DETAIL;
		if (overhead_varies(metrics[i], LINUX))
			columns[COLUMN_LINUX_MIN].flags = columns[COLUMN_LINUX_MAX].flags =
				COLUMN_DETAIL;
		if (metric_is_common(metrics[i]) && !overhead_is_comparable(metrics[i]))
			columns[COLUMN_DIFFERENCE].flags = 0;
	}
}

static void overhead_side(struct table *table, const struct compared_metric *metric, enum side side)
{
	metric_value_cell(table, metric_in_own_unit(metric, side) ? &metric->sides[side] : NULL,
			  metric->is_counted);
	metric_side_cells(table, metric, side);
}

void overhead_marks_cell(struct table *table, const struct comparison *comparison,
			 const struct compared_metric *metric)
{
	const struct side_metric *sides = metric->sides;
	bool is_common = metric_is_common(metric), varies = false;

	if (metric->is_counted && is_common &&
	    !(sides[METAL].is_repeatable &&
	      (sides[LINUX].is_repeatable || comparison->has_layouts))) {
		cell_string(table_at(table, "marks"), MARK_DIFFERS);
		return;
	}
	for (enum side side = METAL; side < SIDES; side++)
		varies |= overhead_varies(metric, side);
	if (varies)
		cell_string(table_at(table, "marks"), MARK_UNSTABLE);
}

static void overhead_fill(const void *context, struct table *table, struct row *row,
			  const struct compared_metric *metric)
{
	const struct comparison *comparison = context;
	const struct contrast *contrast = &metric->contrast;
	bool is_common = metric_is_common(metric), has_ratio = overhead_has_ratio(metric);

	row->is_detail = !is_common;
	row->remark = is_common ? overhead_difference_text(table->of, comparison, metric)
				: metric_why_not_common(table->of, context, metric);
	overhead_side(table, metric, METAL);
	overhead_side(table, metric, LINUX);
	overhead_estimate(table, has_ratio ? &contrast->ratio : NULL, metric->is_counted);
	overhead_estimate(table, is_common ? &contrast->difference : NULL, metric->is_counted);
	overhead_marks_cell(table, comparison, metric);
}

/* The difference of Linux's benchmark from the bare-metal one; NULL if there is none. */
static const char *overhead_remark(struct tables *tables, const struct compared_metric *metric)
{
	const struct metric *first = metric->sides[LINUX].first;

	if (first == NULL || first->bench->info->differs[0] == '\0')
		return NULL;
	return tables_text(tables, "In a process: %s.", first->bench->info->differs);
}

static void overhead_add_metrics(struct tables *tables, const char *section, const char *prefix,
				 const struct comparison *comparison)
{
	const char *cost = sides_named(tables, comparison, SECTION);
	size_t column_count = sizeof(overhead_columns) / sizeof(overhead_columns[0]);
	const struct metric_view view = {
		.section = section,
		.prefix = prefix,
		.columns = sides_columns(tables, comparison, overhead_columns, column_count),
		.column_count = column_count,
		.fill = overhead_fill,
		.context = comparison,
		.shape = overhead_shape,
		.remark = overhead_remark,
		.leaves_marks = comparison->has_layouts,
	};

	overhead_add_headlines(tables, cost, comparison);
	overhead_add_not_comparable(tables, cost, comparison);
	/* What an operation consists of is known of Linux only. */
	if (!comparison_has_other_os(comparison)) {
		overhead_add_pairs(tables, cost, comparison);
		overhead_add_predictions(tables, cost, comparison);
	}
	overhead_add_interrupts(tables, cost, comparison);
	overhead_add_idle(tables, cost, comparison);
	overhead_add_benchmarks(tables, cost, comparison);
	if (prefix[0] == '\0')  /* the page of a run has its own */
		overhead_add_memory(tables, comparison);
	metric_tables_add(tables, comparison, &view);
}

/* ---- All tables ---- */

/* How the page shows the sections. */
static void overhead_set_sections(struct tables *tables, const char *cost)
{
	const struct section_view views[] = {
		{cost, "one operation on both sides, on one scale", NULL, false, NULL},
		{OVERHEAD_MEMORY_SECTION, "one dependent load on both sides, on one scale", NULL,
		 false, NULL},
		{MEDIANS_SECTION, "every benchmark", NULL, true, NULL},
		{ONE_SIDE_SECTION, "and the reasons", NULL, true, NULL},
		{"Comparison", "runs and their records", NULL, true, NULL},
	};
	struct section_view *sections = tables_allocate(tables, COUNT(views), sizeof(*sections));

	memcpy(sections, views, sizeof(views));
	tables->sections = sections;
	tables->section_count = COUNT(views);
}

void topic_overhead(struct tables *tables, const struct overhead_report *overhead)
{
	tables->title = sides_named(tables, overhead->comparison,
				    "Bareline: Linux against bare metal");
	tables->interval_name = overhead_interval_name(overhead->comparison);
	sides_complete_title(tables, overhead->comparison);
	overhead_set_sections(tables, sides_named(tables, overhead->comparison, SECTION));
	overhead_add_facts(tables, "", "about", overhead);
	overhead_add_metrics(tables, MEDIANS_SECTION, "", overhead->comparison);
	/* "Linux: × 5.57 to × 7.74 of bare metal", for each benchmark with ratios. */
	for (size_t i = 0; i < tables->count; i++) {
		struct table *table = tables->items[i];
		struct value_range range = {0};

		if (strcmp(table->section, MEDIANS_SECTION) != 0)
			continue;
		value_range_add_column(&range, table, "ratio", false);
		if (range.count > 0)
			table->finding = tables_text(tables, "%s: %s of bare metal",
						     side_name(overhead->comparison, LINUX),
						     value_range_ratios(tables, &range));
	}
	sides_add_missing(tables, ONE_SIDE_SECTION, "one-sided", overhead->comparison);
	sides_add_records(tables, overhead->comparison);
	findings_add(tables);
	overhead_add_verdict(tables, overhead);
}

void topic_overhead_add(struct tables *tables, const struct overhead_report *overhead)
{
	const char *cost = sides_named(tables, overhead->comparison, SECTION);

	overhead_add_facts(tables, cost, PREFIX "about", overhead);
	overhead_add_metrics(tables, cost, PREFIX, overhead->comparison);
	sides_add_missing(tables, cost, PREFIX "one-sided", overhead->comparison);
}

void topic_cost_of_linux(struct topic *topic)
{
	const char *of_run = topic->tables->interval_name;

	if (topic->overhead == NULL)
		return;
	topic->tables->interval_name = overhead_interval_name(topic->overhead->comparison);
	topic_overhead_add(topic->tables, topic->overhead);
	topic->tables->interval_name = of_run;
}
