/* The validation experiment: the same event measured by the idle loop, by the handler and by the
 * program that waits for it, and what lies between the three. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/record/point.h"
#include "tools/stats/stats.h"
#include "tools/topic/text_idle.h"

#define LABEL_COLUMNS 26
#define LABEL_CHARS 256
#define CELL_COLUMNS 10

/* The stage of a benchmark that says how much work its event is. */
#define KNOWN_STAGE "known_work"

enum {IDLE_LOOP, HANDLER, APPLICATION, LATE, WAYS};

/* Medians over the trials of a run; has_… : some trial had it. */
struct ways {
	double medians[WAYS];
	bool has[WAYS];
};

static bool has_way(const struct idle_trial *trial, int way)
{
	return way == IDLE_LOOP ? trial->has_idle_loop : way == LATE ? trial->has_late : true;
}

static uint64_t ticks_of(const struct idle_trial *trial, int way)
{
	const uint64_t ticks[WAYS] = {
		trial->idle_loop, trial->handler, trial->application, trial->late,
	};

	return ticks[way];
}

static struct ways medians_of(const struct idle_view *view, const struct idle_run *run)
{
	double *values = calloc(run->trial_count + 1, sizeof(*values));
	struct ways ways = {0};

	for (int way = 0; way < WAYS && values != NULL; way++) {
		struct stats stats;
		size_t count = 0;

		for (size_t i = 0; i < run->trial_count; i++) {
			if (has_way(&run->trials[i], way))
				values[count++] = idle_length(view, ticks_of(&run->trials[i], way));
		}
		stats_describe(values, count, &stats);
		ways.medians[way] = stats.median;
		ways.has[way] = count > 0;
	}
	free(values);
	return ways;
}

/* The work that the benchmark did for its event, if it says. Returns false if not. */
static bool find_known(const struct idle_view *view, const struct idle_run *run, double *known)
{
	const struct bench *bench = result_bench(view->analysis->result, run->trace->bench);

	for (size_t i = 0; bench != NULL && i < bench->series_count; i++) {
		const struct series *series = &bench->series[i];

		if (series->warm.count == 0 || strcmp(series->info->stage, KNOWN_STAGE) != 0 ||
		    strcmp(series->info->point, run->trace->info->point) != 0)
			continue;
		*known = idle_length(view, series->warm.values[series->warm.count - 1]);
		return true;
	}
	return false;
}

static void text_trials_write_cell(const struct report *report, const struct idle_view *view,
				   bool has, double value)
{
	if (has)
		report_units(report, view, value, CELL_COLUMNS);
	else
		fprintf(report->out, "%*s", CELL_COLUMNS, "-");
}

static void text_trials_write_trials(const struct report *report, const struct idle_view *view,
				     const struct idle_run *run)
{
	struct ways ways = medians_of(view, run);
	char label[LABEL_CHARS];
	double known = 0;
	bool has_known = find_known(view, run, &known);

	strcpy(label, "  ");
	idle_run_label(run, label + strlen(label), sizeof(label) - strlen(label));
	report_label(report, label, LABEL_COLUMNS);
	fprintf(report->out, "%4zu", run->trial_count);
	text_trials_write_cell(report, view, has_known, known);
	for (int way = 0; way <= APPLICATION; way++)
		text_trials_write_cell(report, view, ways.has[way], ways.medians[way]);
	text_trials_write_cell(report, view, has_known && ways.has[IDLE_LOOP],
			       ways.medians[IDLE_LOOP] - known);
	text_trials_write_cell(report, view, ways.has[IDLE_LOOP],
			       ways.medians[IDLE_LOOP] - ways.medians[APPLICATION]);
	text_trials_write_cell(report, view, ways.has[LATE], ways.medians[LATE]);
	putc('\n', report->out);
}

void report_idle_trials(const struct report *report, const struct idle_view *view)
{
	bool has_head = false;

	for (size_t i = 0; i < view->run_count; i++) {
		if (view->runs[i].trial_count == 0)
			continue;
		if (!has_head)
			report_styled(report, STYLE_HEADING, "\nOne event, measured in three ways: "
				      "median %s\n%-*s%4s%10s%10s%10s%10s%10s%10s%10s\n",
				      view->scale.unit, LABEL_COLUMNS, "", "n", "work", "idle loop",
				      "handler", "program", "- work", "- program", "late");
		has_head = true;
		text_trials_write_trials(report, view, &view->runs[i]);
	}
	if (!has_head)
		return;
	fputs("  ", report->out);
	report_wrapped(report, 2, "work: what the program does, as known beforehand. idle loop: by "
		       "how much its passes were too long. handler: from its first instruction to "
		       "its return. program: by its own time stamps, from when it has the event to "
		       "when its work is done. - work: what the idle loop sees beyond that, the "
		       "interrupt's path. - program: what the program's time stamps miss. late: "
		       "the handler's first instruction after the interrupt was due.");
}
