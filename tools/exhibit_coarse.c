/* Timing by a coarse clock: how the error falls with the number of operations, and what the clock
 * says in the end beside the TSC. */
#include <inttypes.h>
#include <math.h>

#include "tools/exhibit.h"
#include "tools/point.h"

#define SECTION "Clocks"

static const char *label_of(struct exhibits *exhibits, const struct coarse_run *run)
{
	const char *rest = run->point;
	struct parameter clock = {.value = ""};

	point_next(&rest, &clock);
	return exhibit_text(exhibits, "%s %g ms, %s", clock.value, (double)run->period_us / 1000,
			    coarse_method_name(run->method));
}

static void put_errors(struct exhibit *exhibit, const struct coarse_run *run, const char *unit)
{
	const char *label = label_of(exhibit->of, run);

	if (run->error_count == 0 ||
	    !exhibit_curve(exhibit, label, PLOT_LINES_POINTS, run->error_count))
		return;
	for (size_t i = 0; i < run->error_count; i++) {
		const struct coarse_error *error = &run->errors[i];

		exhibit_point(exhibit, &(struct plot_point){
			.x = (double)error->operations, .y = error->ticks,
			.hover = exhibit_text(exhibit->of, "%s, %" PRIu64 " operations: error %s "
					      "%s, of %zu runs", label, error->operations,
					      exhibit_figure(exhibit->of, error->ticks), unit,
					      error->runs),
		});
		exhibit_cell(exhibit, "%s", label);
		exhibit_cell(exhibit, "%" PRIu64, error->operations);
		exhibit_number(exhibit, error->ticks);
		exhibit_cell(exhibit, "%zu", error->runs);
	}
}

/* A line that falls as 1/sqrt(n), from the greatest first error. */
static void put_law(struct exhibit *exhibit)
{
	const struct analysis *analysis = exhibit->of->analysis;
	const struct coarse_run *from = NULL;
	double first, last;

	for (size_t i = 0; i < analysis->coarse_count; i++) {
		const struct coarse_run *run = &analysis->coarse[i];

		if (run->error_count > 1 && (from == NULL ||
					     run->errors[0].ticks > from->errors[0].ticks))
			from = run;
	}
	if (from == NULL || !exhibit_curve(exhibit, "1/√n", PLOT_REFERENCE, 2))
		return;
	first = (double)from->errors[0].operations;
	last = (double)from->errors[from->error_count - 1].operations;
	exhibit_point(exhibit, &(struct plot_point){.x = first, .y = from->errors[0].ticks});
	exhibit_point(exhibit, &(struct plot_point){
		.x = last, .y = from->errors[0].ticks * sqrt(first / last)});
}

static void add_errors(struct exhibits *exhibits)
{
	const struct analysis *analysis = exhibits->analysis;
	const char *unit = analysis_tick_name(analysis);
	struct exhibit *exhibit = exhibit_begin(exhibits, SECTION, "clock.coarse.error",
						"Coarse clock: error against number of operations");

	exhibit->note = "Root mean square error of the estimates. Where the start of an operation "
		"is not locked to the clock's step the error must fall as 1/√n.";
	exhibit->plot.x = (struct plot_axis){.label = "operations", .is_log = true};
	exhibit->plot.y = (struct plot_axis){
		.label = exhibit_text(exhibits, "error, in TSC %s", unit), .is_log = true};
	exhibit_columns(exhibit, "clock and method", "operations", "error", "runs", NULL);
	for (size_t i = 0; i < analysis->coarse_count; i++)
		put_errors(exhibit, &analysis->coarse[i], unit);
	put_law(exhibit);
}

static void put_estimate(struct exhibit *exhibit, const struct coarse_run *run, const char *label)
{
	exhibit_cell(exhibit, "%s", label);
	exhibit_cell(exhibit, "%" PRIu64, run->whole.operations);
	exhibit_cell(exhibit, "%" PRIu64, run->whole.seen);
	exhibit_number(exhibit, run->whole.value);
	exhibit_number(exhibit, run->whole.low);
	exhibit_number(exhibit, run->whole.high);
	exhibit_number(exhibit, run->whole.truth);
	if (run->repetitions > 0)
		exhibit_cell(exhibit, "%zu", run->holds);
	else
		exhibit_cell(exhibit, "%s", "");
	exhibit_cell(exhibit, "%s", coarse_verdict_name(run->verdict));
}

static const char *estimate_text(struct exhibits *exhibits, const struct coarse_estimate *whole,
				 const char *label)
{
	return exhibit_text(exhibits, "%s: %s (%s to %s), TSC %s %s", label,
			    exhibit_figure(exhibits, whole->value),
			    exhibit_figure(exhibits, whole->low),
			    exhibit_figure(exhibits, whole->high),
			    exhibit_figure(exhibits, whole->truth),
			    analysis_tick_name(exhibits->analysis));
}

/* A bar from low to high in every row, and the estimate in it. */
static void put_intervals(struct exhibit *exhibit, const char *const *labels)
{
	const struct analysis *analysis = exhibit->of->analysis;
	size_t count = analysis->coarse_count;

	exhibit_curve(exhibit, "95 % interval", PLOT_BARS, count);
	for (size_t i = 0; i < count; i++) {
		const struct coarse_estimate *whole = &analysis->coarse[i].whole;
		double height = (double)(count - 1 - i);

		exhibit_point(exhibit, &(struct plot_point){
			.x = whole->low / whole->truth, .x_end = whole->high / whole->truth,
			.base = height - EXHIBIT_HALF_HEIGHT, .y = height + EXHIBIT_HALF_HEIGHT,
			.hover = estimate_text(exhibit->of, whole, labels[i]),
		});
	}
	exhibit_curve(exhibit, "estimate", PLOT_POINTS, count);
	for (size_t i = 0; i < count; i++) {
		const struct coarse_estimate *whole = &analysis->coarse[i].whole;

		exhibit_point(exhibit, &(struct plot_point){
			.x = whole->value / whole->truth, .y = (double)(count - 1 - i),
			.hover = estimate_text(exhibit->of, whole, labels[i]),
		});
	}
}

/* The intervals beside the TSC's answer, a row a run. */
static void add_estimates(struct exhibits *exhibits)
{
	const struct analysis *analysis = exhibits->analysis;
	struct exhibit *exhibit = exhibit_begin(exhibits, SECTION, COARSE_BENCH,
						"Coarse clock: estimates and the TSC's answer");
	const char **labels = exhibit_allocate(exhibits, analysis->coarse_count, sizeof(*labels));
	struct plot_mark *mark = exhibit_allocate(exhibits, 1, sizeof(*mark));

	exhibit->note = "Ratio of the estimate to the TSC's answer; the bars are 95 % intervals. "
		"No standard deviation: a single sample is 0 or a whole step.";
	exhibit_columns(exhibit, "clock and method", "operations", "seen", "estimate", "95 % from",
			"to", "TSC", "holds of 100", "verdict", NULL);
	for (size_t i = 0; i < analysis->coarse_count; i++) {
		labels[i] = label_of(exhibits, &analysis->coarse[i]);
		put_estimate(exhibit, &analysis->coarse[i], labels[i]);
	}
	*mark = (struct plot_mark){1, "the TSC's"};
	exhibit->plot.marks = mark;
	exhibit->plot.mark_count = 1;
	exhibit->plot.x = (struct plot_axis){.label = "estimate / TSC"};
	exhibit_rows(exhibit, labels, analysis->coarse_count);
	put_intervals(exhibit, labels);
}

void exhibit_coarse(struct exhibits *exhibits)
{
	if (exhibits->analysis->coarse_count == 0)
		return;
	add_errors(exhibits);
	add_estimates(exhibits);
}
