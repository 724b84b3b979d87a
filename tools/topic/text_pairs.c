/* What it costs to hand a cache line from CPU to CPU: a triangle, since either way is the same, in
 * as many blocks of columns as the page needs. */
#include <inttypes.h>
#include <stdio.h>

#include "tools/record/point.h"
#include "tools/topic/report.h"

#define LABEL_COLUMNS 8
#define CELL_COLUMNS 8
#define BLOCK_CPUS ((REPORT_COLUMNS - LABEL_COLUMNS) / CELL_COLUMNS)

static uint64_t greatest_cpu(const struct bench *bench)
{
	uint64_t greatest = 0, cpu;

	for (size_t i = 0; i < bench->series_count; i++) {
		if (point_number(bench->series[i].info->point, "second_cpu", &cpu) &&
		    cpu > greatest)
			greatest = cpu;
	}
	return greatest;
}

static void text_pairs_write_cell(const struct report *report, const struct bench *bench,
				  uint64_t first, uint64_t second)
{
	char point[2 * POINT_TEXT_MAX];

	snprintf(point, sizeof(point), "first_cpu=%" PRIu64 " second_cpu=%" PRIu64, first, second);
	report_median_cell(report, bench, point, CELL_COLUMNS, 1);
}

/* The columns of CPUs from begin to before end, and the rows that have something in them. */
static void write_block(const struct report *report, const struct bench *bench, uint64_t begin,
			uint64_t end)
{
	uint64_t last = greatest_cpu(bench);

	report_styled(report, STYLE_DIM, "%-*s", LABEL_COLUMNS, "  CPU");
	for (uint64_t first = begin; first < end; first++)
		report_styled(report, STYLE_DIM, "%*" PRIu64, CELL_COLUMNS, first);
	putc('\n', report->out);
	for (uint64_t second = begin + 1; second <= last; second++) {
		report_styled(report, STYLE_DIM, "  %-*" PRIu64, LABEL_COLUMNS - 2, second);
		for (uint64_t first = begin; first < end && first < second; first++)
			text_pairs_write_cell(report, bench, first, second);
		putc('\n', report->out);
	}
}

void report_pairs(const struct report *report)
{
	const struct bench *bench = result_bench(report->analysis->result, PAIRS_BENCH);
	uint64_t last;

	if (bench == NULL || bench->series_count == 0 || !report_wants(report, PAIRS_BENCH))
		return;
	last = greatest_cpu(bench);
	report_styled(report, STYLE_HEADING, "\nCPU to CPU: median %s a line handed over "
		      "(" PAIRS_BENCH ")\n",
		      report->analysis->ns_per_tick > 0 ? "ns" : "instructions");
	for (uint64_t begin = 0; begin < last; begin += BLOCK_CPUS)
		write_block(report, bench, begin,
			    last - begin > BLOCK_CPUS ? begin + BLOCK_CPUS : last);
}
