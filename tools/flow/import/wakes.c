/* SPDX-License-Identifier: MIT */
/* Wake-ups: each one is a message or the end of a wait, and classifies the preceding sleep. */
#include "tools/flow/import/state.h"

void import_finish_at_sleep(struct import *import, struct task *task)
{
	struct flow_event *wait = import_event(import, task->wait);

	if (task->last != task->wait) { /* one of its requests was completed */
		recorder_add_event(&import->recorder, FLOW_FINISH, task, 0, 0);
	} else {
		wait->kind = FLOW_FINISH;
		wait->flags = 0;
	}
	import_detach(task);
}

bool import_may_have_finished(const struct task *task)
{
	return task->is_continuation && task->wait != TASK_NONE && task->sleep_state != 'D';
}

void import_resume(struct import *import, struct task *task, uint16_t object)
{
	if (task->wait == TASK_NONE)
		return;
	recorder_add_event(&import->recorder, FLOW_RESUME, task, 0, object);
	task->wait = TASK_NONE;
	import_read_on(import, task);
}

void import_make_ready(struct import *import, struct task *task)
{
	task->state = TASK_READY;
	task->is_woken = true;
	task->ready = TASK_NONE;
	if (task->subtask != 0)
		task->ready = recorder_add_event(&import->recorder, FLOW_READY, task, 0,
						 recorder_run_queue(&import->recorder));
}

static void import_send(struct import *import, struct task *from, struct task *to)
{
	uint32_t message = recorder_new_subtask(&import->recorder);

	recorder_add_event(&import->recorder, FLOW_SEND, from, message, 0);
	if (to->subtask != 0) {
		if (to->wait == TASK_NONE)      /* the message came before the wait */
			recorder_add_event(&import->recorder, FLOW_WAIT, to, 0, 0);
		recorder_add_event(&import->recorder, FLOW_RECEIVE_JOIN, to, message, 0);
		to->wait = TASK_NONE;
		import_read_on(import, to);
		return;
	}
	import_take(import, to, message, from->interaction, 0);
}

static void import_wake_by_task(struct import *import, struct task *from, struct task *to)
{
	bool is_own = from->subtask != 0 && from->interaction == to->interaction;

	if (to->subtask != 0 && !is_own && import_may_have_finished(to) &&
	    !from->is_kernel_worker)
		import_finish_at_sleep(import, to);
	if (from->subtask != 0 && (is_own || to->subtask == 0)) {
		if (!to->is_housekeeping &&
		    (is_own || !import_is_program_end(import, from)))
			import_send(import, from, to);
	} else if (to->subtask != 0) {
		import_resume(import, to, recorder_holder(&import->recorder, from));
	}
}

/* Only a sleeping thread is woken (Linux, kernel/sched/core.c, try_to_wake_up()). So a thread that
 * is woken again without having run has run and slept where the trace has no events. Its time since
 * the last wake-up becomes a wait for what is not traced. */
static void import_wake_again(struct import *import, struct task *task)
{
	struct recorder *recorder = &import->recorder;

	if (recorder->counts.again++ == 0)
		recorder->first_again = recorder->hosts[recorder->host].time;
	recorder->last_again = recorder->hosts[recorder->host].time;
	if (task->subtask == 0 || task->ready == TASK_NONE)
		return;
	import_event(import, task->ready)->kind = FLOW_WAIT;
	import_event(import, task->ready)->flags = FLOW_BLOCKED;
	import_event(import, task->ready)->object = 0;
	task->wait = task->ready;
	import_resume(import, task, recorder_unseen(recorder));
	import_make_ready(import, task);
}

/* from is NULL for an interrupt. segment is the number of the segment that it received, or 0. */
static void import_wake(struct import *import, struct task *from, uint32_t segment,
			struct task *to)
{
	bool had_subtask = to->subtask != 0;

	if (to->state == TASK_READY) {
		if (!to->is_woken)
			return;         /* it lost its CPU before it could sleep */
		import_wake_again(import, to);
		if (to->subtask != 0)
			return;
	}
	if (import_deliver(import, segment, to)) {
		to->served_by = 0;
	} else if (from != NULL && from != to) {
		import_wake_by_task(import, from, to);
	} else {
		uint16_t object = to->served_by;

		to->served_by = 0;
		if (to->subtask != 0)
			import_resume(import, to,
				      object != 0 ? object : recorder_interrupt(&import->recorder));
	}
	if (to->state == TASK_RUNNING) {
		/* The thread was about to sleep and keeps its CPU. A sub-task that it has just
		 * received starts there. */
		to->is_woken_early = true;
		if (to->subtask != 0 && !had_subtask)
			recorder_add_event(&import->recorder, FLOW_START, to, 0,
					   recorder_cpu(&import->recorder, to->cpu));
		return;
	}
	import_make_ready(import, to);
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
	const struct trace *trace = import->network->traces[import->recorder.host];
	struct import_cpu *cpu = import_cpu(import, event);
	uint32_t to, from = TASK_NONE;

	if (event->other == 0)
		return;
	to = tasks_get(&import->tasks, event->other, event->text);
	if (event->kind == TRACE_WAKEUP && trace->has_waking) {
		if (import_task(import, to)->state == TASK_RUNNING)
			import_task(import, to)->is_woken_early = false;
		return;
	}
	if (!import_is_interrupt(cpu, event))
		from = cpu->current;
	else if (cpu->sender != TASK_NONE && import_task(import, cpu->sender)->wait == TASK_NONE)
		from = cpu->sender;
	import_wake(import, from != TASK_NONE ? import_task(import, from) : NULL, cpu->segment,
		    import_task(import, to));
}
