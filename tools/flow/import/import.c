/* SPDX-License-Identifier: MIT */
/* One pass over the events in order of time, with the state of each thread and CPU. */
#include "tools/flow/import/import.h"

#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/flow/import/state.h"
#include "tools/flow/interaction.h"
#include "tools/flow/nodes/clocks.h"

/* ---- Begin and end ---- */

void import_finish(struct import *import, struct task *task)
{
	if (task->subtask != 0)
		recorder_add_event(&import->recorder, FLOW_FINISH, task, 0, 0);
	import_detach(task);
}

/* Whether the rule names this one thread, whose end then ends the interaction. */
static bool import_is_program(const struct import *import, const struct task *task)
{
	return (import->rule->begin == IMPORT_EXEC || import->rule->begin == IMPORT_PID) &&
	       task->pid == import->rule->pid && task->host == 0;
}

bool import_is_program_end(const struct import *import, const struct task *task)
{
	return import_is_program(import, task) && task->is_exiting;
}

/* End the interaction of a program at its end. What other threads still do for the interaction is
 * cut off, so that the program's end is the last event. */
static void import_end_program(struct import *import, const struct task *program)
{
	for (size_t i = 0; i < import->workers.count; i++) {
		struct task *task = import_task(import, import->workers.items[i]);

		if (task == program || task->subtask == 0)
			continue;
		if (task->wait != TASK_NONE)
			import_finish_at_sleep(import, task);
		else
			import_finish(import, task);
	}
	import->workers.count = 0;
	import_drop_segments(import);
	import_drop_values(import);
}

static void import_start(struct import *import, struct task *task, uint16_t queue)
{
	recorder_add_event(&import->recorder, FLOW_START, task, queue,
			   recorder_cpu(&import->recorder, import->recorder.cpu));
}

static void import_begin(struct import *import, struct task *task)
{
	import_finish(import, task);
	task->subtask = recorder_new_subtask(&import->recorder);
	task->interaction = ++import->interactions;
	recorder_add_event(&import->recorder, FLOW_ACTION, task, 0, 0);
	import_start(import, task, 0);
	import_use_procedures(import, task);
}

/* Begin an interaction if the rule names the running thread. */
static void import_check_rule(struct import *import, struct task *task)
{
	const struct import_rule *rule = import->rule;

	if (task->subtask != 0 || task->is_exiting)
		return;
	if (rule->begin == IMPORT_PID ? import_is_program(import, task)
	    : rule->begin == IMPORT_COMM && strcmp(task->comm, rule->text) == 0)
		import_begin(import, task);
}

struct task *import_current(struct import *import, const struct trace_event *event)
{
	uint32_t current = import_cpu(import, event)->current;

	return current != TASK_NONE ? import_task(import, current) : NULL;
}

/* A thread's slices nest: "B|PROCESS|NAME" begins one, and "E" or "E|PROCESS" ends the innermost.
 * Android, system/core, libcutils, trace.h. */
static bool import_is_slice_rule(const struct import_rule *rule)
{
	return strncmp(rule->text, "B|", 2) == 0 && (rule->end == NULL || rule->end[0] == 'E');
}

static void import_slice(struct import *import, struct task *task, struct trace_text text)
{
	bool is_begin = trace_text_begins(text, "B|");

	if (task->slices > 0 && is_begin) {
		task->slices++;
	} else if (trace_text_begins(text, import->rule->text)) {
		import_begin(import, task);
		task->slices = 1;
	} else if (task->slices > 0 &&
		   (trace_text_is(text, "E") || trace_text_begins(text, "E|"))) {
		if (--task->slices == 0)
			import_finish(import, task);
	}
}

static void import_marker(struct import *import, const struct trace_event *event)
{
	struct task *task = import_current(import, event);
	const struct import_rule *rule = import->rule;
	struct trace_text text = event->text;

	if (trace_text_take(&text, TRACE_OBJECT_MARKER)) {
		recorder_name_probed(&import->recorder, text);
		return;
	}
	if (task == NULL || rule->begin != IMPORT_MARKER)
		return;
	if (import_is_slice_rule(rule))
		import_slice(import, task, event->text);
	else if (trace_text_begins(event->text, rule->text))
		import_begin(import, task);
	else if (rule->end != NULL && trace_text_begins(event->text, rule->end))
		import_finish(import, task);
}

/* A connection's interaction ends when its thread accepts the next one. */
static void import_accept(struct import *import, const struct trace_event *event)
{
	struct task *task = import_current(import, event);
	if (task == NULL || import->rule->begin != IMPORT_ACCEPT)
		return;
	if (event->kind == TRACE_ACCEPT_ENTER)
		import_finish(import, task);
	else if (event->other != 0)
		import_begin(import, task);
}

/* ---- CPUs ---- */

static void import_sleep(struct import *import, struct task *task)
{
	uint16_t object = 0;
	uint32_t wait;

	task->state = TASK_ASLEEP;
	if (task->subtask == 0)
		return;
	if (task->futex != 0)
		object = recorder_futex(&import->recorder, task->futex);
	wait = recorder_add_event(&import->recorder, FLOW_WAIT, task, 0, object);
	import_event(import, wait)->flags = FLOW_BLOCKED;
	task->wait = wait;
}

/* A thread can lose its CPU or sleep after sched_process_exit. Its end is the switch in state X or
 * Z: Linux, kernel/exit.c, do_exit(), and kernel/sched/core.c, do_task_dead(). */
static void import_switch_out(struct import *import, struct task *task, char state)
{
	bool goes_on = state == 'R' || task->is_woken_early;

	task->is_woken_early = false;
	task->sleep_state = state;
	if (task->subtask != 0)
		recorder_add_event(&import->recorder, FLOW_STOP, task, 0,
				   recorder_cpu(&import->recorder, import->recorder.cpu));
	if (state == 'X' || state == 'Z' || (state == 'P' && task->is_exiting)) {
		if (import_is_program(import, task))
			import_end_program(import, task);
		import_finish(import, task);
		task->state = TASK_ASLEEP;
	} else if (goes_on) {
		task->state = TASK_READY;
		task->is_woken = false;
		if (task->subtask != 0)
			recorder_add_event(&import->recorder, FLOW_READY, task, 0,
					   recorder_run_queue(&import->recorder));
	} else {
		import_sleep(import, task);
	}
}

static void import_switch_in(struct import *import, struct task *task)
{
	bool was_ready = task->state == TASK_READY;

	if (task->wait != TASK_NONE) {
		import->recorder.counts.unseen++;
		import_resume(import, task, recorder_unseen(&import->recorder));
	}
	task->state = TASK_RUNNING;
	task->cpu = import->recorder.cpu;
	if (task->subtask != 0)
		import_start(import, task, was_ready ? recorder_run_queue(&import->recorder) : 0);
	import_check_rule(import, task);
}

static void import_switch(struct import *import, const struct trace_event *event)
{
	struct import_cpu *cpu = import_cpu(import, event);
	uint32_t before;

	if (event->pid != 0) {
		before = tasks_get(&import->tasks, event->pid, event->comm);
		import_switch_out(import, import_task(import, before), event->state);
	}
	cpu->current = TASK_NONE;
	if (event->other == 0)
		return;
	cpu->current = tasks_get(&import->tasks, event->other, event->text);
	import_switch_in(import, import_task(import, cpu->current));
}

static void import_fork(struct import *import, const struct trace_event *event)
{
	uint32_t parent = import_cpu(import, event)->current, child;
	struct task *task;

	child = tasks_add(&import->tasks, event->other, event->text);
	task = import_task(import, child);
	task->state = TASK_ASLEEP;
	if (parent == TASK_NONE || import_task(import, parent)->subtask == 0)
		return;
	task->subtask = recorder_new_subtask(&import->recorder);
	task->interaction = import_task(import, parent)->interaction;
	FLOW_LIST_ADD(import->workers, child);
	import_inherit_procedures(task, import_task(import, parent));
	recorder_add_event(&import->recorder, FLOW_CREATE, import_task(import, parent),
			   task->subtask, 0);
}

static void import_wake_new(struct import *import, const struct trace_event *event)
{
	struct task *task = import_task(import,
					tasks_get(&import->tasks, event->other, event->text));

	import_resume(import, task, 0);
	import_make_ready(import, task);
}

/* ---- One event ---- */

static void import_interrupt(struct import *import, const struct trace_event *event)
{
	struct import_cpu *cpu = import_cpu(import, event);

	if (event->kind == TRACE_INTERRUPT_ENTER)
		cpu->depth++;
	else if (cpu->depth > 0)
		cpu->depth--;
	cpu->sender = TASK_NONE;
	cpu->segment = 0;
}

static void import_end_thread(struct import *import, const struct trace_event *event)
{
	const struct trace_text none = {event->text.at, event->text.at};
	uint32_t index;

	if (event->other == 0)
		return;
	index = tasks_get(&import->tasks, event->other, none);
	import_task(import, index)->is_exiting = true;
}

/* The parent has reaped the thread, whose last switch may not be in the trace. */
static void import_free_thread(struct import *import, const struct trace_event *event)
{
	struct task *task = tasks_find(&import->tasks, event->other);

	if (task == NULL || task->subtask == 0 || task->state == TASK_RUNNING)
		return;
	if (task->wait != TASK_NONE)
		import_finish_at_sleep(import, task);
	else
		import_finish(import, task);
}

/* Update the CPU's thread, which each event names. If that thread was not running, the switch to it
 * is not in the trace. */
static void import_update_current(struct import *import, const struct trace_event *event)
{
	struct import_cpu *cpu = import_cpu(import, event);
	struct task *task;

	if (event->pid != TRACE_PID_UNKNOWN)
		cpu->current = event->pid != 0 ? tasks_get(&import->tasks, event->pid, event->comm)
					       : TASK_NONE;
	if (cpu->current == TASK_NONE)
		return;
	task = import_task(import, cpu->current);
	if (task->state != TASK_RUNNING)
		import_switch_in(import, task);
	else
		import_check_rule(import, task);
}

static void import_lost(struct import *import, const struct trace_event *event)
{
	recorder_add_lost(&import->recorder, event);
}

/* ---- Names of threads ---- */

static void import_exec(struct import *import, const struct trace_event *event)
{
	struct trace_text name = event->text;
	const char *slash = memrchr(name.at, '/', trace_text_size(name));
	uint32_t index;
	struct task *task;

	if (event->other == 0 || event->key >= TRACE_PID_UNKNOWN)
		return;
	if (slash != NULL)
		name.at = slash + 1;
	index = tasks_get(&import->tasks, (uint32_t)event->key, name);
	/* The thread is in no procedure of the new program. */
	import_task(import, index)->procedures.count = 0;
	number_map_free(&import_task(import, index)->depths);
	if (event->key != event->other)
		tasks_renumber(&import->tasks, index, event->other);
	if (index == import_cpu(import, event)->current)
		import_check_rule(import, import_task(import, index));
	/* A program's interaction begins with its first exec. */
	task = import_current(import, event);
	if (task != NULL && import->rule->begin == IMPORT_EXEC &&
	    import_is_program(import, task) && import->interactions == 0)
		import_begin(import, task);
}

static void import_rename(struct import *import, const struct trace_event *event)
{
	if (event->other != 0)
		tasks_get(&import->tasks, event->other, event->text);
}

/* ---- Futexes, and other CPUs ---- */

static void import_migrate(struct import *import, const struct trace_event *event)
{
	const struct trace *trace = import->network->traces[import->recorder.host];
	struct task *task;
	const uint32_t *cpu = number_map_find(&trace->cpu_map, (uint64_t)event->device + 1);

	import_rename(import, event);
	task = tasks_find(&import->tasks, event->other);
	if (task != NULL && task->subtask != 0 && task->state == TASK_READY && cpu != NULL)
		recorder_add_event(&import->recorder, FLOW_MIGRATE, task, 0,
				   recorder_cpu(&import->recorder, (uint16_t)*cpu));
}

static void import_futex(struct import *import, const struct trace_event *event)
{
	struct task *task = import_current(import, event);

	if (task != NULL)
		task->futex = event->kind == TRACE_FUTEX_ENTER ? event->key : 0;
}

static void (*const import_handlers[TRACE_KIND_COUNT])(struct import *,
						       const struct trace_event *) = {
	[TRACE_SWITCH] = import_switch,
	[TRACE_WAKING] = import_waking,
	[TRACE_WAKEUP] = import_waking,
	[TRACE_WAKEUP_NEW] = import_wake_new,
	[TRACE_MIGRATE] = import_migrate,       /* all CPUs have one run queue here */
	[TRACE_FORK] = import_fork,
	[TRACE_EXEC] = import_exec,
	[TRACE_RENAME] = import_rename,
	[TRACE_EXIT] = import_end_thread,
	[TRACE_FREE] = import_free_thread,
	[TRACE_ISSUE] = import_issue,
	[TRACE_COMPLETE] = import_complete,
	[TRACE_NET_SEND] = import_packet,
	[TRACE_NET_RECEIVE] = import_packet,
	[TRACE_TCP_SEND] = import_segment,
	[TRACE_TCP_RECEIVE] = import_segment,
	[TRACE_TCP_RECEIVED] = import_segment,
	[TRACE_TCP_READ] = import_segment,
	[TRACE_FUTEX_ENTER] = import_futex,
	[TRACE_FUTEX_EXIT] = import_futex,
	[TRACE_PROCEDURE_BEGIN] = import_procedure,
	[TRACE_PROCEDURE_END] = import_procedure,
	[TRACE_MEMORY_WRITE] = import_memory,
	[TRACE_MEMORY_READ] = import_memory,
	[TRACE_MEMORY_READ_END] = import_memory,
	[TRACE_MARKER] = import_marker,
	[TRACE_ACCEPT_ENTER] = import_accept,
	[TRACE_ACCEPT_EXIT] = import_accept,
	[TRACE_INTERRUPT_ENTER] = import_interrupt,
	[TRACE_INTERRUPT_EXIT] = import_interrupt,
	[TRACE_LOST] = import_lost,
};

static void import_handle(struct import *import, uint32_t host, uint32_t number)
{
	const struct trace_event *event = &import->network->traces[host]->events.items[number];

	import->tasks.host = import->recorder.host = (uint8_t)host;
	import->recorder.hosts[host].time = event->time;
	import->recorder.cpu = event->cpu;
	if (event->kind != TRACE_LOST)
		import_update_current(import, event);
	import_handlers[event->kind](import, event);
}

/* A thread that sleeps at the end of the trace has finished its work, unless it waits for a
 * disk. A thread that exits has finished even without a last switch, which a recorder misses if
 * it ends with its program. */
static void import_end(struct import *import)
{
	for (size_t i = 0; i < import->tasks.items.count; i++) {
		struct task *task = &import->tasks.items.items[i];

		recorder_rename(&import->recorder, task);
		if (task->subtask == 0)
			continue;
		if (task->wait != TASK_NONE && task->sleep_state != 'D')
			import_finish_at_sleep(import, task);
		else if (task->is_exiting)
			import_finish(import, task);
		else
			import->recorder.counts.unended++;
	}
}

static void import_handle_all(struct import *import)
{
	const struct network *network = import->network;

	for (size_t i = 0; i < network->order.count; i++)
		import_handle(import, network->order.items[i].host, network->order.items[i].event);
	for (size_t i = 0; network->hosts == 1 && i < network->traces[0]->events.count; i++)
		import_handle(import, 0, network->traces[0]->order[i]);
}

void import_build(struct import_result *result, const struct network *network,
		  const struct import_rule *rule, const char *name)
{
	struct import *import = xcalloc(1, sizeof(*import));

	*result = (struct import_result){.log = flow_log_new(name, 0)};
	result->log->runs.items[0].nodes = (uint8_t)(network->hosts - 1);
	import->recorder.log = result->log;
	import->network = import->recorder.network = network;
	import->rule = rule;
	import->segments = xcalloc(network->sends + 1, sizeof(*import->segments));
	for (size_t i = 0; i <= network->sends; i++)
		import->segments[i].event = TASK_NONE;
	import->sent = xcalloc(network->streams + 1, sizeof(*import->sent));
	import->arrived = xcalloc(network->streams + 1, sizeof(*import->arrived));
	for (size_t i = 0; i < network->hosts * TRACE_CPUS_MAX; i++) {
		struct import_cpu *cpu = &import->cpus[i / TRACE_CPUS_MAX][i % TRACE_CPUS_MAX];

		cpu->current = cpu->sender = TASK_NONE;
	}
	import_handle_all(import);
	import_end(import);
	import_drop_segments(import);
	import_drop_values(import);
	recorder_remove_dropped(&import->recorder);
	result->interactions = import->interactions;
	result->counts = import->recorder.counts;
	result->first_again = import->recorder.first_again;
	result->last_again = import->recorder.last_again;
	tasks_free(&import->tasks);
	number_map_free(&import->recorder.devices);
	number_map_free(&import->recorder.futexes);
	number_map_free(&import->by_sector);
	number_map_free(&import->by_packet);
	number_map_free(&import->by_write);
	number_map_free(&import->recorder.probed);
	for (size_t i = 0; i < NETWORK_HOSTS_MAX; i++)
		free(import->recorder.hosts[i].probed.items);
	free(import->values.items);
	free(import->segments);
	free(import->in_flight.items);
	free(import->sent);
	free(import->arrived);
	free(import->requests.items);
	free(import->workers.items);
	free(import);
}

/* ---- Whole interactions ---- */

/* Divide the log's events into the streams of CPUs, as they are in a file. */
static void import_make_streams(struct flow_log *log)
{
	uint64_t sent[NETWORK_HOSTS_MAX * TRACE_CPUS_MAX] = {0};
	uint32_t stream_of[NETWORK_HOSTS_MAX * TRACE_CPUS_MAX], latest = 0;
	struct flow_block *block = NULL;

	for (size_t i = 0; i < log->events.count; i++) {
		const struct flow_event *event = &log->events.items[i];
		uint32_t cpu = event->node * TRACE_CPUS_MAX + event->cpu;

		if (block == NULL || cpu != latest) {
			latest = cpu;
			if (sent[cpu] == 0) {
				stream_of[cpu] = (uint32_t)log->streams.count;
				FLOW_LIST_ADD(log->streams, ((struct flow_stream){
					.node = event->node, .cpu = event->cpu,
					.is_closed = true}));
			}
			FLOW_LIST_ADD(log->blocks, ((struct flow_block){
				.stream = stream_of[cpu], .start = (uint32_t)i,
				.first = sent[cpu]}));
			block = &log->blocks.items[log->blocks.count - 1];
		}
		block->count++;
		log->streams.items[stream_of[cpu]].sent = ++sent[cpu];
	}
	flow_log_sort(log);
}

void import_judge(struct import_result *result)
{
	struct flow_log *log = result->log;
	bool has_nodes = log->runs.items[0].nodes > 0;
	struct flow_interactions interactions;
	struct flow_order order;
	uint64_t *times = xcalloc(log->events.count + 1, sizeof(*times));

	import_make_streams(log);
	for (size_t i = 0; i < log->events.count; i++)
		times[i] = log->events.items[i].time;
	if (has_nodes)
		flow_clocks_set(log);
	flow_order_make(log, &order);
	flow_interactions_make(log, &order, &interactions);
	for (size_t i = 0; i < interactions.items.count; i++)
		result->rejected += interactions.items.items[i].fault != FLOW_FAULT_SOUND;
	flow_interactions_free(&interactions);
	flow_order_free(&order);
	for (size_t i = 0; i < log->events.count; i++)
		log->events.items[i].time = times[i];
	free(times);
}
