/* SPDX-License-Identifier: MIT */
/* A link serves a message to another node as a disk serves a thread's request. After the service,
 * the data that the other node needs goes into the ring of packets, and the message is freed. */
#include "kernel/flow/link.h"

#include <stddef.h>

#include "kernel/flow/packet.h"
#include "kernel/flow/peers.h"
#include "kernel/flow/port.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/scale.h"
#include "kernel/machine/clock.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

#define OUTGOING_MAX 32

/* A message that waits for the link or is being sent. */
struct outgoing {
	struct flow_request request;    /* first, so that its link's address is this structure's */
	struct flow_task task;
	const struct flow_route *route;
	uint32_t word;
};

static struct links {
	const struct flow_script *script;
	unsigned sent[FLOW_NODES_MAX];          /* packets sent to each node */
	struct outgoing outgoing[OUTGOING_MAX];
	struct thread_queue unused, senders;    /* unused messages, and threads that wait for one */
} all_links[FLOW_NODES_MAX];

/* Rings of packets, which all nodes share. */
static struct flow_packets rings[FLOW_NODES_MAX][FLOW_NODES_MAX];
static bool is_apart;

static struct links *links_here(void)
{
	return &all_links[flow_node_number()];
}

void flow_links_begin(const struct flow_run *run)
{
	memset(rings, 0, sizeof(rings));
	is_apart = flow_run_is_apart(run);
	for (uint32_t node = 0; node < flow_run_nodes(run); node++) {
		struct links *links = &all_links[node];

		memset(links, 0, sizeof(*links));
		links->script = flow_run_script(run, node);
		for (unsigned i = 0; i < OUTGOING_MAX; i++)
			thread_queue_push(&links->unused, &links->outgoing[i].request.link);
	}
}

/* ---- Sending ---- */

const struct flow_route *flow_link_route(unsigned object)
{
	const struct flow_script *script = links_here()->script;

	for (unsigned i = 0; i < script->route_count; i++) {
		if (script->routes[i].port == object)
			return &script->routes[i];
	}
	return NULL;
}

static void link_free(struct outgoing *outgoing)
{
	struct links *links = links_here();
	struct thread_link *sender = thread_queue_pop(&links->senders);

	thread_queue_push(&links->unused, &outgoing->request.link);
	if (sender != NULL)
		flow_thread_wake((struct flow_thread *)sender);
}

static bool put_into_ring(unsigned node, const struct flow_packet *packet)
{
	if (!flow_packet_put(&rings[flow_node_number()][node], packet))
		return false;
	flow_node_ring(node, links_here()->sent[node]++);
	return true;
}

/* Called when the link has served the message. */
static void pass_on(struct flow_request *request)
{
	struct outgoing *outgoing = (struct outgoing *)request;
	const struct flow_route *route = outgoing->route;
	const struct flow_packet packet = {
		.subtask = outgoing->task.number, .source = flow_task_source(&outgoing->task),
		.word = outgoing->word, .port = route->their_port,
		.scales = flow_scales_passed_on(&outgoing->task),
	};

	if (is_apart ? peers_send(route->node, &packet) : put_into_ring(route->node, &packet))
		flow_task_leave(&outgoing->task);
	else
		flow_task_finish(FLOW_DISCARD, &outgoing->task);
	link_free(outgoing);
}

static struct outgoing *take_outgoing(struct flow_thread *self)
{
	struct links *links = links_here();
	struct thread_link *outgoing;

	while ((outgoing = thread_queue_pop(&links->unused)) == NULL) {
		thread_queue_push(&links->senders, &self->link);
		flow_thread_sleep();
	}
	return (struct outgoing *)outgoing;
}

/* Ticks that a link takes for a packet. A line to another machine takes real time instead. */
static uint64_t packet_ticks(const struct flow_route *route, const struct flow_task *task)
{
	uint64_t ticks = is_apart ? 0 : ticks_of_us(route->packet_us, clock_hz());

	return flow_scaled(task, ticks, route->link + 1);
}

/* Queue the message at the link. */
static void link_serve(struct outgoing *outgoing, const struct flow_route *route, uint32_t word,
		       uint64_t ticks)
{
	outgoing->route = route;
	outgoing->word = word;
	outgoing->request.ticks = ticks;
	outgoing->request.task = &outgoing->task;
	outgoing->request.served = pass_on;
	flow_device_request(route->link + 1, &outgoing->request);
	flow_thread_arm();
}

void flow_link_send(const struct flow_route *route, uint32_t word)
{
	struct flow_thread *self = flow_thread_current();
	uint64_t ticks = packet_ticks(route, &self->task);
	struct outgoing *outgoing = take_outgoing(self);

	flow_task_fork(FLOW_SEND, &self->task, &outgoing->task, 0, route->port + 1);
	link_serve(outgoing, route, word, ticks);
}

void flow_link_write(unsigned object, uint32_t bytes)
{
	const struct flow_route *route = flow_link_route(object);

	if (route == NULL)
		flow_stream_write(object + 1, bytes);
	while (route != NULL && bytes > 0) {
		uint32_t segment = bytes < FLOW_SEGMENT_BYTES ? bytes : FLOW_SEGMENT_BYTES;

		flow_link_send(route, segment);
		bytes -= segment;
	}
}

/* ---- Receiving ---- */

static int forward(const struct flow_route *route, const struct flow_packet *packet)
{
	struct outgoing *outgoing = (struct outgoing *)thread_queue_pop(&links_here()->unused);
	struct flow_task lost;
	int error = flow_task_arrive(outgoing != NULL ? &outgoing->task : &lost, packet->subtask,
				     packet->source);

	if (outgoing == NULL) {
		flow_task_finish(FLOW_DISCARD, &lost);
		return error;
	}
	if (error != 0) {
		link_free(outgoing);
		return error;
	}
	outgoing->task.scales = packet->scales;
	link_serve(outgoing, route, packet->word, packet_ticks(route, &outgoing->task));
	return 0;
}

int flow_link_arrive(const struct flow_packet *packet)
{
	const struct flow_script *script = links_here()->script;
	const struct flow_route *route = flow_link_route(packet->port);

	if (route != NULL)
		return forward(route, packet);
	if (packet->port < script->object_count &&
	    script->objects[packet->port].kind == FLOW_STREAM)
		return flow_stream_arrive(packet->port + 1u, packet);
	return flow_port_arrive(packet->port + 1u, packet);
}

static void take_packets(void)
{
	unsigned here = flow_node_number();
	struct flow_packet packet;

	for (unsigned node = 0; node < FLOW_NODES_MAX; node++) {
		while (flow_packet_take(&rings[node][here], &packet))
			flow_add_error(flow_link_arrive(&packet));
	}
}

static bool links_are_empty(void)
{
	bool are_empty = true;

	for (unsigned i = 0; i < FLOW_NODES_MAX * FLOW_NODES_MAX; i++)
		are_empty &= flow_packets_are_none(&rings[i / FLOW_NODES_MAX][i % FLOW_NODES_MAX]);
	return are_empty;
}

const struct flow_links flow_links = {.take = take_packets, .are_empty = links_are_empty};
