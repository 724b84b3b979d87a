/* A picture of any benchmark, after the shape of its sweep: curves against the parameter that takes
 * most values, stages on top of one another, or a row a point. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/record/point.h"
#include "tools/topic/chart.h"
#include "tools/topic/report.h"

/* A parameter of so many values makes a curve; fewer are rows. */
#define SWEEP_VALUES_MIN 3
#define SWEEP_CURVES_MAX 8
#define NAME_BYTES 64
#define REST_BYTES 256

/* From here on an axis is logarithmic. */
#define LOG_RATIO 16

/* ---- Sweeps ---- */

/* Of a point of a sweep: the parameter's value, and the text of the others. */
static bool split(struct charts *charts, const char *point, const char *swept, uint64_t *value,
		  const char **rest)
{
	char others[REST_BYTES] = "";
	struct parameter parameter;
	size_t used = 0;

	if (!point_number(point, swept, value))
		return false;
	while (used < sizeof(others) && point_next(&point, &parameter)) {
		if (strcmp(parameter.name, swept) != 0)
			used += (size_t)snprintf(others + used, sizeof(others) - used, "%s%s=%s",
						 used > 0 ? " " : "", parameter.name,
						 parameter.value);
	}
	*rest = chart_label(charts, others);
	return true;
}

static size_t count_values(const struct chart_row *rows, size_t count, const char *parameter)
{
	size_t distinct = 0;

	for (size_t i = 0; i < count; i++) {
		uint64_t value, other;
		bool is_new = point_number(rows[i].series->info->point, parameter, &value);

		for (size_t j = 0; j < i && is_new; j++)
			is_new = !point_number(rows[j].series->info->point, parameter, &other) ||
				other != value;
		distinct += is_new;
	}
	return distinct;
}

/* The parameter of the first row's point that takes most values; false if it takes too few. */
static bool find_sweep(const struct chart_row *rows, size_t count, char name[POINT_TEXT_MAX])
{
	const char *rest = rows[0].series->info->point;
	struct parameter parameter;
	size_t most = SWEEP_VALUES_MIN - 1;

	while (point_next(&rest, &parameter)) {
		size_t values = count_values(rows, count, parameter.name);

		if (values > most) {
			most = values;
			text_copy(name, POINT_TEXT_MAX, parameter.name);
		}
	}
	return most >= SWEEP_VALUES_MIN;
}

struct sweep {
	const struct chart_row *rows;
	size_t count;
	char parameter[POINT_TEXT_MAX];
	const char *curves[SWEEP_CURVES_MAX];
	size_t curve_count;
};

static const char *curve_name(struct charts *charts, const struct sweep *sweep,
			      const struct chart_row *row, uint64_t *value)
{
	const char *rest = "", *stage = row->series->info->stage;

	if (!split(charts, row->series->info->point, sweep->parameter, value, &rest))
		return NULL;
	return chart_text(charts, "%s%s%s", rest,
			    rest[0] != '\0' && stage[0] != '\0' ? ", " : "", stage);
}

/* Returns false when there are more curves than a picture can show. */
static bool chart_family_find_curves(struct charts *charts, struct sweep *sweep)
{
	for (size_t i = 0; i < sweep->count; i++) {
		uint64_t value;
		const char *name = curve_name(charts, sweep, &sweep->rows[i], &value);
		bool is_new = name != NULL;

		for (size_t j = 0; j < sweep->curve_count && is_new; j++)
			is_new = strcmp(sweep->curves[j], name) != 0;
		if (is_new && sweep->curve_count == SWEEP_CURVES_MAX)
			return false;
		if (is_new)
			sweep->curves[sweep->curve_count++] = name;
	}
	return true;
}

static void chart_family_write_curve(struct exhibit *chart, const struct sweep *sweep,
				     const char *curve)
{
	bool is_named = curve[0] != '\0' && sweep->curve_count > 1;

	chart_curve(chart, is_named ? curve : NULL, CHART_LINES_POINTS, sweep->count);
	for (size_t i = 0; i < sweep->count; i++) {
		const struct chart_row *row = &sweep->rows[i];
		uint64_t value;
		const char *name = curve_name(chart->of, sweep, row, &value);
		struct reading reading;

		if (name == NULL || strcmp(name, curve) != 0 ||
		    !chart_read(chart->of, row->bench, row->series, &reading))
			continue;
		chart_point(chart, &(struct chart_point){
			.x = (double)value, .y = reading.stats.median,
			.hover = chart_hover(chart->of, row->label, &reading),
		});
	}
}

static void write_sweep_table(struct exhibit *chart, const struct sweep *sweep)
{
	chart_columns(chart, "curve", sweep->parameter, "unit", READING_COLUMNS, NULL);
	for (size_t i = 0; i < sweep->count; i++) {
		const struct chart_row *row = &sweep->rows[i];
		uint64_t value;
		const char *name = curve_name(chart->of, sweep, row, &value);
		struct reading reading;

		if (name == NULL ||
		    !chart_read(chart->of, row->bench, row->series, &reading))
			continue;
		chart_cell(chart, "%s", name);
		chart_cell(chart, "%llu", (unsigned long long)value);
		chart_cell(chart, "%s", reading.unit);
		chart_reading(chart, &reading);
	}
}

static bool spreads(const struct exhibit *chart, bool is_x)
{
	double least = INFINITY, greatest = 0;

	for (size_t i = 0; i < chart->plot.curve_count; i++) {
		for (size_t j = 0; j < chart->curves[i].count; j++) {
			const struct chart_point *point = &chart->curves[i].points[j];

			least = fmin(least, is_x ? point->x : point->y);
			greatest = fmax(greatest, is_x ? point->x : point->y);
		}
	}
	return least > 0 && greatest / least >= LOG_RATIO;
}

/* Without the unit, which the ticks of a size have. */
static const char *axis_name(struct charts *charts, const char *parameter, bool *is_size)
{
	const char *end = strstr(parameter, "_bytes");

	*is_size = end != NULL && strcmp(end, "_bytes") == 0;
	return *is_size ? chart_text(charts, "%.*s", (int)(end - parameter), parameter)
			: parameter;
}

static void write_sweep(struct exhibit *chart, struct sweep *sweep)
{
	struct plot *plot = &chart->plot;
	const char *parameter = chart_text(chart->of, "%s", sweep->parameter);
	bool is_size;

	write_sweep_table(chart, sweep);
	chart->table.columns[1] = parameter;
	for (size_t i = 0; i < sweep->curve_count; i++)
		chart_family_write_curve(chart, sweep, sweep->curves[i]);
	plot->x.is_log = spreads(chart, true);
	plot->x.label = axis_name(chart->of, parameter, &is_size);
	plot->x.is_size = is_size && plot->x.is_log;
	plot->y.label = chart_text(chart->of, "one operation, in %s",
				     analysis_unit(chart->of->analysis, sweep->rows[0].bench));
	plot->y.is_log = spreads(chart, false);
	plot->y.from_zero = !plot->y.is_log;
}

/* ---- A benchmark ---- */

static bool has_total(const struct chart_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(rows[i].series->info->stage, "total") == 0)
			return true;
	}
	return false;
}

static void chart_family_add_bench(struct charts *charts, const char *section,
				   const struct bench *bench)
{
	const struct chart_row *rows;
	size_t count = chart_bench_rows(charts, bench, &rows);
	struct sweep sweep = {.rows = rows, .count = count};
	struct exhibit *chart = chart_begin(charts, section, bench->info->name,
						bench->info->name);

	chart->title = chart_text(charts, "%s: %s", bench->info->name, bench->info->summary);
	chart->plot.title = chart->title;
	chart->note = bench->info->differs[0] == '\0' ? ""
		: chart_text(charts, "Differs from bare metal: %s.", bench->info->differs);
	if (bench->series_count > CHART_ROWS_MAX)
		chart->note = chart_text(charts, "%s Not all of its %zu series are shown.",
					     chart->note, bench->series_count);
	if (has_total(rows, count))
		chart_stack(chart, rows, count);
	else if (find_sweep(rows, count, sweep.parameter) &&
		 chart_family_find_curves(charts, &sweep))
		write_sweep(chart, &sweep);
	else
		chart_dots(chart, rows, count);
}

/* ---- A family ---- */

static bool chart_family_is_of(const char *name, const char *family)
{
	size_t length = strlen(family);

	return strncmp(name, family, length) == 0 && name[length] == '.';
}

/* Whether a picture of other sections shows it already. */
static bool chart_family_is_shown(const struct charts *charts, const char *name)
{
	return charts_find(charts, name) != NULL || text_glob(BANDWIDTH_BENCHES, name);
}

/* Benchmarks of one figure share a picture, the family's. */
static void add_singles(struct charts *charts, const char *section, const char *family,
			const struct chart_row *rows, size_t count)
{
	struct exhibit *chart;

	if (count == 0)
		return;
	chart = chart_begin(charts, section, family,
				chart_text(charts, "%s: benchmarks of one figure", family));
	chart_dots(chart, rows, count);
}

void chart_family(struct charts *charts, const char *section, const char *family)
{
	const struct result *result = charts->analysis->result;
	struct chart_row *singles = chart_allocate(charts, result->bench_count,
						       sizeof(*singles));
	size_t single_count = 0;

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];
		const struct chart_row *rows;
		size_t count;

		if (!chart_family_is_of(bench->info->name, family) ||
		    chart_family_is_shown(charts, bench->info->name))
			continue;
		count = chart_bench_rows(charts, bench, &rows);
		if (count > 1)
			chart_family_add_bench(charts, section, bench);
		else if (count == 1)
			singles[single_count++] = (struct chart_row){
				.label = chart_text(charts, "%s%s%s", bench->info->name,
						      rows[0].label[0] != '\0' ? ", " : "",
						      rows[0].label),
				.bench = bench, .series = rows[0].series,
			};
	}
	add_singles(charts, section, family, singles, single_count);
}
