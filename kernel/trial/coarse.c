/* SPDX-License-Identifier: MIT */
/* A tick-based clock: a periodic interrupt of the timer, whose handler counts. A late interrupt
 * also counts the lost ones, as in any kernel, because two pending interrupts become one. This
 * happens on a busy emulator. */
#include "bench/engine/validity_check.h"
#include "bench/platform.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/timer.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"


/* On the CPU that started it; its interrupt handler writes now_ns. */
static struct {
	uint64_t period_ns, period_ticks;
	uint64_t start_tsc;
	uint64_t tick_tsc;              /* due time of the latest tick */
	volatile uint64_t now_ns;
} coarse;

static void tick(struct trap_frame *frame)
{
	uint64_t passed_ticks = clock_read() - coarse.tick_tsc;
	uint64_t steps = ticks_nearest(passed_ticks, coarse.period_ticks);

	(void)frame;
	coarse.tick_tsc += steps * coarse.period_ticks;
	coarse.now_ns += steps * coarse.period_ns;
	interrupt_acknowledge();
}

uint64_t platform_coarse_system_period_ns(void)
{
	return 0;
}

int platform_coarse_start(enum coarse_clock clock, uint64_t period_ns)
{
	uint64_t timer_ticks = ticks_of_ns(period_ns, timer_hz());

	if (clock != COARSE_TICK || timer_hz() == 0)
		return -ENOTSUP;
	if (timer_ticks == 0 || timer_ticks > UINT32_MAX)
		return -EINVAL;
	coarse.period_ns = period_ns;
	coarse.period_ticks = ticks_of_ns(period_ns, clock_hz());
	coarse.now_ns = 0;
	coarse.start_tsc = coarse.tick_tsc = clock_read();
	interrupt_handle(VECTOR_TIMER, tick);
	timer_select(TIMER_PERIODIC, VECTOR_TIMER);
	timer_start((uint32_t)timer_ticks);
	interrupts_on();
	return 0;
}

/* Check that the clock shows as many periods as ticks were due. */
static void coarse_verify(void)
{
	uint64_t due = (coarse.tick_tsc - coarse.start_tsc) / coarse.period_ticks;

	if (coarse.now_ns != due * coarse.period_ns)
		validity_check_failed(NULL, "clock", "%lu ticks of %lu ns were due, but the tick "
						     "clock shows %lu ns", due, coarse.period_ns,
				      coarse.now_ns);
}

void platform_coarse_stop(void)
{
	interrupts_off();
	timer_stop();
	interrupt_handle(VECTOR_TIMER, NULL);
	coarse_verify();
}

uint64_t platform_coarse_read_ns(void)
{
	return coarse.now_ns;
}

/* Interrupts are off between check and HLT, so that no tick arrives in between. */
void platform_coarse_wait(void)
{
	uint64_t begin_ns = coarse.now_ns;

	interrupts_off();
	while (coarse.now_ns == begin_ns)
		cpu_halt_for_interrupt();
	interrupts_on();
}
