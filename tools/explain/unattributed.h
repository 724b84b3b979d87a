/* SPDX-License-Identifier: MIT */
/* Figures that are not what was executed between two reads of the clock. */
#ifndef TOOLS_EXPLAIN_UNATTRIBUTED_H
#define TOOLS_EXPLAIN_UNATTRIBUTED_H

#include "lib/wire/wire.h"

/* Why a figure has no sum of instructions, in a sentence; NULL if it has to have one. */
const char *unattributed_reason(const struct wire_bench *bench, const struct wire_series *series);

#endif
