/* Pictures in microseconds or milliseconds where nanoseconds would be figures too long to read; the
 * tables stay in the one unit. */
#include <math.h>
#include <string.h>

#include "tools/topic/chart.h"

#define NS_LABEL " in ns"

/* From here on a unit is the next larger one's thousandths. */
#define UNIT_MAX 2e4

static double greatest(const struct exhibit *chart, bool is_x)
{
	double most = 0;

	for (size_t i = 0; i < chart->plot.curve_count; i++) {
		for (size_t j = 0; j < chart->curves[i].count; j++) {
			const struct chart_point *point = &chart->curves[i].points[j];

			most = fmax(most, is_x ? fmax(point->x, point->x_end) : point->y);
		}
	}
	return most;
}

static void chart_scale_divide(struct exhibit *chart, bool is_x, double by)
{
	for (size_t i = 0; i < chart->plot.curve_count; i++) {
		for (size_t j = 0; j < chart->curves[i].count; j++) {
			struct chart_point *point = &chart->points[i][j];

			if (is_x) {
				point->x /= by;
				point->x_end /= by;
			} else {
				point->y /= by;
				point->base /= by;
			}
		}
	}
}

static void scale_axis(struct exhibit *chart, struct chart_axis *axis, bool is_x)
{
	static const struct {
		double ns;
		const char *unit;
	} units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}};
	double most = greatest(chart, is_x);
	size_t length = strlen(axis->label);

	if (length < strlen(NS_LABEL) ||
	    strcmp(axis->label + length - strlen(NS_LABEL), NS_LABEL) != 0)
		return;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (most * 1e3 < UNIT_MAX * units[i].ns)
			continue;
		chart_scale_divide(chart, is_x, units[i].ns);
		axis->label = chart_text(chart->of, "%.*sin %s",
					   (int)(length - strlen("in ns")), axis->label,
					   units[i].unit);
		return;
	}
}

void chart_scale(struct exhibit *chart)
{
	scale_axis(chart, &chart->plot.x, true);
	scale_axis(chart, &chart->plot.y, false);
}
