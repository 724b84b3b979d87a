/* bench/platform.h's interactions: what a script says is done by threads of net_thread.c. */
#include <stddef.h>

#include "bench/platform.h"
#include "kernel/cpu.h"
#include "kernel/memory.h"
#include "kernel/net_port.h"
#include "kernel/net_report.h"
#include "kernel/net_resource.h"
#include "kernel/net_task.h"
#include "kernel/net_thread.h"
#include "kernel/net_user.h"
#include "kernel/paging.h"
#include "kernel/smp.h"
#include "kernel/tsc.h"
#include "lib/errno.h"
#include "lib/string.h"

static struct {
	struct net_run run;
	struct net_event *events;       /* memory of the rings */
	uint32_t *made;                 /* sub-task that each step made last; NULL if not wanted */
	bool is_complete;
	int error;                      /* the first of a thread's; under the scheduler's lock */
} state;

/* ---- What threads do ---- */

/* In assembly so that a turn is two instructions, whatever the compiler makes of loops. */
static void work(uint32_t turns)
{
	if (turns > 0)
		__asm__ volatile("1:\tsub $1, %0\n\tjnz 1b" : "+r"(turns) : : "cc");
}

static uint32_t word_to_send(const struct net_thread *self, const struct net_step *step)
{
	return step->argument != 0 ? step->argument : self->word;
}

static void try_receive(struct net_thread *self, unsigned object)
{
	if (!net_port_try_receive(object, &self->word))
		self->word = 0;
}

static void note(int error)
{
	if (state.error == 0)
		state.error = error;
}

static uint64_t request_ticks(uint32_t us)
{
	return us * (tsc_hz() / 1000000);
}

/* Any step but work. The lock is held, but while the thread waits. */
static void perform(struct net_thread *self, const struct net_step *step)
{
	unsigned object = step->object + 1;

	switch (step->op) {
	case NET_OP_SEND:
	case NET_OP_SEND_BLOCKING:
		net_port_send(object, word_to_send(self, step), step->op == NET_OP_SEND_BLOCKING);
		break;
	case NET_OP_RECEIVE:
		net_port_receive(object);
		break;
	case NET_OP_TRY_RECEIVE:
		try_receive(self, object);
		break;
	case NET_OP_NEXT:
		net_task_finish(NET_FINISH, &self->task);
		net_port_receive(object);
		break;
	case NET_OP_CREATE:
		note(net_thread_create(step->object));
		break;
	case NET_OP_JOIN:
		note(net_thread_join(step->object));
		break;
	case NET_OP_BEGIN_USE:
		net_event(NET_BEGIN_USE, &self->task, 0, object);
		break;
	case NET_OP_END_USE:
		net_event(NET_END_USE, &self->task, 0, object);
		break;
	case NET_OP_REQUEST:
		net_device_use(object, request_ticks(step->argument));
		break;
	case NET_OP_LOCK:
		net_resource_lock(object);
		break;
	case NET_OP_UNLOCK:
		net_resource_unlock(object);
		break;
	case NET_OP_EXIT:
		net_thread_exit();
	}
}

static const struct net_step *next_of(const struct net_thread *self, const struct net_step *step)
{
	switch (step->op) {
	case NET_OP_UNLESS:
		return step + 1 + ((self->word & step->argument) != 0 ? step->object : 0);
	case NET_OP_AGAIN:
		return self->first_step;
	default:
		return step + 1;
	}
}

static bool makes_subtask(const struct net_step *step)
{
	return step->op == NET_OP_SEND || step->op == NET_OP_SEND_BLOCKING ||
	       step->op == NET_OP_CREATE;
}

static void follow_steps(struct net_thread *self)
{
	const struct net_step *step = self->first_step;

	for (;;) {
		if (step->op == NET_OP_WORK) {
			net_unlock();
			work(step->argument);
			net_lock();
		}
		if (state.made != NULL && makes_subtask(step))
			state.made[step - state.run.script->steps] = net_task_next();
		perform(self, step);
		step = next_of(self, step);
	}
}

/* ---- Runs ---- */

static uint64_t set_of_numbers(uint64_t objects)
{
	return objects << 1;    /* numbers begin with 1 */
}

/* Objects that a sub-task does not pass on. */
static uint64_t not_inherited(const struct net_script *script)
{
	uint64_t objects = 0;

	for (unsigned i = 0; i < script->object_count; i++) {
		if (script->objects[i].kind <= NET_QUEUE)
			objects |= net_bit(i);
	}
	return set_of_numbers(objects) | ~set_of_numbers(net_bit(script->object_count) - 1);
}

static void begin_recording(void)
{
	const struct net_script *script = state.run.script;

	memset(&net_recorder, 0, sizeof(net_recorder));
	for (uint32_t cpu = 0; cpu < state.run.cpus; cpu++)
		net_ring_open(&net_recorder.rings[cpu],
			      state.events + cpu * (state.run.ring_events + 1),
			      state.run.ring_events, (uint8_t)cpu);
	this_cpu()->net_ring = &net_recorder.rings[0];
	net_recorder.is_metered = state.run.recording == NET_RECORDING_METERED;
	net_recorder.metering.count = net_recorder.is_metered ? script->state_count : 0;
	net_recorder.metering.not_inherited = not_inherited(script);
	for (uint32_t i = 0; i < script->state_count; i++) {
		net_recorder.metering.using[i] = set_of_numbers(script->states[i].using);
		net_recorder.metering.states[i] = set_of_numbers(script->states[i].state);
	}
	net_recorder.is_on = state.run.recording != NET_RECORDING_OFF;
}

static void begin(void)
{
	const struct net_script *script = state.run.script;

	state.is_complete = false;
	state.error = 0;
	net_task_reset();
	net_ports_begin();
	net_resources_begin(script);
	begin_recording();
	net_threads_begin(script, state.run.cpus, follow_steps);
	for (unsigned i = 0; i < script->thread_count; i++) {
		if (!script->threads[i].is_created) {
			net_acquire();
			note(net_thread_create(i));
			net_release();
		}
	}
	net_threads_run();
}

static int end(int error)
{
	int ended = net_threads_end();

	net_recorder.is_on = false;
	if (error == 0)
		error = ended != 0 ? ended : state.error;
	if (error == 0 && net_task_unfinished() != 0)
		error = -EIO;
	return error;
}

int platform_net_act(uint64_t *response_ticks)
{
	int error = 0;

	begin();
	for (const char *action = state.run.script->actions; error == 0 && *action != '\0';
	     action++) {
		error = net_user_act(state.run.script->action_port + 1, *action);
		net_threads_run();
	}
	error = end(error);
	if (error != 0)
		return error;
	*response_ticks = net_task_last_response_ticks();
	state.is_complete = true;
	return 0;
}

static void *take(uint64_t size_bytes)
{
	uint64_t phys = memory_take((size_bytes + PAGE_4K - 1) / PAGE_4K * PAGE_4K, PAGE_4K);

	return phys != MEMORY_NONE ? phys_to_virt(phys) : NULL;
}

int platform_net_open(const struct net_run *run)
{
	const struct net_script *script = run->script;

	state.run = *run;
	state.is_complete = false;
	state.made = NULL;
	if (run->cpus > smp_online() || run->cpus > NET_CPUS_MAX ||
	    script->object_count > NET_OBJECTS_MAX || script->thread_count > NET_THREADS_MAX ||
	    script->state_count > NET_STATES_MAX || script->actions[0] == '\0')
		return -EINVAL;
	state.events = take(net_ring_bytes(run->ring_events) * run->cpus);
	if (script->truth_count > 0)
		state.made = take(script->step_count * sizeof(state.made[0]));
	if (state.events == NULL || (script->truth_count > 0 && state.made == NULL))
		return -ENOMEM;
	begin_recording();
	net_user_open(script->by_keyboard);
	return 0;
}

void platform_net_close(const char *name)
{
	net_user_close();
	if (state.is_complete && state.run.recording != NET_RECORDING_OFF)
		net_report(&state.run, name, state.made);
}
