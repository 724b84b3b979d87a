/* SPDX-License-Identifier: MIT */
/* flow.record: the recorder's cost per event of an interaction. The recorder is off, which costs a
 * comparison and a jump per event, records to the CPU's ring, or also uses the on-line recorder's
 * meters for two states. The loop around four events is included. */
#include "bench/flow/workload.h"
#include "bench/platform.h"

static const struct flow_object_plan objects[] = {{FLOW_SOFTWARE, "module"}};
static const struct flow_state_plan states[] = {{0, 1}, {1, 1}};

/* A script that no thread executes. */
static const struct flow_script script = {
	.objects = objects, .object_count = 1,
	.states = states, .state_count = 2,
	.actions = "a",
};

static int record_set_up(struct bench_ctx *ctx)
{
	return workload_open(ctx, &(struct flow_run){
		.script = &script,
		.recording = (enum flow_recording)ctx->point[WORKLOAD_AXIS_RECORDER],
		.cpus = 1,
		.ring_events = WORKLOAD_RING_EVENTS,
	});
}

static void record_run(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)ctx;
	for (uint64_t n; iterations > 0; iterations -= n) {
		n = iterations < WORKLOAD_RING_EVENTS ? iterations : WORKLOAD_RING_EVENTS;
		platform_flow_record(n);
	}
}

const struct benchmark bench_flow_record = {
	.name = "flow.record",
	.summary = "one event of an interaction that the recorder inspects",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_FLOW,
	.needs = CAN_INTERACTIONS,
	.axes = workload_recorder_axes,
	.setup = record_set_up,
	.run = record_run,
	.loop_operations = WORKLOAD_RING_EVENTS,
	.unverified = "the recorder is emptied by no one; the check flow compares its events",
};
