/* SPDX-License-Identifier: MIT */
/* An event of a trace, made from its name and its fields as any of the programs prints them. */
#ifndef TOOLS_FLOW_IMPORT_FIELDS_H
#define TOOLS_FLOW_IMPORT_FIELDS_H

#include "tools/flow/import/text.h"

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

enum fields_result {FIELDS_TAKEN, FIELDS_OTHER, FIELDS_INCOMPLETE};

/* Fill in the event's kind and what belongs to it. name may have its system in front,
 * "sched:sched_switch". */
enum fields_result fields_parse(struct trace_text name, struct trace_text body,
				struct trace_event *event);

#endif
