/* SPDX-License-Identifier: MIT */
/* Writes the records of the last run: names, events, and the kernel's trace. */
#ifndef LINUX_FLOW_REPORT_H
#define LINUX_FLOW_REPORT_H

#include "bench/flow/script.h"
#include "lib/event/flow.h"

void flow_report(const struct flow_run *run, const char *name, const struct flow_event *events);

#endif
