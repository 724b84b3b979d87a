/* SPDX-License-Identifier: MIT */
/* Threads execute the steps of their script in order. */
#include "linux/flow/steps.h"

#include <errno.h>
#include <stddef.h>

#include "lib/cpu/clock.h"
#include "lib/cpu/pause.h"
#include "linux/flow/port.h"
#include "linux/flow/resource.h"
#include "linux/flow/store.h"

/* The loop of bare metal: two instructions an iteration, whatever the compiler. */
static void work(uint32_t turns)
{
	if (turns > 0)
		cpu_count_down(turns);
}

static void use_resource(struct flow_thread *self, const struct flow_step *step, unsigned object)
{
	switch (step->op) {
	case FLOW_OP_BEGIN_USE:
		flow_task_event(FLOW_BEGIN_USE, 0, &self->task, 0, object);
		break;
	case FLOW_OP_END_USE:
		flow_task_event(FLOW_END_USE, 0, &self->task, 0, object);
		break;
	case FLOW_OP_REQUEST:
		flow_device_use(self, object, flow_us_to_ticks(step->argument));
		break;
	case FLOW_OP_LOCK:
		flow_lock_take(self, object);
		break;
	case FLOW_OP_UNLOCK:
		flow_lock_release(self, object);
		break;
	}
}

static void use_port(struct flow_thread *self, const struct flow_step *step, unsigned object)
{
	switch (step->op) {
	case FLOW_OP_SEND:
	case FLOW_OP_SEND_BLOCKING:
		flow_port_send(self, object, step->argument != 0 ? step->argument : self->word,
			       step->op == FLOW_OP_SEND_BLOCKING);
		break;
	case FLOW_OP_RECEIVE:
		flow_port_receive(self, object);
		break;
	case FLOW_OP_TRY_RECEIVE:
		flow_port_try_receive(self, object);
		break;
	case FLOW_OP_NEXT:
		flow_port_next(self, object);
		break;
	}
}

/* Execute a step other than work on its object. */
static void perform(struct flow_thread *self, const struct flow_step *step, unsigned object)
{
	switch (step->op) {
	case FLOW_OP_CREATE:
		if (flow_thread_create(self, step->object) != 0)
			flow_process_fail(-ENOMEM);
		break;
	case FLOW_OP_JOIN:
		flow_thread_join(self, step->object);
		break;
	case FLOW_OP_RESPOND:
		flow_task_event(FLOW_RESPONSE, 0, &self->task, 0, 0);
		break;
	case FLOW_OP_LOOK_UP:
	case FLOW_OP_SCAN:
	case FLOW_OP_CHANGE:
		flow_store_request(self, step, work);
		break;
	case FLOW_OP_DONE:
		flow_task_finish(&self->task);
		break;
	default:
		use_port(self, step, object);
		use_resource(self, step, object);
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

void flow_steps_follow(struct flow_thread *self)
{
	const struct flow_step *step = self->first_step;

	while (!flow_process.is_over && step->op != FLOW_OP_EXIT) {
		if (step->op == FLOW_OP_WORK)
			work(step->argument);
		else
			perform(self, step, step->object + 1u);
		step = next_of(self, step);
	}
	if (flow_tasks_are_metered())
		self->exit_tsc = clock_read();
	else if (!flow_process.is_over)
		flow_task_event(FLOW_EXIT, FLOW_BLOCKED, &self->task, 0, 0);
}
