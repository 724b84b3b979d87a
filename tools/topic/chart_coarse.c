/* Timing by a coarse clock: how the error falls with the number of operations, and what the clock
 * says in the end beside the TSC. */
#include <inttypes.h>
#include <math.h>

#include "tools/record/point.h"
#include "tools/topic/chart.h"

#define SECTION "Clocks"

static const char *label_of(struct charts *charts, const struct coarse_run *run)
{
	const char *rest = run->point;
	struct parameter clock = {.value = ""};

	point_next(&rest, &clock);
	return chart_text(charts, "%s %g ms, %s", clock.value, (double)run->period_us / 1000,
			    coarse_method_name(run->method));
}

static void chart_coarse_write_errors(struct exhibit *chart, const struct coarse_run *run,
				      const char *unit)
{
	const char *label = label_of(chart->of, run);

	if (run->error_count == 0 ||
	    !chart_curve(chart, label, CHART_LINES_POINTS, run->error_count))
		return;
	for (size_t i = 0; i < run->error_count; i++) {
		const struct coarse_error *error = &run->errors[i];

		chart_point(chart, &(struct chart_point){
			.x = (double)error->operations, .y = error->ticks,
			.hover = chart_text(chart->of, "%s, %" PRIu64 " operations: error %s "
					      "%s, of %zu runs", label, error->operations,
					      chart_figure(chart->of, error->ticks), unit,
					      error->runs),
		});
		chart_cell(chart, "%s", label);
		chart_cell(chart, "%" PRIu64, error->operations);
		chart_number(chart, error->ticks);
		chart_cell(chart, "%zu", error->runs);
	}
}

/* A line that falls as 1/sqrt(n), from the greatest first error. */
static void write_law(struct exhibit *chart)
{
	const struct analysis *analysis = chart->of->analysis;
	const struct coarse_run *from = NULL;
	double first, last;

	for (size_t i = 0; i < analysis->coarse_count; i++) {
		const struct coarse_run *run = &analysis->coarse[i];

		if (run->error_count > 1 && (from == NULL ||
					     run->errors[0].ticks > from->errors[0].ticks))
			from = run;
	}
	if (from == NULL || !chart_curve(chart, "1/√n", CHART_REFERENCE, 2))
		return;
	first = (double)from->errors[0].operations;
	last = (double)from->errors[from->error_count - 1].operations;
	chart_point(chart, &(struct chart_point){.x = first, .y = from->errors[0].ticks});
	chart_point(chart, &(struct chart_point){
		.x = last, .y = from->errors[0].ticks * sqrt(first / last)});
}

static void add_errors(struct charts *charts)
{
	const struct analysis *analysis = charts->analysis;
	const char *unit = analysis_tick_name(analysis);
	struct exhibit *chart = chart_begin(charts, SECTION, "clock.coarse.error",
						"Coarse clock: error against number of operations");

	chart->note = "Root mean square error of the estimates. Where the start of an operation "
		"is not locked to the clock's step the error must fall as 1/√n.";
	chart->plot.x = (struct chart_axis){.label = "operations", .is_log = true};
	chart->plot.y = (struct chart_axis){
		.label = chart_text(charts, "error, in TSC %s", unit), .is_log = true};
	chart_columns(chart, "clock and method", "operations", "error", "runs", NULL);
	for (size_t i = 0; i < analysis->coarse_count; i++)
		chart_coarse_write_errors(chart, &analysis->coarse[i], unit);
	write_law(chart);
}

static void chart_coarse_write_estimate(struct exhibit *chart, const struct coarse_run *run,
					const char *label)
{
	chart_cell(chart, "%s", label);
	chart_cell(chart, "%" PRIu64, run->whole.operations);
	chart_cell(chart, "%" PRIu64, run->whole.seen);
	chart_number(chart, run->whole.value);
	chart_number(chart, run->whole.low);
	chart_number(chart, run->whole.high);
	chart_number(chart, run->whole.truth);
	if (run->repetitions > 0)
		chart_cell(chart, "%zu", run->holds);
	else
		chart_cell(chart, "%s", "");
	chart_cell(chart, "%s", coarse_verdict_name(run->verdict));
}

static const char *estimate_text(struct charts *charts, const struct coarse_estimate *whole,
				 const char *label)
{
	return chart_text(charts, "%s: %s (%s to %s), TSC %s %s", label,
			    chart_figure(charts, whole->value),
			    chart_figure(charts, whole->low),
			    chart_figure(charts, whole->high),
			    chart_figure(charts, whole->truth),
			    analysis_tick_name(charts->analysis));
}

/* A bar from low to high in every row, and the estimate in it. */
static void chart_coarse_write_intervals(struct exhibit *chart, const char *const *labels)
{
	const struct analysis *analysis = chart->of->analysis;
	size_t count = analysis->coarse_count;

	chart_curve(chart, "95 % interval", CHART_BARS, count);
	for (size_t i = 0; i < count; i++) {
		const struct coarse_estimate *whole = &analysis->coarse[i].whole;
		double height = (double)(count - 1 - i);

		chart_point(chart, &(struct chart_point){
			.x = whole->low / whole->truth, .x_end = whole->high / whole->truth,
			.base = height - CHART_HALF_HEIGHT, .y = height + CHART_HALF_HEIGHT,
			.hover = estimate_text(chart->of, whole, labels[i]),
		});
	}
	chart_curve(chart, "estimate", CHART_POINTS, count);
	for (size_t i = 0; i < count; i++) {
		const struct coarse_estimate *whole = &analysis->coarse[i].whole;

		chart_point(chart, &(struct chart_point){
			.x = whole->value / whole->truth, .y = (double)(count - 1 - i),
			.hover = estimate_text(chart->of, whole, labels[i]),
		});
	}
}

/* The intervals beside the TSC's answer, a row a run. */
static void add_estimates(struct charts *charts)
{
	const struct analysis *analysis = charts->analysis;
	struct exhibit *chart = chart_begin(charts, SECTION, COARSE_BENCH,
						"Coarse clock: estimates and the TSC's answer");
	const char **labels = chart_allocate(charts, analysis->coarse_count, sizeof(*labels));
	struct chart_mark *mark = chart_allocate(charts, 1, sizeof(*mark));

	chart->note = "Ratio of the estimate to the TSC's answer; the bars are 95 % intervals. "
		"No standard deviation: a single sample is 0 or a whole step.";
	chart_columns(chart, "clock and method", "operations", "seen", "estimate", "95 % from",
			"to", "TSC", "holds of 100", "verdict", NULL);
	for (size_t i = 0; i < analysis->coarse_count; i++) {
		labels[i] = label_of(charts, &analysis->coarse[i]);
		chart_coarse_write_estimate(chart, &analysis->coarse[i], labels[i]);
	}
	*mark = (struct chart_mark){1, "the TSC's"};
	chart->plot.marks = mark;
	chart->plot.mark_count = 1;
	chart->plot.x = (struct chart_axis){.label = "estimate / TSC"};
	chart_rows(chart, labels, analysis->coarse_count);
	chart_coarse_write_intervals(chart, labels);
}

void chart_coarse(struct charts *charts)
{
	if (charts->analysis->coarse_count == 0)
		return;
	add_errors(charts);
	add_estimates(charts);
}
