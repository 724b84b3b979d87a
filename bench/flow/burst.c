/* SPDX-License-Identifier: MIT */
/* test.flow_burst: all characters of flow.echo at once, so that each interaction waits for the
 * threads, the CPU and the serial port, which earlier interactions use. */
#include "bench/flow/workload.h"
#include "bench/platform.h"

static int burst_set_up(struct bench_ctx *ctx)
{
	struct flow_script *script = ctx->state;

	*script = workload_echo;
	script->actions = "abc";
	script->at_once = true;
	return workload_open(ctx, &(struct flow_run){
		.script = script, .recording = FLOW_RECORDING_METERED, .cpus = 1,
		.ring_events = WORKLOAD_RING_EVENTS,
	});
}

const struct benchmark bench_test_flow_burst = {
	.name = "test.flow_burst",
	.summary = "flow.echo with three characters typed at once",
	.unit = UNIT_TSC_TICKS,
	.needs = CAN_INTERACTIONS,
	.state_bytes = sizeof(struct flow_script),
	.setup = burst_set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
	.verified = "the workload ran to its end; the host tool checks the log for lost and "
		    "impossible events",
};
