/* SPDX-License-Identifier: MIT */
/* Messages between nodes: the ring that packets go through, the link that sends them, and what is
 * planted in clocks. Two nodes of one CPU each, of which the test says which one it is, with threads
 * that only pretend to run. */
#include "tests/unit/unit.h"

#include <asm/prctl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/cpu/cpu.h"
#include "kernel/dev/tsc.h"
#include "kernel/flow/link.h"
#include "kernel/flow/packet.h"
#include "kernel/flow/peers.h"
#include "kernel/flow/planted.h"
#include "kernel/flow/port.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/scale.h"
#include "kernel/flow/sched.h"
#include "lib/text/errno.h"

#define EVENTS 400
#define NODES 2

enum {HERE, FAR, THROUGH, STREAM, FAR_STREAM, LINK, LINK_QUEUE, MODULE, OBJECTS};

static const struct flow_object_plan objects[OBJECTS] = {
	[HERE] = {FLOW_PORT, "here"}, [FAR] = {FLOW_PORT, "far"},
	[THROUGH] = {FLOW_PORT, "through"}, [STREAM] = {FLOW_STREAM, "stream"},
	[FAR_STREAM] = {FLOW_STREAM, "far_stream"},
	[LINK] = {FLOW_DEVICE, "link"}, [LINK_QUEUE] = {FLOW_QUEUE, "link_queue"},
	[MODULE] = {FLOW_SOFTWARE, "module"},
};

/* What is sent to FAR goes to HERE of the other node. THROUGH leads there by way of the other node's
 * FAR, and so back to this one. */
static const struct flow_route routes[NODES][3] = {
	{{.port = FAR, .link = LINK, .node = 1, .their_port = HERE},
	 {.port = THROUGH, .link = LINK, .node = 1, .their_port = FAR},
	 {.port = FAR_STREAM, .link = LINK, .node = 1, .their_port = STREAM}},
	{{.port = FAR, .link = LINK, .node = 0, .their_port = HERE},
	 {.port = THROUGH, .link = LINK, .node = 0, .their_port = FAR},
	 {.port = FAR_STREAM, .link = LINK, .node = 0, .their_port = STREAM}},
};

#define SCRIPT_WITH(routes_) \
	{.objects = objects, .object_count = OBJECTS, .routes = (routes_), .route_count = 3}
static const struct flow_script scripts[NODES] = {
	SCRIPT_WITH(routes[0]), SCRIPT_WITH(routes[1]),
};

static struct {
	struct cpu cpu;
	struct flow_event events[NODES][EVENTS + 1];
	struct flow_thread threads[NODES];
	unsigned here, rung;
	int error;
	struct flow_thread *woken;
	bool line_is_full;
	unsigned lined;                 /* packets to another machine, the last one to: */
	unsigned lined_to;
	struct flow_packet packet;
} machine;

struct flow_thread *flow_thread_current(void)
{
	return &machine.threads[machine.here];
}

void flow_thread_sleep(void)
{
}

void flow_thread_wake(struct flow_thread *thread)
{
	machine.woken = thread;
}

void flow_thread_take_on(struct flow_thread *thread)
{
	(void)thread;
}

void flow_thread_arm(void)
{
}

void flow_node_ring(unsigned node, unsigned turn)
{
	(void)turn;
	assert_int_not_equal(node, machine.here);
	machine.rung++;
}

bool peers_send(unsigned node, const struct flow_packet *packet)
{
	if (machine.line_is_full)
		return false;
	machine.lined++;
	machine.lined_to = node;
	machine.packet = *packet;
	return true;
}

uint64_t tsc_hz(void)
{
	return 1000000000;
}

void flow_note(int error)
{
	machine.error = error;
}

static void be_on(unsigned node)
{
	machine.here = node;
	machine.cpu.flow_ring = &flow_recorder.rings[node];
}

/* A module of the first node's takes half its time. */
static const struct flow_run run = {
	.script = &scripts[0], .further_nodes = 1, .further = {&scripts[1]},
	.scale_count = 1, .scales = {{.objects = {1 << MODULE}, .percent = 50}},
};

static int reset(void **state)
{
	(void)state;
	memset(&machine, 0, sizeof(machine));
	memset(&flow_recorder, 0, sizeof(flow_recorder));
	machine.cpu.self = &machine.cpu;
	assert_int_equal(syscall(SYS_arch_prctl, ARCH_SET_GS, &machine.cpu), 0);
	for (unsigned node = 0; node < NODES; node++) {
		flow_ring_open(&flow_recorder.rings[node], machine.events[node], EVENTS, 0);
		flow_recorder.rings[node].node = (uint8_t)node;
		machine.threads[node].task.thread = 1;
	}
	flow_recorder.is_on = true;
	be_on(0);
	flow_task_reset();
	flow_ports_begin(NODES);
	flow_resources_begin(&run);
	flow_links_begin(&run);
	flow_scales_begin(&run);
	return 0;
}

/* The last event of a node. */
static const struct flow_event *last_event(unsigned node)
{
	assert_true(flow_recorder.rings[node].next > flow_recorder.rings[node].first);
	return flow_recorder.rings[node].next - 1;
}

/* Let a thread of this node send a word, and the link be done with it. */
static void send_word(uint32_t word)
{
	flow_link_send(flow_link_route(FAR), word);
	flow_resource_devices.serve();
}

static void receive_on(unsigned node)
{
	be_on(node);
	flow_links_take();
}

/* ---- The ring ---- */

TEST(packets_come_in_the_order_of_sending_however_often_the_ring_goes_round)
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

TEST(counts_of_packets_may_wrap)
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

TEST(a_full_ring_takes_no_packet_and_loses_none)
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

TEST(a_datagram_brings_its_sub_task_to_the_other_node)
{
	struct flow_thread *sender = flow_thread_current();

	assert_int_equal(flow_task_begin(&sender->task), 0);
	send_word(7);
	assert_int_equal(machine.rung, 1);
	assert_false(flow_links_are_empty());
	assert_int_equal(last_event(0)->kind, FLOW_DEVICE_END);
	assert_int_equal(last_event(0)->object, LINK + 1);
	receive_on(1);
	assert_true(flow_links_are_empty());
	assert_int_equal(last_event(1)->kind, FLOW_ENQUEUE);
	assert_int_equal(last_event(1)->object, HERE + 1);
	assert_int_equal(last_event(1)->node, 1);
	assert_int_equal(last_event(1)->subtask, last_event(0)->subtask);
	assert_int_equal(last_event(1)->subtask >> FLOW_SEQUENCE_BITS, 0);
	assert_int_equal(flow_port_receive(HERE + 1), 7);
	assert_int_equal(last_event(1)->kind, FLOW_RECEIVE);
	assert_int_equal(flow_thread_current()->task.number, last_event(0)->subtask);
}

TEST(an_answer_is_joined_by_who_asked)
{
	struct flow_thread *asks = flow_thread_current();
	uint32_t source;

	assert_int_equal(flow_task_begin(&asks->task), 0);
	source = asks->task.number;
	send_word(7);
	flow_port_receive(HERE + 1);    /* its sleep returns at once here */
	receive_on(1);
	flow_port_receive(HERE + 1);
	send_word(8);
	assert_int_equal(last_event(1)->subtask, flow_subtask(1, 1));
	receive_on(0);
	assert_ptr_equal(machine.woken, asks);
	assert_int_equal(asks->word, 8);
	assert_int_equal(last_event(0)->kind, FLOW_RECEIVE_JOIN);
	assert_int_equal(last_event(0)->subtask, source);
	assert_int_equal(last_event(0)->other, flow_subtask(1, 1));
}

TEST(an_interaction_lasts_until_no_node_works_for_it)
{
	struct flow_thread *asks = flow_thread_current();

	assert_int_equal(flow_task_begin(&asks->task), 0);
	send_word(7);
	flow_task_finish(FLOW_FINISH, &asks->task);
	assert_int_equal(flow_task_unfinished(), 0);    /* all that is left of it is on its way */
	assert_false(flow_links_are_empty());
	receive_on(1);
	assert_int_equal(flow_task_unfinished(), 1);
	flow_port_receive(HERE + 1);
	flow_task_finish(FLOW_FINISH, &flow_thread_current()->task);
	assert_int_equal(flow_task_unfinished(), 0);
	assert_int_equal(flow_task_last_response_ticks(),
			 last_event(1)->time - flow_recorder.rings[0].first->time);
}

TEST(what_the_ring_has_no_room_for_is_discarded)
{
	assert_int_equal(flow_task_begin(&flow_thread_current()->task), 0);
	for (unsigned i = 0; i < FLOW_PACKETS_MAX; i++)
		send_word(1 + i);
	assert_int_equal(last_event(0)->kind, FLOW_DEVICE_END);
	send_word(99);
	assert_int_equal(last_event(0)->kind, FLOW_DISCARD);
	assert_int_equal(machine.rung, FLOW_PACKETS_MAX);
	receive_on(1);
	for (unsigned i = 0; i < FLOW_PACKETS_MAX; i++)
		assert_int_equal(flow_port_receive(HERE + 1), 1 + i);
}

TEST(what_the_receiver_has_no_room_for_is_discarded)
{
	assert_int_equal(flow_task_begin(&flow_thread_current()->task), 0);
	for (unsigned i = 0; i < FLOW_MESSAGES_MAX; i++) {
		be_on(0);
		send_word(1);
		receive_on(1);
		assert_int_equal(last_event(1)->kind, FLOW_ENQUEUE);
	}
	be_on(0);
	send_word(1);
	receive_on(1);
	assert_int_equal(last_event(1)->kind, FLOW_DISCARD);
	assert_int_equal(last_event(1)->subtask, flow_subtask(0, FLOW_MESSAGES_MAX + 2));
	assert_int_equal(machine.error, 0);
}

TEST(what_waits_for_the_link_is_sent_in_its_turn)
{
	assert_int_equal(flow_task_begin(&flow_thread_current()->task), 0);
	flow_link_send(flow_link_route(FAR), 1);
	flow_link_send(flow_link_route(FAR), 2);
	assert_int_equal(last_event(0)->kind, FLOW_REQUEST);
	assert_int_equal(last_event(0)->flags, FLOW_BLOCKED);
	assert_int_equal(machine.rung, 0);
	assert_true(flow_resource_devices.is_busy(0));
	assert_false(flow_resource_devices.is_busy(1));
	flow_resource_devices.serve();
	flow_resource_devices.serve();
	assert_int_equal(machine.rung, 2);
	assert_false(flow_resource_devices.is_busy(0));
	receive_on(1);
	assert_int_equal(flow_port_receive(HERE + 1), 1);
	assert_int_equal(flow_port_receive(HERE + 1), 2);
}

TEST(what_a_sub_task_used_on_one_node_is_scaled_on_another)
{
	assert_int_equal(flow_task_begin(&flow_thread_current()->task), 0);
	flow_thread_current()->task.in_use = 1ull << (MODULE + 1);
	assert_int_equal(flow_scaled(&flow_thread_current()->task, 100, 0), 50);
	send_word(7);
	receive_on(1);
	flow_port_receive(HERE + 1);
	assert_int_equal(flow_scaled(&flow_thread_current()->task, 100, 0), 50);
	send_word(8);
	receive_on(0);
	flow_thread_current()->task.in_use = 0;
	assert_int_equal(flow_scaled(&flow_thread_current()->task, 100, 0), 100);
}

TEST(an_object_of_that_number_on_another_node_is_another_one)
{
	be_on(1);
	assert_int_equal(flow_task_begin(&flow_thread_current()->task), 0);
	flow_thread_current()->task.in_use = 1ull << (MODULE + 1);
	assert_int_equal(flow_scaled(&flow_thread_current()->task, 100, 0), 100);
}

/* ---- Forwarding ---- */

TEST(a_packet_is_forwarded_with_its_sub_task_and_no_thread_sees_it)
{
	uint32_t subtask;

	assert_int_equal(flow_task_begin(&flow_thread_current()->task), 0);
	flow_link_send(flow_link_route(THROUGH), 7);
	flow_resource_devices.serve();
	subtask = last_event(0)->subtask;
	receive_on(1);
	assert_int_equal(last_event(1)->kind, FLOW_DEVICE_START);
	assert_int_equal(last_event(1)->subtask, subtask);
	assert_int_equal(last_event(1)[-1].kind, FLOW_REQUEST);
	assert_int_equal(last_event(1)[-1].object, LINK_QUEUE + 1);
	assert_int_equal(flow_task_unfinished(), 2);
	flow_resource_devices.serve();
	assert_int_equal(last_event(1)->kind, FLOW_DEVICE_END);
	receive_on(0);
	assert_int_equal(last_event(0)->kind, FLOW_ENQUEUE);
	assert_int_equal(last_event(0)->object, HERE + 1);
	assert_int_equal(last_event(0)->subtask, subtask);
	assert_int_equal(flow_port_receive(HERE + 1), 7);
	assert_int_equal(flow_task_unfinished(), 1);
	assert_null(machine.woken);
}

TEST(what_there_is_no_room_to_forward_is_discarded)
{
	const struct flow_packet packet = {.subtask = 9, .source = 9, .port = FAR};

	for (unsigned i = 0; i < 32; i++)
		assert_int_equal(flow_link_arrive(&packet), 0);
	assert_int_equal(last_event(0)->kind, FLOW_REQUEST);
	assert_int_equal(flow_link_arrive(&packet), 0);
	assert_int_equal(last_event(0)->kind, FLOW_DISCARD);
}

/* ---- Streams ---- */

/* How many events of a kind a node has. */
static unsigned count_of(unsigned node, enum flow_kind kind)
{
	const struct flow_ring *ring = &flow_recorder.rings[node];
	unsigned count = 0;

	for (const struct flow_event *event = ring->first; event < ring->next; event++)
		count += event->kind == kind;
	return count;
}

static void begin_here(void)
{
	assert_int_equal(flow_task_begin(&flow_thread_current()->task), 0);
}

TEST(a_read_of_a_part_leaves_the_rest_as_a_sub_task_of_its_own)
{
	uint32_t written;

	begin_here();
	flow_stream_write(STREAM + 1, 300);
	written = last_event(0)->subtask;
	flow_stream_read(STREAM + 1, 200);
	assert_int_equal(last_event(0)->kind, FLOW_ENQUEUE);
	assert_int_equal(last_event(0)->flags, FLOW_BLOCKED);
	assert_int_equal(last_event(0)[-1].kind, FLOW_SPLIT);
	assert_int_equal(last_event(0)[-1].other, last_event(0)->subtask);
	assert_int_equal(last_event(0)[-2].kind, FLOW_RECEIVE_JOIN);
	assert_int_equal(last_event(0)[-2].other, written);
	flow_stream_read(STREAM + 1, 100);
	assert_int_equal(last_event(0)->kind, FLOW_RECEIVE_JOIN);
	assert_int_equal(last_event(0)->other, flow_subtask(0, 3));
	assert_int_equal(count_of(0, FLOW_SPLIT), 1);
	assert_int_equal(flow_thread_current()->wanted, 0);
}

TEST(a_read_merges_what_several_writes_wrote)
{
	begin_here();
	for (unsigned i = 0; i < 3; i++)
		flow_stream_write(STREAM + 1, 100);
	flow_stream_read(STREAM + 1, 250);
	assert_int_equal(count_of(0, FLOW_RECEIVE_JOIN), 3);
	assert_int_equal(count_of(0, FLOW_SPLIT), 1);
	assert_int_equal(flow_thread_current()->word, 250);
}

TEST(who_reads_waits_until_all_has_come)
{
	begin_here();
	flow_stream_read(STREAM + 1, 250);      /* its sleep returns at once here */
	assert_int_equal(last_event(0)->kind, FLOW_WAIT);
	for (unsigned i = 0; i < 2; i++) {
		flow_stream_write(STREAM + 1, 100);
		assert_null(machine.woken);
		assert_int_equal(last_event(0)->kind, FLOW_WAIT);
		assert_int_equal(last_event(0)->flags, FLOW_BLOCKED);
	}
	flow_stream_write(STREAM + 1, 100);
	assert_ptr_equal(machine.woken, flow_thread_current());
	assert_int_equal(count_of(0, FLOW_RECEIVE_JOIN), 3);
	assert_int_equal(last_event(0)->kind, FLOW_ENQUEUE);    /* 50 bytes */
	flow_stream_read(STREAM + 1, 50);
	assert_int_equal(count_of(0, FLOW_RECEIVE_JOIN), 4);
}

TEST(a_write_to_another_node_is_split_into_packets)
{
	begin_here();
	flow_link_write(FAR_STREAM, 2 * FLOW_SEGMENT_BYTES + 1);
	assert_int_equal(count_of(0, FLOW_SEND), 3);
	for (unsigned i = 0; i < 3; i++)
		flow_resource_devices.serve();
	receive_on(1);
	flow_stream_read(STREAM + 1, 2 * FLOW_SEGMENT_BYTES);
	assert_int_equal(count_of(1, FLOW_RECEIVE), 1);
	assert_int_equal(count_of(1, FLOW_RECEIVE_JOIN), 1);
	assert_int_equal(count_of(1, FLOW_SPLIT), 0);
	flow_stream_read(STREAM + 1, 1);
	assert_int_equal(count_of(1, FLOW_RECEIVE_JOIN), 2);
}

TEST(whatever_is_written_and_read_no_sub_task_is_left)
{
	uint32_t written = 0, read = 0;

	begin_here();
	for (uint32_t i = 1; i < 40; i++) {
		flow_link_write(STREAM, i * 37 % 61 + 1);
		written += i * 37 % 61 + 1;
		if (i % 3 == 0) {
			flow_stream_read(STREAM + 1, (written - read) * 2 / 3);
			read += (written - read) * 2 / 3;
		}
	}
	flow_stream_read(STREAM + 1, written - read);
	assert_int_equal(count_of(0, FLOW_SEND) + count_of(0, FLOW_SPLIT),
			 count_of(0, FLOW_RECEIVE_JOIN));
	assert_int_equal(flow_task_unfinished(), 1);
	flow_task_finish(FLOW_FINISH, &flow_thread_current()->task);
	assert_int_equal(flow_task_unfinished(), 0);
}

/* ---- Nodes that are machines ---- */

static void be_apart(void)
{
	struct flow_run apart = run;

	apart.carrier = FLOW_BY_SERIAL;
	flow_links_begin(&apart);
	assert_int_equal(flow_task_begin(&flow_thread_current()->task), 0);
}

TEST(a_datagram_to_another_machine_goes_by_the_line)
{
	be_apart();
	send_word(7);
	assert_int_equal(machine.lined, 1);
	assert_int_equal(machine.lined_to, 1);
	assert_int_equal(machine.packet.word, 7);
	assert_int_equal(machine.packet.port, HERE);
	assert_int_equal(machine.packet.subtask, last_event(0)->subtask);
	assert_int_equal(machine.packet.source, flow_thread_current()->task.number);
	assert_int_equal(machine.rung, 0);
	assert_true(flow_links_are_empty());
	assert_int_equal(last_event(0)->kind, FLOW_DEVICE_END);
}

TEST(what_a_line_has_no_room_for_is_discarded)
{
	be_apart();
	machine.line_is_full = true;
	send_word(7);
	assert_int_equal(last_event(0)->kind, FLOW_DISCARD);
	assert_int_equal(machine.lined, 0);
}

TEST(a_line_takes_its_own_time_only)
{
	be_apart();
	flow_link_send(&(struct flow_route){
		.port = FAR, .link = LINK, .node = 1, .their_port = HERE, .packet_us = UINT32_MAX,
	}, 7);
	flow_resource_devices.serve();
	assert_int_equal(machine.lined, 1);
}

TEST(a_port_of_this_node_needs_no_link)
{
	assert_null(flow_link_route(HERE));
}

/* ---- Clocks ---- */

TEST(a_planted_clock_is_ahead_by_an_offset_and_a_drift)
{
	const struct flow_planted planted = {.offset_ns = -30000000};

	assert_int_equal(flow_planted_ticks(&planted, 3000000000), -90000000);
	assert_int_equal(flow_planted_time(5000, 0, 0), 5000);
	assert_int_equal(flow_planted_time(5000000, -30, 100000), 5000000 - 30 + 500);
	assert_int_equal(flow_planted_time(5000000, 30, -100000), 5000000 + 30 - 500);
	assert_int_equal(flow_planted_time(1ull << 60, 0, 1000), (1ull << 60) + 1152921504606);
}

#define RESET(name) cmocka_unit_test_setup(name, reset)

int main(void)
{
	const struct CMUnitTest tests[] = {
		RESET(packets_come_in_the_order_of_sending_however_often_the_ring_goes_round),
		RESET(counts_of_packets_may_wrap),
		RESET(a_full_ring_takes_no_packet_and_loses_none),
		RESET(a_datagram_brings_its_sub_task_to_the_other_node),
		RESET(an_answer_is_joined_by_who_asked),
		RESET(an_interaction_lasts_until_no_node_works_for_it),
		RESET(what_the_ring_has_no_room_for_is_discarded),
		RESET(what_the_receiver_has_no_room_for_is_discarded),
		RESET(what_waits_for_the_link_is_sent_in_its_turn),
		RESET(what_a_sub_task_used_on_one_node_is_scaled_on_another),
		RESET(an_object_of_that_number_on_another_node_is_another_one),
		RESET(a_port_of_this_node_needs_no_link),
		RESET(a_packet_is_forwarded_with_its_sub_task_and_no_thread_sees_it),
		RESET(what_there_is_no_room_to_forward_is_discarded),
		RESET(a_read_of_a_part_leaves_the_rest_as_a_sub_task_of_its_own),
		RESET(a_read_merges_what_several_writes_wrote),
		RESET(who_reads_waits_until_all_has_come),
		RESET(a_write_to_another_node_is_split_into_packets),
		RESET(whatever_is_written_and_read_no_sub_task_is_left),
		RESET(a_datagram_to_another_machine_goes_by_the_line),
		RESET(what_a_line_has_no_room_for_is_discarded),
		RESET(a_line_takes_its_own_time_only),
		RESET(a_planted_clock_is_ahead_by_an_offset_and_a_drift),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
