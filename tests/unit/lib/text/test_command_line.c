/* SPDX-License-Identifier: MIT */
/* Splitting a command line, and the parameters that select benchmarks. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engine/sampling_policy.h"
#include "bench/engine/measure.h"
#include "bench/engine/options.h"
#include "lib/rng.h"
#include "lib/text/command_line.h"
#include "lib/text/errno.h"
#include "tests/unit/bench/fake_platform.h"

static char words[8192];

/* "name" or "name=value", each in brackets. */
static void note_word(void *context, const char *word, const char *value)
{
	size_t used = strlen(words);

	(void)context;
	snprintf(words + used, sizeof(words) - used, "[%s%s%s]", word, value != NULL ? "=" : "",
		 value != NULL ? value : "");
}

static const char *split(const char *line)
{
	words[0] = '\0';
	assert_true(command_line_split(line, strlen(line) + 1, note_word, NULL));
	return words;
}

TEST(parameters_are_separated_by_spaces_and_control_characters)
{
	assert_string_equal(split("  suite=quick\texit  samples=3\r\n"),
			    "[suite=quick][exit][samples=3]");
	assert_string_equal(split(""), "");
	assert_string_equal(split(" \t "), "");
}

TEST(quotes_keep_spaces_in_a_parameter_and_are_removed)
{
	assert_string_equal(split("title=\"two words\" b"), "[title=two words][b]");
	assert_string_equal(split("\"title=two words\" b"), "[title=two words][b]");
	assert_string_equal(split("title=\"never closed"), "[title=never closed]");
	assert_string_equal(split("\"\""), "[]");
}

TEST(value_begins_after_the_first_equals_sign)
{
	assert_string_equal(split("a=b=c d= =e"), "[a=b=c][d=][=e]");
}

TEST(unterminated_line_is_read_to_its_end_and_reported_as_truncated)
{
	char line[] = {'a', ' ', 'b'};

	words[0] = '\0';
	assert_false(command_line_split(line, sizeof(line), note_word, NULL));
	assert_string_equal(words, "[a][b]");
	assert_false(command_line_split(line, 0, note_word, NULL));
}

TEST(long_line_is_truncated_at_the_limit)
{
	static char line[3 * COMMAND_LINE_MAX];

	memset(line, 'x', sizeof(line) - 1);
	words[0] = '\0';
	assert_false(command_line_split(line, sizeof(line), note_word, NULL));
	assert_int_equal(strlen(words), COMMAND_LINE_MAX + 2);
	line[COMMAND_LINE_MAX] = '\0';
	assert_true(command_line_split(line, sizeof(line), note_word, NULL));
}

static void take_and_ignore(void *context, const char *word, const char *value)
{
	options_parse(context, word, value);
}

TEST(random_bytes_are_parsed_safely)
{
	static const char alphabet[] = "bench=suite samples,\"=*?0149\t\xff\n";
	struct rng rng;

	rng_seed(&rng, 7);
	for (int round = 0; round < 20000; round++) {
		size_t size = rng_below(&rng, 200);
		char *line = malloc(size + 1);      /* exact size, for the sanitizer */
		struct options options;

		for (size_t i = 0; i < size; i++)
			line[i] = alphabet[rng_below(&rng, sizeof(alphabet))];
		options_init(&options);
		command_line_split(line, size, take_and_ignore, &options);
		assert_true(options.pattern_count <= OPTIONS_PATTERNS_MAX);
		free(line);
	}
}

static const struct benchmark quick = {.name = "cpu.quick", .suites = SUITE_QUICK | SUITE_FULL};
static const struct benchmark thorough = {.name = "cpu.thorough", .suites = SUITE_FULL};
static const struct benchmark breaking = {.name = "test.breaking"};
static const struct benchmark waiting = {.name = "input.waiting", .waits_for_user = true};

static struct options options_of(const char *line)
{
	struct options options;

	options_init(&options);
	command_line_split(line, strlen(line) + 1, take_and_ignore, &options);
	return options;
}

TEST(quick_suite_is_the_default)
{
	struct options options = options_of("");

	assert_true(options_select(&options, &quick));
	assert_false(options_select(&options, &thorough));
	assert_false(options_select(&options, &breaking));
}

TEST(suite_selects_its_own_benchmarks)
{
	struct options options = options_of("suite=full");

	assert_string_equal(options_suite_name(options.suite), "full");
	assert_true(options_select(&options, &quick));
	assert_true(options_select(&options, &thorough));
	assert_false(options_select(&options, &breaking));
}

TEST(patterns_select_by_name_in_any_suite)
{
	struct options options = options_of("bench=nothing,*.tho* bench=test.*");

	assert_false(options_select(&options, &quick));
	assert_true(options_select(&options, &thorough));
	assert_true(options_select(&options, &breaking));
}

TEST(pattern_with_a_leading_wildcard_excludes_test_benchmarks)
{
	struct options options = options_of("bench=*");

	assert_true(options_select(&options, &thorough));
	assert_false(options_select(&options, &breaking));
}

TEST(interactive_benchmark_is_selected_only_by_its_full_name)
{
	struct options options = options_of("bench=input.*,input.waitin?,*.waiting,input.wait");

	assert_int_equal(options.pattern_count, 4);
	assert_false(options_select(&options, &waiting));
	options = options_of("bench=cpu.*,input.waiting");
	assert_true(options_select(&options, &waiting));
}

TEST(invalid_value_is_rejected_and_unknown_parameter_is_distinguished)
{
	struct options options;
	char text[OPTIONS_PATTERN_CHARS + 1];

	options_init(&options);
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(options_parse(&options, "sweet", "quick"), -ENOENT);
	assert_int_equal(options_parse(&options, "suite", "qick"), -EINVAL);
	assert_int_equal(options_parse(&options, "suite", NULL), -EINVAL);
	assert_int_equal(options_parse(&options, "samples", "0"), -EINVAL);
	assert_int_equal(options_parse(&options, "samples", "1025"), -EINVAL);
	assert_int_equal(options_parse(&options, "samples", "many"), -EINVAL);
	assert_int_equal(options.suite, SUITE_QUICK);
	assert_int_equal(options.samples, 0);
	assert_int_equal(options.pattern_count, 0);
	assert_int_equal(options_parse(&options, "bench", text), -EINVAL);
	assert_int_equal(options.pattern_count, 1);
	assert_string_equal(options.patterns[0], "");
	assert_int_equal(options_parse(&options, "bench", ""), -EINVAL);
	assert_int_equal(options.pattern_count, 1);
}

TEST(objects_are_scaled_by_name_and_percentage)
{
	struct options options;

	options_init(&options);
	assert_int_equal(options_parse(&options, "flow.scale", "serial:50,cpu:1000"), 0);
	assert_int_equal(options_parse(&options, "flow.scale", "lock:0"), 0);
	assert_int_equal(options.scale_count, 3);
	assert_string_equal(options.scales[1].object, "cpu");
	assert_int_equal(options.scales[1].percent, 1000);
	assert_int_equal(options_parse(&options, "flow.scale", "serial"), -EINVAL);
	assert_int_equal(options_parse(&options, "flow.scale", ":50"), -EINVAL);
	assert_int_equal(options_parse(&options, "flow.scale", "serial:1001"), -EINVAL);
	assert_int_equal(options_parse(&options, "flow.scale", "serial:-1"), -EINVAL);
	assert_int_equal(options_parse(&options, "flow.scale", "a_name_of_far_too_many_letters:5"),
			 -EINVAL);
	assert_int_equal(options.scale_count, 3);
	assert_int_equal(options_parse(&options, "flow.scale", "a:1"), 0);
	assert_int_equal(options_parse(&options, "flow.scale", "b:1"), -EINVAL);
}

TEST(nodes_and_injected_clock_errors_have_limits)
{
	struct options options;

	options_init(&options);
	assert_int_equal(options_parse(&options, "flow.nodes", "3"), 0);
	assert_int_equal(options_parse(&options, "flow.offset", "-30ms"), 0);
	assert_int_equal(options_parse(&options, "flow.drift", "-100"), 0);
	assert_int_equal(options.flow_link, FLOW_BY_MEMORY);
	assert_int_equal(options_parse(&options, "flow.link", "ethernet"), 0);
	assert_int_equal(options.flow_link, FLOW_BY_ETHERNET);
	assert_int_equal(options_parse(&options, "flow.link", "Ethernet"), -EINVAL);
	assert_int_equal(options_parse(&options, "flow.node", "3"), 0);
	assert_int_equal(options_parse(&options, "flow.node", "4"), -EINVAL);
	assert_int_equal(options.flow_node, 3);
	assert_int_equal(options_parse(&options, "flow.nodes", "1"), -EINVAL);
	assert_int_equal(options_parse(&options, "flow.nodes", "5"), -EINVAL);
	assert_int_equal(options_parse(&options, "flow.offset", "1001ms"), -EINVAL);
	assert_int_equal(options_parse(&options, "flow.offset", "--1ms"), -EINVAL);
	assert_int_equal(options_parse(&options, "flow.drift", "1001"), -EINVAL);
	assert_int_equal(options_parse(&options, "flow.drift", ""), -EINVAL);
	assert_int_equal(options.flow_nodes, 3);
	assert_int_equal(options.flow_offset_ns, -30000000);
	assert_int_equal(options.flow_drift_ppm, -100);
	assert_int_equal(options_parse(&options, "flow.offset", "1s"), 0);
	assert_int_equal(options.flow_offset_ns, 1000000000);
}

TEST(buffer_cache_of_size_0_differs_from_the_default)
{
	static const char *const bad[] = {"", "-1", "1x", "65M", "64.5M"};
	struct options options;

	options_init(&options);
	assert_false(options.disk_cache_is_set);
	assert_int_equal(options_parse(&options, "disk.cache", "64M"), 0);
	assert_int_equal(options_parse(&options, "disk.cache", "0"), 0);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(options_parse(&options, "disk.cache", bad[i]), -EINVAL);
	assert_true(options.disk_cache_is_set);
	assert_int_equal(options.disk_cache_bytes, 0);
}

TEST(disk_with_a_pattern_is_named)
{
	struct options options;

	options_init(&options);
	assert_string_equal(options.pattern_disk, "");
	assert_int_equal(options_parse(&options, "disk.pattern", "virtio0"), 0);
	assert_int_equal(options_parse(&options, "disk.pattern", ""), -EINVAL);
	assert_int_equal(options_parse(&options, "disk.pattern", "a-name-of-24-characters0"),
			 -EINVAL);
	assert_string_equal(options.pattern_disk, "virtio0");
}

TEST(scratch_disk_has_a_name_and_a_token)
{
	static const char *const invalid[] = {
		"", "virtio0", ":5eed", "virtio0:", "virtio0:0", "virtio0:5eed ", "virtio0:5EED",
		"virtio0:12345678123456781", "a-name-of-24-characters0:1",
	};
	struct options options;

	options_init(&options);
	assert_int_equal(options_parse(&options, "disk.scratch", "virtio0:fedcba9876543210"), 0);
	for (size_t i = 0; i < COUNT(invalid); i++)
		assert_int_equal(options_parse(&options, "disk.scratch", invalid[i]), -EINVAL);
	assert_string_equal(options.scratch_disk, "virtio0");
	assert_true(options.scratch_token == 0xfedcba9876543210);
}

TEST(patterns_that_do_not_fit_are_rejected)
{
	struct options options;

	options_init(&options);
	for (int i = 0; i < OPTIONS_PATTERNS_MAX; i++)
		assert_int_equal(options_parse(&options, "bench", "a"), 0);
	assert_int_equal(options_parse(&options, "bench", "a"), -EINVAL);
}

TEST(time_limit_grows_with_the_number_of_samples)
{
	const struct benchmark bench = {.name = "fake.single"};
	struct options options;
	uint32_t limit_ms;

	fake_reset();
	options_init(&options);
	limit_ms = sampling_policy_for(&options, &bench).limit_ms;
	options_parse(&options, "samples", "5");
	assert_int_equal(sampling_policy_for(&options, &bench).limit_ms, limit_ms);
	options_parse(&options, "samples", "1024");
	assert_true(sampling_policy_for(&options, &bench).limit_ms >= 10 * limit_ms);
}

TEST(benchmark_may_limit_its_time_limit)
{
	const struct benchmark bench = {.name = "fake.single", .limit_ms_max = 7};
	struct options options;

	fake_reset();
	options_init(&options);
	assert_int_equal(sampling_policy_for(&options, &bench).limit_ms, 7);
}
