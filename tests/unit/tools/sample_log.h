/* SPDX-License-Identifier: MIT */
/* A made-up target: a plausible run's log, written with the writer of real targets, to test the
 * host tool without a target. */
#ifndef TESTS_UNIT_TOOLS_SAMPLE_LOG_H
#define TESTS_UNIT_TOOLS_SAMPLE_LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/record/result.h"

struct sample_log {
	char *text;
	size_t length;
};

struct sample_log_options {
	const char *time_base;          /* "real" when NULL */
	bool wrong_self_test;           /* the multiplication chain takes 1.5 cycles */
	bool unknown_core;              /* or 8 */
	bool second_load;               /* in the chase of mem.latency */
	bool no_end;
	bool no_fault;                  /* no benchmark was aborted */
	bool short_curve;               /* 8 points per page size, for slow tests */
	bool with_counts;               /* events were counted in the first-level load */
};

/* Equal options give equal logs. The caller frees the text. */
struct sample_log sample_log_make(const struct sample_log_options *options);

/* The result of a log, or of part of one. The caller frees it. */
struct result *sample_log_load(const char *text, size_t length);

#endif
