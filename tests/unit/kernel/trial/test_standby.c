/* SPDX-License-Identifier: MIT */
/* Another CPU, on which the functions run at once, lets interrupts in before it counts as ready. */
#include "tests/unit/unit.h"

#include "bench/engine/standby.c"

static unsigned enabled, disabled, ready_at_enabling;

uint64_t platform_limit_hz(void)
{
	return 1000;
}

uint32_t platform_cpu(void)
{
	return 0;
}

int platform_run_on(uint32_t cpu, void (*function)(void *), void *argument)
{
	assert_int_equal(cpu, 1);
	function(argument);
	return 0;
}

int platform_wait_for(uint32_t cpu)
{
	(void)cpu;
	return 0;
}

void validity_check_failed(const struct bench_ctx *ctx, const char *check, const char *format, ...)
{
	(void)ctx;
	(void)check;
	(void)format;
	fail();
}

static void enable(bool on)
{
	if (!on) {
		disabled++;
		return;
	}
	enabled++;
	ready_at_enabling = standby.ready;
}

static void wait_as(enum wait_kind wait)
{
	enabled = disabled = 0;
	standby_expect(1, wait);
	assert_int_equal(standby_begin(&(struct standby){
		.first = 1, .count = 1, .wait = wait, .enable_interrupts = enable,
	}), 0);
	assert_int_equal(standby_end(), 0);
	assert_int_equal(standby_verify(NULL), 0);
}

/* Otherwise the interrupt that woke the CPU could arrive in the trial, in place of its own. */
TEST(spinning_cpu_lets_interrupts_in_before_it_is_ready)
{
	wait_as(WAIT_SPIN);
	assert_int_equal(enabled, 1);
	assert_int_equal(disabled, 1);
	assert_int_equal(ready_at_enabling, 0);
}

TEST(halted_cpu_leaves_interrupts_as_they_are)
{
	wait_as(WAIT_HLT);
	assert_int_equal(enabled, 0);
	assert_int_equal(disabled, 0);
}
