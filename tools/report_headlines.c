/* What most people ask of an operating system's cost, each as a multiple of the bare metal's. */
#include "tools/report_overhead.h"

#include <string.h>

#include "tools/predict.h"

#define HEADLINE_COLUMNS 38

static const struct headline {
	const char *text;
	struct figure_name figure;
} headlines[] = {
	{"a null system call", {"entry.null_syscall", "path=syscall", ""}},
	{"a switch between processes", {"os.switch_space", "pcid=off", ""}},
	{"a page fault that maps a page",
	 {"fault.not_present", "ring=3 action=map page_bytes=4096", "total"}},
	{"a process made (fork)", {"os.process_create", "size_bytes=4096", ""}},
	{"a process made, run and awaited", {"os.process_run", "size_bytes=4096", ""}},
};

/* The metric of that name that both sides have, or NULL. */
static const struct metric *find_common(const struct comparison *comparison,
					const struct figure_name *name)
{
	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct metric *metric = &comparison->metrics[i];

		if (strcmp(metric->bench, name->bench) == 0 &&
		    strcmp(metric->point, name->point) == 0 &&
		    strcmp(metric->stage, name->stage) == 0 && metric_is_common(metric))
			return metric;
	}
	return NULL;
}

static void put_headline(const struct report *report, const struct headline *headline,
			 const struct metric *metric)
{
	char metal[REPORT_NUMBER_MAX], hosted[REPORT_NUMBER_MAX], ratio[REPORT_NUMBER_MAX];
	char low[REPORT_NUMBER_MAX], high[REPORT_NUMBER_MAX];
	const struct estimate *estimate = &metric->contrast.ratio;

	fprintf(report->out, "  %-*s%s times the metal's: %s against %s %s",
		HEADLINE_COLUMNS - 2, headline->text, report_number(estimate->value, 2, ratio),
		report_number(metric->sides[LINUX].median, 1, hosted),
		report_number(metric->sides[METAL].median, 1, metal), metric->sides[METAL].unit);
	if (!metric->is_exact)
		fprintf(report->out, " (%s to %s)", report_number(estimate->low, 2, low),
			report_number(estimate->high, 2, high));
	putc('\n', report->out);
}

void report_headlines(const struct report *report, const struct comparison *comparison)
{
	bool begun = false;

	for (size_t i = 0; i < sizeof(headlines) / sizeof(headlines[0]); i++) {
		const struct metric *metric = find_common(comparison, &headlines[i].figure);

		if (metric == NULL || !metric->contrast.has_ratio)
			continue;
		if (!begun)
			report_styled(report, STYLE_HEADING, "\nWhat Linux costs\n");
		begun = true;
		put_headline(report, &headlines[i], metric);
	}
}
