/* SPDX-License-Identifier: MIT */
/* Actions and passes are both sorted by time, so one scan finds the passes of each action. */
#include "tools/idle/action_counts.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/stats/stats.h"

#define UNDISTURBED_MIN 16              /* passes needed for the counts of an idle pass */

struct counts_finder {
	const struct idle_trace *trace;
	const struct message_run *run;
	double idle[IDLE_READINGS_MAX]; /* of an undisturbed pass */
	size_t next;                    /* first pass without an action */
};

/* All passes must be recorded: otherwise the readings of a recorded pass include those of the short
 * passes before it. */
static bool matches_run(const struct idle_trace *trace, const struct message_run *run)
{
	return trace->info->bench == run->info->bench &&
	       strcmp(trace->info->point, run->info->point) == 0 &&
	       strcmp(trace->info->kind, "poll") == 0 && trace->info->threshold_ticks == 0 &&
	       trace->info->readings[0] != '\0' && trace->info->begin_tsc >= run->info->begin_tsc &&
	       trace->info->begin_tsc < run->info->end_tsc;
}

static const struct idle_trace *find_trace(const struct idle_traces *traces,
					   const struct message_run *run)
{
	for (size_t i = 0; i < traces->count; i++) {
		if (matches_run(&traces->items[i], run))
			return &traces->items[i];
	}
	return NULL;
}

/* Returns whether enough passes were undisturbed. */
static bool find_idle(struct counts_finder *finder)
{
	const struct idle_trace *trace = finder->trace;
	double *values = xcalloc(trace->pass_count + 1, sizeof(*values));
	size_t count = 0;

	for (size_t reading = 0; reading < IDLE_READINGS_MAX; reading++) {
		count = 0;
		for (size_t i = 0; i < trace->pass_count; i++) {
			const struct idle_pass *pass = &trace->passes[i];

			if (pass->interrupts == 0 && idle_reading(trace, pass, READING_SMI) == 0)
				values[count++] = (double)pass->readings[reading];
		}
		if (count >= UNDISTURBED_MIN)
			finder->idle[reading] = stats_median(values, count);
	}
	free(values);
	return count >= UNDISTURBED_MIN;
}

/* Ticks since the trace's begin; 0 for an earlier time. */
static uint64_t in_trace(const struct counts_finder *finder, uint64_t ticks)
{
	uint64_t ahead = finder->trace->info->begin_tsc - finder->run->info->begin_tsc;

	return ticks > ahead ? ticks - ahead : 0;
}

/* Returns whether the action has a pass. */
static bool count_action(struct counts_finder *finder, struct action_count *count)
{
	const struct idle_trace *trace = finder->trace;
	uint64_t begin = in_trace(finder, count->action->begin);
	uint64_t end = in_trace(finder, count->action->end);
	bool has_some = false;

	while (finder->next < trace->pass_count && trace->passes[finder->next].end <= begin)
		finder->next++;
	for (; finder->next < trace->pass_count && trace->passes[finder->next].begin < end;
	     finder->next++) {
		for (size_t i = 0; i < IDLE_READINGS_MAX; i++)
			count->excess[i] += (double)trace->passes[finder->next].readings[i] -
					    finder->idle[i];
		has_some = true;
	}
	return has_some;
}

void action_counts_find(const struct idle_traces *traces, const struct message_run *run,
			struct action_counts *counts)
{
	struct counts_finder finder = {.run = run, .trace = find_trace(traces, run)};
	const struct user_actions *actions = &run->actions;

	*counts = (struct action_counts){0};
	if (finder.trace == NULL || !find_idle(&finder))
		return;
	counts->trace = finder.trace;
	counts->items = xcalloc(actions->count + 1, sizeof(*counts->items));
	for (size_t i = 0; i < actions->count; i++) {
		struct action_count count = {.action = &actions->items[i]};

		if (count.action->is_whole && user_action_is_by_user(count.action) &&
		    count_action(&finder, &count))
			counts->items[counts->count++] = count;
	}
}

void action_counts_free(struct action_counts *counts)
{
	free(counts->items);
	*counts = (struct action_counts){0};
}
