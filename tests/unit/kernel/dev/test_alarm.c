/* SPDX-License-Identifier: MIT */
/* Alarms on a model of the timer, whose clock advances with each read of it. The timer fires when
 * it should, or a step of its own earlier or later. */
#include "tests/unit/unit.h"

#include <stdbool.h>

#define LIB_X86_TSC_H

static uint64_t clock_read(void);

#include "kernel/dev/alarm.c"
#include "lib/rng.h"

#define TICKS_PER_STEP 10       /* TSC ticks in a tick of the timer */
#define TIMER_HZ 100000000u
#define HANDLER_READS 4         /* of the clock, at most, from an interrupt to the ring */
#define NEVER UINT64_MAX

struct lapic_access lapic_access;

static uint32_t lapic_registers[1024];

static struct {
	uint64_t tsc;
	uint64_t fires_tsc;             /* NEVER: stopped */
	uint8_t vector;
	int error_steps;                /* of the timer */
	interrupt_handler *handlers[256];
	uint64_t deadlines[ALARMS];
	bool is_due[ALARMS];
	unsigned rings[ALARMS], interrupts;
	uint64_t latest_ticks;          /* from a deadline to its ring, the longest */
} machine;

static uint64_t clock_read(void)
{
	return machine.tsc++;
}

bool clock_is_past(uint64_t deadline_tsc)
{
	return clock_read() >= deadline_tsc;
}

uint64_t clock_hz(void)
{
	return (uint64_t)TIMER_HZ * TICKS_PER_STEP;
}

uint64_t timer_hz(void)
{
	return TIMER_HZ;
}

void timer_arm(uint32_t ticks, uint8_t vector)
{
	int64_t after = ((int64_t)ticks + machine.error_steps) * TICKS_PER_STEP;

	assert_true(ticks != 0);
	machine.fires_tsc = machine.tsc + (uint64_t)(after > 0 ? after : 1);
	machine.vector = vector;
}

void timer_stop(void)
{
	machine.fires_tsc = NEVER;
}

void interrupt_handle(uint8_t vector, interrupt_handler *handler)
{
	machine.handlers[vector] = handler;
}

static void note_ring(enum alarm alarm)
{
	uint64_t late_ticks = machine.tsc - machine.deadlines[alarm];

	assert_true(machine.is_due[alarm]);
	assert_true(machine.tsc >= machine.deadlines[alarm]);
	if (late_ticks > machine.latest_ticks)
		machine.latest_ticks = late_ticks;
	machine.is_due[alarm] = false;
	machine.rings[alarm]++;
}

static void ring_script(void)
{
	note_ring(ALARM_SCRIPT);
}

static void ring_device(void)
{
	note_ring(ALARM_DEVICE);
}

static void ring_timer(void)
{
	note_ring(ALARM_TIMER);
}

static void set(enum alarm alarm, uint64_t after_ticks)
{
	machine.deadlines[alarm] = machine.tsc + after_ticks;
	machine.is_due[alarm] = true;
	alarm_set(alarm, machine.deadlines[alarm]);
}

/* Until the timer is stopped. */
static void run(void)
{
	while (machine.fires_tsc != NEVER) {
		struct trap_frame frame = {.vector = machine.vector};

		if (machine.fires_tsc > machine.tsc)
			machine.tsc = machine.fires_tsc;
		machine.fires_tsc = NEVER;
		machine.interrupts++;
		assert_non_null(machine.handlers[frame.vector]);
		machine.handlers[frame.vector](&frame);
	}
}

static int begin(void **state)
{
	(void)state;
	memset(&machine, 0, sizeof(machine));
	machine.tsc = 1000;
	machine.fires_tsc = NEVER;
	lapic_access.registers = lapic_registers;
	alarm_handle(ALARM_SCRIPT, ring_script);
	alarm_handle(ALARM_DEVICE, ring_device);
	alarm_handle(ALARM_TIMER, ring_timer);
	return 0;
}

static int end(void **state)
{
	(void)state;
	assert_false(alarm_is_set());
	alarm_stop_all();
	return 0;
}

static const struct timer {
	const char *name;
	int error_steps;
	unsigned late_steps;            /* at most */
	unsigned interrupts;            /* for one alarm, at most */
} timers[] = {
	{"timer is exact", 0, 1, 1},
	{"timer is a step early", -1, 1, TICKS_PER_STEP},
	{"timer is a step late", 1, 2, 1},
};

/* A ring is at most one step of the timer late, besides the timer's own error and the reads of the
 * clock. */
static void check_timer(void **state)
{
	const struct timer *timer = *state;

	begin(NULL);
	machine.error_steps = timer->error_steps;
	for (uint64_t after_ticks = 0; after_ticks < 300; after_ticks++) {
		unsigned before = machine.interrupts;

		set(ALARM_DEVICE, after_ticks);
		run();
		assert_int_equal(machine.rings[ALARM_DEVICE], after_ticks + 1);
		assert_true(machine.interrupts - before <= timer->interrupts);
	}
	assert_true(machine.latest_ticks <= timer->late_steps * TICKS_PER_STEP + HANDLER_READS);
	end(NULL);
}

TEST_CASES(check_timer, timers);

TEST_WITH(alarms_that_share_the_timer_ring_once_each_in_time, begin, end)
{
	struct rng rng;

	rng_seed(&rng, 1);
	for (unsigned turn = 1; turn <= 2000; turn++) {
		machine.error_steps = (int)rng_below(&rng, 3) - 1;
		for (enum alarm i = 0; i < ALARMS; i++)
			set(i, rng_below(&rng, 200));
		run();
		for (enum alarm i = 0; i < ALARMS; i++)
			assert_int_equal(machine.rings[i], turn);
	}
	assert_true(machine.latest_ticks <= ALARMS * 3 * TICKS_PER_STEP);
}

TEST_WITH(alarm_beyond_a_second_is_armed_again_until_its_time, begin, end)
{
	set(ALARM_SCRIPT, 3 * clock_hz() + 500);
	run();
	assert_int_equal(machine.rings[ALARM_SCRIPT], 1);
	assert_true(machine.latest_ticks <= TICKS_PER_STEP + HANDLER_READS);
	assert_int_equal(machine.interrupts, 4);
}

TEST_WITH(cancelled_alarm_does_not_ring_and_the_next_one_does, begin, end)
{
	set(ALARM_SCRIPT, 100);
	set(ALARM_TIMER, 500);
	alarm_cancel(ALARM_SCRIPT);
	run();
	assert_int_equal(machine.rings[ALARM_SCRIPT], 0);
	assert_int_equal(machine.rings[ALARM_TIMER], 1);
}
