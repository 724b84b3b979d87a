/* SPDX-License-Identifier: MIT */
/* Message logs read from their records, and the operations of their actions. */
#include "tests/unit/unit.h"

#include <stdio.h>

#include "tests/unit/tools/idle_log.h"
#include "tools/idle/operations.h"
#include "tools/idle/saves.h"

#define LENGTH 1000u                    /* of a log, in ticks */
#define KEY 0x1eu

static struct result *result;
static struct message_runs runs;

static void begin(void)
{
	result = idle_log_begin("real", "app.editor");
}

static void add_log(uint64_t id, uint64_t events)
{
	struct wire_record log = {.kind = WIRE_message_log};

	log.message_log = (struct wire_message_log){
		.id = id, .bench = 1, .source = "controller", .begin_tsc = 50,
		.end_tsc = 50 + LENGTH, .events = events,
	};
	idle_log_add(result, &log);
}

/* One block; its first event has this index. */
static void add_block(uint64_t log, uint64_t first, const struct message_event *events,
		      uint32_t count)
{
	struct wire_record block = {.kind = WIRE_message_events};
	struct message_columns columns;

	message_events_pack(events, count, 0, &columns, &block.message_events);
	block.message_events.log = log;
	block.message_events.first = first;
	idle_log_add(result, &block);
}

static const struct message_run *read_runs(size_t count, uint64_t malformed)
{
	idle_log_end(result);
	message_runs_find(result, &runs);
	assert_int_equal(runs.count, count);
	assert_int_equal(runs.malformed, malformed);
	return runs.items;
}

static void end(void)
{
	message_runs_free(&runs);
	result_free(result);
}

/* Two keys; the first waits in the queue for 10 ticks and for a device for 20, and posts a draw. A
 * timer's message follows. */
static const struct message_event events[] = {
	{0, MESSAGE_WAIT, 0, 0, 0}, {0, MESSAGE_IDLE, 0, 0, 0},
	{100, MESSAGE_BUSY, 0, 0, 0}, {100, MESSAGE_INTERRUPT, 0, 0x31, 0},
	{105, MESSAGE_ENQUEUE, 1, KEY, 1}, {115, MESSAGE_GET, 1, KEY, 0},
	{120, MESSAGE_IO_BEGIN, 0, 0, 0}, {140, MESSAGE_IO_END, 0, 0, 0},
	{145, MESSAGE_POST, 2, MESSAGE_CODE_POSTED, 1}, {150, MESSAGE_WAIT, 0, 0, 1},
	{151, MESSAGE_GET, 2, MESSAGE_CODE_POSTED, 0}, {160, MESSAGE_WAIT, 0, 0, 0},
	{160, MESSAGE_IDLE, 0, 0, 0}, {200, MESSAGE_BUSY, 0, 0, 0},
	{200, MESSAGE_ENQUEUE, 3, KEY | MESSAGE_CODE_RELEASED, 1},
	{201, MESSAGE_GET, 3, KEY | MESSAGE_CODE_RELEASED, 0}, {210, MESSAGE_WAIT, 0, 0, 0},
	{210, MESSAGE_IDLE, 0, 0, 0},
};

static void assert_stretch(const struct message_run *run, size_t index, uint64_t begin_tsc,
			   uint64_t end_tsc, enum think_wait_state state, unsigned inputs)
{
	const struct message_stretch *stretch = &run->stretches[index];

	assert_true(index < run->stretch_count);
	assert_int_equal(stretch->begin, begin_tsc);
	assert_int_equal(stretch->end, end_tsc);
	assert_int_equal(stretch->state, state);
	assert_int_equal(stretch->inputs, inputs);
}

/* By figure 2 of the paper: the user waits while a message or a device does. */
TEST(stretches_have_the_states_of_the_machine)
{
	const struct message_run *run;

	begin();
	add_log(1, COUNT(events));
	add_block(1, 0, events, COUNT(events));
	run = read_runs(1, 0);
	assert_int_equal(run->stretch_count, 12);
	assert_stretch(run, 0, 0, 100, STATE_THINK, 0);
	assert_stretch(run, 1, 100, 105, STATE_THINK, THINK_WAIT_BUSY);
	assert_stretch(run, 2, 105, 115, STATE_WAIT, THINK_WAIT_BUSY | THINK_WAIT_QUEUED);
	assert_stretch(run, 3, 115, 120, STATE_WAIT, THINK_WAIT_BUSY);
	assert_stretch(run, 4, 120, 140, STATE_WAIT, THINK_WAIT_BUSY | THINK_WAIT_IO);
	assert_stretch(run, 5, 140, 145, STATE_WAIT, THINK_WAIT_BUSY);
	assert_stretch(run, 6, 145, 151, STATE_WAIT, THINK_WAIT_BUSY | THINK_WAIT_QUEUED);
	assert_stretch(run, 7, 151, 160, STATE_WAIT, THINK_WAIT_BUSY);
	assert_stretch(run, 8, 160, 200, STATE_THINK, 0);
	assert_stretch(run, 9, 200, 201, STATE_WAIT, THINK_WAIT_BUSY | THINK_WAIT_QUEUED);
	assert_stretch(run, 10, 201, 210, STATE_WAIT, THINK_WAIT_BUSY);
	assert_stretch(run, 11, 210, LENGTH, STATE_THINK, 0);
	end();
}

TEST(messages_last_from_interrupt_to_next_request)
{
	static const struct message expected[] = {
		{1, KEY, 100, 115, 150}, {2, MESSAGE_CODE_POSTED, 145, 151, 160},
		{3, KEY | MESSAGE_CODE_RELEASED, 200, 201, 210},
	};
	const struct message_run *run;

	begin();
	add_log(1, COUNT(events));
	add_block(1, 0, events, COUNT(events));
	run = read_runs(1, 0);
	assert_int_equal(run->message_count, COUNT(expected));
	for (size_t i = 0; i < COUNT(expected); i++) {
		assert_int_equal(run->messages[i].number, expected[i].number);
		assert_int_equal(run->messages[i].code, expected[i].code);
		assert_int_equal(run->messages[i].queued, expected[i].queued);
		assert_int_equal(run->messages[i].taken, expected[i].taken);
		assert_int_equal(run->messages[i].done, expected[i].done);
	}
	end();
}

TEST(blocks_may_be_in_any_order_but_not_missing)
{
	const struct message_run *run;

	begin();
	add_log(1, COUNT(events));
	add_log(2, COUNT(events));
	add_block(1, 6, events + 6, COUNT(events) - 6);
	add_block(2, 6, events + 6, 4);
	add_block(1, 0, events, 6);
	add_block(2, 0, events, 5);
	run = read_runs(2, 1);
	assert_int_equal(run[0].event_count, COUNT(events));
	assert_int_equal(run[0].events_missing, 0);
	assert_int_equal(run[1].event_count, 5);
	assert_int_equal(run[1].events_missing, COUNT(events) - 5);
	/* The queue after the last known event is unknown, so the log ends there. */
	assert_int_equal(run[1].stretches[run[1].stretch_count - 1].end, 105);
	end();
}

static const struct contradiction {
	const char *name;
	struct message_event events[2];
	uint64_t count;
} contradictions[] = {
	{"times_in_order_up_to_the_end", {{5, MESSAGE_WAIT, 0, 0, 0},
					  {LENGTH, MESSAGE_TIMER, 0, 0, 0}}, 2},
	{"times_may_be_equal", {{5, MESSAGE_WAIT, 0, 0, 0}, {5, MESSAGE_IDLE, 0, 0, 0}}, 2},
	{"time_before_the_last_one", {{5, MESSAGE_WAIT, 0, 0, 0}, {4, MESSAGE_IDLE, 0, 0, 0}}, 0},
	{"time_after_the_end", {{5, MESSAGE_WAIT, 0, 0, 0}, {LENGTH + 1, MESSAGE_IDLE, 0, 0, 0}},
	 0},
	{"unknown_kind", {{5, MESSAGE_WAIT, 0, 0, 0}, {5, MESSAGE_EVENT_KINDS, 0, 0, 0}}, 0},
};

static void contradictory_block_is_malformed(void **state)
{
	const struct contradiction *contradiction = *state;
	const struct message_run *run;

	begin();
	add_log(1, 2);
	add_block(1, 0, contradiction->events, 2);
	run = read_runs(1, contradiction->count == 0);
	assert_int_equal(run->event_count, contradiction->count);
	end();
}
TEST_CASES(contradictory_block_is_malformed, contradictions);

TEST(second_log_of_an_id_is_malformed)
{
	struct wire_record backwards = {.kind = WIRE_message_log};

	begin();
	add_log(3, 0);
	add_log(4, 0);
	add_log(3, 0);
	backwards.message_log = (struct wire_message_log){.id = 5, .begin_tsc = 2, .end_tsc = 1};
	idle_log_add(result, &backwards);
	read_runs(2, 2);
	assert_int_equal(runs.items[1].info->id, 4);
	end();
}

TEST(labels_of_a_log_are_in_the_order_of_steps)
{
	static const struct wire_input_label labels[] = {
		{.log = 1, .step = 7, .text = "c"}, {.log = 2, .step = 1, .text = "other"},
		{.log = 1, .step = 0, .text = "a"}, {.log = 1, .step = 3, .text = "b"},
	};
	static const uint64_t steps[] = {0, 3, 7};
	const struct message_run *run;

	begin();
	add_log(1, 0);
	for (size_t i = 0; i < COUNT(labels); i++) {
		struct wire_record label = {.kind = WIRE_input_label};

		label.input_label = labels[i];
		idle_log_add(result, &label);
	}
	run = read_runs(1, 0);
	assert_int_equal(run->label_count, 3);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(run->labels[i]->step, steps[i]);
	end();
}

static const struct type {
	const char *name;
	uint32_t code;
} types[] = {
	{"key pressed", KEY}, {"key released", KEY | MESSAGE_CODE_RELEASED},
	{"mouse moved", MESSAGE_CODE_MOUSE | MESSAGE_CODE_MOVED | 1},
	{"mouse button", MESSAGE_CODE_MOUSE | 1}, {"timer", MESSAGE_CODE_TIMER},
	{"driver's sync", MESSAGE_CODE_SYNC}, {"posted by application", MESSAGE_CODE_POSTED | 1},
};

static void message_has_a_type(void **state)
{
	const struct type *type = *state;

	assert_string_equal(message_type_name(&(struct message){.code = type->code}), type->name);
}
TEST_CASES(message_has_a_type, types);

/* ---- Operations ---- */

#define OF_USER(label_, begin_, end_) { \
	.kind = USER_ACTION_KEY, .label = label_, .begin = begin_, .end = end_, .is_whole = true}

static void add_use(uint64_t log, uint64_t message, uint64_t hits, uint64_t misses)
{
	struct wire_record use = {.kind = WIRE_cache_use};

	use.cache_use = (struct wire_cache_use){log, message, hits, misses};
	idle_log_add(result, &use);
}

/* Disk time from 10 to 30 and from 50 to 80. */
static struct message_stretch stretches[] = {
	{0, 10, STATE_THINK, 0}, {10, 30, STATE_WAIT, THINK_WAIT_IO},
	{30, 50, STATE_WAIT, THINK_WAIT_BUSY},
	{50, 80, STATE_WAIT, THINK_WAIT_BUSY | THINK_WAIT_IO},
	{80, 100, STATE_THINK, THINK_WAIT_DEVICE},
};
static struct message messages[] = {
	{.number = 1, .taken = 12}, {.number = 2, .taken = 40}, {.number = 3, .taken = 55},
	{.number = 4, .taken = 90},
};
static const struct wire_message_log info = {.id = 1};

TEST(operations_have_the_disk_time_and_lookups_of_their_actions)
{
	static struct user_action items[] = {
		OF_USER("open", 80, 100), OF_USER("save", 10, 50), OF_USER("save", 50, 80),
		OF_USER("short", 60, 69), OF_USER("just long enough", 30, 40),
		{.kind = USER_ACTION_KEY, .label = "not whole", .begin = 10, .end = 90},
		{.kind = USER_ACTION_TIMER, .label = "timer", .begin = 10, .end = 90,
		 .is_whole = true},
	};
	static const struct operation expected[] = {
		{"save", 2, 70, 40, 50, 10, 10}, {"open", 1, 20, 20, 0, 0, 0},
		{"just long enough", 1, 10, 10, 0, 2, 2},
	};
	const struct message_run run = {
		.info = &info, .stretches = stretches, .stretch_count = COUNT(stretches),
		.messages = messages, .message_count = COUNT(messages),
		.actions = {items, COUNT(items), 0},
	};
	struct operations operations;

	begin();
	add_use(1, 1, 3, 1);
	add_use(2, 2, 100, 100);        /* another log's */
	add_use(1, 2, 2, 2);
	add_use(1, 3, 5, 7);
	add_use(1, 77, 100, 100);       /* no such message: the rest is unknown */
	add_use(1, 4, 100, 100);
	operations_find(result, &run, 10, &operations);
	assert_int_equal(operations.count, COUNT(expected));
	for (size_t i = 0; i < COUNT(expected); i++) {
		assert_string_equal(operations.items[i].name, expected[i].name);
		assert_int_equal(operations.items[i].n, expected[i].n);
		assert_int_equal(operations.items[i].total, expected[i].total);
		assert_int_equal(operations.items[i].longest, expected[i].longest);
		assert_int_equal(operations.items[i].disk, expected[i].disk);
		assert_int_equal(operations.items[i].hits, expected[i].hits);
		assert_int_equal(operations.items[i].misses, expected[i].misses);
	}
	operations_free(&operations);
	idle_log_end(result);
	result_free(result);
}

TEST(disk_time_from_the_begin_of_a_log_is_counted)
{
	static struct message_stretch waits[] = {
		{0, 20, STATE_WAIT, THINK_WAIT_IO}, {20, 100, STATE_THINK, 0},
	};
	static struct user_action items[] = {OF_USER("open", 5, 50)};
	const struct message_run run = {
		.info = &info, .stretches = waits, .stretch_count = COUNT(waits),
		.messages = messages, .message_count = COUNT(messages), .actions = {items, 1, 0},
	};
	struct operations operations;

	begin();
	add_use(1, 1, 1, 1);
	operations_find(result, &run, 0, &operations);
	assert_int_equal(operations.count, 1);
	assert_int_equal(operations.items[0].disk, 20);
	operations_free(&operations);
	idle_log_end(result);
	result_free(result);
}

TEST(log_without_lookups_has_no_operations)
{
	static struct user_action items[] = {OF_USER("open", 80, 100)};
	const struct message_run run = {.info = &info, .messages = messages,
					.message_count = COUNT(messages), .actions = {items, 1, 0}};
	struct operations operations;

	begin();
	add_use(2, 1, 1, 1);
	operations_find(result, &run, 0, &operations);
	assert_int_equal(operations.count, 0);
	operations_free(&operations);
	idle_log_end(result);
	result_free(result);
}

TEST(save_lasts_as_long_as_its_message)
{
	static struct message of[] = {{.number = 4, .taken = 10, .done = 17},
				      {.number = 9, .taken = 20, .done = 50}};
	const struct message_run run = {.messages = of, .message_count = COUNT(of)};
	uint64_t ticks = 1;

	assert_true(save_duration(&run, &(struct wire_document_save){.message = 9}, &ticks));
	assert_int_equal(ticks, 30);
	assert_true(save_duration(&run, &(struct wire_document_save){.message = 4}, &ticks));
	assert_int_equal(ticks, 7);
	assert_false(save_duration(&run, &(struct wire_document_save){.message = 5}, &ticks));
	assert_int_equal(ticks, 7);
}

TEST(names_beyond_63_are_other_actions)
{
	static struct user_action items[70];
	static char names[COUNT(items)][8];
	const struct message_run run = {.info = &info, .messages = messages,
					.message_count = COUNT(messages),
					.actions = {items, COUNT(items), 0}};
	struct operations operations;

	for (size_t i = 0; i < COUNT(items); i++) {
		snprintf(names[i], sizeof(names[i]), "n%02zu", i);
		items[i] = (struct user_action)OF_USER(names[i], 0, i < 63 ? 10 : 5);
	}
	begin();
	add_use(1, 1, 1, 1);
	operations_find(result, &run, 0, &operations);
	assert_int_equal(operations.count, 64);
	assert_string_equal(operations.items[0].name, "n00");
	assert_string_equal(operations.items[62].name, "n62");
	assert_string_equal(operations.items[63].name, "other actions");
	assert_int_equal(operations.items[63].n, 7);
	operations_free(&operations);
	idle_log_end(result);
	result_free(result);
}
