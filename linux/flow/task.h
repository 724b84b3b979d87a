/* SPDX-License-Identifier: MIT */
/* Sub-tasks and interactions of a process, and its recorder. The process records what its threads
 * do for each other, as bare metal's recorder does, with sub-task numbers in each message. The
 * kernel's own trace has the times when the threads ran. The host tool joins both.
 *
 * The on-line recorder has no such trace. Threads and messages carry meters, and the process itself
 * decides whether a message waited for its receiver or the receiver for the message: the one that
 * came first waited. */
#ifndef LINUX_FLOW_TASK_H
#define LINUX_FLOW_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/flow/meter.h"
#include "lib/event/flow.h"

#define FLOW_INTERACTIONS_MAX 4096u

struct flow_task {
	uint32_t number;                /* number of the sub-task; 0: none */
	uint32_t interaction;           /* index of the interaction */
	uint32_t thread;                /* thread that works for the sub-task; 0: a message */
	struct flow_meter meter;        /* used if the run is metered; must be the last member */
};

/* The size of the part that a message carries of its sub-task, which lacks the meter. */
#define FLOW_TASK_BYTES offsetof(struct flow_task, meter)

/* The recorder's memory. If capacity is 0, nothing is recorded. Any thread may record. */
struct flow_recorded {
	struct flow_event *events;
	uint32_t capacity;
	const struct flow_script *metered;      /* script whose states are metered; NULL: none */
};

/* Forget all interactions and events. over is called whenever an interaction has ended, by the
 * thread that ended it. */
void flow_tasks_begin(const struct flow_recorded *recorded,
		      void (*over)(uint32_t interaction, uint64_t end_tsc));

/* Whether the run is metered. */
bool flow_tasks_are_metered(void);

/* The sums over the interactions that have ended. */
const struct flow_metering *flow_tasks_metering(void);

/* Record an event of a sub-task, now or at a given time. Sub-task 0 has no events. If the run is
 * metered, the events of a sub-task must be in order of time, and only one thread at a time may
 * record them. Returns the time. */
uint64_t flow_task_event(enum flow_kind kind, unsigned flags, struct flow_task *task,
			 uint32_t other, unsigned object);
void flow_task_event_at(uint64_t time, enum flow_kind kind, unsigned flags, struct flow_task *task,
			uint32_t other, unsigned object);

/* Account for an event of a sub-task in a copy of the sub-task, without recording the event. */
void flow_task_account(uint64_t time, enum flow_kind kind, struct flow_task *task, unsigned object);

/* Forget the recorded events. */
void flow_tasks_rewind(void);

/* Begin an interaction, which started at a given time, with the sub-task of a message. Returns
 * false if there are too many interactions. */
bool flow_task_begin(struct flow_task *task, uint64_t time);

/* flow_task_make() creates a sub-task of the interaction of `task`, for a thread, or 0 for a
 * message. flow_task_fork() also records the event that creates it. */
void flow_task_make(const struct flow_task *task, struct flow_task *child, uint16_t thread);
void flow_task_fork(enum flow_kind kind, unsigned flags, struct flow_task *task,
		    struct flow_task *child, uint16_t thread, unsigned object);

/* End a sub-task by a join with another one. */
void flow_task_join(enum flow_kind kind, unsigned flags, struct flow_task *task,
		    struct flow_task *ended, unsigned object);

/* End the wait of a sub-task. If both sub-tasks work for the same interaction, a message ends it.
 * The events have the time `time`, and with a message one event has a later time. */
void flow_task_unblock(uint64_t time, struct flow_task *task, struct flow_task *waiting,
		       unsigned object);

/* A sub-task that has ended, and the record of its end. */
struct flow_finished {
	struct flow_task task;
	uint32_t place;
};

/* End a sub-task. */
struct flow_finished flow_task_finish(struct flow_task *task);

/* The thread that ended a sub-task continues it, because a message of the same interaction had to
 * wait for that thread. The interaction has therefore not ended. */
void flow_task_continue(struct flow_task *task, const struct flow_finished *finished);

static inline bool flow_task_is_same(const struct flow_task *a, const struct flow_task *b)
{
	return a->number != 0 && b->number != 0 && a->interaction == b->interaction;
}

/* Number of interactions that began, and of those that have not ended. */
uint32_t flow_tasks_count(void);
uint32_t flow_tasks_unfinished(void);

/* Response times of the last interaction, and the mean of all interactions. */
uint64_t flow_tasks_last_response_ticks(void);
uint64_t flow_tasks_mean_response_ticks(void);

/* The recorded events in order of time, at most the capacity, and the number of lost events. Not
 * while threads record. */
uint32_t flow_tasks_events(uint64_t *lost);

#endif
