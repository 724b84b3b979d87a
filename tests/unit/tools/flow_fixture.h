/* SPDX-License-Identifier: MIT */
/* A made-up trace and its analysis, for the tests of networks. */
#ifndef TESTS_UNIT_TOOLS_FLOW_FIXTURE_H
#define TESTS_UNIT_TOOLS_FLOW_FIXTURE_H

#include "tests/unit/tools/flow_trace.h"
#include "tools/flow/path.h"

/* The objects of flow_trace.h's log. */
enum {CPU = 1, PORT, DISK, INGRES, FILES, DATA, LOCK};

/* time, kind, sub-task, other sub-task, thread; further fields by name */
#define EVENT(t, k, s, o, ...) {.time = t, .kind = FLOW_##k, .subtask = s, .other = o, __VA_ARGS__}

struct fixture {
	struct flow_session session;
	struct flow_graph graph;
	struct flow_path path;
};

/* A small form of section 6's example: a thread uses Ingres, which asks a file server and waits.
 * The next thread uses neither. */
#define INGRES_EVENTS 17
extern const struct flow_event fixture_ingres[INGRES_EVENTS];

void fixture_open(struct fixture *fixture, const struct flow_event *events, size_t count);
void fixture_close(struct fixture *fixture);

/* Fails the test if no interaction has that number. */
struct flow_interaction *fixture_interaction(struct fixture *fixture, size_t number);

/* Fails the test unless that interaction is rejected for a reason shown by an event, numbered from
 * 1. */
void fixture_assert_fault(struct fixture *fixture, size_t number, enum flow_fault fault,
			  uint32_t event);

/* An arc reduced by this much, or to nothing; the context of fixture_cut_one. */
struct fixture_cut {
	uint32_t vertex;
	bool is_second;
	uint64_t ticks;
};

uint64_t fixture_cut_one(void *context, uint32_t vertex, bool is_second, uint64_t ticks);

#endif
