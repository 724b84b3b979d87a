/* SPDX-License-Identifier: MIT */
/* What machines that are nodes send one another, by a carrier that keeps what it is given and has
 * what the test puts there. This machine is the second node of three; the first one is the test's.
 * What peers.c keeps from run to run is forgotten before each test, so it is compiled into this
 * file. */
#include "tests/unit/unit.h"

#include <string.h>

#include "kernel/core/console.h"
#include "kernel/dev/tsc.h"
#include "kernel/flow/peers.c"
#include "lib/text/errno.h"

#define ACT 4
#define SESSION 77
#define OTHER_SESSION 78
#define OTHER_MACHINE 123456
#define KEPT_MAX 8

static const struct flow_run run = {.further_nodes = 2, .carrier = FLOW_BY_SERIAL, .self = 1};

static struct {
	const char *lacking;
	bool is_full, listens;
	unsigned sent, coming, taken;
	struct net_frame out[KEPT_MAX], in[KEPT_MAX];
	unsigned arrived;
	struct flow_packet packet;      /* that arrived last */
	char line[512];                 /* of the log */
} wire;

/* ---- What peers.c needs ---- */

static const char *fake_open(unsigned self, unsigned nodes)
{
	assert_in_range(self, 0, 1);
	assert_int_equal(nodes, 3);
	return wire.lacking;
}

static bool fake_send(const struct net_frame *frame)
{
	if (wire.is_full)
		return false;
	assert_true(wire.sent < KEPT_MAX);
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

enum {PACKET = FRAME_PACKET, ASK = FRAME_ASK, ANSWER = FRAME_ANSWER};

/* A frame of any session, from a node to this one. */
static void come_from(uint32_t session, uint8_t from, unsigned kind, uint32_t sequence,
		      const void *data, size_t size)
{
	struct net_frame *frame = &wire.in[wire.coming++];

	*frame = (struct net_frame){
		.kind = (uint8_t)kind, .from = from, .to = (uint8_t)net.self, .size = (uint8_t)size,
		.session = session, .sequence = sequence,
	};
	memcpy(frame->data, data, size);
	peers_poll();
}

static void come(unsigned kind, uint32_t sequence, const void *data, size_t size)
{
	come_from(SESSION, 0, kind, sequence, data, size);
}

static void packet_comes(uint32_t act, uint32_t sequence, uint32_t word, uint8_t port)
{
	const struct act_packet packet = {act, {.word = word, .port = port}};

	come(PACKET, sequence, &packet, sizeof(packet));
}

static int begin_anew(void **state)
{
	(void)state;
	memset(&wire, 0, sizeof(wire));
	memset(&net, 0, sizeof(net));
	assert_null(peers_open(&run));
	peers_begin(ACT);
	return 0;
}

/* And taken by the first node of SESSION, with nothing sent or heard since. */
static int reset(void **state)
{
	begin_anew(state);
	net.session = SESSION;
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
			.size = wrong[i].size, .session = SESSION, .sequence = 1,
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
		.kind = ASK, .from = 2, .to = 1, .size = sizeof(ask), .session = SESSION,
		.sequence = 1,
	};
	memcpy(wire.in[0].data, &ask, sizeof(ask));
	wire.coming = 1;
	peers_poll();
	assert_true(peers_has_answered());
}

/* ---- Sessions ---- */

static void ask_comes(uint32_t session, enum peer_topic topic, uint32_t machine)
{
	const struct peer_ask ask = {.topic = topic, .number = number_asked(), .machine = machine};

	come_from(session, 0, ASK, ask.number, &ask, sizeof(ask));
}

static void assert_answered_to(uint32_t session)
{
	assert_false(peers_has_answered());
	peers_reply(0);
	assert_int_equal(wire.out[wire.sent - 1].session, session);
	assert_int_equal(last_answer()->machine, net.machine);
	assert_int_not_equal(net.machine, 0);
}

TEST(a_machine_is_of_the_session_that_takes_it_and_of_no_other)
{
	ask_comes(SESSION, PEER_OPEN, 0);
	assert_answered_to(SESSION);
	assert_false(peers_is_taken());
	ask_comes(SESSION, PEER_TAKE, net.machine);
	assert_answered_to(SESSION);
	assert_true(peers_is_taken());
	ask_comes(OTHER_SESSION, PEER_OPEN, 0);
	assert_true(peers_has_answered());
	assert_null(peers_open(&run));          /* the next point */
	ask_comes(OTHER_SESSION, PEER_OPEN, 0);
	assert_true(peers_has_answered());
	ask_comes(SESSION, PEER_OPEN, net.machine);
	assert_answered_to(SESSION);
}

TEST(packets_of_another_session_reach_nobody_and_are_counted)
{
	const struct act_packet packet = {ACT, {.word = 1, .port = 2}};

	net.session = SESSION;
	come_from(OTHER_SESSION, 0, PACKET, 1, &packet, sizeof(packet));
	come_from(0, 0, PACKET, 1, &packet, sizeof(packet));
	come_from(SESSION, 0, PACKET, 1, &packet, sizeof(packet));
	assert_int_equal(wire.arrived, 1);
	peers_report(6);
	assert_non_null(strstr(wire.line, "received=1 lost=0 damaged_bytes=3 session=77 foreign=2"));
}

TEST(who_was_not_taken_takes_no_packets)
{
	const struct act_packet packet = {ACT, {.word = 1, .port = 2}};

	come_from(SESSION, 0, PACKET, 1, &packet, sizeof(packet));
	come_from(0, 0, PACKET, 1, &packet, sizeof(packet));
	assert_int_equal(wire.arrived, 0);
}

TEST(of_two_first_nodes_the_one_that_was_heard_first_is_answered)
{
	ask_comes(SESSION, PEER_OPEN, 0);
	assert_answered_to(SESSION);
	ask_comes(OTHER_SESSION, PEER_OPEN, 0);
	assert_true(peers_has_answered());
	ask_comes(SESSION, PEER_OPEN, 0);
	assert_answered_to(SESSION);
}

TEST(a_machine_whose_place_another_one_took_is_free_for_the_next)
{
	ask_comes(SESSION, PEER_OPEN, 0);
	assert_answered_to(SESSION);
	ask_comes(SESSION, PEER_TAKE, OTHER_MACHINE);
	assert_true(peers_has_answered());
	assert_false(peers_is_taken());
	ask_comes(OTHER_SESSION, PEER_OPEN, 0);
	assert_answered_to(OTHER_SESSION);
	ask_comes(OTHER_SESSION, PEER_TAKE, net.machine);
	assert_answered_to(OTHER_SESSION);
	assert_true(peers_is_taken());
}

TEST(a_first_node_that_fell_silent_is_not_waited_for)
{
	ask_comes(SESSION, PEER_OPEN, 0);
	assert_answered_to(SESSION);
	net.offered_tsc -= tsc_hz() / 1000 * OFFER_MS;
	ask_comes(OTHER_SESSION, PEER_OPEN, 0);
	assert_answered_to(OTHER_SESSION);
}

TEST(a_question_of_the_same_number_by_another_first_node_is_a_question)
{
	const struct peer_ask ask = {.topic = PEER_OPEN, .number = 1};

	come_from(SESSION, 0, ASK, 1, &ask, sizeof(ask));
	assert_answered_to(SESSION);
	peers_ignore();
	come_from(OTHER_SESSION, 0, ASK, 1, &ask, sizeof(ask));
	assert_answered_to(OTHER_SESSION);
}

TEST(a_first_node_takes_the_machine_that_answers_first)
{
	const struct flow_run first = {.further_nodes = 2, .carrier = FLOW_BY_SERIAL, .self = 0};
	const struct peer_ask ask = {.topic = PEER_OPEN, .number = 1};
	struct peer_answer answer = {.number = 1, .machine = OTHER_MACHINE};
	struct peer_ask asked;
	uint32_t session;

	memset(&net, 0, sizeof(net));
	assert_null(peers_open(&first));
	session = net.session;
	assert_int_not_equal(session, 0);
	peers_ask(1, &ask);
	assert_int_equal(wire.out[0].session, session);
	come_from(session, 1, ANSWER, 1, &answer, sizeof(answer));
	assert_int_equal(peers_answer(1)->number, 1);
	answer.number = 2;
	answer.machine++;
	come_from(session, 1, ANSWER, 2, &answer, sizeof(answer));
	assert_int_equal(peers_answer(1)->number, 1);
	assert_int_equal(net.foreign, 1);
	peers_ask(1, &ask);
	memcpy(&asked, wire.out[1].data, sizeof(asked));
	assert_int_equal(asked.machine, OTHER_MACHINE);
	assert_null(peers_open(&first));
	assert_int_equal(net.session, session);
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
					  "damaged_bytes=3 session=77 foreign=0"));
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
#define ANEW(name) cmocka_unit_test_setup(name, begin_anew)

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
		ANEW(a_machine_is_of_the_session_that_takes_it_and_of_no_other),
		ANEW(packets_of_another_session_reach_nobody_and_are_counted),
		ANEW(who_was_not_taken_takes_no_packets),
		ANEW(of_two_first_nodes_the_one_that_was_heard_first_is_answered),
		ANEW(a_machine_whose_place_another_one_took_is_free_for_the_next),
		ANEW(a_first_node_that_fell_silent_is_not_waited_for),
		ANEW(a_question_of_the_same_number_by_another_first_node_is_a_question),
		ANEW(a_first_node_takes_the_machine_that_answers_first),
		RESET(frames_that_did_not_come_are_counted),
		RESET(what_the_machine_lacks_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
