/* SPDX-License-Identifier: MIT */
/* Streams between nodes: writes are split into packets, and reads are assembled from parts. */
#include "tests/unit/unit.h"

#include "kernel/flow/link.h"
#include "kernel/flow/port.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/sched.h"
#include "kernel/machine/cpu.h"
#include "tests/unit/kernel/flow/two_nodes.h"

/* Number of a node's events of a kind. */
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

RESET_TEST(partial_read_leaves_the_rest_as_a_separate_sub_task)
{
	uint32_t written;

	begin_here();
	flow_stream_write(STREAM + 1, 300);
	written = nodes_last_event(0)->subtask;
	flow_stream_read(STREAM + 1, 200);
	assert_int_equal(nodes_last_event(0)->kind, FLOW_ENQUEUE);
	assert_int_equal(nodes_last_event(0)->flags, FLOW_BLOCKED);
	assert_int_equal(nodes_last_event(0)[-1].kind, FLOW_SPLIT);
	assert_int_equal(nodes_last_event(0)[-1].other, nodes_last_event(0)->subtask);
	assert_int_equal(nodes_last_event(0)[-2].kind, FLOW_RECEIVE_JOIN);
	assert_int_equal(nodes_last_event(0)[-2].other, written);
	flow_stream_read(STREAM + 1, 100);
	assert_int_equal(nodes_last_event(0)->kind, FLOW_RECEIVE_JOIN);
	assert_int_equal(nodes_last_event(0)->other, flow_subtask(0, 3));
	assert_int_equal(count_of(0, FLOW_SPLIT), 1);
	assert_int_equal(flow_thread_current()->wanted, 0);
}

RESET_TEST(read_merges_the_data_of_several_writes)
{
	begin_here();
	for (unsigned i = 0; i < 3; i++)
		flow_stream_write(STREAM + 1, 100);
	flow_stream_read(STREAM + 1, 250);
	assert_int_equal(count_of(0, FLOW_RECEIVE_JOIN), 3);
	assert_int_equal(count_of(0, FLOW_SPLIT), 1);
	assert_int_equal(flow_thread_current()->word, 250);
}

RESET_TEST(reader_waits_until_all_data_arrived)
{
	begin_here();
	flow_stream_read(STREAM + 1, 250);      /* its sleep returns at once in this test */
	assert_int_equal(nodes_last_event(0)->kind, FLOW_WAIT);
	for (unsigned i = 0; i < 2; i++) {
		flow_stream_write(STREAM + 1, 100);
		assert_null(nodes_machine.woken);
		assert_int_equal(nodes_last_event(0)->kind, FLOW_WAIT);
		assert_int_equal(nodes_last_event(0)->flags, FLOW_BLOCKED);
	}
	flow_stream_write(STREAM + 1, 100);
	assert_ptr_equal(nodes_machine.woken, flow_thread_current());
	assert_int_equal(count_of(0, FLOW_RECEIVE_JOIN), 3);
	assert_int_equal(nodes_last_event(0)->kind, FLOW_ENQUEUE);    /* 50 bytes */
	flow_stream_read(STREAM + 1, 50);
	assert_int_equal(count_of(0, FLOW_RECEIVE_JOIN), 4);
}

RESET_TEST(write_to_another_node_is_split_into_packets)
{
	begin_here();
	flow_link_write(FAR_STREAM, 2 * FLOW_SEGMENT_BYTES + 1);
	assert_int_equal(count_of(0, FLOW_SEND), 3);
	for (unsigned i = 0; i < 3; i++)
		flow_resource_devices.serve();
	nodes_receive_on(1);
	flow_stream_read(STREAM + 1, 2 * FLOW_SEGMENT_BYTES);
	assert_int_equal(count_of(1, FLOW_RECEIVE), 1);
	assert_int_equal(count_of(1, FLOW_RECEIVE_JOIN), 1);
	assert_int_equal(count_of(1, FLOW_SPLIT), 0);
	flow_stream_read(STREAM + 1, 1);
	assert_int_equal(count_of(1, FLOW_RECEIVE_JOIN), 2);
}

RESET_TEST(random_reads_and_writes_leave_no_sub_task)
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
