/* SPDX-License-Identifier: MIT */
/* What machines that are nodes send one another, by a carrier that keeps what it is given and has what
 * the test puts there. This machine is the second node of three; the first one is the test's. */
#include "tests/unit/unit.h"

#include <string.h>

#include "kernel/core/console.h"
#include "kernel/dev/tsc.h"
#include "kernel/flow/node.h"
#include "kernel/flow/peers.h"
#include "kernel/flow/link.h"
#include "kernel/net/carrier.h"
#include "lib/text/errno.h"

#define ACT 4
#define FRAMES_MAX 8

static const struct flow_run run = {.further_nodes = 2, .carrier = FLOW_BY_SERIAL, .self = 1};

static struct {
	const char *lacking;
	bool is_full, listens;
	unsigned sent, coming, taken;
	struct net_frame out[FRAMES_MAX], in[FRAMES_MAX];
	unsigned arrived;
	struct flow_packet packet;      /* that arrived last */
	char line[512];                 /* of the log */
} wire;

/* ---- What peers.c needs ---- */

static const char *fake_open(unsigned self, unsigned nodes)
{
	assert_int_equal(self, 1);
	assert_int_equal(nodes, 3);
	return wire.lacking;
}

static bool fake_send(const struct net_frame *frame)
{
	if (wire.is_full)
		return false;
	assert_true(wire.sent < FRAMES_MAX);
	wire.out[wire.sent++] = *frame;
	return true;
}

static bool fake_receive(struct net_frame *frame)
{
	if (wire.taken == wire.coming)
		return false;
	*frame = wire.in[wire.taken++];
	return true;
}

static void fake_listen(bool does_interrupt)
{
	wire.listens = does_interrupt;
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

uint64_t tsc_hz(void)
{
	return 1000000000;
}

void flow_note(int error)
{
	assert_int_equal(error, 0);
}

int flow_link_arrive(const struct flow_packet *packet)
{
	wire.arrived++;
	wire.packet = *packet;
	return 0;
}

static void keep_line(void *context, const char *text, size_t length)
{
	size_t used = strlen(wire.line);

	(void)context;
	assert_true(used + length < sizeof(wire.line));
	memcpy(wire.line + used, text, length);
}

struct wire_writer *console_writer(void)
{
	static struct wire_writer writer;

	writer.put = keep_line;
	return &writer;
}

/* ---- What the first node does ---- */

struct act_packet {
	uint32_t act;
	struct flow_packet packet;
};

enum {PACKET = 1, ASK, ANSWER};

static void come(unsigned kind, uint32_t sequence, const void *data, size_t size)
{
	struct net_frame *frame = &wire.in[wire.coming++];

	*frame = (struct net_frame){
		.kind = (uint8_t)kind, .to = 1, .size = (uint8_t)size, .sequence = sequence,
	};
	memcpy(frame->data, data, size);
	peers_poll();
}

static void packet_comes(uint32_t act, uint32_t sequence, uint32_t word, uint8_t port)
{
	const struct act_packet packet = {act, {.word = word, .port = port}};

	come(PACKET, sequence, &packet, sizeof(packet));
}

static int reset(void **state)
{
	(void)state;
	memset(&wire, 0, sizeof(wire));
	assert_null(peers_open(&run));
	peers_begin(ACT);
	return 0;
}

static const struct peer_answer *last_answer(void)
{
	static struct peer_answer answer;

	assert_true(wire.sent > 0);
	assert_int_equal(wire.out[wire.sent - 1].kind, ANSWER);
	assert_int_equal(wire.out[wire.sent - 1].to, 0);
	memcpy(&answer, wire.out[wire.sent - 1].data, sizeof(answer));
	return &answer;
}

/* ---- Packets ---- */

TEST(a_packet_of_the_act_reaches_its_port)
{
	packet_comes(ACT, 1, 77, 2);
	assert_int_equal(wire.arrived, 1);
	assert_int_equal(wire.packet.port, 2);
	assert_int_equal(wire.packet.word, 77);
	assert_int_equal(peers_received(), 1);
}

TEST(a_packet_of_another_act_reaches_nobody)
{
	packet_comes(ACT - 1, 1, 77, 2);
	peers_begin(0);
	packet_comes(0, 2, 77, 2);
	assert_int_equal(wire.arrived, 0);
	assert_int_equal(peers_received(), 0);
}

TEST(a_packet_to_a_port_that_can_not_be_reaches_nobody)
{
	packet_comes(ACT, 1, 77, FLOW_OBJECTS_MAX);
	assert_int_equal(wire.arrived, 0);
}

TEST(a_frame_that_comes_twice_is_one)
{
	packet_comes(ACT, 1, 77, 2);
	packet_comes(ACT, 1, 77, 2);
	assert_int_equal(wire.arrived, 1);
}

TEST(frames_of_others_are_not_ours)
{
	const struct act_packet packet = {ACT, {.word = 1, .port = 2}};
	static const struct {uint8_t from, to, size;} wrong[] = {
		{0, 2, sizeof(packet)}, {1, 1, sizeof(packet)}, {3, 1, sizeof(packet)},
		{200, 1, sizeof(packet)}, {0, 1, sizeof(packet) - 1},
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		wire.in[i] = (struct net_frame){
			.kind = PACKET, .from = wrong[i].from, .to = wrong[i].to,
			.size = wrong[i].size, .sequence = 1,
		};
		memcpy(wire.in[i].data, &packet, sizeof(packet));
	}
	wire.coming = sizeof(wrong) / sizeof(wrong[0]);
	peers_poll();
	assert_int_equal(wire.taken, wire.coming);
	assert_int_equal(wire.arrived, 0);
}

TEST(what_is_sent_is_counted_and_what_there_is_no_room_for_is_not)
{
	const struct flow_packet packet = {.word = 5};

	assert_true(peers_send(0, &packet));
	wire.is_full = true;
	assert_false(peers_send(0, &packet));
	assert_int_equal(peers_sent(), 1);
	wire.is_full = false;
	assert_true(peers_send(0, &packet));
	assert_int_equal(wire.out[1].sequence, wire.out[0].sequence + 1);
	assert_int_equal(wire.out[1].from, 1);
}

/* ---- Questions ---- */

static uint32_t number_asked(void)
{
	static uint32_t number;

	return ++number;
}

TEST(a_question_asked_again_is_answered_again_and_not_done_twice)
{
	const struct peer_ask ask = {.topic = PEER_PROBE, .number = number_asked(), .act = ACT};

	packet_comes(ACT, 1, 77, 2);
	come(ASK, 2, &ask, sizeof(ask));
	assert_false(peers_has_answered());
	assert_int_equal(wire.sent, 0);
	peers_reply(-EBUSY);
	assert_true(peers_has_answered());
	assert_int_equal(last_answer()->status, -EBUSY);
	assert_int_equal(last_answer()->received, 1);
	come(ASK, 3, &ask, sizeof(ask));
	assert_true(peers_has_answered());
	assert_int_equal(wire.sent, 2);
	assert_int_equal(last_answer()->number, ask.number);
}

TEST(only_the_first_node_asks)
{
	const struct peer_ask ask = {.topic = PEER_END, .number = 99};

	wire.in[0] = (struct net_frame){
		.kind = ASK, .from = 2, .to = 1, .size = sizeof(ask), .sequence = 1,
	};
	memcpy(wire.in[0].data, &ask, sizeof(ask));
	wire.coming = 1;
	peers_poll();
	assert_true(peers_has_answered());
}

/* ---- What is told ---- */

TEST(frames_that_did_not_come_are_counted)
{
	packet_comes(ACT, 5, 77, 2);            /* the first heard: there is nothing before it */
	packet_comes(ACT, 9, 77, 2);
	packet_comes(ACT, 1, 77, 2);            /* started again */
	packet_comes(ACT, 2, 77, 2);
	peers_report(6);
	assert_non_null(strstr(wire.line, "run=6 node=1 other=0 link=serial sent=0 received=4 lost=3 "
					  "damaged_bytes=3"));
}

TEST(what_the_machine_lacks_is_said)
{
	wire.lacking = "there is no line";
	assert_string_equal(peers_open(&run), "there is no line");
	peers_begin(0);
	peers_poll();
	peers_report(6);
	assert_string_equal(wire.line, "");
}

#define RESET(name) cmocka_unit_test_setup(name, reset)

int main(void)
{
	const struct CMUnitTest tests[] = {
		RESET(a_packet_of_the_act_reaches_its_port),
		RESET(a_packet_of_another_act_reaches_nobody),
		RESET(a_packet_to_a_port_that_can_not_be_reaches_nobody),
		RESET(a_frame_that_comes_twice_is_one),
		RESET(frames_of_others_are_not_ours),
		RESET(what_is_sent_is_counted_and_what_there_is_no_room_for_is_not),
		RESET(a_question_asked_again_is_answered_again_and_not_done_twice),
		RESET(only_the_first_node_asks),
		RESET(frames_that_did_not_come_are_counted),
		RESET(what_the_machine_lacks_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
