/* SPDX-License-Identifier: MIT */
/* Who wakes whom, and what that makes of the sleep before. */
#include "tools/flow/import/state.h"

void import_was_done(struct import *import, struct task *task)
{
	struct flow_event *wait = import_event(import, task->wait);

	if (task->last != task->wait) { /* a request of its ended meanwhile */
		recorder_event(&import->recorder, FLOW_FINISH, task, 0, 0);
	} else {
		wait->kind = FLOW_FINISH;
		wait->flags = 0;
	}
	import_forget(task);
}

static bool import_could_be_done(const struct task *task)
{
	return task->is_taken_on && task->wait != TASK_NONE && task->slept_as != 'D';
}

void import_resume(struct import *import, struct task *task, uint16_t object)
{
	if (task->wait == TASK_NONE)
		return;
	recorder_event(&import->recorder, FLOW_RESUME, task, 0, object);
	task->wait = TASK_NONE;
}

static void import_send(struct import *import, struct task *from, struct task *to)
{
	uint32_t message = recorder_subtask(&import->recorder);

	recorder_event(&import->recorder, FLOW_SEND, from, message, 0);
	if (to->subtask != 0) {
		if (to->wait == TASK_NONE)      /* it did not have to wait for it */
			recorder_event(&import->recorder, FLOW_WAIT, to, 0, 0);
		recorder_event(&import->recorder, FLOW_RECEIVE_JOIN, to, message, 0);
		to->wait = TASK_NONE;
		return;
	}
	to->subtask = message;
	to->interaction = from->interaction;
	to->is_taken_on = true;
	recorder_event(&import->recorder, FLOW_RECEIVE, to, 0, 0);
}

static void import_wake_by_interrupt(struct import *import, struct task *to)
{
	uint16_t object = to->served_by;

	to->served_by = 0;
	if (to->subtask != 0)
		import_resume(import, to,
			      object != 0 ? object : recorder_interrupt(&import->recorder));
}

static void import_wake_by_task(struct import *import, struct task *from, struct task *to)
{
	bool is_own = from->subtask != 0 && from->interaction == to->interaction;

	if (to->subtask != 0 && !is_own && import_could_be_done(to) && !task_is_kernel_worker(from))
		import_was_done(import, to);
	if (from->subtask != 0 && (is_own || to->subtask == 0)) {
		if (!task_is_housekeeper(to))
			import_send(import, from, to);
	} else if (to->subtask != 0) {
		import_resume(import, to, recorder_holder(&import->recorder, from));
	}
}

/* It is about to sleep, and won't, and has its CPU when it takes a message on. */
static void import_wake_early(struct import *import, struct task *to, bool had_subtask)
{
	to->is_woken_early = true;
	if (to->subtask != 0 && !had_subtask)
		recorder_event(&import->recorder, FLOW_START, to, 0,
			       recorder_cpu(&import->recorder, to->cpu));
}

/* Who wakes: a thread, or NULL for an interrupt. */
static void import_wake(struct import *import, struct task *from, struct task *to)
{
	bool had_subtask = to->subtask != 0;

	if (to->state == TASK_READY) {
		import->recorder.counts.twice++;
		return;
	}
	if (to->state == TASK_RUNNING)
		import->recorder.counts.early++;
	if (from != NULL && from != to)
		import_wake_by_task(import, from, to);
	else
		import_wake_by_interrupt(import, to);
	if (to->state == TASK_RUNNING) {
		import_wake_early(import, to, had_subtask);
		return;
	}
	if (to->subtask != 0)
		recorder_event(&import->recorder, FLOW_READY, to, 0,
			       recorder_run_queue(&import->recorder));
	to->state = TASK_READY;
}

bool import_is_interrupt(const struct import_cpu *cpu, const struct trace_event *event)
{
	if (event->pid == 0 || cpu->current == TASK_NONE)
		return true;
	if (event->context == TRACE_CONTEXT_UNKNOWN)
		return cpu->depth > 0;
	return event->context == TRACE_CONTEXT_INTERRUPT;
}

void import_waking(struct import *import, const struct trace_event *event)
{
	struct import_cpu *cpu = &import->cpus[event->cpu];
	uint32_t to, from = TASK_NONE;

	if (event->other == 0)
		return;
	to = tasks_of(&import->tasks, event->other, event->text);
	if (event->kind == TRACE_WAKEUP && import->trace->has_waking) {
		if (import_task(import, to)->state == TASK_RUNNING)
			import_task(import, to)->is_woken_early = false;
		return;
	}
	if (!import_is_interrupt(cpu, event))
		from = cpu->current;
	else if (cpu->sender != TASK_NONE && import_task(import, cpu->sender)->wait == TASK_NONE)
		from = cpu->sender;
	import_wake(import, from != TASK_NONE ? import_task(import, from) : NULL,
		    import_task(import, to));
}
