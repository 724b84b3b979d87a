/* SPDX-License-Identifier: MIT */
/* One made-up trace and the tables made of it. */
#include "tests/unit/tools/topic/flow/seen.h"

#include "tests/unit/tools/cells.h"

const struct flow_event seen_events[SEEN_EVENTS] = {
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

struct flow_session seen_session;
struct tables seen_tables;

void seen_begin(const struct flow_event *events, size_t count)
{
	flow_trace_session(events, count, &seen_session);
	seen_begin_tables();
}

void seen_begin_tables(void)
{
	tables_init(&seen_tables, "a test");
}

void seen_end(void)
{
	tables_free(&seen_tables);
	flow_session_close(&seen_session);
}

const struct table *seen_table(const char *name)
{
	return cells_table(&seen_tables, name);
}

double seen_number(const char *name, size_t row, const char *column)
{
	return cells_number(&seen_tables, name, row, column);
}

const char *seen_text(const char *name, size_t row, const char *column)
{
	return cells_text(&seen_tables, name, row, column);
}
