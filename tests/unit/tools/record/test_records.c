/* SPDX-License-Identifier: MIT */
/* Contents of records: invalid kinds and values, and too many of them. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/text/fmt.h"
#include "tests/unit/tools/log_buffer.h"
#include "tools/results/load.h"

TEST(unknown_record_is_counted_and_skipped)
{
	struct log_buffer buffer = {0};
	struct result *result;

	log_buffer_record(&buffer, "@manifest seq=0 format=1 new_field=\"a b\"");
	log_buffer_record(&buffer, "@hologram seq=1 depth=3");
	log_buffer_record(&buffer, "@plan seq=2 benches=4");
	result = log_buffer_load(&buffer);
	assert_int_equal(result->account.unknown, 1);
	assert_int_equal(result->account.records, 2);
	assert_int_equal(result->account.lost, 0);
	result_free(result);
}

TEST(field_of_another_kind_makes_the_record_malformed)
{
	struct log_buffer buffer = {0};
	struct result *result;

	log_buffer_record(&buffer, "@manifest seq=0 format=one");
	log_buffer_record(&buffer, "@samples seq=1 series=1 n=2 data=AA==");
	result = log_buffer_load(&buffer);
	assert_int_equal(result->account.malformed, 1);
	assert_int_equal(result->account.unattached, 1);
	result_free(result);
}

TEST(record_with_a_sample_count_unlike_its_data_is_malformed)
{
	struct log_buffer buffer = {0};
	struct result *result;

	log_buffer_record(&buffer, "@bench seq=0 id=1 name=a.b");
	log_buffer_record(&buffer, "@series seq=1 id=1 bench=1");
	log_buffer_record(&buffer, "@samples seq=2 series=1 n=9 data=AgQG");
	log_buffer_record(&buffer, "@samples seq=3 series=1 first=9 n=3 data=AgQG");
	result = log_buffer_load(&buffer);
	assert_int_equal(result->account.malformed, 1);
	assert_int_equal(result->benches[0].series[0].warm.count, 3);
	assert_int_equal(result->benches[0].series[0].warm.values[2], 6);
	result_free(result);
}

TEST(repeated_and_contradictory_samples_are_malformed)
{
	struct log_buffer buffer = {0};
	struct result *result;

	log_buffer_record(&buffer, "@bench seq=0 id=1 name=a.b");
	log_buffer_record(&buffer, "@series seq=1 id=1 bench=1");
	log_buffer_record(&buffer, "@samples seq=2 series=1 n=3 data=AgQG");
	log_buffer_record(&buffer, "@samples seq=3 series=1 cold=1 n=1 data=CA==");
	log_buffer_record(&buffer, "@samples seq=4 series=1 n=3 data=AgQG");
	log_buffer_record(&buffer, "@samples seq=5 series=1 n=3 data=BgQC");
	log_buffer_record(&buffer, "@samples seq=6 series=1 first=2 n=1 data=CA==");
	log_buffer_record(&buffer, "@samples seq=7 series=1 first=3 n=1 data=CA==");
	result = log_buffer_load(&buffer);
	assert_int_equal(result->account.malformed, 3);
	assert_int_equal(result->benches[0].series[0].warm.count, 4);
	assert_int_equal(result->benches[0].series[0].warm.values[0], 1);
	assert_int_equal(result->benches[0].series[0].warm.values[3], 4);
	assert_int_equal(result->benches[0].series[0].cold.count, 1);
	result_free(result);
}

struct part_case {
	const char *name, *values;
	enum wire_kind kind;
};

static const struct part_case part_cases[] = {
	{"message_events", "log=1 n=1 times=AA== kinds=AA== messages=AA== codes=AA== queued=AA==",
	 WIRE_message_events},
	{"idle_passes", "idle=1 n=1 before=AA== elapsed=AA== interrupts=AA==", WIRE_idle_passes},
	{"idle_events", "idle=1 n=1 at=AA== kind=AA== value=AA==", WIRE_idle_events},
};

static void check_repeated_part(void **state)
{
	const struct part_case *part = *state;
	struct log_buffer buffer = {0};
	struct result *result;
	char text[128];

	for (int seq = 0; seq < 2; seq++) {
		fmt_buffer(text, sizeof(text), "@%s seq=%d %s", part->name, seq, part->values);
		log_buffer_record(&buffer, text);
	}
	result = log_buffer_load(&buffer);
	assert_int_equal(result->account.malformed, 1);
	assert_int_equal(result->records[part->kind].count, 1);
	assert_int_equal(result->records[part->kind].items[0].seq, 0);
	result_free(result);
}
TEST_CASES(check_repeated_part, part_cases);

TEST(count_record_with_a_wrong_size_is_malformed)
{
	struct log_buffer buffer = {0};
	struct result *result;

	log_buffer_record(&buffer, "@bench seq=0 id=1 name=a.b");
	log_buffer_record(&buffer, "@count seq=1 bench=1 event=cycles n=9 overhead=AgQG data=AgQG");
	log_buffer_record(&buffer, "@count seq=2 bench=1 event=cycles n=0");
	log_buffer_record(&buffer, "@count seq=3 bench=1 event=cycles n=3 overhead=AgQG data=AgQG");
	log_buffer_record(&buffer, "@count seq=4 bench=7 event=cycles n=3 overhead=AgQG data=AgQG");
	result = log_buffer_load(&buffer);
	assert_int_equal(result->account.malformed, 2);
	assert_int_equal(result->account.unattached, 1);
	assert_int_equal(result->benches[0].counts_count, 1);
	assert_int_equal(result->benches[0].counts[0].seq, 3);
	result_free(result);
}

TEST(numbers_above_the_limit_are_not_used)
{
	struct log_buffer buffer = {0};
	struct result *result;

	log_buffer_record(&buffer, "@manifest seq=0 format=1");
	log_buffer_record(&buffer, "@plan seq=18446744073709551615 benches=4");
	log_buffer_record(&buffer, "@plan seq=1048576 benches=4");
	result = log_buffer_load(&buffer);
	assert_int_equal(result->account.over_limit, 2);
	assert_int_equal(result->account.records, 1);
	assert_int_equal(result->account.lost, 0);
	result_free(result);
}

TEST(hostile_log_stops_at_the_memory_limit_and_is_reported)
{
	struct loader *loader = malloc(sizeof(*loader));
	struct log_buffer buffer = {0};
	char text[WIRE_TEXT_MAX + 128], name[WIRE_TEXT_MAX];
	struct result *result;

	memset(name, 'x', sizeof(name));
	loader_init(loader);
	for (unsigned seq = 0; seq < 70000; seq++) {
		fmt_buffer(text, sizeof(text), "@warning seq=%u source=a text=%.*s", seq,
			   (int)sizeof(name) - 1, name);
		log_buffer_record(&buffer, text);
		loader_feed(loader, buffer.text, buffer.length);
		buffer.length = 0;
	}
	result = loader_finish(loader);
	free(loader);
	free(buffer.text);
	assert_true(result->account.over_limit > 0);
	assert_true(result->arena.used_bytes <= RESULT_MEMORY_MAX);
	result_free(result);
}

TEST(control_characters_in_texts_are_removed)
{
	struct log_buffer buffer = {0};
	struct result *result;

	log_buffer_record(&buffer, "@manifest seq=0 build=\"\\x1b[31m\\xff\\xc3\\xa9\"");
	result = log_buffer_load(&buffer);
	assert_string_equal(result_manifest(result)->build, "?[31m?\xc3\xa9");
	result_free(result);
}

TEST(first_of_two_records_with_one_id_is_used)
{
	struct log_buffer buffer = {0};
	struct result *result;

	log_buffer_record(&buffer, "@bench seq=0 id=1 name=a.first");
	log_buffer_record(&buffer, "@bench seq=1 id=1 name=a.second");
	result = log_buffer_load(&buffer);
	assert_int_equal(result->bench_count, 1);
	assert_string_equal(result->benches[0].info->name, "a.first");
	assert_int_equal(result->account.malformed, 1);
	result_free(result);
}
