/* SPDX-License-Identifier: MIT */
/* Setup and teardown of the flow tests. */
#include "tests/unit/unit.h"

#include "tests/unit/tools/flow_fixture.h"

const struct flow_event fixture_ingres[INGRES_EVENTS] = {
	EVENT(1000, ACTION, 1, 0, .thread = 1),
	EVENT(1100, BEGIN_USE, 1, 0, .thread = 1, .object = INGRES),
	EVENT(1200, SEND, 1, 2, .thread = 1, .object = PORT, .flags = FLOW_BLOCKED),
	EVENT(1300, ENQUEUE, 2, 0, .object = PORT),
	EVENT(1400, RECEIVE, 2, 0, .thread = 2, .object = PORT),
	EVENT(1500, BEGIN_USE, 2, 0, .thread = 2, .object = FILES),
	EVENT(1600, DEVICE_START, 2, 0, .thread = 2, .object = DISK),
	EVENT(1900, DEVICE_END, 2, 0, .thread = 2, .object = DISK),
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

void fixture_open(struct fixture *fixture, const struct flow_event *events, size_t count)
{
	*fixture = (struct fixture){0};
	flow_trace_session(events, count, &fixture->session);
}

void fixture_close(struct fixture *fixture)
{
	flow_path_free(&fixture->path);
	flow_graph_free(&fixture->graph);
	flow_session_close(&fixture->session);
}

struct flow_interaction *fixture_interaction(struct fixture *fixture, size_t number)
{
	assert_true(number < fixture->session.interactions.items.count);
	return &fixture->session.interactions.items.items[number];
}

void fixture_assert_fault(struct fixture *fixture, size_t number, enum flow_fault fault,
			  uint32_t event)
{
	struct flow_interaction *item = fixture_interaction(fixture, number);

	assert_false(flow_graph_make(&fixture->session.interactions, item, &fixture->graph));
	assert_string_equal(flow_fault_text((enum flow_fault)item->fault), flow_fault_text(fault));
	assert_int_equal(item->fault_event + 1, event);
}

uint64_t fixture_cut_one(void *context, uint32_t vertex, bool is_second, uint64_t ticks)
{
	const struct fixture_cut *cut = context;
	uint64_t most = cut->ticks < ticks ? cut->ticks : ticks;

	return vertex == cut->vertex && is_second == cut->is_second ? most : 0;
}
