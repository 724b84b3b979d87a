/* SPDX-License-Identifier: MIT */
/* Critical paths as a tree of threads, each below the thread that woke it, and the objects in
 * use. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/flow_fixture.h"
#include "tools/base/file.h"
#include "tools/flow/tree/tree.h"

static void assert_folded(const struct flow_event *events, size_t count, const char *expected)
{
	struct fixture fixture;
	struct flow_tree tree;
	const uint8_t picked = 1;
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);
	uint64_t *totals;

	fixture_open(&fixture, events, count);
	flow_tree_begin(&tree);
	flow_tree_add(&tree, &fixture.session, &picked);
	flow_tree_write_folded(&tree, file);
	file_end_memory(file, &text);
	assert_string_equal(text, expected);
	totals = flow_tree_totals(&tree);
	assert_int_equal(totals[0], events[count - 1].time - events[0].time);
	assert_int_equal(tree.response_ticks, totals[0]);
	free(totals);
	free(text);
	flow_tree_free(&tree);
	fixture_close(&fixture);
}

TEST(thread_is_below_its_caller_and_its_answer_returns_there)
{
	/* Thread a works and asks b. Thread b uses the disk and answers; a continues. */
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(110, SEND, 1, 2, .thread = 1, .object = 2),
		EVENT(111, WAIT, 1, 0, .thread = 1, .flags = FLOW_BLOCKED),
		EVENT(120, RECEIVE, 2, 0, .thread = 2, .object = 2),
		EVENT(130, BEGIN_USE, 2, 0, .thread = 2, .object = 3),
		EVENT(530, END_USE, 2, 0, .thread = 2, .object = 3),
		EVENT(540, SEND, 2, 3, .thread = 2, .object = 2),
		EVENT(545, FINISH, 2, 0, .thread = 2),
		EVENT(560, RECEIVE_JOIN, 1, 3, .thread = 1, .object = 2),
		EVENT(600, FINISH, 1, 0, .thread = 1),
	};

	assert_folded(events, COUNT(events),
		      "made up;a 50\n"
		      "made up;a;b 50\n"
		      "made up;a;b;[disk] 400\n");
}
