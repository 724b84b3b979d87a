/* SPDX-License-Identifier: MIT */
/* Contents of the tables of critical paths. */
#include "tests/unit/tools/topic/flow/traced.h"

/* The table of all paths, with the table of one path. */
static void make_paths_and(size_t shown)
{
	struct flow_graph graph = {0};
	struct flow_path path = {0};
	struct flow_paths paths;

	flow_paths_begin(&paths, &traced_tables, true);
	for (size_t i = 0; i < traced_session.interactions.items.count; i++) {
		assert_true(flow_graph_make(&traced_session.interactions,
					    &traced_session.interactions.items.items[i], &graph));
		assert_true(flow_path_find(&graph, &path));
		flow_paths_add(&paths, &graph, &path, i, 100 * (i + 1));
		if (i == shown) {
			topic_flow_path(&traced_tables, &traced_session, &graph, &path, "", "path");
			topic_flow_near(&traced_tables, &graph, &path, 5);
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

TEST(each_interaction_has_a_row_with_its_response_time)
{
	traced_begin(traced_events, TRACED_EVENTS);
	make_paths();
	assert_int_equal(traced_table("paths")->row_count, 2);
	assert_true(traced_number("paths", 0, "response") == 1200);
	assert_true(traced_number("paths", 1, "interaction") == 2);
	assert_true(traced_number("paths", 1, "response") == 300);
	assert_string_equal(traced_table("paths")->note,
			    "2 interactions, 1500 ticks of response time in total, 300 if "
			    "shortened.");
	traced_end();
}

TEST(arcs_of_a_critical_path_add_up_to_the_response_time)
{
	double sum = 0, share = 0;

	traced_begin(traced_events, TRACED_EVENTS);
	make_paths();
	for (size_t i = 0; i < traced_table("path")->row_count; i++) {
		sum += traced_number("path", i, "arc");
		share += traced_number("path", i, "share");
	}
	assert_true(sum == 1200);
	assert_true(share > 0.999 && share < 1.001);
	assert_string_equal(traced_text("path", 0, "kind"), "action");
	assert_string_equal(traced_text("path", 3, "thread"), "b");
	assert_string_equal(traced_text("path", 5, "in_use"), "ingres files");
	traced_end();
}

/* The second interaction waits for the thread, the device and the CPU that the first one uses. Then
 * it waits for the CPU that it uses itself. */
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

TEST(wait_names_the_interactions_that_blocked_it)
{
	static const char *const behind[] = {
		"-", "-", "1", "-", "1", "-", "1", "-", "-", "itself", "-",
	};

	traced_begin(crossing, COUNT(crossing));
	make_paths_and(1);
	assert_int_equal(traced_table("path")->row_count, COUNT(behind));
	for (size_t i = 0; i < COUNT(behind); i++)
		assert_string_equal(traced_text("path", i, "behind"), behind[i]);
	assert_string_equal(traced_table("path")->rows[2].remark,
			    "It waited behind interaction 1.");
	assert_null(traced_table("path")->rows[9].remark);
	traced_end();
}

/* make-70 works 100, creates cc-71 and waits. That waits 20 for a CPU, works 280, asks cc-72 and
 * waits for it, and uses a disk for 50. cc-72 works 200 without a CPU in the trace. */
static const struct flow_event compiling[] = {
	EVENT(1000, ACTION, 1, 0, .thread = 1),
	EVENT(1000, START, 1, 0, .thread = 1, .object = CPU),
	EVENT(1100, CREATE, 1, 2, .thread = 1),
	EVENT(1100, STOP, 1, 0, .thread = 1, .object = CPU),
	EVENT(1100, WAIT, 1, 0, .thread = 1, .flags = FLOW_BLOCKED),
	EVENT(1100, READY, 2, 0, .thread = 2, .object = PORT),
	EVENT(1120, START, 2, PORT, .thread = 2, .object = CPU),
	EVENT(1400, SEND, 2, 3, .thread = 2),
	EVENT(1400, STOP, 2, 0, .thread = 2, .object = CPU),
	EVENT(1400, WAIT, 2, 0, .thread = 2, .flags = FLOW_BLOCKED),
	EVENT(1400, RECEIVE, 3, 0, .thread = 3),
	EVENT(1600, SEND, 3, 4, .thread = 3),
	EVENT(1600, FINISH, 3, 0, .thread = 3),
	EVENT(1600, RECEIVE_JOIN, 2, 4, .thread = 2),
	EVENT(1600, DEVICE_START, 2, 0, .thread = 2, .object = DISK),
	EVENT(1650, DEVICE_END, 2, 0, .thread = 2, .object = DISK),
	EVENT(1650, SEND, 2, 5, .thread = 2),
	EVENT(1650, FINISH, 2, 0, .thread = 2),
	EVENT(1650, RECEIVE_JOIN, 1, 5, .thread = 1),
	EVENT(1650, START, 1, 0, .thread = 1, .object = CPU),
	EVENT(1750, FINISH, 1, 0, .thread = 1),
};

static void assert_program(size_t row, const char *name, double threads, double time, double cpu,
			   double ready, double waiting)
{
	assert_string_equal(traced_text("programs", row, "program"), name);
	assert_true(traced_number("programs", row, "threads") == threads);
	assert_true(traced_number("programs", row, "time") == time);
	assert_true(traced_number("programs", row, "cpu") == cpu / 750);
	assert_true(traced_number("programs", row, "ready") == ready / 750);
	assert_true(traced_number("programs", row, "waiting") == waiting / 750);
}

TEST(critical_path_is_summed_by_program)
{
	static const char *const names[] = {"make-70", "cc-71", "cc-72"};
	struct flow_tree tree;
	const uint8_t picked = 1;

	traced_begin(compiling, COUNT(compiling));
	for (size_t i = 0; i < COUNT(names); i++)
		traced_session.log->threads.items[i].name = names[i];
	traced_session.log->objects.items[PORT - 1].name = "run_queue";
	flow_tree_begin(&tree);
	flow_tree_add(&tree, &traced_session, &picked);
	topic_flow_programs(&traced_tables, &tree, traced_session.log);
	assert_int_equal(traced_table("programs")->row_count, 2);
	assert_program(0, "cc", 2, 550, 280, 20, 250);
	assert_program(1, "make", 1, 200, 200, 0, 0);
	flow_tree_free(&tree);
	traced_end();
}

/* The table states that a path without a join has no other path. */
TEST(tables_report_that_there_is_no_near_critical_path)
{
	traced_begin(traced_events + TRACED_FIRST_EVENTS, TRACED_EVENTS - TRACED_FIRST_EVENTS);
	make_paths();
	assert_int_equal(traced_table("near")->row_count, 0);
	assert_string_equal(table_cell(traced_table("alone"), 0, 1)->text,
			    "No other path joins the critical path.");
	traced_end();
}

/* Two parallel threads. One uses the disk for 800 ticks; the other uses Ingres for 600 and the disk
 * for 100. Their creator runs alone for 20 ticks before and 20 after. */
static const struct flow_event parallel[] = {
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

TEST(next_longest_path_is_compared_with_the_critical_path)
{
	struct flow_graph graph = {0};
	struct flow_path path = {0};
	struct flow_similarity alike = {0};

	traced_begin(parallel, COUNT(parallel));
	assert_true(flow_graph_make(&traced_session.interactions,
				    &traced_session.interactions.items.items[0], &graph));
	assert_true(flow_path_find(&graph, &path));
	flow_similarity_add(&alike, &graph, &path);
	topic_flow_similarity(&traced_tables, &alike);
	assert_true(traced_number("similarity", 0, "interactions") == 1);
	assert_true(traced_number("similarity", 0, "length") == (840 - 110) / 840.0);
	assert_true(traced_number("similarity", 0, "shared") == (10 + 10) / 840.0);
	assert_true(traced_number("similarity", 0, "objects") == 100 / (800.0 + 600));
	assert_true(traced_number("similarity", 0, "most_used") == 100 / 800.0);
	flow_path_free(&path);
	flow_graph_free(&graph);
	traced_end();
}
