/* SPDX-License-Identifier: MIT */
/* Exported samples of a series whose samples are in several records, one of which the log lacks. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "lib/wire/samples.h"
#include "tests/unit/tools/small_log.h"
#include "tools/analysis/analysis.h"
#include "tools/view/export.h"

static void put_samples(struct small_log *log, uint64_t cpu, uint64_t first, const uint64_t *ticks,
			size_t n)
{
	uint8_t data[SMALL_LOG_SAMPLES_MAX * SAMPLE_BYTES_MAX];
	struct wire_samples samples = {
		.series = log->series, .cpu = cpu, .first = first, .n = n, .data = {data, 0},
	};

	samples_pack(ticks, n, data, sizeof(data), &samples.data.size);
	wire_write(&log->writer, WIRE_samples, &samples);
}

TEST(each_exported_sample_has_the_cpu_and_number_of_its_record)
{
	static const uint64_t first[] = {10, 11}, later[] = {12, 13, 14};
	char *text, *rest;
	size_t size, lines = 0;
	FILE *file = open_memstream(&text, &size);
	struct compared_run run = {.path = (char *)"r"};
	const struct compared_runs runs = {.items = &run, .count = 1};
	struct small_log log;

	small_log_begin(&log);
	small_log_bench(&log, "mem.tlb");
	small_log_samples(&log, "", first, COUNT(first));
	put_samples(&log, 1, 5, later, COUNT(later));
	run.result = small_log_end(&log);
	run.analysis = analysis_new(run.result);
	assert_true(export_samples(&runs, file));
	fclose(file);
	strtok_r(text, "\n", &rest);            /* the head */
	for (char *line; (line = strtok_r(NULL, "\n", &rest)) != NULL; lines++) {
		static const char *const wanted[] = {
			",warm,0,0,10,", ",warm,0,1,11,", ",warm,1,5,12,", ",warm,1,6,13,",
			",warm,1,7,14,",
		};

		assert_true(lines < COUNT(wanted));
		assert_non_null(strstr(line, wanted[lines]));
	}
	assert_int_equal(lines, 5);
	free(text);
	analysis_free(run.analysis);
	result_free(run.result);
}
