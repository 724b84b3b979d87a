/* SPDX-License-Identifier: MIT */
/* Sleeps until a disk interrupts. The timer bounds the wait. It is armed only occasionally, so that
 * few requests include the time for arming it. */
#include "kernel/disk/disk.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/timer.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define TIMER_MS 2000u
#define REARM_MS 1000u

void disk_enter(void);

static struct {
	volatile bool has_come;
	uint64_t rearm_tsc;
} wait;

static void wait_take(struct trap_frame *frame)
{
	(void)frame;
	wait.has_come = true;
	interrupt_acknowledge();
}

static void wait_take_timer(struct trap_frame *frame)
{
	(void)frame;
	wait.rearm_tsc = 0;
	interrupt_acknowledge();
}

static void wait_arm(void)
{
	uint64_t ticks = ticks_of_ms(TIMER_MS, timer_hz());

	timer_arm(ticks < UINT32_MAX ? (uint32_t)ticks : UINT32_MAX, VECTOR_DISK_LIMIT);
	wait.rearm_tsc = clock_after_us(REARM_MS * 1000);
}

int disk_wait_open(void)
{
	if (timer_hz() == 0)
		return -ENOTSUP;
	wait.has_come = false;
	interrupt_handle(VECTOR_DISK, wait_take);
	interrupt_handle(VECTOR_DISK_LIMIT, wait_take_timer);
	interrupt_enter_at(VECTOR_DISK, disk_enter);
	wait_arm();
	return 0;
}

/* End waiting. A pending interrupt is handled before the handler is removed. */
void disk_wait_close(void)
{
	if (timer_hz() == 0)
		return;
	timer_stop();
	interrupts_handle_pending();
	interrupt_enter_at(VECTOR_DISK, NULL);
	interrupt_handle(VECTOR_DISK, NULL);
	interrupt_handle(VECTOR_DISK_LIMIT, NULL);
}

/* Set the handler, and leave the timer to it, because the new owner may use the timer. */
void disk_wait_set_handler(void (*take)(struct trap_frame *frame))
{
	interrupt_handle(VECTOR_DISK, take != NULL ? take : wait_take);
	wait.has_come = false;
	wait.rearm_tsc = 0;
}

uint64_t disk_wait_rest(uint64_t limit_tsc)
{
	while (!wait.has_come) {
		if (clock_is_past(limit_tsc))
			return 0;
		if (clock_is_past(wait.rearm_tsc))
			wait_arm();
		cpu_halt_for_interrupt();
	}
	wait.has_come = false;
	return disk_entered_tsc;
}
