/* What the operating system costs: ratios to the bare metal's figures, with their intervals. */
#include <string.h>

#include "tools/topic/chart.h"
#include "tools/topic/overhead_headlines.h"

#define SECTION "What Linux costs"

static const char *metric_name(struct charts *charts, const struct metric *metric)
{
	const char *point = chart_label(charts, metric->point);

	return chart_text(charts, "%s%s%s%s%s", metric->bench, point[0] != '\0' ? ", " : "",
			    point, metric->stage[0] != '\0' ? ", " : "", metric->stage);
}

static const char *hover_of(struct charts *charts, const char *name,
			    const struct metric *metric)
{
	const struct estimate *ratio = &metric->contrast.ratio;
	const char *sides = chart_text(charts, "%s against %s %s",
					 chart_figure(charts, metric->sides[LINUX].median),
					 chart_figure(charts, metric->sides[METAL].median),
					 metric->sides[METAL].unit);
	const char *times = chart_figure(charts, ratio->value);

	if (metric->is_exact)
		return chart_text(charts, "%s: %s times, %s", name, times, sides);
	return chart_text(charts, "%s: %s times (%s to %s), %s", name, times,
			    chart_figure(charts, ratio->low),
			    chart_figure(charts, ratio->high), sides);
}

static void chart_overhead_write_columns(struct exhibit *chart)
{
	chart_columns(chart, "operation", "unit", "metal", "Linux", "difference", "95 % from",
			"to", "ratio", "ratio from", "ratio to", NULL);
}

static void chart_overhead_write_estimate(struct exhibit *chart, const struct metric *metric,
					  const struct estimate *estimate)
{
	chart_number(chart, estimate->value);
	if (metric->is_exact) {
		chart_cell(chart, "exact");
		chart_cell(chart, "exact");
	} else {
		chart_number(chart, estimate->low);
		chart_number(chart, estimate->high);
	}
}

static void chart_overhead_write_row(struct exhibit *chart, const char *name,
				     const struct metric *metric)
{
	chart_cell(chart, "%s", name);
	chart_cell(chart, "%s", metric->sides[METAL].unit);
	chart_number(chart, metric->sides[METAL].median);
	chart_number(chart, metric->sides[LINUX].median);
	chart_overhead_write_estimate(chart, metric, &metric->contrast.difference);
	if (metric->contrast.has_ratio) {
		chart_overhead_write_estimate(chart, metric, &metric->contrast.ratio);
	} else {
		chart_cell(chart, "metal is 0");
		chart_cell(chart, "%s", "");
		chart_cell(chart, "%s", "");
	}
}

static void mark_equal(struct exhibit *chart)
{
	struct chart_mark *mark = chart_allocate(chart->of, 1, sizeof(*mark));

	*mark = (struct chart_mark){1, "as the metal"};
	chart->plot.marks = mark;
	chart->plot.mark_count = 1;
	chart->plot.x = (struct chart_axis){.label = "Linux / bare metal", .is_log = true};
}

/* Which Linux, since its mitigations decide much of what it costs. */
static const char *linux_text(struct charts *charts)
{
	const struct wire_manifest *manifest =
		result_manifest(charts->comparison->sides[LINUX].items[0].result);

	if (manifest == NULL)
		return "";
	return chart_text(charts, "Linux: %s. Mitigations: %s", manifest->kernel,
			    manifest->mitigations[0] != '\0' ? manifest->mitigations
			    : "none that it names");
}

/* ---- Headlines ---- */

static void chart_overhead_write_intervals(struct exhibit *chart, const struct metric *const *metrics,
					   const char *const *names, size_t count)
{
	chart_curve(chart, "95 % interval", CHART_BARS, count);
	for (size_t i = 0; i < count; i++) {
		const struct estimate *ratio = &metrics[i]->contrast.ratio;
		double height = (double)(count - 1 - i);

		if (!metrics[i]->is_exact)
			chart_point(chart, &(struct chart_point){
				.x = ratio->low, .x_end = ratio->high,
				.base = height - CHART_HALF_HEIGHT,
				.y = height + CHART_HALF_HEIGHT,
				.hover = hover_of(chart->of, names[i], metrics[i]),
			});
	}
	chart_curve(chart, "ratio of medians", CHART_POINTS, count);
	for (size_t i = 0; i < count; i++)
		chart_point(chart, &(struct chart_point){
			.x = metrics[i]->contrast.ratio.value, .y = (double)(count - 1 - i),
			.hover = hover_of(chart->of, names[i], metrics[i]),
		});
}

static void add_headlines(struct charts *charts)
{
	const struct metric *metrics[HEADLINES];
	const char *names[HEADLINES];
	struct exhibit *chart;
	size_t count = 0;

	for (size_t i = 0; i < HEADLINES; i++) {
		metrics[count] = headline_find(charts->comparison, i, &names[count]);
		count += metrics[count] != NULL;
	}
	if (count == 0)
		return;
	chart = chart_begin(charts, SECTION, "overhead.headlines",
				"What most people ask: Linux as a multiple of the metal");
	chart->note = linux_text(charts);
	mark_equal(chart);
	chart_rows(chart, names, count);
	chart_overhead_write_intervals(chart, metrics, names, count);
	chart_overhead_write_columns(chart);
	for (size_t i = 0; i < count; i++)
		chart_overhead_write_row(chart, names[i], metrics[i]);
}

/* ---- All ---- */

static const char *chart_overhead_note_of(const struct comparison *comparison)
{
	size_t metal = comparison->sides[METAL].count, linux_runs = comparison->sides[LINUX].count;

	if (compare_is_exact(comparison))
		return "Instructions, counted exactly. "
			"Each point is a figure that both sides have.";
	if (metal == 1 || linux_runs == 1)
		return "Each point is a figure that both sides have. Intervals are of the samples "
			"alone on a side with one run: what changes from run to run "
			"is not in them.";
	return "Each point is a figure that both sides have. Intervals are by bootstrap over runs, "
		"then samples.";
}

/* The benchmarks that have a ratio, each once; metrics of one benchmark come together. */
static size_t find_benches(const struct comparison *comparison, const char **names)
{
	size_t count = 0;

	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct metric *metric = &comparison->metrics[i];

		if (metric_is_common(metric) && metric->contrast.has_ratio &&
		    (count == 0 || strcmp(names[count - 1], metric->bench) != 0))
			names[count++] = metric->bench;
	}
	return count;
}

static void chart_overhead_write_ratios(struct exhibit *chart, const char *const *names, size_t count)
{
	const struct comparison *comparison = chart->of->comparison;
	size_t row = 0;

	chart_curve(chart, NULL, CHART_POINTS, comparison->metric_count);
	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct metric *metric = &comparison->metrics[i];

		if (!metric_is_common(metric) || !metric->contrast.has_ratio)
			continue;
		row += strcmp(names[row], metric->bench) != 0;
		chart_point(chart, &(struct chart_point){
			.x = metric->contrast.ratio.value, .y = (double)(count - 1 - row),
			.hover = hover_of(chart->of, metric_name(chart->of, metric), metric),
		});
	}
}

static void add_all(struct charts *charts)
{
	const struct comparison *comparison = charts->comparison;
	const char **names = chart_allocate(charts, comparison->metric_count, sizeof(*names));
	struct exhibit *chart = chart_begin(charts, SECTION, "overhead",
						"Every figure, as a multiple of the metal's");

	chart->note = chart_overhead_note_of(comparison);
	mark_equal(chart);
	chart_rows(chart, names, find_benches(comparison, names));
	chart_overhead_write_ratios(chart, names, chart->plot.y.name_count);
	chart_overhead_write_columns(chart);
	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct metric *metric = &comparison->metrics[i];

		if (metric_is_common(metric))
			chart_overhead_write_row(chart, metric_name(charts, metric), metric);
	}
}

/* Where Linux's operation is another one. */
static void add_differences(struct charts *charts)
{
	const struct comparison *comparison = charts->comparison;
	struct exhibit *chart = chart_begin(charts, SECTION, "overhead.differs",
						"Where Linux's operation is another one");
	const char *before = "";

	chart_columns(chart, "benchmark", "on Linux", NULL);
	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct metric *metric = &comparison->metrics[i];

		if (!metric_is_common(metric) || strcmp(metric->bench, before) == 0)
			continue;
		before = metric->bench;
		if (metric->sides[LINUX].first->bench->info->differs[0] != '\0') {
			chart_cell(chart, "%s", metric->bench);
			chart_cell(chart, "%s", metric->sides[LINUX].first->bench->info->differs);
		}
	}
}

void chart_overhead(struct charts *charts)
{
	if (charts->comparison == NULL)
		return;
	add_headlines(charts);
	add_all(charts);
	add_differences(charts);
}
