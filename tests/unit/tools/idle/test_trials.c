/* SPDX-License-Identifier: MIT */
/* Trials under an operating system, which does not report its interrupt handler. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "tools/idle/trials.h"

static struct idle_pass passes[] = {
	{.begin = 0, .end = 100}, {.begin = 100, .end = 350}, {.begin = 350, .end = 450},
};
static struct idle_event events[] = {
	{.kind = IDLE_EVENT_WAIT, .at = 10},
	{.kind = IDLE_EVENT_RAISED, .at = 120},
	{.kind = IDLE_EVENT_RESUME, .at = 150},
	{.kind = IDLE_EVENT_DONE, .at = 250},
};

static size_t find(size_t event_count, struct idle_trial **trials)
{
	static struct idle_trace trace;
	static struct idle_gaps gaps;

	trace = (struct idle_trace){.passes = passes, .pass_count = 3, .events = events,
				    .event_count = event_count};
	gaps = (struct idle_gaps){.trace = &trace, .base = 100};
	return idle_trials_find(&gaps, trials);
}

TEST(trial_without_a_handler_lasts_from_its_deadline_to_the_end_of_its_work)
{
	struct idle_trial *trials;

	assert_int_equal(find(4, &trials), 1);
	assert_false(trials[0].has_handler);
	assert_true(trials[0].has_late);
	assert_int_equal(trials[0].late, 30);
	assert_int_equal(trials[0].application, 100);
	assert_true(trials[0].has_idle_loop);
	assert_int_equal(trials[0].idle_loop, 150);
	free(trials);
}

TEST(work_without_an_end_is_no_trial)
{
	struct idle_trial *trials;

	assert_int_equal(find(3, &trials), 0);
	free(trials);
}
