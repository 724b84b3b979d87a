/* SPDX-License-Identifier: MIT */
/* Small made-up logs, record by record, with the writer that real targets use. */
#ifndef TESTS_UNIT_TOOLS_SMALL_LOG_H
#define TESTS_UNIT_TOOLS_SMALL_LOG_H

#include <stdbool.h>
#include <stdio.h>

#include "lib/wire/wire.h"
#include "tools/record/result.h"

struct small_log {
	FILE *file;
	struct wire_writer writer;
	uint64_t benches, series;       /* so far; also the number of the latest one */
	bool is_timed;                  /* the runner timed the samples that follow */
	const char *stage;              /* of the samples that follow */
	char *text;
	size_t size;
};

/* Begin with the manifest of a machine whose clock counts nanoseconds, or of one with another time
 * base. */
void small_log_begin(struct small_log *log);
void small_log_begin_with(struct small_log *log, const char *time_base);

/* Begin a benchmark and end the previous one. Then add its points, with one sample each. */
void small_log_bench(struct small_log *log, const char *name);
void small_log_point(struct small_log *log, const char *point, uint64_t bytes, uint64_t ticks);

/* A point with several samples, up to the maximum. */
#define SMALL_LOG_SAMPLES_MAX 32
void small_log_samples(struct small_log *log, const char *point, const uint64_t *ticks, size_t n);

/* End the log and read it. The caller frees the result. */
struct result *small_log_end(struct small_log *log);

#endif
