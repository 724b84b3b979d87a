/* SPDX-License-Identifier: MIT */
/* Planted outliers are found and named; where there are none, nothing is said. */
#include "tests/unit/unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/tools/small_log.h"
#include "tools/analysis/outliers.h"

/* Quartiles 102 and 106, so that 90 and 118 are the last that are none. */
static const uint64_t quiet[] = {100, 101, 102, 103, 104, 105, 106, 107, 108};
static const uint64_t on_the_fence[] = {90, 102, 102, 102, 104, 106, 106, 106, 118};
static const uint64_t beyond[] = {89, 102, 102, 102, 104, 106, 106, 106, 119};
static const uint64_t far[] = {102, 102, 102, 102, 104, 106, 106, 106, 1040};
static const uint64_t of_one_value[] = {50, 50, 50, 50, 50, 50, 53};
static const uint64_t few[] = {10, 10, 10, 10, 9000};

/* One benchmark with those points, in the order of their names. */
struct planted {
	const char *point;
	const uint64_t *ticks;
	size_t n;
};

#define PLANT(name) {"case=" #name, name, COUNT(name)}

static struct result *run_of(const char *time_base, const struct planted *planted, size_t count)
{
	struct small_log log;

	small_log_begin_with(&log, time_base);
	small_log_bench(&log, "mem.latency");
	for (size_t i = 0; i < count; i++)
		small_log_samples(&log, planted[i].point, planted[i].ticks, planted[i].n);
	return small_log_end(&log);
}

/* Leaves text and figures of the manifest. */
static void look(const char *time_base, const struct planted *planted, size_t count,
		 char text[OUTLIERS_TEXT_MAX], json_t **json)
{
	struct result *result = run_of(time_base, planted, count);
	struct analysis *analysis = analysis_new_quick(result);
	struct outliers outliers;

	outliers_find(analysis, &outliers);
	outliers_describe(&outliers, text);
	*json = outliers_json(&outliers);
	analysis_free(analysis);
	result_free(result);
}

static json_int_t number(const json_t *json, const char *key)
{
	return json_integer_value(json_object_get(json, key));
}

TEST(a_quiet_run_has_none_and_says_nothing)
{
	const struct planted planted[] = {PLANT(quiet), PLANT(on_the_fence), PLANT(of_one_value),
					  PLANT(few)};
	char text[OUTLIERS_TEXT_MAX];
	json_t *json;

	look("real", planted, COUNT(planted), text, &json);
	assert_string_equal(text, "");
	assert_int_equal(number(json, "figures"), 0);
	assert_int_equal(number(json, "of"), 3);
	assert_true(json_is_null(json_object_get(json, "worst")));
	json_decref(json);
}

TEST(those_beyond_the_fence_are_counted_and_the_worst_named)
{
	const struct planted planted[] = {PLANT(quiet), PLANT(far), PLANT(beyond)};
	char text[OUTLIERS_TEXT_MAX];
	json_t *json;

	look("emulated", planted, COUNT(planted), text, &json);
	assert_non_null(strstr(text, "one sample in 10 or more is a severe outlier in 2 of 3 "
				     "metrics, most in mem.latency "
				     "case=beyond (2 of 9 samples, the furthest "));
	assert_non_null(strstr(text, "--runs N"));
	assert_null(strchr(text, '\n'));
	assert_int_equal(number(json, "samples"), 3);
	assert_int_equal(number(json, "worst_samples"), 2);
	json_decref(json);
}

/* As nearly every run of an emulator has it: counted, and not worth a line. */
TEST(a_lone_outlier_among_many_samples_is_counted_without_a_word)
{
	uint64_t many[11];
	const struct planted planted[] = {PLANT(many)};
	char text[OUTLIERS_TEXT_MAX];
	json_t *json;

	for (size_t i = 0; i < COUNT(many); i++)
		many[i] = i == 0 ? 100000 : 100 + i % 4;
	look("emulated", planted, 1, text, &json);
	assert_string_equal(text, "");
	assert_int_equal(number(json, "figures"), 1);
	assert_int_equal(number(json, "affected"), 0);
	assert_int_equal(number(json, "samples"), 1);
	json_decref(json);
	many[1] = 100000;
	look("emulated", planted, 1, text, &json);
	assert_non_null(strstr(text, "2 of 11 samples"));
	assert_int_equal(number(json, "affected"), 1);
	json_decref(json);
}

TEST(one_affected_figure_among_many_is_not_worth_a_line)
{
	struct planted planted[11];
	char text[OUTLIERS_TEXT_MAX];
	json_t *json;

	for (size_t i = 0; i < COUNT(planted); i++) {
		static char names[COUNT(planted)][16];

		snprintf(names[i], sizeof(names[i]), "case=%zu", i);
		planted[i] = (struct planted){names[i], i == 0 ? far : quiet, COUNT(far)};
	}
	look("real", planted, COUNT(planted), text, &json);
	assert_string_equal(text, "");
	assert_int_equal(number(json, "affected"), 1);
	json_decref(json);
	look("real", planted, COUNT(planted) - 1, text, &json);
	assert_non_null(strstr(text, "in 1 of 10 metrics"));
	json_decref(json);
}

TEST(how_far_the_furthest_lies_is_told)
{
	const struct planted planted[] = {PLANT(far)};
	char text[OUTLIERS_TEXT_MAX];
	json_t *json;

	look("real", planted, COUNT(planted), text, &json);
	assert_non_null(strstr(text, "1 of 9 samples, the furthest 10 times the median"));
	json_decref(json);
}

TEST(instructions_have_none)
{
	const struct planted planted[] = {PLANT(far), PLANT(beyond)};
	char text[OUTLIERS_TEXT_MAX];
	json_t *json;

	look("instructions", planted, COUNT(planted), text, &json);
	assert_string_equal(text, "");
	assert_true(json_is_null(json));
	json_decref(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_quiet_run_has_none_and_says_nothing),
		cmocka_unit_test(those_beyond_the_fence_are_counted_and_the_worst_named),
		cmocka_unit_test(a_lone_outlier_among_many_samples_is_counted_without_a_word),
		cmocka_unit_test(one_affected_figure_among_many_is_not_worth_a_line),
		cmocka_unit_test(how_far_the_furthest_lies_is_told),
		cmocka_unit_test(instructions_have_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
