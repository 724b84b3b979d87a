/* SPDX-License-Identifier: MIT */
/* One made-up trace and its tables. */
#include "tests/unit/tools/topic/flow/traced.h"

#include "tests/unit/tools/cells.h"

const struct flow_event traced_events[TRACED_EVENTS] = {
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

struct flow_session traced_session;
struct tables traced_tables;

void traced_begin(const struct flow_event *events, size_t count)
{
	flow_trace_session(events, count, &traced_session);
	traced_begin_tables();
}

void traced_begin_tables(void)
{
	tables_init(&traced_tables, "a test");
}

void traced_end(void)
{
	tables_free(&traced_tables);
	flow_session_close(&traced_session);
}

const struct table *traced_table(const char *name)
{
	return cells_table(&traced_tables, name);
}

double traced_number(const char *name, size_t row, const char *column)
{
	return cells_number(&traced_tables, name, row, column);
}

const char *traced_text(const char *name, size_t row, const char *column)
{
	return cells_text(&traced_tables, name, row, column);
}
