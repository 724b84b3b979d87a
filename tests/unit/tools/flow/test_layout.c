/* SPDX-License-Identifier: MIT */
/* Positions of a network's vertices, and text of durations. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/tools/flow_fixture.h"
#include "tools/flow/duration.h"
#include "tools/flow/layout.h"

#define MANY 100

/* One thread creates many others. The last created one ends last. */
static void open_many(struct fixture *fixture)
{
	struct flow_event events[2 + 3 * MANY];
	size_t count = 0;

	events[count++] = (struct flow_event)EVENT(100, ACTION, 1, 0, .thread = 1);
	for (uint32_t i = 0; i < MANY; i++)
		events[count++] = (struct flow_event)EVENT(101 + i, CREATE, 1, 2 + i, .thread = 1);
	for (uint32_t i = 0; i < MANY; i++)
		events[count++] = (struct flow_event)EVENT(1000 + i, BEGIN_USE, 2 + i, 0,
							   .object = 5,
							   .thread = (uint16_t)(2 + i));
	events[count++] = (struct flow_event)EVENT(2000, FINISH, 1, 0, .thread = 1);
	for (uint32_t i = 0; i < MANY - 1; i++)
		events[count++] = (struct flow_event)EVENT(3000 + i, FINISH, 2 + i, 0,
							   .thread = (uint16_t)(2 + i));
	events[count++] = (struct flow_event)EVENT(9000, FINISH, 1 + MANY, 0, .thread = 1 + MANY);
	fixture_open(fixture, events, count);
	assert_true(flow_graph_make(&fixture->session.interactions, fixture_interaction(fixture, 0),
				   &fixture->graph));
	assert_true(flow_path_find(&fixture->graph, &fixture->path));
}

TEST(too_many_threads_off_the_critical_path_share_a_column)
{
	const struct flow_filter all = {0};
	struct fixture fixture;
	struct flow_layout layout;
	uint32_t last;

	open_many(&fixture);
	flow_layout_make(&layout, &fixture.graph, &fixture.path, &all, FLOW_SCALE_EVEN);
	assert_int_equal(layout.columns.count, 3);      /* first thread, last thread, all others */
	assert_int_equal(layout.folded, MANY - 1);
	last = (uint32_t)fixture.graph.vertices.count - 1;
	assert_true(layout.places[0].column == 0);
	assert_true(layout.places[last].column == 1);
	assert_true(layout.places[last - 1].column == 2);
	flow_layout_free(&layout);
	fixture_close(&fixture);
}

TEST(layout_is_linear_in_time_if_one_arc_dominates)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(200, BEGIN_USE, 1, 0, .object = 5, .thread = 1),
		EVENT(1200, END_USE, 1, 0, .object = 5, .thread = 1),
		EVENT(1300, FINISH, 1, 0, .thread = 1),
	};
	const struct flow_filter all = {0};
	struct fixture fixture;
	struct flow_layout layout;

	fixture_open(&fixture, events, COUNT(events));
	assert_true(flow_graph_make(&fixture.session.interactions, fixture_interaction(&fixture, 0),
				   &fixture.graph));
	assert_true(flow_path_find(&fixture.graph, &fixture.path));
	flow_layout_make(&layout, &fixture.graph, &fixture.path, &all, FLOW_SCALE_AUTO);
	assert_true(layout.is_linear);
	assert_true(layout.places[2].y - layout.places[1].y > 9 * layout.places[1].y);
	flow_layout_free(&layout);
	flow_layout_make(&layout, &fixture.graph, &fixture.path, &all, FLOW_SCALE_EVEN);
	assert_true(layout.places[2].y == 2 * layout.places[1].y);
	flow_layout_free(&layout);
	fixture_close(&fixture);
}

TEST(durations_have_three_digits_and_a_fitting_unit)
{
	static const struct {
		uint64_t ticks;
		const char *text;
	} cases[] = {
		{120, "120 ns"}, {999, "999 ns"}, {1000, "1.00 µs"}, {9994, "9.99 µs"},
		{9996, "10.0 µs"}, {99960, "100 µs"}, {999600, "1.00 ms"}, {12345678, "12.3 ms"},
		{2000000000, "2.00 s"}, {12345000000000, "12345 s"},
	};
	struct flow_log *log = flow_log_new("run", 1);
	char text[FLOW_DURATION_MAX];

	assert_string_equal(flow_duration(text, log, 5), "");
	log->manifest.tsc_hz = 1000000000;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(flow_duration(text, log, cases[i].ticks), cases[i].text);
	flow_log_free(log);
}
