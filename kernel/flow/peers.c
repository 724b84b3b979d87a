/* SPDX-License-Identifier: MIT */
/* What goes over a line in a frame is a structure as this CPU has it: all machines are x86-64. */
#include "kernel/flow/peers.h"

#include <stddef.h>

#include "kernel/core/console.h"
#include "kernel/dev/tsc.h"
#include "kernel/flow/link.h"
#include "kernel/flow/node.h"
#include "kernel/net/carrier.h"
#include "lib/rng.h"
#include "lib/text/string.h"

#define POLL_US 1000
#define FRAMES_MAX 64u                  /* taken in a row */
#define OFFER_MS 5000                   /* how long a machine is there for who opened a point */

enum frame_kind {FRAME_PACKET = 1, FRAME_ASK, FRAME_ANSWER};

struct act_packet {
	uint32_t act;
	struct flow_packet packet;
};

_Static_assert(sizeof(struct act_packet) <= NET_DATA_MAX &&
	       sizeof(struct peer_ask) <= NET_DATA_MAX &&
	       sizeof(struct peer_answer) <= NET_DATA_MAX, "a frame holds any of them");

struct peer {
	bool is_heard;
	uint32_t sequence;              /* of the last frame to it */
	uint32_t heard_sequence;        /* and from it */
	uint64_t heard_tsc;
	uint64_t frames_sent, frames_received, frames_lost;
	uint32_t machine;               /* that it is; 0: not known. To the first node only */
	struct peer_answer answer;
};

static const struct net_carrier *const carriers[] = {
	[FLOW_BY_SERIAL] = &net_serial, [FLOW_BY_ETHERNET] = &net_ethernet,
};

/* Questions have numbers, and frames too, that go on from run to run: what comes late is of none.
 * So does the session. */
static struct {
	const struct net_carrier *carrier;      /* NULL: not open */
	enum flow_carrier kind;
	uint32_t self, nodes;
	uint32_t machine;                       /* this one; 0: it has no number yet */
	uint32_t session;                       /* 0: not taken yet, but perhaps listening to: */
	uint32_t offered;                       /* 0: nobody */
	uint64_t offered_tsc;                   /* when that was last heard */
	uint64_t foreign;                       /* frames */
	uint32_t act, sent, received;
	uint64_t next_poll_tsc, moved_tsc;
	struct peer_ask asked;
	struct peer_answer reply;
	struct peer peers[FLOW_NODES_MAX];
} net;

/* ---- Frames ---- */

static bool peers_send_frame(unsigned node, enum frame_kind kind, const void *data, uint8_t size)
{
	struct peer *peer = &net.peers[node];
	struct net_frame frame = {
		.kind = (uint8_t)kind, .from = (uint8_t)net.self, .to = (uint8_t)node, .size = size,
		.session = net.session != 0 ? net.session : net.offered,
		.sequence = peer->sequence + 1,
	};

	memcpy(frame.data, data, size);
	if (!net.carrier->send(&frame))
		return false;
	peer->sequence++;
	peer->frames_sent++;
	return true;
}

static void peers_answer_again(void)
{
	net.reply.sent = net.sent;
	net.reply.received = net.received;
	net.reply.machine = net.machine;
	peers_send_frame(0, FRAME_ANSWER, &net.reply, sizeof(net.reply));
}

static void take_packet(const struct net_frame *frame)
{
	struct act_packet came;

	memcpy(&came, frame->data, sizeof(came));
	if (net.act == 0 || came.act != net.act || came.packet.port >= FLOW_OBJECTS_MAX)
		return;
	net.received++;
	net.moved_tsc = tsc_read_fenced();
	flow_note(flow_link_arrive(&came.packet));
}

static void take_ask(const struct net_frame *frame)
{
	struct peer_ask ask;

	memcpy(&ask, frame->data, sizeof(ask));
	if (ask.number != 0 && ask.number == net.reply.number)
		peers_answer_again();
	else
		net.asked = ask;
}

/* One that comes twice in a row is one. A machine that was started again begins at 1. */
static bool is_next(struct peer *peer, uint32_t sequence)
{
	uint32_t missing = sequence - peer->heard_sequence - 1;

	if (peer->is_heard && sequence == peer->heard_sequence)
		return false;
	if (peer->is_heard && sequence > peer->heard_sequence)
		peer->frames_lost += missing;
	peer->is_heard = true;
	peer->heard_sequence = sequence;
	return true;
}

/* ---- Sessions ---- */

/* The question of a frame; NULL if it has none. */
static const struct peer_ask *ask_of(const struct net_frame *frame, struct peer_ask *ask)
{
	if (frame->kind != FRAME_ASK || frame->size != sizeof(*ask) || frame->from != 0)
		return NULL;
	return memcpy(ask, frame->data, sizeof(*ask));
}

static void listen_to(uint32_t session)
{
	net.offered = session;
	net.asked = (struct peer_ask){0};
	net.reply = (struct peer_answer){0};
}

static bool is_listening(void)
{
	return net.offered != 0 &&
	       (int64_t)(tsc_read_fenced() - net.offered_tsc - tsc_hz() / 1000 * OFFER_MS) < 0;
}

/* On a machine that was not taken yet: whether the first node that it listens to asks it, or one
 * that it may listen to. */
static bool is_asked(const struct net_frame *frame)
{
	struct peer_ask copy;
	const struct peer_ask *ask = ask_of(frame, &copy);
	bool is_offered = frame->session == net.offered;

	if (ask == NULL || frame->session == 0)
		return false;
	if (ask->machine != 0 && ask->machine != net.machine) {
		if (is_offered)
			listen_to(0);
		return false;
	}
	if (!is_offered && (is_listening() || ask->topic != PEER_OPEN))
		return false;
	if (!is_offered)
		listen_to(frame->session);
	net.offered_tsc = tsc_read_fenced();
	return true;
}

/* The first machine that answers is the node; there may be another one that would be. */
static bool is_from_node(const struct net_frame *frame, struct peer *peer)
{
	struct peer_answer answer;

	if (frame->kind != FRAME_ANSWER || frame->size != sizeof(answer))
		return true;
	memcpy(&answer, frame->data, sizeof(answer));
	if (peer->machine == 0 && answer.status == 0)
		peer->machine = answer.machine;
	return peer->machine == 0 || peer->machine == answer.machine;
}

static bool is_of_session(const struct net_frame *frame, struct peer *peer)
{
	if (net.session == 0)
		return is_asked(frame);
	return frame->session == net.session && is_from_node(frame, peer);
}

/* When a machine comes to its first run it has started for a while, which no two do to the tick. */
static uint32_t number_by_chance(void)
{
	struct rng rng;
	uint32_t number;

	rng_seed(&rng, tsc_read_fenced());
	while ((number = (uint32_t)rng_next(&rng)) == 0)
		;
	return number;
}

/* ---- Frames that come ---- */

static void take_frame(const struct net_frame *frame)
{
	struct peer *peer = &net.peers[frame->from % FLOW_NODES_MAX];

	if (frame->to != net.self || frame->from >= net.nodes || frame->from == net.self)
		return;
	if (!is_of_session(frame, peer)) {
		net.foreign++;
		return;
	}
	if (net.session != 0 && !is_next(peer, frame->sequence))
		return;
	peer->frames_received++;
	peer->heard_tsc = tsc_read_fenced();
	if (frame->kind == FRAME_PACKET && frame->size == sizeof(struct act_packet))
		take_packet(frame);
	else if (frame->kind == FRAME_ASK && frame->size == sizeof(struct peer_ask) &&
		 frame->from == 0)
		take_ask(frame);
	else if (frame->kind == FRAME_ANSWER && frame->size == sizeof(struct peer_answer))
		memcpy(&peer->answer, frame->data, sizeof(peer->answer));
}

void peers_poll(void)
{
	struct net_frame frame;

	for (unsigned i = 0; i < FRAMES_MAX && net.carrier != NULL; i++) {
		if (!net.carrier->receive(&frame))
			break;
		take_frame(&frame);
	}
	net.next_poll_tsc = tsc_read_fenced() + tsc_hz() / 1000000 * POLL_US;
}

uint64_t peers_next_poll_tsc(void)
{
	return net.next_poll_tsc;
}

/* ---- Opening and closing ---- */

const char *peers_open(const struct flow_run *run)
{
	const char *why;

	peers_close();
	why = carriers[run->carrier]->open(run->self, flow_run_nodes(run));

	if (why != NULL)
		return why;
	net.carrier = carriers[run->carrier];
	net.kind = run->carrier;
	net.self = run->self;
	net.nodes = flow_run_nodes(run);
	net.act = 0;
	net.foreign = 0;
	if (net.machine == 0)
		net.machine = number_by_chance();
	if (net.self == 0)
		net.session = net.machine;
	for (unsigned node = 0; node < FLOW_NODES_MAX; node++) {
		net.peers[node].is_heard = false;
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
	net.sent = net.received = 0;
	net.moved_tsc = tsc_read_fenced();
	if (net.carrier != NULL)
		net.carrier->listen(act != 0);
}

/* ---- Packets ---- */

bool peers_send(unsigned node, const struct flow_packet *packet)
{
	const struct act_packet sent = {net.act, *packet};

	if (!peers_send_frame(node, FRAME_PACKET, &sent, sizeof(sent)))
		return false;
	net.sent++;
	net.moved_tsc = tsc_read_fenced();
	return true;
}

uint32_t peers_sent(void)
{
	return net.sent;
}

uint32_t peers_received(void)
{
	return net.received;
}

uint64_t peers_heard_tsc(unsigned node)
{
	return net.peers[node].heard_tsc;
}

uint64_t peers_moved_tsc(void)
{
	return net.moved_tsc;
}

/* ---- Questions ---- */

void peers_ask(unsigned node, const struct peer_ask *ask)
{
	struct peer_ask sent = *ask;

	sent.machine = net.peers[node].machine;
	peers_send_frame(node, FRAME_ASK, &sent, sizeof(sent));
}

const struct peer_answer *peers_answer(unsigned node)
{
	return &net.peers[node].answer;
}

const struct peer_ask *peers_asked(void)
{
	return &net.asked;
}

bool peers_has_answered(void)
{
	return net.asked.number == net.reply.number;
}

bool peers_is_taken(void)
{
	return net.session != 0;
}

void peers_ignore(void)
{
	listen_to(0);
}

void peers_reply(int status)
{
	if (net.asked.topic == PEER_TAKE && status == 0 && net.session == 0)
		net.session = net.offered;
	net.reply.number = net.asked.number;
	net.reply.status = status;
	peers_answer_again();
}

/* ---- What became of it ---- */

void peers_report(uint64_t run_id)
{
	static const char *const names[] = {
		[FLOW_BY_SERIAL] = "serial", [FLOW_BY_ETHERNET] = "ethernet",
	};

	for (unsigned node = 0; node < net.nodes; node++) {
		const struct peer *peer = &net.peers[node];

		if (net.carrier == NULL || peer->frames_sent + peer->frames_received == 0)
			continue;
		wire_write(console_writer(), WIRE_flow_line, &(struct wire_flow_line){
			.run = run_id, .node = net.self, .other = node, .link = names[net.kind],
			.sent = peer->frames_sent, .received = peer->frames_received,
			.lost = peer->frames_lost, .damaged_bytes = net.carrier->damaged_bytes(),
			.session = net.session, .foreign = net.foreign,
		});
	}
}
