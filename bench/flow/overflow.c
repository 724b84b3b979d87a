/* SPDX-License-Identifier: MIT */
/* test.flow_overflow: flow.command with rings that have room for only a few of its events. Lost
 * events must be counted, and incomplete interactions rejected. */
#include "bench/flow/workload.h"
#include "bench/platform.h"

#define RING_EVENTS 100

static int overflow_set_up(struct bench_ctx *ctx)
{
	return workload_open(ctx, &(struct flow_run){
		.script = &workload_command, .recording = FLOW_RECORDING_ON, .cpus = 1,
		.ring_events = RING_EVENTS,
	});
}

const struct benchmark bench_test_flow_overflow = {
	.name = "test.flow_overflow",
	.summary = "flow.command with rings that are too small",
	.unit = UNIT_TSC_TICKS,
	.needs = CAN_INTERACTIONS,
	.setup = overflow_set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
	.unverified = "it fails on purpose",
};
