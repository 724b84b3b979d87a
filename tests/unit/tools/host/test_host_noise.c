/* SPDX-License-Identifier: MIT */
/* Detection of a busy host from its kernel's counters. */
#include "tests/unit/unit.h"

#include <stdbool.h>
#include <string.h>

#include "tools/host/host_noise.h"

TEST(stolen_time_is_read)
{
	struct host_time time;

	assert_true(host_time_parse("cpu  10 20 30 40 50 60 70 80 5 5\n", &time));
	assert_int_equal(time.total, 360);
	assert_int_equal(time.stolen, 80);
	assert_false(host_time_parse("cpu0 1 2 3 4 5 6 7 8\n", &time));
	assert_false(host_time_parse("cpu 1 2 3\n", &time));
	assert_false(host_time_parse("", &time));
}

static struct host_noise made(double load, uint64_t stolen)
{
	return (struct host_noise){.began = {1000, 10}, .ended = {2000, 10 + stolen}, .load = load,
				   .cpus = 2, .is_known = true};
}

TEST(quiet_host_reports_no_noise)
{
	struct host_noise noise = made(3, 10);

	assert_false(host_noise_is_loud(&noise));
	assert_true(host_noise_steal(&noise) > 0.0099 && host_noise_steal(&noise) < 0.0101);
}

TEST(load_of_others_and_stolen_time_make_a_host_noisy)
{
	struct host_noise loaded = made(3.6, 0), stolen = made(0, 11);

	assert_true(host_noise_is_loud(&loaded));
	assert_true(host_noise_is_loud(&stolen));
}

TEST(missing_counters_report_no_noise)
{
	struct host_noise noise = made(99, 900);

	noise.is_known = false;
	noise.mhz_began = 1000;
	noise.mhz_ended = 3000;
	assert_false(host_noise_is_loud(&noise));
}

TEST(changed_frequency_makes_a_host_noisy_and_is_reported)
{
	struct host_noise noise = made(0, 0);
	char text[HOST_NOISE_TEXT_MAX];
	json_t *json;

	noise.mhz_began = 3000;
	host_noise_describe(&noise, text);
	assert_string_equal(text, "");
	noise.mhz_ended = 2400;
	assert_true(host_noise_is_loud(&noise));
	host_noise_describe(&noise, text);
	assert_string_equal(text, "CPU frequency changed from 3000 to 2400 MHz");
	json = host_noise_json(&noise);
	assert_true(json_real_value(json_object_get(json, "cpu_mhz_after")) == 2400);
	json_decref(json);
}

TEST(every_kind_of_noise_is_reported)
{
	struct host_noise noise = made(9, 500);
	char text[HOST_NOISE_TEXT_MAX];

	noise.mhz_began = 3000;
	noise.mhz_ended = 2400;
	host_noise_describe(&noise, text);
	assert_string_equal(text, "9.0 runnable tasks on 2 CPUs, and 50.0 % steal time, "
				  "and CPU frequency changed from 3000 to 2400 MHz");
}

TEST(manifest_reports_the_same_noise)
{
	struct host_noise noise = made(9, 500), read;
	char text[HOST_NOISE_ADVICE_MAX], again[HOST_NOISE_ADVICE_MAX];
	json_t *json;

	noise.mhz_began = 3000;
	noise.mhz_ended = 2400;
	json = host_noise_json(&noise);
	read = host_noise_of_json(json);
	host_noise_advise(&noise, text);
	host_noise_advise(&read, again);
	assert_non_null(strstr(text, "Run again"));
	assert_string_equal(text, again);
	json_decref(json);
}

TEST(invalid_manifest_reports_no_noise)
{
	static const char *const texts[] = {
		"null", "[]", "{}", "{\"load\": \"9\", \"cpus\": 2, \"steal_part\": 0}",
		"{\"load\": 9, \"cpus\": 0, \"steal_part\": 0}",
		"{\"load\": -9, \"cpus\": 2, \"steal_part\": 0}",
		"{\"load\": 1e300, \"cpus\": 2, \"steal_part\": 0}",
		"{\"load\": 9, \"cpus\": 2, \"steal_part\": 7}",
	};

	assert_false(host_noise_of_json(NULL).is_known);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		json_t *json = json_loads(texts[i], JSON_DECODE_ANY, NULL);

		assert_false(host_noise_of_json(json).is_known);
		json_decref(json);
	}
}
