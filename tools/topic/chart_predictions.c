/* Predicted against measured: the nearer to the diagonal,
 * the better the model knows the machine. */
#include <math.h>

#include "tools/record/point.h"
#include "tools/topic/chart.h"

#define SECTION "Predicted against measured"
#define LABEL_BYTES_MAX 256

static const char *chart_predictions_name_of(struct charts *charts, const struct figure_name *name)
{
	const char *point = chart_label(charts, name->point);

	return chart_text(charts, "%s%s%s%s%s", name->bench, point[0] != '\0' ? ", " : "",
			    point, name->stage[0] != '\0' ? ", " : "", name->stage);
}

static void chart_predictions_write_row(struct exhibit *chart, const struct predicted *predicted,
					double scale)
{
	chart_cell(chart, "%s", chart_predictions_name_of(chart->of, &predicted->model->operation));
	if (predicted->missing != NULL) {
		chart_cell(chart, "%s", "");
		chart_cell(chart, "without %s",
			   chart_predictions_name_of(chart->of, predicted->missing));
		chart_number(chart, predicted->measured * scale);
		chart_cell(chart, "%s", "");
	} else {
		if (predicted->base != 0)
			chart_number(chart, predicted->base * scale);
		else
			chart_cell(chart, "%s", "");
		chart_number(chart, predicted->predicted * scale);
		chart_number(chart, predicted->measured * scale);
		chart_number(chart, predicted->residual * scale);
	}
	chart_cell(chart, "%s", predicted->model->why);
}

static void write_diagonal(struct exhibit *chart, double low, double high)
{
	if (!(low > 0) || !(high > low) ||
	    !chart_curve(chart, "as predicted", CHART_REFERENCE, 2))
		return;
	chart_point(chart, &(struct chart_point){.x = low, .y = low});
	chart_point(chart, &(struct chart_point){.x = high, .y = high});
}

static void write_points(struct exhibit *chart, double scale, const char *unit)
{
	const struct analysis *analysis = chart->of->analysis;
	double low = INFINITY, high = 0;

	chart_curve(chart, "an operation", CHART_POINTS, analysis->predicted_count);
	for (size_t i = 0; i < analysis->predicted_count; i++) {
		const struct predicted *predicted = &analysis->predicted[i];
		double expected = predicted->predicted * scale, is = predicted->measured * scale;

		if (predicted->missing != NULL || !(expected > 0) || !(is > 0))
			continue;
		low = fmin(low, fmin(expected, is));
		high = fmax(high, fmax(expected, is));
		chart_point(chart, &(struct chart_point){
					   .x = expected,
					   .y = is,
					   .hover = chart_text(
						   chart->of, "%s: predicted %s, measured %s %s",
						   chart_predictions_name_of(
							   chart->of, &predicted->model->operation),
						   chart_figure(chart->of, expected),
						   chart_figure(chart->of, is), unit),
				   });
	}
	write_diagonal(chart, low, high);
}

void chart_predictions(struct charts *charts)
{
	const struct analysis *analysis = charts->analysis;
	double scale = analysis->ns_per_tick > 0 ? analysis->ns_per_tick : 1;
	const char *unit = analysis->ns_per_tick > 0 ? "ns" : analysis_tick_name(analysis);
	struct exhibit *chart;

	if (analysis->predicted_count == 0)
		return;
	chart = chart_begin(charts, SECTION, "predictions",
				"Operations as sums of primitives of the same run");
	chart->note = "A point above the line took longer than its parts explain.";
	chart->plot.x = (struct chart_axis){
		.label = chart_text(charts, "predicted (%s)", unit), .is_log = true};
	chart->plot.y = (struct chart_axis){
		.label = chart_text(charts, "measured (%s)", unit), .is_log = true};
	chart_columns(chart, "operation", "base", "predicted", "measured", "residual", "model",
			NULL);
	for (size_t i = 0; i < analysis->predicted_count; i++)
		chart_predictions_write_row(chart, &analysis->predicted[i], scale);
	write_points(chart, scale, unit);
}
