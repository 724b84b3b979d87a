/* SPDX-License-Identifier: MIT */
/* Suggestions for misspelled names. */
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

TEST(missing_doubled_wrong_or_swapped_letter_is_corrected)
{
	assert_string_equal(nearest("mem.ltency"), "mem.latency");
	assert_string_equal(nearest("mem.lattency"), "mem.latency");
	assert_string_equal(nearest("mem-latency"), "mem.latency");
	assert_string_equal(nearest("mem.latecny"), "mem.latency");
	assert_string_equal(nearest("rnu"), "run");
}

TEST(swap_counts_as_one_error)
{
	struct suggestion suggestion = {.word = "rnu"};

	suggest_consider(&suggestion, "run");
	assert_int_equal(suggestion.distance, 1);
}

TEST(end_of_a_name_after_any_dot_is_sufficient)
{
	assert_string_equal(nearest("latency"), "mem.latency");
	assert_string_equal(nearest("bandwidth.read"), "mem.bandwidth.read");
	assert_string_equal(nearest("read"), "mem.bandwidth.read");
}

TEST(unrelated_word_gets_no_suggestion)
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

TEST(part_of_a_name_suggests_the_names_that_contain_it)
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

TEST(prefix_match_has_priority_over_a_misspelling)
{
	struct suggestion suggestion = {.word = "mem.lat"};
	char text[SUGGEST_TEXT_MAX];

	suggest_consider(&suggestion, "mem.tlb");
	suggest_consider(&suggestion, "mem.latency");
	assert_string_equal(suggest_format(&suggestion, "", text),
			    " (did you mean mem.latency, mem.tlb?)");
}

TEST(number_of_suggestions_is_limited)
{
	static const char *const many[] = {"abc", "abd", "abe", "xab"};
	struct suggestion suggestion = {.word = "ab"};
	char text[SUGGEST_TEXT_MAX];

	for (size_t i = 0; i < sizeof(many) / sizeof(many[0]); i++)
		suggest_consider(&suggestion, many[i]);
	assert_string_equal(suggest_format(&suggestion, "", text),
			    " (did you mean abc, abd, abe…?)");
}

TEST(question_has_the_prefix_and_is_empty_without_a_suggestion)
{
	struct suggestion suggestion = {.word = "bneh"};
	char text[SUGGEST_TEXT_MAX];

	assert_string_equal(suggest_format(&suggestion, "--", text), "");
	suggest_consider(&suggestion, "bench");
	assert_string_equal(suggest_format(&suggestion, "--", text), " (did you mean --bench?)");
}
