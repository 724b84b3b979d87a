/* SPDX-License-Identifier: MIT */
/* Validity of a run, with the reasons why it is invalid. */
#ifndef TOOLS_ANALYSIS_VALIDITY_H
#define TOOLS_ANALYSIS_VALIDITY_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/analysis/selftest.h"
#include "tools/record/result.h"

#define REASONS_MAX 16
#define REASON_TEXT_MAX 512

/* Maximum difference between the TSC frequency in the manifest and that of the chosen timer, beyond
 * the timer's uncertainty. It allows for rounding only. */
#define VALIDITY_TSC_PPM 50

/* Whether a clock of a processor or an emulator may have this frequency: 1 MHz to 100 GHz. */
bool validity_is_frequency(uint64_t hz);

/* A run is invalid if more than one in this number of records is missing. */
#define VALIDITY_RECORDS_PER_LOST 100

struct validity {
	char reasons[REASONS_MAX][REASON_TEXT_MAX];
	size_t count;                               /* 0: the run is valid */
};

/* Run all checks. */
void validity_find(const struct result *result, const struct selftest tests[SELFTESTS],
		   struct validity *validity);

/* Add a reason if this program's own statistics do not agree with the samples. */
void validity_add_recount(const struct metrics *metrics, const struct overhead *overhead,
			  struct validity *validity);

/* Whether the run is complete, but no benchmark was selected. */
bool validity_has_no_benchmarks(const struct result *result);

#endif
