/* What the operating system costs: ratios to the bare metal's figures, with their intervals. */
#include <string.h>

#include "tools/exhibit.h"
#include "tools/report_overhead.h"

#define SECTION "What Linux costs"

static const char *metric_name(struct exhibits *exhibits, const struct metric *metric)
{
	const char *point = exhibit_label(exhibits, metric->point);

	return exhibit_text(exhibits, "%s%s%s%s%s", metric->bench, point[0] != '\0' ? ", " : "",
			    point, metric->stage[0] != '\0' ? ", " : "", metric->stage);
}

static const char *hover_of(struct exhibits *exhibits, const char *name,
			    const struct metric *metric)
{
	const struct estimate *ratio = &metric->contrast.ratio;
	const char *sides = exhibit_text(exhibits, "%s against %s %s",
					 exhibit_figure(exhibits, metric->sides[LINUX].median),
					 exhibit_figure(exhibits, metric->sides[METAL].median),
					 metric->sides[METAL].unit);
	const char *times = exhibit_figure(exhibits, ratio->value);

	if (metric->is_exact)
		return exhibit_text(exhibits, "%s: %s times, %s", name, times, sides);
	return exhibit_text(exhibits, "%s: %s times (%s to %s), %s", name, times,
			    exhibit_figure(exhibits, ratio->low),
			    exhibit_figure(exhibits, ratio->high), sides);
}

static void put_columns(struct exhibit *exhibit)
{
	exhibit_columns(exhibit, "operation", "unit", "metal", "Linux", "difference", "95 % from",
			"to", "ratio", "ratio from", "ratio to", NULL);
}

static void put_estimate(struct exhibit *exhibit, const struct metric *metric,
			 const struct estimate *estimate)
{
	exhibit_number(exhibit, estimate->value);
	if (metric->is_exact) {
		exhibit_cell(exhibit, "exact");
		exhibit_cell(exhibit, "exact");
	} else {
		exhibit_number(exhibit, estimate->low);
		exhibit_number(exhibit, estimate->high);
	}
}

static void put_row(struct exhibit *exhibit, const char *name, const struct metric *metric)
{
	exhibit_cell(exhibit, "%s", name);
	exhibit_cell(exhibit, "%s", metric->sides[METAL].unit);
	exhibit_number(exhibit, metric->sides[METAL].median);
	exhibit_number(exhibit, metric->sides[LINUX].median);
	put_estimate(exhibit, metric, &metric->contrast.difference);
	if (metric->contrast.has_ratio) {
		put_estimate(exhibit, metric, &metric->contrast.ratio);
	} else {
		exhibit_cell(exhibit, "metal is 0");
		exhibit_cell(exhibit, "%s", "");
		exhibit_cell(exhibit, "%s", "");
	}
}

static void mark_equal(struct exhibit *exhibit)
{
	struct plot_mark *mark = exhibit_allocate(exhibit->of, 1, sizeof(*mark));

	*mark = (struct plot_mark){1, "as the metal"};
	exhibit->plot.marks = mark;
	exhibit->plot.mark_count = 1;
	exhibit->plot.x = (struct plot_axis){.label = "Linux / bare metal", .is_log = true};
}

/* Which Linux, since its mitigations decide much of what it costs. */
static const char *linux_text(struct exhibits *exhibits)
{
	const struct wire_manifest *manifest =
		result_manifest(exhibits->comparison->sides[LINUX].items[0].result);

	if (manifest == NULL)
		return "";
	return exhibit_text(exhibits, "Linux: %s. Mitigations: %s", manifest->kernel,
			    manifest->mitigations[0] != '\0' ? manifest->mitigations
			    : "none that it names");
}

/* ---- Headlines ---- */

static void put_intervals(struct exhibit *exhibit, const struct metric *const *metrics,
			  const char *const *names, size_t count)
{
	exhibit_curve(exhibit, "95 % interval", PLOT_BARS, count);
	for (size_t i = 0; i < count; i++) {
		const struct estimate *ratio = &metrics[i]->contrast.ratio;
		double height = (double)(count - 1 - i);

		if (!metrics[i]->is_exact)
			exhibit_point(exhibit, &(struct plot_point){
				.x = ratio->low, .x_end = ratio->high,
				.base = height - EXHIBIT_HALF_HEIGHT,
				.y = height + EXHIBIT_HALF_HEIGHT,
				.hover = hover_of(exhibit->of, names[i], metrics[i]),
			});
	}
	exhibit_curve(exhibit, "ratio of medians", PLOT_POINTS, count);
	for (size_t i = 0; i < count; i++)
		exhibit_point(exhibit, &(struct plot_point){
			.x = metrics[i]->contrast.ratio.value, .y = (double)(count - 1 - i),
			.hover = hover_of(exhibit->of, names[i], metrics[i]),
		});
}

static void add_headlines(struct exhibits *exhibits)
{
	const struct metric *metrics[HEADLINES];
	const char *names[HEADLINES];
	struct exhibit *exhibit;
	size_t count = 0;

	for (size_t i = 0; i < HEADLINES; i++) {
		metrics[count] = headline_find(exhibits->comparison, i, &names[count]);
		count += metrics[count] != NULL;
	}
	if (count == 0)
		return;
	exhibit = exhibit_begin(exhibits, SECTION, "overhead.headlines",
				"What most people ask: Linux as a multiple of the metal");
	exhibit->note = linux_text(exhibits);
	mark_equal(exhibit);
	exhibit_rows(exhibit, names, count);
	put_intervals(exhibit, metrics, names, count);
	put_columns(exhibit);
	for (size_t i = 0; i < count; i++)
		put_row(exhibit, names[i], metrics[i]);
}

/* ---- All ---- */

static const char *note_of(const struct comparison *comparison)
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

static void put_ratios(struct exhibit *exhibit, const char *const *names, size_t count)
{
	const struct comparison *comparison = exhibit->of->comparison;
	size_t row = 0;

	exhibit_curve(exhibit, NULL, PLOT_POINTS, comparison->metric_count);
	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct metric *metric = &comparison->metrics[i];

		if (!metric_is_common(metric) || !metric->contrast.has_ratio)
			continue;
		row += strcmp(names[row], metric->bench) != 0;
		exhibit_point(exhibit, &(struct plot_point){
			.x = metric->contrast.ratio.value, .y = (double)(count - 1 - row),
			.hover = hover_of(exhibit->of, metric_name(exhibit->of, metric), metric),
		});
	}
}

static void add_all(struct exhibits *exhibits)
{
	const struct comparison *comparison = exhibits->comparison;
	const char **names = exhibit_allocate(exhibits, comparison->metric_count, sizeof(*names));
	struct exhibit *exhibit = exhibit_begin(exhibits, SECTION, "overhead",
						"Every figure, as a multiple of the metal's");

	exhibit->note = note_of(comparison);
	mark_equal(exhibit);
	exhibit_rows(exhibit, names, find_benches(comparison, names));
	put_ratios(exhibit, names, exhibit->plot.y.name_count);
	put_columns(exhibit);
	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct metric *metric = &comparison->metrics[i];

		if (metric_is_common(metric))
			put_row(exhibit, metric_name(exhibits, metric), metric);
	}
}

/* Where Linux's operation is another one. */
static void add_differences(struct exhibits *exhibits)
{
	const struct comparison *comparison = exhibits->comparison;
	struct exhibit *exhibit = exhibit_begin(exhibits, SECTION, "overhead.differs",
						"Where Linux's operation is another one");
	const char *before = "";

	exhibit_columns(exhibit, "benchmark", "on Linux", NULL);
	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct metric *metric = &comparison->metrics[i];

		if (!metric_is_common(metric) || strcmp(metric->bench, before) == 0)
			continue;
		before = metric->bench;
		if (metric->sides[LINUX].bench->info->differs[0] != '\0') {
			exhibit_cell(exhibit, "%s", metric->bench);
			exhibit_cell(exhibit, "%s", metric->sides[LINUX].bench->info->differs);
		}
	}
}

void exhibit_overhead(struct exhibits *exhibits)
{
	if (exhibits->comparison == NULL)
		return;
	add_headlines(exhibits);
	add_all(exhibits);
	add_differences(exhibits);
}
