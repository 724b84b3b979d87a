/* SPDX-License-Identifier: MIT */
/* The real-time clock's alarm, delivered as an NMI by the I/O APIC. The RTC is the one timer with
 * an interrupt line to itself on every PC; the HPET counts finer, but its comparators share lines
 * with PCI devices or with the 8254, and an edge of theirs would pass for ours. */
#include "kernel/dev/watchdog.h"

#include "bench/engine/warning.h"
#include "kernel/cpu/exception.h"
#include "kernel/cpu/interrupt.h"
#include "kernel/dev/ioapic.h"
#include "kernel/dev/lapic.h"
#include "kernel/dev/rtc.h"
#include "kernel/dev/tsc.h"
#include "lib/x86/control.h"

#define TRY_LIMIT_US 100000             /* for an interrupt that comes every millisecond */

static struct {
	bool works;
	volatile bool is_trying;
	volatile bool is_armed;
	volatile bool was_seen;
	bool has_warned;
} watchdog;

/* An edge is raised only after the last one was acknowledged, so two NMIs must come. */
static bool nmi_arrives(void)
{
	uint64_t limit_tsc = tsc_after_us(TRY_LIMIT_US);

	watchdog.was_seen = false;
	while (!watchdog.was_seen && !tsc_is_past(limit_tsc))
		cpu_relax();
	return watchdog.was_seen;
}

static int route_to_nmi(void)
{
	return ioapic_route_isa(RTC_IRQ, 0, lapic_id(), IOAPIC_NMI);
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
	if (watchdog_fired())
		exception_time_is_over(frame);
}

void watchdog_init(void)
{
	interrupt_handle(VECTOR_NMI, watchdog_take_nmi);
	watchdog.works = rtc_init() && try_nmi();
	if (!watchdog.works)
		warning("watchdog", "no real-time clock that can raise an NMI: a benchmark that "
			"hangs ends the run");
}

bool watchdog_works(void)
{
	return watchdog.works;
}

static void warn_of_no_time(void)
{
	if (!watchdog.has_warned)
		warning("watchdog", "the real-time clock can't be read: a benchmark that hangs may "
			"end the run");
	watchdog.has_warned = true;
}

/* One second more than the limit's, because the current one is partly over. */
void watchdog_arm(uint32_t limit_ms)
{
	uint32_t seconds = (limit_ms + 999) / 1000 + 1;
	int32_t now;

	if (!watchdog.works)
		return;
	now = rtc_read();
	if (now < 0) {
		warn_of_no_time();
		return;
	}
	watchdog.is_armed = true;
	rtc_alarm_on(((uint32_t)now + seconds) % RTC_DAY_SECONDS);
}

void watchdog_disarm(void)
{
	if (!watchdog.works)
		return;
	rtc_interrupts_off();
	watchdog.is_armed = false;
	rtc_acknowledge();
}

void watchdog_take_clock_back(void)
{
	if (watchdog.works)
		route_to_nmi();
	else
		ioapic_mask_isa(RTC_IRQ);
}

bool watchdog_fired(void)
{
	bool fired;

	if (!watchdog.is_armed && !watchdog.is_trying)
		return false;
	fired = rtc_acknowledge() && watchdog.is_armed;
	watchdog.was_seen = true;
	if (fired) {
		rtc_interrupts_off();
		watchdog.is_armed = false;
	}
	return fired;
}
