/* SPDX-License-Identifier: MIT */
/* Implements the interactions of bench/platform/flow.h. Threads of sched.c execute a script. */
#include <stddef.h>

#include "bench/platform.h"
#include "kernel/flow/link.h"
#include "kernel/flow/load.h"
#include "kernel/flow/peers.h"
#include "kernel/flow/port.h"
#include "kernel/flow/real.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/run/machines.h"
#include "kernel/flow/run/report.h"
#include "kernel/flow/run/run.h"
#include "kernel/flow/run/user.h"
#include "kernel/flow/scale.h"
#include "kernel/flow/store.h"
#include "kernel/flow/task.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/loop_line.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

static struct {
	struct flow_run run;
	struct flow_event *events;      /* memory of the rings */
	uint32_t *made;                 /* as in flow_steps_begin; NULL if not wanted */
	void *store;                    /* memory of node 0's store, if it has one */
	bool is_complete;
} state;

/* ---- Runs ---- */

static void open_node(uint32_t node)
{
	uint32_t first = flow_first_cpu(&state.run, node);

	for (uint32_t i = 0; i < flow_cpu_count(&state.run, node); i++) {
		struct flow_ring *ring = &flow_recorder.rings[first + i];

		flow_ring_open(ring, state.events + (first + i) * (state.run.ring_events + 1),
			       state.run.ring_events, (uint8_t)i);
		ring->node = (uint8_t)node;
	}
	flow_recorder.not_inherited[node] = flow_not_inherited(flow_run_script(&state.run, node));
}

static void begin_recording(void)
{
	const struct flow_script *script = state.run.script;

	memset(&flow_recorder, 0, sizeof(flow_recorder));
	for (uint32_t node = 0; node < flow_run_nodes(&state.run); node++)
		open_node(node);
	this_cpu()->flow_ring = &flow_recorder.rings[0];
	flow_recorder.is_metered = state.run.recording == FLOW_RECORDING_METERED;
	if (flow_recorder.is_metered)
		flow_metering_begin(&flow_recorder.metering, script);
	flow_recorder.is_on = state.run.recording != FLOW_RECORDING_OFF;
}

/* The next deadline: of resource.h, or to poll other machines. */
static uint64_t machines_deadline(void)
{
	uint64_t deadline_tsc = flow_resource_devices.deadline();

	return deadline_tsc < peers_next_poll_tsc() ? deadline_tsc : peers_next_poll_tsc();
}

static void machines_serve_devices(void)
{
	flow_resource_devices.serve();
	peers_poll();
}

static bool machines_is_busy(unsigned node)
{
	return flow_resource_devices.is_busy(node);
}

static const struct flow_devices machines_devices = {
	.deadline = machines_deadline,
	.serve = machines_serve_devices,
	.is_busy = machines_is_busy,
};

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
		flow_threads_begin(&state.run, flow_real_devices(), &flow_links,
				   flow_steps_follow);
		flow_real_begin();
		flow_threads_run();
		return;
	}
	flow_threads_begin(&state.run, &machines_devices, &flow_links, flow_steps_follow);
	flow_machines_ready();
	flow_threads_run_until(flow_node_is_quiet);
}

/* Run until no thread can run. */
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

/* Take the actions one after another, or all at once. */
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

/* Run the users' actions until no thread can run. */
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

/* Node 0 of several machines: begin and end the act on all machines. */
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

/* Whether the critical path is known. Sub-task numbers of other machines are unknown here. */
static bool knows_truth(const struct flow_run *run)
{
	return run->script->truth_count > 0 && !flow_run_is_apart(run);
}

/* Allocate made. Returns false if memory is short. */
static bool take_made(const struct flow_run *run)
{
	uint32_t steps = flow_steps_begin(&state.run, NULL);

	state.made = NULL;
	if (!knows_truth(run))
		return true;
	state.made = run_take(steps * sizeof(state.made[0]));
	flow_steps_begin(&state.run, state.made);
	return state.made != NULL;
}

static bool take_store(const struct flow_script *script)
{
	state.store = script->store != NULL ? run_take(flow_store_bytes(script->store)) : NULL;
	return script->store == NULL || state.store != NULL;
}

/* Open memory, recorder and the connection to other machines. */
static int open_rest(const struct flow_run *run)
{
	state.events = run_take(flow_ring_bytes(run->ring_events) * run->cpus);
	if (state.events == NULL || !take_made(run) || !take_store(run->script))
		return -ENOMEM;
	begin_recording();
	return flow_run_is_apart(run) ? flow_machines_open(run) : 0;
}

int platform_flow_open(const struct flow_run *run)
{
	int error;

	flow_machines_begin_point(run);
	flow_real_discard();
	state.run = *run;
	state.is_complete = false;
	if (!flow_run_is_possible(run))
		return -EINVAL;
	error = flow_real_open(&state.run);
	if (error == 0)
		error = open_rest(run);
	if (error != 0) {
		flow_real_close();
		return error;
	}
	flow_user_open(run->script->by_keyboard);
	return 0;
}

const char *platform_flow_line(const char **missing)
{
	return loop_line_find(missing);
}

const char *platform_flow_problem(void)
{
	const char *problem = flow_machines_problem();

	return problem[0] != '\0' ? problem : flow_real_problem();
}

void platform_flow_close(const char *name)
{
	flow_user_close();
	if (state.is_complete && state.run.recording != FLOW_RECORDING_OFF)
		flow_report(&state.run, name, state.made);
	flow_machines_close();
	flow_real_close();
	flow_store_discard();
}
