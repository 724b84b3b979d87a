/* SPDX-License-Identifier: MIT */
/* Small made-up logs, record by record, with the writer that real targets use. */
#ifndef TESTS_UNIT_TOOLS_SMALL_LOG_H
#define TESTS_UNIT_TOOLS_SMALL_LOG_H

#include <stdio.h>

#include "lib/wire/wire.h"
#include "tools/record/result.h"

struct small_log {
	FILE *file;
	struct wire_writer writer;
	uint64_t benches, series;       /* so far, which are the last one's numbers */
	char *text;
	size_t size;
};

/* Begin with the manifest of a machine whose clock ticks in nanoseconds. */
void small_log_begin(struct small_log *log);

/* Begin a benchmark, and end the one before; then its points, of one sample each. */
void small_log_bench(struct small_log *log, const char *name);
void small_log_point(struct small_log *log, const char *point, uint64_t bytes, uint64_t ticks);

/* End it and read it; the result is the caller's. */
struct result *small_log_end(struct small_log *log);

#endif
