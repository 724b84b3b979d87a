/* SPDX-License-Identifier: MIT */
/* Whether a run may be believed at all: what makes it invalid, and why, in sentences. */
#ifndef TOOLS_ANALYSIS_VALIDITY_H
#define TOOLS_ANALYSIS_VALIDITY_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/analysis/selftest.h"
#include "tools/record/result.h"

#define REASONS_MAX 16
#define REASON_TEXT_MAX 512

/* The manifest's TSC frequency may be further off that of the chosen timer only by what rounding to
 * a whole figure comes to. */
#define VALIDITY_TSC_PPM 50

/* Of so many records one may be missing, and of so many samples one disturbed. */
#define VALIDITY_RECORDS_PER_LOST 100
#define VALIDITY_SAMPLES_PER_DISTURBED 10

struct validity {
	char reasons[REASONS_MAX][REASON_TEXT_MAX]; /* why it is not */
	size_t count;                               /* 0: the run is valid */
};

/* Look at all there is. */
void validity_find(const struct result *result, const struct selftest tests[SELFTESTS],
		   struct validity *validity);

/* Whether the run came to its end without a single benchmark selected. */
bool validity_has_nothing(const struct result *result);

#endif
