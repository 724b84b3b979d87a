/* SPDX-License-Identifier: MIT */
/* What an import writes into its log: events, and the names of what they refer to. Counts what
 * could not be placed. */
#ifndef TOOLS_FLOW_IMPORT_RECORDER_H
#define TOOLS_FLOW_IMPORT_RECORDER_H

#include "tools/flow/import/tasks.h"

/* X(count, what it counts): what could not be placed. */
#define IMPORT_COUNTS(X) \
	X(early, "wake-ups of a thread that was not asleep yet") \
	X(twice, "wake-ups of a thread that was already awake") \
	X(unmatched, "requests and packets that begin before the trace") \
	X(unended, "threads still working for an interaction when the trace ends") \
	X(unnamed, "threads or objects beyond the limit of 65535 names")

struct import_counts {
#define X(count, summary) uint64_t count;
	IMPORT_COUNTS(X)
#undef X
};

struct recorder {
	struct import_counts counts;
	struct flow_log *log;
	uint64_t time;                  /* of the trace's event at hand */
	uint64_t last_time;             /* of the event recorded last */
	uint32_t next_subtask;
	uint32_t next_thread, next_object;
	uint16_t cpu;                   /* of the trace's event at hand */
	uint16_t run_queue, interrupt;  /* objects; 0: not named yet */
	uint16_t cpus[TRACE_CPUS_MAX];  /* likewise */
	struct number_map devices;      /* likewise, by device number + 1 */
};

/* A sub-task's number, not used by any before it. */
uint32_t recorder_subtask(struct recorder *recorder);

/* Record an event of a thread at the time at hand and return its index. One that would have the
 * same time as the one before, or an earlier one, is a nanosecond after it: so their order is
 * kept. */
uint32_t recorder_event(struct recorder *recorder, enum flow_kind kind, struct task *task,
			uint32_t other, uint16_t object);

/* Events were lost on a CPU from then on. */
void recorder_lost(struct recorder *recorder, const struct trace_event *event);

uint16_t recorder_cpu(struct recorder *recorder, uint16_t cpu);
uint16_t recorder_run_queue(struct recorder *recorder);
uint16_t recorder_interrupt(struct recorder *recorder);
uint16_t recorder_holder(struct recorder *recorder, struct task *task);

/* A thread's name is the last it gave itself: most have their creator's at first. */
void recorder_rename(struct recorder *recorder, const struct task *task);

/* A disk and, one number lower, its queue. */
uint16_t recorder_device(struct recorder *recorder, uint32_t device);

#endif
