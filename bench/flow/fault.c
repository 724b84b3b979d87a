/* SPDX-License-Identifier: MIT */
/* test.flow_fault: a thread faults while it holds its node's lock, and while a character that
 * another thread sent is on its way back. The fault comes from a request for a row of a store that
 * does not exist. The run must continue. */
#include "bench/flow/real.h"
#include "bench/flow/workload.h"
#include "bench/platform.h"

enum {ACTION_PORT, BREAKING_PORT, LINE, LINE_QUEUE, OBJECTS};

static const struct flow_object_plan objects[OBJECTS] = {
	[ACTION_PORT] = {FLOW_PORT, "action_port"},
	[BREAKING_PORT] = {FLOW_PORT, "breaking_port"},
	[LINE] = {FLOW_SERIAL, "line"}, [LINE_QUEUE] = {FLOW_QUEUE, "line_queue"},
};

enum {SENDING_STEPS = 0, BREAKING_STEPS = 4, STEPS = 7};

/* Between the request and the other thread's fault the lock is not released. So the character's
 * interrupt arrives during the clean-up. */
static const struct flow_step steps[STEPS] = {
	[SENDING_STEPS] =
	{FLOW_OP_NEXT, ACTION_PORT, 0},
	{FLOW_OP_SEND, BREAKING_PORT, 0},
	{FLOW_OP_REQUEST, LINE, WORKLOAD_CHARACTER_US},
	{FLOW_OP_AGAIN, 0, 0},
	[BREAKING_STEPS] =
	{FLOW_OP_NEXT, BREAKING_PORT, 0},
	{FLOW_OP_LOOK_UP, 0, 1},
	{FLOW_OP_AGAIN, 0, 0},
};

static const struct flow_thread_plan threads[] = {
	{"sending", SENDING_STEPS, false},
	{"breaking", BREAKING_STEPS, false},
};

static const struct flow_script script = {
	.steps = steps, .step_count = STEPS,
	.objects = objects, .object_count = OBJECTS,
	.threads = threads, .thread_count = sizeof(threads) / sizeof(threads[0]),
	.actions = "a",
	.action_port = ACTION_PORT,
};

static const struct axis axes[] = {REAL_AXIS_SERIAL, {0}};

static int fault_set_up(struct bench_ctx *ctx)
{
	return workload_open(ctx, &(struct flow_run){
		.script = &script, .recording = FLOW_RECORDING_ON, .cpus = 1,
		.ring_events = WORKLOAD_RING_EVENTS,
	});
}

const struct benchmark bench_test_flow_fault = {
	.name = "test.flow_fault",
	.summary = "a workload that faults under its node's lock while a device works",
	.unit = UNIT_TSC_TICKS,
	.needs = CAN_INTERACTIONS,
	.axes = axes,
	.setup = fault_set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
	.unverified = "it fails on purpose",
};
