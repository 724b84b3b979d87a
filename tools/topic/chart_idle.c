/* What idle loops, message logs and noise reports of the run say: the pictures of `bareline idle`,
 * as many as a page can bear. */
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/idle/output.h"
#include "tools/topic/chart.h"

#define PICTURES_MAX 32
#define EVENTS_MIN 5

/* Beyond these a page would get large and say no more. */
#define POINTS_MAX 600

/* Which pictures, by benchmark, by what the stem says of the run, and by name; others are in
 * `bareline idle --plot` alone. */
static const struct chosen {
	const char *bench, *stem, *name;
	const char *section;
} chosen[] = {
	{"idle.validation", "*work_us-1000-idle-poll*", "event", "Idle and noise"},
	{"idle.profile", "*idle-poll*", "profile", "Idle and noise"},
	{"idle.profile", "*idle-poll*", "histogram", "Idle and noise"},
	{"idle.profile", "*idle-poll*", "cumulative", "Idle and noise"},
	{"noise.*", "*", "gaps", "Idle and noise"},
	{"input.script", "messages-*", "think-wait", "Input"},
	{"input.live", "messages-*", "think-wait", "Input"},
	{"input.*", "messages-*", "histogram", "Input"},
	{"input.*", "messages-*", "cumulative", "Input"},
	{"input.*", "messages-*", "latency", "Input"},
};

struct hall {
	struct charts *charts;
	const char *section;            /* the one being filled */
	size_t count;
};

/* Whether the picture is one of those, and of that section. */
static bool is_chosen(const char *section, const char *bench, const char *stem, const char *name)
{
	for (size_t i = 0; i < sizeof(chosen) / sizeof(chosen[0]); i++) {
		if (text_glob(chosen[i].bench, bench) && text_glob(chosen[i].stem, stem) &&
		    strcmp(name, chosen[i].name) == 0)
			return strcmp(section, chosen[i].section) == 0;
	}
	return false;
}

/* A single event is nothing to see; single keystrokes and clicks have
 * a picture of their samples. */
static bool is_worth_it(const struct plot *plot)
{
	double events = 0;

	for (size_t i = 0; i < plot->curve_count; i++) {
		const struct plot_curve *curve = &plot->curves[i];
		bool is_histogram = curve->style == CHART_BARS && plot->x.is_log;

		for (size_t j = 0; j < curve->count; j++)
			events += is_histogram ? curve->points[j].y : 1;
	}
	return plot_has_data(plot) && events >= EVENTS_MIN;
}

static int falling(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left < right) - (left > right);
}

/* How high a point must be to be among the POINTS_MAX highest. */
static double find_threshold(struct charts *charts, const struct plot_curve *curve)
{
	double *heights = chart_allocate(charts, curve->count, sizeof(*heights));

	for (size_t i = 0; i < curve->count; i++)
		heights[i] = curve->points[i].y;
	qsort(heights, curve->count, sizeof(*heights), falling);
	return heights[POINTS_MAX - 1];
}

static void copy_point(struct exhibit *chart, const struct plot *plot,
		       const struct plot_curve *curve, const struct chart_point *from)
{
	struct chart_point point = *from;
	bool is_bar = curve->style == CHART_BARS;
	const char *name = curve->name != NULL ? curve->name : "";

	point.hover = is_bar
		? chart_text(chart->of, "%s%s%.6g to %.6g: %.6g", name,
			       name[0] != '\0' ? ", " : "", point.x, point.x_end, point.y)
		: chart_text(chart->of, "%s%s%.6g: %.6g", name, name[0] != '\0' ? ", " : "",
			       point.x, point.y);
	chart_point(chart, &point);
	chart_cell(chart, "%s", name);
	chart_cell(chart, "%.8g", point.x);
	chart_cell(chart, "%.8g", is_bar ? point.x_end : point.x);
	chart_cell(chart, "%.8g", plot->y.name_count > 0 ? point.y - 0.35 : point.y);
}

/* Of too many points: every so manyth of a curve that rises, the highest of all others. */
static void copy_curve(struct exhibit *chart, const struct plot *plot,
		       const struct plot_curve *curve)
{
	bool is_cut = curve->count > POINTS_MAX;
	bool is_thinned = is_cut && curve->style == CHART_STEPS;
	size_t stride = is_thinned ? (curve->count + POINTS_MAX - 1) / POINTS_MAX : 1;
	double threshold = is_cut && !is_thinned ? find_threshold(chart->of, curve) : 0;
	size_t kept = 0;

	if (!chart_curve(chart, curve->name != NULL
			   ? chart_text(chart->of, "%s", curve->name) : NULL,
			   curve->style, curve->count))
		return;
	for (size_t i = 0; i < curve->count; i++) {
		bool is_wanted = !is_cut || (is_thinned
			? i % stride == 0 || i + 1 == curve->count
			: curve->points[i].y >= threshold && kept < POINTS_MAX);

		if (is_wanted)
			copy_point(chart, plot, curve, &curve->points[i]);
		kept += is_wanted;
	}
	if (is_cut)
		chart->note = chart_text(chart->of, "%s%s %zu of %zu points are shown; "
					     "`bareline idle` has them all.", chart->note,
					     is_thinned ? "Evenly chosen," : "The highest",
					     kept, curve->count);
}

static void copy_axis(struct charts *charts, const struct chart_axis *from,
		      struct chart_axis *axis)
{
	const char **names = chart_allocate(charts, from->name_count, sizeof(*names));

	*axis = *from;
	axis->label = chart_text(charts, "%s", from->label);
	for (size_t i = 0; i < from->name_count; i++)
		names[i] = chart_text(charts, "%s", from->names[i]);
	axis->names = names;
}

static void chart_idle_take(void *context, const struct plot *plot, const char *bench,
			    const char *stem, const char *name)
{
	struct hall *hall = context;
	struct charts *charts = hall->charts;
	struct exhibit *chart;

	if (hall->count == PICTURES_MAX || !is_chosen(hall->section, bench, stem, name) ||
	    !is_worth_it(plot))
		return;
	hall->count++;
	chart = chart_begin(charts, hall->section,
				chart_text(charts, "%s-%s", stem, name),
				chart_text(charts, "%s", plot->title));
	copy_axis(charts, &plot->x, &chart->plot.x);
	copy_axis(charts, &plot->y, &chart->plot.y);
	chart_columns(chart, "kind", chart->plot.x.label, "to",
			plot->y.name_count > 0 ? "lane, from below" : chart->plot.y.label, NULL);
	for (size_t i = 0; i < plot->curve_count; i++)
		copy_curve(chart, plot, &plot->curves[i]);
}

void chart_idle(struct charts *charts, const char *section)
{
	const struct idle_settings settings = {.gap = -1, .limit = -1, .figures.power = 1};
	struct hall hall = {.charts = charts, .section = section};
	const struct idle_picture_sink sink = {chart_idle_take, &hall};
	struct idle_view view;

	idle_view_make(charts->analysis, &settings, &view);
	idle_pictures(&view, &sink);
	idle_view_free(&view);
}
