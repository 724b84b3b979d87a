/* SPDX-License-Identifier: MIT */
/* What the tables of interaction networks hold: critical paths, states, and the check. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/flow_trace.h"
#include "tools/topic/flow/flow.h"
#include "tools/view/text.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define EVENT(t, k, s, o, ...) \
	{ \
		.time = t, .kind = FLOW_##k, .subtask = s, .other = o, __VA_ARGS__ \
	}

enum { CPU = 1, PORT, DISK, INGRES, FILES };

/* A thread that asks another one and waits, and an interaction of one thread. */
static const struct flow_event events[] = {
	EVENT(1000, ACTION, 1, 0, .thread = 1),
	EVENT(1100, BEGIN_USE, 1, 0, .thread = 1, .object = INGRES),
	EVENT(1200, SEND, 1, 2, .thread = 1, .object = PORT, .flags = FLOW_BLOCKED),
	EVENT(1400, RECEIVE, 2, 0, .thread = 2, .object = PORT),
	EVENT(1500, BEGIN_USE, 2, 0, .thread = 2, .object = FILES),
	EVENT(1950, END_USE, 2, 0, .thread = 2, .object = FILES),
	EVENT(1960, UNBLOCK, 2, 3, .thread = 2),
	EVENT(1970, UNBLOCKED, 1, 3, .thread = 1),
	EVENT(1980, FINISH, 2, 0, .thread = 2),
	EVENT(2100, END_USE, 1, 0, .thread = 1, .object = INGRES),
	EVENT(2200, FINISH, 1, 0, .thread = 1),
	EVENT(3000, ACTION, 4, 0, .thread = 1),
	EVENT(3100, START, 4, 0, .thread = 1, .object = CPU),
	EVENT(3300, FINISH, 4, 0, .thread = 1),
};

static struct flow_session session;
static struct tables tables;

static void begin(const struct flow_event *from, size_t count)
{
	flow_trace_session(from, count, &session);
	tables_init(&tables, "a test");
}

static void end(void)
{
	tables_free(&tables);
	flow_session_close(&session);
}

static const struct table *table_of(const char *name)
{
	const struct table *table = tables_find(&tables, name);

	assert_non_null(table);
	return table;
}

static double number_in(const char *name, size_t row, const char *column)
{
	const struct table *table = table_of(name);
	double value = -1;

	assert_true(cell_value(table, row, table_column(table, column), &value));
	return value;
}

static const char *text_in(const char *name, size_t row, const char *column)
{
	const struct table *table = table_of(name);
	const struct cell *cell = table_cell(table, row, table_column(table, column));

	assert_true(cell->has_value);
	return cell->text;
}

/* The table of all paths, and with them that of one. */
static void make_paths_and(size_t shown)
{
	struct flow_graph graph = {0};
	struct flow_path path = {0};
	struct flow_paths paths;

	flow_paths_begin(&paths, &tables, true);
	for (size_t i = 0; i < session.interactions.items.count; i++) {
		assert_true(flow_graph_make(&session.interactions,
					    &session.interactions.items.items[i], &graph));
		assert_true(flow_path_find(&graph, &path));
		flow_paths_add(&paths, &graph, &path, i, 100 * (i + 1));
		if (i == shown) {
			topic_flow_path(&tables, &session, &graph, &path, "", "path");
			topic_flow_near(&tables, &graph, &path, 5);
		}
	}
	flow_paths_end(&paths);
	flow_path_free(&path);
	flow_graph_free(&graph);
}

static void make_paths(void)
{
	make_paths_and(0);
}

/* ---- Paths ---- */

TEST(each_interaction_is_a_row_with_its_response_time)
{
	begin(events, COUNT(events));
	make_paths();
	assert_int_equal(table_of("paths")->row_count, 2);
	assert_true(number_in("paths", 0, "response") == 1200);
	assert_true(number_in("paths", 1, "interaction") == 2);
	assert_true(number_in("paths", 1, "response") == 300);
	assert_string_equal(table_of("paths")->note,
			    "2 interactions, 1500 ticks of response time in all, 300 if "
			    "shortened.");
	end();
}

TEST(arcs_of_a_critical_path_add_up_to_the_response_time)
{
	double sum = 0, share = 0;

	begin(events, COUNT(events));
	make_paths();
	for (size_t i = 0; i < table_of("path")->row_count; i++) {
		sum += number_in("path", i, "arc");
		share += number_in("path", i, "share");
	}
	assert_true(sum == 1200);
	assert_true(share > 0.999 && share < 1.001);
	assert_string_equal(text_in("path", 0, "kind"), "action");
	assert_string_equal(text_in("path", 3, "thread"), "b");
	assert_string_equal(text_in("path", 5, "in_use"), "ingres files");
	end();
}

/* The second interaction waits for the thread, the device and the CPU that the first one uses, and
 * then for the CPU that it uses itself. */
static const struct flow_event crossing[] = {
	EVENT(1000, ACTION, 1, 0, .thread = 2),
	EVENT(1010, START, 1, 0, .thread = 2, .object = CPU),
	EVENT(1100, ACTION, 4, 0),
	EVENT(1110, ENQUEUE, 4, 0, .object = PORT, .flags = FLOW_BLOCKED),
	EVENT(1200, SEND, 1, 2, .thread = 2, .object = PORT),
	EVENT(1210, RECEIVE, 2, 0, .thread = 1, .object = PORT),
	EVENT(1220, STOP, 1, 0, .thread = 2, .object = CPU),
	EVENT(1300, FINISH, 1, 0, .thread = 2),
	EVENT(1310, RECEIVE, 4, 0, .thread = 2, .object = PORT),
	EVENT(1315, READY, 4, 0, .thread = 2),
	EVENT(1320, START, 2, 0, .thread = 1, .object = CPU),
	EVENT(1330, DEVICE_START, 2, 0, .thread = 1, .object = DISK),
	EVENT(1340, STOP, 2, 0, .thread = 1, .object = CPU),
	EVENT(1350, START, 4, PORT, .thread = 2, .object = CPU),
	EVENT(1400, REQUEST, 4, 0, .thread = 2, .object = PORT, .flags = FLOW_BLOCKED),
	EVENT(1500, DEVICE_END, 2, 0, .thread = 1, .object = DISK),
	EVENT(1510, RESUME, 4, 0, .thread = 2, .object = DISK),
	EVENT(1520, FINISH, 2, 0, .thread = 1),
	EVENT(1530, CREATE, 4, 5, .thread = 2),
	EVENT(1540, READY, 5, 0, .thread = 3),
	EVENT(1550, STOP, 4, 0, .thread = 2, .object = CPU),
	EVENT(1560, FINISH, 4, 0, .thread = 2),
	EVENT(1570, START, 5, PORT, .thread = 3, .object = CPU),
	EVENT(1600, FINISH, 5, 0, .thread = 3),
};

TEST(a_wait_names_the_interactions_that_it_is_behind)
{
	static const char *const behind[] = {
		"-", "-", "1", "-", "1", "-", "1", "-", "-", "itself", "-",
	};

	begin(crossing, COUNT(crossing));
	make_paths_and(1);
	assert_int_equal(table_of("path")->row_count, COUNT(behind));
	for (size_t i = 0; i < COUNT(behind); i++)
		assert_string_equal(text_in("path", i, "behind"), behind[i]);
	assert_string_equal(table_of("path")->rows[2].remark, "It waited behind interaction 1.");
	assert_null(table_of("path")->rows[9].remark);
	end();
}

/* A path that nothing joins is said to be alone. */
TEST(without_near_critical_paths_the_tables_say_so)
{
	begin(events + 11, 3);
	make_paths();
	assert_int_equal(table_of("near")->row_count, 0);
	assert_string_equal(table_cell(table_of("alone"), 0, 1)->text,
			    "No other path joins the critical one.");
	end();
}

/* Two threads beside each other, of which one uses the disk for 800 ticks and the other Ingres for
 * 600 and the disk for 100, and their creator, who is alone for 20 before and 20 behind. */
static const struct flow_event beside[] = {
	EVENT(1000, ACTION, 1, 0, .thread = 1),
	EVENT(1010, CREATE, 1, 2, .thread = 1),
	EVENT(1020, CREATE, 1, 3, .thread = 1),
	EVENT(1020, DEVICE_START, 2, 0, .thread = 2, .object = DISK),
	EVENT(1020, BEGIN_USE, 3, 0, .thread = 3, .object = INGRES),
	EVENT(1030, WAIT, 1, 0, .thread = 1, .flags = FLOW_BLOCKED),
	EVENT(1620, END_USE, 3, 0, .thread = 3, .object = INGRES),
	EVENT(1620, DEVICE_START, 3, 0, .thread = 3, .object = DISK),
	EVENT(1720, DEVICE_END, 3, 0, .thread = 3, .object = DISK),
	EVENT(1720, EXIT, 3, 0, .thread = 3, .flags = FLOW_BLOCKED),
	EVENT(1820, DEVICE_END, 2, 0, .thread = 2, .object = DISK),
	EVENT(1820, EXIT, 2, 0, .thread = 2),
	EVENT(1820, THREAD_JOIN, 1, 2, .thread = 1),
	EVENT(1830, THREAD_JOIN, 1, 3, .thread = 1),
	EVENT(1840, FINISH, 1, 0, .thread = 1),
};

TEST(the_next_longest_path_is_compared_with_the_critical_one)
{
	struct flow_graph graph = {0};
	struct flow_path path = {0};
	struct flow_alike alike = {0};

	begin(beside, COUNT(beside));
	assert_true(flow_graph_make(&session.interactions, &session.interactions.items.items[0],
				    &graph));
	assert_true(flow_path_find(&graph, &path));
	flow_alike_add(&alike, &graph, &path);
	topic_flow_alike(&tables, &alike);
	assert_true(number_in("alike", 0, "interactions") == 1);
	assert_true(number_in("alike", 0, "length") == (840 - 110) / 840.0);
	assert_true(number_in("alike", 0, "shared") == (10 + 10) / 840.0);
	assert_true(number_in("alike", 0, "objects") == 100 / (800.0 + 600));
	assert_true(number_in("alike", 0, "most_used") == 100 / 800.0);
	flow_path_free(&path);
	flow_graph_free(&graph);
	end();
}

/* ---- States ---- */

TEST(combinations_share_out_the_response_times)
{
	const struct flow_states_request request = {0};
	double sum = 0;

	begin(events, COUNT(events));
	topic_flow_states(&tables, &session, &request);
	assert_true(number_in("states", 0, "time") == 1500);
	for (size_t i = 0; i < table_of("combinations")->row_count; i++)
		sum += number_in("combinations", i, "time");
	assert_true(sum == 1500);
	for (size_t i = 0; i < table_of("objects")->row_count; i++) {
		if (strcmp(text_in("objects", i, "state"), "files") == 0)
			assert_true(number_in("objects", i, "time") == 450);
	}
	end();
}

/* ---- Predictions ---- */

/* 800 ticks of a disk, 100 in a run queue, and 300 of other things. */
static const struct flow_event disk_of_800[] = {
	EVENT(1000, ACTION, 1, 0, .thread = 1),
	EVENT(1100, DEVICE_START, 1, 0, .thread = 1, .object = DISK),
	EVENT(1900, DEVICE_END, 1, 0, .thread = 1, .object = DISK),
	EVENT(2000, START, 1, PORT, .thread = 1, .object = CPU),
	EVENT(2200, FINISH, 1, 0, .thread = 1),
};

/* Begin with what is predicted with the disk at a half of its time: 800. Then it was so, but for a
 * while at each part. */
static void verify_half_a_disk(uint64_t more_at_disk, uint64_t more_in_queue)
{
	struct flow_event events_again[COUNT(disk_of_800)];
	struct flow_session again;
	struct flow_verify verify;

	memcpy(events_again, disk_of_800, sizeof(events_again));
	events_again[2].time -= 400 - more_at_disk;
	events_again[3].time -= 400 - more_at_disk - more_in_queue;
	events_again[4].time -= 400 - more_at_disk - more_in_queue;
	begin(disk_of_800, COUNT(disk_of_800));
	flow_trace_session(events_again, COUNT(events_again), &again);
	topic_flow_verify_begin(&verify, &tables, 50);
	topic_flow_verify_add(&verify, &session, 0, &again, "disk");
	assert_int_equal(table_of("verify")->row_count, 1);
	assert_true(number_in("verify", 0, "response") == 1200);
	assert_true(number_in("verify", 0, "predicted") == 800);
	assert_true(number_in("verify", 0, "measured") == 800 + more_at_disk + more_in_queue);
	assert_int_equal(verify.is_good,
			 strcmp(text_in("verify", 0, "verdict"), "FAILS") != 0);
	flow_session_close(&again);
}

TEST(a_prediction_holds_within_a_hundredth)
{
	verify_half_a_disk(8, 0);
	assert_string_equal(text_in("verify", 0, "verdict"), "holds");
	end();
	verify_half_a_disk(9, 0);
	assert_string_equal(text_in("verify", 0, "verdict"), "FAILS");
	end();
}

TEST(a_longer_wait_for_a_cpu_explains_why_a_prediction_is_off)
{
	verify_half_a_disk(0, 100);
	assert_string_equal(text_in("verify", 0, "verdict"), "explained");
	assert_non_null(strstr(table_of("verify")->rows[0].remark,
			       "Waits for a CPU took 200, not 100;"));
	end();
	verify_half_a_disk(9, 100);
	assert_string_equal(text_in("verify", 0, "verdict"), "FAILS");
	end();
}

/* usage: what the table says of OBJECT, where another object's time is the machine's own. */
static void verify_beside_a_real_disk(const char *object)
{
	struct flow_verify verify;

	begin(disk_of_800, COUNT(disk_of_800));
	for (size_t i = 0; i < session.log->objects.count; i++) {
		struct flow_named *named = &session.log->objects.items[i];

		named->device = strcmp(named->name, "disk") == 0 ? "virtio0" : NULL;
		named->is_real = named->device != NULL;
	}
	topic_flow_verify_begin(&verify, &tables, 50);
	topic_flow_verify_add(&verify, &session, 0, &session, object);
	assert_true(verify.is_good || strcmp(text_in("verify", 0, "verdict"), "FAILS") == 0);
}

TEST(a_real_device_is_not_verified_and_is_named)
{
	verify_beside_a_real_disk("disk");
	assert_string_equal(text_in("verify", 0, "verdict"), "skipped");
	assert_string_equal(table_of("verify")->rows[0].remark,
			    "'disk' is virtio0, a real device: its time can't be scaled.");
	end();
	verify_beside_a_real_disk("cpu");
	assert_string_not_equal(text_in("verify", 0, "verdict"), "skipped");
	end();
}

/* A wait in a queue, which is shorter than was predicted: nobody else was there, so it ought not to
 * be. */
TEST(a_shorter_wait_in_a_queue_explains_nothing_where_interactions_do_not_overlap)
{
	struct flow_event queued[] = {
		EVENT(1000, ACTION, 1, 0),
		EVENT(1010, ENQUEUE, 1, 0, .object = PORT, .flags = FLOW_BLOCKED),
		EVENT(1500, RECEIVE, 1, 0, .thread = 1, .object = PORT),
		EVENT(1600, DEVICE_START, 1, 0, .thread = 1, .object = DISK),
		EVENT(1800, DEVICE_END, 1, 0, .thread = 1, .object = DISK),
		EVENT(1900, FINISH, 1, 0, .thread = 1),
	};
	struct flow_session again;
	struct flow_verify verify;

	begin(queued, COUNT(queued));
	for (size_t i = 2; i < COUNT(queued); i++)
		queued[i].time -= i < 4 ? 200 : 300;
	flow_trace_session(queued, COUNT(queued), &again);
	topic_flow_verify_begin(&verify, &tables, 50);
	topic_flow_verify_add(&verify, &session, 0, &again, "disk");
	assert_true(number_in("verify", 0, "predicted") == 800);
	assert_true(number_in("verify", 0, "measured") == 600);
	assert_string_equal(text_in("verify", 0, "verdict"), "FAILS");
	flow_session_close(&again);
	end();
}

TEST(an_interaction_that_is_not_whole_verifies_nothing)
{
	struct flow_session again;
	struct flow_verify verify;

	begin(disk_of_800, COUNT(disk_of_800));
	flow_trace_session(disk_of_800, COUNT(disk_of_800) - 1, &again);
	topic_flow_verify_begin(&verify, &tables, 50);
	topic_flow_verify_add(&verify, &session, 0, &again, "disk");
	assert_string_equal(text_in("verify", 0, "verdict"), "FAILS");
	assert_false(verify.is_good);
	flow_session_close(&again);
	end();
}

/* ---- The check ---- */

TEST(a_whole_log_holds_in_every_line)
{
	begin(events, COUNT(events));
	session.log->end_status = "complete";
	assert_true(topic_flow_check(&tables, &session));
	assert_true(number_in("check", 0, "n") == 2);
	for (size_t i = 0; i < table_of("check")->row_count; i++)
		assert_string_equal(text_in("check", i, "verdict"), "holds");
	assert_int_equal(table_of("set-aside")->row_count, 0);
	end();
}

TEST(a_cpu_that_recorded_nothing_is_told_of)
{
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, events, COUNT(events), 0);
	flow_trace_close(&trace, 0, COUNT(events));
	flow_trace_close(&trace, 1, 0);
	flow_trace_open(&trace, &session);
	tables_init(&tables, "a test");
	session.log->end_status = "complete";
	assert_true(topic_flow_check(&tables, &session));
	assert_string_equal(table_of("check")->note, "CPUs that had no part in their run: 1.");
	end();
}

/* The second interaction has no end. */
TEST(an_interaction_that_is_set_aside_is_named_with_its_event)
{
	begin(events, COUNT(events) - 1);
	session.log->end_status = NULL;
	assert_false(topic_flow_check(&tables, &session));
	assert_string_equal(text_in("check", 0, "verdict"), "FAILS");
	assert_true(number_in("check", 0, "wrong") == 1);
	assert_true(number_in("set-aside", 0, "interaction") == 2);
	assert_string_equal(text_in("set-aside", 0, "subtask"), "0.4");
	assert_true(number_in("faults", 0, "interactions") == 1);
	assert_non_null(strstr(table_of("check")->rows[5].remark, "The log is cut: "));
	end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_interaction_is_a_row_with_its_response_time),
		cmocka_unit_test(arcs_of_a_critical_path_add_up_to_the_response_time),
		cmocka_unit_test(a_wait_names_the_interactions_that_it_is_behind),
		cmocka_unit_test(without_near_critical_paths_the_tables_say_so),
		cmocka_unit_test(a_prediction_holds_within_a_hundredth),
		cmocka_unit_test(a_longer_wait_for_a_cpu_explains_why_a_prediction_is_off),
		cmocka_unit_test(a_real_device_is_not_verified_and_is_named),
		cmocka_unit_test(
			a_shorter_wait_in_a_queue_explains_nothing_where_interactions_do_not_overlap),
		cmocka_unit_test(an_interaction_that_is_not_whole_verifies_nothing),
		cmocka_unit_test(the_next_longest_path_is_compared_with_the_critical_one),
		cmocka_unit_test(combinations_share_out_the_response_times),
		cmocka_unit_test(a_whole_log_holds_in_every_line),
		cmocka_unit_test(a_cpu_that_recorded_nothing_is_told_of),
		cmocka_unit_test(an_interaction_that_is_set_aside_is_named_with_its_event),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
