/* SPDX-License-Identifier: MIT */
/* Sleeps until a deadline by the timer and a halt. If the timer supports deadlines, it gets one.
 * Interrupts are off between the clock check and HLT, so that none arrives in between. */
#include "bench/platform.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/timer.h"
#include "kernel/machine/watchdog.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

static void sleep_wake(struct trap_frame *frame)
{
	(void)frame;
	interrupt_acknowledge();
}

/* Arm the timer. The time is rounded up, because an early interrupt would only require another
 * one. */
static void arm(uint64_t deadline_tsc, uint64_t now_tsc)
{
	uint64_t ticks = ticks_scale(deadline_tsc - now_tsc, timer_hz(), clock_hz()) + 1;

	if (timer_deadline_works())
		timer_deadline_start(deadline_tsc);
	else
		timer_start(ticks < UINT32_MAX ? (uint32_t)ticks : UINT32_MAX);
}

/* There is none, because bare metal has no processes. */
int platform_process_timer(enum timer_way way, uint64_t deadline_tsc, uint64_t *expired_tsc)
{
	(void)way;
	(void)deadline_tsc;
	*expired_tsc = 0;
	return -ENOTSUP;
}

int platform_sleep_until(uint64_t deadline_tsc, uint64_t *woken_tsc)
{
	if (timer_hz() == 0 || !watchdog_works())
		return -ENOTSUP;
	interrupt_handle(VECTOR_TIMER, sleep_wake);
	timer_select(timer_deadline_works() ? TIMER_DEADLINE : TIMER_ONE_SHOT,
		     VECTOR_TIMER);
	while ((int64_t)(deadline_tsc - (*woken_tsc = clock_read())) > 0) {
		arm(deadline_tsc, *woken_tsc);
		cpu_halt_for_interrupt();
	}
	timer_stop();
	interrupt_handle(VECTOR_TIMER, NULL);
	return 0;
}
