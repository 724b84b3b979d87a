/* SPDX-License-Identifier: MIT */
/* Packets, requests and reports between machines that are nodes. */
#include "tests/unit/kernel/flow/three_machines.h"

#include <string.h>

#include "lib/text/errno.h"

static void packet_comes(uint32_t act, uint32_t sequence, uint32_t word, uint8_t port)
{
	machines_come(machines_packet(act, sequence, word, port));
}

/* ---- Packets ---- */

TAKEN_TEST(packet_of_the_act_reaches_its_port)
{
	packet_comes(ACT, 1, 77, 2);
	assert_int_equal(machines_wire.arrived, 1);
	assert_int_equal(machines_wire.packet.port, 2);
	assert_int_equal(machines_wire.packet.word, 77);
	assert_int_equal(peers_packets_received(), 1);
}

TAKEN_TEST(packet_of_another_act_is_dropped)
{
	packet_comes(ACT - 1, 1, 77, 2);
	peers_begin(0);
	packet_comes(0, 2, 77, 2);
	assert_int_equal(machines_wire.arrived, 0);
	assert_int_equal(peers_packets_received(), 0);
}

TAKEN_TEST(packet_to_an_impossible_port_is_dropped)
{
	packet_comes(ACT, 1, 77, FLOW_OBJECTS_MAX);
	assert_int_equal(machines_wire.arrived, 0);
}

TAKEN_TEST(repeated_frame_is_used_once)
{
	packet_comes(ACT, 1, 77, 2);
	packet_comes(ACT, 1, 77, 2);
	assert_int_equal(machines_wire.arrived, 1);
}

TAKEN_TEST(frames_for_other_nodes_are_ignored)
{
	static const struct {uint8_t from, to, missing_bytes;} wrong[] = {
		{0, 2, 0}, {1, 1, 0}, {3, 1, 0}, {200, 1, 0}, {0, 1, 1},
	};
	const size_t count = sizeof(wrong) / sizeof(wrong[0]);

	for (size_t i = 0; i < count; i++) {
		struct net_frame frame = machines_packet(ACT, 1, 1, 2);

		frame.from = wrong[i].from;
		frame.to = wrong[i].to;
		frame.size = (uint8_t)(frame.size - wrong[i].missing_bytes);
		machines_come(frame);
	}
	assert_int_equal(machines_wire.taken, count);
	assert_int_equal(machines_wire.arrived, 0);
}

TAKEN_TEST(only_sent_packets_are_counted)
{
	const struct flow_packet packet = {.word = 5};

	assert_true(peers_send(0, &packet));
	machines_wire.is_full = true;
	assert_false(peers_send(0, &packet));
	assert_int_equal(peers_packets_sent(), 1);
	machines_wire.is_full = false;
	assert_true(peers_send(0, &packet));
	assert_int_equal(machines_wire.out[1].sequence, machines_wire.out[0].sequence + 1);
	assert_int_equal(machines_wire.out[1].from, 1);
}

/* ---- Requests ---- */

TAKEN_TEST(repeated_request_gets_the_same_reply_and_is_not_executed_again)
{
	const struct peer_request request = {
		.type = PEER_PROBE, .number = machines_request_number(), .act = ACT,
	};

	packet_comes(ACT, 1, 77, 2);
	machines_come(machines_frame(REQUEST, 2, &request, sizeof(request)));
	assert_false(peers_has_replied());
	assert_int_equal(machines_wire.sent, 0);
	peers_reply(-EBUSY);
	assert_true(peers_has_replied());
	assert_int_equal(machines_last_reply()->status, -EBUSY);
	assert_int_equal(machines_last_reply()->packets_received, 1);
	machines_come(machines_frame(REQUEST, 3, &request, sizeof(request)));
	assert_true(peers_has_replied());
	assert_int_equal(machines_wire.sent, 2);
	assert_int_equal(machines_last_reply()->number, request.number);
}

TAKEN_TEST(only_node_0_may_send_requests)
{
	const struct peer_request request = {.type = PEER_END, .number = 99};
	struct net_frame frame = machines_frame(REQUEST, 1, &request, sizeof(request));

	frame.from = 2;
	machines_come(frame);
	assert_true(peers_has_replied());
}

/* ---- Reports ---- */

TAKEN_TEST(lost_frames_are_counted)
{
	packet_comes(ACT, 5, 77, 2);            /* the first frame: none before it can be lost */
	packet_comes(ACT, 9, 77, 2);
	packet_comes(ACT, 1, 77, 2);            /* the sender restarted */
	packet_comes(ACT, 2, 77, 2);
	peers_report(6);
	assert_non_null(strstr(machines_wire.line,
			       "run=6 node=1 other=0 link=serial sent=0 received=4 lost=3 "
			       "damaged_bytes=3 session=77 foreign=0"));
}

TAKEN_TEST(missing_hardware_is_reported)
{
	machines_wire.missing = "there is no line";
	assert_string_equal(peers_open(&machines_run, machines_receive), "there is no line");
	peers_begin(0);
	peers_poll();
	peers_report(6);
	assert_string_equal(machines_wire.line, "");
}
