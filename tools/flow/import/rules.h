/* SPDX-License-Identifier: MIT */
/* The model of a Linux scheduler's events: which tracepoints are used, which of their fields, and
 * what these mean in each version of the kernel. All readers fill struct trace_event by this
 * model. */
#ifndef TOOLS_FLOW_IMPORT_RULES_H
#define TOOLS_FLOW_IMPORT_RULES_H

#include "tools/flow/import/text.h"

/* X(kind) of event. In struct trace_event, `other` is its thread, `key` its object, and `text` the
 * marker's text or the name of `other`; of INTERRUPT_ENTER in a line, the event's name and
 * fields. */
#define TRACE_KINDS(X) \
	X(SWITCH) \
	X(WAKING) \
	X(WAKEUP) \
	X(WAKEUP_NEW) \
	X(MIGRATE) \
	X(FORK) \
	X(EXEC) \
	X(RENAME) \
	X(EXIT) \
	X(FREE) \
	X(ISSUE) \
	X(COMPLETE) \
	X(NET_SEND) \
	X(NET_RECEIVE) \
	X(TCP_SEND) \
	X(TCP_RECEIVE) \
	X(TCP_RECEIVED) \
	X(TCP_READ) \
	X(FUTEX_ENTER) \
	X(FUTEX_EXIT) \
	X(MARKER) \
	X(PROCEDURE_BEGIN) \
	X(PROCEDURE_END) \
	X(MEMORY_WRITE) \
	X(MEMORY_READ) \
	X(MEMORY_READ_END) \
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

/* The context in which an event was recorded, if the trace shows it. */
enum trace_context {TRACE_CONTEXT_UNKNOWN, TRACE_CONTEXT_TASK, TRACE_CONTEXT_INTERRUPT};

#define TRACE_PID_UNKNOWN UINT32_MAX

struct trace_event {
	uint64_t time;                  /* ns, by the trace's clock */
	uint64_t key;                   /* sector of a request, address of a packet or futex,
					 * earlier thread of EXEC, addresses of a connection (see
					 * network.h), address of MEMORY, number of LOST events (0:
					 * the events after it are there again) */
	struct trace_text text;
	struct trace_text comm;         /* of pid; empty: unknown */
	uint32_t pid;                   /* current thread; of SWITCH, the previous one */
	uint32_t other;                 /* see TRACE_KINDS; of SWITCH, the next thread; of a
					 * segment, its sequence number; of PROCEDURE and
					 * MEMORY, the object's number */
	uint32_t device;                /* major << 20 | minor; of a connection, its ports; of
					 * MIGRATE, the CPU; of MEMORY, whether it is a queue */
	uint32_t end;                   /* of a segment: the sequence number after it; of MEMORY:
					 * see memory.h */
	uint16_t cpu;                   /* index; struct trace has its number */
	uint8_t kind;                   /* enum trace_kind */
	uint8_t context;                /* enum trace_context */
	char state;                     /* of SWITCH: the kernel's letter, such as R, S, D, X; of a
					 * connection: 6 for one of IPv6 */
};

/* The member of struct trace_event that a field sets. RESULT sets `other` if it is no error. */
enum trace_role {
	ROLE_NONE,
	ROLE_PID,
	ROLE_OTHER,
	ROLE_KEY,
	ROLE_DEVICE,
	ROLE_STATE,
	ROLE_RESULT,
	ROLE_PORTS,
	ROLE_REMOTE6,           /* halves of IPv6 addresses: they replace the addresses in key */
	ROLE_REMOTE6_LOW,
	ROLE_LOCAL6,
	ROLE_LOCAL6_LOW,
	ROLE_SEQUENCE,
	ROLE_SEQUENCE_END,
	ROLE_COMM,              /* this and the following are texts */
	ROLE_TEXT,
};

/* A marker with this text, the number of a probe's object and its name names the object. */
#define TRACE_OBJECT_MARKER "bareline object "

#define RULE_NAMES 2
#define RULE_FIELDS 8

struct trace_field {
	enum trace_role role;
	const char *names[RULE_NAMES];  /* the first that exists is used */
	const char *end;                /* of an unquoted text in a line */
	bool is_optional;
};

struct trace_rule {
	const char *name;               /* of the tracepoint, without its system */
	enum trace_kind kind;
	struct trace_field fields[RULE_FIELDS];
	const char *source;             /* file of the kernel or tracer, and versions with it */
};

/* The rule of a tracepoint. name may begin with its system, as in "sched:sched_switch". NULL: the
 * event is not used. */
const struct trace_rule *trace_rule_find(struct trace_text name);

/* A kernel's release as a number that can be compared; 0 if the text does not begin with one. */
uint32_t trace_version(struct trace_text release);

/* Letters of the bits of prev_state, lowest first. */
#define TRACE_STATE_BITS 11

struct trace_states {
	char letters[TRACE_STATE_BITS]; /* 0: means nothing */
};

/* The letters of a kernel's version; 0: the version is unknown. */
struct trace_states trace_states_of(uint32_t version);

/* The letter of a number of state bits, of which the lowest decides: Linux before 4.14 adds bits to
 * that of a sleep, such as TASK_WAKEKILL (130) and TASK_NOLOAD (1026). R if none is known. */
char trace_state_letter(const struct trace_states *states, uint64_t bits);

/* Set the member of a role. Returns false if the value is invalid there. */
bool trace_set_number(struct trace_event *event, enum trace_role role,
		      const struct trace_states *states, uint64_t value);
void trace_set_text(struct trace_event *event, enum trace_role role, struct trace_text text);

/* Complete an event whose fields are set. Returns false if it cannot be used. */
bool trace_event_complete(struct trace_event *event);

#endif
