/* SPDX-License-Identifier: MIT */
/* The tick clock of clock.coarse keeps the ticks that a late interrupt stands for, or says so. */
#include "tests/unit/unit.h"

#include "kernel/machine/exception.h"
#include "lib/x86/control.h"

#define LIB_X86_TSC_H

static uint64_t clock_read(void);
static void model_interrupts(void);

#include "kernel/machine/interrupts.h"
#include "kernel/machine/timer.h"

#define interrupt_acknowledge model_interrupts
#define timer_start(ticks) ((void)(ticks))
#define interrupts_on model_interrupts
#define interrupts_off model_interrupts
#define cpu_halt_for_interrupt model_interrupts
#include "kernel/trial/coarse.c"

#define PERIOD_NS 1000000
#define HZ 2000000000
#define PERIOD_TICKS 2000000

static uint64_t now_tsc;
static unsigned failed_checks;

static uint64_t clock_read(void)
{
	return now_tsc;
}

static void model_interrupts(void)
{
}

uint64_t clock_hz(void)
{
	return HZ;
}

uint64_t timer_hz(void)
{
	return HZ / 2;
}

void timer_select(enum timer_mode mode, uint8_t vector)
{
	(void)mode;
	(void)vector;
}

void timer_stop(void)
{
}

void interrupt_handle(uint8_t vector, interrupt_handler *handler)
{
	(void)vector;
	(void)handler;
}

void validity_check_failed(const struct bench_ctx *ctx, const char *check, const char *format, ...)
{
	(void)ctx;
	(void)format;
	assert_string_equal(check, "clock");
	failed_checks++;
}

/* Start the clock; the interrupts of the first, the second and the fifth period arrive. */
static void run_with_a_late_tick(void)
{
	failed_checks = 0;
	now_tsc = 7000;
	assert_int_equal(platform_coarse_start(COARSE_TICK, PERIOD_NS), 0);
	for (unsigned i = 0; i < 3; i++) {
		now_tsc += (i < 2 ? 1 : 3) * PERIOD_TICKS + 50;
		tick(NULL);
	}
}

TEST(late_tick_accounts_for_those_that_were_lost)
{
	run_with_a_late_tick();
	assert_int_equal(platform_coarse_read_ns(), 5 * PERIOD_NS);
	platform_coarse_stop();
	assert_int_equal(failed_checks, 0);
}

TEST(clock_that_lost_a_tick_is_a_failed_check)
{
	run_with_a_late_tick();
	coarse.now_ns -= PERIOD_NS;
	platform_coarse_stop();
	assert_int_equal(failed_checks, 1);
}
