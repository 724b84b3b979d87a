/* Runs of the idle loop: what each was, and the gaps in it. */
#include "tools/topic/text_idle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LABEL_CHARS 256
#define LONGEST_SHOWN 10

static void write_loss(const struct report *report, const struct idle_trace *trace)
{
	const struct wire_idle *info = trace->info;

	if (trace->passes_missing > 0 || trace->events_missing > 0)
		report_field(report, STYLE_BAD, "missing", "%" PRIu64 " passes and %" PRIu64
			     " events: their records were lost, or contradict the run",
			     trace->passes_missing, trace->events_missing);
	if (info->passes_lost > 0)
		report_field(report, STYLE_PLAIN, "overwritten", "%" PRIu64 " of %" PRIu64
			     " passes, the oldest: the ring holds %" PRIu64, info->passes_lost,
			     info->passes, info->capacity);
	if (info->events_lost > 0)
		report_field(report, STYLE_BAD, "not noted", "%" PRIu64 " of %" PRIu64 " events, "
			     "for lack of room: causes after that are by count alone",
			     info->events_lost, info->events);
}

static void write_loop(const struct report *report, const struct idle_view *view,
		       const struct idle_run *run)
{
	const struct wire_idle *info = run->trace->info;
	char base[REPORT_NUMBER_MAX], cost[REPORT_NUMBER_MAX];

	if (info->quantum_ticks == 0) {
		report_field(report, STYLE_PLAIN, "idle by", "%s: a gap is from the first "
			     "interrupt of a pass to its end", info->kind);
		return;
	}
	report_length_text(view, run->gaps.base, base);
	report_length_text(view, info->record_ticks, cost);
	report_field(report, STYLE_PLAIN, "idle by", "%s: an undisturbed pass takes %s %s, of "
		     "which %s to record it", info->kind, base, view->scale.unit, cost);
}

static void write_readings(const struct report *report, const struct idle_run *run)
{
	const char *readings = run->trace->info->readings;

	if (run->gaps.has_instructions)
		report_field(report, STYLE_PLAIN, "readings", "%s; %.0f instructions in an "
			     "undisturbed pass", readings, run->gaps.instructions);
	else if (readings[0] != '\0')
		report_field(report, STYLE_PLAIN, "readings", "%s", readings);
}

static void text_idle_write_run(const struct report *report, const struct idle_view *view,
				const struct idle_run *run)
{
	const struct wire_idle *info = run->trace->info;
	char threshold[REPORT_NUMBER_MAX];

	write_loop(report, view, run);
	write_readings(report, run);
	report_field(report, STYLE_PLAIN, "observed", "%.3f %s in %zu passes; ended: %s",
		     idle_time(view, run->gaps.observed), idle_time_unit(view),
		     run->trace->pass_count, info->ended);
	if (idle_start(run->trace) > run->gaps.base)
		report_field(report, STYLE_PLAIN, "not observed", "the %.3f %s before the loop "
			     "first ran: the CPU was not idle", idle_time(view,
			     idle_start(run->trace)), idle_time_unit(view));
	write_loss(report, run->trace);
	report_field(report, STYLE_PLAIN, "busy", "%.4f %%; gaps longer than %s %s: %zu",
		     100 * run->utilisation,
		     report_length_text(view, run->gaps.threshold, threshold), view->scale.unit,
		     run->gaps.count);
	report_field(report, STYLE_PLAIN, "interrupts", "%" PRIu64 " taken; gaps with an interrupt "
		     "in them: %" PRIu64, info->interrupts, run->bursts);
}

static int text_idle_by_length(const void *a, const void *b)
{
	const struct idle_gap *left = *(const struct idle_gap *const *)a;
	const struct idle_gap *right = *(const struct idle_gap *const *)b;

	if (left->length != right->length)
		return left->length < right->length ? 1 : -1;
	return (left->start > right->start) - (left->start < right->start);
}

static int text_idle_by_start(const void *a, const void *b)
{
	const struct idle_gap *left = *(const struct idle_gap *const *)a;
	const struct idle_gap *right = *(const struct idle_gap *const *)b;

	return (left->start > right->start) - (left->start < right->start);
}

static void text_idle_write_gap(const struct report *report, const struct idle_view *view,
				const struct idle_run *run, const struct idle_gap *gap)
{
	fprintf(report->out, "  %14.4f", idle_time(view, gap->start));
	report_length(report, view, gap->length, 14);
	fprintf(report->out, "%9.1f  %s", 100 * idle_utilisation(&run->gaps, gap->pass),
		run->gaps.causes[gap->cause].name);
	if (run->gaps.has_instructions)
		fprintf(report->out, ", %+.0f instructions", gap->instructions);
	putc('\n', report->out);
}

/* All gaps by time, or the longest ones. */
static void text_idle_write_gaps(const struct report *report, const struct idle_view *view,
				 const struct idle_run *run)
{
	const struct idle_gap **gaps = calloc(run->gaps.count + 1, sizeof(*gaps));
	size_t shown = run->gaps.count;

	if (gaps == NULL || shown == 0) {
		free(gaps);
		return;
	}
	for (size_t i = 0; i < shown; i++)
		gaps[i] = &run->gaps.items[i];
	if (!report->all && shown > LONGEST_SHOWN) {
		qsort(gaps, shown, sizeof(*gaps), text_idle_by_length);
		shown = LONGEST_SHOWN;
		qsort(gaps, shown, sizeof(*gaps), text_idle_by_start);
	}
	report_styled(report, STYLE_DIM, "\n  %11s %2s%14s%9s  %s\n", "start", idle_time_unit(view),
		      "length", "pass %", shown < run->gaps.count
		      ? "cause, of the longest gaps (--all: of all)" : "cause");
	for (size_t i = 0; i < shown; i++)
		text_idle_write_gap(report, view, run, gaps[i]);
	free(gaps);
}

void report_idle_runs(const struct report *report, const struct idle_view *view,
		      const struct idle_settings *settings)
{
	for (size_t i = 0; i < view->run_count; i++) {
		const struct idle_run *run = &view->runs[i];
		char label[LABEL_CHARS];

		idle_run_label(run, label, sizeof(label));
		report_styled(report, STYLE_HEADING, "\nIdle loop: %s\n", label);
		text_idle_write_run(report, view, run);
		if (run->figures.count == 0)
			continue;
		putc('\n', report->out);
		report_figures(report, view, settings, &run->figures, "gaps, by cause");
		text_idle_write_gaps(report, view, run);
	}
}

static void text_idle_write_account(const struct report *report, const struct idle_view *view)
{
	uint64_t unattached = view->traces.unattached;
	uint64_t malformed = view->traces.malformed + view->messages.malformed;

	if (unattached + malformed + view->traces.over_limit == 0)
		return;
	report_field(report, STYLE_BAD, "not used", "%" PRIu64 " records that contradict "
		     "themselves or their run, %" PRIu64 " of runs that were lost, %" PRIu64
		     " runs beyond this program's limits", malformed, unattached,
		     view->traces.over_limit);
}

void report_idle(const struct report *report, const struct idle_view *view,
		 const struct idle_settings *settings)
{
	text_idle_write_account(report, view);
	report_idle_trials(report, view);
	report_idle_runs(report, view, settings);
	report_idle_talks(report, view, settings);
	report_idle_noise(report, view);
}
