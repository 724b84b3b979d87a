/* SPDX-License-Identifier: MIT */
/* include/bareline.h against the host's parser: what a kernel writes with it is what is read, and
 * its records and fields are those of lib/wire/wire.def. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/tools/log_buffer.h"

/* Each read of the clock is one tick later than the last. */
static uint64_t clock_ticks;

static uint64_t read_clock(void)
{
	return clock_ticks++;
}

#define BL_CLOCK() read_clock()
#define BL_SAMPLES 300
#define BARELINE_IMPLEMENTATION
#include "include/bareline.h"

#define HOSTILE "\t\"\\ a=b *c @d\x01\x7f\x80\xff \n@end seq=0 *00000000\n"

static struct log_buffer log_text;

static void write_to_log(void *context, const char *text, size_t length)
{
	log_buffer_text(context, text, length);
}

static uint64_t elapsed_us(void)
{
	static uint64_t now_us;

	return now_us += 5;
}

static void advance(void *context, uint64_t n)
{
	clock_ticks += n * *(const uint64_t *)context;
}

static struct bl begin(void)
{
	static const char *const plan[] = {"own.seven", HOSTILE, NULL};
	struct bl bl = {
		.write = write_to_log, .context = &log_text, .os = "Own OS", .version = HOSTILE,
		.build = "b", .command_line = "a=\"b\"", .plan = plan, .elapsed_us = elapsed_us,
		.clock_hz = UINT64_MAX,
	};

	bl_begin(&bl);
	return bl;
}

static int free_log(void **state)
{
	(void)state;
	free(log_text.text);
	log_text = (struct log_buffer){0};
	return 0;
}

/* All functions but bl_panic. */
static void run(void)
{
	static const char *const stages[] = {"up", "down " HOSTILE, NULL};
	uint64_t seven = 7;
	struct bl bl = begin();

	bl_bench(&bl, "own.seven", "seven ticks");
	bl_measure(&bl, "", advance, &seven, 10);
	bl_measure(&bl, "words=" HOSTILE, advance, &seven, 1);
	bl_bench(&bl, "own.stages", HOSTILE);
	bl_point(&bl, "x=1");
	for (uint64_t i = 0; i < BL_SAMPLES + 1; i++) {
		bl_sample(&bl, 0, i % 2 == 0 ? 0 : UINT64_MAX - i);
		bl_sample(&bl, 1, i << (i % 64));
		bl_sample(&bl, BL_STAGES, 1);
	}
	bl_stages(&bl, stages);
	bl_point(&bl, "empty=1");
	bl_stages(&bl, NULL);
	bl_skip(&bl, "own.skipped", "", HOSTILE);
	bl_skip(&bl, "own.stages", "x=2", NULL);
	bl_bench(&bl, "own.failed", "");
	bl_point(&bl, "y=1");
	bl_fault(&bl, HOSTILE);
	bl_warning(&bl, HOSTILE);
	bl_end(&bl);
}

static const struct wire_schema *schema_of(const char *line)
{
	for (int kind = 0; kind < WIRE_KINDS; kind++) {
		size_t length = strlen(wire_schemas[kind].name);

		if (strncmp(line + 1, wire_schemas[kind].name, length) == 0 &&
		    line[1 + length] == ' ')
			return &wire_schemas[kind];
	}
	return NULL;
}

/* The end of a field's value: a blank outside of quotes. */
static const char *value_end(const char *at)
{
	bool is_quoted = false;

	for (; *at != '\n' && (is_quoted || *at != ' '); at++) {
		if (*at == '\\')
			at++;
		else if (*at == '"')
			is_quoted = !is_quoted;
	}
	return at;
}

/* Every field must be defined, in the order of the definition. */
static void assert_fields(const char *line)
{
	const struct wire_schema *schema = schema_of(line);
	const struct wire_field *field;
	const char *at = strstr(line, " seq=") + 1;

	assert_non_null(schema);
	field = schema->fields;
	for (at = value_end(at) + 1; *at != '*'; at = value_end(at) + 1) {
		size_t length = strcspn(at, "=");

		while (field->name != NULL && (strlen(field->name) != length ||
					       memcmp(field->name, at, length) != 0))
			field++;
		if (field->name == NULL)
			fail_msg("%s has no field %.*s here", schema->name, (int)length, at);
	}
}

TEST_WITH(every_field_is_one_of_the_definition, NULL, free_log)
{
	size_t lines = 0;

	run();
	for (const char *line = log_text.text; *line != '\0'; line = strchr(line, '\n') + 1) {
		assert_int_equal(line[0], '@');
		assert_fields(line);
		lines++;
	}
	assert_true(lines > 30);
}

TEST_WITH(every_record_is_read_without_loss, NULL, free_log)
{
	struct result *result;

	run();
	result = log_buffer_load(&log_text);
	assert_true(result_is_complete(result));
	assert_int_equal(log_account_missing(&result->account), 0);
	assert_int_equal(result->account.records, result_end(result)->records + 1);
	assert_int_equal(result_end(result)->run, 3);
	assert_int_equal(result_end(result)->skipped, 1);
	assert_int_equal(result_end(result)->faulted, 1);
	assert_true(result_end(result)->elapsed_us > 0);
	assert_int_equal(result->bench_count, 4);
	result_free(result);
}

/* The same text, in a record of lib/wire: a result's texts are printable. */
static const char *as_read(const char *text)
{
	static struct result *other;
	struct wire_record record = {.kind = WIRE_warning, .warning = {"", text}};

	if (other != NULL)
		result_free(other);
	other = result_new();
	result_add(other, &record);
	result_link(other, &(struct log_account){0});
	return other->records[WIRE_warning].items[0].warning.text;
}

TEST_WITH(hostile_texts_are_read_as_written, NULL, free_log)
{
	struct result *result;
	const struct wire_manifest *manifest;

	run();
	result = log_buffer_load(&log_text);
	manifest = result_manifest(result);
	assert_string_equal(manifest->os, "Own OS");
	assert_string_equal(manifest->kernel, as_read(HOSTILE));
	assert_string_equal(manifest->command_line, "a=\"b\"");
	assert_string_equal(manifest->arch, BL_ARCH);
	assert_string_equal(manifest->time_base, "emulated");
	assert_int_equal(manifest->tsc_hz, UINT64_MAX);
	assert_string_equal(result->benches[0].info->name, "null.timing");
	assert_string_equal(result->benches[2].info->summary, as_read(HOSTILE));
	assert_string_equal(result->benches[1].series[1].info->point, as_read("words=" HOSTILE));
	assert_string_equal(result->benches[2].series[1].info->stage, as_read("down " HOSTILE));
	assert_string_equal(result->records[WIRE_skip].items[0].skip.detail, as_read(HOSTILE));
	assert_string_equal(result->records[WIRE_fault].items[0].fault.bench, "own.failed");
	assert_string_equal(result->records[WIRE_fault].items[0].fault.point, "y=1");
	assert_string_equal(result->records[WIRE_fault].items[0].fault.detail, as_read(HOSTILE));
	assert_string_equal(result->records[WIRE_planned].items[2].planned.benches,
			    as_read(HOSTILE));
	result_free(result);
}

TEST_WITH(samples_are_read_as_written, NULL, free_log)
{
	struct result *result;
	const struct series *series;

	run();
	result = log_buffer_load(&log_text);
	series = result->benches[1].series;
	assert_int_equal(series[0].cold.count, 1);
	assert_int_equal(series[0].info->timed, 1);
	assert_int_equal(series[0].info->iterations, 10);
	assert_int_equal(series[0].warm.count, BL_SAMPLES);
	assert_int_equal(series[0].warm.values[BL_SAMPLES - 1], 7 * 10 + 1);
	series = result->benches[2].series;
	assert_int_equal(series[0].info->timed, 0);
	for (uint64_t i = 0; i < BL_SAMPLES; i++) {
		assert_true(series[0].warm.values[i] == (i % 2 == 0 ? 0 : UINT64_MAX - i));
		assert_true(series[1].warm.values[i] == i << (i % 64));
	}
	assert_int_equal(series[2].warm.count, 0);
	result_free(result);
}

TEST_WITH(long_text_is_cut, NULL, free_log)
{
	char text[2 * BL_TEXT_MAX + 1];
	struct bl bl = begin();
	struct result *result;

	memset(text, 1, sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	bl_bench(&bl, text, text);
	bl_skip(&bl, text, text, text);
	bl_end(&bl);
	result = log_buffer_load(&log_text);
	text[BL_TEXT_MAX] = '\0';
	assert_int_equal(log_account_missing(&result->account), 0);
	assert_string_equal(result->benches[1].info->name, as_read(text));
	result_free(result);
}

TEST_WITH(panic_in_the_middle_of_a_record_is_read, NULL, free_log)
{
	struct bl bl = begin();
	struct result *result;

	bl_open(&bl, "bench");
	bl_string(&bl, "name", "unfinished");
	bl_panic(&bl, "no memory");
	result = log_buffer_load(&log_text);
	assert_string_equal(result_panic(result)->reason, "no memory");
	assert_string_equal(result_end(result)->status, "panic");
	assert_int_equal(log_account_missing(&result->account), 1);
	result_free(result);
}

TEST_WITH(program_of_a_kernel_has_another_host_than_the_kernel, NULL, free_log)
{
	struct bl bl = {.write = write_to_log, .context = &log_text, .os = "MyOS", .is_program = 1};
	struct result *result;

	bl_begin(&bl);
	bl_end(&bl);
	result = log_buffer_load(&log_text);
	assert_string_equal(result_manifest(result)->host, HOST_OTHER_OS);
	assert_string_equal(result_os(result), "MyOS");
	assert_true(result_is_of_process(result));
	assert_true(result_is_of_own_kernel(result));
	result_free(result);
}

TEST_WITH(kernel_without_a_name_is_not_taken_for_the_image, NULL, free_log)
{
	struct bl bl = {.write = write_to_log, .context = &log_text};
	struct result *result;

	bl_begin(&bl);
	bl_end(&bl);
	result = log_buffer_load(&log_text);
	assert_true(result_is_complete(result));
	assert_true(result_is_of_own_kernel(result));
	assert_string_equal(result_manifest(result)->os, "unnamed kernel");
	assert_string_equal(result_manifest(result)->kernel, "");
	result_free(result);
}
