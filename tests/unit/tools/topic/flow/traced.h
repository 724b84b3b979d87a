/* SPDX-License-Identifier: MIT */
/* One made-up trace and its tables, for the tests of their contents. */
#ifndef TESTS_UNIT_TOOLS_TOPIC_FLOW_TRACED_H
#define TESTS_UNIT_TOOLS_TOPIC_FLOW_TRACED_H

#include "tests/unit/unit.h"

#include "tests/unit/tools/flow_fixture.h"
#include "tools/topic/flow/flow.h"

/* A thread that asks another one and waits; then an interaction of one thread. */
#define TRACED_EVENTS 14
extern const struct flow_event traced_events[TRACED_EVENTS];
#define TRACED_FIRST_EVENTS 11            /* of the first interaction */

extern struct flow_session traced_session;
extern struct tables traced_tables;

/* Read a trace without tables; or make only the tables of an open session. */
void traced_begin(const struct flow_event *events, size_t count);
void traced_begin_tables(void);
void traced_end(void);

/* A table, and the content of its cell. */
const struct table *traced_table(const char *name);
double traced_number(const char *name, size_t row, const char *column);
const char *traced_text(const char *name, size_t row, const char *column);

#endif
