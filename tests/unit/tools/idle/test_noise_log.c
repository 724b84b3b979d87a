/* SPDX-License-Identifier: MIT */
/* A noise run lasts for hours and may be interrupted. Its log is truncated at every byte. The host
 * must show all complete reports and state that the log is incomplete. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/sample_log.h"
#include "tools/idle/view.h"
#include "tools/topic/idle/idle.h"
#include "tools/topic/topic.h"
#include "tools/view/text.h"

#define MS 1000000u                     /* ticks */
#define CPUS 2
#define REPORTS 3                       /* of each CPU */

static struct {
	char text[8192];
	size_t length;
	size_t ends[REPORTS][CPUS];     /* length of the log up to the end of that report */
	size_t end;                     /* and up to the end marker */
	struct wire_writer writer;
} target;

static void put(void *context, const char *text, size_t length)
{
	(void)context;
	assert_true(target.length + length < sizeof(target.text));
	memcpy(target.text + target.length, text, length);
	target.length += length;
}

/* Returns the length of the log up to the record's last character, without the newline. */
static size_t write_record(enum wire_kind kind, const void *body)
{
	size_t length;

	wire_write(&target.writer, kind, body);
	length = target.length;
	while (target.text[length - 1] == '\n' || target.text[length - 1] == '\r')
		length--;
	return length;
}

static uint64_t until_ticks(size_t reports)
{
	return reports * 10000 * (uint64_t)MS;
}

static void write_reports(void)
{
	for (size_t i = 0; i < REPORTS; i++) {
		for (size_t cpu = 0; cpu < CPUS; cpu++)
			target.ends[i][cpu] = write_record(WIRE_noise, &(struct wire_noise){
				.bench = 1, .point = "", .cpu = cpu, .final = i == REPORTS - 1,
				.pass_ticks = MS / 100, .limit_ticks = MS, .readings = "smi",
				.until_ticks = until_ticks(i + 1), .watched_ticks = MS,
			});
	}
}

static int write_log(void **state)
{
	(void)state;
	memset(&target, 0, sizeof(target));
	target.writer.put = put;
	write_record(WIRE_manifest, &(struct wire_manifest){
		.format = WIRE_FORMAT, .time_base = "real", .tsc_hz = 1000 * MS, .suite = "noise",
	});
	write_record(WIRE_plan, &(struct wire_plan){1});
	write_record(WIRE_bench, &(struct wire_bench){
		.id = 1, .name = "noise.gaps", .unit = "counts",
	});
	write_reports();
	target.end = write_record(WIRE_end, &(struct wire_end){
		.status = "complete", .records = target.writer.seq, .run = 1,
	});
	return 0;
}

/* The number of a CPU's complete reports in the first bytes of the log. */
static size_t whole_reports(size_t cpu, size_t length)
{
	size_t count = 0;

	while (count < REPORTS && target.ends[count][cpu] <= length)
		count++;
	return count;
}

TEST(truncated_log_keeps_the_latest_complete_report)
{
	for (size_t length = 0; length <= target.length; length += unit_trials(7, 1)) {
		struct result *result = sample_log_load(target.text, length);
		struct noise *reports;
		size_t found = noise_find(result, NOISE_LIMIT_OWN, &reports), expected = 0;

		for (size_t cpu = 0; cpu < CPUS; cpu++) {
			size_t whole = whole_reports(cpu, length);

			if (whole == 0)
				continue;
			assert_true(expected < found);
			assert_int_equal(reports[expected].info->cpu, cpu);
			assert_int_equal(reports[expected].info->until_ticks, until_ticks(whole));
			assert_int_equal(reports[expected].verdict, NOISE_PASSED);
			expected++;
		}
		assert_int_equal(found, expected);
		assert_int_equal(result_is_complete(result), length >= target.end);
		free(reports);
		result_free(result);
	}
}

/* The caller frees the text. */
static char *text_of(size_t length)
{
	static const struct idle_settings settings = {.min_gap = -1, .limit = -1};
	static struct analysis *analysis;
	struct result *result = sample_log_load(target.text, length);
	struct text text = {0};
	struct idle_view view;
	struct tables tables;
	char *written = NULL;
	size_t size = 0;

	analysis_free(analysis);
	analysis = analysis_new(result);
	idle_view_make(analysis, &settings, &view);
	tables_init(&tables, "a test");
	topic_machine(&(struct topic){.tables = &tables, .analysis = analysis});
	topic_idle_view(&tables, &view, &settings);
	text.out = open_memstream(&written, &size);
	text_write(&text, &tables);
	fclose(text.out);
	tables_free(&tables);
	idle_view_free(&view);
	result_free(result);
	return written;
}

TEST(tables_state_that_the_log_is_incomplete)
{
	char *text = text_of(target.ends[REPORTS - 2][CPUS - 1]);

	assert_non_null(strstr(text, "INCOMPLETE"));
	assert_non_null(strstr(text, "Aborted: "));
	free(text);
	text = text_of(target.length);
	assert_null(strstr(text, "INCOMPLETE"));
	assert_null(strstr(text, "Aborted: "));
	free(text);
}

struct unit_group unit_group = {write_log, NULL};
