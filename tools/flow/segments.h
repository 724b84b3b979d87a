/* SPDX-License-Identifier: MIT */
/* Critical paths divided into segments: what a thread did, or what it waited for. The names of some
 * objects have a meaning: bare metal and joined traces of Linux use the same. */
#ifndef TOOLS_FLOW_SEGMENTS_H
#define TOOLS_FLOW_SEGMENTS_H

#include "tools/flow/session.h"

/* X(kind, name, meaning) */
#define FLOW_SEGMENT_KINDS(X) \
	X(WORK, "work", "the thread runs, outside of system calls") \
	X(CALL, "system call", "the thread runs in a system call") \
	X(MESSAGE, "message", "a message is on its way to the thread") \
	X(PORT, "port", "a message waits in a queue for the thread") \
	X(READY, "ready", "the thread waits for its CPU, where another sub-task's thread runs") \
	X(SCHEDULER, "scheduler", "the thread waits for its CPU, where none of these runs") \
	X(INTERRUPT, "interrupt", "an interrupt handler runs, or must still run, in the thread's " \
				  "way") \
	X(LOCK, "lock", "the thread waits for a lock") \
	X(DEVICE, "device", "a device works for the thread, or for others before it") \
	X(OTHER, "other", "the thread waits for another task, or for an unknown reason")

enum flow_segment_kind {
#define X(kind, name, meaning) FLOW_SEGMENT_##kind,
	FLOW_SEGMENT_KINDS(X)
#undef X
	FLOW_SEGMENT_KIND_COUNT
};

extern const char *const flow_segment_names[FLOW_SEGMENT_KIND_COUNT];
extern const char *const flow_segment_meanings[FLOW_SEGMENT_KIND_COUNT];

/* All time of one run in segments of one kind, thread and object. */
struct flow_segment {
	uint32_t run;
	enum flow_segment_kind kind;
	const char *thread;             /* "-": none */
	const char *object;             /* device, lock or port; "-": none */
	uint64_t ticks;
};

struct flow_segments {
	FLOW_LIST(struct flow_segment); /* by run */
	uint64_t *interactions;         /* by run */
	uint64_t *response_ticks;       /* by run: the sum of its segments */
};

/* Divide the critical paths of selected interactions: picked has a byte for each; NULL: all. The
 * names belong to the log. */
void flow_segments_make(struct flow_session *session, const uint8_t *picked,
			struct flow_segments *segments);
void flow_segments_free(struct flow_segments *segments);

#endif
