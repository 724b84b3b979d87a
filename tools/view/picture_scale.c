/* Pictures in microseconds or milliseconds where nanoseconds would be figures too long to read; the
 * tables stay in the one unit. */
#include <math.h>
#include <string.h>

#include "tools/view/picture.h"

#define NS_LABEL "in ns"

/* From so many of the smaller unit on the next larger one is taken. */
#define UNIT_MAX 20.0

static double picture_greatest(const struct picture *picture, bool is_x)
{
	double most = 0;

	for (size_t i = 0; i < picture->plot.curve_count; i++) {
		for (size_t j = 0; j < picture->curves[i].count; j++) {
			const struct chart_point *point = &picture->points[i][j];

			most = fmax(most, is_x ? fmax(point->x, point->x_end) : point->y);
		}
	}
	return most;
}

static void picture_divide(struct picture *picture, bool is_x, double by)
{
	for (size_t i = 0; i < picture->plot.curve_count; i++) {
		for (size_t j = 0; j < picture->curves[i].count; j++) {
			struct chart_point *point = &picture->points[i][j];

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

static void picture_scale_axis(struct picture *picture, struct chart_axis *axis, bool is_x)
{
	static const struct {
		double ns;
		const char *unit;
	} units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}};
	double most = picture_greatest(picture, is_x);
	size_t length = strlen(axis->label), end = strlen(NS_LABEL);

	if (length < end || strcmp(axis->label + length - end, NS_LABEL) != 0)
		return;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (most < UNIT_MAX * units[i].ns)
			continue;
		picture_divide(picture, is_x, units[i].ns);
		axis->label = tables_text(picture->table->of, "%.*sin %s", (int)(length - end),
					  axis->label, units[i].unit);
		return;
	}
}

void picture_scale(struct picture *picture)
{
	picture_scale_axis(picture, &picture->plot.x, true);
	picture_scale_axis(picture, &picture->plot.y, false);
}
