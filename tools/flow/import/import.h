/* SPDX-License-Identifier: MIT */
/* A kernel's trace becomes interactions: a log as bareline's own recorders make it. A tick is a
 * nanosecond.
 *
 * Who wakes a thread of the same task sends it a message, which it joins; who wakes one of no task
 * sends it one that it takes on; an interrupt, or a thread that works for no task or another one,
 * ends a wait (FLOW_RESUME), and is the object that was waited for. Whether a thread that took a
 * message on and sleeps was done or waits is known from who wakes it next: it is turned into a
 * FLOW_FINISH if that is not its own task. */
#ifndef TOOLS_FLOW_IMPORT_IMPORT_H
#define TOOLS_FLOW_IMPORT_IMPORT_H

#include "tools/flow/import/recorder.h"
#include "tools/flow/import/trace.h"

enum import_begin {IMPORT_MARKER, IMPORT_PID, IMPORT_COMM, IMPORT_ACCEPT};

/* Where interactions begin. */
struct import_rule {
	enum import_begin begin;
	const char *text;               /* how a marker begins; the comm */
	const char *end;                /* how a marker begins that ends it; NULL: none */
	uint32_t pid;
};

struct import_result {
	struct flow_log *log;           /* one run; its events in the order of time; not sealed */
	uint32_t interactions;
	struct import_counts counts;
};

/* Make the log; name is the run's and has to outlive it. Linear in the number of events. */
void import_build(struct import_result *result, const struct trace *trace,
		  const struct import_rule *rule, const char *name);

#endif
