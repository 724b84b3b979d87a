/* SPDX-License-Identifier: MIT */
/* Input: bytes to messages, script lines to steps, and the benchmarks of both on the scripted
 * machine. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engine/options.h"
#include "bench/input/log.h"
#include "bench/input/steps.h"
#include "kernel/input/decode.h"
#include "lib/rng.h"
#include "lib/text/errno.h"
#include "lib/wire/samples.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_disk.h"
#include "tests/unit/bench/fake_platform.h"

static int reset(void **state)
{
	(void)state;
	fake_reset();
	fake.capabilities = CAN_KEYBOARD | CAN_MOUSE | CAN_LAPIC_TIMER | CAN_THREADS;
	return 0;
}

/* ---- Bytes ---- */

/* The message codes of the bytes in hexadecimal, separated by spaces. */
static const char *decode(struct input_decoder *decoder, enum i8042_device device,
			  const char *bytes, size_t count)
{
	static char text[256];
	size_t used = 0;
	uint32_t code;

	text[0] = '\0';
	for (size_t i = 0; i < count; i++) {
		const struct i8042_byte byte = {device, (uint8_t)bytes[i]};

		if (input_decode(decoder, &byte, &code))
			used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%x",
						 used > 0 ? " " : "", code);
	}
	return text;
}

#define DECODE(device, bytes) decode(&decoder, device, bytes, sizeof(bytes) - 1)

TEST(key_press_and_release_are_messages)
{
	struct input_decoder decoder = {0};

	assert_string_equal(DECODE(I8042_KEYBOARD, "\x1e\x9e"), "1e 9e");
	assert_string_equal(DECODE(I8042_KEYBOARD, "\xe0\x48\xe0\xc8\x48"), "148 1c8 48");
	assert_string_equal(DECODE(I8042_KEYBOARD, "\xe1\x1d\x45\xe1\x9d\xc5\x1e"), "61 1e");
	assert_int_equal(decoder.stray_bytes, 0);
}

TEST(keyboard_bytes_that_are_no_key_are_counted_and_dropped)
{
	struct input_decoder decoder = {0};

	assert_string_equal(DECODE(I8042_KEYBOARD, "\xfa\x1e\x00\xff\xfe\xee\x9e"), "1e 9e");
	assert_int_equal(decoder.stray_bytes, 5);
}

TEST(three_mouse_bytes_are_a_message)
{
	struct input_decoder decoder = {0};

	assert_string_equal(DECODE(I8042_MOUSE, "\x09\0\0\x08\0\0"), "1001 1000");
	assert_string_equal(DECODE(I8042_MOUSE, "\x08\x01\0\x18\xff\0\x08\0\x05"),
			    "1008 1008 1008");
	assert_int_equal(decoder.stray_bytes, 0);
}

TEST(lost_mouse_byte_loses_only_the_adjacent_packets)
{
	struct input_decoder decoder = {0};

	assert_string_equal(DECODE(I8042_MOUSE, "\x01\0\x09\0\0"), "1001");
	assert_int_equal(decoder.stray_bytes, 2);
}

TEST(keyboard_and_mouse_bytes_may_be_mixed)
{
	struct input_decoder decoder = {0};

	assert_string_equal(DECODE(I8042_KEYBOARD, "\xe0"), "");
	assert_string_equal(DECODE(I8042_MOUSE, "\x09\0"), "");
	assert_string_equal(DECODE(I8042_KEYBOARD, "\x48"), "148");
	assert_string_equal(DECODE(I8042_MOUSE, "\0"), "1001");
}

/* ---- Steps ---- */

static struct input_step step_items[8];
static struct step_label step_labels[8];
static struct input_steps steps = {.items = step_items, .labels = step_labels, .capacity = 8};

TEST(line_is_a_step)
{
	assert_int_equal(steps_parse("100000 k 1e\n0 k e0 48\n20000 m 09 00 ff", &steps), 0);
	assert_int_equal(steps.count, 3);
	assert_int_equal(step_items[0].pause_us, 100000);
	assert_int_equal(step_items[0].device, INPUT_KEYBOARD);
	assert_int_equal(step_items[1].count, 2);
	assert_int_equal(step_items[1].bytes[1], 0x48);
	assert_int_equal(step_items[2].device, INPUT_MOUSE);
	assert_int_equal(step_items[2].bytes[2], 0xff);
	assert_int_equal(steps_duration_us(step_items, 3), 120000);
	assert_int_equal(steps_parse("", &steps), 0);
	assert_int_equal(steps.count, 0);
}

TEST(sync_is_a_step_without_bytes)
{
	assert_int_equal(steps_parse("100 k 1e\n0 s\n5 s", &steps), 0);
	assert_int_equal(steps.count, 3);
	assert_int_equal(step_items[1].device, INPUT_SYNC);
	assert_int_equal(step_items[1].count, 0);
	assert_int_equal(step_items[2].pause_us, 5);
	assert_int_equal(steps_parse("0 k 1e\n0 s 1e", &steps), 2);
	assert_int_equal(steps_parse("0 k", &steps), 1);
	assert_int_equal(steps_parse("0 k ", &steps), 1);
}

TEST(label_applies_to_the_following_steps)
{
	assert_int_equal(steps_parse("0 k 1e\nl page down\n0 k 9e\nl \n0 k 1e\nl last", &steps),
			 0);
	assert_int_equal(steps.count, 3);
	assert_int_equal(steps.label_count, 3);
	assert_int_equal(step_labels[0].step, 1);
	assert_string_equal(step_labels[0].text, "page down");
	assert_int_equal(step_labels[1].step, 2);
	assert_string_equal(step_labels[1].text, "");
	assert_string_equal(step_labels[2].text, "last");
	assert_int_equal(steps_parse("l\n", &steps), 1);
	assert_int_equal(steps_parse("l a\nl \x1b\n", &steps), 2);
	assert_int_equal(steps_parse("l 56789012345678901234567890123456789012345678901", &steps),
			 0);
	assert_int_equal(steps_parse("l 567890123456789012345678901234567890123456789012", &steps),
			 1);
}

TEST(first_invalid_line_is_named)
{
	static const char *const bad[] = {
		"0 k 1e\n-1 k 1e\n", "0 k 1e\n0 x 1e\n", "0 k 1e\n0 k\n", "0 k 1e\n0 k 1g\n",
		"0 k 1e\n0 k 1e1e\n", "0 k 1e\n60000001 k 1e\n", "0 k 1e\n\n", "0 k 1e\n k 1e\n",
		"0 k 1e\n0 k 1 e\n", "0 k 1e\n0k 1e\n", "0 k 1e\n0 m 1 2 3 4 5 6 7 8 9\n",
		"0 k 1e\n99999999999999999999 k 1e\n",
	};
	struct input_steps one = {.items = step_items, .labels = step_labels, .capacity = 1};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(steps_parse(bad[i], &steps), 2);
	assert_int_equal(steps_parse("0 k 1e\n0 k 1e\n", &one), 2);
	assert_int_equal(steps_parse("l a\nl b\n", &one), 2);
}

/* The sanitizers find invalid accesses. */
TEST(random_text_is_parsed_without_invalid_accesses)
{
	static const char alphabet[] = "0123 kmaefl\n-x";
	struct rng rng;

	rng_seed(&rng, 5);
	for (unsigned run = 0; run < 20000; run++) {
		size_t length = rng_below(&rng, 24);
		char *text = malloc(length + 1);

		for (size_t i = 0; i < length; i++)
			text[i] = alphabet[rng_below(&rng, sizeof(alphabet) - 1)];
		text[length] = '\0';
		assert_uint_in_range(steps_parse(text, &steps), 0, 24);
		free(text);
	}
}

/* ---- Options ---- */

TEST(options_set_the_number_of_expected_messages)
{
	struct options options;

	options_init(&options);
	assert_int_equal(options_parse(&options, "input", "80"), 0);
	assert_int_equal(options.input_messages, 80);
	assert_int_equal(options_parse(&options, "input", "0"), -EINVAL);
	assert_int_equal(options_parse(&options, "input", "some"), -EINVAL);
	assert_int_equal(options_parse(&options, "input", "1000000"), -EINVAL);
	assert_int_equal(options_parse(&options, "pace", "both"), 0);
	assert_int_equal(options.input_paces, 1 << INPUT_PACED | 1 << INPUT_FAST);
	assert_int_equal(options_parse(&options, "pace", "slow"), -EINVAL);
}

/* ---- Benchmarks ---- */

/* The only sample of a stage's first series. */
static uint64_t only_sample(const char *stage)
{
	const struct wire_record *series, *samples;
	uint64_t value = 0;

	for (size_t i = 0; (series = fake_record(WIRE_series, i)) != NULL; i++) {
		if (strcmp(series->series.stage, stage) != 0)
			continue;
		samples = fake_record(WIRE_samples, i);
		assert_int_equal(samples->samples.cold, 0);
		assert_int_equal(samples_unpack(samples->samples.data.data,
						samples->samples.data.size, &value, 1), 1);
		return value;
	}
	fail_msg("no series of stage %s", stage);
	return 0;
}

TEST_WITH(built_in_script_is_run_whole_at_both_paces, reset, NULL)
{
	bench_run("input.script");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(only_sample("messages"), 14);
	assert_int_equal(only_sample("draws"), 6);
	assert_int_equal(fake.device_waits_us, 2 * 5000);
	assert_int_equal(fake_record_count(WIRE_message_log), 2);
	assert_string_equal(fake_record(WIRE_message_log, 1)->message_log.point, "pace=fast");
	assert_int_equal(fake.inputs_open, 0);
}

TEST_WITH(given_script_replaces_the_built_in_one, reset, NULL)
{
	fake.input_script = "1000 k 1e\n1000 k 9e\n1000 m 09 00 00\n";
	bench_run("input.script");
	assert_int_equal(only_sample("messages"), 3);
}

TEST_WITH(invalid_script_is_an_error_that_names_the_line, reset, NULL)
{
	fake.input_script = "1000 k 1e\n1000 q 9e\n";
	bench_run("input.script");
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "line 2 of the script is not a valid step");
}

TEST_WITH(missing_messages_are_an_error_without_a_metric, reset, NULL)
{
	fake.input_run_status = -ETIMEDOUT;
	fake.input_messages_lost = 2;
	bench_run("input.script");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "12 of 14 messages arrived in time, 0 more found the queue full");
	assert_int_equal(fake.inputs_open, 0);
}

TEST_WITH(input_from_outside_is_requested_before_the_wait, reset, NULL)
{
	bench_run("input.live");
	assert_int_equal(fake_record(WIRE_ready, 0)->ready.messages, 20);
	assert_string_equal(fake_record(WIRE_ready, 0)->ready.pace, "person");
	assert_string_equal(fake_record(WIRE_message_log, 0)->message_log.source, "outside");
}

TEST_WITH(wildcard_excludes_input_from_outside, reset, NULL)
{
	bench_run("input.*");
	assert_int_equal(fake_record_count(WIRE_ready), 0);
	assert_true(fake_record_count(WIRE_message_log) > 0);
}

TEST_WITH(machine_without_a_controller_is_skipped_with_the_reason, reset, NULL)
{
	fake.capabilities = CAN_LAPIC_TIMER | CAN_THREADS;
	bench_run("input.*,input.live");
	for (size_t i = 0; i < 4; i++)
		assert_string_equal(fake_record(WIRE_skip, i)->skip.missing, "i8042");
	assert_int_equal(fake_record_count(WIRE_series), 0);
}

TEST_WITH(script_with_a_mouse_needs_a_mouse, reset, NULL)
{
	fake.capabilities &= ~(uint32_t)CAN_MOUSE;
	bench_run("input.script");
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "i8042_mouse");
}

/* ---- app.editor ---- */

/* a, save, s */
#define SAVING "100 k 1e\n100 k 9e\n100 k 3c\n100 k bc\n100 k 1f\n100 k 9f\n"

TEST_WITH(editor_result_is_logged_with_the_input_that_caused_it, reset, NULL)
{
	const struct wire_editor_screen *paced, *fast;

	bench_run("app.editor");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(only_sample("messages"), 30);
	assert_int_equal(fake_record_count(WIRE_editor_screen), 2);
	paced = &fake_record(WIRE_editor_screen, 0)->editor_screen;
	fast = &fake_record(WIRE_editor_screen, 1)->editor_screen;
	assert_int_equal(paced->log, fake_record(WIRE_message_log, 0)->message_log.id);
	assert_int_equal(fast->log, fake_record(WIRE_message_log, 1)->message_log.id);
	assert_int_equal(paced->text_bytes, 56 * 1024);
	/* "Dear ", a newline, "hi" and one deletion. */
	assert_int_equal(paced->length_bytes, 56 * 1024 + 5 + 1 + 2 - 1);
	assert_int_equal(fast->text_crc, paced->text_crc);
	assert_int_equal(paced->font_low.size + paced->font_high.size, 2048);
	assert_true(paced->glyphs > 80);
	assert_int_equal(fake.inputs_open, 0);
}

TEST_WITH(editor_without_scratch_disk_does_not_save, reset, NULL)
{
	fake.capabilities |= CAN_DISK;
	fake.input_script = SAVING;
	bench_run_with("app.editor", "pace", "paced");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_document_save), 0);
	assert_int_equal(fake_disk.opens, 0);
	assert_int_equal(only_sample("messages"), 6);
}

TEST_WITH(editor_needs_a_controller_except_under_an_operating_system, reset, NULL)
{
	fake.capabilities = CAN_LAPIC_TIMER | CAN_THREADS;
	bench_run("app.editor");
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "i8042");
	assert_int_equal(fake_record_count(WIRE_editor_screen), 0);
}

TEST_WITH(editor_under_an_operating_system_has_no_idle_loop, reset, NULL)
{
	fake.capabilities = CAN_THREADS;
	fake.is_hosted = true;
	bench_run("app.editor");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_string_equal(fake_record(WIRE_message_log, 0)->message_log.source, "process");
	assert_int_equal(fake_record_count(WIRE_idle), 0);
	assert_int_equal(fake_record_count(WIRE_editor_screen), 2);
}

/* ---- Message logs ---- */

TEST(log_ends_in_vain_after_a_peek_that_finds_no_message)
{
	struct message_event events[3];
	struct message_log log = {.events = events, .capacity = COUNT(events)};

	assert_false(message_log_ends_in_vain(&log));
	message_log_add_event(&log, &(struct message_event){.kind = MESSAGE_PEEK, .message = 1});
	assert_false(message_log_ends_in_vain(&log));
	message_log_add_event(&log, &(struct message_event){.kind = MESSAGE_PEEK});
	assert_true(message_log_ends_in_vain(&log));
	message_log_add_event(&log, &(struct message_event){.kind = MESSAGE_GET});
	assert_false(message_log_ends_in_vain(&log));
	message_log_add_event(&log, &(struct message_event){.kind = MESSAGE_PEEK});
	assert_int_equal(log.count, 3);
	assert_int_equal(log.lost, 1);
}
