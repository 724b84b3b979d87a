/* SPDX-License-Identifier: MIT */
/* An import under way, for the files that take its events. */
#ifndef TOOLS_FLOW_IMPORT_STATE_H
#define TOOLS_FLOW_IMPORT_STATE_H

#include "tools/flow/import/recorder.h"
#include "tools/flow/import/trace.h"

struct import_rule;

struct import_cpu {
	uint32_t current;               /* task; TASK_NONE: not known, or idle */
	uint32_t sender;                /* task whose packet is being received; TASK_NONE */
	uint32_t depth;                 /* of interrupts, where lines do not tell */
};

/* A request under way, or a packet. */
struct import_request {
	uint32_t task, subtask, device;
};

struct import {
	struct recorder recorder;
	struct tasks tasks;
	const struct trace *trace;
	const struct import_rule *rule;
	uint32_t interactions;          /* begun so far */
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

/* It works for no interaction any more. */
static inline void import_forget(struct task *task)
{
	task->subtask = task->interaction = 0;
	task->is_taken_on = false;
	task->wait = TASK_NONE;
}

/* It was done when it went to sleep, not waiting. */
void import_was_done(struct import *import, struct task *task);

/* Its wait, if it has one, is over, for which object stands. */
void import_resume(struct import *import, struct task *task, uint16_t object);

/* A thread was woken. */
void import_waking(struct import *import, const struct trace_event *event);

/* Whether an event was recorded by an interrupt, and not by its CPU's thread. */
bool import_is_interrupt(const struct import_cpu *cpu, const struct trace_event *event);

/* A request was given to a disk, or served. */
void import_issue(struct import *import, const struct trace_event *event);
void import_complete(struct import *import, const struct trace_event *event);

/* A packet was sent, or received. */
void import_packet(struct import *import, const struct trace_event *event);

#endif
