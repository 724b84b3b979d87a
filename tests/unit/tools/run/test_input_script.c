/* SPDX-License-Identifier: MIT */
/* Input scripts on the host: their events, and errors in them. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/input/steps.h"
#include "tools/run/input/input_keys.h"
#include "tools/run/input/input_script.h"

_Static_assert(INPUT_LABEL_CHARS == STEPS_LABEL_CHARS, "what a script may say the target takes");

static char problem[INPUT_PROBLEM_MAX];

/* The steps of a valid script. */
static const char *steps_of(const char *text)
{
	static char steps[4096];
	struct input_script script;
	size_t length;
	char *made;

	if (!input_script_parse(text, strlen(text), &script, problem))
		fail_msg("%s", problem);
	made = input_script_steps(&script, &length);
	assert_true(length < sizeof(steps));
	strcpy(steps, made);
	free(made);
	input_script_free(&script);
	return steps;
}

/* The problem of an invalid script. */
static const char *problem_of(const char *text)
{
	struct input_script script;

	assert_false(input_script_parse(text, strlen(text), &script, problem));
	input_script_free(&script);
	return problem;
}

static void assert_begins(const char *text, const char *begin)
{
	if (strncmp(text, begin, strlen(begin)) != 0)
		fail_msg("\"%s\" does not begin with \"%s\"", text, begin);
}

TEST(key_is_pressed_at_its_pace_and_released_after_its_hold_time)
{
	assert_string_equal(steps_of("key a"), "100000 k 1e\n30000 k 9e\n");
	assert_string_equal(steps_of("pace 2s\nhold 5us\nkey up # a comment\n"),
			    "2000000 k e0 48\n5 k e0 c8\n");
	assert_string_equal(steps_of("down ctrl\n\n  \nup ctrl"), "100000 k 1d\n100000 k 9d\n");
}

TEST(leading_byte_order_mark_is_ignored)
{
	assert_string_equal(steps_of("\xef\xbb\xbfkey a"), "100000 k 1e\n30000 k 9e\n");
	assert_begins(problem_of("\xef\xbb\xbfkez a"), "1:1: ");
}

TEST(chord_keys_are_pressed_in_order_and_released_in_reverse)
{
	assert_string_equal(steps_of("key ctrl+alt+delete"),
			    "100000 k 1d\n0 k 38\n0 k e0 53\n30000 k e0 d3\n0 k b8\n0 k 9d\n");
}

TEST(text_is_typed_with_shift_as_on_a_us_keyboard)
{
	assert_string_equal(steps_of("text \"a!\\n\""),
			    "100000 k 1e\n30000 k 9e\n"
			    "100000 k 2a\n0 k 02\n30000 k 82\n0 k aa\n"
			    "100000 k 1c\n30000 k 9c\n");
	assert_string_equal(steps_of("text \"#\\\"\\\\\""),
			    "100000 k 2a\n0 k 04\n30000 k 84\n0 k aa\n"
			    "100000 k 2a\n0 k 28\n30000 k a8\n0 k aa\n"
			    "100000 k 2b\n30000 k ab\n");
}

TEST(every_printable_character_has_a_key)
{
	bool shift;

	for (char c = ' '; c <= '~'; c++)
		assert_non_null(input_key_of_character(c, &shift));
	assert_null(input_key_of_character('\0', &shift));
	assert_null(input_key_of_character('\x7f', &shift));
}

TEST(pauses_before_an_event_add_up)
{
	assert_string_equal(steps_of("pace 0ms\npause 0.01s\npause 5us\nclick left\n"),
			    "10005 m 09 00 00\n30000 m 08 00 00\n");
}

TEST(mouse_moves_keep_the_pressed_buttons)
{
	assert_string_equal(steps_of("pace 0s\npress right\nmove 10 -20\nmove -127 127\n"
				     "press middle\nrelease right\n"),
			    "0 m 0a 00 00\n0 m 0a 0a 14\n0 m 3a 81 81\n0 m 0e 00 00\n"
			    "0 m 0c 00 00\n");
}

TEST(label_applies_to_the_following_events)
{
	assert_string_equal(steps_of("key a\nlabel \"page \\\"down\\\"\"\nkey a\nlabel \"\"\n"
				     "label \"b\"\nkey a\nlabel \"none\""),
			    "100000 k 1e\n30000 k 9e\nl page \"down\"\n100000 k 1e\n30000 k 9e\n"
			    "l b\n100000 k 1e\n30000 k 9e\n");
	assert_begins(problem_of("label page"), "1:7: text must be in double quotes");
	assert_begins(problem_of("label \"page"), "1:12: closing double quote");
	assert_begins(problem_of("label \"a\\n\""), "1:9: label contains a non-printable");
	assert_begins(problem_of("label \"123456789012345678901234567890123456789012345678\""),
		      "1:55: label exceeds 47 characters");
}

TEST(problem_names_line_column_and_allowed_values)
{
	assert_begins(problem_of("key a\nkey ctrl+alr\n"),
		      "2:10: unknown key 'alr'; use one of: esc");
	assert_non_null(strstr(problem, " delete"));
	assert_begins(problem_of("  pause -5ms"), "1:9: '-5ms' is not a time such as 500us, 150ms");
	assert_begins(problem_of("pause 61s"), "1:7: '61s' is not a time");
	assert_begins(problem_of("pause 5"), "1:7: '5' is not a time");
	assert_begins(problem_of("pause"), "1:6: '' is not a time");
	assert_begins(problem_of("pause 1.5us"), "1:7: '1.5us' is not a time");
	assert_begins(problem_of("klick left"), "1:1: unknown command 'klick'; use one of:");
	assert_begins(problem_of("click wheel"), "1:7: 'wheel' is not a button; give left");
	assert_begins(problem_of("move 128 0"), "1:6: '128' is not a distance; give -127 to 127");
	assert_begins(problem_of("move 0 0"), "1:5: movement by 0 0; give a distance");
	assert_begins(problem_of("key a b"), "1:7: 'b': too many arguments for key");
	assert_begins(problem_of("text abc"), "1:6: text must be in double quotes");
	assert_begins(problem_of("text \"abc\n\""), "1:10: closing double quote");
	assert_begins(problem_of("text \"a\\q\""), "1:8: after a backslash there may be");
	assert_begins(problem_of("text \"\xc3\xa4\""), "1:7: '?' is on no key of a US keyboard");
	assert_begins(problem_of("key a\033[2J"), "1:5: unknown key 'a?[2J'");
	assert_begins(problem_of("key a+b+c+d+e+f+g+h+i"), "1:21: more than 8 keys at once");
	assert_begins(problem_of("pause 60s\npause 1s\nkey a"),
		      "3:5: total of the pauses exceeds");
	assert_begins(problem_of("# nothing\n"), "1:1: no event: the script uses");
}

TEST(sync_follows_each_event_while_it_is_on)
{
	assert_string_equal(steps_of("key a\nsync on\nkey a\nclick left\nsync off\nup a"),
			    "100000 k 1e\n30000 k 9e\n"
			    "100000 k 1e\n0 s\n30000 k 9e\n0 s\n"
			    "100000 m 09 00 00\n0 s\n30000 m 08 00 00\n0 s\n"
			    "100000 k 9e\n");
	assert_string_equal(steps_of("sync on\nmove 1 0\nlabel \"b\"\ndown a"),
			    "100000 m 08 01 00\n0 s\nl b\n100000 k 1e\n0 s\n");
	assert_begins(problem_of("sync"), "1:5: '' is not on or off");
	assert_begins(problem_of("sync maybe"), "1:6: 'maybe' is not on or off");
}

TEST(script_length_is_limited)
{
	char text[3 * INPUT_EVENTS_MAX * 4];
	size_t length = 0;

	for (int i = 0; i <= INPUT_EVENTS_MAX / 2; i++)
		length += (size_t)sprintf(text + length, "key a\n");
	assert_begins(problem_of(text), "2049:5: too many events; the maximum is 4096");
}
