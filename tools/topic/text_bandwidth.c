/* Bandwidth: a table for each number of CPUs at once, sizes and register widths down, operations
 * across. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/record/point.h"
#include "tools/topic/report.h"

#define SIZE_COLUMNS 10
#define WIDTH_COLUMNS 8
#define CELL_COLUMNS 10
#define NAME_MAX_BYTES 64
#define POINT_BYTES_MAX (3 * POINT_TEXT_MAX)

static const char *const operations[] = {
	"read", "write", "fill", "copy", "nt_write", "nt_copy", "rep_movsb", "rep_stosb",
};
#define OPERATIONS (sizeof(operations) / sizeof(operations[0]))

/* In the order of the rows; "byte" is that of the string instructions. */
static const char *const widths[] = {"64", "sse2", "avx2", "avx512", "byte"};
#define WIDTHS (sizeof(widths) / sizeof(widths[0]))

static const struct bench *bench_of(const struct report *report, const char *operation)
{
	char name[NAME_MAX_BYTES];

	snprintf(name, sizeof(name), "mem.bandwidth.%s", operation);
	return report_wants(report, name) ? result_bench(report->analysis->result, name) : NULL;
}

/* The least value of a parameter above the given one in any of the benchmarks, at the given number
 * of CPUs unless that is 0; 0 at the end. */
static uint64_t text_bandwidth_next_value(const struct report *report, const char *parameter,
					  uint64_t above, uint64_t cpus)
{
	uint64_t least = 0, value, at_cpus;

	for (size_t i = 0; i < OPERATIONS; i++) {
		const struct bench *bench = bench_of(report, operations[i]);

		for (size_t j = 0; bench != NULL && j < bench->series_count; j++) {
			const char *point = bench->series[j].info->point;

			if (point_number(point, parameter, &value) && value > above &&
			    (least == 0 || value < least) &&
			    point_number(point, "cpus", &at_cpus) && (cpus == 0 || cpus == at_cpus))
				least = value;
		}
	}
	return least;
}

static double rate_of(const struct report *report, const struct bench *bench, const char *point)
{
	return bench == NULL ? 0
		: analysis_bandwidth(report->analysis, bench, report_series(bench, point));
}

static void text_bandwidth_write_heads(const struct report *report)
{
	fprintf(report->out, "  ");
	report_styled(report, STYLE_DIM, "%-*s%-*s", SIZE_COLUMNS, "size", WIDTH_COLUMNS, "width");
	for (size_t i = 0; i < OPERATIONS; i++)
		report_styled(report, STYLE_DIM, "%*s", CELL_COLUMNS, operations[i]);
	putc('\n', report->out);
}

/* One row, if any operation has a figure in it. Returns whether it had. */
static bool text_bandwidth_write_row(const struct report *report, uint64_t cpus,
				     uint64_t size_bytes, const char *width, const char *label)
{
	char point[POINT_BYTES_MAX], number[REPORT_NUMBER_MAX];
	double rates[OPERATIONS];
	bool has_any = false;

	snprintf(point, sizeof(point), "cpus=%" PRIu64 " width=%s size_bytes=%" PRIu64, cpus, width,
		 size_bytes);
	for (size_t i = 0; i < OPERATIONS; i++) {
		rates[i] = rate_of(report, bench_of(report, operations[i]), point);
		has_any = has_any || rates[i] > 0;
	}
	if (!has_any)
		return false;
	fprintf(report->out, "  %-*s%-*s", SIZE_COLUMNS, label, WIDTH_COLUMNS, width);
	for (size_t i = 0; i < OPERATIONS; i++)
		fprintf(report->out, "%*s", CELL_COLUMNS,
			rates[i] > 0 ? report_number(rates[i], 2, number) : "");
	putc('\n', report->out);
	return true;
}

static void text_bandwidth_write_table(const struct report *report, uint64_t cpus)
{
	char size[POINT_TEXT_MAX];
	uint64_t size_bytes = 0;

	text_bandwidth_write_heads(report);
	while ((size_bytes = text_bandwidth_next_value(report, "size_bytes", size_bytes, cpus)) !=
	       0) {
		const char *label = point_size(size_bytes, size);

		for (size_t i = 0; i < WIDTHS; i++) {
			if (text_bandwidth_write_row(report, cpus, size_bytes, widths[i], label))
				label = "";
		}
	}
}

static void write_caution(const struct report *report, uint64_t cpus)
{
	if (report->analysis->time_base != TIME_EMULATED)
		return;
	fputs("  An emulator's own speed: its string instructions go byte by byte, which no CPU's "
	      "do.\n", report->out);
	if (cpus > 1)
		fputs("  Without a free CPU of the host for each of these it is the waiting that "
		      "is measured.\n", report->out);
}

void report_bandwidth(const struct report *report)
{
	bool is_time = report->analysis->ns_per_tick > 0;
	uint64_t cpus = 0;

	while ((cpus = text_bandwidth_next_value(report, "cpus", cpus, 0)) != 0) {
		report_styled(report, STYLE_HEADING, "\nBandwidth: %s, %" PRIu64 " CPU%s "
			      "(mem.bandwidth)\n", is_time ? "GB/s" : "bytes an instruction", cpus,
			      cpus == 1 ? "" : "s at once, all together");
		text_bandwidth_write_table(report, cpus);
		write_caution(report, cpus);
	}
}
