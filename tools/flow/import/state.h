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
	uint32_t depth;                 /* of interrupts, for lines without a context */
};

/* An unfinished disk request, or a packet in transit. */
struct import_request {
	uint32_t task, subtask, device;
};

struct import {
	struct recorder recorder;
	struct tasks tasks;
	const struct trace *trace;
	const struct import_rule *rule;
	uint32_t interactions;          /* number begun */
	FLOW_LIST(uint32_t) workers;    /* threads that began to work for one, some twice */
	FLOW_LIST(struct import_request) requests;
	struct number_map by_sector, by_packet;         /* to requests */
	struct import_cpu cpus[TRACE_CPUS_MAX];
};

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
	task->subtask = task->interaction = 0;
	task->is_continuation = false;
	task->wait = TASK_NONE;
}

/* Finish the thread's sub-task at its last sleep, which was not a wait. */
void import_finish_at_sleep(struct import *import, struct task *task);

/* Whether the thread is the program whose interaction is followed, at its end. What awaits that is
 * not part of the interaction. */
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

#endif
