/* SPDX-License-Identifier: MIT */
/* The self-tests of the current run, judged as by the host tool (lib/self_test.h). */
#ifndef KERNEL_DISPLAY_SELF_TESTS_H
#define KERNEL_DISPLAY_SELF_TESTS_H

#include <stdbool.h>

#include "kernel/display/metrics.h"
#include "lib/time_base.h"
#include "lib/wire/wire.h"

/* Take a record. The records of the manifest, the processor and the clocks precede the run. */
void self_tests_take_record(enum wire_kind kind, const void *body);

/* Discard the measurements, because a new run of the same machine begins. */
void self_tests_begin(void);

/* Take the metric of a series, and the count sorted samples of the series. */
void self_tests_take(const struct metric *metric, const uint64_t *sorted, unsigned count);

/* Whether any self-test has a value, and whether one failed. */
void self_tests_judge(bool *is_tested, bool *has_failed);

/* The time base of the run. */
enum time_base self_tests_time_base(void);

#endif
