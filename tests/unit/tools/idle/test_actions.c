/* SPDX-License-Identifier: MIT */
/* User actions found in message logs, which are made up event by event. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/rng.h"
#include "lib/event/think_wait.h"
#include "tools/idle/actions.h"

#define EVENTS_MAX 256
#define KEY_A 0x1eu
#define KEY_B 0x30u
#define SHIFT 0x2au
#define RELEASED MESSAGE_CODE_RELEASED
#define DRAW MESSAGE_CODE_POSTED

static struct message_event events[EVENTS_MAX];
static struct action_log message_log;
static struct user_actions actions;

static void begin(void)
{
	static const struct wire_message_log info = {.source = "controller"};

	message_log = (struct action_log){.events = events, .info = &info};
}

/* The queue length is counted from the log so far. */
static void note(uint64_t tsc, enum message_event_kind kind, uint32_t message, uint32_t code)
{
	size_t count = message_log.event_count++;
	uint32_t queued = count > 0 ? events[count - 1].queued : 0;

	queued += kind == MESSAGE_ENQUEUE || kind == MESSAGE_POST || kind == MESSAGE_TIMER;
	queued -= kind == MESSAGE_GET;
	events[count] = (struct message_event){
		.tsc = tsc, .kind = kind, .message = message, .code = code, .queued = queued,
	};
}

static void find(void)
{
	struct think_wait machine;

	think_wait_begin(&machine, 0);
	for (size_t i = 0; i < message_log.event_count; i++)
		think_wait_step(&machine, &events[i]);
	message_log.wait_ticks = think_wait_ticks(&machine, STATE_WAIT);
	user_actions_find(&message_log, &actions);
}

static void assert_action(size_t index, const char *name, uint64_t begin_tsc, uint64_t end_tsc,
			  uint64_t waited)
{
	const struct user_action *action = &actions.items[index];

	assert_true(index < actions.count);
	assert_string_equal(user_action_name(action), name);
	assert_true(action->is_whole);
	assert_int_equal(action->begin, begin_tsc);
	assert_int_equal(action->end, end_tsc);
	assert_int_equal(action->waited, waited);
}

static void assert_all_waited(void)
{
	uint64_t sum = actions.waited_outside;

	for (size_t i = 0; i < actions.count; i++) {
		if (user_action_is_by_user(&actions.items[i]))
			sum += actions.items[i].waited;
	}
	assert_int_equal(sum, message_log.wait_ticks);
}

/* A key and its draw take 30, its release 2. */
static void type(uint64_t tsc, uint32_t message, uint32_t key)
{
	note(tsc, MESSAGE_INTERRUPT, 0, 0x31);
	note(tsc + 1, MESSAGE_ENQUEUE, message, key);
	note(tsc + 2, MESSAGE_GET, message, key);
	note(tsc + 10, MESSAGE_POST, message + 1, DRAW);
	note(tsc + 11, MESSAGE_WAIT, 0, 0);
	note(tsc + 12, MESSAGE_GET, message + 1, DRAW);
	note(tsc + 30, MESSAGE_WAIT, 0, 0);
	note(tsc + 50, MESSAGE_ENQUEUE, message + 2, key | RELEASED);
	note(tsc + 51, MESSAGE_GET, message + 2, key | RELEASED);
	note(tsc + 52, MESSAGE_WAIT, 0, 0);
}

TEST(six_keys_are_six_actions_from_key_to_draw)
{
	begin();
	for (uint32_t i = 0; i < 6; i++)
		type(100 * (i + 1), 3 * i + 1, KEY_A);
	find();
	assert_int_equal(actions.count, 6);
	for (size_t i = 0; i < 6; i++)
		assert_action(i, "key", 100 * (i + 1), 100 * (i + 1) + 30, 29 + 2);
	assert_int_equal(actions.items[5].messages, 3);
	assert_int_equal(actions.waited_outside, 0);
	assert_all_waited();
	user_actions_free(&actions);
}

/* Two keys. The second one finds the first one's draw request in the queue. */
/* A process reads two keys at once, which were sent one after the other. */
TEST(polled_action_begins_with_the_command_to_send_it)
{
	begin();
	note(10, MESSAGE_SEND, 0, 0);
	note(20, MESSAGE_SEND, 0, 1);
	note(30, MESSAGE_ENQUEUE, 1, KEY_A);
	note(31, MESSAGE_ENQUEUE, 2, KEY_B);
	note(40, MESSAGE_GET, 1, KEY_A);
	note(50, MESSAGE_WAIT, 0, 0);
	note(51, MESSAGE_GET, 2, KEY_B);
	note(60, MESSAGE_WAIT, 0, 0);
	find();
	assert_int_equal(actions.count, 2);
	assert_int_equal(actions.items[0].begin, 10);
	assert_int_equal(actions.items[0].end, 50);
	assert_int_equal(actions.items[1].begin, 20);
	assert_int_equal(actions.items[1].end, 60);
	user_actions_free(&actions);
}

TEST(keys_that_share_a_draw_both_last_until_it)
{
	begin();
	note(10, MESSAGE_ENQUEUE, 1, KEY_A);
	note(11, MESSAGE_ENQUEUE, 2, KEY_B);
	note(12, MESSAGE_GET, 1, KEY_A);
	note(20, MESSAGE_POST, 3, DRAW);
	note(21, MESSAGE_WAIT, 0, 0);
	note(21, MESSAGE_GET, 2, KEY_B);
	note(30, MESSAGE_JOIN, 3, DRAW);
	note(31, MESSAGE_WAIT, 0, 0);
	note(31, MESSAGE_GET, 3, DRAW);
	note(50, MESSAGE_WAIT, 0, 0);
	find();
	assert_int_equal(actions.count, 2);
	assert_action(0, "key", 10, 50, 11 + 19);
	assert_action(1, "key", 11, 50, 10);
	assert_all_waited();
	user_actions_free(&actions);
}

TEST(chord_is_one_action_and_a_lone_modifier_is_another)
{
	begin();
	note(10, MESSAGE_ENQUEUE, 1, SHIFT);
	note(11, MESSAGE_GET, 1, SHIFT);
	note(12, MESSAGE_WAIT, 0, 0);
	type(20, 2, KEY_A);
	note(90, MESSAGE_ENQUEUE, 5, SHIFT | RELEASED);
	note(91, MESSAGE_GET, 5, SHIFT | RELEASED);
	note(92, MESSAGE_WAIT, 0, 0);
	note(100, MESSAGE_ENQUEUE, 6, SHIFT);
	note(101, MESSAGE_GET, 6, SHIFT);
	note(102, MESSAGE_WAIT, 0, 0);
	note(103, MESSAGE_ENQUEUE, 7, SHIFT | RELEASED);
	note(104, MESSAGE_GET, 7, SHIFT | RELEASED);
	note(106, MESSAGE_WAIT, 0, 0);
	find();
	assert_int_equal(actions.count, 2);
	assert_action(0, "key", 20, 50, 2 + 29 + 2 + 2);
	assert_int_equal(actions.items[0].messages, 5);
	assert_action(1, "modifier key", 103, 106, 2 + 3);
	assert_all_waited();
	user_actions_free(&actions);
}

TEST(modifier_belongs_to_the_first_key_only)
{
	begin();
	note(10, MESSAGE_ENQUEUE, 1, SHIFT);
	note(11, MESSAGE_GET, 1, SHIFT);
	note(12, MESSAGE_WAIT, 0, 0);
	type(20, 2, KEY_A);
	type(100, 5, KEY_B);
	note(190, MESSAGE_ENQUEUE, 8, SHIFT | RELEASED);
	note(191, MESSAGE_GET, 8, SHIFT | RELEASED);
	note(192, MESSAGE_WAIT, 0, 0);
	find();
	assert_int_equal(actions.count, 2);
	assert_int_equal(actions.items[0].messages, 4);
	assert_int_equal(actions.items[1].messages, 4);
	assert_action(0, "key", 20, 50, 2 + 29 + 2);
	assert_action(1, "key", 100, 130, 29 + 2 + 2);
	assert_all_waited();
	user_actions_free(&actions);
}

/* Scan code set 1; extended codes have the prefix. */
static const struct modifier {
	const char *name;
	uint32_t code;
} modifiers[] = {
	{"left_control_is_a_modifier", 0x1d}, {"left_shift_is_a_modifier", 0x2a},
	{"right_shift_is_a_modifier", 0x36}, {"left_alt_is_a_modifier", 0x38},
	{"right_control_is_a_modifier", MESSAGE_CODE_EXTENDED | 0x1d},
	{"right_alt_is_a_modifier", MESSAGE_CODE_EXTENDED | 0x38},
	{"left_gui_is_a_modifier", MESSAGE_CODE_EXTENDED | 0x5b},
	{"right_gui_is_a_modifier", MESSAGE_CODE_EXTENDED | 0x5c},
};

static void key_is_a_modifier(void **state)
{
	const struct modifier *modifier = *state;

	begin();
	note(10, MESSAGE_ENQUEUE, 1, modifier->code);
	note(11, MESSAGE_GET, 1, modifier->code);
	note(12, MESSAGE_WAIT, 0, 0);
	type(20, 2, KEY_A);
	note(90, MESSAGE_ENQUEUE, 5, modifier->code | RELEASED);
	note(91, MESSAGE_GET, 5, modifier->code | RELEASED);
	note(92, MESSAGE_WAIT, 0, 0);
	find();
	assert_int_equal(actions.count, 1);
	assert_action(0, "key", 20, 50, 2 + 29 + 2 + 2);
	user_actions_free(&actions);
}
TEST_CASES(key_is_a_modifier, modifiers);

/* Key 0x1f and the extended 0x1e are not key 0x1e. */
TEST(release_belongs_to_the_press_of_its_key)
{
	static const uint32_t codes[] = {KEY_A, KEY_A + 1, MESSAGE_CODE_EXTENDED | KEY_A};

	begin();
	for (uint32_t i = 0; i < 6; i++) {
		uint32_t code = codes[i % 3] | (i < 3 ? 0 : RELEASED);

		note(100 * i, MESSAGE_ENQUEUE, i + 1, code);
		note(100 * i + 1, MESSAGE_GET, i + 1, code);
		note(100 * i + 2, MESSAGE_WAIT, 0, 0);
	}
	note(700, MESSAGE_ENQUEUE, 7, KEY_A | RELEASED);
	note(701, MESSAGE_GET, 7, KEY_A | RELEASED);
	note(702, MESSAGE_WAIT, 0, 0);
	find();
	assert_int_equal(actions.count, 4);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(actions.items[i].messages, 2);
		assert_int_equal(actions.items[i].code, codes[i]);
	}
	assert_int_equal(actions.items[3].kind, USER_ACTION_RELEASE);
	user_actions_free(&actions);
}

/* The input whose message is at the end of the log has a number equal to that of events. */
TEST(numbers_of_messages_are_at_most_that_of_events)
{
	begin();
	note(10, MESSAGE_ENQUEUE, 2, KEY_A);
	note(11, MESSAGE_GET, 2, KEY_A);
	find();
	assert_int_equal(actions.count, 1);
	user_actions_free(&actions);
	events[0].message = events[1].message = 3;
	message_log.wait_ticks = 77;
	user_actions_find(&message_log, &actions);
	assert_int_equal(actions.count, 0);
	assert_int_equal(actions.waited_outside, 77);
	events[0].message = events[1].message = 0;
	user_actions_find(&message_log, &actions);
	assert_int_equal(actions.count, 0);
	user_actions_free(&actions);
}

/* The second input was lost: the third is at the third step. */
TEST(dropped_input_counts_as_a_step)
{
	begin();
	note(10, MESSAGE_ENQUEUE, 1, KEY_A);
	note(20, MESSAGE_DROP, 0, KEY_B);
	note(30, MESSAGE_ENQUEUE, 2, KEY_B);
	find();
	assert_int_equal(actions.count, 2);
	assert_int_equal(actions.items[0].step, 0);
	assert_int_equal(actions.items[1].step, 2);
	user_actions_free(&actions);
}

/* The release is handled for longer, so the click lasts from the release, not from the press. */
TEST(click_begins_with_the_button_event_handled_longest)
{
	begin();
	note(10, MESSAGE_ENQUEUE, 1, MESSAGE_CODE_MOUSE | 1);
	note(11, MESSAGE_GET, 1, MESSAGE_CODE_MOUSE | 1);
	note(12, MESSAGE_WAIT, 0, 0);
	note(500, MESSAGE_ENQUEUE, 2, MESSAGE_CODE_MOUSE);
	note(501, MESSAGE_GET, 2, MESSAGE_CODE_MOUSE);
	note(540, MESSAGE_WAIT, 0, 0);
	note(600, MESSAGE_ENQUEUE, 3, MESSAGE_CODE_MOUSE | MESSAGE_CODE_MOVED);
	note(601, MESSAGE_GET, 3, MESSAGE_CODE_MOUSE | MESSAGE_CODE_MOVED);
	note(602, MESSAGE_WAIT, 0, 0);
	find();
	assert_int_equal(actions.count, 2);
	assert_action(0, "click", 500, 540, 2 + 40);
	assert_action(1, "mouse moved", 600, 602, 2);
	user_actions_free(&actions);
}

TEST(empty_queue_ends_an_action_and_background_posts_have_no_user)
{
	begin();
	note(10, MESSAGE_ENQUEUE, 1, KEY_A);
	note(11, MESSAGE_GET, 1, KEY_A);
	note(41, MESSAGE_PEEK, 0, MESSAGE_CODE_READY);
	note(60, MESSAGE_POST, 2, DRAW);
	note(61, MESSAGE_GET, 2, DRAW);
	note(70, MESSAGE_PEEK, 0, MESSAGE_CODE_READY);
	note(200, MESSAGE_PEEK, 0, MESSAGE_CODE_READY);
	find();
	assert_int_equal(actions.count, 2);
	assert_action(0, "key", 10, 41, 31);
	assert_action(1, "posted by application", 60, 70, 10);
	assert_all_waited();
	user_actions_free(&actions);
}

TEST(action_with_an_unseen_end_is_incomplete)
{
	begin();
	note(10, MESSAGE_ENQUEUE, 1, KEY_A);
	note(11, MESSAGE_GET, 1, KEY_A);
	note(20, MESSAGE_POST, 2, DRAW);
	note(21, MESSAGE_WAIT, 0, 0);
	note(22, MESSAGE_GET, 2, DRAW);
	find();
	assert_int_equal(actions.count, 1);
	assert_false(actions.items[0].is_whole);
	user_actions_free(&actions);
}

/* The second key is being handled at the end of the log. */
TEST(waiting_for_the_first_message_is_of_its_action)
{
	begin();
	note(10, MESSAGE_ENQUEUE, 1, KEY_A);
	note(12, MESSAGE_GET, 1, KEY_A);
	note(30, MESSAGE_WAIT, 0, 0);
	note(50, MESSAGE_ENQUEUE, 2, KEY_B);
	note(52, MESSAGE_GET, 2, KEY_B);
	find();
	assert_int_equal(actions.count, 2);
	assert_action(0, "key", 10, 30, 2 + 18);
	user_actions_free(&actions);
}

/* Work that the sync forces after the draw is part of the key's time: an artefact. */
TEST(driver_sync_is_no_user_action_but_extends_one)
{
	const struct wire_input_label label = {.step = 0, .text = "typing"};
	const struct wire_input_label *labels[] = {&label};

	begin();
	message_log.labels = labels;
	message_log.label_count = 1;
	note(10, MESSAGE_ENQUEUE, 1, KEY_A);
	note(11, MESSAGE_GET, 1, KEY_A);
	note(12, MESSAGE_SEND, 0, 1);
	note(13, MESSAGE_ENQUEUE, 2, MESSAGE_CODE_SYNC);
	note(20, MESSAGE_POST, 3, DRAW);
	note(21, MESSAGE_WAIT, 0, 0);
	note(22, MESSAGE_GET, 2, MESSAGE_CODE_SYNC);
	note(25, MESSAGE_WAIT, 0, 0);
	note(26, MESSAGE_GET, 3, DRAW);
	note(90, MESSAGE_WAIT, 0, 0);
	find();
	assert_int_equal(actions.count, 2);
	assert_action(0, "typing", 10, 90, 12 + 64);
	assert_true(user_action_is_by_user(&actions.items[0]));
	assert_action(1, "driver's sync", 12, 25, 4);
	assert_false(user_action_is_by_user(&actions.items[1]));
	assert_int_equal(actions.waited_outside, 4);
	assert_all_waited();
	user_actions_free(&actions);
}

/* A timer message during a key's handling, and its draw, are not part of the key. */
TEST(timer_draw_is_no_user_action)
{
	begin();
	note(10, MESSAGE_ENQUEUE, 1, KEY_A);
	note(11, MESSAGE_GET, 1, KEY_A);
	note(15, MESSAGE_TIMER, 2, MESSAGE_CODE_TIMER);
	note(41, MESSAGE_WAIT, 0, 0);
	note(42, MESSAGE_GET, 2, MESSAGE_CODE_TIMER);
	note(44, MESSAGE_POST, 3, DRAW);
	note(45, MESSAGE_WAIT, 0, 0);
	note(46, MESSAGE_GET, 3, DRAW);
	note(60, MESSAGE_WAIT, 0, 0);
	note(70, MESSAGE_IDLE, 0, 0);
	note(100, MESSAGE_BUSY, 0, 0);
	note(101, MESSAGE_TIMER, 4, MESSAGE_CODE_TIMER);
	note(102, MESSAGE_GET, 4, MESSAGE_CODE_TIMER);
	note(120, MESSAGE_WAIT, 0, 0);
	find();
	assert_int_equal(actions.count, 3);
	assert_action(0, "key", 10, 41, 31);
	assert_true(user_action_is_by_user(&actions.items[0]));
	assert_string_equal(user_action_name(&actions.items[1]), "timer");
	assert_false(user_action_is_by_user(&actions.items[1]));
	assert_int_equal(actions.items[1].messages, 2);
	assert_action(2, "timer", 100, 120, 0);
	assert_all_waited();
	user_actions_free(&actions);
}

TEST(label_applies_from_its_step_on)
{
	const struct wire_input_label first = {.step = 2, .text = "page down"};
	const struct wire_input_label second = {.step = 4, .text = ""};
	const struct wire_input_label *labels[] = {&first, &second};

	begin();
	message_log.labels = labels;
	message_log.label_count = 2;
	for (uint32_t i = 0; i < 3; i++)
		type(100 * (i + 1), 3 * i + 1, KEY_A);
	find();
	assert_string_equal(user_action_name(&actions.items[0]), "key");
	assert_string_equal(user_action_name(&actions.items[1]), "page down");
	assert_string_equal(user_action_name(&actions.items[2]), "key");
	user_actions_free(&actions);
}

/* In any log, each tick of waiting is counted once. */
TEST(every_tick_of_waiting_is_counted_once)
{
	struct rng rng;

	rng_seed(&rng, 11);
	for (unsigned round = 0; round < 2000; round++) {
		uint64_t tsc = 0;

		begin();
		for (unsigned i = 0; i < 100; i++) {
			tsc += rng_below(&rng, 20);
			events[message_log.event_count++] = (struct message_event){
				.tsc = tsc, .kind = rng_below(&rng, MESSAGE_EVENT_KINDS),
				.message = rng_below(&rng, 101), .code = rng_below(&rng, 0x8001),
				.queued = rng_below(&rng, 3),
			};
		}
		find();
		if (actions.items != NULL)
			assert_all_waited();
		user_actions_free(&actions);
	}
}
