/* SPDX-License-Identifier: MIT */
/* Made-up traces for tests: the events of a run in the order of recording. */
#ifndef TESTS_UNIT_TOOLS_FLOW_TRACE_H
#define TESTS_UNIT_TOOLS_FLOW_TRACE_H

#include "lib/wire/wire.h"
#include "tools/flow/session.h"

struct flow_trace {
	char *text;
	size_t length;
	struct wire_writer writer;
};

/* A log with one run of one CPU. Objects: 1 "cpu", 2 "port" (a queue), 3 "disk", 4 "ingres", 5
 * "files" (software), 6 "data", 7 "lock". Threads: 1 "a", 2 "b", 3 "c". */
void flow_trace_begin(struct flow_trace *trace);

/* Events are of CPU 0 unless they name another CPU. Each CPU's events form separate blocks. */
void flow_trace_add(struct flow_trace *trace, const struct flow_event *events, size_t count,
		   uint64_t first);

/* The number of events of a CPU. */
void flow_trace_close(struct flow_trace *trace, uint8_t cpu, uint64_t events);

/* Read the log and free its text. */
void flow_trace_open(struct flow_trace *trace, struct flow_session *session);

/* Add, end and read a whole trace of CPU 0. */
void flow_trace_session(const struct flow_event *events, size_t count,
			struct flow_session *session);

#endif
