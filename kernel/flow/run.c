/* SPDX-License-Identifier: MIT */
/* bench/platform.h's interactions: what a script says is done by threads of sched.c. */
#include <stddef.h>

#include "bench/platform.h"
#include "kernel/cpu/cpu.h"
#include "kernel/dev/loop_line.h"
#include "kernel/dev/tsc.h"
#include "kernel/flow/link.h"
#include "kernel/flow/load.h"
#include "kernel/flow/machines.h"
#include "kernel/flow/node.h"
#include "kernel/flow/port.h"
#include "kernel/flow/possible.h"
#include "kernel/flow/real.h"
#include "kernel/flow/report.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/scale.h"
#include "kernel/flow/store.h"
#include "kernel/flow/task.h"
#include "kernel/flow/user.h"
#include "kernel/mm/memory.h"
#include "kernel/mm/paging.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

static struct {
	struct flow_run run;
	struct flow_event *events;       /* memory of the rings */
	uint32_t *made;                 /* sub-task that each step of each node made last; NULL if
					 * not wanted */
	uint32_t first_made[FLOW_NODES_MAX];    /* where a node's steps begin there */
	void *store;                    /* memory of the first node's, if it has one */
	bool is_complete;
} state;

/* ---- What threads do ---- */

/* In assembly so that a turn is two instructions, whatever the compiler makes of loops. */
static void run_work(uint32_t turns)
{
	if (turns > 0)
		__asm__ volatile("1:\tsub $1, %0\n\tjnz 1b" : "+r"(turns) : : "cc");
}

/* Under the lock, which is released meanwhile. */
static inline void work(struct flow_thread *self, uint32_t turns)
{
	turns = (uint32_t)flow_scaled(&self->task, turns, 0);
	flow_unlock();
	run_work(turns);
	flow_lock();
}

/* Apart, so that a step of work has no call more for there being a store. */
static __attribute__((noinline)) void store_work(struct flow_thread *self, uint32_t turns)
{
	work(self, turns);
}

static uint32_t word_to_send(const struct flow_thread *self, const struct flow_step *step)
{
	return step->argument != 0 ? step->argument : self->word;
}

static void try_receive(struct flow_thread *self, unsigned object)
{
	if (!flow_port_try_receive(object, &self->word))
		self->word = 0;
}

static uint64_t set_of(unsigned object)
{
	return 1ull << object;
}

static void begin_use(struct flow_thread *self, unsigned object)
{
	self->task.in_use |= set_of(object);
	flow_event(FLOW_BEGIN_USE, &self->task, 0, object);
}

static void end_use(struct flow_thread *self, unsigned object)
{
	self->task.in_use &= ~set_of(object);
	flow_event(FLOW_END_USE, &self->task, 0, object);
}

static uint64_t request_ticks(uint32_t us)
{
	return us * (tsc_hz() / 1000000);
}

/* To another node a message goes by a link. */
static void run_send(struct flow_thread *self, const struct flow_step *step)
{
	const struct flow_route *route = flow_link_route(step->object);
	uint32_t word = word_to_send(self, step);

	if (route == NULL)
		flow_port_send(step->object + 1, word, step->op == FLOW_OP_SEND_BLOCKING);
	else
		flow_link_send(route, word);
}

static void use_resource(struct flow_thread *self, const struct flow_step *step, unsigned object)
{
	switch (step->op) {
	case FLOW_OP_REQUEST:
		flow_device_use(object, flow_scaled(&self->task, request_ticks(step->argument), object));
		break;
	case FLOW_OP_LOCK:
		flow_resource_lock(object);
		self->task.in_use |= set_of(object);
		break;
	case FLOW_OP_UNLOCK:
		self->task.in_use &= ~set_of(object);
		flow_resource_unlock(object);
		break;
	}
}

/* Any step but work. The lock is held, but while the thread waits. */
static void perform(struct flow_thread *self, const struct flow_step *step)
{
	unsigned object = step->object + 1;

	switch (step->op) {
	case FLOW_OP_SEND:
	case FLOW_OP_SEND_BLOCKING:
		run_send(self, step);
		break;
	case FLOW_OP_RECEIVE:
		flow_port_receive(object);
		break;
	case FLOW_OP_TRY_RECEIVE:
		try_receive(self, object);
		break;
	case FLOW_OP_NEXT:
		flow_port_next(object);
		break;
	case FLOW_OP_WRITE:
		flow_link_write(step->object, step->argument);
		break;
	case FLOW_OP_READ:
		flow_stream_read(object, step->argument);
		break;
	case FLOW_OP_READ_NEXT:
		flow_stream_next(object, step->argument);
		break;
	case FLOW_OP_CREATE:
		flow_note(flow_thread_create(step->object));
		break;
	case FLOW_OP_JOIN:
		flow_note(flow_thread_join(step->object));
		break;
	case FLOW_OP_BEGIN_USE:
		begin_use(self, object);
		break;
	case FLOW_OP_END_USE:
		end_use(self, object);
		break;
	case FLOW_OP_REQUEST:
	case FLOW_OP_LOCK:
	case FLOW_OP_UNLOCK:
		use_resource(self, step, object);
		break;
	case FLOW_OP_REQUEST_REAL:
		flow_real_use(object);
		break;
	case FLOW_OP_RESPOND:
		flow_event(FLOW_RESPONSE, &self->task, 0, 0);
		break;
	case FLOW_OP_LOOK_UP:
	case FLOW_OP_SCAN:
	case FLOW_OP_CHANGE:
		flow_store_request(self, step, store_work);
		break;
	case FLOW_OP_DONE:
		flow_load_done(&self->task);
		break;
	case FLOW_OP_EXIT:
		flow_thread_exit();
	}
}

static const struct flow_step *next_of(const struct flow_thread *self, const struct flow_step *step)
{
	switch (step->op) {
	case FLOW_OP_UNLESS:
		return step + 1 + ((self->word & step->argument) != 0 ? step->object : 0);
	case FLOW_OP_AGAIN:
		return self->first_step;
	default:
		return step + 1;
	}
}

/* An unlock does if a thread of the same task waits. */
static bool makes_subtask(const struct flow_step *step)
{
	return step->op == FLOW_OP_SEND || step->op == FLOW_OP_SEND_BLOCKING ||
	       step->op == FLOW_OP_CREATE || step->op == FLOW_OP_UNLOCK;
}

/* What it will be numbered. */
static void note_subtask(const struct flow_step *step)
{
	unsigned node = flow_node_number();
	const struct flow_step *first = flow_run_script(&state.run, node)->steps;

	state.made[state.first_made[node] + (step - first)] = flow_task_next();
}

static void follow_steps(struct flow_thread *self)
{
	const struct flow_step *step = self->first_step;

	for (;;) {
		if (step->op == FLOW_OP_WORK)
			work(self, step->argument);
		if (state.made != NULL && makes_subtask(step))
			note_subtask(step);
		perform(self, step);
		step = next_of(self, step);
	}
}

/* ---- Runs ---- */

/* Objects that a sub-task does not pass on. */
static uint64_t not_inherited(const struct flow_script *script)
{
	uint64_t objects = 0;

	for (unsigned i = 0; i < script->object_count; i++) {
		if (script->objects[i].kind <= FLOW_LOCK)
			objects |= flow_bit(i);
	}
	return flow_numbers(objects) | ~flow_numbers(flow_bit(script->object_count) - 1);
}

static void open_node(uint32_t node)
{
	uint32_t first = flow_first_cpu(&state.run, node);

	for (uint32_t i = 0; i < flow_cpu_count(&state.run, node); i++) {
		struct flow_ring *ring = &flow_recorder.rings[first + i];

		flow_ring_open(ring, state.events + (first + i) * (state.run.ring_events + 1),
			       state.run.ring_events, (uint8_t)i);
		ring->node = (uint8_t)node;
	}
	flow_recorder.not_inherited[node] = not_inherited(flow_run_script(&state.run, node));
}

static void begin_recording(void)
{
	const struct flow_script *script = state.run.script;

	memset(&flow_recorder, 0, sizeof(flow_recorder));
	for (uint32_t node = 0; node < flow_run_nodes(&state.run); node++)
		open_node(node);
	this_cpu()->flow_ring = &flow_recorder.rings[0];
	flow_recorder.is_metered = state.run.recording == FLOW_RECORDING_METERED;
	flow_recorder.metering.count = flow_recorder.is_metered ? script->state_count : 0;
	flow_recorder.metering.not_inherited = flow_recorder.not_inherited[0];
	for (uint32_t i = 0; i < script->state_count; i++) {
		flow_recorder.metering.using[i] = flow_numbers(script->states[i].using);
		flow_recorder.metering.states[i] = flow_numbers(script->states[i].state);
	}
	flow_recorder.is_on = state.run.recording != FLOW_RECORDING_OFF;
}

static void run_begin(void)
{
	state.is_complete = false;
	flow_task_reset();
	flow_ports_begin(flow_run_nodes(&state.run));
	flow_resources_begin(&state.run);
	flow_links_begin(&state.run);
	flow_scales_begin(&state.run);
	if (state.store != NULL)
		flow_store_begin(state.run.script->store, state.store);
	begin_recording();
	if (!flow_run_is_apart(&state.run)) {
		flow_threads_begin(&state.run, flow_real_devices(), follow_steps);
		flow_real_begin();
		flow_threads_run();
		return;
	}
	flow_threads_begin(&state.run, &flow_machines_devices, follow_steps);
	flow_machines_ready();
	flow_threads_run_until(flow_node_is_quiet);
}

/* Until nothing can go on any more. */
static int run_out(void)
{
	if (flow_run_is_apart(&state.run))
		return flow_machines_run();
	flow_threads_run();
	return 0;
}

static int end(int error)
{
	int ended;

	flow_real_end();
	ended = flow_threads_end();
	flow_recorder.is_on = false;
	if (error == 0)
		error = ended;
	if (error == 0 && flow_task_unfinished() != 0)
		error = -EIO;
	return error;
}

/* One after the other, or all at once. */
static int take_actions(void)
{
	int error = 0, ran;

	for (const char *action = state.run.script->actions; error == 0 && *action != '\0';
	     action++) {
		error = flow_user_act(state.run.script->action_port + 1, *action);
		ran = state.run.script->at_once ? 0 : run_out();
		error = error != 0 ? error : ran;
	}
	return error;
}

/* What the users do, until nothing can go on any more. */
static int act_all(void)
{
	const struct flow_load_plan *load = state.run.script->load;
	int error = 0, ran;

	if (load != NULL)
		flow_load_begin(load);
	else
		error = take_actions();
	ran = run_out();
	return error != 0 ? error : ran;
}

/* The first of several machines: all have to begin and end. */
static int act_with_others(void)
{
	int error = flow_machines_begin(), ended;

	if (error == 0)
		error = act_all();
	ended = flow_machines_end();
	return error != 0 ? error : ended;
}

int platform_flow_act(uint64_t *response_ticks)
{
	const struct flow_load_plan *load = state.run.script->load;
	int error;

	run_begin();
	error = end(flow_run_is_apart(&state.run) ? act_with_others() : act_all());
	if (error != 0)
		return error;
	*response_ticks = load != NULL ? flow_task_mean_response_ticks()
				       : flow_task_last_response_ticks();
	state.is_complete = true;
	return 0;
}

static const struct flow_serving serving = {.begin = run_begin, .end = end};

int platform_flow_serve(void)
{
	int error = flow_machines_serve(&serving);

	state.is_complete = error == 0;
	return error;
}

static void *run_take(uint64_t size_bytes)
{
	uint64_t phys = memory_alloc((size_bytes + PAGE_4K - 1) / PAGE_4K * PAGE_4K, PAGE_4K);

	return phys != MEMORY_NONE ? phys_to_virt(phys) : NULL;
}

/* Of other machines' sub-tasks the numbers are not known here. */
static bool knows_truth(const struct flow_run *run)
{
	return run->script->truth_count > 0 && !flow_run_is_apart(run);
}

/* Returns false if there is no memory. */
static bool take_made(const struct flow_run *run)
{
	uint32_t steps = 0;

	state.made = NULL;
	for (uint32_t node = 0; node < flow_run_nodes(run); node++) {
		state.first_made[node] = steps;
		steps += flow_run_script(run, node)->step_count;
	}
	if (!knows_truth(run))
		return true;
	state.made = run_take(steps * sizeof(state.made[0]));
	return state.made != NULL;
}

static bool take_store(const struct flow_script *script)
{
	state.store = script->store != NULL ? run_take(flow_store_bytes(script->store)) : NULL;
	return script->store == NULL || state.store != NULL;
}

int platform_flow_open(const struct flow_run *run)
{
	int error;

	state.run = *run;
	state.is_complete = false;
	if (!flow_run_is_possible(run))
		return -EINVAL;
	error = flow_real_open(&state.run);
	if (error != 0) {
		flow_real_close();
		return error;
	}
	state.events = run_take(flow_ring_bytes(run->ring_events) * run->cpus);
	if (state.events == NULL || !take_made(run) ||
	    !take_store(run->script)) {
		flow_real_close();
		return -ENOMEM;
	}
	begin_recording();
	if (flow_run_is_apart(run)) {
		error = flow_machines_open(run);
		if (error != 0)
			return error;
	}
	flow_user_open(run->script->by_keyboard);
	return 0;
}

const char *platform_flow_line(const char **lacking)
{
	return loop_line_find(lacking);
}

const char *platform_flow_problem(void)
{
	const char *trouble = flow_machines_trouble();

	return trouble[0] != '\0' ? trouble : flow_real_problem();
}

void platform_flow_close(const char *name)
{
	flow_user_close();
	if (state.is_complete && state.run.recording != FLOW_RECORDING_OFF)
		flow_report(&state.run, name, state.made);
	flow_machines_close();
	flow_real_close();
	flow_store_forget();
}
