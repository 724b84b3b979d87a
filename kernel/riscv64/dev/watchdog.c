/* SPDX-License-Identifier: MIT */
/* The boot CPU's timer (timer.h), which the kernel turns off only for moments. A hang is noticed
 * wherever traps take the normal way. */
#include "kernel/machine/watchdog.h"

#include "bench/engine/warning.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/exception.h"
#include "kernel/riscv64/dev/parts.h"
#include "kernel/riscv64/dev/timer.h"
#include "lib/riscv64/control.h"
#include "lib/text/ticks.h"

#define TRY_US 100

static struct {
	bool works;
	volatile bool was_seen;
	volatile bool is_armed;
	struct hang_detector hang_detector;
	uint64_t armed_time, held_ticks;        /* by `time`; held_ticks do not count */
	uint64_t hold_time;                     /* begin of the current hold; 0: none */
} watchdog;

static void alarm_in(uint64_t us)
{
	timer_watch(read_register(time) + ticks_of_us(us, parts()->time_hz) + 1);
}

static void watchdog_take(struct trap_frame *frame)
{
	if (watchdog_look() == WATCHDOG_OVER)
		exception_time_is_over(frame);
}

/* With interrupts off. */
static bool try_alarm(void)
{
	struct spin spin = spin_for_us(INTERRUPT_LIMIT_US);

	if (clock_hz() == 0 || timer_hz() == 0)
		return false;
	alarm_in(TRY_US);
	while (!watchdog.was_seen && spin_on(&spin))
		;
	timer_watch(UINT64_MAX);
	return watchdog.was_seen;
}

void watchdog_init(void)
{
	interrupt_handle(VECTOR_NMI, watchdog_take);
	watchdog.works = try_alarm();
	if (!watchdog.works)
		warning("watchdog", "no timer; a hung benchmark ends the run");
}

bool watchdog_works(void)
{
	return watchdog.works;
}

void watchdog_arm(uint32_t limit_ms)
{
	hang_detector_begin(&watchdog.hang_detector, limit_ms);
	if (!watchdog.works)
		return;
	watchdog.is_armed = true;
	watchdog.armed_time = read_register(time);
	watchdog.held_ticks = watchdog.hold_time = 0;
	alarm_in((uint64_t)limit_ms * US_PER_MS);
}

void watchdog_hold(void)
{
	watchdog.hold_time = read_register(time);
}

void watchdog_go_on(void)
{
	watchdog.held_ticks += read_register(time) - watchdog.hold_time;
	watchdog.hold_time = 0;
}

const struct hang_detector *watchdog_hang_detector(void)
{
	return &watchdog.hang_detector;
}

/* Whether the limit is exceeded. No second clock continues while the machine stands still, so the
 * detector gets only one time. */
static bool time_is_over(void)
{
	uint64_t now = watchdog.hold_time != 0 ? watchdog.hold_time : read_register(time);
	uint64_t ran_ms = ticks_to_ms(now - watchdog.armed_time - watchdog.held_ticks,
				      parts()->time_hz);

	if (hang_detector_expired(&watchdog.hang_detector, ran_ms, ran_ms))
		return true;
	alarm_in(hang_detector_next_check_ms(&watchdog.hang_detector) * US_PER_MS);
	return false;
}

void watchdog_disarm(void)
{
	if (!watchdog.works)
		return;
	timer_watch(UINT64_MAX);
	watchdog.is_armed = false;
}

/* Nothing to do, because the timer serves both uses. */
void watchdog_reclaim_clock(void)
{
}

enum watchdog_nmi watchdog_look(void)
{
	watchdog.was_seen = true;
	if (!watchdog.is_armed)
		return WATCHDOG_OTHER;
	if (!time_is_over())
		return WATCHDOG_GO_ON;
	watchdog.is_armed = false;
	return WATCHDOG_OVER;
}
