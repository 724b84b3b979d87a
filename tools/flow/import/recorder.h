/* SPDX-License-Identifier: MIT */
/* Writes the log of an import: events, and names of threads and objects. Counts what it cannot
 * assign. */
#ifndef TOOLS_FLOW_IMPORT_RECORDER_H
#define TOOLS_FLOW_IMPORT_RECORDER_H

#include "tools/flow/import/network.h"
#include "tools/flow/import/tasks.h"

/* X(count, description) of what could not be assigned. */
#define IMPORT_COUNTS(X) \
	X(unseen, "waits that end without a wake-up in the trace") \
	X(again, "wake-ups of a thread that had not run since the last one") \
	X(unmatched, "requests that begin before the trace") \
	X(unended, "threads still working for an interaction when the trace ends") \
	X(unnamed, "threads or objects beyond the limit of 65535 names")

struct import_counts {
#define X(count, summary) uint64_t count;
	IMPORT_COUNTS(X)
#undef X
};

/* A host's part of the log. */
struct recorder_host {
	uint64_t time;                  /* of its trace's current or latest event */
	uint64_t last_time;             /* of its latest recorded event */
	uint16_t run_queue, interrupt, unseen;  /* objects; 0: not named yet */
	uint16_t cpus[TRACE_CPUS_MAX];  /* likewise */
	FLOW_LIST(const char *) probed; /* names of objects of probes, by number - 1; or NULL */
};

struct recorder {
	struct import_counts counts;
	uint64_t first_again, last_again;       /* times of counts.again */
	struct flow_log *log;
	const struct network *network;
	uint32_t next_subtask;
	uint32_t next_thread, next_object;
	uint16_t cpu;                   /* of the current event */
	uint8_t host;                   /* likewise */
	struct recorder_host hosts[NETWORK_HOSTS_MAX];
	struct number_map devices;      /* objects, by host and device number */
	struct number_map futexes;      /* likewise, by host and address */
	struct number_map probed;       /* objects of probes, by host, number and address; and how
					 * many a number has, by host and number */
};

/* A new number for a sub-task. */
uint32_t recorder_new_subtask(struct recorder *recorder);

/* Add an event of a thread at the current time of its host. To preserve the order of events, the
 * time is at least a nanosecond after that of the previous event. Returns the event's index. */
uint32_t recorder_add_event(struct recorder *recorder, enum flow_kind kind, struct task *task,
			    uint32_t other, uint16_t object);

/* Add a FLOW_LOST event for the CPU of a LOST event, whose number is 0 at the end of a gap. */
void recorder_add_lost(struct recorder *recorder, const struct trace_event *event);

/* Mark an event as one that is not in the log, and remove the marked events. */
void recorder_drop(struct recorder *recorder, uint32_t event);
void recorder_remove_dropped(struct recorder *recorder);

/* Numbers of objects of the current host, named at first use; 0 if no number is left.
 * recorder_holder is the object that stands for a thread on which others wait; recorder_unseen is
 * what ended a wait if the trace does not show it. */
uint16_t recorder_cpu(struct recorder *recorder, uint16_t cpu);
uint16_t recorder_run_queue(struct recorder *recorder);
uint16_t recorder_interrupt(struct recorder *recorder);
uint16_t recorder_futex(struct recorder *recorder, uint64_t address);
uint16_t recorder_unseen(struct recorder *recorder);

/* An object of a probe: a procedure, whose address is 0, or memory. If a number has several
 * objects, all but the first have a count in their name. recorder_name_probed() takes a number and
 * its name. */
uint16_t recorder_probed(struct recorder *recorder, enum flow_class class, uint32_t number,
			 uint64_t address);
void recorder_name_probed(struct recorder *recorder, struct trace_text text);
uint16_t recorder_holder(struct recorder *recorder, struct task *task);

/* Set a thread's name to its latest comm. Most threads begin with the comm of their creator. */
void recorder_rename(struct recorder *recorder, const struct task *task);

/* The object of a disk. The object of its queue has the number below. */
uint16_t recorder_device(struct recorder *recorder, uint32_t device);

#endif
