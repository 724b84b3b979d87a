/* SPDX-License-Identifier: MIT */
/* The state machine of think and wait time, and the packed form of the message log. */
#include "tests/unit/unit.h"

#include "lib/event/think_wait.h"
#include "lib/rng.h"

static struct think_wait machine;

static void take(uint64_t tsc, enum message_event_kind kind, uint32_t queued)
{
	const struct message_event event = {.tsc = tsc, .kind = kind, .queued = queued};

	think_wait_step(&machine, &event);
}

static void assert_times(uint64_t think, uint64_t wait, uint64_t waits)
{
	assert_int_equal(think_wait_ticks(&machine, STATE_THINK), think);
	assert_int_equal(think_wait_ticks(&machine, STATE_WAIT), wait);
	assert_int_equal(machine.waits, waits);
}

TEST(wait_time_is_from_enqueue_to_the_next_message_request)
{
	think_wait_begin(&machine, 1000);
	take(1010, MESSAGE_IDLE, 0);
	take(1100, MESSAGE_BUSY, 0);
	take(1105, MESSAGE_ENQUEUE, 1);
	take(1120, MESSAGE_GET, 0);
	take(1200, MESSAGE_WAIT, 0);
	take(1207, MESSAGE_IDLE, 0);
	think_wait_end(&machine, 1300);
	assert_times(105 + 100, 95, 1);
	assert_int_equal(machine.ticks[STATE_THINK][0], 90 + 93);
	assert_int_equal(machine.ticks[STATE_WAIT][THINK_WAIT_BUSY | THINK_WAIT_QUEUED], 15);
	assert_int_equal(machine.ticks[STATE_WAIT][THINK_WAIT_BUSY], 80);
}

TEST(idle_cpu_ends_the_wait_only_without_messages_and_devices)
{
	think_wait_begin(&machine, 0);
	take(10, MESSAGE_ENQUEUE, 1);
	take(20, MESSAGE_GET, 0);
	take(30, MESSAGE_IO_BEGIN, 0);
	take(40, MESSAGE_IDLE, 0);
	take(90, MESSAGE_BUSY, 0);
	take(95, MESSAGE_IO_END, 0);
	take(97, MESSAGE_ENQUEUE, 1);
	take(98, MESSAGE_IDLE, 1);
	take(120, MESSAGE_BUSY, 1);
	take(130, MESSAGE_GET, 0);
	take(140, MESSAGE_IDLE, 0);
	think_wait_end(&machine, 150);
	assert_times(10 + 10, 130, 1);
	assert_int_equal(machine.ticks[STATE_WAIT][THINK_WAIT_IO], 50);
	assert_int_equal(machine.ticks[STATE_WAIT][THINK_WAIT_QUEUED], 22);
}

TEST(request_for_a_queued_message_does_not_end_the_wait)
{
	think_wait_begin(&machine, 0);
	take(10, MESSAGE_ENQUEUE, 1);
	take(11, MESSAGE_ENQUEUE, 2);
	take(20, MESSAGE_GET, 1);
	take(50, MESSAGE_WAIT, 1);
	take(51, MESSAGE_GET, 0);
	take(80, MESSAGE_WAIT, 0);
	think_wait_end(&machine, 100);
	assert_times(30, 70, 1);
}

static void take_code(uint64_t tsc, enum message_event_kind kind, uint32_t code, uint32_t queued)
{
	const struct message_event event = {.tsc = tsc, .kind = kind, .code = code,
					    .queued = queued};

	think_wait_step(&machine, &event);
}

/* The user waits for the key that arrives while the timer's message is queued. */
TEST(timer_message_causes_no_wait_time)
{
	think_wait_begin(&machine, 0);
	take(10, MESSAGE_IDLE, 0);
	take(100, MESSAGE_BUSY, 0);
	take_code(101, MESSAGE_TIMER, MESSAGE_CODE_TIMER, 1);
	take_code(105, MESSAGE_GET, MESSAGE_CODE_TIMER, 0);
	take(130, MESSAGE_WAIT, 0);
	take(131, MESSAGE_IDLE, 0);
	take(200, MESSAGE_BUSY, 0);
	take_code(201, MESSAGE_TIMER, MESSAGE_CODE_TIMER, 1);
	take_code(210, MESSAGE_ENQUEUE, 0x1e, 2);
	take_code(215, MESSAGE_GET, MESSAGE_CODE_TIMER, 1);
	take(220, MESSAGE_WAIT, 1);
	take_code(221, MESSAGE_GET, 0x1e, 0);
	take(250, MESSAGE_WAIT, 0);
	think_wait_end(&machine, 260);
	assert_times(210 + 10, 40, 1);
	assert_int_equal(machine.ticks[STATE_THINK][THINK_WAIT_BUSY], 10 + 31 + 10 + 10);
}

TEST(background_work_is_think_time)
{
	think_wait_begin(&machine, 0);
	take(10, MESSAGE_IDLE, 0);
	take(20, MESSAGE_BUSY, 0);
	take(60, MESSAGE_PEEK, 0);
	take(90, MESSAGE_IDLE, 0);
	think_wait_end(&machine, 100);
	assert_times(100, 0, 0);
	assert_int_equal(machine.ticks[STATE_THINK][THINK_WAIT_BUSY], 10 + 70);
}

static void take_request(uint64_t tsc, enum message_event_kind kind, uint32_t under_way)
{
	const struct message_event event = {.tsc = tsc, .kind = kind, .code = under_way};

	think_wait_step(&machine, &event);
}

/* Two read-ahead requests in the user's think time. The next key must wait for one. */
TEST(device_request_is_background_until_a_key_waits_for_it)
{
	think_wait_begin(&machine, 0);
	take_request(10, MESSAGE_IO_START, 1);
	take_request(12, MESSAGE_IO_START, 2);
	take(15, MESSAGE_WAIT, 0);
	take(16, MESSAGE_IDLE, 0);
	take_request(40, MESSAGE_IO_DONE, 1);
	take(50, MESSAGE_BUSY, 0);
	take(51, MESSAGE_ENQUEUE, 1);
	take(52, MESSAGE_GET, 0);
	take(60, MESSAGE_IO_BEGIN, 0);
	take(61, MESSAGE_IDLE, 0);
	take_request(80, MESSAGE_IO_DONE, 0);
	take(81, MESSAGE_BUSY, 0);
	take(82, MESSAGE_IO_END, 0);
	take(90, MESSAGE_WAIT, 0);
	think_wait_end(&machine, 100);
	assert_times(51 + 10, 39, 1);
	assert_int_equal(machine.ticks[STATE_THINK][THINK_WAIT_DEVICE], 34);
	assert_int_equal(machine.ticks[STATE_WAIT][THINK_WAIT_DEVICE | THINK_WAIT_IO], 19);
	assert_int_equal(think_wait_asynchronous_ticks(&machine), 50);
	assert_int_equal(machine.under_way_most, 2);
	assert_int_equal(machine.under_way, 0);
}

/* Take a whole log after deciding its peeks. */
static void take_log(struct message_event *events, size_t count, uint64_t end_tsc)
{
	message_events_decide(events, count);
	think_wait_begin(&machine, 0);
	for (size_t i = 0; i < count; i++)
		think_wait_step(&machine, &events[i]);
	think_wait_end(&machine, end_tsc);
}

TEST(work_after_a_peek_that_declares_the_end_is_background)
{
	struct message_event events[] = {
		{.tsc = 10, .kind = MESSAGE_ENQUEUE, .queued = 1},
		{.tsc = 11, .kind = MESSAGE_GET},
		{.tsc = 41, .kind = MESSAGE_PEEK, .code = MESSAGE_CODE_READY},
		{.tsc = 90, .kind = MESSAGE_PEEK},
		{.tsc = 209, .kind = MESSAGE_WAIT},
	};

	take_log(events, COUNT(events), 210);
	assert_times(10 + 169, 31, 1);
	assert_int_equal(machine.ticks[STATE_THINK][THINK_WAIT_BUSY], 10 + 169);
}

/* Vim peeks eight times while it handles a key. */
TEST(vain_peeks_of_an_application_that_then_waits_end_nothing)
{
	struct message_event events[] = {
		{.tsc = 10, .kind = MESSAGE_ENQUEUE, .queued = 1},
		{.tsc = 11, .kind = MESSAGE_GET},
		{.tsc = 41, .kind = MESSAGE_PEEK},
		{.tsc = 90, .kind = MESSAGE_PEEK},
		{.tsc = 140, .kind = MESSAGE_PEEK},
		{.tsc = 209, .kind = MESSAGE_WAIT},
	};

	take_log(events, COUNT(events), 210);
	assert_times(10 + 1, 199, 1);
}

/* Its first vain peek ends each event: the application does not wait before the next message. */
TEST(vain_peek_of_an_application_that_only_peeks_ends_the_event)
{
	struct message_event events[] = {
		{.tsc = 10, .kind = MESSAGE_ENQUEUE, .message = 1, .queued = 1},
		{.tsc = 11, .kind = MESSAGE_GET, .message = 1},
		{.tsc = 41, .kind = MESSAGE_PEEK},
		{.tsc = 300, .kind = MESSAGE_ENQUEUE, .message = 2, .queued = 1},
		{.tsc = 301, .kind = MESSAGE_PEEK, .message = 2, .queued = 1},
		{.tsc = 302, .kind = MESSAGE_GET, .message = 2},
		{.tsc = 350, .kind = MESSAGE_PEEK},
	};

	take_log(events, COUNT(events), 400);
	assert_times(10 + 259 + 50, 31 + 50, 2);
}

TEST(poll_with_a_message_or_device_outstanding_does_not_end_the_wait)
{
	think_wait_begin(&machine, 0);
	take(10, MESSAGE_ENQUEUE, 1);
	take(11, MESSAGE_ENQUEUE, 2);
	take(12, MESSAGE_GET, 1);
	take(40, MESSAGE_PEEK, 1);
	take(50, MESSAGE_GET, 0);
	take(60, MESSAGE_IO_BEGIN, 0);
	take_code(70, MESSAGE_PEEK, MESSAGE_CODE_READY, 0);
	take(80, MESSAGE_IO_END, 0);
	take_code(85, MESSAGE_PEEK, MESSAGE_CODE_READY, 0);
	think_wait_end(&machine, 100);
	assert_times(10 + 15, 75, 1);
}

TEST(every_tick_is_counted_once_even_if_time_goes_backwards)
{
	struct rng rng;

	rng_seed(&rng, 7);
	for (unsigned run = 0; run < 1000; run++) {
		uint64_t latest = 500;

		think_wait_begin(&machine, 500);
		for (unsigned i = 0; i < 20; i++) {
			uint64_t tsc = 400 + rng_below(&rng, 1000);

			take(tsc, rng_below(&rng, MESSAGE_EVENT_KINDS), rng_below(&rng, 3));
			latest = tsc > latest ? tsc : latest;
		}
		assert_int_equal(think_wait_ticks(&machine, STATE_THINK) +
				 think_wait_ticks(&machine, STATE_WAIT), latest - 500);
	}
}

TEST(packed_events_are_unpacked_unchanged)
{
	struct message_event events[MESSAGE_EVENTS_MAX], again[MESSAGE_EVENTS_MAX];
	static struct message_columns storage;
	struct wire_message_events record;
	struct rng rng;

	rng_seed(&rng, 3);
	for (unsigned i = 0; i < MESSAGE_EVENTS_MAX; i++)
		events[i] = (struct message_event){
			.tsc = rng_next(&rng), .kind = rng_below(&rng, MESSAGE_EVENT_KINDS),
			.message = (uint32_t)rng_next(&rng), .code = (uint32_t)rng_next(&rng),
			.queued = (uint32_t)rng_next(&rng),
		};
	message_events_pack(events, MESSAGE_EVENTS_MAX, 1000, &storage, &record);
	assert_int_equal(message_events_unpack(&record, again), MESSAGE_EVENTS_MAX);
	for (unsigned i = 0; i < MESSAGE_EVENTS_MAX; i++) {
		assert_true(again[i].tsc == events[i].tsc - 1000);
		assert_int_equal(again[i].kind, events[i].kind);
		assert_int_equal(again[i].message, events[i].message);
		assert_int_equal(again[i].code, events[i].code);
		assert_int_equal(again[i].queued, events[i].queued);
	}
}

TEST(inconsistent_columns_are_rejected)
{
	const struct message_event events[2] = {{.tsc = 1}, {.tsc = 2}};
	struct message_event again[MESSAGE_EVENTS_MAX];
	struct message_columns storage;
	struct wire_message_events record;

	message_events_pack(events, 2, 0, &storage, &record);
	record.codes.size = 1;
	assert_int_equal(message_events_unpack(&record, again), -1);
	message_events_pack(events, 2, 0, &storage, &record);
	record.n = 3;
	assert_int_equal(message_events_unpack(&record, again), -1);
}
