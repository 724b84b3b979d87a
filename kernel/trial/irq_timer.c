/* SPDX-License-Identifier: MIT */
/* Interrupts of the board's timers. */
#include "kernel/cpu/interrupt.h"
#include "kernel/dev/hpet.h"
#include "kernel/dev/ioapic.h"
#include "kernel/dev/lapic.h"
#include "kernel/dev/pit.h"
#include "kernel/dev/rtc.h"
#include "kernel/dev/tsc.h"
#include "kernel/dev/watchdog.h"
#include "kernel/trial/interrupt.h"
#include "kernel/trial/irq_source.h"
#include "lib/text/errno.h"

#define PERIODIC_HZ 8192
#define TICKS_TO_ROUTE_BETWEEN 16       /* tries, each of a tick, before it is given up */
#define BACKSTOP_US 1000000             /* for a wait that the watchdog can't end */
#define BACKSTOP_EARLY_US 10000         /* by how much two clocks may differ in that time */

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

/* A count begins with the clock that follows the write: the interrupt is due at the earliest time
 * that it may come. */
static int pit_prepare(struct raise *raise)
{
	uint32_t count = (uint32_t)((uint64_t)PIT_HZ * IRQ_TIMER_DELAY_US / 1000000);

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
	return hpet_counter() != NULL ? hpet_open(VECTOR_TRIAL, lapic_id()) : -ENOTSUP;
}

/* The counter may have reached what was read of it anywhen since its tick before. */
static int irq_timer_prepare_hpet(struct raise *raise)
{
	uint64_t hz = hpet_counter()->rate_hz;
	uint32_t delay = (uint32_t)(hz * IRQ_TIMER_DELAY_US / 1000000);
	uint64_t before_tsc = tsc_read_fenced();

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

/* Let the clock's line through between two ticks. One that came while it was masked would be lost,
 * and would keep the line high, so that none after it makes an edge: then it is masked again, and
 * the next tick waited for. unseen_tsc is the last look that did not see the tick before. Time does
 * not tell whether one came: an emulator that was late with a tick soon has another. */
static int rtc_route(uint64_t *unseen_tsc)
{
	for (unsigned tick = 0; tick < TICKS_TO_ROUTE_BETWEEN; tick++) {
		uint64_t look_tsc;

		if (!rtc_periodic_wait(unseen_tsc))
			return -ETIMEDOUT;
		if (irq_source_route_isa(RTC_IRQ) != 0)
			return -ENOTSUP;
		look_tsc = tsc_read_fenced();
		if (!rtc_periodic_came())
			return 0;
		*unseen_tsc = look_tsc;         /* of the tick after the one that came */
		ioapic_mask_isa(RTC_IRQ);
		trial_take_pending();
	}
	return -ETIMEDOUT;
}

/* A period after the tick that is waited for first, counted from the last look that did not see it.
 * The clock is the watchdog's: it is taken from it meanwhile, and a wait that only the watchdog
 * could end is ended by the local APIC's timer. */
static int rtc_prepare(struct raise *raise)
{
	uint64_t unseen_tsc = tsc_read_fenced();
	int error;

	if (lapic_timer_hz() == 0)
		return -ENOTSUP;
	ioapic_mask_isa(RTC_IRQ);
	rtc_periodic_on(RTC_8192_HZ);
	error = rtc_route(&unseen_tsc);
	if (error != 0)
		return error;
	lapic_timer_arm((uint32_t)(lapic_timer_hz() / 1000000 * BACKSTOP_US), VECTOR_TRIAL);
	*raise = (struct raise){
		.way = RAISE_NOTHING,
		.is_timer = true,
		.due_tsc = unseen_tsc + tsc_hz() / PERIODIC_HZ,
		.limit_tsc = tsc_after_us(BACKSTOP_US - BACKSTOP_EARLY_US),
		.device_port = rtc_causes_port(),
		.device_bits = RTC_CAUSE_PERIODIC,
		.device_byte = RTC_CAUSE_PERIODIC,
	};
	return 0;
}

static int rtc_done(void)
{
	ioapic_mask_isa(RTC_IRQ);
	lapic_timer_stop();
	rtc_periodic_off();
	watchdog_take_clock_back();
	return 0;
}

const struct irq_source irq_source_rtc = {
	.open = rtc_open,
	.prepare = rtc_prepare,
	.done = rtc_done,
	.is_periodic = true,
};
