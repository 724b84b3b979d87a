/* A picture of any benchmark, after the shape of its sweep: curves against the parameter that takes
 * most values, stages on top of one another, or a row a point. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/string.h"
#include "tools/exhibit.h"
#include "tools/point.h"
#include "tools/report.h"

/* A parameter of so many values makes a curve; fewer are rows. */
#define SWEEP_VALUES_MIN 3
#define SWEEP_CURVES_MAX 8
#define NAME_BYTES 64
#define REST_BYTES 256

/* From here on an axis is logarithmic. */
#define LOG_RATIO 16

/* ---- Sweeps ---- */

/* Of a point of a sweep: the parameter's value, and the text of the others. */
static bool split(struct exhibits *exhibits, const char *point, const char *swept, uint64_t *value,
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
	*rest = exhibit_label(exhibits, others);
	return true;
}

static size_t count_values(const struct exhibit_row *rows, size_t count, const char *parameter)
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
static bool find_sweep(const struct exhibit_row *rows, size_t count, char name[POINT_TEXT_MAX])
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
	const struct exhibit_row *rows;
	size_t count;
	char parameter[POINT_TEXT_MAX];
	const char *curves[SWEEP_CURVES_MAX];
	size_t curve_count;
};

static const char *curve_name(struct exhibits *exhibits, const struct sweep *sweep,
			      const struct exhibit_row *row, uint64_t *value)
{
	const char *rest = "", *stage = row->series->info->stage;

	if (!split(exhibits, row->series->info->point, sweep->parameter, value, &rest))
		return NULL;
	return exhibit_text(exhibits, "%s%s%s", rest,
			    rest[0] != '\0' && stage[0] != '\0' ? ", " : "", stage);
}

/* Returns false when there are more curves than a picture can show. */
static bool find_curves(struct exhibits *exhibits, struct sweep *sweep)
{
	for (size_t i = 0; i < sweep->count; i++) {
		uint64_t value;
		const char *name = curve_name(exhibits, sweep, &sweep->rows[i], &value);
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

static void put_curve(struct exhibit *exhibit, const struct sweep *sweep, const char *curve)
{
	bool is_named = curve[0] != '\0' && sweep->curve_count > 1;

	exhibit_curve(exhibit, is_named ? curve : NULL, PLOT_LINES_POINTS, sweep->count);
	for (size_t i = 0; i < sweep->count; i++) {
		const struct exhibit_row *row = &sweep->rows[i];
		uint64_t value;
		const char *name = curve_name(exhibit->of, sweep, row, &value);
		struct reading reading;

		if (name == NULL || strcmp(name, curve) != 0 ||
		    !exhibit_read(exhibit->of, row->bench, row->series, &reading))
			continue;
		exhibit_point(exhibit, &(struct plot_point){
			.x = (double)value, .y = reading.stats.median,
			.hover = exhibit_hover(exhibit->of, row->label, &reading),
		});
	}
}

static void put_sweep_table(struct exhibit *exhibit, const struct sweep *sweep)
{
	exhibit_columns(exhibit, "curve", sweep->parameter, "unit", READING_COLUMNS, NULL);
	for (size_t i = 0; i < sweep->count; i++) {
		const struct exhibit_row *row = &sweep->rows[i];
		uint64_t value;
		const char *name = curve_name(exhibit->of, sweep, row, &value);
		struct reading reading;

		if (name == NULL ||
		    !exhibit_read(exhibit->of, row->bench, row->series, &reading))
			continue;
		exhibit_cell(exhibit, "%s", name);
		exhibit_cell(exhibit, "%llu", (unsigned long long)value);
		exhibit_cell(exhibit, "%s", reading.unit);
		exhibit_reading(exhibit, &reading);
	}
}

static bool spreads(const struct exhibit *exhibit, bool is_x)
{
	double least = INFINITY, greatest = 0;

	for (size_t i = 0; i < exhibit->plot.curve_count; i++) {
		for (size_t j = 0; j < exhibit->curves[i].count; j++) {
			const struct plot_point *point = &exhibit->curves[i].points[j];

			least = fmin(least, is_x ? point->x : point->y);
			greatest = fmax(greatest, is_x ? point->x : point->y);
		}
	}
	return least > 0 && greatest / least >= LOG_RATIO;
}

/* Without the unit, which the ticks of a size have. */
static const char *axis_name(struct exhibits *exhibits, const char *parameter, bool *is_size)
{
	const char *end = strstr(parameter, "_bytes");

	*is_size = end != NULL && strcmp(end, "_bytes") == 0;
	return *is_size ? exhibit_text(exhibits, "%.*s", (int)(end - parameter), parameter)
			: parameter;
}

static void put_sweep(struct exhibit *exhibit, struct sweep *sweep)
{
	struct plot *plot = &exhibit->plot;
	const char *parameter = exhibit_text(exhibit->of, "%s", sweep->parameter);
	bool is_size;

	put_sweep_table(exhibit, sweep);
	exhibit->table.columns[1] = parameter;
	for (size_t i = 0; i < sweep->curve_count; i++)
		put_curve(exhibit, sweep, sweep->curves[i]);
	plot->x.is_log = spreads(exhibit, true);
	plot->x.label = axis_name(exhibit->of, parameter, &is_size);
	plot->x.is_size = is_size && plot->x.is_log;
	plot->y.label = exhibit_text(exhibit->of, "one operation, in %s",
				     analysis_unit(exhibit->of->analysis, sweep->rows[0].bench));
	plot->y.is_log = spreads(exhibit, false);
	plot->y.from_zero = !plot->y.is_log;
}

/* ---- A benchmark ---- */

static bool has_total(const struct exhibit_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(rows[i].series->info->stage, "total") == 0)
			return true;
	}
	return false;
}

static void add_bench(struct exhibits *exhibits, const char *section, const struct bench *bench)
{
	const struct exhibit_row *rows;
	size_t count = exhibit_bench_rows(exhibits, bench, &rows);
	struct sweep sweep = {.rows = rows, .count = count};
	struct exhibit *exhibit = exhibit_begin(exhibits, section, bench->info->name,
						bench->info->name);

	exhibit->title = exhibit_text(exhibits, "%s: %s", bench->info->name, bench->info->summary);
	exhibit->plot.title = exhibit->title;
	exhibit->note = bench->info->differs[0] == '\0' ? ""
		: exhibit_text(exhibits, "Differs from bare metal: %s.", bench->info->differs);
	if (bench->series_count > EXHIBIT_ROWS_MAX)
		exhibit->note = exhibit_text(exhibits, "%s Not all of its %zu series are shown.",
					     exhibit->note, bench->series_count);
	if (has_total(rows, count))
		exhibit_stack(exhibit, rows, count);
	else if (find_sweep(rows, count, sweep.parameter) && find_curves(exhibits, &sweep))
		put_sweep(exhibit, &sweep);
	else
		exhibit_dots(exhibit, rows, count);
}

/* ---- A family ---- */

static bool is_of(const char *name, const char *family)
{
	size_t length = strlen(family);

	return strncmp(name, family, length) == 0 && name[length] == '.';
}

/* Whether a picture of other sections shows it already. */
static bool is_shown(const struct exhibits *exhibits, const char *name)
{
	return exhibits_find(exhibits, name) != NULL || text_glob(BANDWIDTH_BENCHES, name);
}

/* Benchmarks of one figure share a picture, the family's. */
static void add_singles(struct exhibits *exhibits, const char *section, const char *family,
			const struct exhibit_row *rows, size_t count)
{
	struct exhibit *exhibit;

	if (count == 0)
		return;
	exhibit = exhibit_begin(exhibits, section, family,
				exhibit_text(exhibits, "%s: benchmarks of one figure", family));
	exhibit_dots(exhibit, rows, count);
}

void exhibit_family(struct exhibits *exhibits, const char *section, const char *family)
{
	const struct result *result = exhibits->analysis->result;
	struct exhibit_row *singles = exhibit_allocate(exhibits, result->bench_count,
						       sizeof(*singles));
	size_t single_count = 0;

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];
		const struct exhibit_row *rows;
		size_t count;

		if (!is_of(bench->info->name, family) || is_shown(exhibits, bench->info->name))
			continue;
		count = exhibit_bench_rows(exhibits, bench, &rows);
		if (count > 1)
			add_bench(exhibits, section, bench);
		else if (count == 1)
			singles[single_count++] = (struct exhibit_row){
				.label = exhibit_text(exhibits, "%s%s%s", bench->info->name,
						      rows[0].label[0] != '\0' ? ", " : "",
						      rows[0].label),
				.bench = bench, .series = rows[0].series,
			};
	}
	add_singles(exhibits, section, family, singles, single_count);
}
