/* SPDX-License-Identifier: MIT */
/* The physical timer of the boot CPU, delivered as a fast interrupt (FIQ), which the kernel masks
 * only in handlers. Nothing else uses that timer. If there is firmware at EL3, fast interrupts
 * belong to it, and there is no watchdog. Arm ARM, "The Generic Timer in AArch64 state". */
#include "kernel/machine/watchdog.h"

#include "bench/engine/warning.h"
#include "kernel/aarch64/dev/gic.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/exception.h"
#include "lib/aarch64/control.h"
#include "lib/text/ticks.h"

/* Base System Architecture, "Peripheral Subsystems": PPI assignments. */
#define PHYSICAL_TIMER_INTID 30
#define TRY_US 100

static struct {
	bool works;
	volatile bool is_trying, was_seen;
	volatile bool is_armed;
	struct hang_detector hang_detector;
	uint64_t armed_tsc, held_ticks;         /* held_ticks: time that does not count */
	uint64_t hold_tsc;                      /* beginning of the current hold; 0: none */
} watchdog;

static void timer_off(void)
{
	write_register(cntp_ctl_el0, 0);
}

static void timer_on(uint64_t us)
{
	write_register(cntp_cval_el0, read_register(cntpct_el0) + ticks_of_us(us, clock_hz()));
	write_register(cntp_ctl_el0, 1);
}

static void watchdog_take_fast(struct trap_frame *frame)
{
	if (watchdog_look() == WATCHDOG_OVER)
		exception_time_is_over(frame);
}

static bool try_fast(void)
{
	struct spin spin = spin_for_us(INTERRUPT_LIMIT_US);

	if (clock_hz() == 0 || !gic_route_fast(PHYSICAL_TIMER_INTID))
		return false;
	watchdog.is_trying = true;
	timer_on(TRY_US);
	while (!watchdog.was_seen && spin_on(&spin))
		;
	timer_off();
	watchdog.is_trying = false;
	return watchdog.was_seen;
}

void watchdog_init(void)
{
	interrupt_handle(VECTOR_NMI, watchdog_take_fast);
	watchdog.works = try_fast();
	if (!watchdog.works)
		warning("watchdog", "no fast interrupt (FIQ) that the kernel may use; a hung "
			"benchmark ends the run");
}

bool watchdog_works(void)
{
	return watchdog.works;
}

static void alarm_in(uint64_t ms)
{
	timer_on(ms * US_PER_MS);
}

void watchdog_arm(uint32_t limit_ms)
{
	hang_detector_begin(&watchdog.hang_detector, limit_ms);
	if (!watchdog.works)
		return;
	watchdog.is_armed = true;
	watchdog.armed_tsc = clock_read();
	watchdog.held_ticks = watchdog.hold_tsc = 0;
	alarm_in(limit_ms);
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

/* Whether the limit is exceeded. No second clock continues while the machine stands still, so the
 * detector gets only one time. */
static bool time_is_over(void)
{
	uint64_t now_tsc = watchdog.hold_tsc != 0 ? watchdog.hold_tsc : clock_read();
	uint64_t ran_ms = ticks_to_ms(now_tsc - watchdog.armed_tsc - watchdog.held_ticks,
				      clock_hz());

	if (hang_detector_expired(&watchdog.hang_detector, ran_ms, ran_ms))
		return true;
	alarm_in(hang_detector_next_check_ms(&watchdog.hang_detector));
	return false;
}

void watchdog_disarm(void)
{
	if (!watchdog.works)
		return;
	timer_off();
	watchdog.is_armed = false;
}

/* Nothing to do, because no other use takes the timer. */
void watchdog_reclaim_clock(void)
{
}

enum watchdog_nmi watchdog_look(void)
{
	timer_off();
	watchdog.was_seen = true;
	if (!watchdog.is_armed)
		return WATCHDOG_OTHER;
	if (!time_is_over())
		return WATCHDOG_GO_ON;
	watchdog.is_armed = false;
	return WATCHDOG_OVER;
}
