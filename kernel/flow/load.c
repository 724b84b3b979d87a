/* SPDX-License-Identifier: MIT */
/* Simulated users. Thinking is a request to a device that serves all requests at once. The request
 * belongs to no task, so it leaves no events. When it ends, the timer's interrupt performs the
 * action, whatever the CPU is doing. Under open load the next think time starts when the action was
 * due, so that no delay shifts arrivals. */
#include "kernel/flow/load.h"

#include "kernel/flow/port.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/task.h"
#include "kernel/machine/clock.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

struct user {
	struct flow_request thinking;    /* first, so that its link's address is this structure's */
	uint32_t done;                  /* number of acts so far */
};

/* Accessed with node 0's lock. */
static struct {
	const struct flow_load_plan *plan;
	struct flow_task unrecorded;     /* a task without recording */
	struct user users[FLOW_USERS_MAX];
	uint8_t user_of[FLOW_INTERACTIONS_MAX];
} load;

bool flow_load_is_possible(const struct flow_load_plan *plan)
{
	return plan->users > 0 && plan->users <= FLOW_USERS_MAX && plan->acts_each > 0 &&
	       plan->acts_each <= FLOW_INTERACTIONS_MAX / plan->users;
}

static void load_act(struct flow_request *request);

/* Start a user's think time at a given time, unless all acts of the user are done. */
static void load_think(struct user *user, uint64_t from_tsc)
{
	uint32_t number = (uint32_t)(user - load.users);
	uint64_t due_tsc, now_tsc = clock_read();
	const struct flow_act *act;

	if (user->done == load.plan->acts_each)
		return;
	act = &load.plan->acts[number * load.plan->acts_each + user->done];
	due_tsc = from_tsc + ticks_of_us(act->after_us, clock_hz());
	user->thinking.ticks = due_tsc > now_tsc ? due_tsc - now_tsc : 0;
	user->thinking.task = &load.unrecorded;
	user->thinking.served = load_act;
	flow_device_request(load.plan->think + 1, &user->thinking);
	flow_thread_arm();
}

static void load_act(struct flow_request *request)
{
	struct user *user = (struct user *)request;
	uint32_t number = (uint32_t)(user - load.users), interaction = flow_task_count();
	const struct flow_act *act =
		&load.plan->acts[number * load.plan->acts_each + user->done++];
	int error = flow_port_act(load.plan->port + 1, act->word);

	if (error != 0)
		flow_add_error(error);
	else
		load.user_of[interaction] = (uint8_t)number;
	if (load.plan->is_open)
		load_think(user, request->deadline_tsc);
}

void flow_load_done(struct flow_task *task)
{
	uint32_t interaction = task->interaction;
	bool is_new = task->number != 0;

	flow_task_finish(FLOW_FINISH, task);
	if (is_new && flow_task_is_over(interaction) && !load.plan->is_open)
		load_think(&load.users[load.user_of[interaction]], clock_read());
}

void flow_load_begin(const struct flow_load_plan *plan)
{
	uint64_t begin_tsc;

	memset(&load, 0, sizeof(load));
	load.plan = plan;
	flow_lock();
	begin_tsc = clock_read();
	for (uint32_t i = 0; i < plan->users; i++)
		load_think(&load.users[i], begin_tsc);
	flow_release();
}
