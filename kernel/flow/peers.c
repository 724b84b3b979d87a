/* SPDX-License-Identifier: MIT */
/* Frames carry structures in their memory layout, because all machines are x86-64. */
#include "kernel/flow/peers.h"

#include <stddef.h>

#include "kernel/core/console.h"
#include "kernel/flow/node.h"
#include "kernel/machine/clock.h"
#include "kernel/net/carrier.h"
#include "lib/rng.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

#define POLL_INTERVAL_US 1000
#define POLL_FRAMES_MAX 64u
#define CANDIDATE_TIMEOUT_MS 5000

enum frame_kind {FRAME_PACKET = 1, FRAME_REQUEST, FRAME_REPLY};

struct act_packet {
	uint32_t act;
	struct flow_packet packet;
};

_Static_assert(sizeof(struct act_packet) <= NET_DATA_MAX &&
	       sizeof(struct peer_request) <= NET_DATA_MAX &&
	       sizeof(struct peer_reply) <= NET_DATA_MAX, "each fits into a frame");

struct peer {
	bool has_received;              /* received_sequence is valid */
	uint32_t sent_sequence, received_sequence;
	uint64_t last_seen_tsc;
	uint64_t frames_sent, frames_received, frames_lost;
	uint32_t machine_id;            /* set on node 0 only; 0: not joined yet */
	struct peer_reply reply;
};

static const struct net_carrier *const carriers[] = {
	[FLOW_BY_SERIAL] = &net_serial, [FLOW_BY_ETHERNET] = &net_ethernet,
};

/* The session, sequence numbers, and the last request and reply persist from run to run, so that a
 * late frame of an earlier run is recognised. */
static struct {
	const struct net_carrier *carrier;      /* NULL: not open */
	enum flow_carrier carrier_kind;
	peers_receive *receive;                 /* set while open */
	uint32_t self, nodes;
	uint32_t machine_id;                    /* 0: not drawn yet */
	uint32_t session;                       /* 0: not joined */
	uint32_t candidate;                     /* session to join; 0: none */
	uint64_t candidate_seen_tsc;
	uint64_t foreign_frames;
	uint32_t act, packets_sent, packets_received;
	uint64_t next_poll_tsc, last_packet_tsc;
	struct peer_request request;
	struct peer_reply reply;
	struct peer peers[FLOW_NODES_MAX];
} net;

/* ---- Sending ---- */

static bool send_frame(unsigned node, enum frame_kind kind, const void *data, uint8_t size)
{
	struct peer *peer = &net.peers[node];
	struct net_frame frame = {
		.kind = (uint8_t)kind, .from = (uint8_t)net.self, .to = (uint8_t)node, .size = size,
		.session = net.session != 0 ? net.session : net.candidate,
		.sequence = peer->sent_sequence + 1,
	};

	memcpy(frame.data, data, size);
	if (!net.carrier->send(&frame))
		return false;
	peer->sent_sequence++;
	peer->frames_sent++;
	return true;
}

static void send_reply(void)
{
	net.reply.packets_sent = net.packets_sent;
	net.reply.packets_received = net.packets_received;
	net.reply.machine_id = net.machine_id;
	send_frame(0, FRAME_REPLY, &net.reply, sizeof(net.reply));
}

/* ---- Receiving ---- */

/* Copy a frame's data. Returns false if the frame is of another kind or size. */
static bool read_data(const struct net_frame *frame, enum frame_kind kind, void *data, size_t size)
{
	if (frame->kind != kind || frame->size != size)
		return false;
	memcpy(data, frame->data, size);
	return true;
}

static bool read_request(const struct net_frame *frame, struct peer_request *request)
{
	return frame->from == 0 && read_data(frame, FRAME_REQUEST, request, sizeof(*request));
}

static void set_candidate(uint32_t session)
{
	net.candidate = session;
	net.request = (struct peer_request){0};
	net.reply = (struct peer_reply){0};
}

/* Before joining: accept requests of the candidate. If there is no candidate, or the candidate
 * timed out, the sender of a PEER_OPEN becomes the candidate. */
static bool accept_from_candidate(const struct net_frame *frame)
{
	struct peer_request request;
	bool is_candidate = frame->session == net.candidate;
	uint64_t timeout_tsc = net.candidate_seen_tsc +
			       ticks_of_ms(CANDIDATE_TIMEOUT_MS, clock_hz());

	if (!read_request(frame, &request) || frame->session == 0)
		return false;
	if (request.machine_id != 0 && request.machine_id != net.machine_id) {
		if (is_candidate)
			peers_drop_candidate();
		return false;
	}
	if (!is_candidate) {
		if (request.type != PEER_OPEN ||
		    (net.candidate != 0 && (int64_t)(clock_read() - timeout_tsc) < 0))
			return false;
		set_candidate(frame->session);
	}
	net.candidate_seen_tsc = clock_read();
	return true;
}

/* After joining: accept frames of the session. On node 0 several machines may reply as one node.
 * The first machine that replies with status 0 becomes the node, and replies of the others are
 * rejected. */
static bool accept_from_session(const struct net_frame *frame, struct peer *peer)
{
	struct peer_reply reply;

	if (frame->session != net.session)
		return false;
	if (!read_data(frame, FRAME_REPLY, &reply, sizeof(reply)))
		return true;
	if (peer->machine_id == 0 && reply.status == 0)
		peer->machine_id = reply.machine_id;
	return peer->machine_id == 0 || peer->machine_id == reply.machine_id;
}

/* Count the frames that are missing before this one as lost. Returns false for a repeated frame. If
 * the number is smaller, nothing was lost, because the sender restarted at 1. */
static bool accept_sequence(struct peer *peer, uint32_t sequence)
{
	if (peer->has_received && sequence == peer->received_sequence)
		return false;
	if (peer->has_received && sequence > peer->received_sequence)
		peer->frames_lost += sequence - peer->received_sequence - 1;
	peer->has_received = true;
	peer->received_sequence = sequence;
	return true;
}

static void deliver_packet(const struct act_packet *received)
{
	if (net.act == 0 || received->act != net.act || received->packet.port >= FLOW_OBJECTS_MAX)
		return;
	net.packets_received++;
	net.last_packet_tsc = clock_read();
	flow_add_error(net.receive(&received->packet));
}

static void receive_frame(const struct net_frame *frame)
{
	struct peer *peer = &net.peers[frame->from % FLOW_NODES_MAX];
	bool has_joined = peers_has_joined();
	struct act_packet packet;
	struct peer_request request;

	if (frame->to != net.self || frame->from >= net.nodes || frame->from == net.self)
		return;
	if (has_joined ? !accept_from_session(frame, peer) : !accept_from_candidate(frame)) {
		net.foreign_frames++;
		return;
	}
	if (has_joined && !accept_sequence(peer, frame->sequence))
		return;
	peer->frames_received++;
	peer->last_seen_tsc = clock_read();
	if (read_data(frame, FRAME_PACKET, &packet, sizeof(packet))) {
		deliver_packet(&packet);
	} else if (read_request(frame, &request)) {
		if (request.number != 0 && request.number == net.reply.number)
			send_reply();           /* the previous reply was lost */
		else
			net.request = request;
	} else {
		read_data(frame, FRAME_REPLY, &peer->reply, sizeof(peer->reply));
	}
}

void peers_poll(void)
{
	struct net_frame frame;

	for (unsigned i = 0; i < POLL_FRAMES_MAX && net.carrier != NULL; i++) {
		if (!net.carrier->receive(&frame))
			break;
		receive_frame(&frame);
	}
	net.next_poll_tsc = clock_read() + ticks_of_us(POLL_INTERVAL_US, clock_hz());
}

uint64_t peers_next_poll_tsc(void)
{
	return net.next_poll_tsc;
}

/* ---- Opening and closing ---- */

/* A random ID. The seed is unique enough, because no two machines reach their first run at the same
 * TSC value. */
static uint32_t random_machine_id(void)
{
	struct rng rng;
	uint32_t id;

	rng_seed(&rng, clock_read());
	do {
		id = (uint32_t)rng_next(&rng);
	} while (id == 0);
	return id;
}

const char *peers_open(const struct flow_run *run, peers_receive *receive)
{
	const char *reason;

	peers_close();
	reason = carriers[run->carrier]->open(run->self, flow_run_nodes(run));
	if (reason != NULL)
		return reason;
	net.carrier = carriers[run->carrier];
	net.carrier_kind = run->carrier;
	net.receive = receive;
	net.self = run->self;
	net.nodes = flow_run_nodes(run);
	net.act = 0;
	net.foreign_frames = 0;
	if (net.machine_id == 0)
		net.machine_id = random_machine_id();
	if (net.self == 0)
		net.session = net.machine_id;
	for (unsigned node = 0; node < FLOW_NODES_MAX; node++) {
		net.peers[node].has_received = false;
		net.peers[node].frames_sent = net.peers[node].frames_received = 0;
		net.peers[node].frames_lost = 0;
	}
	return NULL;
}

void peers_close(void)
{
	if (net.carrier != NULL)
		net.carrier->close();
	net.carrier = NULL;
	net.act = 0;
}

void peers_begin(uint32_t act)
{
	net.act = act;
	net.packets_sent = net.packets_received = 0;
	net.last_packet_tsc = clock_read();
	if (net.carrier != NULL)
		net.carrier->listen(act != 0);
}

/* ---- Packets ---- */

bool peers_send(unsigned node, const struct flow_packet *packet)
{
	const struct act_packet sent = {net.act, *packet};

	if (!send_frame(node, FRAME_PACKET, &sent, sizeof(sent)))
		return false;
	net.packets_sent++;
	net.last_packet_tsc = clock_read();
	return true;
}

uint32_t peers_packets_sent(void)
{
	return net.packets_sent;
}

uint32_t peers_packets_received(void)
{
	return net.packets_received;
}

uint64_t peers_last_seen_tsc(unsigned node)
{
	return net.peers[node].last_seen_tsc;
}

uint64_t peers_last_packet_tsc(void)
{
	return net.last_packet_tsc;
}

/* ---- Requests and replies ---- */

void peers_request(unsigned node, const struct peer_request *request)
{
	struct peer_request sent = *request;

	sent.machine_id = net.peers[node].machine_id;
	send_frame(node, FRAME_REQUEST, &sent, sizeof(sent));
}

const struct peer_reply *peers_last_reply(unsigned node)
{
	return &net.peers[node].reply;
}

const struct peer_request *peers_current_request(void)
{
	return &net.request;
}

bool peers_has_replied(void)
{
	return net.request.number == net.reply.number;
}

void peers_reply(int status)
{
	if (net.request.type == PEER_JOIN && status == 0 && net.session == 0)
		net.session = net.candidate;
	net.reply.number = net.request.number;
	net.reply.status = status;
	send_reply();
}

bool peers_has_joined(void)
{
	return net.session != 0;
}

void peers_drop_candidate(void)
{
	set_candidate(0);
}

/* ---- Report ---- */

void peers_report(uint64_t run_id)
{
	static const char *const names[] = {
		[FLOW_BY_SERIAL] = "serial", [FLOW_BY_ETHERNET] = "ethernet",
	};

	if (net.carrier == NULL)
		return;
	for (unsigned node = 0; node < net.nodes; node++) {
		const struct peer *peer = &net.peers[node];

		if (peer->frames_sent + peer->frames_received == 0)
			continue;
		wire_write(console_writer(), WIRE_flow_line, &(struct wire_flow_line){
			.run = run_id, .node = net.self, .other = node,
			.link = names[net.carrier_kind], .sent = peer->frames_sent,
			.received = peer->frames_received, .lost = peer->frames_lost,
			.damaged_bytes = net.carrier->damaged_bytes(), .session = net.session,
			.foreign = net.foreign_frames,
		});
	}
}
