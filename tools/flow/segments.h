/* SPDX-License-Identifier: MIT */
/* Critical paths divided into segments: what a thread did, or what it waited for. Some segments are
 * recognised by the names of objects, which are the same on bare metal and in joined traces of
 * Linux. */
#ifndef TOOLS_FLOW_SEGMENTS_H
#define TOOLS_FLOW_SEGMENTS_H

#include <stdio.h>

#include "tools/flow/session.h"

/* X(kind, name, meaning) */
#define FLOW_SEGMENT_KINDS(X) \
	X(WORK, "work", "the thread runs, outside of system calls") \
	X(CALL, "system call", "the thread runs in a system call") \
	X(MESSAGE, "message", "a message to the thread, or its creation, is on its way") \
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

/* Two logs. A tick of the second equals scale ticks of the first. */
struct flow_sides {
	const struct flow_log *logs[2];
	const struct flow_segments *segments[2];
	double scale;
};

/* A run that both sides have, with interactions: its indices, and the ticks of the first log that
 * an interaction spends on average in each kind of segment and in total. */
struct flow_common_run {
	const char *name;
	uint32_t runs[2];
	double factors[2];              /* ticks of the mean, per tick of the sum */
	double kinds[2][FLOW_SEGMENT_KIND_COUNT];
	double responses[2];
};

/* Find the run of the second log that has the name of a run of the first one. If only one of the
 * two runs shows when its threads ran, their paths are not divided in one way, so no run is
 * found. */
bool flow_sides_find(const struct flow_sides *sides, uint32_t run, struct flow_common_run *common);

/* The kind with the largest part of the difference of the responses; -1: there is none. */
int flow_common_run_main(const struct flow_common_run *common);

/* One sentence about the difference. Returns text. */
#define FLOW_SENTENCE_MAX 160
const char *flow_common_run_describe(const struct flow_common_run *common,
				     char text[FLOW_SENTENCE_MAX]);

/* Draw the runs that both sides have as SVG: two bars for each run, divided into segments. */
void flow_sides_draw(const struct flow_sides *sides, FILE *file);

#endif
