/* SPDX-License-Identifier: MIT */
/* peers.c keeps state between runs. It is compiled into this file, so that each test can reset
 * it. */
#include "tests/unit/kernel/flow/three_machines.h"

#include <string.h>

#include "kernel/core/console.h"
#include "kernel/flow/peers.c"
#include "kernel/machine/clock.h"

_Static_assert((int)PACKET == FRAME_PACKET && (int)REQUEST == FRAME_REQUEST &&
	       (int)REPLY == FRAME_REPLY, "the same kinds of frames");

const struct flow_run machines_run = {
	.further_nodes = 2, .carrier = FLOW_BY_SERIAL, .self = 1,
}, machines_run_as_first = {
	.further_nodes = 2, .carrier = FLOW_BY_SERIAL, .self = 0,
};

struct machines_wire machines_wire;

/* ---- Dependencies of peers.c ---- */

static const char *fake_open(unsigned self, unsigned nodes)
{
	assert_uint_in_range(self, 0, 1);
	assert_int_equal(nodes, 3);
	return machines_wire.missing;
}

static bool fake_send(const struct net_frame *frame)
{
	if (machines_wire.is_full)
		return false;
	assert_true(machines_wire.sent < FRAMES_KEPT);
	machines_wire.out[machines_wire.sent++] = *frame;
	return true;
}

static bool fake_receive(struct net_frame *frame)
{
	if (machines_wire.taken == machines_wire.coming)
		return false;
	*frame = machines_wire.in[machines_wire.taken++];
	return true;
}

static void fake_listen(bool does_interrupt)
{
	(void)does_interrupt;
}

static uint64_t fake_damaged_bytes(void)
{
	return 3;
}

static void fake_close(void)
{
}

const struct net_carrier net_serial = {
	.open = fake_open, .send = fake_send, .receive = fake_receive, .listen = fake_listen,
	.damaged_bytes = fake_damaged_bytes, .close = fake_close,
};

const struct net_carrier net_ethernet;

uint64_t clock_hz(void)
{
	return 1000000000;
}

void flow_add_error(int error)
{
	assert_int_equal(error, 0);
}

int machines_receive(const struct flow_packet *packet)
{
	machines_wire.arrived++;
	machines_wire.packet = *packet;
	return 0;
}

static void keep_line(void *context, const char *text, size_t length)
{
	size_t used = strlen(machines_wire.line);

	(void)context;
	assert_true(used + length < sizeof(machines_wire.line));
	memcpy(machines_wire.line + used, text, length);
}

struct wire_writer *console_writer(void)
{
	static struct wire_writer writer;

	writer.put = keep_line;
	return &writer;
}

/* ---- This machine ---- */

void machines_discard(void)
{
	memset(&net, 0, sizeof(net));
}

int machines_are_free(void **state)
{
	(void)state;
	memset(&machines_wire, 0, sizeof(machines_wire));
	machines_discard();
	assert_null(peers_open(&machines_run, machines_receive));
	peers_begin(ACT);
	return 0;
}

int machines_are_taken(void **state)
{
	machines_are_free(state);
	net.session = SESSION;
	return 0;
}

void machines_time_out_candidate(void)
{
	net.candidate_seen_tsc -= clock_hz() / 1000 * CANDIDATE_TIMEOUT_MS;
}

struct machines_self machines_self(void)
{
	return (struct machines_self){net.machine_id, net.session, net.foreign_frames};
}

const struct peer_reply *machines_last_reply(void)
{
	static struct peer_reply reply;
	const struct net_frame *frame;

	assert_true(machines_wire.sent > 0);
	frame = &machines_wire.out[machines_wire.sent - 1];
	assert_int_equal(frame->kind, REPLY);
	assert_int_equal(frame->to, 0);
	memcpy(&reply, frame->data, sizeof(reply));
	return &reply;
}

/* ---- Actions of node 0 ---- */

struct net_frame machines_frame(unsigned kind, uint32_t sequence, const void *data, size_t size)
{
	struct net_frame frame = {
		.kind = (uint8_t)kind, .from = 0, .to = (uint8_t)net.self, .size = (uint8_t)size,
		.session = SESSION, .sequence = sequence,
	};

	memcpy(frame.data, data, size);
	return frame;
}

struct net_frame machines_packet(uint32_t act, uint32_t sequence, uint32_t word, uint8_t port)
{
	const struct act_packet packet = {act, {.word = word, .port = port}};

	return machines_frame(PACKET, sequence, &packet, sizeof(packet));
}

void machines_come(struct net_frame frame)
{
	assert_true(machines_wire.coming < FRAMES_KEPT);
	machines_wire.in[machines_wire.coming++] = frame;
	peers_poll();
}

uint32_t machines_request_number(void)
{
	static uint32_t number;

	return ++number;
}
