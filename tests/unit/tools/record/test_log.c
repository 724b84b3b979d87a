/* SPDX-License-Identifier: MIT */
/* The log reader and the result, on logs that arrive in every bad way. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/rng.h"
#include "lib/text/fmt.h"
#include "lib/wire/crc.h"
#include "tests/unit/tools/sample_log.h"
#include "tools/results/load.h"

#define LINES_MAX 1024

static struct sample_log log_text;

/* The sample log's lines, each with its newline. */
struct lines {
	const char *start[LINES_MAX];
	size_t length[LINES_MAX];
	size_t count;
};

static struct lines lines;

static int make_log(void **state)
{
	const struct sample_log_options options = {.short_curve = true};
	const char *rest;

	(void)state;
	log_text = sample_log_make(&options);
	for (rest = log_text.text; *rest != '\0'; rest += lines.length[lines.count++]) {
		lines.start[lines.count] = rest;
		lines.length[lines.count] = (size_t)(strchr(rest, '\n') - rest) + 1;
	}
	return 0;
}

static int free_log(void **state)
{
	(void)state;
	free(log_text.text);
	return 0;
}

/* Text put together piece by piece. */
struct buffer {
	char *text;
	size_t length, capacity;
};

/* Twice the room each time: under the sanitizers every realloc copies, and the pieces are many. */
static void put(struct buffer *buffer, const char *text, size_t length)
{
	if (buffer->length + length + 1 > buffer->capacity) {
		buffer->capacity = 2 * (buffer->length + length + 1);
		buffer->text = realloc(buffer->text, buffer->capacity);
		assert_non_null(buffer->text);
	}
	memcpy(buffer->text + buffer->length, text, length);
	buffer->length += length;
	buffer->text[buffer->length] = '\0';
}

static void put_line(struct buffer *buffer, size_t line)
{
	put(buffer, lines.start[line], lines.length[line]);
}

static void put_lines(struct buffer *buffer, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++)
		put_line(buffer, i);
}

/* A record line with a right checksum, from its text before " *". */
static void put_record(struct buffer *buffer, const char *text)
{
	char end[16];

	put(buffer, text, strlen(text));
	fmt_buffer(end, sizeof(end), " *%08x\n", crc32c(0, text, strlen(text)));
	put(buffer, end, strlen(end));
}

/* Load and free the buffer. */
static struct result *load(struct buffer *buffer)
{
	struct result *result = sample_log_load(buffer->text, buffer->length);

	free(buffer->text);
	*buffer = (struct buffer){0};
	return result;
}

static size_t sample_count(const struct result *result)
{
	size_t count = 0;

	for (size_t i = 0; i < result->bench_count; i++) {
		for (size_t j = 0; j < result->benches[i].series_count; j++)
			count += result->benches[i].series[j].warm.count +
				result->benches[i].series[j].cold.count;
	}
	return count;
}

static void assert_nothing_lost(const struct result *result)
{
	assert_int_equal(result->account.records, lines.count);
	assert_int_equal(result->account.lost, 0);
	assert_int_equal(result->account.damaged, 0);
	assert_int_equal(result->account.malformed, 0);
	assert_int_equal(result->account.unattached, 0);
	assert_true(result_is_complete(result));
}

TEST(a_whole_log_is_read_without_loss)
{
	struct result *result = sample_log_load(log_text.text, log_text.length);

	assert_nothing_lost(result);
	assert_int_equal(result->bench_count, 9);
	assert_string_equal(result_manifest(result)->boot, "multiboot2");
	assert_non_null(result_bench(result, "irq.self_ipi")->done);
	assert_int_equal(result_bench(result, "irq.self_ipi")->series[7].disturbed_count, 1);
	assert_null(result_bench(result, "fault.not_present")->done);
	result_free(result);
}

TEST(an_empty_log_gives_an_empty_result)
{
	struct result *result = sample_log_load("", 0);

	assert_null(result_manifest(result));
	assert_false(result_is_complete(result));
	assert_int_equal(result->bench_count, 0);
	result_free(result);
}

TEST(a_log_cut_at_any_byte_keeps_every_whole_record)
{
	size_t whole = 0;

	for (size_t length = 0; length < log_text.length; length++) {
		struct result *result = sample_log_load(log_text.text, length);
		bool at_end_of_record = log_text.text[length] == '\n';

		if (length > 0 && log_text.text[length] == '\n')
			whole++;
		assert_int_equal(result->account.records, whole);
		assert_int_equal(result->account.lost, 0);
		assert_true(at_end_of_record || result->account.damaged <= 1);
		assert_int_equal(result_is_complete(result), whole == lines.count);
		result_free(result);
	}
}

TEST(a_log_fed_byte_by_byte_gives_the_same_result)
{
	struct loader *loader = malloc(sizeof(*loader));
	struct result *result;

	loader_init(loader);
	for (size_t i = 0; i < log_text.length; i++)
		loader_feed(loader, log_text.text + i, 1);
	result = loader_finish(loader);
	free(loader);
	assert_nothing_lost(result);
	result_free(result);
}

TEST(a_lost_line_is_counted_and_the_others_used)
{
	for (size_t lost = 0; lost + 1 < lines.count; lost++) {
		struct buffer buffer = {0};
		struct result *result;

		put_lines(&buffer, 0, lost);
		put_lines(&buffer, lost + 1, lines.count);
		result = load(&buffer);
		assert_int_equal(result->account.lost, 1);
		assert_int_equal(result->account.records, lines.count - 1);
		result_free(result);
	}
}

TEST(samples_of_a_lost_series_are_counted_as_unattached)
{
	struct buffer buffer = {0};
	struct result *result;

	for (size_t i = 0; i < lines.count; i++) {
		if (strncmp(lines.start[i], "@series ", 8) != 0)
			put_line(&buffer, i);
	}
	result = load(&buffer);
	assert_int_equal(sample_count(result), 0);
	assert_int_equal(result->account.unattached, result->records[WIRE_samples].count +
							     result->records[WIRE_disturbed].count);
	result_free(result);
}

TEST(doubled_lines_are_used_once)
{
	struct buffer buffer = {0};
	struct result *result;

	for (size_t i = 0; i < lines.count; i++) {
		put_line(&buffer, i);
		put_line(&buffer, i);
	}
	result = load(&buffer);
	assert_nothing_lost(result);
	assert_int_equal(result->account.duplicated, lines.count);
	assert_int_equal(result->account.other_runs, 0);
	result_free(result);
}

TEST(a_late_copy_of_the_manifest_is_no_reboot)
{
	struct buffer buffer = {0};
	struct result *result;

	put_lines(&buffer, 0, 50);
	put_line(&buffer, 0);
	put_lines(&buffer, 50, lines.count);
	result = load(&buffer);
	assert_nothing_lost(result);
	assert_int_equal(result->account.duplicated, 1);
	result_free(result);
}

TEST(a_manifest_that_comes_late_is_used)
{
	struct buffer buffer = {0};
	struct result *result;

	put_lines(&buffer, 1, 6);
	put_line(&buffer, 0);
	put_lines(&buffer, 6, lines.count);
	result = load(&buffer);
	assert_nothing_lost(result);
	assert_non_null(result_manifest(result));
	assert_int_equal(result->account.reordered, 1);
	result_free(result);
}

TEST(lines_in_reverse_order_are_all_used)
{
	struct buffer buffer = {0};
	struct result *result, *plain;

	for (size_t i = lines.count; i-- > 0;)
		put_line(&buffer, i);
	result = load(&buffer);
	plain = sample_log_load(log_text.text, log_text.length);
	assert_nothing_lost(result);
	assert_int_equal(result->account.reordered, lines.count - 1);
	assert_int_equal(sample_count(result), sample_count(plain));
	result_free(plain);
	result_free(result);
}

TEST(a_flipped_bit_costs_its_own_record_only)
{
	struct rng rng;

	rng_seed(&rng, 7);
	for (int trial = 0; trial < 500; trial++) {
		struct buffer buffer = {0};
		size_t at = rng_below(&rng, (uint32_t)log_text.length);
		struct result *result;

		put(&buffer, log_text.text, log_text.length);
		buffer.text[at] = (char)(buffer.text[at] ^ 1 << rng_below(&rng, 7));
		result = load(&buffer);
		assert_in_range(result->account.records, lines.count - 2, lines.count);
		result_free(result);
	}
}

TEST(records_are_found_among_chatter_and_terminal_codes)
{
	struct buffer buffer = {0};
	struct result *result;

	for (size_t i = 0; i < lines.count; i++) {
		put(&buffer, "\033[2J\033[01;01Huser@host boots @ 100 %\r\n", 37);
		put(&buffer, "\033[0m@ghost ", 11);
		put(&buffer, lines.start[i], lines.length[i] - 1);
		put(&buffer, " trailing words\r\n", 17);
	}
	result = load(&buffer);
	assert_nothing_lost(result);
	result_free(result);
}

TEST(a_record_after_a_long_line_without_an_end_is_found)
{
	struct buffer buffer = {0};
	struct result *result;

	for (size_t i = 0; i < lines.count; i++) {
		for (int j = 0; j < 100 + (int)i * 7; j++)
			put(&buffer, "\033[1;1H chatter@", 15);
		put_line(&buffer, i);
	}
	result = load(&buffer);
	assert_nothing_lost(result);
	result_free(result);
}

TEST(a_record_cut_by_the_next_one_costs_itself_only)
{
	struct buffer buffer = {0};
	struct result *result;

	put_lines(&buffer, 0, 20);
	put(&buffer, lines.start[20], 30);
	put_lines(&buffer, 21, lines.count);
	result = load(&buffer);
	assert_int_equal(result->account.lost, 1);
	assert_int_equal(result->account.damaged, 1);
	assert_int_equal(result->account.records, lines.count - 1);
	result_free(result);
}

TEST(noise_of_any_length_takes_no_memory)
{
	struct loader *loader = malloc(sizeof(*loader));
	char noise[65536];
	struct result *result;
	struct rng rng;

	rng_seed(&rng, 3);
	loader_init(loader);
	loader_feed(loader, log_text.text, log_text.length);
	for (int i = 0; i < 200; i++) {
		for (size_t j = 0; j < sizeof(noise); j++)
			noise[j] = (char)rng_next(&rng);
		loader_feed(loader, noise, sizeof(noise));
	}
	result = loader_finish(loader);
	free(loader);
	assert_int_equal(result->account.records, lines.count);
	assert_in_range(result->arena.used_bytes, 1, 4 << 20);
	result_free(result);
}

TEST(a_line_made_of_false_starts_is_given_up_and_the_next_one_read)
{
	struct buffer buffer = {0};
	struct result *result;

	put_lines(&buffer, 0, 5);
	for (int i = 0; i < 5000; i++)
		put(&buffer, "@a seq=1 ", 9);
	put(&buffer, "\n", 1);
	put_lines(&buffer, 5, lines.count);
	result = load(&buffer);
	assert_int_equal(result->account.records, lines.count);
	assert_int_equal(result->account.lost, 0);
	assert_in_range(result->account.damaged, 64, 500);
	result_free(result);
}

TEST(an_unknown_record_is_counted_and_passed_over)
{
	struct buffer buffer = {0};
	struct result *result;

	put_record(&buffer, "@manifest seq=0 format=1 new_field=\"a b\"");
	put_record(&buffer, "@hologram seq=1 depth=3");
	put_record(&buffer, "@plan seq=2 benches=4");
	result = load(&buffer);
	assert_int_equal(result->account.unknown, 1);
	assert_int_equal(result->account.records, 2);
	assert_int_equal(result->account.lost, 0);
	result_free(result);
}

TEST(a_field_that_is_not_of_its_kind_makes_the_record_malformed)
{
	struct buffer buffer = {0};
	struct result *result;

	put_record(&buffer, "@manifest seq=0 format=one");
	put_record(&buffer, "@samples seq=1 series=1 n=2 data=AA==");
	result = load(&buffer);
	assert_int_equal(result->account.malformed, 1);
	assert_int_equal(result->account.unattached, 1);
	result_free(result);
}

TEST(a_number_of_samples_that_does_not_fit_the_data_is_malformed)
{
	struct buffer buffer = {0};
	struct result *result;

	put_record(&buffer, "@bench seq=0 id=1 name=a.b");
	put_record(&buffer, "@series seq=1 id=1 bench=1");
	put_record(&buffer, "@samples seq=2 series=1 n=9 data=AgQG");
	put_record(&buffer, "@samples seq=3 series=1 first=9 n=3 data=AgQG");
	result = load(&buffer);
	assert_int_equal(result->account.malformed, 1);
	assert_int_equal(result->benches[0].series[0].warm.count, 3);
	assert_int_equal(result->benches[0].series[0].warm.values[2], 6);
	result_free(result);
}

TEST(a_count_that_does_not_hold_what_it_says_is_malformed)
{
	struct buffer buffer = {0};
	struct result *result;

	put_record(&buffer, "@bench seq=0 id=1 name=a.b");
	put_record(&buffer, "@count seq=1 bench=1 event=cycles n=9 overhead=AgQG data=AgQG");
	put_record(&buffer, "@count seq=2 bench=1 event=cycles n=0");
	put_record(&buffer, "@count seq=3 bench=1 event=cycles n=3 overhead=AgQG data=AgQG");
	put_record(&buffer, "@count seq=4 bench=7 event=cycles n=3 overhead=AgQG data=AgQG");
	result = load(&buffer);
	assert_int_equal(result->account.malformed, 2);
	assert_int_equal(result->account.unattached, 1);
	assert_int_equal(result->benches[0].counts_count, 1);
	assert_int_equal(result->benches[0].counts[0].seq, 3);
	result_free(result);
}

TEST(of_two_complete_runs_the_last_is_used)
{
	struct buffer buffer = {0};
	struct result *result;

	put_record(&buffer, "@manifest seq=0 build=first");
	put_record(&buffer, "@plan seq=1 benches=4");
	put_record(&buffer, "@end seq=2 status=complete");
	put_record(&buffer, "@manifest seq=0 build=second");
	put_record(&buffer, "@plan seq=1 benches=4");
	put_record(&buffer, "@end seq=2 status=complete");
	result = load(&buffer);
	assert_string_equal(result_manifest(result)->build, "second");
	assert_int_equal(result->account.other_runs, 1);
	assert_int_equal(result->account.records, 3);
	result_free(result);
}

TEST(a_complete_run_is_preferred_to_a_later_one_that_is_cut)
{
	struct buffer buffer = {0};
	struct result *result;

	put_lines(&buffer, 0, lines.count);
	put_lines(&buffer, 0, 30);
	result = load(&buffer);
	assert_nothing_lost(result);
	assert_int_equal(result->account.other_runs, 1);
	result_free(result);
}

TEST(the_run_after_a_reboot_in_mid_run_is_used)
{
	struct buffer buffer = {0};
	struct result *result;

	put_lines(&buffer, 0, 40);
	put(&buffer, lines.start[40], 25);
	put(&buffer, "\r\nSeaBIOS\r\n", 11);
	put_lines(&buffer, 0, lines.count);
	result = load(&buffer);
	assert_nothing_lost(result);
	assert_int_equal(result->account.other_runs, 1);
	result_free(result);
}

TEST(numbers_beyond_the_limit_are_not_used)
{
	struct buffer buffer = {0};
	struct result *result;

	put_record(&buffer, "@manifest seq=0 format=1");
	put_record(&buffer, "@plan seq=18446744073709551615 benches=4");
	put_record(&buffer, "@plan seq=1048576 benches=4");
	result = load(&buffer);
	assert_int_equal(result->account.over_limit, 2);
	assert_int_equal(result->account.records, 1);
	assert_int_equal(result->account.lost, 0);
	result_free(result);
}

TEST(a_hostile_log_stops_at_the_memory_limit_and_says_so)
{
	struct loader *loader = malloc(sizeof(*loader));
	struct buffer buffer = {0};
	char text[WIRE_TEXT_MAX + 128], name[WIRE_TEXT_MAX];
	struct result *result;

	memset(name, 'x', sizeof(name));
	loader_init(loader);
	for (unsigned seq = 0; seq < 100000; seq++) {
		fmt_buffer(text, sizeof(text), "@warning seq=%u source=a text=%.*s", seq,
			   (int)sizeof(name) - 1, name);
		put_record(&buffer, text);
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

TEST(control_characters_in_texts_do_not_reach_the_result)
{
	struct buffer buffer = {0};
	struct result *result;

	put_record(&buffer, "@manifest seq=0 build=\"\\x1b[31m\\xff\\xc3\\xa9\"");
	result = load(&buffer);
	assert_string_equal(result_manifest(result)->build, "?[31m?\xc3\xa9");
	result_free(result);
}

TEST(records_with_one_id_twice_keep_the_first)
{
	struct buffer buffer = {0};
	struct result *result;

	put_record(&buffer, "@bench seq=0 id=1 name=a.first");
	put_record(&buffer, "@bench seq=1 id=1 name=a.second");
	result = load(&buffer);
	assert_int_equal(result->bench_count, 1);
	assert_string_equal(result->benches[0].info->name, "a.first");
	assert_int_equal(result->account.malformed, 1);
	result_free(result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_log_is_read_without_loss),
		cmocka_unit_test(an_empty_log_gives_an_empty_result),
		cmocka_unit_test(a_log_cut_at_any_byte_keeps_every_whole_record),
		cmocka_unit_test(a_log_fed_byte_by_byte_gives_the_same_result),
		cmocka_unit_test(a_lost_line_is_counted_and_the_others_used),
		cmocka_unit_test(samples_of_a_lost_series_are_counted_as_unattached),
		cmocka_unit_test(doubled_lines_are_used_once),
		cmocka_unit_test(a_late_copy_of_the_manifest_is_no_reboot),
		cmocka_unit_test(a_manifest_that_comes_late_is_used),
		cmocka_unit_test(lines_in_reverse_order_are_all_used),
		cmocka_unit_test(a_flipped_bit_costs_its_own_record_only),
		cmocka_unit_test(records_are_found_among_chatter_and_terminal_codes),
		cmocka_unit_test(a_record_after_a_long_line_without_an_end_is_found),
		cmocka_unit_test(a_record_cut_by_the_next_one_costs_itself_only),
		cmocka_unit_test(noise_of_any_length_takes_no_memory),
		cmocka_unit_test(a_line_made_of_false_starts_is_given_up_and_the_next_one_read),
		cmocka_unit_test(an_unknown_record_is_counted_and_passed_over),
		cmocka_unit_test(a_field_that_is_not_of_its_kind_makes_the_record_malformed),
		cmocka_unit_test(a_number_of_samples_that_does_not_fit_the_data_is_malformed),
		cmocka_unit_test(a_count_that_does_not_hold_what_it_says_is_malformed),
		cmocka_unit_test(of_two_complete_runs_the_last_is_used),
		cmocka_unit_test(a_complete_run_is_preferred_to_a_later_one_that_is_cut),
		cmocka_unit_test(the_run_after_a_reboot_in_mid_run_is_used),
		cmocka_unit_test(numbers_beyond_the_limit_are_not_used),
		cmocka_unit_test(a_hostile_log_stops_at_the_memory_limit_and_says_so),
		cmocka_unit_test(control_characters_in_texts_do_not_reach_the_result),
		cmocka_unit_test(records_with_one_id_twice_keep_the_first),
	};

	return cmocka_run_group_tests(tests, make_log, free_log);
}
