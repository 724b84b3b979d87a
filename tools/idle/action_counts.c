/* SPDX-License-Identifier: MIT */
/* Actions and passes are both in order of time, and are gone through side by side. */
#include "tools/idle/action_counts.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/stats/stats.h"

#define QUIET_LEAST 16                  /* passes that tell what idling counts */

struct counts_finder {
	const struct idle_trace *trace;
	const struct message_run *run;
	double idle[IDLE_READINGS_MAX]; /* of an undisturbed pass */
	size_t next;                    /* pass that no action has yet */
};

/* Where short passes were not recorded, one that was has theirs too. */
static bool can_tell(const struct idle_trace *trace, const struct message_run *run)
{
	return trace->info->bench == run->info->bench &&
	       strcmp(trace->info->point, run->info->point) == 0 &&
	       strcmp(trace->info->kind, "poll") == 0 && trace->info->threshold_ticks == 0 &&
	       trace->info->readings[0] != '\0' && trace->info->begin_tsc >= run->info->begin_tsc &&
	       trace->info->begin_tsc < run->info->end_tsc;
}

static const struct idle_trace *trace_beside(const struct idle_traces *traces,
					     const struct message_run *run)
{
	for (size_t i = 0; i < traces->count; i++) {
		if (can_tell(&traces->items[i], run))
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
		if (count >= QUIET_LEAST)
			finder->idle[reading] = stats_median(values, count);
	}
	free(values);
	return count >= QUIET_LEAST;
}

/* Ticks since the trace's begin; 0 for what was before. */
static uint64_t in_trace(const struct counts_finder *finder, uint64_t ticks)
{
	uint64_t ahead = finder->trace->info->begin_tsc - finder->run->info->begin_tsc;

	return ticks > ahead ? ticks - ahead : 0;
}

/* Returns whether the action has a pass of its own. */
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
			count->more[i] += (double)trace->passes[finder->next].readings[i] -
					  finder->idle[i];
		has_some = true;
	}
	return has_some;
}

void action_counts_find(const struct idle_traces *traces, const struct message_run *run,
			struct action_counts *counts)
{
	struct counts_finder finder = {.run = run, .trace = trace_beside(traces, run)};
	const struct user_actions *actions = &run->actions;

	*counts = (struct action_counts){0};
	if (finder.trace == NULL || !find_idle(&finder))
		return;
	counts->trace = finder.trace;
	counts->items = xcalloc(actions->count + 1, sizeof(*counts->items));
	for (size_t i = 0; i < actions->count; i++) {
		struct action_count count = {.action = &actions->items[i]};

		if (count.action->is_whole && user_action_is_users(count.action) &&
		    count_action(&finder, &count))
			counts->items[counts->count++] = count;
	}
}

void action_counts_free(struct action_counts *counts)
{
	free(counts->items);
	*counts = (struct action_counts){0};
}
