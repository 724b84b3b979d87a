/* SPDX-License-Identifier: MIT */
/* A kernel's trace, whatever program printed it: what of its events interactions are made of, in
 * one form and in the order of time. Texts point into what was read. */
#ifndef TOOLS_FLOW_IMPORT_TRACE_H
#define TOOLS_FLOW_IMPORT_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/flow/log.h"

/* X(kind): other is whom it is about; key what; text what was written, or other's name. */
#define TRACE_KINDS(X) \
	X(SWITCH) \
	X(WAKING) \
	X(WAKEUP) \
	X(WAKEUP_NEW) \
	X(FORK) \
	X(EXIT) \
	X(ISSUE) \
	X(COMPLETE) \
	X(NET_SEND) \
	X(NET_RECEIVE) \
	X(MARKER) \
	X(ACCEPT_ENTER) \
	X(ACCEPT_EXIT) \
	X(INTERRUPT_ENTER) \
	X(INTERRUPT_EXIT) \
	X(LOST)

enum trace_kind {
#define X(kind) TRACE_##kind,
	TRACE_KINDS(X)
#undef X
	TRACE_KIND_COUNT
};

/* In what context an event was recorded, as far as the line tells. */
enum trace_context {TRACE_CONTEXT_UNKNOWN, TRACE_CONTEXT_TASK, TRACE_CONTEXT_INTERRUPT};

#define TRACE_PID_UNKNOWN UINT32_MAX
#define TRACE_CPUS_MAX 256u
#define TRACE_BYTES_MAX ((size_t)16 << 30)

/* A stretch of what was read; not ended by a 0. */
struct trace_text {
	const char *at, *end;
};

struct trace_event {
	uint64_t time;                  /* ns, by the trace's clock */
	uint64_t key;                   /* a request's device and sector, a packet's address; how
					 * many were LOST */
	struct trace_text text;
	struct trace_text comm;         /* of pid; empty: not known */
	uint32_t pid;                   /* thread in whose context; of SWITCH, the one before */
	uint32_t other;                 /* of SWITCH, the one after */
	uint32_t device;                /* major << 20 | minor */
	uint16_t cpu;
	uint8_t kind;                   /* enum trace_kind */
	uint8_t context;                /* enum trace_context */
	char state;                     /* of SWITCH: R, S, D, X and so on, as in the kernel */
};

/* X(count, what it counts): everything that was read, and what could not be. */
#define TRACE_COUNTS(X) \
	X(lines, "lines") \
	X(used, "events used in interactions") \
	X(others, "events of other kinds") \
	X(foreign, "lines that are not events of this format") \
	X(incomplete, "events with a missing or invalid field") \
	X(lost, "events that the kernel reported lost") \
	X(back, "events earlier than their predecessor on the CPU")

struct trace {
	FLOW_LIST(struct trace_event) events;
	struct {
#define X(count, summary) uint64_t count;
		TRACE_COUNTS(X)
#undef X
	} counts;
	uint64_t latest[TRACE_CPUS_MAX];        /* event of each CPU */
	bool has_waking;                        /* sched_waking was traced */
	struct trace_text release;              /* of the kernel; empty: not told */
};

enum trace_format {TRACE_FTRACE, TRACE_PERF, TRACE_CTF, TRACE_FORMATS};

/* The names of formats, ended by NULL. */
extern const char *const trace_format_names[TRACE_FORMATS + 1];

/* Read a trace of size bytes, which have to outlive it, and put it in the order of time. Time is
 * linear in size, but for events that are out of order: n log n. */
void trace_read(struct trace *trace, enum trace_format format, const char *text, size_t size);
void trace_free(struct trace *trace);

#endif
