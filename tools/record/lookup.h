/* SPDX-License-Identifier: MIT */
/* What finds a result's benchmarks by name and number. */
#ifndef TOOLS_RECORD_LOOKUP_H
#define TOOLS_RECORD_LOOKUP_H

#include "tools/record/result.h"

/* Sort the benchmarks, once all are linked. False if there is no room. */
bool result_index(struct result *result);

#endif
