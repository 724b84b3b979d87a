/* SPDX-License-Identifier: MIT */
/* What a run of interactions left, as records. */
#ifndef KERNEL_FLOW_RUN_REPORT_H
#define KERNEL_FLOW_RUN_REPORT_H

#include <stdint.h>

#include "bench/flow/script.h"

/* Write all that flow_recorder holds of a run, under a name; and where the script knows the
 * critical path, that path in the numbers of sub-tasks: made are those that each step made. */
void flow_report(const struct flow_run *run, const char *name, const uint32_t *made);

#endif
