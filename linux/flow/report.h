/* SPDX-License-Identifier: MIT */
/* Writes the records of a run: names, events, and the kernel's trace. */
#ifndef LINUX_FLOW_REPORT_H
#define LINUX_FLOW_REPORT_H

#include <stdatomic.h>

#include "bench/flow/script.h"
#include "lib/event/flow.h"

#define FLOW_TIDS_MAX 1024u

/* Linux's number of a thread. One that is created again gets another. */
struct flow_tid {
	uint32_t tid;
	uint16_t thread;
};

struct flow_tids {
	atomic_uint count;              /* may be more than the maximum */
	struct flow_tid items[FLOW_TIDS_MAX];
};

void flow_report(const struct flow_run *run, const char *name, const struct flow_event *events,
		 const struct flow_tids *tids);

#endif
