/* SPDX-License-Identifier: MIT */
/* The records of a run of interactions. */
#ifndef KERNEL_FLOW_RUN_REPORT_H
#define KERNEL_FLOW_RUN_REPORT_H

#include <stdint.h>

#include "bench/flow/script.h"

/* Write all of flow_recorder's data of a run, under a name. If the script knows the critical path,
 * also write it in sub-task numbers; made holds those that each step made. */
void flow_report(const struct flow_run *run, const char *name, const uint32_t *made);

#endif
