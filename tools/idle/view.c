/* SPDX-License-Identifier: MIT */
/* Computes the idle loops, message logs and noise reports of a run. */
#include "tools/idle/view.h"

#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/ticks.h"

/* Shorter gaps in real or emulated time are variations of clock and memory. */
#define GAP_SECONDS_MIN 100e-9


static struct event_set_scale view_scale_of(const struct analysis *analysis)
{
	const struct wire_manifest *manifest = result_manifest(analysis->result);
	double rate = manifest != NULL ? (double)manifest->tsc_hz : 0;
	struct event_set_scale scale = {rate, 1, "ticks"};

	if (analysis->time_base == TIME_INSTRUCTIONS) {
		scale.unit = "instructions";
	} else if (rate > 0) {
		scale.unit_ticks = time_ticks(1, rate, US_PER_SECOND);
		scale.unit = "µs";
	}
	return scale;
}

/* ---- Idle loops ---- */

static uint64_t gap_threshold(const struct idle_view *view, const struct idle_settings *settings)
{
	if (settings->min_gap < 0 || view->scale.ticks_per_second == 0)
		return GAP_THRESHOLD_AUTO;
	return (uint64_t)(settings->min_gap * view->scale.ticks_per_second);
}

/* Instruction counts vary only by the cost of recording a pass. */
static uint64_t least_threshold(const struct idle_view *view, const struct idle_trace *trace)
{
	if (view->analysis->time_base == TIME_INSTRUCTIONS)
		return trace->info->record_ticks;
	return (uint64_t)(GAP_SECONDS_MIN * view->scale.ticks_per_second);
}

static void make_runs(struct idle_view *view, const struct idle_settings *settings)
{
	idle_traces_find(view->analysis->result, &view->traces);
	view->runs = xcalloc(view->traces.count, sizeof(*view->runs));
	for (size_t i = 0; i < view->traces.count; i++) {
		struct idle_trace *trace = &view->traces.items[i];
		struct idle_run *run = &view->runs[view->run_count];
		const struct idle_gaps *gaps = &run->gaps;
		struct latency_event *events;
		const char *names[GAP_CAUSES_MAX];

		if (!patterns_select(settings->benches, trace->bench))
			continue;
		view->run_count++;
		run->trace = trace;
		idle_gaps_find(trace, gap_threshold(view, settings), least_threshold(view, trace),
			       &run->gaps);
		events = xcalloc(gaps->count, sizeof(*events));
		for (size_t k = 0; k < gaps->count; k++) {
			events[k].start = gaps->items[k].start;
			events[k].length = gaps->items[k].length;
			events[k].type = gaps->items[k].cause;
			run->bursts += gaps->items[k].interrupts > 0;
		}
		for (size_t k = 0; k < gaps->cause_count; k++)
			names[k] = gaps->causes[k].name;
		event_set_make(&settings->figures, &view->scale, events, gaps->count, names,
			       gaps->cause_count, &run->figures);
		free(events);
		run->trial_count = idle_trials_find(&run->gaps, &run->trials);
		if (run->gaps.session > 0)
			run->utilisation = (double)run->gaps.busy / (double)run->gaps.session;
	}
}

/* ---- Messages ---- */

/* The index of a name among the types. A new name is appended; if there are too many, the last type
 * counts all others. */
static unsigned find_or_add_type(const char **names, size_t *count, const char *name)
{
	for (size_t i = 0; i < *count; i++) {
		if (strcmp(names[i], name) == 0)
			return (unsigned)i;
	}
	if (*count == EVENT_SET_TYPES_MAX - 1)
		name = "other actions";
	if (*count < EVENT_SET_TYPES_MAX)
		names[(*count)++] = name;
	return (unsigned)*count - 1;
}

static void make_action_metrics(const struct idle_view *view, const struct idle_settings *settings,
				const struct user_actions *actions, bool are_users,
				struct event_set *figures)
{
	struct latency_event *events = xcalloc(actions->count, sizeof(*events));
	const char *names[EVENT_SET_TYPES_MAX];
	size_t count = 0, name_count = 0;

	for (size_t i = 0; i < actions->count; i++) {
		const struct user_action *action = &actions->items[i];

		if (!action->is_whole || user_action_is_by_user(action) != are_users)
			continue;
		events[count].start = action->begin;
		events[count].length = action->end - action->begin;
		events[count++].type = find_or_add_type(names, &name_count,
							user_action_name(action));
	}
	event_set_make(&settings->figures, &view->scale, events, count, names, name_count,
		       figures);
	free(events);
}

static void make_logs(struct idle_view *view, const struct idle_settings *settings)
{
	message_runs_find(view->analysis->result, &view->messages);
	view->logs = xcalloc(view->messages.count, sizeof(*view->logs));
	for (size_t i = 0; i < view->messages.count; i++) {
		struct idle_message_log *log = &view->logs[view->log_count];

		if (!patterns_select(settings->benches, view->messages.items[i].bench))
			continue;
		view->log_count++;
		log->run = &view->messages.items[i];
		make_action_metrics(view, settings, &log->run->actions, true, &log->figures);
		make_action_metrics(view, settings, &log->run->actions, false, &log->background);
		action_counts_find(&view->traces, log->run, &log->counts);
		replay_make(view->analysis->result, log->run, &log->replay);
		saves_find(view->analysis->result, log->run->info->id, &log->saves);
		operations_find(view->analysis->result, log->run,
				(uint64_t)(settings->min_duration * view->scale.ticks_per_second),
				&log->operations);
	}
}

/* ---- Noise ---- */

static void make_noise(struct idle_view *view, const struct idle_settings *settings)
{
	uint64_t limit = NOISE_LIMIT_OWN;
	size_t selected = 0;

	if (settings->limit >= 0 && view->scale.ticks_per_second > 0)
		limit = (uint64_t)(settings->limit * view->scale.ticks_per_second);
	view->noise_count = noise_find(view->analysis->result, limit, &view->noise);
	for (size_t i = 0; i < view->noise_count; i++) {
		if (patterns_select(settings->benches, view->noise[i].bench))
			view->noise[selected++] = view->noise[i];
	}
	view->noise_count = selected;
}

void idle_view_make(const struct analysis *analysis, const struct idle_settings *settings,
		    struct idle_view *view)
{
	memset(view, 0, sizeof(*view));
	view->analysis = analysis;
	view->scale = view_scale_of(analysis);
	make_runs(view, settings);
	make_logs(view, settings);
	make_noise(view, settings);
}

void idle_view_free(struct idle_view *view)
{
	for (size_t i = 0; i < view->run_count; i++) {
		idle_gaps_free(&view->runs[i].gaps);
		event_set_free(&view->runs[i].figures);
		free(view->runs[i].trials);
	}
	for (size_t i = 0; i < view->log_count; i++) {
		event_set_free(&view->logs[i].figures);
		event_set_free(&view->logs[i].background);
		action_counts_free(&view->logs[i].counts);
		replay_free(&view->logs[i].replay);
		operations_free(&view->logs[i].operations);
		saves_free(&view->logs[i].saves);
	}
	free(view->noise);
	free(view->logs);
	free(view->runs);
	message_runs_free(&view->messages);
	idle_traces_free(&view->traces);
}

/* ---- Queries ---- */

bool idle_view_is_empty(const struct idle_view *view)
{
	return view->run_count == 0 && view->log_count == 0 && view->noise_count == 0;
}

bool idle_view_passed(const struct idle_view *view)
{
	for (size_t i = 0; i < view->noise_count; i++) {
		if (view->noise[i].verdict != NOISE_PASSED)
			return false;
	}
	for (size_t i = 0; i < view->log_count; i++) {
		if (view->logs[i].replay.verdict == REPLAY_DIFFERS)
			return false;
	}
	return true;
}

double idle_length(const struct idle_view *view, uint64_t ticks)
{
	return (double)ticks / view->scale.unit_ticks;
}

double idle_time(const struct idle_view *view, uint64_t ticks)
{
	if (view->scale.ticks_per_second == 0)
		return (double)ticks;
	return ticks_time((double)ticks, view->scale.ticks_per_second, MS_PER_SECOND);
}
