/* SPDX-License-Identifier: MIT */
/* Datagrams between nodes: the packet ring, the link, forwarding, and injected clock errors. */
#include "tests/unit/unit.h"

#include "kernel/flow/link.h"
#include "kernel/flow/packet.h"
#include "kernel/flow/peers.h"
#include "kernel/flow/clock_skew.h"
#include "kernel/flow/port.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/scale.h"
#include "kernel/flow/sched.h"
#include "tests/unit/kernel/flow/two_nodes.h"

/* A thread of this node sends a word, and the link completes it. */
static void send_word(uint32_t word)
{
	flow_link_send(flow_link_route(FAR), word);
	flow_resource_devices.serve();
}

/* ---- The ring ---- */

RESET_TEST(packets_arrive_in_order_when_the_ring_wraps)
{
	struct flow_packets ring = {0};
	struct flow_packet packet;

	for (uint32_t i = 0; i < 5 * FLOW_PACKETS_MAX; i += 3) {
		for (uint32_t k = i; k < i + 3; k++)
			assert_true(flow_packet_put(&ring, &(struct flow_packet){.word = k}));
		for (uint32_t k = i; k < i + 3; k++) {
			assert_true(flow_packet_take(&ring, &packet));
			assert_int_equal(packet.word, k);
		}
		assert_true(flow_packets_are_none(&ring));
		assert_false(flow_packet_take(&ring, &packet));
	}
}

RESET_TEST(packet_counts_may_wrap)
{
	struct flow_packets ring = {.put = UINT32_MAX - 1, .taken = UINT32_MAX - 1};
	struct flow_packet packet;

	for (uint32_t i = 0; i < FLOW_PACKETS_MAX; i++)
		assert_true(flow_packet_put(&ring, &(struct flow_packet){.word = i}));
	assert_false(flow_packet_put(&ring, &(struct flow_packet){.word = 99}));
	for (uint32_t i = 0; i < FLOW_PACKETS_MAX; i++) {
		assert_true(flow_packet_take(&ring, &packet));
		assert_int_equal(packet.word, i);
	}
	assert_true(flow_packets_are_none(&ring));
}

RESET_TEST(full_ring_rejects_a_packet_and_loses_none)
{
	struct flow_packets ring = {0};
	struct flow_packet packet;

	for (uint32_t i = 0; i < FLOW_PACKETS_MAX; i++)
		assert_true(flow_packet_put(&ring, &(struct flow_packet){.word = i}));
	assert_false(flow_packet_put(&ring, &(struct flow_packet){.word = 99}));
	assert_true(flow_packet_take(&ring, &packet));
	assert_int_equal(packet.word, 0);
	assert_true(flow_packet_put(&ring, &(struct flow_packet){.word = 99}));
}

/* ---- Datagrams ---- */

RESET_TEST(datagram_continues_its_sub_task_on_the_other_node)
{
	struct flow_thread *sender = flow_thread_current();

	assert_int_equal(flow_task_begin(&sender->task), 0);
	send_word(7);
	assert_int_equal(nodes_machine.rung, 1);
	assert_false(flow_links.are_empty());
	assert_int_equal(nodes_last_event(0)->kind, FLOW_DEVICE_END);
	assert_int_equal(nodes_last_event(0)->object, LINK + 1);
	nodes_receive_on(1);
	assert_true(flow_links.are_empty());
	assert_int_equal(nodes_last_event(1)->kind, FLOW_ENQUEUE);
	assert_int_equal(nodes_last_event(1)->object, HERE + 1);
	assert_int_equal(nodes_last_event(1)->node, 1);
	assert_int_equal(nodes_last_event(1)->subtask, nodes_last_event(0)->subtask);
	assert_int_equal(nodes_last_event(1)->subtask >> FLOW_SEQUENCE_BITS, 0);
	assert_int_equal(flow_port_receive(HERE + 1), 7);
	assert_int_equal(nodes_last_event(1)->kind, FLOW_RECEIVE);
	assert_int_equal(flow_thread_current()->task.number, nodes_last_event(0)->subtask);
}

RESET_TEST(answer_is_joined_by_the_requester)
{
	struct flow_thread *asks = flow_thread_current();
	uint32_t source;

	assert_int_equal(flow_task_begin(&asks->task), 0);
	source = asks->task.number;
	send_word(7);
	flow_port_receive(HERE + 1);    /* its sleep returns at once in this test */
	nodes_receive_on(1);
	flow_port_receive(HERE + 1);
	send_word(8);
	assert_int_equal(nodes_last_event(1)->subtask, flow_subtask(1, 1));
	nodes_receive_on(0);
	assert_ptr_equal(nodes_machine.woken, asks);
	assert_int_equal(asks->word, 8);
	assert_int_equal(nodes_last_event(0)->kind, FLOW_RECEIVE_JOIN);
	assert_int_equal(nodes_last_event(0)->subtask, source);
	assert_int_equal(nodes_last_event(0)->other, flow_subtask(1, 1));
}

RESET_TEST(interaction_lasts_until_no_node_works_for_it)
{
	struct flow_thread *asks = flow_thread_current();

	assert_int_equal(flow_task_begin(&asks->task), 0);
	send_word(7);
	flow_task_finish(FLOW_FINISH, &asks->task);
	assert_int_equal(flow_task_unfinished(), 0);    /* the rest is in transit */
	assert_false(flow_links.are_empty());
	nodes_receive_on(1);
	assert_int_equal(flow_task_unfinished(), 1);
	flow_port_receive(HERE + 1);
	flow_task_finish(FLOW_FINISH, &flow_thread_current()->task);
	assert_int_equal(flow_task_unfinished(), 0);
	assert_int_equal(flow_task_last_response_ticks(),
			 nodes_last_event(1)->time - flow_recorder.rings[0].first->time);
}

RESET_TEST(packet_without_room_in_the_ring_is_discarded)
{
	assert_int_equal(flow_task_begin(&flow_thread_current()->task), 0);
	for (unsigned i = 0; i < FLOW_PACKETS_MAX; i++)
		send_word(1 + i);
	assert_int_equal(nodes_last_event(0)->kind, FLOW_DEVICE_END);
	send_word(99);
	assert_int_equal(nodes_last_event(0)->kind, FLOW_DISCARD);
	assert_int_equal(nodes_machine.rung, FLOW_PACKETS_MAX);
	nodes_receive_on(1);
	for (unsigned i = 0; i < FLOW_PACKETS_MAX; i++)
		assert_int_equal(flow_port_receive(HERE + 1), 1 + i);
}

RESET_TEST(packet_without_room_at_the_receiver_is_discarded)
{
	assert_int_equal(flow_task_begin(&flow_thread_current()->task), 0);
	for (unsigned i = 0; i < FLOW_MESSAGES_MAX; i++) {
		nodes_be_on(0);
		send_word(1);
		nodes_receive_on(1);
		assert_int_equal(nodes_last_event(1)->kind, FLOW_ENQUEUE);
	}
	nodes_be_on(0);
	send_word(1);
	nodes_receive_on(1);
	assert_int_equal(nodes_last_event(1)->kind, FLOW_DISCARD);
	assert_int_equal(nodes_last_event(1)->subtask, flow_subtask(0, FLOW_MESSAGES_MAX + 2));
	assert_int_equal(nodes_machine.error, 0);
}

RESET_TEST(queued_packets_are_sent_in_order)
{
	assert_int_equal(flow_task_begin(&flow_thread_current()->task), 0);
	flow_link_send(flow_link_route(FAR), 1);
	flow_link_send(flow_link_route(FAR), 2);
	assert_int_equal(nodes_last_event(0)->kind, FLOW_REQUEST);
	assert_int_equal(nodes_last_event(0)->flags, FLOW_BLOCKED);
	assert_int_equal(nodes_machine.rung, 0);
	assert_true(flow_resource_devices.is_busy(0));
	assert_false(flow_resource_devices.is_busy(1));
	flow_resource_devices.serve();
	flow_resource_devices.serve();
	assert_int_equal(nodes_machine.rung, 2);
	assert_false(flow_resource_devices.is_busy(0));
	nodes_receive_on(1);
	assert_int_equal(flow_port_receive(HERE + 1), 1);
	assert_int_equal(flow_port_receive(HERE + 1), 2);
}

RESET_TEST(scaled_time_on_one_node_counts_on_another)
{
	assert_int_equal(flow_task_begin(&flow_thread_current()->task), 0);
	flow_thread_current()->task.in_use = 1ull << (MODULE + 1);
	assert_int_equal(flow_scaled(&flow_thread_current()->task, 100, 0), 50);
	send_word(7);
	nodes_receive_on(1);
	flow_port_receive(HERE + 1);
	assert_int_equal(flow_scaled(&flow_thread_current()->task, 100, 0), 50);
	send_word(8);
	nodes_receive_on(0);
	flow_thread_current()->task.in_use = 0;
	assert_int_equal(flow_scaled(&flow_thread_current()->task, 100, 0), 100);
}

RESET_TEST(equal_object_numbers_on_two_nodes_are_different_objects)
{
	nodes_be_on(1);
	assert_int_equal(flow_task_begin(&flow_thread_current()->task), 0);
	flow_thread_current()->task.in_use = 1ull << (MODULE + 1);
	assert_int_equal(flow_scaled(&flow_thread_current()->task, 100, 0), 100);
}

/* ---- Forwarding ---- */

RESET_TEST(packet_is_forwarded_with_its_sub_task_and_no_thread_receives_it)
{
	uint32_t subtask;

	assert_int_equal(flow_task_begin(&flow_thread_current()->task), 0);
	flow_link_send(flow_link_route(THROUGH), 7);
	flow_resource_devices.serve();
	subtask = nodes_last_event(0)->subtask;
	nodes_receive_on(1);
	assert_int_equal(nodes_last_event(1)->kind, FLOW_DEVICE_START);
	assert_int_equal(nodes_last_event(1)->subtask, subtask);
	assert_int_equal(nodes_last_event(1)[-1].kind, FLOW_REQUEST);
	assert_int_equal(nodes_last_event(1)[-1].object, LINK_QUEUE + 1);
	assert_int_equal(flow_task_unfinished(), 2);
	flow_resource_devices.serve();
	assert_int_equal(nodes_last_event(1)->kind, FLOW_DEVICE_END);
	nodes_receive_on(0);
	assert_int_equal(nodes_last_event(0)->kind, FLOW_ENQUEUE);
	assert_int_equal(nodes_last_event(0)->object, HERE + 1);
	assert_int_equal(nodes_last_event(0)->subtask, subtask);
	assert_int_equal(flow_port_receive(HERE + 1), 7);
	assert_int_equal(flow_task_unfinished(), 1);
	assert_null(nodes_machine.woken);
}

RESET_TEST(packet_without_room_to_forward_is_discarded)
{
	const struct flow_packet packet = {.subtask = 9, .source = 9, .port = FAR};

	for (unsigned i = 0; i < 32; i++)
		assert_int_equal(flow_link_arrive(&packet), 0);
	assert_int_equal(nodes_last_event(0)->kind, FLOW_REQUEST);
	assert_int_equal(flow_link_arrive(&packet), 0);
	assert_int_equal(nodes_last_event(0)->kind, FLOW_DISCARD);
}

/* ---- Nodes that are machines ---- */

static void use_two_machines(void)
{
	struct flow_run apart = nodes_run;

	apart.carrier = FLOW_BY_SERIAL;
	flow_links_begin(&apart);
	assert_int_equal(flow_task_begin(&flow_thread_current()->task), 0);
}

RESET_TEST(datagram_to_another_machine_is_sent_by_the_carrier)
{
	use_two_machines();
	send_word(7);
	assert_int_equal(nodes_machine.carried, 1);
	assert_int_equal(nodes_machine.carried_to, 1);
	assert_int_equal(nodes_machine.packet.word, 7);
	assert_int_equal(nodes_machine.packet.port, HERE);
	assert_int_equal(nodes_machine.packet.subtask, nodes_last_event(0)->subtask);
	assert_int_equal(nodes_machine.packet.source, flow_thread_current()->task.number);
	assert_int_equal(nodes_machine.rung, 0);
	assert_true(flow_links.are_empty());
	assert_int_equal(nodes_last_event(0)->kind, FLOW_DEVICE_END);
}

RESET_TEST(packet_without_room_in_the_carrier_is_discarded)
{
	use_two_machines();
	nodes_machine.line_is_full = true;
	send_word(7);
	assert_int_equal(nodes_last_event(0)->kind, FLOW_DISCARD);
	assert_int_equal(nodes_machine.carried, 0);
}

RESET_TEST(carrier_adds_no_simulated_transmission_time)
{
	use_two_machines();
	flow_link_send(&(struct flow_route){
		.port = FAR, .link = LINK, .node = 1, .their_port = HERE, .packet_us = UINT32_MAX,
	}, 7);
	flow_resource_devices.serve();
	assert_int_equal(nodes_machine.carried, 1);
}

RESET_TEST(port_of_this_node_needs_no_link)
{
	assert_null(flow_link_route(HERE));
}

/* ---- Clocks ---- */

RESET_TEST(injected_clock_error_is_an_offset_plus_a_drift)
{
	const struct clock_skew skew = {.offset_ns = -30000000};

	assert_int_equal(clock_skew_ticks(&skew, 3000000000), -90000000);
	assert_int_equal(clock_skew_time(5000, 0, 0), 5000);
	assert_int_equal(clock_skew_time(5000000, -30, 100000), 5000000 - 30 + 500);
	assert_int_equal(clock_skew_time(5000000, 30, -100000), 5000000 + 30 - 500);
	assert_int_equal(clock_skew_time(1ull << 60, 0, 1000), (1ull << 60) + 1152921504606);
}
