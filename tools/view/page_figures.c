/* The figures that most people want, each on a card: value, interval, and what it is. */
#include <err.h>
#include <inttypes.h>
#include <string.h>

#include "tools/base/escape.h"
#include "tools/record/point.h"
#include "tools/topic/report.h"
#include "tools/view/page.h"

/* By name, in the order of the page; those that the run does not have are left out. */
static const struct wanted {
	const char *what;
	struct figure_name figure;
} wanted[] = {
	{"a null system call and back", {"entry.null_syscall", "path=syscall", ""}},
	{"an interrupt to oneself, in all", {"irq.self_ipi", STAMPED_POINT, "total"}},
	{"a page fault, trap and return",
	 {"fault.not_present", "ring=0 action=trap page_bytes=4096", "total"}},
	{"a page fault that maps a page",
	 {"fault.not_present", "ring=3 action=map page_bytes=4096", "total"}},
	{"a switch between threads", {"os.switch_thread", "", ""}},
	{"a switch between address spaces", {"os.switch_space", "pcid=off", ""}},
	{"a thread made, run and joined", {"os.thread_run", "", ""}},
};

static void write_card(FILE *file, const char *what, const char *value, const char *unit,
		       const char *range)
{
	fputs("<li><span class=what>", file);
	escape_xml(file, what);
	fprintf(file, "</span><b>%s <small>", value);
	escape_xml(file, unit);
	fputs("</small></b><span class=range>", file);
	escape_xml(file, range);
	fputs("</span></li>\n", file);
}

static const struct series *find_series(const struct bench *bench, const struct figure_name *name)
{
	for (size_t i = 0; bench != NULL && i < bench->series_count; i++) {
		const struct wire_series *info = bench->series[i].info;

		if (strcmp(info->point, name->point) == 0 && strcmp(info->stage, name->stage) == 0)
			return &bench->series[i];
	}
	return NULL;
}

static const char *range_text(struct charts *charts, const struct reading *reading)
{
	const struct stats *stats = &reading->stats;

	if (charts->analysis->time_base == TIME_INSTRUCTIONS && stats->min == stats->max)
		return "exact";
	if (!stats->has_interval)
		return "n is too small for an interval";
	return chart_text(charts, "95 %%: %s to %s",
			    chart_figure(charts, stats->median_low),
			    chart_figure(charts, stats->median_high));
}

static void page_figures_write_figure(struct charts *charts, const struct wanted *figure,
				      FILE *file)
{
	const struct bench *bench = result_bench(charts->analysis->result, figure->figure.bench);
	struct reading reading;

	if (chart_read(charts, bench, find_series(bench, &figure->figure), &reading))
		write_card(file, figure->what, chart_figure(charts, reading.stats.median),
			   reading.unit, range_text(charts, &reading));
}

/* A point of the memory curve, at a page size and a size. */
static void write_load(struct charts *charts, uint64_t page_bytes, uint64_t size_bytes, FILE *file)
{
	const struct bench *bench = result_bench(charts->analysis->result, MEMORY_CURVE_BENCH);
	char point[2 * POINT_TEXT_MAX], size[POINT_TEXT_MAX];
	const struct figure_name name = {MEMORY_CURVE_BENCH, point, ""};
	struct reading reading;

	snprintf(point, sizeof(point), "page_bytes=%" PRIu64 " size_bytes=%" PRIu64, page_bytes,
		 size_bytes);
	if (!chart_read(charts, bench, find_series(bench, &name), &reading))
		return;
	write_card(file,
		   chart_text(charts, "a load in a working set of %s",
			      point_size(size_bytes, size)),
		   chart_figure(charts, reading.stats.median), reading.unit,
		   range_text(charts, &reading));
}

/* The first and the last point of the curve of the smallest pages. */
static void page_figures_write_memory(struct charts *charts, FILE *file)
{
	const struct curve *curve = &charts->analysis->curves[0];

	if (charts->analysis->curve_count == 0 || curve->point_count == 0)
		return;
	write_load(charts, curve->page_bytes, curve->points[0].size_bytes, file);
	write_load(charts, curve->page_bytes, curve->points[curve->point_count - 1].size_bytes,
		   file);
}

/* The best rate at the largest size that was read. */
static void write_bandwidth(struct charts *charts, FILE *file)
{
	const struct analysis *analysis = charts->analysis;
	const struct bench *bench = result_bench(analysis->result, "mem.bandwidth.read");
	char size[POINT_TEXT_MAX], range[2 * POINT_TEXT_MAX];
	uint64_t largest = 0, bytes;
	double best = 0;

	for (size_t i = 0; bench != NULL && i < bench->series_count; i++) {
		const struct series *series = &bench->series[i];
		double rate = analysis_bandwidth(analysis, bench, series);

		if (!point_number(series->info->point, "size_bytes", &bytes) || bytes < largest)
			continue;
		best = bytes > largest || rate > best ? rate : best;
		largest = bytes;
	}
	if (!(best > 0))
		return;
	snprintf(range, sizeof(range), "in a working set of %s, the fastest way",
		 point_size(largest, size));
	write_card(file, "reading memory", chart_figure(charts, best),
		   analysis->ns_per_tick > 0 ? "GB/s" : "bytes an instruction", range);
}

char *page_figures(struct charts *charts)
{
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	if (file == NULL)
		err(2, "out of memory");
	page_figures_write_memory(charts, file);
	write_bandwidth(charts, file);
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
		page_figures_write_figure(charts, &wanted[i], file);
	if (fclose(file) != 0)
		err(2, "out of memory");
	return text;
}
