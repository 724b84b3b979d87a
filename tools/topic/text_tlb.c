/* What translating addresses costs: numbers of pages down, page sizes across. */
#include <inttypes.h>
#include <stdio.h>

#include "tools/record/point.h"
#include "tools/topic/report.h"

#define LABEL_COLUMNS 10
#define CELL_COLUMNS 16
#define PAGE_SIZES_MAX 3

/* The least value of a parameter above the given one; 0 at the end. */
static uint64_t text_tlb_next_value(const struct bench *bench, const char *parameter,
				    uint64_t above)
{
	uint64_t least = 0, value;

	for (size_t i = 0; i < bench->series_count; i++) {
		if (point_number(bench->series[i].info->point, parameter, &value) &&
		    value > above && (least == 0 || value < least))
			least = value;
	}
	return least;
}

static size_t page_sizes_of(const struct bench *bench, uint64_t sizes[PAGE_SIZES_MAX])
{
	uint64_t size = 0;
	size_t count = 0;

	while (count < PAGE_SIZES_MAX &&
	       (size = text_tlb_next_value(bench, "page_bytes", size)) != 0)
		sizes[count++] = size;
	return count;
}

static void text_tlb_write_cell(const struct report *report, const struct bench *bench,
				uint64_t page_bytes, uint64_t pages)
{
	char point[2 * POINT_TEXT_MAX];

	snprintf(point, sizeof(point), "page_bytes=%" PRIu64 " pages=%" PRIu64, page_bytes, pages);
	report_median_cell(report, bench, point, CELL_COLUMNS, 2);
}

static void text_tlb_write_heads(const struct report *report, const uint64_t *sizes, size_t count)
{
	char size[POINT_TEXT_MAX], head[2 * POINT_TEXT_MAX];

	report_styled(report, STYLE_DIM, "  %-*s", LABEL_COLUMNS, "pages");
	for (size_t i = 0; i < count; i++) {
		snprintf(head, sizeof(head), "of %s", point_size(sizes[i], size));
		report_styled(report, STYLE_DIM, "%*s", CELL_COLUMNS, head);
	}
	putc('\n', report->out);
}

void report_tlb(const struct report *report)
{
	const struct bench *bench = result_bench(report->analysis->result, TLB_BENCH);
	uint64_t sizes[PAGE_SIZES_MAX], pages = 0;
	size_t count;

	if (bench == NULL || bench->series_count == 0 || !report_wants(report, TLB_BENCH))
		return;
	count = page_sizes_of(bench, sizes);
	report_styled(report, STYLE_HEADING, "\nTranslation: median %s a load from one line in "
		      "each page (" TLB_BENCH ")\n",
		      report->analysis->ns_per_tick > 0 ? "ns" : "instructions");
	text_tlb_write_heads(report, sizes, count);
	while ((pages = text_tlb_next_value(bench, "pages", pages)) != 0) {
		fprintf(report->out, "  %-*" PRIu64, LABEL_COLUMNS, pages);
		for (size_t i = 0; i < count; i++)
			text_tlb_write_cell(report, bench, sizes[i], pages);
		putc('\n', report->out);
	}
	if (report->analysis->time_base == TIME_EMULATED)
		fputs("  An emulator's: it caches translations in software, "
		      "by small pages alone.\n", report->out);
}
