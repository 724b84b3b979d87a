/* SPDX-License-Identifier: MIT */
/* What is near a wrong name, and what is not. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/option/suggest.h"

static const char *const names[] = {"mem.latency", "mem.latency.order", "mem.bandwidth.read",
				    "run", "report", "disk.read"};

static const char *nearest(const char *word)
{
	struct suggestion suggestion = {.word = word};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		suggest_consider(&suggestion, names[i]);
	return suggestion.best != NULL ? suggestion.best : "";
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
	struct suggestion suggestion = {.word = "rnu"};

	suggest_consider(&suggestion, "run");
	assert_int_equal(suggestion.distance, 1);
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

static const char *question(const char *word)
{
	static char text[SUGGEST_TEXT_MAX];
	struct suggestion suggestion = {.word = word};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		suggest_consider(&suggestion, names[i]);
	return suggest_format(&suggestion, "", text);
}

TEST(a_part_of_a_name_asks_for_those_that_have_it)
{
	assert_string_equal(question("mem"), " (did you mean mem.latency, mem.latency.order, "
					     "mem.bandwidth.read?)");
	assert_string_equal(question("mem.lat"), " (did you mean mem.latency, mem.latency.order?)");
	assert_string_equal(question("width"), " (did you mean mem.bandwidth.read?)");
	assert_string_equal(question("re"), " (did you mean report, mem.bandwidth.read, "
					    "disk.read?)");
	assert_string_equal(question("latency"), " (did you mean mem.latency, mem.latency.order?)");
	assert_string_equal(question("e"), "");
}

TEST(what_a_word_begins_goes_before_what_it_is_a_slip_of)
{
	struct suggestion suggestion = {.word = "mem.lat"};
	char text[SUGGEST_TEXT_MAX];

	suggest_consider(&suggestion, "mem.tlb");
	suggest_consider(&suggestion, "mem.latency");
	assert_string_equal(suggest_format(&suggestion, "", text),
			    " (did you mean mem.latency, mem.tlb?)");
}

TEST(of_many_names_a_few_are_named)
{
	static const char *const many[] = {"abc", "abd", "abe", "xab"};
	struct suggestion suggestion = {.word = "ab"};
	char text[SUGGEST_TEXT_MAX];

	for (size_t i = 0; i < sizeof(many) / sizeof(many[0]); i++)
		suggest_consider(&suggestion, many[i]);
	assert_string_equal(suggest_format(&suggestion, "", text),
			    " (did you mean abc, abd, abe…?)");
}

TEST(the_question_has_the_prefix_and_is_empty_without_an_answer)
{
	struct suggestion suggestion = {.word = "bneh"};
	char text[SUGGEST_TEXT_MAX];

	assert_string_equal(suggest_format(&suggestion, "--", text), "");
	suggest_consider(&suggestion, "bench");
	assert_string_equal(suggest_format(&suggestion, "--", text), " (did you mean --bench?)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_letter_missing_doubled_wrong_or_swapped_is_seen_through),
		cmocka_unit_test(a_swap_counts_as_one_slip),
		cmocka_unit_test(the_end_of_a_name_is_enough_from_any_dot_on),
		cmocka_unit_test(what_is_far_from_all_is_no_slip),
		cmocka_unit_test(a_part_of_a_name_asks_for_those_that_have_it),
		cmocka_unit_test(what_a_word_begins_goes_before_what_it_is_a_slip_of),
		cmocka_unit_test(of_many_names_a_few_are_named),
		cmocka_unit_test(the_question_has_the_prefix_and_is_empty_without_an_answer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
