/* SPDX-License-Identifier: MIT */
/* Injected outliers are found and named. A run without outliers reports none. */
#include "tests/unit/unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/tools/small_log.h"
#include "tools/analysis/outliers.h"

/* Quartiles 102 and 106: values from 90 to 118 are no outliers. */
static const uint64_t quiet[] = {100, 101, 102, 103, 104, 105, 106, 107, 108};
static const uint64_t on_the_fence[] = {90, 102, 102, 102, 104, 106, 106, 106, 118};
static const uint64_t beyond[] = {89, 102, 102, 102, 104, 106, 106, 106, 119};
static const uint64_t far[] = {102, 102, 102, 102, 104, 106, 106, 106, 1040};
static const uint64_t of_one_value[] = {50, 50, 50, 50, 50, 50, 53};
static const uint64_t few[] = {10, 10, 10, 10, 9000};

/* One benchmark with those points, in the order of their names. */
struct injected {
	const char *point;
	const uint64_t *ticks;
	size_t n;
};

#define INJECT(name) {"case=" #name, name, COUNT(name)}

static struct result *run_of(const char *time_base, const struct injected *injected, size_t count)
{
	struct small_log log;

	small_log_begin_with(&log, time_base);
	small_log_bench(&log, "mem.latency");
	for (size_t i = 0; i < count; i++)
		small_log_samples(&log, injected[i].point, injected[i].ticks, injected[i].n);
	return small_log_end(&log);
}

/* Fills the text and the values of the manifest. */
static void analyse_run(const char *time_base, const struct injected *injected, size_t count,
			char text[OUTLIERS_TEXT_MAX], json_t **json)
{
	struct result *result = run_of(time_base, injected, count);
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

TEST(run_without_outliers_reports_none)
{
	const struct injected injected[] = {INJECT(quiet), INJECT(on_the_fence),
					    INJECT(of_one_value), INJECT(few)};
	char text[OUTLIERS_TEXT_MAX];
	json_t *json;

	analyse_run("real", injected, COUNT(injected), text, &json);
	assert_string_equal(text, "");
	assert_int_equal(number(json, "figures"), 0);
	assert_int_equal(number(json, "of"), 3);
	assert_true(json_is_null(json_object_get(json, "worst")));
	json_decref(json);
}

TEST(values_beyond_the_fence_are_counted_and_the_worst_is_named)
{
	const struct injected injected[] = {INJECT(quiet), INJECT(far), INJECT(beyond)};
	char text[OUTLIERS_TEXT_MAX];
	json_t *json;

	analyse_run("emulated", injected, COUNT(injected), text, &json);
	assert_non_null(strstr(text, "one sample in 10 or more is a severe outlier in 2 of 3 "
				     "metrics, most in mem.latency "
				     "case=beyond (2 of 9 samples, the furthest "));
	assert_non_null(strstr(text, "--runs N"));
	assert_null(strchr(text, '\n'));
	assert_int_equal(number(json, "samples"), 3);
	assert_int_equal(number(json, "worst_samples"), 2);
	json_decref(json);
}

/* Nearly every emulated run has one: it is counted but not reported. */
TEST(one_outlier_among_many_samples_is_counted_but_not_reported)
{
	uint64_t many[11];
	const struct injected injected[] = {INJECT(many)};
	char text[OUTLIERS_TEXT_MAX];
	json_t *json;

	for (size_t i = 0; i < COUNT(many); i++)
		many[i] = i == 0 ? 100000 : 100 + i % 4;
	analyse_run("emulated", injected, 1, text, &json);
	assert_string_equal(text, "");
	assert_int_equal(number(json, "figures"), 1);
	assert_int_equal(number(json, "affected"), 0);
	assert_int_equal(number(json, "samples"), 1);
	json_decref(json);
	many[1] = 100000;
	analyse_run("emulated", injected, 1, text, &json);
	assert_non_null(strstr(text, "2 of 11 samples"));
	assert_int_equal(number(json, "affected"), 1);
	json_decref(json);
}

/* Quartiles 102 and 106 as above: the furthest sample is the lowest one. */
TEST(low_outlier_and_median_of_zero_have_their_ratios)
{
	const uint64_t low[] = {26, 102, 102, 102, 104, 106, 106, 106, 107};
	const uint64_t zero[] = {0, 0, 0, 0, 0, 0, 0, 0, 90};
	const struct injected low_ones[] = {INJECT(low)}, zeros[] = {INJECT(zero)};
	char text[OUTLIERS_TEXT_MAX];
	json_t *json;

	analyse_run("real", low_ones, 1, text, &json);
	assert_non_null(strstr(text, "1 of 9 samples, the furthest 0.25 times the median"));
	json_decref(json);
	analyse_run("real", zeros, 1, text, &json);
	assert_non_null(strstr(text, "case=zero (1 of 9 samples): use medians"));
	json_decref(json);
}

TEST(one_affected_metric_among_many_is_not_reported)
{
	struct injected injected[11];
	char text[OUTLIERS_TEXT_MAX];
	json_t *json;

	for (size_t i = 0; i < COUNT(injected); i++) {
		static char names[COUNT(injected)][16];

		snprintf(names[i], sizeof(names[i]), "case=%zu", i);
		injected[i] = (struct injected){names[i], i == 0 ? far : quiet, COUNT(far)};
	}
	analyse_run("real", injected, COUNT(injected), text, &json);
	assert_string_equal(text, "");
	assert_int_equal(number(json, "affected"), 1);
	json_decref(json);
	analyse_run("real", injected, COUNT(injected) - 1, text, &json);
	assert_non_null(strstr(text, "in 1 of 10 metrics"));
	json_decref(json);
}

TEST(distance_of_the_furthest_outlier_is_reported)
{
	const struct injected injected[] = {INJECT(far)};
	char text[OUTLIERS_TEXT_MAX];
	json_t *json;

	analyse_run("real", injected, COUNT(injected), text, &json);
	assert_non_null(strstr(text, "1 of 9 samples, the furthest 10 times the median"));
	json_decref(json);
}

TEST(instruction_counts_have_no_outliers)
{
	const struct injected injected[] = {INJECT(far), INJECT(beyond)};
	char text[OUTLIERS_TEXT_MAX];
	json_t *json;

	analyse_run("instructions", injected, COUNT(injected), text, &json);
	assert_string_equal(text, "");
	assert_true(json_is_null(json));
	json_decref(json);
}
