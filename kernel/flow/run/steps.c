/* SPDX-License-Identifier: MIT */
/* Threads execute the steps of their script in order. */
#include "kernel/flow/run/run.h"

#include <stddef.h>

#include "kernel/flow/link.h"
#include "kernel/flow/load.h"
#include "kernel/flow/node.h"
#include "kernel/flow/port.h"
#include "kernel/flow/real.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/scale.h"
#include "kernel/flow/store.h"
#include "kernel/flow/task.h"
#include "kernel/machine/clock.h"
#include "lib/cpu/pause.h"
#include "lib/text/ticks.h"

static struct {
	struct flow_run run;
	uint32_t *made;                 /* NULL: not wanted */
	uint32_t first_made[FLOW_NODES_MAX];    /* index of each node's first step */
} following;

uint32_t flow_steps_begin(const struct flow_run *run, uint32_t *made)
{
	uint32_t steps = 0;

	following.run = *run;
	following.made = made;
	for (uint32_t node = 0; node < flow_run_nodes(run); node++) {
		following.first_made[node] = steps;
		steps += flow_run_script(run, node)->step_count;
	}
	return steps;
}

/* ---- Steps ---- */

static void run_work(uint32_t turns)
{
	if (turns > 0)
		cpu_count_down(turns);
}

/* Work for a number of turns. Called with the lock, which is released meanwhile. */
static inline void work(struct flow_thread *self, uint32_t turns)
{
	turns = (uint32_t)flow_scaled(&self->task, turns, 0);
	flow_unlock();
	run_work(turns);
	flow_lock();
}

/* A separate function, so that a step of work has no additional call for the store. */
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
	return ticks_of_us(us, clock_hz());
}

/* Send a word. A message to another node goes through a link. */
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
		flow_device_use(object, flow_scaled(&self->task, request_ticks(step->argument),
						    object));
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

/* Execute a step other than work on its object. The lock is held except while the thread waits. */
static void perform(struct flow_thread *self, const struct flow_step *step, unsigned object)
{
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
		flow_add_error(flow_thread_create(step->object));
		break;
	case FLOW_OP_JOIN:
		flow_add_error(flow_thread_join(step->object));
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

/* Whether a step makes a sub-task. An unlock makes one if a thread of the same task waits. */
static bool makes_subtask(const struct flow_step *step)
{
	return step->op == FLOW_OP_SEND || step->op == FLOW_OP_SEND_BLOCKING ||
	       step->op == FLOW_OP_CREATE || step->op == FLOW_OP_UNLOCK;
}

/* Store the number that the sub-task will get. */
static void record_subtask(const struct flow_step *step)
{
	unsigned node = flow_node_number();
	const struct flow_step *first = flow_run_script(&following.run, node)->steps;

	following.made[following.first_made[node] + (step - first)] = flow_task_next();
}

void flow_steps_follow(struct flow_thread *self)
{
	const struct flow_step *step = self->first_step;

	for (;;) {
		if (step->op == FLOW_OP_WORK)
			work(self, step->argument);
		if (following.made != NULL && makes_subtask(step))
			record_subtask(step);
		perform(self, step, step->object + 1u);
		step = next_of(self, step);
	}
}
