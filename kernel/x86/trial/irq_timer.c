/* SPDX-License-Identifier: MIT */
/* Interrupts of the board's timers. */
#include "kernel/machine/watchdog.h"
#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/dev/hpet.h"
#include "kernel/x86/dev/ioapic.h"
#include "kernel/x86/dev/lapic.h"
#include "kernel/x86/dev/pit.h"
#include "kernel/x86/dev/rtc.h"
#include "kernel/x86/dev/tsc.h"
#include "kernel/x86/trial/interrupt.h"
#include "kernel/x86/trial/irq_source.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define PERIODIC_RATE RTC_8192_HZ
#define TICKS_TO_ROUTE_BETWEEN 16       /* attempts, one per tick */
#define BACKSTOP_US 1000000             /* limit of a wait that the watchdog cannot end */
#define BACKSTOP_EARLY_US 10000         /* maximum difference of two clocks in BACKSTOP_US */

/* ---- 8254 ---- */

static int pit_open(void)
{
	int error;

	if (pit_counter() == NULL)
		return -ENOTSUP;
	pit_take_channel_0();
	error = irq_source_route_isa(PIT_IRQ);
	if (error != 0)
		pit_release_channel_0();
	return error;
}

static void pit_close(void)
{
	ioapic_mask_isa(PIT_IRQ);
	pit_release_channel_0();
}

/* Prepare the timer. Counting starts with the clock after the write, so the interrupt is due at the
 * earliest possible time. */
static int pit_prepare(struct raise *raise)
{
	uint32_t count = (uint32_t)ticks_scale(IRQ_TIMER_DELAY_US, PIT_HZ, US_PER_SECOND);

	*raise = (struct raise){
		.way = RAISE_PORT,
		.target = PIT_PORT_CHANNEL_0,
		.value = pit_one_shot_prepare((uint16_t)count),
		.is_timer = true,
		.due_after_tsc = irq_source_ticks(count, PIT_HZ),
	};
	return 0;
}

const struct irq_source irq_source_pit = {
	.open = pit_open,
	.close = pit_close,
	.prepare = pit_prepare,
};

/* ---- HPET ---- */

static int irq_timer_open_hpet(void)
{
	return hpet_counter() != NULL ? hpet_open(VECTOR_TRIAL, cpu_hardware_id()) : -ENOTSUP;
}

/* Prepare the timer. Its counter may have reached its value at any time since its previous tick. */
static int irq_timer_prepare_hpet(struct raise *raise)
{
	uint64_t hz = hpet_counter()->rate_hz;
	uint32_t delay = (uint32_t)ticks_scale(IRQ_TIMER_DELAY_US, hz, US_PER_SECOND);
	uint64_t before_tsc = clock_read();

	hpet_one_shot(delay);
	*raise = (struct raise){
		.way = RAISE_NOTHING,
		.is_timer = true,
		.due_tsc = before_tsc + irq_source_ticks(delay - 1, hz),
	};
	return 0;
}

const struct irq_source irq_source_hpet = {
	.open = irq_timer_open_hpet,
	.close = hpet_close,
	.prepare = irq_timer_prepare_hpet,
};

/* ---- Real-time clock ---- */

static int rtc_open(void)
{
	return rtc_exists() && ioapic_exists() ? 0 : -ENOTSUP;
}

/* Route the clock's line between two ticks. A tick while the line is masked would be lost and keep
 * the line high, so that no later tick makes an edge. If this happens, the line is masked again
 * until the next tick. unseen_tsc is the latest poll before the previous tick. The time does not
 * show whether a tick came, because after a late tick an emulator's next tick is early. */
static int rtc_route(uint64_t *unseen_tsc)
{
	for (unsigned tick = 0; tick < TICKS_TO_ROUTE_BETWEEN; tick++) {
		uint64_t look_tsc;

		if (!rtc_periodic_wait(unseen_tsc))
			return -ETIMEDOUT;
		if (irq_source_route_isa(RTC_IRQ) != 0)
			return -ENOTSUP;
		look_tsc = clock_read();
		if (!rtc_periodic_came())
			return 0;
		*unseen_tsc = look_tsc;         /* of the tick after the one seen */
		ioapic_mask_isa(RTC_IRQ);
		trial_take_pending();
	}
	return -ETIMEDOUT;
}

/* Prepare one period after an awaited tick, counted from the latest poll before that tick. The
 * local APIC's timer bounds the wait, because the watchdog uses this clock otherwise. */
static int rtc_prepare(struct raise *raise)
{
	uint64_t unseen_tsc = clock_read();
	int error;

	if (timer_hz() == 0)
		return -ENOTSUP;
	ioapic_mask_isa(RTC_IRQ);
	rtc_periodic_on(PERIODIC_RATE);
	error = rtc_route(&unseen_tsc);
	if (error != 0)
		return error;
	timer_arm((uint32_t)ticks_of_us(BACKSTOP_US, timer_hz()), VECTOR_TRIAL);
	*raise = (struct raise){
		.way = RAISE_NOTHING,
		.is_timer = true,
		.due_tsc = unseen_tsc + clock_hz() / rtc_rate_hz(PERIODIC_RATE),
		.limit_tsc = clock_after_us(BACKSTOP_US - BACKSTOP_EARLY_US),
		.device_port = rtc_causes_port(),
		.device_bits = RTC_CAUSE_PERIODIC,
		.device_byte = RTC_CAUSE_PERIODIC,
	};
	return 0;
}

static int rtc_done(void)
{
	ioapic_mask_isa(RTC_IRQ);
	timer_stop();
	rtc_periodic_off();
	watchdog_reclaim_clock();
	return 0;
}

const struct irq_source irq_source_rtc = {
	.open = rtc_open,
	.prepare = rtc_prepare,
	.done = rtc_done,
	.is_periodic = true,
};
