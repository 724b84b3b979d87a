/* Three tables of any set of events: what kinds there were, how long they were, and how often the
 * long ones came. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tools/topic/text_idle.h"

#define TYPE_COLUMNS 22
#define FIGURE_COLUMNS 10
/* From here on a fraction of an instruction is of no interest. */
#define WHOLE_FROM 1e5
#define BAR_COLUMNS 38

static int decimals(const struct idle_view *view)
{
	return view->analysis->time_base == TIME_INSTRUCTIONS ? 0 : 2;
}

const char *report_length_text(const struct idle_view *view, uint64_t ticks,
			       char text[REPORT_NUMBER_MAX])
{
	return report_number(idle_length(view, ticks), decimals(view), text);
}

void report_units(const struct report *report, const struct idle_view *view, double value,
		  int columns)
{
	char number[REPORT_NUMBER_MAX];

	if (fabs(value) >= WHOLE_FROM)
		value = round(value);
	fprintf(report->out, "%*s", columns, report_number(value, decimals(view), number));
}

void report_length(const struct report *report, const struct idle_view *view, uint64_t ticks,
		   int columns)
{
	report_units(report, view, idle_length(view, ticks), columns);
}

static void write_type(const struct report *report, const struct idle_view *view,
		       const struct event_set_type *type)
{
	const double values[] = {type->min, type->median, type->mean, type->sigma, type->max};
	char number[REPORT_NUMBER_MAX];

	fputs("  ", report->out);
	report_cell(report, type->name, TYPE_COLUMNS);
	fprintf(report->out, "%6zu", type->count);
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		report_units(report, view, values[i], FIGURE_COLUMNS);
	report_units(report, view, type->total, FIGURE_COLUMNS + 1);
	fprintf(report->out, "%9s\n", report_number(type->burden, 1, number));
}

static void text_figures_write_types(const struct report *report, const struct idle_view *view,
				     const struct event_set *figures, const char *heading)
{
	report_styled(report, STYLE_DIM, "  %-*s%6s%10s%10s%10s%10s%10s%11s%9s\n", TYPE_COLUMNS,
		      heading, "n", "min", "median", "mean", "sigma", "max", "total", "burden");
	for (size_t i = 0; i < figures->type_count; i++) {
		if (figures->types[i].count > 0)
			write_type(report, view, &figures->types[i]);
	}
	if (figures->type_count > 1)
		write_type(report, view, &figures->types[figures->type_count]);
}

/* The bar shows the share of the time, not of the events: many short ones may be less than a long
 * one. */
static void write_bin(const struct report *report, const struct idle_view *view,
		      const struct event_set *figures, const struct latency_bin *bin,
		      double *cumulative)
{
	double share = bin->sum / figures->types[figures->type_count].total;

	*cumulative += share;
	fprintf(report->out, "  %9.12g - %-9.12g%9zu", bin->low, bin->high, bin->count);
	report_units(report, view, bin->sum, 12);
	fprintf(report->out, "%7.1f%8.1f  ", 100 * share, 100 * *cumulative);
	for (int i = 0; i < (int)lround(share * BAR_COLUMNS); i++)
		fputs("▪", report->out);
	putc('\n', report->out);
}

static void text_figures_write_bins(const struct report *report, const struct idle_view *view,
				    const struct event_set *figures)
{
	double cumulative = 0;

	report_styled(report, STYLE_DIM, "  %-21s%9s%12s%7s%8s\n", "length", "n", "total", "%",
		      "% up to");
	for (size_t i = 0; i < figures->bin_count; i++) {
		if (figures->bins[i].count > 0)
			write_bin(report, view, figures, &figures->bins[i], &cumulative);
	}
}

static void text_figures_write_above(const struct report *report, const struct idle_view *view,
				     const struct event_set *figures)
{
	report_styled(report, STYLE_DIM, "  longer than        n   %s from one to the next: mean   "
		      "sigma\n", idle_time_unit(view));
	for (size_t i = 0; i < figures->above_count; i++) {
		const struct latency_arrivals *above = &figures->above[i];

		fputs("  ", report->out);
		report_length(report, view, above->threshold, 11);
		fprintf(report->out, "%9zu", above->count);
		if (above->has_mean)
			fprintf(report->out, "%33.3f", idle_time(view, 1) * above->mean);
		if (above->has_sigma)
			fprintf(report->out, "%10.3f", idle_time(view, 1) * above->sigma);
		putc('\n', report->out);
	}
}

/* What burden is, and of which types another length is tolerated. */
static void write_note(const struct report *report, const struct idle_view *view,
		       const struct idle_settings *settings, const struct event_set *figures)
{
	uint64_t general = figures->types[figures->type_count].tolerance;

	fprintf(report->out, "  Lengths in %s. Burden: the sum of (length - tolerated)^%g, with "
		"%g %s tolerated\n", view->scale.unit, settings->figures.power,
		idle_time(view, general), idle_time_unit(view));
	for (size_t i = 0; i < figures->type_count; i++) {
		const struct event_set_type *type = &figures->types[i];

		if (type->count > 0 && type->tolerance != general)
			fprintf(report->out, "  and %g %s of %s\n",
				idle_time(view, type->tolerance), idle_time_unit(view), type->name);
	}
}

void report_figures(const struct report *report, const struct idle_view *view,
		    const struct idle_settings *settings, const struct event_set *figures,
		    const char *type_heading)
{
	if (figures->count == 0)
		return;
	text_figures_write_types(report, view, figures, type_heading);
	putc('\n', report->out);
	text_figures_write_bins(report, view, figures);
	putc('\n', report->out);
	text_figures_write_above(report, view, figures);
	write_note(report, view, settings, figures);
}
