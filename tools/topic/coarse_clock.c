/* SPDX-License-Identifier: MIT */
/* Timing by a coarse clock: its final estimate against the TSC, and the decrease of the error with
 * the number of operations. */
#include <math.h>
#include <string.h>

#include "tools/record/point.h"
#include "tools/analysis/timing.h"
#include "tools/topic/topic.h"

#define SECTION "Clocks"

static void cell_clock(struct topic *topic, struct table *table, const struct coarse_run *run)
{
	const char *rest = run->point;
	struct parameter clock = {.value = ""};

	/* The first parameter's value: "tick" or "system". */
	point_next(&rest, &clock);
	cell_string(table_at(table, "clock"), tables_text(topic->tables, "%s", clock.value));
	cell_number(table_at(table, "step_ms"), (double)run->period_us / 1000);
	cell_number(table_at(table, "operation_us"), (double)run->operation_us);
	cell_number(table_at(table, "one_in"), (double)run->one_in);
	cell_string(table_at(table, "method"), coarse_method_name(run->method));
}

/* ---- Estimates ---- */

/* The claim that the run checks, and the result. */
static const char *coarse_remark(struct topic *topic, const struct coarse_run *run)
{
	const char *verdict = coarse_verdict_name(run->verdict);
	const char *clock = timing_clock_name(topic->analysis->result);

	switch (run->method) {
	case COARSE_LOOP:
		return tables_text(topic->tables,
				   "%s: the %s value is within a step of the "
				   "loop's",
				   verdict, clock);
	case COARSE_LOCKED:
		return tables_text(topic->tables,
				   "%s: it is off by %.1f half widths of its "
				   "interval",
				   verdict, run->off_half_widths);
	case COARSE_DISCRETE:
	case COARSE_JITTERED:
		break;
	}
	if (run->repetitions == 0)
		return tables_text(topic->tables, "%s: its interval %s the %s value, error ~ "
						  "n^%.2f",
				   verdict, run->p < 0.05 ? "excludes" : "covers", clock,
				   run->slope);
	return tables_text(topic->tables,
			   "%s: its interval %s the %s value; %zu of %zu repetitions' do, error ~ "
			   "n^%.2f",
			   verdict, run->p < 0.05 ? "excludes" : "covers", clock, run->covered,
			   run->repetitions, run->slope);
}

static enum table_verdict coarse_verdict(const struct coarse_run *run)
{
	if (run->verdict == COARSE_AS_EXPECTED)
		return TABLE_GOOD;
	return run->verdict == COARSE_NOT_AS_EXPECTED ? TABLE_BAD : TABLE_UNKNOWN;
}

static void coarse_add(struct topic *topic, struct table *table, const struct coarse_run *run)
{
	const struct coarse_estimate *whole = &run->whole;
	struct row *row = table_row(table);

	row->is_bad = run->verdict == COARSE_NOT_AS_EXPECTED;
	row->remark = coarse_remark(topic, run);
	cell_clock(topic, table, run);
	cell_count(table_at(table, "operations"), whole->operations);
	cell_count(table_at(table, "seen"), whole->seen);
	cell_quantity(table_at(table, "estimate"), &(struct quantity){.value = whole->value,
						.low = whole->low,
						.high = whole->high,
						.interval = INTERVAL_95});
	cell_number(table_at(table, "tsc"), whole->truth);
	cell_number(table_at(table, "bias"), whole->value / whole->truth - 1);
	/* Repetition does not correct an estimate that is locked to the step. */
	cell_count_if(table_at(table, "covered"),
		      run->repetitions > 0 && run->method != COARSE_LOCKED, run->covered);
	cell_number(table_at(table, "slope"),
		    run->has_slope && run->method != COARSE_LOCKED ? run->slope : NAN);
	cell_number(table_at(table, "off_half_widths"), run->off_half_widths);
	cell_number(table_at(table, "ratio"), whole->value / whole->truth);
	cell_number(table_at(table, "ratio_low"), whole->low / whole->truth);
	cell_number(table_at(table, "ratio_high"), whole->high / whole->truth);
	cell_verdict(table_at(table, "verdict"),
		     coarse_verdict(run), coarse_verdict_name(run->verdict));
}

static void coarse_add_estimates(struct topic *topic)
{
	const char *clock = timing_clock_name(topic->analysis->result);
	const struct column wanted[] = {
		{"clock", COLUMN_TEXT, COLUMN_KEY | COLUMN_GROUP | COLUMN_NAMED, NULL, NULL},
		{"step_ms", COLUMN_NUMBER, COLUMN_KEY | COLUMN_GROUP, "step", "ms"},
		{"operation_us", COLUMN_NUMBER, COLUMN_KEY | COLUMN_GROUP, "operation", "µs"},
		{"one_in", COLUMN_NUMBER, COLUMN_KEY | COLUMN_GROUP, "one in", NULL},
		{"method", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"operations", COLUMN_COUNT, 0, NULL, NULL},
		{"seen", COLUMN_COUNT, 0, NULL, NULL},
		{"estimate", COLUMN_QUANTITY, 0, NULL, NULL},
		{"tsc", COLUMN_NUMBER, 0, clock, NULL},
		{"bias", COLUMN_CHANGE, 0, NULL, NULL},
		{"covered", COLUMN_COUNT, 0, NULL, NULL},
		{"slope", COLUMN_NUMBER, COLUMN_IMPLIED, NULL, NULL},
		{"off_half_widths", COLUMN_NUMBER, COLUMN_DATA, NULL, NULL},
		{"ratio", COLUMN_NUMBER, COLUMN_DATA, NULL, NULL},
		{"ratio_low", COLUMN_NUMBER, COLUMN_DATA, NULL, NULL},
		{"ratio_high", COLUMN_NUMBER, COLUMN_DATA, NULL, NULL},
		{"verdict", COLUMN_VERDICT, COLUMN_DATA, NULL, NULL},
	};
	struct column *columns = memcpy(tables_allocate(topic->tables, 1, sizeof(wanted)), wanted,
					sizeof(wanted));
	struct table *table =
		table_begin(topic->tables, SECTION, COARSE_BENCH,
			    tables_text(topic->tables,
					"One operation timed by a clock of far longer steps, "
					"and by the %s, in %s", clock,
					analysis_tick_name(topic->analysis)),
			    columns, sizeof(wanted) / sizeof(wanted[0]));
	struct chart_mark *mark = tables_allocate(topic->tables, 1, sizeof(*mark));
	const struct bench *bench = result_bench(topic->analysis->result, COARSE_BENCH);
	const char *note = "operation: a thousand multiplications per µs. one in: one of this many "
			   "operations is timed. seen: timed operations during which the clock "
			   "stepped. No standard deviation: a sample is 0 or a whole step, so the "
			   "spread does not describe the operation.";

	table->note = bench == NULL || bench->info->differs[0] == '\0'
			      ? note
			      : tables_text(topic->tables, "%s Differs from bare metal: %s.", note,
					    bench->info->differs);
	for (size_t i = 0; i < topic->analysis->coarse_count; i++)
		coarse_add(topic, table, &topic->analysis->coarse[i]);
	*mark = (struct chart_mark){1, clock};
	table->chart = (struct chart){
		.kind = CHART_DOTS,
		.names = {"clock", "step_ms", "operation_us", "one_in", "method"},
		.y = "ratio",
		.low = "ratio_low",
		.high = "ratio_high",
		.marks = mark,
		.mark_count = 1,
		.low_to_high = "95 % CI",
		.x_axis.label = tables_text(topic->tables, "estimate / %s", clock),
	};
}

/* ---- Errors ---- */

/* A line that decreases as 1/sqrt(n), from the largest first error. */
static void coarse_draw_law(struct topic *topic, struct chart *chart)
{
	const struct analysis *analysis = topic->analysis;
	struct chart_layer *layer = tables_allocate(topic->tables, 1, sizeof(*layer));
	struct chart_point *ends = tables_allocate(topic->tables, 2, sizeof(*ends));
	const struct coarse_run *from = NULL;
	double first, last;

	for (size_t i = 0; i < analysis->coarse_count; i++) {
		const struct coarse_run *run = &analysis->coarse[i];

		if (run->error_count > 1 &&
		    (from == NULL || run->errors[0].ticks > from->errors[0].ticks))
			from = run;
	}
	if (from == NULL)
		return;
	first = (double)from->errors[0].operations;
	last = (double)from->errors[from->error_count - 1].operations;
	ends[0] = (struct chart_point){.x = first, .y = from->errors[0].ticks};
	ends[1] = (struct chart_point){.x = last, .y = from->errors[0].ticks * sqrt(first / last)};
	*layer = (struct chart_layer){
		.name = "1/√n", .style = CHART_REFERENCE, .points = ends, .count = 2};
	chart->layers = layer;
	chart->layer_count = 1;
}

static void coarse_add_errors(struct topic *topic)
{
	static const struct column columns[] = {
		{"clock", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"step_ms", COLUMN_NUMBER, COLUMN_KEY | COLUMN_GROUP, "step", "ms"},
		{"operation_us", COLUMN_NUMBER, COLUMN_KEY | COLUMN_GROUP, "operation", "µs"},
		{"one_in", COLUMN_NUMBER, COLUMN_KEY | COLUMN_GROUP, "one in", NULL},
		{"method", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"operations", COLUMN_COUNT, 0, NULL, NULL},
		{"error", COLUMN_NUMBER, 0, NULL, NULL},
		{"runs", COLUMN_COUNT, 0, NULL, NULL},
	};
	const char *unit = analysis_tick_name(topic->analysis);
	struct table *table =
		table_begin(topic->tables, SECTION, "clock.coarse.error",
			    tables_text(topic->tables,
					"Coarse clock: error against number of operations, in "
					"%s",
					unit),
			    columns, sizeof(columns) / sizeof(columns[0]));

	table->flags = TABLE_DETAIL;
	table->note = "Root mean square error of the estimates. It must fall as 1/√n unless the "
		      "start of an operation is locked to the clock's step.";
	for (size_t i = 0; i < topic->analysis->coarse_count; i++) {
		const struct coarse_run *run = &topic->analysis->coarse[i];

		for (size_t j = 0; j < run->error_count; j++) {
			table_row(table);
			cell_clock(topic, table, run);
			cell_count(table_at(table, "operations"), run->errors[j].operations);
			cell_number(table_at(table, "error"), run->errors[j].ticks);
			cell_count(table_at(table, "runs"), run->errors[j].runs);
		}
	}
	table->chart = (struct chart){
		.kind = CHART_CURVES,
		.names = {"clock", "step_ms", "operation_us", "one_in", "method"},
		.x = "operations",
		.y = "error",
		.x_axis = {.label = "operations", .is_log = true},
		.y_axis = {.label = tables_text(topic->tables, "error, in %s", unit),
			   .is_log = true},
	};
	coarse_draw_law(topic, &table->chart);
}

void topic_coarse_clock(struct topic *topic)
{
	size_t count;
	const struct metric *metrics;

	if (topic->analysis->coarse_count == 0 || !topic_is_selected(topic, COARSE_BENCH))
		return;
	coarse_add_errors(topic);
	coarse_add_estimates(topic);
	/* The estimate covers all three series of a run. */
	metrics = topic_metrics(topic, COARSE_BENCH, &count);
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < topic->analysis->coarse_count; j++) {
			if (strcmp(metrics[i].point, topic->analysis->coarse[j].point) == 0)
				topic_shows(topic, &metrics[i]);
		}
	}
}
