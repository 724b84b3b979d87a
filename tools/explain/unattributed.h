/* SPDX-License-Identifier: MIT */
/* Metrics that do not count the instructions between two clock reads. */
#ifndef TOOLS_EXPLAIN_UNATTRIBUTED_H
#define TOOLS_EXPLAIN_UNATTRIBUTED_H

#include "lib/wire/wire.h"

/* A sentence with the reason why a metric has no sum of instructions; NULL if it must have one. */
const char *unattributed_reason(const struct wire_bench *bench, const struct wire_series *series);

#endif
