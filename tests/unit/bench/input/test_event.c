/* SPDX-License-Identifier: MIT */
/* Simple input events, and applications that poll or blink a cursor, on the scripted machine. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/engine/warning.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

static int reset(void **state)
{
	(void)state;
	fake_reset();
	fake.capabilities = CAN_KEYBOARD | CAN_MOUSE | CAN_LAPIC_TIMER | CAN_THREADS;
	return 0;
}

TEST_WITH(simple_events_have_their_stages_and_40_trials, reset, NULL)
{
	bench_run("input.keystroke");
	bench_run("input.mouse_*");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_series), (3 + 1) * 7);
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, 40);
	assert_int_equal(fake.inputs_open, 0);
}

TEST_WITH(events_that_arrive_together_are_repeated_and_reported, reset, NULL)
{
	fake.input_merges = 3;
	bench_run("input.keystroke");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, 40);
	warning_flush();
	assert_non_null(strstr(fake_record(WIRE_warning, 0)->warning.text, "repeated 3 times"));
}

TEST_WITH(events_that_always_arrive_together_are_an_error, reset, NULL)
{
	fake.input_merges = 1000;
	bench_run("input.keystroke");
	assert_non_null(strstr(fake_record(WIRE_fault, 0)->fault.detail, "no complete event"));
}

/* In the last trial's log, the release was found by polling, not by waiting. */
static void assert_spins(const char *bench)
{
	const struct wire_record *record;
	unsigned gets = 0, polls = 0, waits = 0;

	bench_run(bench);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	for (size_t i = 0; (record = fake_record(WIRE_message_events, i)) != NULL; i++) {
		struct message_event events[MESSAGE_EVENTS_MAX];
		long count = message_events_unpack(&record->message_events, events);

		for (long j = 0; j < count; j++) {
			gets += events[j].kind == MESSAGE_GET;
			polls += events[j].kind == MESSAGE_PEEK && gets == 1;
			waits += events[j].kind == MESSAGE_WAIT && gets == 1 && polls < 2;
		}
	}
	assert_int_equal(gets, 3);
	assert_true(polls >= 2);
	assert_int_equal(waits, 0);
}

TEST_WITH(polling_application_polls_until_the_release_arrives, reset, NULL)
{
	assert_spins("input.keystroke_polling");
}

TEST_WITH(click_polling_application_polls_until_the_release, reset, NULL)
{
	assert_spins("input.mouse_click_polling");
}

TEST_WITH(only_the_blinking_cursor_has_a_timer, reset, NULL)
{
	bench_run("app.editor");
	assert_int_equal(fake.timer_period_us, 0);
	bench_run("app.editor_blink");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake.timer_period_us, 530000);
}
