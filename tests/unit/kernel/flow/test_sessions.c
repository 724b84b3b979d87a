/* SPDX-License-Identifier: MIT */
/* The session of this machine if several node 0 machines are on a network. */
#include "tests/unit/kernel/flow/three_machines.h"

#include <string.h>

#define OTHER_SESSION 78
#define OTHER_MACHINE 123456

static void receive_from(uint32_t session, struct net_frame frame)
{
	frame.session = session;
	machines_come(frame);
}

static void send_request_to_self(uint32_t session, const struct peer_request *request)
{
	receive_from(session, machines_frame(REQUEST, request->number, request, sizeof(*request)));
}

static void request_arrives(uint32_t session, enum peer_request_type type, uint32_t machine)
{
	send_request_to_self(session, &(struct peer_request){
		.type = type, .number = machines_request_number(), .machine_id = machine,
	});
}

static void assert_replies_to(uint32_t session)
{
	assert_false(peers_has_replied());
	peers_reply(0);
	assert_int_equal(machines_wire.out[machines_wire.sent - 1].session, session);
	assert_int_equal(machines_last_reply()->machine_id, machines_self().machine);
	assert_int_not_equal(machines_self().machine, 0);
}

FREE_TEST(machine_joins_one_session_and_no_other)
{
	request_arrives(SESSION, PEER_OPEN, 0);
	assert_replies_to(SESSION);
	assert_false(peers_has_joined());
	request_arrives(SESSION, PEER_JOIN, machines_self().machine);
	assert_replies_to(SESSION);
	assert_true(peers_has_joined());
	request_arrives(OTHER_SESSION, PEER_OPEN, 0);
	assert_true(peers_has_replied());
	assert_null(peers_open(&machines_run, machines_receive)); /* the next point */
	request_arrives(OTHER_SESSION, PEER_OPEN, 0);
	assert_true(peers_has_replied());
	request_arrives(SESSION, PEER_OPEN, machines_self().machine);
	assert_replies_to(SESSION);
}

TAKEN_TEST(packets_of_another_session_are_dropped_and_counted)
{
	receive_from(OTHER_SESSION, machines_packet(ACT, 1, 1, 2));
	receive_from(0, machines_packet(ACT, 1, 1, 2));
	receive_from(SESSION, machines_packet(ACT, 1, 1, 2));
	assert_int_equal(machines_wire.arrived, 1);
	peers_report(6);
	assert_non_null(strstr(machines_wire.line,
			       "received=1 lost=0 damaged_bytes=3 session=77 foreign=2"));
}

FREE_TEST(machine_that_has_not_joined_accepts_no_packets)
{
	receive_from(SESSION, machines_packet(ACT, 1, 1, 2));
	receive_from(0, machines_packet(ACT, 1, 1, 2));
	assert_int_equal(machines_wire.arrived, 0);
}

FREE_TEST(first_of_two_node_0_machines_gets_the_replies)
{
	request_arrives(SESSION, PEER_OPEN, 0);
	assert_replies_to(SESSION);
	request_arrives(OTHER_SESSION, PEER_OPEN, 0);
	assert_true(peers_has_replied());
	request_arrives(SESSION, PEER_OPEN, 0);
	assert_replies_to(SESSION);
}

FREE_TEST(rejected_machine_is_free_for_the_next_session)
{
	request_arrives(SESSION, PEER_OPEN, 0);
	assert_replies_to(SESSION);
	request_arrives(SESSION, PEER_JOIN, OTHER_MACHINE);
	assert_true(peers_has_replied());
	assert_false(peers_has_joined());
	request_arrives(OTHER_SESSION, PEER_OPEN, 0);
	assert_replies_to(OTHER_SESSION);
	request_arrives(OTHER_SESSION, PEER_JOIN, machines_self().machine);
	assert_replies_to(OTHER_SESSION);
	assert_true(peers_has_joined());
}

FREE_TEST(silent_node_0_is_dropped_as_candidate)
{
	request_arrives(SESSION, PEER_OPEN, 0);
	assert_replies_to(SESSION);
	machines_time_out_candidate();
	request_arrives(OTHER_SESSION, PEER_OPEN, 0);
	assert_replies_to(OTHER_SESSION);
}

FREE_TEST(equal_request_number_of_another_node_0_is_a_new_request)
{
	const struct peer_request request = {.type = PEER_OPEN, .number = 1};

	send_request_to_self(SESSION, &request);
	assert_replies_to(SESSION);
	peers_drop_candidate();
	send_request_to_self(OTHER_SESSION, &request);
	assert_replies_to(OTHER_SESSION);
}

/* A reply from the second node to this machine as node 0. */
static void reply_arrives(uint32_t session, uint32_t number, uint32_t machine)
{
	const struct peer_reply reply = {.number = number, .machine_id = machine};
	struct net_frame frame = machines_frame(REPLY, number, &reply, sizeof(reply));

	frame.from = 1;
	receive_from(session, frame);
}

FREE_TEST(node_0_accepts_the_first_machine_that_replies)
{
	const struct peer_request request = {.type = PEER_OPEN, .number = 1};
	struct peer_request asked;
	uint32_t session;

	machines_discard();
	assert_null(peers_open(&machines_run_as_first, machines_receive));
	session = machines_self().session;
	assert_int_not_equal(session, 0);
	peers_request(1, &request);
	assert_int_equal(machines_wire.out[0].session, session);
	reply_arrives(session, 1, OTHER_MACHINE);
	assert_int_equal(peers_last_reply(1)->number, 1);
	reply_arrives(session, 2, OTHER_MACHINE + 1);
	assert_int_equal(peers_last_reply(1)->number, 1);
	assert_int_equal(machines_self().foreign, 1);
	peers_request(1, &request);
	memcpy(&asked, machines_wire.out[1].data, sizeof(asked));
	assert_int_equal(asked.machine_id, OTHER_MACHINE);
	assert_null(peers_open(&machines_run_as_first, machines_receive));
	assert_int_equal(machines_self().session, session);
}
