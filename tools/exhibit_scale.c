/* Pictures in microseconds or milliseconds where nanoseconds would be figures too long to read; the
 * tables stay in the one unit. */
#include <math.h>
#include <string.h>

#include "tools/exhibit.h"

#define NS_LABEL " in ns"

/* From here on a unit is the next larger one's thousandths. */
#define UNIT_MAX 2e4

static double greatest(const struct exhibit *exhibit, bool is_x)
{
	double most = 0;

	for (size_t i = 0; i < exhibit->plot.curve_count; i++) {
		for (size_t j = 0; j < exhibit->curves[i].count; j++) {
			const struct plot_point *point = &exhibit->curves[i].points[j];

			most = fmax(most, is_x ? fmax(point->x, point->x_end) : point->y);
		}
	}
	return most;
}

static void divide(struct exhibit *exhibit, bool is_x, double by)
{
	for (size_t i = 0; i < exhibit->plot.curve_count; i++) {
		for (size_t j = 0; j < exhibit->curves[i].count; j++) {
			struct plot_point *point = &exhibit->points[i][j];

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

static void scale_axis(struct exhibit *exhibit, struct plot_axis *axis, bool is_x)
{
	static const struct {
		double ns;
		const char *unit;
	} units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}};
	double most = greatest(exhibit, is_x);
	size_t length = strlen(axis->label);

	if (length < strlen(NS_LABEL) ||
	    strcmp(axis->label + length - strlen(NS_LABEL), NS_LABEL) != 0)
		return;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (most * 1e3 < UNIT_MAX * units[i].ns)
			continue;
		divide(exhibit, is_x, units[i].ns);
		axis->label = exhibit_text(exhibit->of, "%.*sin %s",
					   (int)(length - strlen("in ns")), axis->label,
					   units[i].unit);
		return;
	}
}

void exhibit_scale(struct exhibit *exhibit)
{
	scale_axis(exhibit, &exhibit->plot.x, true);
	scale_axis(exhibit, &exhibit->plot.y, false);
}
