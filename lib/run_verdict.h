/* SPDX-License-Identifier: MIT */
/* Whether a run can be trusted. The image's screen, the summary in the log, and all outputs of the
 * host tool state this verdict, in these words. */
#ifndef LIB_RUN_VERDICT_H
#define LIB_RUN_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/time_base.h"

/* If more than one in this number of timed samples is disturbed, the run is invalid. */
#define RUN_SAMPLES_PER_DISTURBED 10

/* What the records of a run state. Some reasons for is_invalid and is_incomplete are in the
 * transfer of the log, so only the host tool can find them. */
struct run_facts {
	bool is_invalid;                /* a check failed */
	bool is_incomplete;             /* records or benchmarks are missing */
	uint64_t aborted;               /* number of aborted benchmarks and points */
	bool is_of_other_kernel;        /* the run is of another kernel, which has no self-tests */
	bool is_tested;                 /* a self-test has a value */
	enum time_base time_base;
};

/* In order of precedence. */
enum run_verdict {
	RUN_INVALID,
	RUN_INCOMPLETE,
	RUN_PARTLY_ABORTED,
	RUN_WITHOUT_SELFTESTS,          /* valid run of another kernel */
	RUN_NOT_CHECKED,
	RUN_WITHOUT_TIME,
	RUN_VALID,
	RUN_EMULATED,
	RUN_DETERMINISTIC,
};

enum run_verdict run_verdict(const struct run_facts *facts);

/* "Valid", "Not checked". */
const char *run_verdict_words(enum run_verdict verdict);

/* Whether the words state a failure (RUN_INVALID to RUN_PARTLY_ABORTED), or complete success
 * (RUN_VALID, RUN_DETERMINISTIC). */
bool run_verdict_is_bad(enum run_verdict verdict);
bool run_verdict_is_good(enum run_verdict verdict);

#endif
