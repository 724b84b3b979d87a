/* SPDX-License-Identifier: MIT */
/* The state of an import, for its source files. */
#ifndef TOOLS_FLOW_IMPORT_STATE_H
#define TOOLS_FLOW_IMPORT_STATE_H

#include "tools/flow/import/recorder.h"
#include "tools/flow/import/trace.h"

struct import_rule;

struct import_cpu {
	uint32_t current;               /* task; TASK_NONE: unknown, or idle */
	uint32_t sender;                /* task whose packet is being received; or TASK_NONE */
	uint32_t segment;               /* number of the send whose data is being received; 0 */
	uint32_t depth;                 /* of interrupts, for lines without a context */
};

/* An unfinished disk request, or a packet in transit. */
struct import_request {
	uint32_t task, subtask, device;
};

/* Data on its way from a thread to another host. Its message is in the log, and will be removed if
 * no thread gets the data. */
struct import_segment {
	uint32_t event;                 /* log index of the message's SEND; TASK_NONE: no message
					 * is on its way */
	uint32_t subtask;               /* of the message */
	uint32_t interaction;           /* of the sender; 0: none */
	uint32_t carries;               /* number of the segment whose message this one completes:
					 * this one, or an earlier one; 0: none */
};

/* A value of shared memory, sent to one of its readers. The messages of one value are adjacent in
 * the list. */
struct import_value {
	uint32_t event;                 /* log index of its SEND; TASK_NONE: has a reader */
	uint32_t subtask, interaction;
	uint32_t rest;                  /* number of later messages of the same value */
};

struct import {
	struct recorder recorder;
	struct tasks tasks;
	const struct network *network;
	const struct import_rule *rule;
	uint32_t interactions;          /* number begun */
	FLOW_LIST(uint32_t) workers;    /* threads that began to work for one, some twice */
	FLOW_LIST(struct import_request) requests;
	struct number_map by_sector, by_packet;         /* to requests */
	struct import_segment *segments;        /* by number */
	FLOW_LIST(uint32_t) in_flight;  /* numbers of segments with a message, some delivered */
	uint32_t *sent, *arrived;       /* numbers of a stream's latest segments; by its number */
	FLOW_LIST(struct import_value) values;  /* of memory, by number - 1 */
	struct number_map by_write;     /* to numbers of values, by host and event */
	struct import_cpu cpus[NETWORK_HOSTS_MAX][TRACE_CPUS_MAX];
};

/* The CPU of an event of the current host. */
static inline struct import_cpu *import_cpu(struct import *import, const struct trace_event *event)
{
	return &import->cpus[import->recorder.host][event->cpu];
}

static inline struct task *import_task(struct import *import, uint32_t index)
{
	return &import->tasks.items.items[index];
}

static inline struct flow_event *import_event(struct import *import, uint32_t index)
{
	return &import->recorder.log->events.items[index];
}

/* Detach a thread from its interaction. */
static inline void import_detach(struct task *task)
{
	task->reading = TASK_NONE;
	task->subtask = task->interaction = 0;
	task->is_continuation = false;
	task->wait = TASK_NONE;
}

/* Finish the thread's sub-task at its last sleep, which was not a wait. */
void import_finish_at_sleep(struct import *import, struct task *task);

/* Whether the thread is the program whose interaction is followed, and now ends. Threads that wait
 * for its end are not part of the interaction. */
bool import_is_program_end(const struct import *import, const struct task *task);

/* End the thread's wait, if it has one, for an object. */
void import_resume(struct import *import, struct task *task, uint16_t object);

/* The thread was woken, and waits for a CPU. */
void import_make_ready(struct import *import, struct task *task);

/* Handle a wake-up. */
void import_waking(struct import *import, const struct trace_event *event);

/* Whether an event was recorded in an interrupt, not by the CPU's thread. */
bool import_is_interrupt(const struct import_cpu *cpu, const struct trace_event *event);

/* Handle the issue or completion of a disk request. */
void import_issue(struct import *import, const struct trace_event *event);
void import_complete(struct import *import, const struct trace_event *event);

/* Handle a packet that was sent or received. */
void import_packet(struct import *import, const struct trace_event *event);

/* Handle data that was sent to another host, received from it, or read by the CPU's thread. */
void import_segment(struct import *import, const struct trace_event *event);

/* Give the message of a segment to a thread of another host. Unless the thread runs, the message
 * wakes it. Returns false if there is no message. */
bool import_deliver(struct import *import, uint32_t segment, struct task *to);

/* Remove all messages on their way. */
void import_drop_segments(struct import *import);

/* Handle the begin or end of a procedure, and the write or read of memory. */
void import_procedure(struct import *import, const struct trace_event *event);
void import_memory(struct import *import, const struct trace_event *event);

/* A thread got a sub-task, which uses the procedures that the thread is in. */
void import_use_procedures(struct import *import, struct task *task);

/* A wait ended within a read of memory: the thread still waits for the value. */
void import_read_on(struct import *import, struct task *task);

/* A thread's sub-task, and so all of its work, inherits its creator's procedures. */
void import_inherit_procedures(struct task *task, const struct task *creator);

/* Remove the messages of values without a reader. */
void import_drop_values(struct import *import);

/* The thread that runs on the event's CPU; NULL if unknown or idle. */
struct task *import_current(struct import *import, const struct trace_event *event);

/* The thread receives a message from object, and works for it from now on. */
void import_take(struct import *import, struct task *to, uint32_t subtask, uint32_t interaction,
		 uint16_t object);

/* Finish a thread's sub-task now. */
void import_finish(struct import *import, struct task *task);

/* Called if the thread's next work comes from outside of its interaction. Returns whether the
 * thread may have finished its work for the interaction when it went to sleep. */
bool import_may_have_finished(const struct task *task);

#endif
