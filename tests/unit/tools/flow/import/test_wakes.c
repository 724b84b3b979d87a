/* SPDX-License-Identifier: MIT */
/* Import of wake-ups, waits, requests and packets, and of bad traces. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/tools/flow/import/imported.h"

/* ---- Wake-ups ---- */

/* Lines of trace-cmd on one CPU, where one thread follows the other. */
#define SWITCH(time, from, state, to) \
	" x-1 [000] " time ": sched_switch: " from " [120] " state " ==> " to " [120]\n"
#define MARK(time, thread, text) " " thread " [000] " time ": print: " text "\n"
#define WAKE(time, by, whom) " " by " [000] " time ": sched_waking: " whom " [120] CPU:000\n"
#define WAKE_BY_INTERRUPT(time, by, whom) \
	" " by " [000] d.h1. " time ": sched_waking: " whom " [120] CPU:000\n"

TEST(server_sub_task_ends_at_a_wake_by_another_task_and_not_by_its_own)
{
	/* Thread a asks the server. The server asks the base, waits, answers and sleeps. Thread b
	 * asks it too. */
	static const char text[] =
		SWITCH("1.0", "s:0", "R", "a:1")
		MARK("1.001", "a-1", "begin a")
		WAKE("1.002", "a-1", "server:5")
		SWITCH("1.003", "a:1", "S", "server:5")
		WAKE("1.004", "server-5", "base:6")
		SWITCH("1.005", "server:5", "S", "base:6")
		WAKE("1.008", "base-6", "server:5")
		SWITCH("1.009", "base:6", "S", "server:5")
		WAKE("1.010", "server-5", "a:1")
		SWITCH("1.011", "server:5", "S", "a:1")
		MARK("1.012", "a-1", "end a")
		SWITCH("1.013", "a:1", "S", "b:2")
		MARK("1.014", "b-2", "begin b")
		WAKE("1.015", "b-2", "server:5")
		SWITCH("1.016", "b:2", "S", "server:5")
		WAKE("1.017", "server-5", "b:2")
		SWITCH("1.018", "server:5", "S", "b:2")
		MARK("1.019", "b-2", "end b")
		SWITCH("1.020", "b:2", "S", "s:0");
	struct imported imported;

	import_text(&imported, TRACE_FTRACE, text);
	assert_int_equal(imported.result.interactions, 2);
	assert_int_equal(imported.session.interactions.items.count, 2);
	find_path(&imported, 0);
	assert_int_equal(path_ms(&imported, "base-6"), 4);
	assert_int_equal(path_ms(&imported, "server-5"), 4);
	find_path(&imported, 1);
	assert_int_equal(count_kind(&imported, FLOW_RECEIVE), 3);
	assert_int_equal(count_kind(&imported, FLOW_RECEIVE_JOIN), 3);
	assert_int_equal(count_kind(&imported, FLOW_FINISH), 5);
	assert_int_equal(imported.result.counts.unended, 0);
	imported_free(&imported);
}

TEST(wait_ended_by_an_interrupt_is_on_the_path)
{
	static const char text[] =
		SWITCH("1.0", "s:0", "R", "a:1")
		MARK("1.001", "a-1", "begin")
		SWITCH("1.002", "a:1", "S", "c:9")
		WAKE_BY_INTERRUPT("1.032", "c-9", "a:1")
		SWITCH("1.033", "c:9", "R", "a:1")
		MARK("1.034", "a-1", "end");
	struct imported imported;

	import_text(&imported, TRACE_FTRACE, text);
	find_path(&imported, 0);
	assert_int_equal(path_ms(&imported, "a-1"), 33);
	assert_string_equal(object_of(&imported, FLOW_RESUME), "interrupt");
	imported_free(&imported);
}

TEST(holder_of_an_awaited_lock_is_named)
{
	static const char text[] =
		SWITCH("1.0", "s:0", "R", "a:1")
		MARK("1.001", "a-1", "begin")
		SWITCH("1.002", "a:1", "D", "keeper:7")
		WAKE("1.022", "keeper-7", "a:1")
		SWITCH("1.023", "keeper:7", "S", "a:1")
		MARK("1.024", "a-1", "end");
	struct imported imported;

	import_text(&imported, TRACE_FTRACE, text);
	find_path(&imported, 0);
	assert_string_equal(object_of(&imported, FLOW_RESUME), "keeper-7");
	imported_free(&imported);
}

TEST(disk_request_belongs_to_the_thread_that_made_it)
{
	static const char text[] =
		SWITCH("1.0", "s:0", "R", "a:1")
		MARK("1.001", "a-1", "begin")
		" a-1 [000] 1.002: block_rq_issue: 254,16 R 4096 () 2048 + 8 [a]\n"
		SWITCH("1.003", "a:1", "D", "s:0")
		" <idle>-0 [000] d.h1. 1.013: block_rq_complete: 254,16 R () 2048 + 8 [0]\n"
		" <idle>-0 [000] d.h1. 1.013: sched_waking: a:1 [120] CPU:000\n"
		SWITCH("1.013", "s:0", "R", "a:1")
		MARK("1.014", "a-1", "end");
	struct imported imported;

	import_text(&imported, TRACE_FTRACE, text);
	find_path(&imported, 0);
	assert_string_equal(object_of(&imported, FLOW_REQUEST), "queue 254,16");
	assert_string_equal(object_of(&imported, FLOW_DEVICE_END), "disk 254,16");
	assert_string_equal(object_of(&imported, FLOW_RESUME), "disk 254,16");
	assert_int_equal(imported.result.counts.unmatched, 0);
	imported_free(&imported);
}

TEST(requests_for_one_sector_of_two_disks_are_apart)
{
	static const char text[] =
		SWITCH("1.0", "s:0", "R", "a:1")
		MARK("1.001", "a-1", "begin")
		" a-1 [000] 1.002: block_rq_issue: 254,16 R 4096 () 2048 + 8 [a]\n"
		SWITCH("1.003", "a:1", "D", "b:2")
		" b-2 [000] 1.004: block_rq_issue: 254,0 R 4096 () 2048 + 8 [b]\n"
		SWITCH("1.005", "b:2", "D", "s:0")
		" <idle>-0 [000] d.h1. 1.010: block_rq_complete: 254,16 R () 2048 + 8 [0]\n"
		" <idle>-0 [000] d.h1. 1.010: sched_waking: a:1 [120] CPU:000\n"
		SWITCH("1.010", "s:0", "R", "a:1")
		" a-1 [000] d.h1. 1.012: block_rq_complete: 254,0 R () 2048 + 8 [0]\n"
		MARK("1.014", "a-1", "end");
	struct imported imported;

	import_text(&imported, TRACE_FTRACE, text);
	find_path(&imported, 0);
	assert_string_equal(object_of(&imported, FLOW_DEVICE_END), "disk 254,16");
	assert_string_equal(object_of(&imported, FLOW_RESUME), "disk 254,16");
	assert_int_equal(imported.result.counts.unmatched, 0);
	imported_free(&imported);
}

static const struct packet_form {
	const char *name, *address;
} packet_forms[] = {
	{"perf", "0xffff8880"},
	{"tracefs", "00000000b8f6c123"},
};

/* The first packet has no address. */
static void loopback_packet_is_a_message_of_its_sender(void **state)
{
	static const char format[] =
		SWITCH("1.0", "s:0", "R", "a:1")
		MARK("1.001", "a-1", "begin")
		" a-1 [000] ..... 1.002: net_dev_queue: dev=lo skbaddr=00000000 len=4\n"
		" a-1 [000] ..... 1.002: net_dev_queue: dev=lo skbaddr=%s len=4\n"
		" a-1 [000] ..s1. 1.002: netif_receive_skb: dev=lo skbaddr=%s len=4\n"
		" a-1 [000] ..s1. 1.003: sched_waking: server:5 [120] CPU:000\n"
		SWITCH("1.004", "a:1", "S", "server:5")
		SWITCH("1.008", "server:5", "S", "s:0");
	const struct packet_form *form = *state;
	struct imported imported;
	char text[1000];

	snprintf(text, sizeof(text), format, form->address, form->address);
	import_text(&imported, TRACE_FTRACE, text);
	find_path(&imported, 0);
	assert_int_equal(imported.trace.counts.incomplete, 1);
	assert_int_equal(count_kind(&imported, FLOW_SEND), 1);
	assert_int_equal(path_ms(&imported, "server-5"), 5);
	imported_free(&imported);
}
TEST_CASES(loopback_packet_is_a_message_of_its_sender, packet_forms);

/* ---- A program ---- */

TEST(interaction_of_a_program_is_from_its_exec_to_its_end)
{
	/* The parent, 1, makes the program, 2. It makes a worker, 3, awaits it, and leaves another
	 * process, 4, behind. It executes itself again. Its end wakes the parent, which is no part
	 * of the interaction. */
	static const char text[] =
		SWITCH("1.0", "s:0", "R", "p:1")
		" p-1 [000] 1.001: sched_process_fork: comm=p pid=1 child_comm=p child_pid=2\n"
		SWITCH("1.002", "p:1", "S", "p:2")
		" p-2 [000] 1.010: sched_process_exec: filename=/bin/make pid=2 old_pid=2\n"
		" make-2 [000] 1.011: sched_process_fork: comm=m pid=2 child_comm=m child_pid=3\n"
		" make-2 [000] 1.012: sched_process_fork: comm=m pid=2 child_comm=m child_pid=4\n"
		SWITCH("1.013", "make:2", "S", "make:3")
		" make-3 [000] 1.014: sched_process_exec: filename=/bin/cc pid=3 old_pid=3\n"
		" cc-3 [000] 1.034: sched_process_exit: comm=cc pid=3\n"
		WAKE("1.035", "cc-3", "make:2")
		SWITCH("1.036", "cc:3", "Z", "daemon:4")
		SWITCH("1.037", "daemon:4", "S", "make:2")
		" make-2 [000] 1.038: sched_process_exec: filename=/bin/make pid=2 old_pid=2\n"
		" make-2 [000] 1.040: sched_process_exit: comm=make pid=2\n"
		WAKE("1.041", "make-2", "p:1")
		SWITCH("1.042", "make:2", "Z", "p:1")
		WAKE_BY_INTERRUPT("1.043", "p-1", "daemon:4")
		SWITCH("1.052", "p:1", "S", "daemon:4")
		SWITCH("1.062", "daemon:4", "X", "s:0");
	const struct import_rule rule = {.begin = IMPORT_EXEC, .pid = 2, .text = ""};
	struct imported imported;

	import_size(&imported, TRACE_FTRACE, text, strlen(text), &rule);
	assert_int_equal(imported.result.interactions, 1);
	assert_int_equal(imported.result.counts.unended, 0);
	find_path(&imported, 0);
	assert_int_equal(flow_graph_response(&imported.graph) / MS, 32);
	assert_int_equal(path_ms(&imported, "cc-3"), 24);
	assert_int_equal(path_ms(&imported, "p-1"), 0);
	assert_int_equal(count_kind(&imported, FLOW_FINISH), 3);
	imported_free(&imported);
}

TEST(thread_woken_before_it_sleeps_does_not_wait)
{
	static const char text[] =
		SWITCH("1.0", "s:0", "R", "a:1")
		MARK("1.001", "a-1", "begin")
		" x-3 [001] 1.001: sched_process_fork: comm=x pid=3 child_comm=y child_pid=4\n"
		" a-1 [000] 1.002: sched_process_fork: comm=a pid=1 child_comm=k child_pid=2\n"
		" s-0 [001] 1.003: sched_switch: x:3 [120] S ==> k:2 [120]\n"
		" k-2 [001] 1.004: sched_waking: a:1 [120] CPU:000\n"
		SWITCH("1.005", "a:1", "S", "s:0")
		SWITCH("1.006", "s:0", "R", "a:1")
		" k-2 [001] 1.006: sched_switch: k:2 [120] X ==> s:0 [120]\n"
		MARK("1.009", "a-1", "end");
	struct imported imported;

	import_text(&imported, TRACE_FTRACE, text);
	find_path(&imported, 0);
	assert_int_equal(path_ms(&imported, "a-1"), 8);
	imported_free(&imported);
}

TEST(request_that_ends_while_its_thread_never_wakes_is_in_the_interaction)
{
	static const char text[] =
		SWITCH("1.0", "s:0", "R", "a:1")
		MARK("1.001", "a-1", "begin")
		" a-1 [000] 1.002: block_rq_issue: 254,16 R 4096 () 2048 + 8 [a]\n"
		SWITCH("1.003", "a:1", "S", "s:0")
		" <idle>-0 [000] d.h1. 1.013: block_rq_complete: 254,16 R () 2048 + 8 [0]\n";
	struct imported imported;

	import_text(&imported, TRACE_FTRACE, text);
	find_path(&imported, 0);
	assert_int_equal(path_ms(&imported, "a-1"), 12);
	imported_free(&imported);
}

/* ---- Where interactions begin ---- */

TEST(interactions_begin_at_accept_or_by_thread_name_or_number)
{
	static const char calls[] =
		SWITCH("1.0", "s:0", "R", "a:1")
		" a-1 [000] ..... 1.001: sys_accept4(fd: 3, upeer_sockaddr: 0)\n"
		" a-1 [000] ..... 1.002: sys_accept4 -> 0x5\n"
		" a-1 [000] ..... 1.012: sys_accept4(fd: 3, upeer_sockaddr: 0)\n"
		" a-1 [000] ..... 1.013: sys_accept4 -> 0xfffffffffffffff5\n";
	static const char life[] =
		SWITCH("1.0", "s:0", "R", "ls:7")
		SWITCH("1.005", "ls:7", "X", "s:0");
	const struct import_rule accept = {.begin = IMPORT_ACCEPT};
	const struct import_rule comm = {.begin = IMPORT_COMM, .text = "ls"};
	const struct import_rule pid = {.begin = IMPORT_PID, .pid = 7};
	struct imported imported;

	import_size(&imported, TRACE_FTRACE, calls, strlen(calls), &accept);
	assert_int_equal(imported.result.interactions, 1);
	find_path(&imported, 0);
	assert_int_equal(path_ms(&imported, "a-1"), 10);
	imported_free(&imported);
	import_size(&imported, TRACE_FTRACE, life, strlen(life), &comm);
	find_path(&imported, 0);
	assert_int_equal(path_ms(&imported, "ls-7"), 5);
	imported_free(&imported);
	import_size(&imported, TRACE_FTRACE, life, strlen(life), &pid);
	find_path(&imported, 0);
	assert_int_equal(path_ms(&imported, "ls-7"), 5);
	imported_free(&imported);
}

/* ---- Bad traces ---- */

TEST(lost_events_are_counted_and_concurrent_interactions_rejected)
{
	static const char text[] =
		SWITCH("1.0", "s:0", "R", "a:1")
		MARK("1.001", "a-1", "begin")
		"CPU:0 [LOST 31 EVENTS]\n"
		MARK("1.004", "a-1", "end")
		MARK("1.005", "a-1", "begin")
		MARK("1.006", "a-1", "end");
	struct imported imported;

	import_text(&imported, TRACE_FTRACE, text);
	assert_int_equal(imported.trace.counts.lost, 31);
	assert_int_equal(imported.session.interactions.items.count, 2);
	assert_int_equal(imported.session.interactions.items.items[0].fault, FLOW_FAULT_CUT);
	find_path(&imported, 1);
	imported_free(&imported);
}

TEST(lines_out_of_order_are_sorted_and_their_interaction_is_rejected)
{
	static const char text[] =
		MARK("1.009", "a-1", "end")
		SWITCH("1.0", "s:0", "R", "a:1")
		MARK("1.001", "a-1", "begin");
	struct imported imported;

	import_text(&imported, TRACE_FTRACE, text);
	assert_int_equal(imported.trace.counts.back, 1);
	assert_int_equal(imported.session.interactions.items.count, 1);
	assert_int_equal(imported.session.interactions.items.items[0].end, 1009 * MS);
	assert_int_equal(imported.session.interactions.items.items[0].fault, FLOW_FAULT_CUT);
	imported_free(&imported);
}

TEST(running_thread_with_a_missing_switch_event_stops_waiting)
{
	static const char text[] =
		SWITCH("1.0", "s:0", "R", "a:1")
		MARK("1.001", "a-1", "begin")
		SWITCH("1.002", "a:1", "S", "s:0")
		" a-1 [001] 1.007: sched_waking: server:5 [120] CPU:000\n"
		SWITCH("1.008", "s:0", "R", "server:5")
		MARK("1.009", "server-5", "end")
		" a-1 [001] 1.010: print: end\n";
	struct imported imported;

	import_text(&imported, TRACE_FTRACE, text);
	find_path(&imported, 0);
	assert_int_equal(count_kind(&imported, FLOW_RESUME), 1);
	assert_int_equal(path_ms(&imported, "a-1"), 9);
	imported_free(&imported);
}

TEST(foreign_text_is_counted_and_skipped)
{
	struct imported imported;

	import_text(&imported, TRACE_FTRACE, "hello\n\n# a comment\n[000] 1.0: x: y\na-1 [999] "
					     "1.0: x: y\n");
	assert_int_equal(imported.trace.counts.foreign, 2);
	assert_int_equal(imported.trace.counts.others, 1);
	assert_int_equal(imported.result.interactions, 0);
	imported_free(&imported);
}
