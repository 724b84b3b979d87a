/* Traces made up for tests: a run's events, given in the order in which they were recorded. */
#ifndef TESTS_UNIT_NET_TRACE_H
#define TESTS_UNIT_NET_TRACE_H

#include "lib/wire.h"
#include "tools/net_session.h"

struct net_trace {
	char *text;
	size_t length;
	struct wire_writer writer;
};

/* A log with one run of one CPU, whose objects are 1 "cpu", 2 "port" (a queue), 3 "disk", 4
 * "ingres", 5 "files" (software), 6 "data", and whose threads 1 to 3 are "a", "b" and "c". */
void net_trace_begin(struct net_trace *trace);

/* Events of CPU 0; those of other CPUs say so themselves, and are put into blocks of their own. */
void net_trace_add(struct net_trace *trace, const struct net_event *events, size_t count,
		   uint64_t first);

/* The CPU has no more events than so many. */
void net_trace_close(struct net_trace *trace, uint8_t cpu, uint64_t events);

/* Read the log. The text is freed. */
void net_trace_open(struct net_trace *trace, struct net_session *session);

/* All of that for a whole trace of CPU 0. */
void net_trace_session(const struct net_event *events, size_t count, struct net_session *session);

#endif
