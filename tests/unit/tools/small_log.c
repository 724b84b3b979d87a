/* SPDX-License-Identifier: MIT */
/* Benchmarks and series are numbered from 1. */
#include "tests/unit/tools/small_log.h"

#include <stdlib.h>

#include "lib/wire/samples.h"
#include "tests/unit/tools/sample_log.h"

static void put(void *context, const char *text, size_t length)
{
	struct small_log *log = context;

	fwrite(text, 1, length, log->file);
}

void small_log_begin_with(struct small_log *log, const char *time_base)
{
	*log = (struct small_log){0};
	log->file = open_memstream(&log->text, &log->size);
	log->writer = (struct wire_writer){.put = put, .context = log};
	wire_write(&log->writer, WIRE_manifest, &(struct wire_manifest){
		.format = WIRE_FORMAT, .time_base = time_base, .tsc_hz = 1000000000});
}

void small_log_begin(struct small_log *log)
{
	small_log_begin_with(log, "real");
}

static void small_log_done(struct small_log *log)
{
	if (log->benches > 0)
		wire_write(&log->writer, WIRE_done, &(struct wire_done){.bench = log->benches});
}

void small_log_bench(struct small_log *log, const char *name)
{
	small_log_done(log);
	wire_write(&log->writer, WIRE_bench, &(struct wire_bench){
		.id = ++log->benches, .name = name, .unit = "tsc_ticks"});
}

static void small_log_series(struct small_log *log, const char *point, uint64_t bytes,
			     const uint64_t *ticks, size_t n)
{
	uint8_t data[SMALL_LOG_SAMPLES_MAX * SAMPLE_BYTES_MAX];
	struct wire_samples samples = {.series = ++log->series, .n = n, .data = {data, 0}};

	samples_pack(ticks, n, data, sizeof(data), &samples.data.size);
	wire_write(&log->writer, WIRE_series, &(struct wire_series){
		.id = log->series, .bench = log->benches, .point = point, .stage = log->stage,
		.iterations = 1,
		.timed = log->is_timed, .bytes = bytes});
	wire_write(&log->writer, WIRE_samples, &samples);
}

void small_log_point(struct small_log *log, const char *point, uint64_t bytes, uint64_t ticks)
{
	small_log_series(log, point, bytes, &ticks, 1);
}

void small_log_samples(struct small_log *log, const char *point, const uint64_t *ticks, size_t n)
{
	small_log_series(log, point, 0, ticks, n);
}

struct result *small_log_end(struct small_log *log)
{
	struct result *result;

	small_log_done(log);
	wire_write(&log->writer, WIRE_end, &(struct wire_end){
		.status = "complete", .records = log->writer.seq, .run = log->benches});
	fclose(log->file);
	result = sample_log_load(log->text, log->size);
	free(log->text);
	return result;
}
