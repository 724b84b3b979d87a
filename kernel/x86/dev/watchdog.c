/* SPDX-License-Identifier: MIT */
/* The real-time clock's alarm, delivered as an NMI by the I/O APIC. On every PC the RTC has an
 * interrupt line of its own. The HPET is finer, but shares lines with PCI devices or the 8254,
 * whose edges would be mistaken for those of the HPET. */
#include "kernel/machine/watchdog.h"

#include "bench/engine/warning.h"
#include "kernel/machine/exception.h"
#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/dev/ioapic.h"
#include "kernel/x86/dev/lapic.h"
#include "kernel/x86/dev/rtc.h"
#include "kernel/x86/dev/tsc.h"
#include "lib/text/ticks.h"

static struct {
	bool works;
	volatile bool is_trying;
	volatile bool is_armed;
	volatile bool was_seen;
	bool has_warned;
	struct hang_detector hang_detector;
	uint64_t armed_tsc, held_ticks;         /* held_ticks: time that does not count */
	uint64_t hold_tsc;                      /* beginning of the current hold; 0: none */
	int32_t armed_second;
} watchdog;

/* Whether NMIs arrive. Two are required, because a second edge comes only after the first interrupt
 * was acknowledged. */
static bool nmi_arrives(void)
{
	struct spin spin = spin_for_us(INTERRUPT_LIMIT_US);

	watchdog.was_seen = false;
	while (!watchdog.was_seen && spin_on(&spin))
		;
	return watchdog.was_seen;
}

static int route_to_nmi(void)
{
	return ioapic_route_isa(RTC_IRQ, 0, cpu_hardware_id(), IOAPIC_NMI);
}

static bool try_nmi(void)
{
	bool works;

	if (route_to_nmi() != 0)
		return false;
	watchdog.is_trying = true;
	rtc_periodic_on(RTC_1024_HZ);
	works = nmi_arrives() && nmi_arrives();
	rtc_interrupts_off();
	rtc_acknowledge();
	watchdog.is_trying = false;
	if (!works)
		ioapic_mask_isa(RTC_IRQ);
	return works;
}

static void watchdog_take_nmi(struct trap_frame *frame)
{
	if (watchdog_look() == WATCHDOG_OVER)
		exception_time_is_over(frame);
}

void watchdog_init(void)
{
	interrupt_handle(VECTOR_NMI, watchdog_take_nmi);
	watchdog.works = clock_hz() != 0 && rtc_exists() && try_nmi();
	if (!watchdog.works)
		warning("watchdog", "no real-time clock that can raise an NMI; a hung benchmark "
			"ends the run");
}

bool watchdog_works(void)
{
	return watchdog.works;
}

static void warn_of_no_time(void)
{
	if (!watchdog.has_warned)
		warning("watchdog", "cannot read the real-time clock; a hung benchmark "
			"may end the run");
	watchdog.has_warned = true;
}

/* Set the alarm. One second is added, because the current second is partly over. */
static void alarm_in(int32_t now, uint64_t ms)
{
	uint32_t seconds = (uint32_t)((ms + 999) / 1000);

	rtc_alarm_on(((uint32_t)now + seconds + 1) % RTC_DAY_SECONDS);
}

void watchdog_arm(uint32_t limit_ms)
{
	int32_t now;

	hang_detector_begin(&watchdog.hang_detector, limit_ms);
	if (!watchdog.works)
		return;
	now = rtc_read();
	if (now < 0) {
		warn_of_no_time();
		return;
	}
	watchdog.is_armed = true;
	watchdog.armed_second = now;
	watchdog.armed_tsc = clock_read();
	watchdog.held_ticks = watchdog.hold_tsc = 0;
	alarm_in(now, limit_ms);
}

void watchdog_hold(void)
{
	watchdog.hold_tsc = clock_read();
}

void watchdog_go_on(void)
{
	watchdog.held_ticks += clock_read() - watchdog.hold_tsc;
	watchdog.hold_tsc = 0;
}

const struct hang_detector *watchdog_hang_detector(void)
{
	return &watchdog.hang_detector;
}

static uint64_t ran_ms(void)
{
	uint64_t now_tsc = watchdog.hold_tsc != 0 ? watchdog.hold_tsc : clock_read();

	return ticks_to_ms(now_tsc - watchdog.armed_tsc - watchdog.held_ticks, clock_hz());
}

/* Handle an alarm. Returns whether the time limit is exceeded; otherwise arms the next alarm.
 * Without a readable clock the limit counts as exceeded. */
static bool time_is_over(void)
{
	int32_t now = rtc_read();
	uint64_t elapsed_seconds;

	if (now < 0)
		return true;
	elapsed_seconds = (RTC_DAY_SECONDS + (uint32_t)now - (uint32_t)watchdog.armed_second) %
			  RTC_DAY_SECONDS;
	if (hang_detector_expired(&watchdog.hang_detector, elapsed_seconds * 1000, ran_ms()))
		return true;
	/* the first alarm is up to a second late, and later alarms come when a second begins */
	alarm_in(now, hang_detector_next_check_ms(&watchdog.hang_detector) -
		      HANG_DETECTOR_INTERVAL_MS);
	return false;
}

void watchdog_disarm(void)
{
	if (!watchdog.works)
		return;
	rtc_interrupts_off();
	watchdog.is_armed = false;
	rtc_acknowledge();
}

void watchdog_reclaim_clock(void)
{
	if (watchdog.works)
		route_to_nmi();
	else
		ioapic_mask_isa(RTC_IRQ);
}

enum watchdog_nmi watchdog_look(void)
{
	bool is_alarm;

	if (!watchdog.is_armed && !watchdog.is_trying)
		return WATCHDOG_OTHER;
	is_alarm = rtc_acknowledge() && watchdog.is_armed;
	watchdog.was_seen = true;
	if (!is_alarm)
		return WATCHDOG_OTHER;
	if (!time_is_over())
		return WATCHDOG_GO_ON;
	rtc_interrupts_off();
	watchdog.is_armed = false;
	return WATCHDOG_OVER;
}
