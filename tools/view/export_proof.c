/* SPDX-License-Identifier: MIT */
/* Metrics follow each other as in the runs. So the metric of a figure is found by counting, and its
 * names are then compared with those in the export. */
#include "tools/view/export_proof.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/analysis/recount.h"
#include "tools/base/alloc.h"
#include "tools/base/proof.h"
#include "tools/stats/hdr.h"

#define CELLS_MAX 256
#define NAME_BYTES 512
#define SECONDS_PER_NS 1e-9
#define TEXT_ROUNDING 1e-11     /* relative, of a value with 12 digits */
#define HDR_ROUNDING 0.000501   /* of a maximum with three decimals */

/* The next metric of the export. */
struct place {
	const struct compared_runs *runs;
	size_t run, metric;
	bool is_cold;
};

static const struct metric *place_metric(const struct place *place)
{
	return &place->runs->items[place->run].analysis->metrics.items[place->metric];
}

static size_t place_samples(const struct place *place)
{
	const struct metric *metric = place_metric(place);

	return (place->is_cold ? &metric->cold : &metric->warm)->summary.ticks.n;
}

static void place_step(struct place *place)
{
	const struct metrics *metrics = &place->runs->items[place->run].analysis->metrics;

	place->is_cold = !place->is_cold;
	place->metric += !place->is_cold;
	if (place->metric == metrics->count) {
		place->metric = 0;
		place->run++;
	}
}

/* Go to the first metric with samples, from a place on. Returns whether there is one. */
static bool place_find(struct place *place)
{
	while (place->run < place->runs->count &&
	       (place->runs->items[place->run].analysis->metrics.count == 0 ||
		place_samples(place) == 0)) {
		if (place->runs->items[place->run].analysis->metrics.count == 0)
			place->run++;
		else
			place_step(place);
	}
	return place->run < place->runs->count;
}

static void prove_value(const struct place *place, const char *name, double value)
{
	const struct compared_run *run = &place->runs->items[place->run];
	const struct metric *metric = place_metric(place);

	/* The statistics of an invalid run may contradict its samples, and the run says so. */
	proof_require(!isfinite(value) || !run->analysis->valid ||
			      recount_has(metric, &run->analysis->overhead, place->is_cold, name,
					  value),
		      "%s %s %s%s: the %s %.12g in the export is not that of its samples",
		      metric->bench->info->name, metric->point, metric->stage,
		      place->is_cold ? " cold" : "", name, value);
}

/* The ends of the median's interval are those whose ranks the run's own proof has counted. */
static void prove_interval(const struct place *place, double low, double high)
{
	const struct metric *metric = place_metric(place);
	struct stats stats = place->is_cold ? metric_cold_stats(metric) : metric_stats(metric);

	proof_require(!isfinite(low) || !isfinite(high) ||
			      (stats.has_interval &&
			       fabs(low - stats.median_low) <= TEXT_ROUNDING * fabs(low) &&
			       fabs(high - stats.median_high) <= TEXT_ROUNDING * fabs(high)),
		      "%s %s %s%s: the interval in the export, %.12g to %.12g, is not that of its "
		      "median", metric->bench->info->name, metric->point, metric->stage,
		      place->is_cold ? " cold" : "", low, high);
}

/* The text without the apostrophe that an export writes before a text that a spreadsheet would take
 * for a formula. */
static const char *plain_text(const char *cell)
{
	return cell != NULL && cell[0] == '\'' && cell[1] != '\0' && strchr("=+-@", cell[1]) != NULL
		       ? cell + 1
		       : cell;
}

static void prove_names(const struct place *place, const char *bench, const char *point,
			const char *stage, const char *cache)
{
	const struct metric *metric = place_metric(place);

	bench = plain_text(bench);
	point = plain_text(point);
	stage = plain_text(stage);
	proof_require(bench != NULL && point != NULL && stage != NULL && cache != NULL &&
			      strcmp(bench, metric->bench->info->name) == 0 &&
			      strcmp(point, metric->point) == 0 &&
			      strcmp(stage, metric->stage) == 0 &&
			      (strcmp(cache, "cold") == 0) == place->is_cold,
		      "the export has %s %s in place of %s %s", bench != NULL ? bench : "nothing",
		      point != NULL ? point : "", metric->bench->info->name, metric->point);
}

/* ---- Lines ---- */

/* The state of a text that is read line by line. */
struct lines {
	const char *rest;
	char *line;
	size_t capacity;
};

/* Returns whether there is another line, which is changeable until the next call. */
static bool lines_take(struct lines *lines)
{
	size_t length = strcspn(lines->rest, "\n");

	if (*lines->rest == '\0') {
		free(lines->line);
		return false;
	}
	if (length >= lines->capacity) {
		lines->capacity = 2 * length + NAME_BYTES;
		lines->line = xreallocarray(lines->line, lines->capacity, 1);
	}
	memcpy(lines->line, lines->rest, length);
	lines->line[length] = '\0';
	lines->rest += length + (lines->rest[length] == '\n');
	return true;
}

/* ---- CSV ---- */

/* Divide a line in place: RFC 4180. Returns the number of cells. */
static size_t csv_cells(char *line, char *cells[CELLS_MAX])
{
	char *from = line, *to = line;
	size_t count = 0;
	bool is_quoted = false;

	cells[count++] = to;
	for (; *from != '\0'; from++) {
		if (*from == '"' && is_quoted && from[1] == '"')
			*to++ = *++from;
		else if (*from == '"')
			is_quoted = !is_quoted;
		else if (*from == ',' && !is_quoted && count < CELLS_MAX) {
			*to++ = '\0';
			cells[count++] = to;
		} else if (*from != '\r')
			*to++ = *from;
	}
	*to = '\0';
	return count;
}

static size_t cell_named(char *const heads[CELLS_MAX], size_t count, const char *name)
{
	size_t i = 0;

	while (i < count && strcmp(heads[i], name) != 0)
		i++;
	proof_require(i < count, "the export has no column %s", name);
	return i;
}

static const char *const statistics[] = {
	"n", "min", "p1", "p5", "p25", "median", "p75", "p90", "p99", "max", "mean",
};

#define STATISTICS (sizeof(statistics) / sizeof(statistics[0]))

/* The first line. The caller frees it. */
static size_t csv_heads(struct lines *lines, char *heads[CELLS_MAX], char **line)
{
	proof_require(lines_take(lines), "the export is empty");
	*line = xstrdup(lines->line);
	return csv_cells(*line, heads);
}

/* NaN for an empty cell. */
static double cell_number(const char *cell)
{
	return cell[0] != '\0' ? strtod(cell, NULL) : NAN;
}

void export_prove_csv(const struct compared_runs *runs, const char *text)
{
	char *heads[CELLS_MAX], *cells[CELLS_MAX], *first;
	struct lines lines = {.rest = text};
	struct place place = {.runs = runs};
	size_t count;

	/* Without a metric there is no head. */
	if (text[0] == '\0' && !place_find(&place))
		return;
	count = csv_heads(&lines, heads, &first);
	for (; lines_take(&lines); place_step(&place)) {
		csv_cells(lines.line, cells);
		proof_require(place_find(&place), "the export has an unknown metric");
		prove_names(&place, cells[cell_named(heads, count, "bench")],
			    cells[cell_named(heads, count, "point")],
			    cells[cell_named(heads, count, "stage")],
			    cells[cell_named(heads, count, "cache")]);
		for (size_t i = 0; i < STATISTICS; i++)
			prove_value(&place, statistics[i],
				    strtod(cells[cell_named(heads, count, statistics[i])], NULL));
		prove_interval(&place, cell_number(cells[cell_named(heads, count, "median_low")]),
			       cell_number(cells[cell_named(heads, count, "median_high")]));
	}
	proof_require(!place_find(&place), "the export lacks a metric");
	free(first);
}

/* ---- Samples ---- */

/* Rows of one metric, and the record that the next one belongs to. */
struct sample_rows {
	size_t count;
	double sum;
	size_t chunks;                  /* of the series, so far */
	const struct wire_samples *record;      /* NULL: none */
	uint64_t left;                  /* rows of the record, with the next one */
};

/* Find the record of the next row. */
static void rows_step(struct sample_rows *rows, const struct series *series, bool is_cold)
{
	rows->left -= rows->left > 0;
	while (rows->left == 0 && rows->chunks < series->chunk_count) {
		const struct wire_samples *samples = &series->chunks[rows->chunks++].samples;

		if ((samples->cold != 0) != is_cold)
			continue;
		rows->record = samples;
		rows->left = samples->n;
	}
}

/* A sample has the CPU of its record, and its number in the series. */
static void prove_sample_place(const struct place *place, const struct sample_rows *rows,
			       const char *cpu, const char *index)
{
	const struct wire_samples *record = rows->record;
	uint64_t number;

	if (record == NULL || rows->left == 0)
		return;
	number = record->first + record->n - rows->left;
	proof_require(strtoull(cpu, NULL, 10) == record->cpu &&
			      strtoull(index, NULL, 10) == number,
		      "%s: a sample in the export is number %s of CPU %s, and not %" PRIu64
		      " of CPU %" PRIu64, place_metric(place)->bench->info->name, index, cpu,
		      number, record->cpu);
}

static void prove_sample_rows(const struct place *place, const struct sample_rows *rows)
{
	if (place_metric(place)->doubled == NULL || place->is_cold)
		prove_value(place, "n", (double)rows->count);
	if (rows->count == place_samples(place))
		prove_value(place, "mean", rows->sum / (double)rows->count);
}

void export_prove_samples(const struct compared_runs *runs, const char *text)
{
	char *heads[CELLS_MAX], *cells[CELLS_MAX], *first;
	struct lines lines = {.rest = text};
	struct place place = {.runs = runs};
	size_t count = csv_heads(&lines, heads, &first);
	size_t sample = cell_named(heads, count, "sample");
	size_t value = cell_named(heads, count, "value");
	size_t index = cell_named(heads, count, "index");
	size_t cpu = cell_named(heads, count, "cpu");

	for (; place_find(&place); place_step(&place)) {
		const struct series *series = place_metric(&place)->series;
		const struct sample_set *set = place.is_cold ? &series->cold : &series->warm;
		struct sample_rows rows = {0};

		for (; rows.count < set->count; rows.count++) {
			proof_require(lines_take(&lines), "the export lacks a sample");
			csv_cells(lines.line, cells);
			proof_require(strtoull(cells[sample], NULL, 10) == set->values[rows.count],
				      "%s: sample %zu in the export is %s, and not %" PRIu64,
				      place_metric(&place)->bench->info->name, rows.count,
				      cells[sample], set->values[rows.count]);
			rows_step(&rows, series, place.is_cold);
			prove_sample_place(&place, &rows, cells[cpu], cells[index]);
			rows.sum += strtod(cells[value], NULL);
		}
		prove_sample_rows(&place, &rows);
	}
	proof_require(!lines_take(&lines), "the export has unknown samples");
	free(first);
}

/* ---- JSON ---- */

static const char *text_in(const json_t *object, const char *name)
{
	return json_string_value(json_object_get(object, name));
}

/* NaN without such a number. */
static double number_in(const json_t *object, const char *name)
{
	const json_t *value = json_object_get(object, name);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

void export_prove_ndjson(const struct compared_runs *runs, const char *text)
{
	struct lines lines = {.rest = text};
	struct place place = {.runs = runs};

	for (; lines_take(&lines); place_step(&place)) {
		json_t *row = json_loads(lines.line, 0, NULL);

		proof_require(place_find(&place), "the export has an unknown metric");
		prove_names(&place, text_in(row, "bench"), text_in(row, "point"),
			    text_in(row, "stage"), text_in(row, "cache"));
		for (size_t i = 0; i < STATISTICS; i++)
			prove_value(&place, statistics[i], number_in(row, statistics[i]));
		prove_interval(&place, number_in(row, "median_low"), number_in(row, "median_high"));
		json_decref(row);
	}
	proof_require(!place_find(&place), "the export lacks a metric");
}

/* The names of a metric, joined by a character. */
static void join_names(const struct place *place, char separator, char name[NAME_BYTES])
{
	const struct metric *metric = place_metric(place);
	const char *parts[] = {metric->bench->info->name, metric->point, metric->stage,
			       place->is_cold ? "cold" : ""};
	size_t used = 0;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		size_t length = strlen(parts[i]);

		if (length == 0 || used + length + 2 > NAME_BYTES)
			continue;
		if (used > 0)
			name[used++] = separator;
		memcpy(name + used, parts[i], length);
		used += length;
	}
	name[used] = '\0';
}

void export_prove_google_benchmark(const struct compared_runs *runs, const char *text)
{
	json_t *root = json_loads(text, 0, NULL);
	const json_t *entries = json_object_get(root, "benchmarks");
	struct place place = {.runs = runs};
	size_t next = 0;

	for (; place_find(&place); place_step(&place)) {
		const json_t *entry = json_array_get(entries, next);
		char name[NAME_BYTES];

		join_names(&place, '/', name);
		if (text_in(entry, "name") == NULL || strcmp(text_in(entry, "name"), name) != 0)
			continue;
		next++;
		prove_value(&place, "median", number_in(entry, "real_time"));
		prove_value(&place, "median", number_in(entry, "cpu_time"));
		prove_value(&place, "n", number_in(entry, "iterations"));
	}
	proof_require(next == json_array_size(entries), "the export has unknown metrics");
	json_decref(root);
}

void export_prove_bencher(const struct compared_runs *runs, const char *text)
{
	json_t *root = json_loads(text, 0, NULL);
	struct place place = {.runs = runs};

	for (; place_find(&place); place_step(&place)) {
		json_t *measures;
		const char *measure;
		json_t *metric;
		char name[NAME_BYTES];

		join_names(&place, ' ', name);
		measures = json_object_get(root, name);
		proof_require(measures != NULL, "the export lacks %s", name);
		json_object_foreach(measures, measure, metric) {
			prove_value(&place, "median", number_in(metric, "value"));
			prove_interval(&place, number_in(metric, "lower_value"),
				       number_in(metric, "upper_value"));
		}
	}
	json_decref(root);
}

/* Warm metrics follow the run and its self-tests, which have no number. */
void export_prove_kcidb(const struct compared_runs *runs, const char *text)
{
	json_t *root = json_loads(text, 0, NULL), *test;
	struct place place = {.runs = runs};
	size_t i;

	json_array_foreach(json_object_get(root, "tests"), i, test) {
		const json_t *number = json_object_get(test, "number");
		const json_t *misc = json_object_get(test, "misc");
		bool is_time = number != NULL && strcmp(text_in(number, "unit"), "s") == 0;

		if (number == NULL)
			continue;
		while (place_find(&place) && place.is_cold)
			place_step(&place);
		prove_value(&place, "median", number_in(number, "value") /
						      (is_time ? SECONDS_PER_NS : 1));
		prove_value(&place, "n", number_in(misc, "samples"));
		prove_value(&place, "min", number_in(misc, "min"));
		prove_value(&place, "p99", number_in(misc, "p99"));
		place_step(&place);
	}
	json_decref(root);
}

/* ---- HdrHistogram ---- */

/* The third number after the tag is the greatest sample. */
void export_prove_hdr(const struct compared_runs *runs, const char *text)
{
	struct lines lines = {.rest = text};
	struct place place = {.runs = runs};
	char *cells[CELLS_MAX];

	while (lines_take(&lines)) {
		const struct metric_samples *set;
		double most = 0, shown;

		if (strncmp(lines.line, "Tag=", strlen("Tag=")) != 0)
			continue;
		proof_require(csv_cells(lines.line, cells) > 3 && place_find(&place),
			      "the export has an unknown metric");
		set = place.is_cold ? &place_metric(&place)->cold : &place_metric(&place)->warm;
		for (size_t i = 0; i < set->summary.ticks.n; i++)
			most = fmax(most, set->values[i]);
		shown = strtod(cells[3], NULL);
		proof_require(fabs(shown - most) <= HDR_ROUNDING ||
				      most * HDR_THOUSANDTHS > (double)HDR_VALUE_MAX,
			      "%s: the maximum %.12g in the export is not that of its samples",
			      place_metric(&place)->bench->info->name, shown);
		place_step(&place);
	}
	proof_require(!place_find(&place), "the export lacks a metric");
}

/* ---- OpenMetrics ---- */

/* The value of a label, in place; NULL if there is none. Quoted marks keep their backslash. */
static char *label_value(char *labels, const char *name, char value[NAME_BYTES])
{
	size_t length = strlen(name), used = 0;
	char *at = labels;

	while ((at = strstr(at, name)) != NULL &&
	       !((at == labels || at[-1] == ',' || at[-1] == '{') && at[length] == '='))
		at++;
	if (at == NULL)
		return NULL;
	for (at += length + 2; *at != '"' && *at != '\0' && used + 1 < NAME_BYTES; at++) {
		at += *at == '\\';
		value[used++] = *at;
	}
	value[used] = '\0';
	return value;
}

/* The metric of a line: the place whose names the labels have, from the last one on. */
static bool place_of_labels(struct place *place, char *labels)
{
	char bench[NAME_BYTES], point[NAME_BYTES], stage[NAME_BYTES], cache[NAME_BYTES];
	char run[NAME_BYTES];
	size_t tried = 0;

	if (label_value(labels, "bench", bench) == NULL ||
	    label_value(labels, "point", point) == NULL ||
	    label_value(labels, "stage", stage) == NULL ||
	    label_value(labels, "cache", cache) == NULL ||
	    label_value(labels, "run", run) == NULL)
		return false;
	for (; tried < 2; tried++) {
		for (; place_find(place); place_step(place)) {
			const struct metric *metric = place_metric(place);

			if (strcmp(place->runs->items[place->run].path, run) == 0 &&
			    strcmp(metric->bench->info->name, bench) == 0 &&
			    strcmp(metric->point, point) == 0 &&
			    strcmp(metric->stage, stage) == 0 &&
			    (strcmp(cache, "cold") == 0) == place->is_cold)
				return true;
		}
		*place = (struct place){.runs = place->runs};
	}
	proof_require(false, "the export has an unknown metric of %s", bench);
	return false;
}

static void prove_openmetrics_line(struct place *place, char *line)
{
	static const struct {
		const char *quantile, *name;
	} names[] = {
		{"0", "min"}, {"0.5", "median"}, {"0.9", "p90"}, {"0.99", "p99"}, {"1", "max"},
	};
	char *labels = strchr(line, '{'), *end = strrchr(line, '}'), quantile[NAME_BYTES];
	bool is_time = strncmp(line, "bareline_operation_seconds",
			       strlen("bareline_operation_seconds")) == 0;
	double value;

	if (labels == NULL || end == NULL || !place_of_labels(place, labels))
		return;
	value = strtod(end + 1, NULL);
	if (strstr(line, "_count{") != NULL) {
		prove_value(place, "n", value);
		return;
	}
	value /= is_time ? SECONDS_PER_NS : 1;
	if (strstr(line, "_sum{") != NULL)
		prove_value(place, "mean", value / (double)place_samples(place));
	if (label_value(labels, "quantile", quantile) == NULL)
		return;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(quantile, names[i].quantile) == 0)
			prove_value(place, names[i].name, value);
	}
}

void export_prove_openmetrics(const struct compared_runs *runs, const char *text)
{
	struct place place = {.runs = runs};
	struct lines lines = {.rest = text};

	while (lines_take(&lines)) {
		if (strncmp(lines.line, "bareline_operation_", strlen("bareline_operation_")) == 0)
			prove_openmetrics_line(&place, lines.line);
	}
}
