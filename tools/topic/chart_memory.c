/* The memory curve: a curve a page size, its plateaus, and beside them what CPUID claims and what
 * others have published of the processor. */
#include <inttypes.h>
#include <string.h>

#include "tools/analysis/reference.h"
#include "tools/record/point.h"
#include "tools/topic/chart.h"

#define SECTION "Memory"
#define MARKS_MAX 8

static double chart_memory_scale_of(const struct analysis *analysis)
{
	return analysis->ns_per_tick > 0 ? analysis->ns_per_tick : 1;
}

static const char *chart_memory_unit_of(const struct analysis *analysis)
{
	return analysis->ns_per_tick > 0 ? "ns" : analysis_tick_name(analysis);
}

static void chart_memory_write_curve(struct exhibit *chart, const struct curve *curve)
{
	const struct analysis *analysis = chart->of->analysis;
	char page[POINT_TEXT_MAX], size[POINT_TEXT_MAX];

	point_size(curve->page_bytes, page);
	if (!chart_curve(chart, chart_text(chart->of, "%s pages", page), CHART_LINES_POINTS,
			   curve->point_count))
		return;
	for (size_t i = 0; i < curve->point_count; i++) {
		double value = curve->points[i].value * chart_memory_scale_of(analysis);

		chart_point(chart, &(struct chart_point){
					   .x = (double)curve->points[i].size_bytes,
					   .y = value,
					   .hover = chart_text(
						   chart->of, "%s in %s pages: %s %s",
						   point_size(curve->points[i].size_bytes, size),
						   page, chart_figure(chart->of, value),
						   chart_memory_unit_of(analysis)),
				   });
	}
}

/* Those of the smallest pages, a curve each since they are apart. */
static void chart_memory_write_plateaus(struct exhibit *chart, const struct curve *curve)
{
	const struct analysis *analysis = chart->of->analysis;
	uint64_t last = curve->points[curve->point_count - 1].size_bytes;

	for (size_t i = 0; i < curve->plateau_count; i++) {
		const struct plateau *plateau = &curve->plateaus[i];
		double level = plateau->level * chart_memory_scale_of(analysis);

		if (!chart_curve(chart, i == 0 ? "plateau" : NULL, CHART_REFERENCE, 2))
			return;
		chart_point(chart, &(struct chart_point){
			.x = (double)plateau->begins_bytes, .y = level});
		chart_point(chart, &(struct chart_point){
			.x = (double)(plateau->is_last ? last : plateau->ends_bytes), .y = level});
	}
}

/* An emulator's CPUID says nothing of the caches that show. */
static void chart_memory_write_caches(struct exhibit *chart)
{
	const struct analysis *analysis = chart->of->analysis;
	const struct record_list *caches = &analysis->result->records[WIRE_cache];
	struct chart_mark *marks = chart_allocate(chart->of, MARKS_MAX, sizeof(*marks));
	size_t count = 0;
	char size[POINT_TEXT_MAX];

	for (size_t i = 0; i < caches->count && count < MARKS_MAX; i++) {
		const struct wire_cache *cache = &caches->items[i].cache;

		if (analysis->time_base == TIME_REAL && cache->size_bytes > 0 &&
		    strcmp(cache->type, "instruction") != 0)
			marks[count++] = (struct chart_mark){
				(double)cache->size_bytes,
				chart_text(chart->of, "L%" PRIu64 ", %s", cache->level,
					     point_size(cache->size_bytes, size)),
			};
	}
	chart->plot.marks = marks;
	chart->plot.mark_count = count;
}

/* As points of a curve; the note says whose they are. */
static void write_references(struct exhibit *chart)
{
	const struct wire_cpu *cpu = result_cpu(chart->of->analysis->result);
	const char *brand = cpu != NULL ? cpu->brand : "";
	const struct peer_figure *peer = peer_next(NULL, brand, MEMORY_CURVE_BENCH);

	if (chart->of->analysis->time_base != TIME_REAL || peer == NULL ||
	    !chart_curve(chart, "published by others", CHART_POINTS, PEER_FIGURES_MAX))
		return;
	for (; peer != NULL; peer = peer_next(peer, brand, MEMORY_CURVE_BENCH))
		chart_point(chart, &(struct chart_point){
			.x = peer->size_bytes, .y = peer->ns,
			.hover = chart_text(chart->of, "%s: %g %s, by %s", peer->what,
					      peer->value, peer->unit, peer->source),
		});
}

static void chart_memory_write_table(struct exhibit *chart)
{
	const struct analysis *analysis = chart->of->analysis;

	chart_columns(chart, "page_bytes", "size_bytes", chart_memory_unit_of(analysis), NULL);
	for (size_t i = 0; i < analysis->curve_count; i++) {
		const struct curve *curve = &analysis->curves[i];

		for (size_t j = 0; j < curve->point_count; j++) {
			chart_cell(chart, "%" PRIu64, curve->page_bytes);
			chart_cell(chart, "%" PRIu64, curve->points[j].size_bytes);
			chart_number(chart,
				     curve->points[j].value * chart_memory_scale_of(analysis));
		}
	}
}

static const char *chart_memory_note_of(const struct analysis *analysis)
{
	switch (analysis->time_base) {
	case TIME_INSTRUCTIONS:
		return "Counted in instructions the curve is flat: it shows no cache.";
	case TIME_EMULATED:
		return "These are the caches of the emulator's host, seen through the emulator; "
			"CPUID's are not.";
	case TIME_REAL:
		return "Dashed: plateaus found in the curve. Dotted: where CPUID says that a cache "
			"is full.";
	case TIME_UNKNOWN:
		break;
	}
	return "";
}

static void add_plateaus(struct charts *charts)
{
	const struct analysis *analysis = charts->analysis;
	struct exhibit *chart = chart_begin(charts, SECTION, "mem.plateaus",
						"Plateaus of the memory curve");
	char text[POINT_TEXT_MAX];

	chart_columns(chart, "pages", "level, ticks", "level, ns", "from", "to",
			"cache by CPUID", NULL);
	for (size_t i = 0; i < analysis->curve_count; i++) {
		const struct curve *curve = &analysis->curves[i];

		for (size_t j = 0; j < curve->plateau_count; j++) {
			const struct plateau *plateau = &curve->plateaus[j];
			const struct wire_cache *cache = curve->caches[j];

			chart_cell(chart, "%s", point_size(curve->page_bytes, text));
			chart_number(chart, plateau->level);
			chart_number(chart, plateau->level * analysis->ns_per_tick);
			chart_cell(chart, "%s", point_size(plateau->begins_bytes, text));
			chart_cell(chart, "%s", plateau->is_last ? "the end"
				     : point_size(plateau->ends_bytes, text));
			if (cache != NULL)
				chart_cell(chart, "L%" PRIu64 " %s, %s", cache->level,
					     cache->type, point_size(cache->size_bytes, text));
			else
				chart_cell(chart, "%s", "");
		}
	}
}

void chart_memory(struct charts *charts)
{
	const struct analysis *analysis = charts->analysis;
	struct exhibit *chart;

	if (analysis->curve_count == 0)
		return;
	chart = chart_begin(charts, SECTION, MEMORY_CURVE_BENCH,
				"Latency of one dependent load, by working set and page size");
	chart->note = chart_memory_note_of(analysis);
	chart->plot.x = (struct chart_axis){.label = "working set", .is_log = true,
					     .is_size = true};
	chart->plot.y = (struct chart_axis){
		.label = chart_text(charts, "a load, in %s", chart_memory_unit_of(analysis)),
		.is_log = true,
	};
	for (size_t i = 0; i < analysis->curve_count; i++)
		chart_memory_write_curve(chart, &analysis->curves[i]);
	write_references(chart);
	chart_memory_write_plateaus(chart, &analysis->curves[0]);
	chart_memory_write_caches(chart);
	chart_memory_write_table(chart);
	if (analysis->time_base != TIME_INSTRUCTIONS && analysis->curves[0].plateau_count > 0)
		add_plateaus(charts);
}
