/* test.net_overflow: net.command with rings that hold a few of its events only. What is lost has to
 * be counted, and the interactions that it cut set aside. */
#include "bench/net/workload.h"
#include "bench/platform.h"

#define RING_EVENTS 100

static int set_up(struct bench_ctx *ctx)
{
	return workload_open(ctx, &(struct net_run){
		&workload_command, NET_RECORDING_ON, 1, RING_EVENTS,
	});
}

const struct benchmark bench_test_net_overflow = {
	.name = "test.net_overflow",
	.summary = "net.command with rings that are too small",
	.unit = UNIT_TSC_TICKS,
	.needs = CAN_INTERACTIONS,
	.setup = set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
};
