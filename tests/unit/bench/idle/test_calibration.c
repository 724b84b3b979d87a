/* SPDX-License-Identifier: MIT */
/* The calibration of the idle loop, and its check, on a scripted loop whose passes have known
 * lengths: linked with -Wl,--wrap=idle_loop_poll. */
#include "tests/unit/bench/idle/trace_fixture.h"

#include "lib/text/errno.h"
#include "tests/unit/bench/fake_platform.h"

#define RECORD_TICKS 100
#define DISTURBED_TICKS 5000
#define QUANTUM_TICKS 40000             /* of the fixture, at 2 GHz */
#define SLOPE_RUNS 5                    /* 1 iteration, then 1024 to 8192 */

static struct {
	uint64_t record_ticks, turn_ticks;
	unsigned slower_after;          /* runs: then an iteration takes twice as long */
	unsigned runs;
} machine;

void __wrap_idle_loop_poll(struct idle_loop *loop);

/* The first pass is shorter, because nothing was recorded before it, and others are disturbed. */
void __wrap_idle_loop_poll(struct idle_loop *loop)
{
	uint64_t turn_ticks = machine.turn_ticks << (machine.runs++ >= machine.slower_after);
	uint64_t passes = (uint64_t)(loop->ring_end - loop->ring), now_tsc = 1000;

	assert_int_equal(loop->threshold_ticks, 0);
	assert_int_equal(loop->overwrites, 0);
	assert_ptr_equal(loop->next, loop->ring);
	for (uint64_t i = 0; i < passes; i++) {
		uint64_t ticks = loop->turns * turn_ticks;

		if (i > 0)
			ticks += machine.record_ticks + (i + 1 < passes ? DISTURBED_TICKS : 0);
		*loop->next++ = (struct idle_pass){now_tsc, now_tsc + ticks, 0, {0}};
		now_tsc += ticks;
	}
	loop->last_tsc = now_tsc;
}

static int reset(void **state)
{
	machine.record_ticks = RECORD_TICKS;
	machine.turn_ticks = 4;
	machine.slower_after = UINT32_MAX;
	machine.runs = 0;
	return trace_fixture_reset(state);
}

TEST_WITH(iterations_follow_from_the_slope, reset, NULL)
{
	const struct idle_trace *trace = trace_fixture_open(false);

	assert_int_equal(trace->record_ticks, RECORD_TICKS);
	assert_int_equal(trace->quantum_ticks, QUANTUM_TICKS);
	assert_int_equal(trace->loop.turns, (QUANTUM_TICKS - RECORD_TICKS) / 4);
	assert_int_equal(trace->pass_ticks, QUANTUM_TICKS);
	assert_int_equal(machine.runs, SLOPE_RUNS + 1);
	platform_scope_end();
}

/* To 9975 iterations of 79 900 ticks with the record. */
TEST_WITH(iterations_are_corrected_after_a_change_of_the_clock, reset, NULL)
{
	const struct idle_trace *trace;

	machine.slower_after = SLOPE_RUNS;
	trace = trace_fixture_open(true);
	assert_int_equal(machine.runs, SLOPE_RUNS + 2);
	assert_int_equal(trace->loop.turns, 1 + 9975 * QUANTUM_TICKS / 79900);
	assert_int_equal(trace->pass_ticks, RECORD_TICKS + 8 * trace->loop.turns);
	platform_scope_end();
}

TEST_WITH(threshold_is_restored_after_a_calibration, reset, NULL)
{
	struct idle_trace *trace = trace_fixture_open(false);

	trace->loop.threshold_ticks = 77;
	assert_int_equal(idle_trace_calibrate(trace), 0);
	assert_int_equal(trace->loop.threshold_ticks, 77);
	platform_scope_end();
}

static int open_status(void)
{
	const struct idle_plan plan = {.quantum_ns = 20000, .passes = PASSES, .events = EVENTS};
	int status = 0;

	platform_scope_begin();
	assert_null(idle_trace_open(&trace_fixture_ctx, &plan, &status));
	platform_scope_end();
	return status;
}

TEST_WITH(loop_without_a_slope_or_with_a_slow_record_is_an_error, reset, NULL)
{
	machine.turn_ticks = 0;
	assert_int_equal(open_status(), -EIO);
	machine.turn_ticks = 4;
	machine.record_ticks = QUANTUM_TICKS - 4;
	assert_int_equal(open_status(), -EIO);
	assert_non_null(strstr(trace_fixture_ctx.detail, "a quantum of 40000 ticks"));
	machine.record_ticks--;
	platform_scope_end();
	trace_fixture_open(false);
	platform_scope_end();
}

/* ---- The check ---- */

/* Whether the check fails, of a pass and a recorded pass of these lengths. */
static bool check_fails(uint64_t pass_ticks, uint64_t recorded_ticks)
{
	struct idle_trace *trace = trace_fixture_open(false);
	size_t before = fake_record_count(WIRE_failed_check);

	trace->pass_ticks = pass_ticks;
	trace->passes.kept = 2;
	trace->loop.ring[1] = (struct idle_pass){.begin_tsc = 5, .end_tsc = 5 + recorded_ticks};
	idle_trace_check(&trace_fixture_ctx, trace);
	platform_scope_end();
	return fake_record_count(WIRE_failed_check) > before;
}

/* One percent and an iteration. */
TEST_WITH(pass_of_another_length_is_a_failed_check, reset, NULL)
{
	const uint64_t error_ticks = QUANTUM_TICKS / 100 * IDLE_ERROR_PERCENT_MAX + 16;
	const uint64_t least = QUANTUM_TICKS - error_ticks, most = QUANTUM_TICKS + error_ticks;

	fake.time_base = TIME_INSTRUCTIONS;
	assert_false(check_fails(QUANTUM_TICKS, QUANTUM_TICKS));
	assert_false(check_fails(least, least) || check_fails(most, most));
	assert_true(check_fails(least - 1, least - 1));
	assert_true(check_fails(most + 1, most + 1));
	assert_false(check_fails(QUANTUM_TICKS, least) || check_fails(QUANTUM_TICKS, most));
	assert_true(check_fails(QUANTUM_TICKS, least - 1));
	assert_true(check_fails(QUANTUM_TICKS, most + 1));
	fake.time_base = TIME_REAL;
	assert_false(check_fails(1, 1));
}
