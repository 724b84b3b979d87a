/* SPDX-License-Identifier: MIT */
/* Traces made up for tests: a run's events, given in the order in which they were recorded. */
#ifndef TESTS_UNIT_TOOLS_FLOW_TRACE_H
#define TESTS_UNIT_TOOLS_FLOW_TRACE_H

#include "lib/wire/wire.h"
#include "tools/flow/session.h"

struct flow_trace {
	char *text;
	size_t length;
	struct wire_writer writer;
};

/* A log with one run of one CPU, whose objects are 1 "cpu", 2 "port" (a queue), 3 "disk", 4
 * "ingres", 5 "files" (software), 6 "data", 7 "lock", and whose threads 1 to 3 are "a", "b" and
 * "c". */
void flow_trace_begin(struct flow_trace *trace);

/* Events of CPU 0; those of other CPUs say so themselves, and are put into blocks of their own. */
void flow_trace_add(struct flow_trace *trace, const struct flow_event *events, size_t count,
		   uint64_t first);

/* The CPU has no more events than so many. */
void flow_trace_close(struct flow_trace *trace, uint8_t cpu, uint64_t events);

/* Read the log. The text is freed. */
void flow_trace_open(struct flow_trace *trace, struct flow_session *session);

/* All of that for a whole trace of CPU 0. */
void flow_trace_session(const struct flow_event *events, size_t count,
			struct flow_session *session);

#endif
