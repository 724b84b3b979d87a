/* SPDX-License-Identifier: MIT */
/* One timer has two uses. The watchdog uses it, and so do benchmarks, whose deadlines are delivered
 * as software interrupts, because those can be turned off. */
#include "kernel/riscv64/dev/timer.h"

#include "bench/engine/warning.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/cpu.h"
#include "kernel/riscv64/core/probe.h"
#include "kernel/riscv64/cpu/cpu_init.h"
#include "kernel/riscv64/cpu/interrupt.h"
#include "kernel/riscv64/dev/parts.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define TRY_US 100                      /* deadline of the timer's test */

enum {SEND_IPI};                        /* "S-Mode IPI Extension" */

bool timer_has_register;

static struct {
	bool self_interrupt_works, works;
	volatile unsigned arrivals;     /* number of arrivals of VECTOR_SELF_TEST */
} timer;

/* ---- The timer ---- */

uint64_t timer_hz(void)
{
	return timer.works ? parts()->time_hz : 0;
}

bool timer_deadline_works(void)
{
	return false;
}

void timer_stop(void)
{
	struct cpu *cpu = this_cpu();

	cpu->timer_due = UINT64_MAX;
	timer_set_earlier(cpu);
}

void timer_select(enum timer_mode mode, uint8_t vector)
{
	struct cpu *cpu = this_cpu();

	timer_stop();
	cpu->timer_vector = vector;
	cpu->timer_period = mode == TIMER_PERIODIC;
}

void timer_arm(uint32_t ticks, uint8_t vector)
{
	timer_select(TIMER_ONE_SHOT, vector);
	timer_start(ticks);
}

void timer_watch(uint64_t due)
{
	struct cpu *cpu = this_cpu();

	cpu->watchdog_due = due;
	timer_set_earlier(cpu);
}

/* Raise what is due. Periods that passed unnoticed become one interrupt. */
static void raise_due(struct cpu *cpu, uint64_t now)
{
	if (cpu->timer_due > now)
		return;
	if (cpu->timer_period == 0)
		cpu->timer_due = UINT64_MAX;
	else
		cpu->timer_due += ((now - cpu->timer_due) / cpu->timer_period + 1) *
				  cpu->timer_period;
	self_interrupt(cpu->timer_vector);
}

void timer_interrupt_dispatch(struct trap_frame *frame)
{
	struct cpu *cpu = this_cpu();
	uint64_t now = read_register(time);
	bool watches = cpu->watchdog_due <= now;

	raise_due(cpu, now);
	if (watches)
		cpu->watchdog_due = UINT64_MAX;
	timer_set_earlier(cpu);
	if (watches) {
		frame->vector = VECTOR_NMI;
		interrupt_dispatch(frame);
	}
}

/* ---- Interrupts between CPUs ---- */

uint32_t cpu_hardware_id(void)
{
	return this_cpu()->hardware_id;
}

bool self_interrupt_works(void)
{
	return timer.self_interrupt_works;
}

int timer_send_software(uint32_t hardware_id)
{
	return sbi_call(SBI_IPI, SEND_IPI, 1, hardware_id, 0).error == 0 ? 0 : -ETIMEDOUT;
}

int interrupt_send(uint32_t hardware_id, uint8_t vector)
{
	struct cpu *cpu = cpu_find(hardware_id);

	if (cpu == NULL)
		return -ETIMEDOUT;
	interrupt_raise(cpu, vector);
	memory_fence();
	return timer_send_software(hardware_id);
}

uint64_t platform_firmware_timer_due(void)
{
	return timer_due(this_cpu());
}

static void count_arrival(struct trap_frame *frame)
{
	(void)frame;
	timer.arrivals++;
}

static bool interrupt_arrives(void)
{
	struct spin spin = spin_for_us(INTERRUPT_LIMIT_US);
	bool arrived;

	interrupts_on();
	while (timer.arrivals == 0 && spin_on(&spin))
		;
	interrupts_off();
	arrived = timer.arrivals != 0;
	timer.arrivals = 0;
	return arrived;
}

static void try_timer(void)
{
	timer_select(TIMER_ONE_SHOT, VECTOR_SELF_TEST);
	timer_start((uint32_t)ticks_of_us(TRY_US, parts()->time_hz) + 1);
	timer.works = parts()->time_hz != 0 && interrupt_arrives();
	timer_stop();
	if (!timer.works)
		warning("timer", "the supervisor timer does not fire");
}

void timer_init(void)
{
	timer_has_register = probe_write_stimecmp(UINT64_MAX) == 0;
	timer_set(UINT64_MAX);
	interrupt_discard_pending();
	interrupt_handle(VECTOR_SELF_TEST, count_arrival);
	self_interrupt(VECTOR_SELF_TEST);
	timer.self_interrupt_works = interrupt_arrives();
	if (timer.self_interrupt_works)
		try_timer();
	else
		warning("interrupt", "interrupts of a CPU to itself do not arrive");
	interrupt_handle(VECTOR_SELF_TEST, NULL);
}
