/* SPDX-License-Identifier: MIT */
/* Multiplexes deadlines onto one timer. The timer is armed for the earliest, with that alarm's own
 * vector, so that a trace of the idle loop names the source. */
#include "kernel/dev/alarm.h"

#include "kernel/machine/clock.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/timer.h"

#include <stddef.h>


static const uint8_t vectors[ALARMS] = {
	[ALARM_SCRIPT] = VECTOR_SCRIPT, [ALARM_DEVICE] = VECTOR_DEVICE,
	[ALARM_TIMER] = VECTOR_APP_TIMER,
};

static struct {
	void (*ring)(void);
	bool is_set;
	uint64_t deadline_tsc;
} alarms[ALARMS];

/* The earliest alarm. Returns ALARMS if none is set. */
static enum alarm alarm_earliest(void)
{
	enum alarm first = ALARMS;

	for (enum alarm i = 0; i < ALARMS; i++) {
		if (alarms[i].is_set &&
		    (first == ALARMS || alarms[i].deadline_tsc < alarms[first].deadline_tsc))
			first = i;
	}
	return first;
}

/* Ticks of the timer until a deadline. The time is limited to a second, so that no product below
 * overflows. An interrupt before the deadline arms the timer again. */
static uint32_t timer_ticks_until(uint64_t deadline_tsc)
{
	uint64_t now_tsc = clock_read();
	uint64_t ahead_ticks = deadline_tsc > now_tsc ? deadline_tsc - now_tsc : 0;

	if (ahead_ticks > clock_hz())
		ahead_ticks = clock_hz();
	return (uint32_t)(ahead_ticks * timer_hz() / clock_hz() + 1);
}

static void arm_next(void)
{
	enum alarm next = alarm_earliest();

	if (next == ALARMS)
		timer_stop();
	else
		timer_arm(timer_ticks_until(alarms[next].deadline_tsc), vectors[next]);
}

/* Acknowledge the interrupt before ringing, because the alarm's handler may run a thread for
 * long. */
static void alarm_take(struct trap_frame *frame)
{
	interrupt_acknowledge();
	for (enum alarm i = 0; i < ALARMS; i++) {
		if (vectors[i] != frame->vector || !alarms[i].is_set ||
		    !clock_is_past(alarms[i].deadline_tsc))
			continue;
		alarms[i].is_set = false;
		arm_next();
		alarms[i].ring();
		return;
	}
	arm_next();
}

void alarm_handle(enum alarm alarm, void (*ring)(void))
{
	alarms[alarm].ring = ring;
	alarms[alarm].is_set = false;
	interrupt_handle(vectors[alarm], ring != NULL ? alarm_take : NULL);
}

void alarm_set(enum alarm alarm, uint64_t deadline_tsc)
{
	alarms[alarm].deadline_tsc = deadline_tsc;
	alarms[alarm].is_set = true;
	arm_next();
}

void alarm_cancel(enum alarm alarm)
{
	alarms[alarm].is_set = false;
	arm_next();
}

bool alarm_is_set(void)
{
	return alarm_earliest() != ALARMS;
}

void alarm_stop_all(void)
{
	for (enum alarm i = 0; i < ALARMS; i++)
		alarm_handle(i, NULL);
	timer_stop();
}
