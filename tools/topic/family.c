/* SPDX-License-Identifier: MIT */
/* A table of any benchmark, and a chart chosen by its sweep: curves over the parameter with the
 * most values, stacked stages, or a row for each point. */
#include <ctype.h>
#include <string.h>

#include "tools/record/result.h"
#include "tools/topic/topic.h"

/* A parameter with fewer values makes rows, not a curve. */
#define SWEEP_VALUES_MIN 3
#define SWEEP_CURVES_MAX 8

/* A chart cannot show a sweep of more rows. */
#define SWEEP_ROWS_MAX 1024

/* The rows of this family name the place of the other CPU. */
#define PLACES_FAMILY "smp."

/* ---- Chart ---- */

/* Number of distinct values of one key column (alone), or of all others together. */
static size_t count_keys(const struct table *table, size_t key_count, size_t column, bool alone)
{
	size_t distinct = 0;

	for (size_t i = 0; i < table->row_count; i++) {
		bool is_new = true;

		for (size_t j = 0; j < i && is_new; j++) {
			bool same = true;

			for (size_t k = 0; k < key_count && same; k++)
				same = (k == column) != alone || cell_is_same(table, k, i, j);
			is_new = !same;
		}
		distinct += is_new;
		if (distinct > SWEEP_CURVES_MAX && !alone)
			break;
	}
	return distinct;
}

/* The numeric key with the most values, if it has enough values and the other keys make few enough
 * curves. Returns key_count if there is none. */
static size_t find_sweep(const struct table *table, size_t key_count)
{
	size_t found = key_count, most = SWEEP_VALUES_MIN - 1;

	if (table->row_count > SWEEP_ROWS_MAX)
		return key_count;
	for (size_t i = 0; i < key_count; i++) {
		size_t values = table->columns[i].kind == COLUMN_TEXT
					? 0
					: count_keys(table, key_count, i, true);

		if (values > most) {
			most = values;
			found = i;
		}
	}
	if (found < key_count && count_keys(table, key_count, found, false) > SWEEP_CURVES_MAX)
		return key_count;
	return found;
}

static bool has_total(const struct table *table)
{
	size_t stage = table_column(table, "stage");

	for (size_t i = 0; stage < table->column_count && i < table->row_count; i++) {
		const struct cell *cell = table_cell(table, i, stage);

		if (cell->has_value && strcmp(cell->text, TOTAL_STAGE) == 0)
			return true;
	}
	return false;
}

/* Let the keys name rows or curves. The excluded key has another role. */
static void name_by_keys(struct table *table, size_t key_count, size_t excluded)
{
	size_t count = 0;

	for (size_t i = 0; i < key_count && count < CHART_NAMES_MAX; i++) {
		if (i != excluded && (table->columns[i].flags & COLUMN_DETAIL) == 0)
			table->chart.names[count++] = table->columns[i].name;
	}
}

/* Whether a table has a chart. Counts of different things have no common axis. A chart of work of a
 * known length is a straight line. A chart of a few gaps shows less than their table. */
static bool family_is_drawn(const struct table *table)
{
	static const char *const undrawn[] = {"idle.validation", "noise.gaps"};
	size_t unit = table_column(table, "unit");

	for (size_t i = 0; i < COUNT(undrawn); i++) {
		if (strcmp(table->name, undrawn[i]) == 0)
			return false;
	}
	return table->row_count == 0 || !table_cell(table, 0, unit)->has_value ||
	       strcmp(table_text(table, 0, unit), COUNTS_UNIT) != 0;
}

static void family_draw(struct table *table, size_t key_count)
{
	struct chart *chart = &table->chart;
	size_t sweep;

	chart->y = "median";
	if (has_total(table)) {
		chart->kind = CHART_STACK;
		chart->stage = "stage";
		name_by_keys(table, key_count, table_column(table, "stage"));
		return;
	}
	if (!family_is_drawn(table))
		return;
	sweep = find_sweep(table, key_count);
	name_by_keys(table, key_count, sweep);
	if (sweep < key_count) {
		chart->kind = CHART_CURVES;
		chart->x = table->columns[sweep].name;
		return;
	}
	chart->kind = CHART_DOTS;
	chart->low = "p25";
	chart->high = "p75";
}

/* ---- One benchmark ---- */

/* The place of the other CPU, of a benchmark between the measuring CPU and another one. */
static const char *place_of_other(const struct topic *topic, const struct metric *metric)
{
	const struct series *series = metric->series;
	uint64_t cpu;

	if (strncmp(metric->bench->info->name, PLACES_FAMILY, strlen(PLACES_FAMILY)) != 0 ||
	    series->chunk_count == 0 || !metric_parameter_number(metric, "cpu", &cpu))
		return NULL;
	return places_relation(topic, series->chunks[0].samples.cpu, cpu);
}

static void family_add_row(struct topic *topic, struct table *table, const struct metric *metric,
			   size_t key_count, bool is_cold)
{
	struct row *row = table_row(table);

	row->is_detail = row->is_undrawn = is_cold;
	row->remark = place_of_other(topic, metric);
	topic_metric_cells(topic, table, metric, table->columns, key_count, is_cold);
	topic_shows(topic, metric);
}

/* Stages of concurrent operations, such as disk reads at a queue depth, add up to more than the
 * total. */
#define OVERLAP 1.1

static const char overlap_note[] =
	"If several operations are active at once, a stage is its duration in one of them, and "
	"total the time per operation: the stages add up to more.";

static bool has_overlap(const struct metric *const *metrics, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		double stages = 0;

		if (strcmp(metrics[i]->stage, TOTAL_STAGE) != 0)
			continue;
		for (size_t j = 0; j < count; j++) {
			if (j != i && strcmp(metrics[j]->point, metrics[i]->point) == 0)
				stages += metric_stats(metrics[j]).median;
		}
		if (stages > OVERLAP * metric_stats(metrics[i]).median)
			return true;
	}
	return false;
}

static void family_add_table(struct topic *topic, struct table *table,
			     const struct metric *const *metrics, size_t count, size_t key_count)
{
	const struct wire_bench *info = metrics[0]->bench->info;

	table->flags = TABLE_OF_BENCH;
	if (info->differs[0] != '\0')
		table->note = tables_text(topic->tables, "Differs from bare metal: %s.",
					  info->differs);
	for (size_t i = 0; i < count; i++)
		family_add_row(topic, table, metrics[i], key_count, false);
	family_draw(table, key_count);
	if (table->chart.kind == CHART_STACK && has_overlap(metrics, count))
		table->note = tables_join(topic->tables, table->note, " ", overlap_note);
	if (strcmp(info->unit, COUNTS_UNIT) == 0)
		table->chart.value_name = topic_is_exact(topic) ? "length" : "time";
	for (size_t i = 0; i < count; i++) {
		if (metrics[i]->cold.summary.ticks.n > 0)
			family_add_row(topic, table, metrics[i], key_count, true);
	}
	topic_explain_marks(table);
}

/* Add a table of all metrics of one unit. The first table has the benchmark's name, and the names
 * of other tables append their unit. A chart has one unit per axis. */
static void family_add_unit(struct topic *topic, const char *section,
			    const struct metric *const *metrics, size_t count, bool is_first,
			    bool is_all)
{
	const struct wire_bench *info = metrics[0]->bench->info;
	const char *unit = topic_metric_unit(metrics[0]), *name = info->name;
	const char *title = tables_title(topic->tables, info->summary);
	size_t column_count, key_count;
	const struct column *columns = topic_metric_columns(topic, metrics, count, &column_count,
							    &key_count);

	if (!is_first)
		name = tables_text(topic->tables, "%s-%s", name, unit);
	if (!is_all)
		title = tables_text(topic->tables, "%s, in %s", title, unit);
	family_add_table(topic,
			 table_begin(topic->tables, section, name, title, columns, column_count),
			 metrics, count, key_count);
}

static void family_add_bench(struct topic *topic, const char *section,
			     const struct metric *const *metrics, size_t count)
{
	const struct metric **same = tables_allocate(topic->tables, count, sizeof(*same));
	bool *is_added = tables_allocate(topic->tables, count, sizeof(*is_added));

	for (size_t i = 0; i < count; i++) {
		const char *unit = topic_metric_unit(metrics[i]);
		size_t same_count = 0;

		for (size_t j = i; j < count && !is_added[i]; j++) {
			if (strcmp(topic_metric_unit(metrics[j]), unit) != 0)
				continue;
			same[same_count++] = metrics[j];
			is_added[j] = j > i;
		}
		if (same_count > 0)
			family_add_unit(topic, section, same, same_count, i == 0,
					same_count == count);
	}
}

/* ---- Benchmarks with one metric ---- */

static void family_add_singles(struct topic *topic, const char *section, const char *family,
			       const struct metric *const *metrics, size_t count)
{
	struct column *columns = tables_allocate(topic->tables, METRIC_COLUMN_COUNT + 2,
						 sizeof(*columns));
	struct table *table;

	if (count == 0)
		return;
	columns[0] = (struct column){"benchmark", COLUMN_TEXT, COLUMN_KEY, NULL, NULL};
	topic_metric_value_columns(topic, NULL, columns + 1);
	columns[METRIC_COLUMN_COUNT + 1] = (struct column){"operation", COLUMN_TEXT, COLUMN_DATA,
							   NULL, NULL};
	table = table_begin(topic->tables, section, family, "Benchmarks with one metric", columns,
			    METRIC_COLUMN_COUNT + 2);
	table->flags = TABLE_OF_BENCH;
	table->chart = (struct chart){.kind = CHART_DOTS,
				      .names = {"benchmark"},
				      .y = "median",
				      .low = "p25",
				      .high = "p75"};
	for (size_t i = 0; i < count; i++) {
		table_row(table)->remark = metrics[i]->bench->info->summary;
		cell_string(table_at(table, "benchmark"), metrics[i]->bench->info->name);
		topic_metric_value_cells(topic, table, metrics[i], false);
		cell_string(table_at(table, "operation"), metrics[i]->bench->info->summary);
		topic_shows(topic, metrics[i]);
	}
	topic_explain_marks(table);
}

/* ---- A family ---- */

/* The metrics of a benchmark that have samples and are not checks of others. */
static const struct metric *const *family_metrics(struct topic *topic, const struct bench *bench,
						  size_t *count)
{
	size_t all;
	const struct metric *metrics = topic_metrics(topic, bench->info->name, &all), **kept;

	*count = 0;
	kept = tables_allocate(topic->tables, all, sizeof(*kept));
	if (topic_has_shown(topic, metrics, all))
		return kept;
	for (size_t i = 0; i < all; i++) {
		if (metric_has_samples(&metrics[i]) && !metrics[i].is_doubled)
			kept[(*count)++] = &metrics[i];
	}
	return kept;
}

static size_t family_length(const char *bench)
{
	return strcspn(bench, ".");
}

static void family_add(struct topic *topic, const char *section, const char *family)
{
	const struct result *result = topic->analysis->result;
	const struct metric **singles = tables_allocate(topic->tables, result->bench_count,
							sizeof(*singles));
	size_t single_count = 0, length = strlen(family);

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];
		const struct metric *const *metrics;
		size_t count;

		if (family_length(bench->info->name) != length ||
		    strncmp(bench->info->name, family, length) != 0)
			continue;
		metrics = family_metrics(topic, bench, &count);
		if (count == 1)
			singles[single_count++] = metrics[0];
		else if (count > 1)
			family_add_bench(topic, section, metrics, count);
	}
	family_add_singles(topic, section, family, singles, single_count);
}

/* The heading for the family: "Power" for power.pause. */
static const char *section_of(struct topic *topic, const char *bench)
{
	char *section = (char *)tables_text(topic->tables, "%.*s", (int)family_length(bench),
					    bench);

	section[0] = (char)toupper((unsigned char)section[0]);
	return section;
}

void topic_family(struct topic *topic, const char *section, const char *family)
{
	const struct result *result = topic->analysis->result;

	if (family != NULL) {
		family_add(topic, section, family);
		return;
	}
	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];
		const struct metric *const *metrics;
		size_t count;

		metrics = family_metrics(topic, bench, &count);
		if (count > 0)
			family_add_bench(topic, section_of(topic, bench->info->name), metrics,
					 count);
	}
}
