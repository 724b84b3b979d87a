/* SPDX-License-Identifier: MIT */
/* Short for what each of these tests begins and ends with. */
#include "tests/unit/unit.h"

#include "tests/unit/tools/flow_fixture.h"

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

uint64_t fixture_cut_one(void *context, uint32_t vertex, bool is_second, uint64_t ticks)
{
	const struct fixture_cut *cut = context;
	uint64_t most = cut->ticks < ticks ? cut->ticks : ticks;

	return vertex == cut->vertex && is_second == cut->is_second ? most : 0;
}
