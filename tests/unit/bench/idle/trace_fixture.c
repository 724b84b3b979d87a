/* SPDX-License-Identifier: MIT */
/* An idle loop trace on the scripted machine, with a small ring. */
#include "tests/unit/bench/idle/trace_fixture.h"

#include "bench/engine/options.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

static struct options options;

struct bench_ctx trace_fixture_ctx;

int trace_fixture_reset(void **state)
{
	(void)state;
	fake_reset();
	fake.capabilities = CAN_LAPIC_TIMER | CAN_PRIVILEGED;
	options_init(&options);
	trace_fixture_ctx = (struct bench_ctx){
		.bench = bench_named("idle.validation"), .suite = SUITE_FULL, .options = &options,
	};
	return 0;
}

struct idle_trace *trace_fixture_open(bool overwrites)
{
	const struct idle_plan plan = {
		.quantum_ns = 20000, .passes = PASSES, .events = EVENTS, .overwrites = overwrites,
	};
	struct idle_trace *trace;
	int status;

	platform_scope_begin();
	trace = idle_trace_open(&trace_fixture_ctx, &plan, &status);
	assert_non_null(trace);
	assert_int_equal(status, 0);
	return trace;
}
