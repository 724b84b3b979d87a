/* SPDX-License-Identifier: MIT */
/* Parses an event of a trace from its name and fields, in the format of any supported program. */
#ifndef TOOLS_FLOW_IMPORT_FIELDS_H
#define TOOLS_FLOW_IMPORT_FIELDS_H

#include "tools/flow/import/text.h"

/* X(kind) of event. In struct trace_event, `other` is its thread, `key` its object, and `text` the
 * marker's text or the name of `other`. */
#define TRACE_KINDS(X) \
	X(SWITCH) \
	X(WAKING) \
	X(WAKEUP) \
	X(WAKEUP_NEW) \
	X(FORK) \
	X(EXEC) \
	X(EXIT) \
	X(FREE) \
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

/* The context in which an event was recorded, if the line shows it. */
enum trace_context {TRACE_CONTEXT_UNKNOWN, TRACE_CONTEXT_TASK, TRACE_CONTEXT_INTERRUPT};

#define TRACE_PID_UNKNOWN UINT32_MAX
#define TRACE_CPUS_MAX 256u              /* with events, of any number */

struct trace_event {
	uint64_t time;                  /* ns, by the trace's clock */
	uint64_t key;                   /* sector of a request, address of a packet, number of LOST
					 * events */
	struct trace_text text;
	struct trace_text comm;         /* of pid; empty: unknown */
	uint32_t pid;                   /* current thread; of SWITCH, the previous one */
	uint32_t other;                 /* see TRACE_KINDS; of SWITCH, the next thread */
	uint32_t device;                /* major << 20 | minor */
	uint16_t cpu;                   /* index; struct trace has its number */
	uint8_t kind;                   /* enum trace_kind */
	uint8_t context;                /* enum trace_context */
	char state;                     /* of SWITCH: the kernel's letter, such as R, S, D, X */
};

enum fields_result {
	FIELDS_PARSED,
	FIELDS_OTHER,           /* no kind of event that is used */
	FIELDS_INCOMPLETE,      /* a field is missing or invalid */
};

/* Set the event's kind and its fields of that kind. name may begin with its system, as in
 * "sched:sched_switch". */
enum fields_result fields_parse(struct trace_text name, struct trace_text body,
				struct trace_event *event);

#endif
