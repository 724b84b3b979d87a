/* SPDX-License-Identifier: MIT */
/* From a log's records to all that is said of them. */
#include "tools/idle/view.h"

#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"

/* Where time is real or emulated, less is the unsteadiness of clocks and memory. */
#define GAP_SECONDS_LEAST 100e-9

#define MS_PER_SECOND 1e3
#define US_PER_SECOND 1e6

static struct event_set_scale view_scale_of(const struct analysis *analysis)
{
	const struct wire_manifest *manifest = result_manifest(analysis->result);
	double rate = manifest != NULL ? (double)manifest->tsc_hz : 0;
	struct event_set_scale scale = {rate, 1, "ticks"};

	if (analysis->time_base == TIME_INSTRUCTIONS) {
		scale.unit = "instructions";
	} else if (rate > 0) {
		scale.unit_ticks = rate / US_PER_SECOND;
		scale.unit = "µs";
	}
	return scale;
}

/* ---- Idle loops ---- */

static uint64_t gap_threshold(const struct idle_view *view, const struct idle_settings *settings)
{
	if (settings->gap < 0 || view->scale.ticks_per_second == 0)
		return GAP_THRESHOLD_AUTO;
	return (uint64_t)(settings->gap * view->scale.ticks_per_second);
}

/* Counted in instructions nothing is unsteady, but what recording a pass takes may differ. */
static uint64_t least_threshold(const struct idle_view *view, const struct idle_trace *trace)
{
	if (view->analysis->time_base == TIME_INSTRUCTIONS)
		return trace->info->record_ticks;
	return (uint64_t)(GAP_SECONDS_LEAST * view->scale.ticks_per_second);
}

static void make_figures(const struct idle_view *view, const struct idle_settings *settings,
			 struct idle_run *run)
{
	const struct idle_gaps *gaps = &run->gaps;
	struct latency_event *events = xcalloc(gaps->count, sizeof(*events));
	const char *names[GAP_CAUSES_MAX];

	for (size_t i = 0; i < gaps->count; i++) {
		events[i].start = gaps->items[i].start;
		events[i].length = gaps->items[i].length;
		events[i].type = gaps->items[i].cause;
		run->bursts += gaps->items[i].interrupts > 0;
	}
	for (size_t i = 0; i < gaps->cause_count; i++)
		names[i] = gaps->causes[i].name;
	event_set_make(&settings->figures, &view->scale, events, gaps->count, names,
		       gaps->cause_count, &run->figures);
	free(events);
}

static void make_runs(struct idle_view *view, const struct idle_settings *settings)
{
	idle_traces_find(view->analysis->result, &view->traces);
	view->runs = xcalloc(view->traces.count, sizeof(*view->runs));
	for (size_t i = 0; i < view->traces.count; i++) {
		struct idle_trace *trace = &view->traces.items[i];
		struct idle_run *run = &view->runs[view->run_count];

		if (!patterns_want(settings->benches, trace->bench))
			continue;
		view->run_count++;
		run->trace = trace;
		idle_gaps_find(trace, gap_threshold(view, settings), least_threshold(view, trace),
			       &run->gaps);
		make_figures(view, settings, run);
		run->trial_count = idle_trials_find(&run->gaps, &run->trials);
		if (run->gaps.observed > 0)
			run->utilisation = (double)run->gaps.busy / (double)run->gaps.observed;
	}
}

/* ---- Messages ---- */

/* The number of a name among the types so far, which it joins if it is new; beyond as many as there
 * may be, the last. */
static unsigned type_named(const char **names, size_t *count, const char *name)
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

static void make_action_figures(const struct idle_view *view, const struct idle_settings *settings,
				const struct user_actions *actions, bool are_users,
				struct event_set *figures)
{
	struct latency_event *events = xcalloc(actions->count, sizeof(*events));
	const char *names[EVENT_SET_TYPES_MAX];
	size_t count = 0, name_count = 0;

	for (size_t i = 0; i < actions->count; i++) {
		const struct user_action *action = &actions->items[i];

		if (!action->is_whole || user_action_is_users(action) != are_users)
			continue;
		events[count].start = action->begin;
		events[count].length = action->end - action->begin;
		events[count++].type = type_named(names, &name_count, user_action_name(action));
	}
	event_set_make(&settings->figures, &view->scale, events, count, names, name_count,
		       figures);
	free(events);
}

static void make_talks(struct idle_view *view, const struct idle_settings *settings)
{
	message_runs_find(view->analysis->result, &view->messages);
	view->talks = xcalloc(view->messages.count, sizeof(*view->talks));
	for (size_t i = 0; i < view->messages.count; i++) {
		struct idle_talk *talk = &view->talks[view->talk_count];

		if (!patterns_want(settings->benches, view->messages.items[i].bench))
			continue;
		view->talk_count++;
		talk->run = &view->messages.items[i];
		make_action_figures(view, settings, &talk->run->actions, true, &talk->figures);
		make_action_figures(view, settings, &talk->run->actions, false, &talk->background);
		action_counts_find(&view->traces, talk->run, &talk->counts);
		replay_make(view->analysis->result, talk->run, &talk->replay);
		operations_find(view->analysis->result, talk->run,
				(uint64_t)(settings->longer * view->scale.ticks_per_second),
				&talk->operations);
	}
}

/* ---- Noise ---- */

static void make_noise(struct idle_view *view, const struct idle_settings *settings)
{
	uint64_t limit = NOISE_LIMIT_OWN;
	size_t kept = 0;

	if (settings->limit >= 0 && view->scale.ticks_per_second > 0)
		limit = (uint64_t)(settings->limit * view->scale.ticks_per_second);
	view->noise_count = noise_find(view->analysis->result, limit, &view->noise);
	for (size_t i = 0; i < view->noise_count; i++) {
		if (patterns_want(settings->benches, view->noise[i].bench))
			view->noise[kept++] = view->noise[i];
	}
	view->noise_count = kept;
}

void idle_view_make(const struct analysis *analysis, const struct idle_settings *settings,
		    struct idle_view *view)
{
	memset(view, 0, sizeof(*view));
	view->analysis = analysis;
	view->scale = view_scale_of(analysis);
	make_runs(view, settings);
	make_talks(view, settings);
	make_noise(view, settings);
}

void idle_view_free(struct idle_view *view)
{
	for (size_t i = 0; i < view->run_count; i++) {
		idle_gaps_free(&view->runs[i].gaps);
		event_set_free(&view->runs[i].figures);
		free(view->runs[i].trials);
	}
	for (size_t i = 0; i < view->talk_count; i++) {
		event_set_free(&view->talks[i].figures);
		event_set_free(&view->talks[i].background);
		action_counts_free(&view->talks[i].counts);
		replay_free(&view->talks[i].replay);
		operations_free(&view->talks[i].operations);
	}
	free(view->noise);
	free(view->talks);
	free(view->runs);
	message_runs_free(&view->messages);
	idle_traces_free(&view->traces);
}

/* ---- For those who show it ---- */

bool idle_view_is_empty(const struct idle_view *view)
{
	return view->run_count == 0 && view->talk_count == 0 && view->noise_count == 0;
}

bool idle_view_passed(const struct idle_view *view)
{
	for (size_t i = 0; i < view->noise_count; i++) {
		if (view->noise[i].verdict != NOISE_PASSED)
			return false;
	}
	for (size_t i = 0; i < view->talk_count; i++) {
		if (view->talks[i].replay.verdict == REPLAY_DIFFERS)
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
	return (double)ticks / view->scale.ticks_per_second * MS_PER_SECOND;
}
