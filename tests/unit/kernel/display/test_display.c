/* SPDX-License-Identifier: MIT */
/* The screen of a run as records arrive, on a made-up surface with a made-up clock. */
#include "kernel/dev/screen/screen.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "kernel/core/console.h"
#include "kernel/dev/screen/surface.h"
#include "kernel/display/display.h"
#include "kernel/display/summary.h"
#include "kernel/machine/clock.h"
#include "lib/text/quantity.h"
#include "lib/wire/samples.h"
#include "tests/unit/bench/fake_platform.h"
#include "tools/analysis/analysis.h"
#include "tools/record/log.h"
#include "tools/topic/topic.h"

#define COLUMNS 80
#define ROWS 25

/* Contents as last drawn. The screen draws only changes, also from one test to the next. */
static char shown[ROWS][COLUMNS + 1];
static uint8_t inks[ROWS][COLUMNS];
static struct surface surface;
static struct options options;

static void draw(unsigned row, unsigned column, struct screen_cell cell)
{
	assert_true(row < surface.rows && column < surface.columns);
	shown[row][column] = (char)(cell.glyph < 0x80 ? cell.glyph : '#');
	inks[row][column] = cell.ink;
}

const struct surface *surface_framebuffer(const struct boot_framebuffer *framebuffer,
					  const char **why)
{
	*why = "none";
	return framebuffer->width != 0 ? &surface : NULL;
}

const char *surface_add_mirror(const struct boot_framebuffer *framebuffer)
{
	(void)framebuffer;
	return NULL;
}

const struct surface *surface_vga_text(void)
{
	return NULL;
}

uint64_t clock_hz(void)
{
	return 1000000000;
}

static void begin(unsigned rows)
{
	const struct boot_info info = {.framebuffer = {.width = 1}};

	fake_reset();
	surface = (struct surface){COLUMNS, rows, draw};
	screen_init(&info);
	options_init(&options);
	options.pattern_count = 1;
	strcpy(options.patterns[0], "mem.latency");
	quantity_begin(1000000000, "tick");
	display_init(&options, 0);
}

static void put(enum wire_kind kind, const void *body)
{
	wire_write(console_writer(), kind, body);
}

static void begin_run(void)
{
	begin(ROWS);
	put(WIRE_manifest, &(struct wire_manifest){
		.build = "0123", .time_base = "real", .tsc_hz = 1000000000, .hypervisor = ""});
	put(WIRE_cpu, &(struct wire_cpu){.brand = "Made-up CPU", .count = 1, .online = 1});
	put(WIRE_plan, &(struct wire_plan){2});
	put(WIRE_bench, &(struct wire_bench){.name = "mem.latency", .unit = "tsc_ticks"});
}

static void put_series(const char *point, uint64_t ticks, uint64_t disturbed)
{
	const uint64_t values[] = {ticks, ticks, ticks};
	uint8_t packed[32];
	struct wire_samples samples = {.data = {.data = packed}};

	put(WIRE_series, &(struct wire_series){.point = point, .stage = "", .iterations = 1,
						.timed = 1, .disturbed_samples = disturbed});
	samples_pack(values, 3, packed, sizeof(packed), &samples.data.size);
	put(WIRE_samples, &samples);
}

static void end_run(void)
{
	put(WIRE_done, &(struct wire_done){0, 5});
	console_print("End: 1 benchmarks run\n");
	put(WIRE_end, &(struct wire_end){.status = "complete", .run = 1, .skipped = 2, .faulted = 3,
					  .elapsed_us = 65000000});
}

static bool shows(const char *text)
{
	for (unsigned row = 0; row < ROWS; row++) {
		if (strstr(shown[row], text) != NULL)
			return true;
	}
	return false;
}

#define POINT(size) "order=random page_bytes=4096 size_bytes=" #size

TEST(run_shows_machine_verdict_progress_and_the_latest_metric)
{
	begin_run();
	assert_non_null(strstr(shown[0], "Not checked so far"));
	assert_non_null(strstr(shown[1], "Made-up CPU"));
	assert_non_null(strstr(shown[4], "/2] mem.latency, "));
	assert_non_null(strstr(shown[4], " left"));
	assert_non_null(strstr(shown[4], "[--------------------]"));
	put_series(POINT(1024), 4, 0);
	put_series(POINT(2048), 64, 0);
	assert_non_null(strstr(shown[5], POINT(1024) "   4 ns"));
	put_series(POINT(4096), 16, 0);
	assert_non_null(strstr(shown[5], POINT(2048) "   64 ns"));
	assert_non_null(strstr(shown[6], "64 |"));
	assert_non_null(strstr(shown[9], "4 |"));
	assert_int_equal(shown[6][15], '#');    /* the second is higher than the first */
	assert_int_equal(shown[6][14], ' ');
	assert_int_equal(inks[6][15], INK_CURVE);
}

TEST(text_continues_below_the_display)
{
	begin_run();
	console_print("some text\n");
	put_series(POINT(1024), 4, 0);
	assert_true(shows("some text"));
	assert_non_null(strstr(shown[4], "mem.latency"));
}

TEST(end_shows_the_verdict_the_counts_and_the_key_metrics)
{
	begin_run();
	put_series(POINT(1024), 4, 0);
	put_series(POINT(1048576), 90, 0);
	end_run();
	assert_int_equal(strncmp(shown[4], "End: 1 benchmarks run, 2 skipped, 3 aborted, 1:05 ",
				 50), 0);
	assert_int_equal(inks[4][strlen("End: 1 benchmarks run, 2 skipped, ")], INK_BAD);
	assert_true(shows("a load in a working set of 1 KiB                   4 ns"));
	assert_true(shows("a load in a working set of 1 MiB                   90 ns"));
	assert_true(shows("End: 1 benchmarks run"));
}

/* Of a run, so far or at its end. */
static void put_self_test(void)
{
	put(WIRE_bench, &(struct wire_bench){.name = "null.timing", .unit = "tsc_ticks"});
	put_series("", 0, 0);
	put(WIRE_bench, &(struct wire_bench){.name = "selftest.null", .unit = "tsc_ticks"});
	put_series("", 0, 0);
	put(WIRE_bench, &(struct wire_bench){.name = "mem.latency", .unit = "tsc_ticks"});
}

TEST(run_is_valid_only_with_a_self_test)
{
	begin_run();
	assert_non_null(strstr(shown[0], "Not checked so far"));
	put_series(POINT(1024), 4, 0);
	end_run();
	assert_non_null(strstr(shown[0], "Not checked "));
	assert_null(strstr(shown[0], "so far"));
	begin_run();
	put_self_test();
	assert_non_null(strstr(shown[0], " Valid so far "));
	put_series(POINT(2048), 4, 0);
	end_run();
	assert_non_null(strstr(shown[0], " Valid "));
	assert_null(strstr(shown[0], "so far"));
}

TEST(failed_check_or_many_disturbed_samples_make_the_run_invalid)
{
	begin_run();
	put(WIRE_failed_check,
	    &(struct wire_failed_check){.bench = "", .point = "", .check = "interrupts",
					.detail = "one too many"});
	assert_non_null(strstr(shown[0], "Invalid"));
	end_run();
	assert_non_null(strstr(shown[0], "Invalid"));
	begin_run();
	assert_non_null(strstr(shown[0], "Not checked so far"));
	put_series(POINT(1024), 4, 1);
	end_run();
	assert_non_null(strstr(shown[0], "Invalid"));
}

/* The values of the self-tests decide, as soon as they are known. */
TEST(wrong_self_test_makes_the_run_invalid)
{
	begin_run();
	put(WIRE_bench, &(struct wire_bench){.name = "null.timing", .unit = "tsc_ticks"});
	put_series("", 40, 0);
	put(WIRE_bench, &(struct wire_bench){.name = "selftest.null", .unit = "tsc_ticks"});
	put_series("", 41, 0);
	put(WIRE_bench, &(struct wire_bench){.name = "selftest.null", .unit = "tsc_ticks"});
	assert_non_null(strstr(shown[0], " Valid so far "));
	begin_run();
	put(WIRE_bench, &(struct wire_bench){.name = "null.timing", .unit = "tsc_ticks"});
	put_series("", 40, 0);
	put(WIRE_bench, &(struct wire_bench){.name = "selftest.null", .unit = "tsc_ticks"});
	put_series("", 44, 0);
	end_run();
	assert_non_null(strstr(shown[0], " Invalid "));
}

static char logged[1 << 16];

static void log_write(const char *text, size_t length)
{
	size_t used = strlen(logged);

	assert_true(used + length < sizeof(logged));
	memcpy(logged + used, text, length);
	logged[used + length] = '\0';
}

/* What is written from now on is in logged too. */
static void add_log(void)
{
	static const struct console_sink log_sink = {.takes_records = true, .write = log_write};
	static bool is_added;

	if (!is_added)
		console_add(&log_sink);
	is_added = true;
}

/* ---- The same words as the host tool's ---- */

static struct result *tool_result;

static void log_record(void *context, const struct wire_record *record)
{
	static char name[64], unit[64]; /* the display keeps the pointers */
	struct wire_record kept = *record;

	(void)context;
	result_add(tool_result, record);
	if (record->kind == WIRE_bench) {
		snprintf(name, sizeof(name), "%s", record->bench.name);
		snprintf(unit, sizeof(unit), "%s", record->bench.unit);
		kept.bench.name = name;
		kept.bench.unit = unit;
	}
	console_writer()->observe(record->kind, &kept.manifest);
}

static void log_restart(void *context, const struct log_account *account)
{
	(void)context;
	(void)account;
	fail();
}

/* The screen, the summary, and the verdict that page, terminal and server of the host tool show. */
static void assert_same_words(const char *path, const char *words)
{
	const struct log_sink sink = {log_record, log_restart, NULL};
	struct log_reader reader;
	struct analysis *analysis;
	struct tables tables;
	char line[96];
	FILE *file = fopen(path, "rb");

	assert_non_null(file);
	begin(ROWS);
	tool_result = result_new();
	log_init(&reader, &sink);
	assert_true(log_feed_file(&reader, file));
	log_finish(&reader);
	fclose(file);
	result_link(tool_result, &reader.account);
	analysis = analysis_new(tool_result);
	tables_init(&tables, "");
	topic_run(&(struct topic){.tables = &tables, .analysis = analysis});
	add_log();
	logged[0] = '\0';
	summary_write();
	snprintf(line, sizeof(line), " %s\n CPU", words);
	assert_non_null(strstr(logged, line));
	snprintf(line, sizeof(line), " %s ", words);
	assert_string_equal(shown[0] + COLUMNS - strlen(line), line);
	assert_string_equal(tables.verdict.text, words);
	assert_string_equal(run_verdict_words(analysis->verdict), words);
	tables_free(&tables);
	analysis_free(analysis);
	result_free(tool_result);
}

#define LOGS "tests/corpus/logs/"

TEST(one_log_has_the_same_verdict_everywhere)
{
	assert_same_words(LOGS "metal-real.log", "Valid");
	assert_same_words(LOGS "disturbed.log", "Valid");
	assert_same_words(LOGS "metal-emulated.log", "Valid, but emulated");
	assert_same_words(LOGS "linux-counted.log", "Valid, deterministic");
	assert_same_words(LOGS "clocks.log", "Valid, deterministic");
	assert_same_words(LOGS "disk.log", "Not checked");
	assert_same_words(LOGS "invalid-self-test.log", "Invalid");
	assert_same_words(LOGS "aborted.log", "Invalid");
	assert_same_words(LOGS "code.log", "Partly aborted");
}

TEST(panic_is_not_valid)
{
	begin_run();
	put(WIRE_panic, &(struct wire_panic){.reason = "injected"});
	assert_non_null(strstr(shown[0], "Invalid"));
}

TEST(remaining_time_of_a_long_sample_counts_down)
{
	begin_run();
	display_progress(1000000000, 601000000000);
	assert_non_null(strstr(shown[4], "10:0"));
}

TEST(small_screen_shows_only_text)
{
	begin(10);
	put(WIRE_plan, &(struct wire_plan){2});
	console_print("some text\n");
	assert_int_equal(strncmp(shown[0], "some text", 9), 0);
	display_progress(1, 2);
	assert_int_equal(strncmp(shown[0], "some text", 9), 0);
}

/* The summary does not depend on the screen: it is for the log. */
TEST(summary_is_written_only_to_the_log)
{

	begin(10);
	put(WIRE_manifest, &(struct wire_manifest){
		.build = "0123", .time_base = "real", .tsc_hz = 1000000000, .hypervisor = ""});
	put(WIRE_cpu, &(struct wire_cpu){.brand = "Made-up CPU", .count = 1, .online = 1});
	put(WIRE_plan, &(struct wire_plan){2});
	put(WIRE_bench, &(struct wire_bench){.name = "mem.latency", .unit = "tsc_ticks"});
	put_series(POINT(1024), 4, 0);
	end_run();
	add_log();
	logged[0] = '\0';
	summary_write();
	assert_int_equal(strncmp(logged, "Summary\n Bareline 0123 ", 23), 0);
	assert_non_null(strstr(logged, " Not checked\n CPU     Made-up CPU, 1 of 1 CPU\n"));
	assert_non_null(strstr(logged, "\n a load in a working set of 1 KiB                   "
				       "4 ns\n"));
	assert_false(shows("Summary"));
}
