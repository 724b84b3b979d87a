/* The memory curve: sizes down, page sizes across, then its plateaus beside what CPUID claims. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tools/record/point.h"
#include "tools/topic/report.h"

#define SIZE_COLUMNS 12
#define BAR_COLUMNS 24

static bool is_power_of_two(uint64_t value)
{
	return value != 0 && (value & (value - 1)) == 0;
}

static const struct curve_point *point_at(const struct curve *curve, uint64_t size_bytes)
{
	for (size_t i = 0; i < curve->point_count; i++) {
		if (curve->points[i].size_bytes == size_bytes)
			return &curve->points[i];
	}
	return NULL;
}

/* The least size above the given one at which any curve has a point; 0 at the end. */
static uint64_t next_size(const struct analysis *analysis, uint64_t above)
{
	uint64_t least = 0;

	for (size_t i = 0; i < analysis->curve_count; i++) {
		for (size_t j = 0; j < analysis->curves[i].point_count; j++) {
			uint64_t size = analysis->curves[i].points[j].size_bytes;

			if (size > above && (least == 0 || size < least))
				least = size;
		}
	}
	return least;
}

static void text_memory_write_heads(const struct report *report)
{
	const struct analysis *analysis = report->analysis;
	char size[POINT_TEXT_MAX];

	fprintf(report->out, "  %-*s", SIZE_COLUMNS, "");
	for (size_t i = 0; i < analysis->curve_count; i++)
		fprintf(report->out, "%12s pages",
			point_size(analysis->curves[i].page_bytes, size));
	report_styled(report, STYLE_DIM, "\n  %-*s", SIZE_COLUMNS, "size");
	for (size_t i = 0; i < analysis->curve_count; i++)
		report_styled(report, STYLE_DIM, "%9s%9s   ",
			      analysis->ns_per_tick > 0 ? "ticks" : "instr.",
			      analysis->ns_per_tick > 0 ? "ns" : "");
	putc('\n', report->out);
}

static void write_value(const struct report *report, const struct curve_point *point)
{
	char number[REPORT_NUMBER_MAX];

	fprintf(report->out, "%9s", point != NULL ? report_number(point->value, 2, number) : "-");
	if (point != NULL && report->analysis->ns_per_tick > 0)
		report_number(point->value * report->analysis->ns_per_tick, 2, number);
	else
		number[0] = '\0';
	fprintf(report->out, "%9s   ", number);
}

/* A bar as long as the logarithm of the value between the curve's least and greatest. */
static void write_bar(const struct report *report, const struct curve *curve,
		      const struct curve_point *point)
{
	double least = INFINITY, greatest = 0;
	int length;

	for (size_t i = 0; i < curve->point_count; i++) {
		least = fmin(least, curve->points[i].value);
		greatest = fmax(greatest, curve->points[i].value);
	}
	if (point == NULL || least <= 0 || greatest <= least)
		return;
	length = 1 + (int)((BAR_COLUMNS - 1) * log(point->value / least) / log(greatest / least));
	while (length-- > 0)
		fputs("▪", report->out);
}

static void text_memory_write_sizes(const struct report *report)
{
	const struct analysis *analysis = report->analysis;
	uint64_t size = 0;
	char text[POINT_TEXT_MAX];

	while ((size = next_size(analysis, size)) != 0) {
		if (!report->all && !is_power_of_two(size))
			continue;
		fprintf(report->out, "  %-*s", SIZE_COLUMNS, point_size(size, text));
		for (size_t i = 0; i < analysis->curve_count; i++)
			write_value(report, point_at(&analysis->curves[i], size));
		if (analysis->curve_count <= 3)
			write_bar(report, &analysis->curves[0],
				  point_at(&analysis->curves[0], size));
		putc('\n', report->out);
	}
}

static void text_memory_write_plateau(const struct report *report, const struct plateau *plateau,
				      const struct wire_cache *cache)
{
	const struct analysis *analysis = report->analysis;
	char number[REPORT_NUMBER_MAX], begin[POINT_TEXT_MAX], end[POINT_TEXT_MAX];

	fprintf(report->out, "%9s ticks", report_number(plateau->level, 2, number));
	if (analysis->ns_per_tick > 0)
		fprintf(report->out, "%9s ns",
			report_number(plateau->level * analysis->ns_per_tick, 2, number));
	fprintf(report->out, "   %9s to %s", point_size(plateau->begins_bytes, begin),
		plateau->is_last ? "the end" : point_size(plateau->ends_bytes, end));
	if (cache != NULL)
		fprintf(report->out, "; by CPUID L%" PRIu64 " %s is %s", cache->level, cache->type,
			point_size(cache->size_bytes, end));
	putc('\n', report->out);
}

static void text_memory_write_plateaus(const struct report *report, const struct curve *curve)
{
	char size[POINT_TEXT_MAX], label[2 * POINT_TEXT_MAX];

	snprintf(label, sizeof(label), "%s pages", point_size(curve->page_bytes, size));
	for (size_t i = 0; i < curve->plateau_count; i++) {
		fprintf(report->out, "  %-*s", SIZE_COLUMNS + 2, i == 0 ? label : "");
		text_memory_write_plateau(report, &curve->plateaus[i], curve->caches[i]);
	}
}

/* Whether a plateau of any curve was taken for the cache. */
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

static void write_missing_caches(const struct report *report)
{
	const struct record_list *caches = &report->analysis->result->records[WIRE_cache];
	char size[POINT_TEXT_MAX];

	for (size_t i = 0; i < caches->count; i++) {
		const struct wire_cache *cache = &caches->items[i].cache;

		if (strcmp(cache->type, "instruction") != 0 && !is_found(report->analysis, cache))
			fprintf(report->out, "  no plateau ends near CPUID's L%" PRIu64 " of %s\n",
				cache->level, point_size(cache->size_bytes, size));
	}
}

void report_memory_curve(const struct report *report)
{
	const struct analysis *analysis = report->analysis;

	if (analysis->curve_count == 0 || !report_wants(report, MEMORY_CURVE_BENCH))
		return;
	report_styled(report, STYLE_HEADING, "\nMemory: median of one dependent load "
		      "(" MEMORY_CURVE_BENCH ")\n");
	text_memory_write_heads(report);
	text_memory_write_sizes(report);
	if (analysis->time_base == TIME_INSTRUCTIONS) {
		fputs("  Counted in instructions the curve is flat: it shows no cache.\n",
		      report->out);
		return;
	}
	report_styled(report, STYLE_HEADING, "\nPlateaus of the memory curve\n");
	if (analysis->time_base == TIME_EMULATED)
		fputs("  These are the caches of the emulator's host, seen through the emulator; "
		      "CPUID's are not.\n", report->out);
	for (size_t i = 0; i < analysis->curve_count; i++)
		text_memory_write_plateaus(report, &analysis->curves[i]);
	if (analysis->time_base == TIME_REAL)
		write_missing_caches(report);
}
