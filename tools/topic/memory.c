/* SPDX-License-Identifier: MIT */
/* Memory latency: a curve for each page size and its plateaus. Next to them are the caches by CPUID
 * and the reference values of the processor. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tools/analysis/reference.h"
#include "tools/base/bits.h"
#include "tools/record/point.h"
#include "tools/table/number.h"
#include "tools/topic/topic.h"

#define SECTION "Memory"
#define MARKS_MAX 8
#define OVERLAYS_MAX 16

static const char caches_of_host[] =
	"These are caches of the emulator's host, not those that CPUID reports.";

#define LINES_OF_LEVELS \
	"Dashed: latency of each fitted level, up to its capacity; the curve nears it as fewer " \
	"loads hit the previous level."
#define LINES_OF_CACHES " Dotted: cache sizes by CPUID."

/* ---- The curve ---- */

static const char *memory_note(const struct analysis *analysis)
{
	switch (analysis->time_base) {
	case TIME_INSTRUCTIONS:
		return "The curve of instructions is flat: caches do not change them.";
	case TIME_EMULATED:
		return caches_of_host;
	case TIME_REAL:
	case TIME_UNKNOWN:
		break;
	}
	return "";
}

/* ---- Overlays of the chart ---- */

struct overlays {
	struct topic *topic;
	struct chart_layer *layers;
	size_t count;
};

static void overlays_add(struct overlays *overlays, const char *name, enum chart_style style,
			 const struct chart_point *points, size_t count)
{
	if (overlays->count < OVERLAYS_MAX)
		overlays->layers[overlays->count++] = (struct chart_layer){
			.name = name,
			.style = style,
			.points = points,
			.count = count,
		};
}

static bool memory_is_largest_cache(const struct topic *topic, const struct wire_cache *cache)
{
	const struct record_list *caches = &topic->analysis->result->records[WIRE_cache];

	for (size_t i = 0; i < caches->count; i++) {
		if (caches->items[i].cache.size_bytes > cache->size_bytes)
			return false;
	}
	return true;
}

/* "L1 32 KiB" for a level that is a cache confirmed by CPUID; "memory" for the level after the
 * largest cache; otherwise NULL. */
static const char *memory_level_name(struct topic *topic, const struct curve *curve, size_t level)
{
	const struct wire_cache *cache = curve->caches[level];
	const struct wire_cache *before = level > 0 ? curve->caches[level - 1] : NULL;
	char size[POINT_TEXT_MAX];

	if (cache != NULL)
		return tables_text(topic->tables, "L%" PRIu64 " %s", cache->level,
				   point_size(cache->size_bytes, size));
	if (curve->plateaus[level].is_last && before != NULL &&
	    memory_is_largest_cache(topic, before))
		return "memory";
	return NULL;
}

/* Ticks of the slowest point. */
static double memory_highest(const struct curve *curve)
{
	double highest = 0;

	for (size_t i = 0; i < curve->point_count; i++)
		highest = fmax(highest, curve->points[i].value);
	return highest;
}

/* Whether no point is as slow as the level. Then caches still serve some loads at the largest
 * size. */
static bool memory_is_extrapolated(const struct curve *curve, const struct plateau *plateau)
{
	return plateau->level > memory_highest(curve);
}

/* The first curve that has levels. If no curve has levels, the first curve. */
static const struct curve *memory_curve_with_levels(const struct analysis *analysis)
{
	for (size_t i = 0; i < analysis->curve_count; i++) {
		if (analysis->curves[i].plateau_count > 0)
			return &analysis->curves[i];
	}
	return &analysis->curves[0];
}

/* Plateaus of the smallest pages that have some, each in its own layer because they are not
 * connected. */
static void overlays_add_plateaus(struct overlays *overlays, const struct curve *curve)
{
	uint64_t last = curve->points[curve->point_count - 1].size_bytes;
	char pages[POINT_TEXT_MAX], number[NUMBER_TEXT_MAX];
	struct topic *topic = overlays->topic;
	const char *name = tables_text(overlays->topic->tables, "levels fitted, pages of %s",
				       point_size(curve->page_bytes, pages));

	for (size_t i = 0; i < curve->plateau_count; i++) {
		const struct plateau *plateau = &curve->plateaus[i];
		struct chart_point *ends = tables_allocate(overlays->topic->tables, 2,
							   sizeof(*ends));
		double level = topic_time(topic, plateau->level);
		const char *level_name = memory_level_name(topic, curve, i);

		ends[0] = (struct chart_point){
			.x = (double)plateau->begins_bytes,
			.y = level,
			.text = level_name != NULL
					? level_name
					: tables_text(topic->tables, "level %zu", i + 1),
			.short_text = tables_text(topic->tables, "%s%s",
						  number_unit_text(
							  level, topic_time_unit(topic), number),
						  memory_is_extrapolated(curve, plateau)
							  ? " (extrapolated)" : ""),
		};
		ends[1] = (struct chart_point){
			.x = (double)(plateau->is_last ? last : plateau->ends_bytes), .y = level};
		overlays_add(overlays, i == 0 ? name : NULL, CHART_REFERENCE, ends, 2);
	}
}

/* Add the reference values as points. The note gives their source. */
static void overlays_add_references(struct overlays *overlays)
{
	struct topic *topic = overlays->topic;
	const struct wire_cpu *cpu = result_cpu(topic->analysis->result);
	const char *brand = cpu != NULL ? cpu->brand : "";
	const struct reference *reference = reference_next(NULL, brand, MEMORY_CURVE_BENCH);
	struct chart_point *points;
	size_t count = 0;

	if (topic->analysis->time_base != TIME_REAL || reference == NULL)
		return;
	points = tables_allocate(topic->tables, REFERENCES_MAX, sizeof(*points));
	for (; reference != NULL; reference = reference_next(reference, brand, MEMORY_CURVE_BENCH))
		points[count++] = (struct chart_point){
			.x = reference->size_bytes,
			.y = reference->ns,
			.hover = tables_text(topic->tables, "%s: %g %s, by %s",
					     reference->operation, reference->value,
					     reference->unit, reference->source),
		};
	overlays_add(overlays, "reference by others", CHART_POINTS, points, count);
}

/* Skipped in an emulator: its CPUID does not describe the measured caches. */
static void memory_mark_caches(struct topic *topic, struct chart *chart)
{
	const struct record_list *caches = &topic->analysis->result->records[WIRE_cache];
	struct chart_mark *marks = tables_allocate(topic->tables, MARKS_MAX, sizeof(*marks));
	char size[POINT_TEXT_MAX];

	for (size_t i = 0; i < caches->count && chart->mark_count < MARKS_MAX; i++) {
		const struct wire_cache *cache = &caches->items[i].cache;

		if (topic->analysis->time_base == TIME_REAL && cache->size_bytes > 0 &&
		    strcmp(cache->type, "instruction") != 0)
			marks[chart->mark_count++] = (struct chart_mark){
				(double)cache->size_bytes,
				tables_text(topic->tables, "L%" PRIu64 ", %s", cache->level,
					    point_size(cache->size_bytes, size)),
			};
	}
	chart->marks = marks;
}

static void memory_draw(struct topic *topic, struct table *table)
{
	const struct curve *curve = memory_curve_with_levels(topic->analysis);
	struct overlays overlays = {
		.topic = topic,
		.layers = tables_allocate(topic->tables, OVERLAYS_MAX, sizeof(*overlays.layers)),
	};

	table->chart = (struct chart){
		.kind = CHART_CURVES,
		.names = {"page_bytes"},
		.x = "size_bytes",
		.y = "median",
		.x_axis = {.label = "working set", .is_log = true, .is_size = true},
		.y_axis = {.label = tables_text(topic->tables, "a load, in %s",
						topic_time_unit(topic)),
			   .is_log = true},
	};
	overlays_add_references(&overlays);
	overlays_add_plateaus(&overlays, curve);
	table->chart.layers = overlays.layers;
	table->chart.layer_count = overlays.count;
	memory_mark_caches(topic, &table->chart);
	if (topic->analysis->time_base == TIME_REAL)
		table->chart.note = LINES_OF_LEVELS LINES_OF_CACHES;
	else if (curve->plateau_count > 0)
		table->chart.note = LINES_OF_LEVELS;
}

static void memory_add_curve(struct topic *topic)
{
	const char *unit = topic_time_unit(topic);
	const struct column columns[] = {
		{"size_bytes", COLUMN_BYTES, COLUMN_KEY, "size", NULL},
		{"page_bytes", COLUMN_BYTES, COLUMN_KEY | COLUMN_ACROSS, "pages of", NULL},
		{"ticks", COLUMN_NUMBER, 0, "ticks", NULL},
		{"median", COLUMN_QUANTITY, COLUMN_BAR, unit, unit},
		{"n", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
	};
	size_t count;
	const struct metric *metrics = topic_metrics(topic, MEMORY_CURVE_BENCH, &count);
	struct table *table;

	if (count == 0 || topic->analysis->curve_count == 0)
		return;
	table = topic_table(topic, SECTION, MEMORY_CURVE_BENCH,
			    "Pointer-chase latency, by working set and page size", columns,
			    sizeof(columns) / sizeof(columns[0]));
	table->note = memory_note(topic->analysis);
	for (size_t i = 0; i < count; i++) {
		const struct metric *metric = &metrics[i];
		const struct stats stats = metric_stats(metric);
		const struct quantity median = quantity_of(&stats, topic_is_exact(topic));
		uint64_t page_bytes, size_bytes;

		if (!analysis_is_curve_point(metric, &page_bytes, &size_bytes))
			continue;
		table_row(table)->is_detail = !is_power_of_two(size_bytes);
		cell_count(table_at(table, "size_bytes"), size_bytes);
		cell_count(table_at(table, "page_bytes"), page_bytes);
		if (topic->analysis->ns_per_tick > 0)
			cell_number(table_at(table, "ticks"), metric->warm.summary.ticks.median);
		cell_quantity(table_at(table, "median"), &median);
		cell_count(table_at(table, "n"), stats.n);
		topic_shows(topic, metric);
	}
	memory_draw(topic, table);
}

/* ---- Plateaus ---- */

static void memory_add_plateau(struct topic *topic, struct table *table, const struct curve *curve,
			       size_t number)
{
	const struct plateau *plateau = &curve->plateaus[number];
	const struct wire_cache *cache = curve->caches[number];
	double scale = topic->analysis->ns_per_tick;
	char size[POINT_TEXT_MAX];

	table_row(table);
	cell_count(table_at(table, "page_bytes"), curve->page_bytes);
	cell_number(table_at(table, "level_ticks"), plateau->level);
	if (scale > 0)
		cell_quantity(table_at(table, "level_ns"), &(struct quantity){
				      .value = plateau->level * scale,
				      .low = plateau->level_low * scale,
				      .high = plateau->level_high * scale,
				      .interval = plateau->has_interval ? INTERVAL_95
									: INTERVAL_NONE,
				      .is_estimated = true,
			      });
	cell_count(table_at(table, "begins_bytes"), plateau->begins_bytes);
	if (!plateau->is_last)
		cell_count(table_at(table, "ends_bytes"), plateau->ends_bytes);
	if (!plateau->is_last && plateau->has_interval) {
		cell_count(table_at(table, "ends_low"), plateau->ends_low);
		cell_count(table_at(table, "ends_high"), plateau->ends_high);
	}
	if (cache != NULL)
		cell_text(table_at(table, "cache"),
			  "L%" PRIu64 " %s, %s", cache->level, cache->type,
			  point_size(cache->size_bytes, size));
	if (memory_level_name(topic, curve, number) != NULL)
		cell_string(table_at(table, "name"), memory_level_name(topic, curve, number));
	if (scale > 0 && memory_is_extrapolated(curve, plateau))
		cell_number(table_at(table, "measured_ns"), memory_highest(curve) * scale);
}

static void note_modules(struct topic *topic, struct table *table)
{
	double row_ns = modules_row_ns(topic->analysis->result);

	if (row_ns > 0)
		table->note = tables_join(
			topic->tables, table->note, " ",
			tables_text(topic->tables, "By SPD, a load that opens another row takes at "
				    "least %g ns in the modules (tRP + tRCD + CL).", row_ns));
}

static void note_extrapolated(struct topic *topic, struct table *table, const struct curve *curve)
{
	const struct plateau *last = &curve->plateaus[curve->plateau_count - 1];
	char size[POINT_TEXT_MAX], number[NUMBER_TEXT_MAX];

	if (curve->plateau_count == 0 || !memory_is_extrapolated(curve, last))
		return;
	point_size(curve->page_bytes, size);
	table->note = tables_join(
		topic->tables, table->note, " ",
		tables_text(topic->tables, "The last level of pages of %s is extrapolated: the "
			    "slowest point takes %s.", size,
			    number_unit_text(topic_time(topic, memory_highest(curve)),
					     topic_time_unit(topic), number)));
}

/* Whether a plateau of any curve was matched with the cache. */
static bool is_found(const struct analysis *analysis, const struct wire_cache *cache)
{
	for (size_t i = 0; i < analysis->curve_count; i++) {
		const struct curve *curve = &analysis->curves[i];

		for (size_t j = 0; j < curve->plateau_count; j++) {
			if (curve->caches[j] == cache)
				return true;
		}
	}
	return false;
}

static void note_missing_caches(struct topic *topic, struct table *table)
{
	const struct record_list *caches = &topic->analysis->result->records[WIRE_cache];
	char size[POINT_TEXT_MAX];

	for (size_t i = 0; i < caches->count; i++) {
		const struct wire_cache *cache = &caches->items[i].cache;

		if (strcmp(cache->type, "instruction") != 0 && !is_found(topic->analysis, cache))
			table->note = tables_join(
				topic->tables, table->note, " ",
				tables_text(topic->tables,
					    "No level ends near CPUID's L%" PRIu64 " of %s.",
					    cache->level, point_size(cache->size_bytes, size)));
	}
}

static void memory_add_plateaus(struct topic *topic)
{
	static const struct column columns[] = {
		{"page_bytes", COLUMN_BYTES, COLUMN_KEY, "pages of", NULL},
		{"level_ticks", COLUMN_NUMBER, COLUMN_IMPLIED, "level, ticks", NULL},
		{"level_ns", COLUMN_QUANTITY, COLUMN_SPREAD, "ns", NULL},
		{"begins_bytes", COLUMN_BYTES, COLUMN_IMPLIED, "from", NULL},
		{"ends_bytes", COLUMN_BYTES, 0, "to", NULL},
		{"ends_low", COLUMN_BYTES, 0, "min to", NULL},
		{"ends_high", COLUMN_BYTES, 0, "max to", NULL},
		{"cache", COLUMN_TEXT, 0, "cache by CPUID", NULL},
		{"name", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		/* The slowest point, if the level is above it. */
		{"measured_ns", COLUMN_NUMBER, COLUMN_DATA, NULL, NULL},
	};
	const struct analysis *analysis = topic->analysis;
	struct table *table;
	char size[POINT_TEXT_MAX];

	if (analysis->curve_count == 0 || analysis->time_base == TIME_INSTRUCTIONS ||
	    !topic_is_selected(topic, MEMORY_CURVE_BENCH))
		return;
	table = table_begin(topic->tables, SECTION, "mem.plateaus",
			    "Memory levels fitted to the curve",
			    columns, sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < analysis->curve_count; i++) {
		for (size_t j = 0; j < analysis->curves[i].plateau_count; j++)
			memory_add_plateau(topic, table, &analysis->curves[i], j);
	}
	if (analysis->time_base == TIME_EMULATED)
		table->note = caches_of_host;
	else if (analysis->time_base == TIME_REAL)
		note_missing_caches(topic, table);
	note_modules(topic, table);
	for (size_t i = 0; i < analysis->curve_count; i++)
		note_extrapolated(topic, table, &analysis->curves[i]);
	/* Name the curves without levels, which have no rows. */
	for (size_t i = 0; i < topic->analysis->curve_count; i++) {
		const struct curve *curve = &topic->analysis->curves[i];

		if (curve->plateau_count > 0)
			continue;
		point_size(curve->page_bytes, size);
		table->note = tables_join(topic->tables, table->note, " ",
					  tables_text(topic->tables, "No levels fit the curve of "
						      "pages of %s.", size));
	}
}

/* ---- Address translation ---- */

/* Rows are numbers of pages, columns are page sizes. */
static void memory_add_translation(struct topic *topic)
{
	const char *unit = topic_time_unit(topic);
	const struct column columns[] = {
		{"pages", COLUMN_COUNT, COLUMN_KEY, NULL, NULL},
		{"page_bytes", COLUMN_BYTES, COLUMN_KEY | COLUMN_ACROSS, "pages of", NULL},
		{"median", COLUMN_QUANTITY, 0, NULL, unit},
		{"n", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
	};
	size_t count;
	const struct metric *metrics = topic_metrics(topic, TLB_BENCH, &count);
	struct table *table;

	if (count == 0)
		return;
	table = topic_table(topic, SECTION, TLB_BENCH,
			    "A load from one line in each of many pages: cost of address "
			    "translation",
			    columns, sizeof(columns) / sizeof(columns[0]));
	if (topic->analysis->time_base == TIME_EMULATED)
		table->note = "The emulator caches translations in software, for small pages only.";
	for (size_t i = 0; i < count; i++) {
		const struct stats stats = metric_stats(&metrics[i]);
		const struct quantity median = quantity_of(&stats, topic_is_exact(topic));
		uint64_t pages, page_bytes;

		if (!metric_has_samples(&metrics[i]) ||
		    !metric_parameter_number(&metrics[i], "pages", &pages) ||
		    !metric_parameter_number(&metrics[i], "page_bytes", &page_bytes))
			continue;
		table_row(table);
		cell_count(table_at(table, "pages"), pages);
		cell_count(table_at(table, "page_bytes"), page_bytes);
		cell_quantity(table_at(table, "median"), &median);
		cell_count(table_at(table, "n"), stats.n);
		topic_shows(topic, &metrics[i]);
	}
	table->chart = (struct chart){
		.kind = CHART_CURVES,
		.names = {"page_bytes"},
		.x = "pages",
		.y = "median",
		.x_axis = {.label = "pages", .is_log = true},
		.y_axis = {.label = tables_text(topic->tables, "a load, in %s", unit)},
	};
}

void topic_memory(struct topic *topic)
{
	memory_add_curve(topic);
	memory_add_plateaus(topic);
	memory_add_translation(topic);
}
