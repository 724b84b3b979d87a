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

static size_t find_in(struct idle_event *of, size_t count, uint64_t base,
		      struct idle_trial **trials)
{
	static struct idle_trace trace;
	static struct idle_gaps gaps;

	trace = (struct idle_trace){.passes = passes, .pass_count = 3, .events = of,
				    .event_count = count};
	gaps = (struct idle_gaps){.trace = &trace, .base = base};
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

/* The loop runs again before the program does: each of the three passes takes 100 by itself. */
TEST(idle_loop_of_a_trial_excludes_the_time_of_each_of_its_passes)
{
	struct idle_event slow[] = {
		{50, IDLE_EVENT_RAISED, 0}, {200, IDLE_EVENT_RESUME, 0}, {400, IDLE_EVENT_DONE, 0},
	};
	struct idle_trial *trials;

	assert_int_equal(find_in(slow, COUNT(slow), 100, &trials), 1);
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

/* ---- With a handler ---- */

/* Due at 110, entered at 120, returned at 300; the next one is raised before. */
TEST(trial_lasts_from_its_handler_to_its_return)
{
	struct idle_event handled[] = {
		{110, IDLE_EVENT_RAISED, 0}, {120, IDLE_EVENT_ENTERED, 0x31},
		{150, IDLE_EVENT_RESUME, 0}, {250, IDLE_EVENT_DONE, 0},
		{260, IDLE_EVENT_RAISED, 0}, {300, IDLE_EVENT_LEAVE, 0x31},
		{301, IDLE_EVENT_LEAVE, 0x31},
	};
	struct idle_trial *trials;

	assert_int_equal(find_in(handled, COUNT(handled), 100, &trials), 1);
	assert_true(trials[0].has_handler && trials[0].has_late && trials[0].has_idle_loop);
	assert_int_equal(trials[0].vector, 0x31);
	assert_int_equal(trials[0].late, 10);
	assert_int_equal(trials[0].handler, 180);
	assert_int_equal(trials[0].application, 100);
	assert_int_equal(trials[0].leave, 300);
	/* Only the pass from 100 to 350 overlaps it. */
	assert_int_equal(trials[0].idle_loop, 150);
	free(trials);
	assert_int_equal(find_in(handled, COUNT(handled), 0, &trials), 1);
	assert_false(trials[0].has_idle_loop);
	free(trials);
	assert_int_equal(find_in(handled + 1, COUNT(handled) - 1, 100, &trials), 1);
	assert_false(trials[0].has_late);
	free(trials);
}

TEST(trial_with_a_second_handler_or_without_work_is_incomplete)
{
	struct idle_event twice[] = {
		{120, IDLE_EVENT_ENTERED, 1}, {150, IDLE_EVENT_RESUME, 0},
		{160, IDLE_EVENT_DONE, 0}, {170, IDLE_EVENT_ENTERED, 2},
		{300, IDLE_EVENT_LEAVE, 2},
	};
	struct idle_event no_resume[] = {
		{120, IDLE_EVENT_ENTERED, 1}, {160, IDLE_EVENT_DONE, 0}, {300, IDLE_EVENT_LEAVE, 1},
	};
	struct idle_trial *trials;

	assert_int_equal(find_in(twice, COUNT(twice), 100, &trials), 0);
	free(trials);
	assert_int_equal(find_in(no_resume, COUNT(no_resume), 100, &trials), 0);
	free(trials);
}

TEST(application_that_has_its_event_before_the_due_time_is_not_late)
{
	struct idle_event early[] = {
		{150, IDLE_EVENT_RESUME, 0}, {200, IDLE_EVENT_RAISED, 0}, {250, IDLE_EVENT_DONE, 0},
	};
	struct idle_trial *trials;

	assert_int_equal(find_in(early, COUNT(early), 100, &trials), 1);
	assert_true(trials[0].has_late && trials[0].late == 0 && trials[0].handler == 50);
	free(trials);
	early[0].at = 200;
	assert_int_equal(find_in(early, COUNT(early), 100, &trials), 1);
	assert_true(trials[0].has_late && trials[0].late == 0);
	free(trials);
	early[1].at = 260;              /* recorded in advance */
	assert_int_equal(find_in(early, COUNT(early), 100, &trials), 1);
	assert_true(trials[0].late == 0 && trials[0].handler == 0);
	free(trials);
}

/* The passes end at 450. */
TEST(idle_loop_is_unknown_without_all_passes_of_a_trial)
{
	struct idle_event late[] = {
		{400, IDLE_EVENT_ENTERED, 1}, {410, IDLE_EVENT_RESUME, 0},
		{420, IDLE_EVENT_DONE, 0}, {450, IDLE_EVENT_LEAVE, 1},
	};
	struct idle_trial *trials;

	assert_int_equal(find_in(late, COUNT(late), 100, &trials), 1);
	assert_true(trials[0].has_idle_loop);
	assert_int_equal(trials[0].idle_loop, 0);
	free(trials);
	late[3].at = 451;
	assert_int_equal(find_in(late, COUNT(late), 100, &trials), 1);
	assert_false(trials[0].has_idle_loop);
	free(trials);
}
