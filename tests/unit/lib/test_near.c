/* SPDX-License-Identifier: MIT */
/* What is near a wrong name, and what is not. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/option/near.h"

static const char *const names[] = {"mem.latency", "mem.latency.order", "mem.bandwidth.read",
				    "run", "report", "disk.read"};

static const char *nearest(const char *word)
{
	struct near near = {.word = word};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		near_consider(&near, names[i]);
	return near.best != NULL ? near.best : "";
}

TEST(a_letter_missing_doubled_wrong_or_swapped_is_seen_through)
{
	assert_string_equal(nearest("mem.ltency"), "mem.latency");
	assert_string_equal(nearest("mem.lattency"), "mem.latency");
	assert_string_equal(nearest("mem-latency"), "mem.latency");
	assert_string_equal(nearest("mem.latecny"), "mem.latency");
	assert_string_equal(nearest("rnu"), "run");
}

TEST(a_swap_counts_as_one_slip)
{
	struct near near = {.word = "rnu"};

	near_consider(&near, "run");
	assert_int_equal(near.distance, 1);
}

TEST(the_end_of_a_name_is_enough_from_any_dot_on)
{
	assert_string_equal(nearest("latency"), "mem.latency");
	assert_string_equal(nearest("bandwidth.read"), "mem.bandwidth.read");
	assert_string_equal(nearest("read"), "mem.bandwidth.read");
}

TEST(what_is_far_from_all_is_no_slip)
{
	assert_string_equal(nearest("xyzzy"), "");
	assert_string_equal(nearest(""), "");
	assert_string_equal(nearest("q"), "");
	assert_string_equal(nearest("a word far longer than any that a name of ours might be "),
			    "");
}

TEST(the_question_has_the_prefix_and_is_empty_without_an_answer)
{
	struct near near = {.word = "bneh"};
	char text[NEAR_TEXT_MAX];

	assert_string_equal(near_question(&near, "--", text), "");
	near_consider(&near, "bench");
	assert_string_equal(near_question(&near, "--", text), " (did you mean --bench?)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_letter_missing_doubled_wrong_or_swapped_is_seen_through),
		cmocka_unit_test(a_swap_counts_as_one_slip),
		cmocka_unit_test(the_end_of_a_name_is_enough_from_any_dot_on),
		cmocka_unit_test(what_is_far_from_all_is_no_slip),
		cmocka_unit_test(the_question_has_the_prefix_and_is_empty_without_an_answer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
