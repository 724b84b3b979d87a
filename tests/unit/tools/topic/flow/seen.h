/* SPDX-License-Identifier: MIT */
/* One made-up trace and the tables made of it, for the tests of what these hold. */
#ifndef TESTS_UNIT_TOOLS_TOPIC_FLOW_SEEN_H
#define TESTS_UNIT_TOOLS_TOPIC_FLOW_SEEN_H

#include "tests/unit/unit.h"

#include "tests/unit/tools/flow_fixture.h"
#include "tools/topic/flow/flow.h"

/* A thread that asks another one and waits, and an interaction of one thread. */
#define SEEN_EVENTS 14
extern const struct flow_event seen_events[SEEN_EVENTS];
#define SEEN_FIRST_EVENTS 11            /* are of the first interaction */

extern struct flow_session seen_session;
extern struct tables seen_tables;

/* Read a trace, with no tables yet; or make only the tables, of a session that is open. */
void seen_begin(const struct flow_event *events, size_t count);
void seen_begin_tables(void);
void seen_end(void);

/* A table, and what its cell holds. */
const struct table *seen_table(const char *name);
double seen_number(const char *name, size_t row, const char *column);
const char *seen_text(const char *name, size_t row, const char *column);

#endif
