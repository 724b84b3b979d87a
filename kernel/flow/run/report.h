/* SPDX-License-Identifier: MIT */
/* The records of a run of interactions. */
#ifndef KERNEL_FLOW_RUN_REPORT_H
#define KERNEL_FLOW_RUN_REPORT_H

#include <stdint.h>

#include "bench/flow/script.h"

/* Write all data that flow_recorder has of a run, under a name. If the script knows the critical
 * path, also write the path in sub-task numbers. made holds the sub-task that each step made. */
void flow_report(const struct flow_run *run, const char *name, const uint32_t *made);

#endif
