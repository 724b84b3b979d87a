/* SPDX-License-Identifier: MIT */
/* A trial begins with a handler's first instruction. The application it wakes runs before that
 * handler returns, up to its next wait. */
#include "tools/idle/trials.h"

#include "tools/base/alloc.h"

/* An incomplete trial. */
struct partial {
	struct idle_trial trial;
	bool is_open;           /* between the handler's first instruction and its return */
	bool has_resume, has_done;
	bool has_due;           /* due time of the next trial; without a recorded handler, of this
				 * one */
	uint64_t due;
};

/* Sum the excess of the passes between two times. Returns false if passes are missing. */
static bool sum_excess(const struct idle_gaps *gaps, uint64_t begin, uint64_t end, uint64_t *excess)
{
	const struct idle_trace *trace = gaps->trace;
	uint64_t ticks = 0, passes = 0, reached = begin;

	for (size_t i = 0; i < trace->pass_count && trace->passes[i].begin < end; i++) {
		const struct idle_pass *pass = &trace->passes[i];

		if (pass->end <= begin)
			continue;
		if (pass->begin > reached)
			return false;
		reached = pass->end;
		ticks += pass->end - pass->begin;
		passes++;
	}
	*excess = ticks > passes * gaps->base ? ticks - passes * gaps->base : 0;
	return reached >= end;
}

static void trials_enter(struct partial *partial, const struct idle_event *event)
{
	struct partial next = {
		.trial = {.vector = event->value, .entered = event->at}, .is_open = true,
	};

	next.trial.has_late = partial->has_due;
	if (partial->has_due && event->at > partial->due)
		next.trial.late = event->at - partial->due;
	*partial = next;
}

/* Set the derived times of a complete trial. Returns true. */
static bool trials_end(const struct idle_gaps *gaps, struct idle_trial *trial, uint64_t leave)
{
	trial->leave = leave;
	trial->handler = leave > trial->entered ? leave - trial->entered : 0;
	trial->application = trial->done - trial->resume;
	trial->has_idle_loop = gaps->base > 0 &&
		sum_excess(gaps, trial->entered, leave, &trial->idle_loop);
	return true;
}

/* Returns whether the trial is complete. */
static bool trials_leave(const struct idle_gaps *gaps, struct partial *partial, uint64_t at)
{
	struct idle_trial *trial = &partial->trial;
	bool is_whole = partial->is_open && partial->has_resume && partial->has_done;

	partial->is_open = false;
	if (!is_whole)
		return false;
	trial->has_handler = true;
	return trials_end(gaps, trial, at);
}

/* Under an operating system the handler is not recorded. A trial then starts at its due time, which
 * may be recorded in advance, and ends with the application's work. It is late by the time until
 * the application has the event. Returns whether the trial is complete. */
static bool trials_end_unseen(const struct idle_gaps *gaps, struct partial *partial)
{
	struct idle_trial *trial = &partial->trial;
	bool is_whole = !partial->is_open && partial->has_due && partial->has_done;

	if (!is_whole)
		return false;
	trial->vector = 0;
	trial->entered = partial->due;
	trial->has_late = true;
	trial->late = trial->resume > partial->due ? trial->resume - partial->due : 0;
	trial->has_handler = false;
	return trials_end(gaps, trial, trial->done);
}

/* Process an event. Returns whether it completes the trial. */
static bool trials_take(const struct idle_gaps *gaps, struct partial *partial,
			const struct idle_event *event, bool ends_unseen)
{
	switch (event->kind) {
	case IDLE_EVENT_RAISED:
		partial->has_due = true;
		partial->due = event->at;
		break;
	case IDLE_EVENT_ENTERED:
		trials_enter(partial, event);
		break;
	case IDLE_EVENT_RESUME:
		partial->has_resume = true;
		partial->trial.resume = event->at;
		break;
	case IDLE_EVENT_DONE:
		partial->has_done = partial->has_resume;
		partial->trial.done = event->at;
		if (ends_unseen)
			return trials_end_unseen(gaps, partial);
		break;
	case IDLE_EVENT_LEAVE:
		return trials_leave(gaps, partial, event->at);
	}
	return false;
}

static bool trials_have_handlers(const struct idle_trace *trace)
{
	for (size_t i = 0; i < trace->event_count; i++) {
		if (trace->events[i].kind == IDLE_EVENT_ENTERED)
			return true;
	}
	return false;
}

size_t idle_trials_find(const struct idle_gaps *gaps, struct idle_trial **trials)
{
	const struct idle_trace *trace = gaps->trace;
	struct partial partial = {0};
	bool ends_unseen = !trials_have_handlers(trace);
	size_t count = 0;

	*trials = xcalloc(trace->event_count + 1, sizeof(**trials));
	for (size_t i = 0; i < trace->event_count; i++) {
		if (trials_take(gaps, &partial, &trace->events[i], ends_unseen))
			(*trials)[count++] = partial.trial;
	}
	return count;
}
