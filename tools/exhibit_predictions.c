/* Predicted against measured: the nearer to the diagonal,
 * the better the model knows the machine. */
#include <math.h>

#include "tools/exhibit.h"
#include "tools/point.h"

#define SECTION "Predicted against measured"
#define LABEL_BYTES_MAX 256

static const char *name_of(struct exhibits *exhibits, const struct figure_name *name)
{
	const char *point = exhibit_label(exhibits, name->point);

	return exhibit_text(exhibits, "%s%s%s%s%s", name->bench, point[0] != '\0' ? ", " : "",
			    point, name->stage[0] != '\0' ? ", " : "", name->stage);
}

static void put_row(struct exhibit *exhibit, const struct predicted *predicted, double scale)
{
	exhibit_cell(exhibit, "%s", name_of(exhibit->of, &predicted->model->operation));
	if (predicted->missing != NULL) {
		exhibit_cell(exhibit, "%s", "");
		exhibit_cell(exhibit, "without %s", name_of(exhibit->of, predicted->missing));
		exhibit_number(exhibit, predicted->measured * scale);
		exhibit_cell(exhibit, "%s", "");
	} else {
		if (predicted->base != 0)
			exhibit_number(exhibit, predicted->base * scale);
		else
			exhibit_cell(exhibit, "%s", "");
		exhibit_number(exhibit, predicted->predicted * scale);
		exhibit_number(exhibit, predicted->measured * scale);
		exhibit_number(exhibit, predicted->residual * scale);
	}
	exhibit_cell(exhibit, "%s", predicted->model->why);
}

static void put_diagonal(struct exhibit *exhibit, double low, double high)
{
	if (!(low > 0) || !(high > low) ||
	    !exhibit_curve(exhibit, "as predicted", PLOT_REFERENCE, 2))
		return;
	exhibit_point(exhibit, &(struct plot_point){.x = low, .y = low});
	exhibit_point(exhibit, &(struct plot_point){.x = high, .y = high});
}

static void put_points(struct exhibit *exhibit, double scale, const char *unit)
{
	const struct analysis *analysis = exhibit->of->analysis;
	double low = INFINITY, high = 0;

	exhibit_curve(exhibit, "an operation", PLOT_POINTS, analysis->predicted_count);
	for (size_t i = 0; i < analysis->predicted_count; i++) {
		const struct predicted *predicted = &analysis->predicted[i];
		double expected = predicted->predicted * scale, is = predicted->measured * scale;

		if (predicted->missing != NULL || !(expected > 0) || !(is > 0))
			continue;
		low = fmin(low, fmin(expected, is));
		high = fmax(high, fmax(expected, is));
		exhibit_point(exhibit, &(struct plot_point){
			.x = expected, .y = is,
			.hover = exhibit_text(exhibit->of, "%s: predicted %s, measured %s %s",
					      name_of(exhibit->of, &predicted->model->operation),
					      exhibit_figure(exhibit->of, expected),
					      exhibit_figure(exhibit->of, is), unit),
		});
	}
	put_diagonal(exhibit, low, high);
}

void exhibit_predictions(struct exhibits *exhibits)
{
	const struct analysis *analysis = exhibits->analysis;
	double scale = analysis->ns_per_tick > 0 ? analysis->ns_per_tick : 1;
	const char *unit = analysis->ns_per_tick > 0 ? "ns" : analysis_tick_name(analysis);
	struct exhibit *exhibit;

	if (analysis->predicted_count == 0)
		return;
	exhibit = exhibit_begin(exhibits, SECTION, "predictions",
				"Operations as sums of primitives of the same run");
	exhibit->note = "A point above the line took longer than its parts explain.";
	exhibit->plot.x = (struct plot_axis){
		.label = exhibit_text(exhibits, "predicted (%s)", unit), .is_log = true};
	exhibit->plot.y = (struct plot_axis){
		.label = exhibit_text(exhibits, "measured (%s)", unit), .is_log = true};
	exhibit_columns(exhibit, "operation", "base", "predicted", "measured", "residual", "model",
			NULL);
	for (size_t i = 0; i < analysis->predicted_count; i++)
		put_row(exhibit, &analysis->predicted[i], scale);
	put_points(exhibit, scale, unit);
}
