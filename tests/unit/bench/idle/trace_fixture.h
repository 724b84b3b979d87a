/* SPDX-License-Identifier: MIT */
/* An idle loop trace on the scripted machine, with a small ring. */
#ifndef TESTS_UNIT_BENCH_IDLE_TRACE_FIXTURE_H
#define TESTS_UNIT_BENCH_IDLE_TRACE_FIXTURE_H

#include "tests/unit/unit.h"

#include "bench/idle/trace.h"

#define PASSES 64
#define EVENTS 4
#define TICKS_PER_US 2000

extern struct bench_ctx trace_fixture_ctx;

/* Setup of a test. */
#define RESET_TEST(name) TEST_WITH(name, trace_fixture_reset, NULL)
int trace_fixture_reset(void **state);

/* Begins a platform scope, which the test ends. */
struct idle_trace *trace_fixture_open(bool overwrites);

#endif
