/* SPDX-License-Identifier: MIT */
/* Which first node's machine this one is, where there may be several on a network. */
#include "tests/unit/kernel/flow/three_machines.h"

#include <string.h>

#define OTHER_SESSION 78
#define OTHER_MACHINE 123456

static void come_from(uint32_t session, struct net_frame frame)
{
	frame.session = session;
	machines_come(frame);
}

static void ask_numbered(uint32_t session, const struct peer_ask *ask)
{
	come_from(session, machines_frame(ASK, ask->number, ask, sizeof(*ask)));
}

static void ask_comes(uint32_t session, enum peer_topic topic, uint32_t machine)
{
	ask_numbered(session, &(struct peer_ask){
		.topic = topic, .number = machines_question(), .machine = machine,
	});
}

static void assert_answered_to(uint32_t session)
{
	assert_false(peers_has_answered());
	peers_reply(0);
	assert_int_equal(machines_wire.out[machines_wire.sent - 1].session, session);
	assert_int_equal(machines_last_answer()->machine, machines_self().machine);
	assert_int_not_equal(machines_self().machine, 0);
}

TEST(a_machine_is_of_the_session_that_takes_it_and_of_no_other)
{
	ask_comes(SESSION, PEER_OPEN, 0);
	assert_answered_to(SESSION);
	assert_false(peers_is_taken());
	ask_comes(SESSION, PEER_TAKE, machines_self().machine);
	assert_answered_to(SESSION);
	assert_true(peers_is_taken());
	ask_comes(OTHER_SESSION, PEER_OPEN, 0);
	assert_true(peers_has_answered());
	assert_null(peers_open(&machines_run)); /* the next point */
	ask_comes(OTHER_SESSION, PEER_OPEN, 0);
	assert_true(peers_has_answered());
	ask_comes(SESSION, PEER_OPEN, machines_self().machine);
	assert_answered_to(SESSION);
}

TEST(packets_of_another_session_reach_nobody_and_are_counted)
{
	come_from(OTHER_SESSION, machines_packet(ACT, 1, 1, 2));
	come_from(0, machines_packet(ACT, 1, 1, 2));
	come_from(SESSION, machines_packet(ACT, 1, 1, 2));
	assert_int_equal(machines_wire.arrived, 1);
	peers_report(6);
	assert_non_null(strstr(machines_wire.line,
			       "received=1 lost=0 damaged_bytes=3 session=77 foreign=2"));
}

TEST(who_was_not_taken_takes_no_packets)
{
	come_from(SESSION, machines_packet(ACT, 1, 1, 2));
	come_from(0, machines_packet(ACT, 1, 1, 2));
	assert_int_equal(machines_wire.arrived, 0);
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
	ask_comes(OTHER_SESSION, PEER_TAKE, machines_self().machine);
	assert_answered_to(OTHER_SESSION);
	assert_true(peers_is_taken());
}

TEST(a_first_node_that_fell_silent_is_not_waited_for)
{
	ask_comes(SESSION, PEER_OPEN, 0);
	assert_answered_to(SESSION);
	machines_fall_silent();
	ask_comes(OTHER_SESSION, PEER_OPEN, 0);
	assert_answered_to(OTHER_SESSION);
}

TEST(a_question_of_the_same_number_by_another_first_node_is_a_question)
{
	const struct peer_ask ask = {.topic = PEER_OPEN, .number = 1};

	ask_numbered(SESSION, &ask);
	assert_answered_to(SESSION);
	peers_ignore();
	ask_numbered(OTHER_SESSION, &ask);
	assert_answered_to(OTHER_SESSION);
}

/* To this machine, as the first node, from the second one. */
static void answer_comes(uint32_t session, uint32_t number, uint32_t machine)
{
	const struct peer_answer answer = {.number = number, .machine = machine};
	struct net_frame frame = machines_frame(ANSWER, number, &answer, sizeof(answer));

	frame.from = 1;
	come_from(session, frame);
}

TEST(a_first_node_takes_the_machine_that_answers_first)
{
	const struct peer_ask ask = {.topic = PEER_OPEN, .number = 1};
	struct peer_ask asked;
	uint32_t session;

	machines_forget();
	assert_null(peers_open(&machines_run_as_first));
	session = machines_self().session;
	assert_int_not_equal(session, 0);
	peers_ask(1, &ask);
	assert_int_equal(machines_wire.out[0].session, session);
	answer_comes(session, 1, OTHER_MACHINE);
	assert_int_equal(peers_answer(1)->number, 1);
	answer_comes(session, 2, OTHER_MACHINE + 1);
	assert_int_equal(peers_answer(1)->number, 1);
	assert_int_equal(machines_self().foreign, 1);
	peers_ask(1, &ask);
	memcpy(&asked, machines_wire.out[1].data, sizeof(asked));
	assert_int_equal(asked.machine, OTHER_MACHINE);
	assert_null(peers_open(&machines_run_as_first));
	assert_int_equal(machines_self().session, session);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FREE(a_machine_is_of_the_session_that_takes_it_and_of_no_other),
		TAKEN(packets_of_another_session_reach_nobody_and_are_counted),
		FREE(who_was_not_taken_takes_no_packets),
		FREE(of_two_first_nodes_the_one_that_was_heard_first_is_answered),
		FREE(a_machine_whose_place_another_one_took_is_free_for_the_next),
		FREE(a_first_node_that_fell_silent_is_not_waited_for),
		FREE(a_question_of_the_same_number_by_another_first_node_is_a_question),
		FREE(a_first_node_takes_the_machine_that_answers_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
