/* What most people ask of an operating system's cost, each as a multiple of the bare metal's. */
#include "tools/topic/text_overhead.h"

#include <string.h>

#include "tools/analysis/predict.h"

#define HEADLINE_COLUMNS 32

static const struct headline {
	const char *text;
	struct figure_name figure;
} headlines[] = {
	{"a null system call", {"entry.null_syscall", "path=syscall", ""}},
	{"a switch between processes", {"os.switch_space", "pcid=off", ""}},
	{"a page fault that maps a page",
	 {"fault.not_present", "ring=3 action=map page_bytes=4096", "total"}},
	{"a process made (fork)", {"os.process_create", "size_bytes=4096", ""}},
	{"a process made and run", {"os.process_run", "size_bytes=4096", ""}},
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

static void text_headlines_write_heads(const struct report *report, bool is_exact)
{
	report_styled(report, STYLE_HEADING, "\nWhat Linux costs\n");
	report_styled(report, STYLE_DIM, "%-*s%14s%18s%11s%11s\n", HEADLINE_COLUMNS,
		      "  against the metal", "ratio", is_exact ? "" : "95 % interval", "Linux",
		      "metal");
}

static void write_headline(const struct report *report, const struct headline *headline,
			   const struct metric *metric)
{
	char number[REPORT_NUMBER_MAX], high[REPORT_NUMBER_MAX];
	char interval[2 * REPORT_NUMBER_MAX + 8] = "";
	const struct estimate *ratio = &metric->contrast.ratio;

	fprintf(report->out, "  %-*s%8s times", HEADLINE_COLUMNS - 2, headline->text,
		report_number(ratio->value, 2, number));
	if (!metric->is_exact)
		snprintf(interval, sizeof(interval), "%s to %s",
			 report_number(ratio->low, 2, number), report_number(ratio->high, 2, high));
	fprintf(report->out, "%18s", interval);
	for (enum side side = SIDES; side-- > METAL;)
		fprintf(report->out, "%11s",
			report_number(metric->sides[side].median, 1, number));
	fprintf(report->out, " %s\n", metric->sides[METAL].unit);
}

const struct metric *headline_find(const struct comparison *comparison, size_t number,
				   const char **text)
{
	const struct metric *metric = find_common(comparison, &headlines[number].figure);

	*text = headlines[number].text;
	return metric != NULL && metric->contrast.has_ratio ? metric : NULL;
}

void report_headlines(const struct report *report, const struct comparison *comparison)
{
	bool begun = false;

	_Static_assert(HEADLINES == sizeof(headlines) / sizeof(headlines[0]), "not as declared");
	for (size_t i = 0; i < HEADLINES; i++) {
		const char *text;
		const struct metric *metric = headline_find(comparison, i, &text);

		if (metric == NULL)
			continue;
		if (!begun)
			text_headlines_write_heads(report, metric->is_exact);
		begun = true;
		write_headline(report, &headlines[i], metric);
	}
}
