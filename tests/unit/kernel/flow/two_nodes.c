/* SPDX-License-Identifier: MIT */
/* Two nodes of one CPU each, with fake threads. The test selects the current node. */
#include "tests/unit/kernel/flow/two_nodes.h"

#include <asm/prctl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/flow/clock_skew.h"
#include "kernel/flow/link.h"
#include "kernel/flow/packet.h"
#include "kernel/flow/peers.h"
#include "kernel/flow/port.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/scale.h"
#include "kernel/flow/sched.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/cpu.h"
#include "lib/text/errno.h"

const struct flow_object_plan nodes_objects[OBJECTS] = {
	[HERE] = {FLOW_PORT, "here"}, [FAR] = {FLOW_PORT, "far"},
	[THROUGH] = {FLOW_PORT, "through"}, [STREAM] = {FLOW_STREAM, "stream"},
	[FAR_STREAM] = {FLOW_STREAM, "far_stream"},
	[LINK] = {FLOW_DEVICE, "link"}, [LINK_QUEUE] = {FLOW_QUEUE, "link_queue"},
	[MODULE] = {FLOW_SOFTWARE, "module"},
};

static const struct flow_route routes[NODES][3] = {
	{{.port = FAR, .link = LINK, .node = 1, .their_port = HERE},
	 {.port = THROUGH, .link = LINK, .node = 1, .their_port = FAR},
	 {.port = FAR_STREAM, .link = LINK, .node = 1, .their_port = STREAM}},
	{{.port = FAR, .link = LINK, .node = 0, .their_port = HERE},
	 {.port = THROUGH, .link = LINK, .node = 0, .their_port = FAR},
	 {.port = FAR_STREAM, .link = LINK, .node = 0, .their_port = STREAM}},
};

#define SCRIPT_WITH(routes_) \
	{.objects = nodes_objects, .object_count = OBJECTS, .routes = (routes_), .route_count = 3}
static const struct flow_script scripts[NODES] = {
	SCRIPT_WITH(routes[0]), SCRIPT_WITH(routes[1]),
};

struct nodes_machine nodes_machine;

struct flow_thread *flow_thread_current(void)
{
	return &nodes_machine.threads[nodes_machine.here];
}

void flow_thread_sleep(void)
{
}

void flow_thread_wake(struct flow_thread *thread)
{
	nodes_machine.woken = thread;
}

void flow_thread_take_on(struct flow_thread *thread)
{
	(void)thread;
}

void flow_thread_arm(void)
{
}

void flow_node_ring(unsigned node, unsigned turn)
{
	(void)turn;
	assert_int_not_equal(node, nodes_machine.here);
	nodes_machine.rung++;
}

bool peers_send(unsigned node, const struct flow_packet *packet)
{
	if (nodes_machine.line_is_full)
		return false;
	nodes_machine.carried++;
	nodes_machine.carried_to = node;
	nodes_machine.packet = *packet;
	return true;
}

uint64_t clock_hz(void)
{
	return 1000000000;
}

void flow_add_error(int error)
{
	nodes_machine.error = error;
}

void nodes_be_on(unsigned node)
{
	nodes_machine.here = node;
	nodes_machine.cpu.flow_ring = &flow_recorder.rings[node];
}

const struct flow_run nodes_run = {
	.script = &scripts[0], .further_nodes = 1, .further = {&scripts[1]},
	.scale_count = 1, .scales = {{.objects = {1 << MODULE}, .percent = 50}},
};

int nodes_reset(void **state)
{
	(void)state;
	memset(&nodes_machine, 0, sizeof(nodes_machine));
	memset(&flow_recorder, 0, sizeof(flow_recorder));
	nodes_machine.cpu.self = &nodes_machine.cpu;
	assert_int_equal(syscall(SYS_arch_prctl, ARCH_SET_GS, &nodes_machine.cpu), 0);
	for (unsigned node = 0; node < NODES; node++) {
		flow_ring_open(&flow_recorder.rings[node], nodes_machine.events[node], EVENTS, 0);
		flow_recorder.rings[node].node = (uint8_t)node;
		nodes_machine.threads[node].task.thread = 1;
	}
	flow_recorder.is_on = true;
	nodes_be_on(0);
	flow_task_reset();
	flow_ports_begin(NODES);
	flow_resources_begin(&nodes_run);
	flow_links_begin(&nodes_run);
	flow_scales_begin(&nodes_run);
	return 0;
}

const struct flow_event *nodes_last_event(unsigned node)
{
	assert_true(flow_recorder.rings[node].next > flow_recorder.rings[node].first);
	return flow_recorder.rings[node].next - 1;
}

void nodes_receive_on(unsigned node)
{
	nodes_be_on(node);
	flow_links.take();
}
