/* SPDX-License-Identifier: MIT */
/* bench/platform.h's interactions: what a script says is done by threads of sched.c. */
#include <stddef.h>

#include "bench/platform.h"
#include "kernel/cpu/cpu.h"
#include "kernel/dev/tsc.h"
#include "kernel/flow/port.h"
#include "kernel/flow/report.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/sched.h"
#include "kernel/flow/task.h"
#include "kernel/flow/user.h"
#include "kernel/mm/memory.h"
#include "kernel/mm/paging.h"
#include "kernel/smp/smp.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

static struct {
	struct flow_run run;
	struct flow_event *events;       /* memory of the rings */
	uint32_t *made;                 /* sub-task that each step made last; NULL if not wanted */
	bool is_complete;
	int error;                      /* the first of a thread's; under the scheduler's lock */
} state;

/* ---- What threads do ---- */

/* In assembly so that a turn is two instructions, whatever the compiler makes of loops. */
static void run_work(uint32_t turns)
{
	if (turns > 0)
		__asm__ volatile("1:\tsub $1, %0\n\tjnz 1b" : "+r"(turns) : : "cc");
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

static void run_note(int error)
{
	if (state.error == 0)
		state.error = error;
}

static uint64_t set_of_numbers(uint64_t objects)
{
	return objects << 1;    /* numbers begin with 1 */
}

static uint64_t set_of(unsigned object)
{
	return 1ull << object;
}

/* What is left of an amount of work, or of time at a device (object; 0: the CPU), as objects are
 * scaled that the sub-task uses. */
static uint64_t scaled(const struct flow_thread *self, uint64_t amount, unsigned object)
{
	uint64_t in_use = self->task.in_use | (object != 0 ? set_of(object) : 0);

	for (uint32_t i = 0; i < state.run.scale_count; i++) {
		const struct flow_scale *scale = &state.run.scales[i];

		if ((set_of_numbers(scale->objects) & in_use) != 0 ||
		    (scale->is_of_cpu && object == 0))
			amount = amount * scale->percent / 100;
	}
	return amount;
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

static void use_resource(struct flow_thread *self, const struct flow_step *step, unsigned object)
{
	switch (step->op) {
	case FLOW_OP_REQUEST:
		flow_device_use(object, scaled(self, request_ticks(step->argument), object));
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
		flow_port_send(object, word_to_send(self, step), step->op == FLOW_OP_SEND_BLOCKING);
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
	case FLOW_OP_CREATE:
		run_note(flow_thread_create(step->object));
		break;
	case FLOW_OP_JOIN:
		run_note(flow_thread_join(step->object));
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
	case FLOW_OP_RESPOND:
		flow_event(FLOW_RESPONSE, &self->task, 0, 0);
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

static void follow_steps(struct flow_thread *self)
{
	const struct flow_step *step = self->first_step;

	for (;;) {
		if (step->op == FLOW_OP_WORK) {
			uint32_t turns = (uint32_t)scaled(self, step->argument, 0);

			flow_unlock();
			run_work(turns);
			flow_lock();
		}
		if (state.made != NULL && makes_subtask(step))
			state.made[step - state.run.script->steps] = flow_task_next();
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
	return set_of_numbers(objects) | ~set_of_numbers(flow_bit(script->object_count) - 1);
}

static void begin_recording(void)
{
	const struct flow_script *script = state.run.script;

	memset(&flow_recorder, 0, sizeof(flow_recorder));
	for (uint32_t cpu = 0; cpu < state.run.cpus; cpu++)
		flow_ring_open(&flow_recorder.rings[cpu],
			      state.events + cpu * (state.run.ring_events + 1),
			      state.run.ring_events, (uint8_t)cpu);
	this_cpu()->flow_ring = &flow_recorder.rings[0];
	flow_recorder.is_metered = state.run.recording == FLOW_RECORDING_METERED;
	flow_recorder.metering.count = flow_recorder.is_metered ? script->state_count : 0;
	flow_recorder.metering.not_inherited = not_inherited(script);
	for (uint32_t i = 0; i < script->state_count; i++) {
		flow_recorder.metering.using[i] = set_of_numbers(script->states[i].using);
		flow_recorder.metering.states[i] = set_of_numbers(script->states[i].state);
	}
	flow_recorder.is_on = state.run.recording != FLOW_RECORDING_OFF;
}

static void run_begin(void)
{
	const struct flow_script *script = state.run.script;

	state.is_complete = false;
	state.error = 0;
	flow_task_reset();
	flow_ports_begin();
	flow_resources_begin(script);
	begin_recording();
	flow_threads_begin(script, state.run.cpus, &flow_resource_devices, follow_steps);
	for (unsigned i = 0; i < script->thread_count; i++) {
		if (!script->threads[i].is_created) {
			flow_acquire();
			run_note(flow_thread_create(i));
			flow_release();
		}
	}
	flow_threads_run();
}

static int end(int error)
{
	int ended = flow_threads_end();

	flow_recorder.is_on = false;
	if (error == 0)
		error = ended != 0 ? ended : state.error;
	if (error == 0 && flow_task_unfinished() != 0)
		error = -EIO;
	return error;
}

int platform_flow_act(uint64_t *response_ticks)
{
	int error = 0;

	run_begin();
	for (const char *action = state.run.script->actions; error == 0 && *action != '\0';
	     action++) {
		error = flow_user_act(state.run.script->action_port + 1, *action);
		if (!state.run.script->at_once)
			flow_threads_run();
	}
	flow_threads_run();
	error = end(error);
	if (error != 0)
		return error;
	*response_ticks = flow_task_last_response_ticks();
	state.is_complete = true;
	return 0;
}

static void *run_take(uint64_t size_bytes)
{
	uint64_t phys = memory_alloc((size_bytes + PAGE_4K - 1) / PAGE_4K * PAGE_4K, PAGE_4K);

	return phys != MEMORY_NONE ? phys_to_virt(phys) : NULL;
}

int platform_flow_open(const struct flow_run *run)
{
	const struct flow_script *script = run->script;

	state.run = *run;
	state.is_complete = false;
	state.made = NULL;
	if (run->cpus > smp_online() || run->cpus > FLOW_CPUS_MAX ||
	    script->object_count > FLOW_OBJECTS_MAX || script->thread_count > FLOW_THREADS_MAX ||
	    script->state_count > FLOW_STATES_MAX || script->actions[0] == '\0')
		return -EINVAL;
	state.events = run_take(flow_ring_bytes(run->ring_events) * run->cpus);
	if (script->truth_count > 0)
		state.made = run_take(script->step_count * sizeof(state.made[0]));
	if (state.events == NULL || (script->truth_count > 0 && state.made == NULL))
		return -ENOMEM;
	begin_recording();
	flow_user_open(script->by_keyboard);
	return 0;
}

void platform_flow_close(const char *name)
{
	flow_user_close();
	if (state.is_complete && state.run.recording != FLOW_RECORDING_OFF)
		flow_report(&state.run, name, state.made);
}
