/* SPDX-License-Identifier: MIT */
/* The log reader and its result, for logs that arrive damaged, reordered or repeated. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/rng.h"
#include "tests/unit/tools/log_buffer.h"
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

static void put_line(struct log_buffer *buffer, size_t line)
{
	log_buffer_text(buffer, lines.start[line], lines.length[line]);
}

static void put_lines(struct log_buffer *buffer, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++)
		put_line(buffer, i);
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

TEST(complete_log_is_read_without_loss)
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

TEST(empty_log_gives_an_empty_result)
{
	struct result *result = sample_log_load("", 0);

	assert_null(result_manifest(result));
	assert_false(result_is_complete(result));
	assert_int_equal(result->bench_count, 0);
	result_free(result);
}

TEST(log_truncated_at_any_byte_gives_every_complete_record)
{
	size_t whole = 0;

	for (size_t length = 0; length < log_text.length; length++) {
		bool at_end_of_record = log_text.text[length] == '\n';
		struct result *result;

		whole += at_end_of_record;
		/* All positions near the end of a record, but not all within one. */
		if (length % unit_trials(7, 1) != 0 && !at_end_of_record &&
		    (length == 0 || log_text.text[length - 1] != '\n'))
			continue;
		result = sample_log_load(log_text.text, length);
		assert_int_equal(result->account.records, whole);
		assert_int_equal(result->account.lost, 0);
		assert_true(at_end_of_record || result->account.damaged <= 1);
		assert_int_equal(result_is_complete(result), whole == lines.count);
		result_free(result);
	}
}

TEST(log_fed_byte_by_byte_gives_the_same_result)
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

TEST(lost_line_is_counted_and_the_others_are_used)
{
	for (size_t lost = 0; lost + 1 < lines.count; lost++) {
		struct log_buffer buffer = {0};
		struct result *result;

		put_lines(&buffer, 0, lost);
		put_lines(&buffer, lost + 1, lines.count);
		result = log_buffer_load(&buffer);
		assert_int_equal(result->account.lost, 1);
		assert_int_equal(result->account.records, lines.count - 1);
		result_free(result);
	}
}

TEST(samples_of_a_lost_series_are_counted_as_unattached)
{
	struct log_buffer buffer = {0};
	struct result *result;

	for (size_t i = 0; i < lines.count; i++) {
		if (strncmp(lines.start[i], "@series ", 8) != 0)
			put_line(&buffer, i);
	}
	result = log_buffer_load(&buffer);
	assert_int_equal(sample_count(result), 0);
	assert_int_equal(result->account.unattached, result->records[WIRE_samples].count +
							     result->records[WIRE_disturbed].count);
	result_free(result);
}

TEST(repeated_lines_are_used_once)
{
	struct log_buffer buffer = {0};
	struct result *result;

	for (size_t i = 0; i < lines.count; i++) {
		put_line(&buffer, i);
		put_line(&buffer, i);
	}
	result = log_buffer_load(&buffer);
	assert_nothing_lost(result);
	assert_int_equal(result->account.duplicated, lines.count);
	assert_int_equal(result->account.other_runs, 0);
	result_free(result);
}

TEST(lines_in_reverse_order_are_all_used)
{
	struct log_buffer buffer = {0};
	struct result *result, *plain;

	for (size_t i = lines.count; i-- > 0;)
		put_line(&buffer, i);
	result = log_buffer_load(&buffer);
	plain = sample_log_load(log_text.text, log_text.length);
	assert_nothing_lost(result);
	assert_int_equal(result->account.reordered, lines.count - 1);
	assert_int_equal(sample_count(result), sample_count(plain));
	result_free(plain);
	result_free(result);
}

TEST(flipped_bit_damages_only_its_own_record)
{
	struct rng rng;

	rng_seed(&rng, 7);
	for (int trial = 0; trial < (int)unit_trials(100, 500); trial++) {
		struct log_buffer buffer = {0};
		size_t at = rng_below(&rng, (uint32_t)log_text.length);
		struct result *result;

		log_buffer_text(&buffer, log_text.text, log_text.length);
		buffer.text[at] = (char)(buffer.text[at] ^ 1 << rng_below(&rng, 7));
		result = log_buffer_load(&buffer);
		assert_uint_in_range(result->account.records, lines.count - 2, lines.count);
		result_free(result);
	}
}

TEST(records_are_found_among_other_text_and_terminal_codes)
{
	struct log_buffer buffer = {0};
	struct result *result;

	for (size_t i = 0; i < lines.count; i++) {
		log_buffer_text(&buffer, "\033[2J\033[01;01Huser@host boots @ 100 %\r\n", 37);
		log_buffer_text(&buffer, "\033[0m@ghost ", 11);
		log_buffer_text(&buffer, lines.start[i], lines.length[i] - 1);
		log_buffer_text(&buffer, " trailing words\r\n", 17);
	}
	result = log_buffer_load(&buffer);
	assert_nothing_lost(result);
	result_free(result);
}

TEST(record_after_a_long_line_without_an_end_is_found)
{
	struct log_buffer buffer = {0};
	struct result *result;

	for (size_t i = 0; i < lines.count; i++) {
		for (int j = 0; j < 100 + (int)i * 7; j++)
			log_buffer_text(&buffer, "\033[1;1H chatter@", 15);
		put_line(&buffer, i);
	}
	result = log_buffer_load(&buffer);
	assert_nothing_lost(result);
	result_free(result);
}

TEST(random_bytes_of_any_length_use_little_memory)
{
	struct loader *loader = malloc(sizeof(*loader));
	char noise[65536];
	struct result *result;
	struct rng rng;

	rng_seed(&rng, 3);
	loader_init(loader);
	loader_feed(loader, log_text.text, log_text.length);
	for (size_t i = 0; i < unit_trials(100, 200); i++) {
		for (size_t j = 0; j < sizeof(noise); j++)
			noise[j] = (char)rng_next(&rng);
		loader_feed(loader, noise, sizeof(noise));
	}
	result = loader_finish(loader);
	free(loader);
	assert_int_equal(result->account.records, lines.count);
	assert_uint_in_range(result->arena.used_bytes, 1, 4 << 20);
	result_free(result);
}

TEST(line_of_false_record_starts_is_dropped_and_the_next_line_is_read)
{
	struct log_buffer buffer = {0};
	struct result *result;

	put_lines(&buffer, 0, 5);
	for (int i = 0; i < 5000; i++)
		log_buffer_text(&buffer, "@a seq=1 ", 9);
	log_buffer_text(&buffer, "\n", 1);
	put_lines(&buffer, 5, lines.count);
	result = log_buffer_load(&buffer);
	assert_int_equal(result->account.records, lines.count);
	assert_int_equal(result->account.lost, 0);
	assert_uint_in_range(result->account.damaged, 64, 500);
	result_free(result);
}

/* ---- Logs in parts ---- */

#define LAST SIZE_MAX
#define PIECES_MAX 3

/* Parts of the log: some lines, a part of the next line, and other text. */
struct piece {
	size_t first, end;      /* LAST: after the last one */
	size_t part_bytes;
	const char *text;
};

static const struct log_in_parts {
	const char *name;
	struct piece pieces[PIECES_MAX];
	struct log_account account;     /* differences from the complete log's */
} logs_in_parts[] = {
	{"a late copy of the manifest is no reboot",
	 {{.end = 50}, {.end = 1}, {.first = 50, .end = LAST}}, {.duplicated = 1}},
	{"a late manifest is used",
	 {{.first = 1, .end = 6}, {.end = 1}, {.first = 6, .end = LAST}}, {.reordered = 1}},
	{"a record truncated by the next one is the only loss",
	 {{.end = 20, .part_bytes = 30}, {.first = 21, .end = LAST}}, {.lost = 1, .damaged = 1}},
	{"a complete run is preferred to a later truncated one",
	 {{.end = LAST}, {.end = 30}}, {.other_runs = 1}},
	{"the run after a reboot during a run is used",
	 {{.end = 40, .part_bytes = 25, .text = "\r\nSeaBIOS\r\n"}, {.end = LAST}},
	 {.other_runs = 1}},
};

static void put_piece(struct log_buffer *buffer, const struct piece *piece)
{
	put_lines(buffer, piece->first, piece->end < LAST ? piece->end : lines.count);
	if (piece->part_bytes > 0)
		log_buffer_text(buffer, lines.start[piece->end], piece->part_bytes);
	if (piece->text != NULL)
		log_buffer_text(buffer, piece->text, strlen(piece->text));
}

static void check_parts(void **state)
{
	const struct log_in_parts *log = *state;
	struct log_buffer buffer = {0};
	struct result *result;

	for (size_t i = 0; i < PIECES_MAX; i++)
		put_piece(&buffer, &log->pieces[i]);
	result = log_buffer_load(&buffer);
	assert_int_equal(result->account.records, lines.count - log->account.lost);
	assert_int_equal(result->account.lost, log->account.lost);
	assert_int_equal(result->account.damaged, log->account.damaged);
	assert_int_equal(result->account.malformed, 0);
	assert_int_equal(result->account.duplicated, log->account.duplicated);
	assert_int_equal(result->account.reordered, log->account.reordered);
	assert_int_equal(result->account.unattached, 0);
	assert_int_equal(result->account.other_runs, log->account.other_runs);
	assert_true(result_is_complete(result));
	assert_non_null(result_manifest(result));
	result_free(result);
}

TEST_CASES(check_parts, logs_in_parts);

struct unit_group unit_group = {make_log, free_log};
