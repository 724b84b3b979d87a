/* SPDX-License-Identifier: MIT */
/* The inlined functions of kernel/machine/interrupts.h and timer.h.
 *
 * The timer compares its deadline with `time`, which is not the clock that measures. So there are
 * no deadlines by the measuring clock, and timer_deadline_works() is false. RISC-V Privileged ISA,
 * "Supervisor Timer (stimecmp)". */
#ifndef KERNEL_RISCV64_DEV_TIMER_ACCESS_H
#define KERNEL_RISCV64_DEV_TIMER_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/riscv64/core/stimecmp.h"
#include "kernel/riscv64/cpu/cpu.h"
#include "kernel/riscv64/cpu/vector.h"
#include "lib/riscv64/control.h"
#include "lib/riscv64/sbi.h"

/* Name in the timer's record. */
#define TIMER_NAME "stimer"

/* Whether the kernel may write stimecmp. If not, firmware sets the timer. Set by timer_init. */
extern bool timer_has_register;

/* Let the timer interrupt this CPU when `time` reaches due; UINT64_MAX: never. */
static inline void timer_set(uint64_t due)
{
	if (timer_has_register)
		__asm__ volatile("csrw %0, %1" : : "i"(STIMECMP), "r"(due) : "memory");
	else
		sbi_call(SBI_TIME, 0, due, 0, 0);
}

/* The earlier deadline of timer and watchdog. */
static inline uint64_t timer_due(const struct cpu *cpu)
{
	return cpu->timer_due < cpu->watchdog_due ? cpu->timer_due : cpu->watchdog_due;
}

static inline void timer_set_earlier(const struct cpu *cpu)
{
	timer_set(timer_due(cpu));
}

static inline void timer_start(uint32_t ticks)
{
	struct cpu *cpu = this_cpu();

	if (cpu->timer_period != 0)
		cpu->timer_period = ticks;
	cpu->timer_due = read_register(time) + ticks;
	timer_set_earlier(cpu);
}

static inline void timer_deadline_start(uint64_t deadline_tsc)
{
	(void)deadline_tsc;
}

/* The handler's entry has already cleared the request, so nothing remains to do. */
static inline void interrupt_acknowledge(void)
{
}

/* Interrupt this CPU by the software interrupt bit, which the CPU may set itself. */
static inline void self_interrupt(uint8_t vector)
{
	__atomic_fetch_or(&this_cpu()->pending, 1ull << (vector - VECTOR_SOFTWARE_FIRST),
			  __ATOMIC_RELAXED);
	__asm__ volatile("csrsi sip, %0" : : "i"(INTERRUPT_SOFTWARE) : "memory");
}

#endif
