/* SPDX-License-Identifier: MIT */
/* System registers and instructions that control the CPU. Arm ARM, "AArch64 System Register
 * Descriptions" and "Process state, PSTATE". */
#ifndef LIB_AARCH64_CONTROL_H
#define LIB_AARCH64_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

/* Masks of PSTATE, at their places in DAIF. */
#define DAIF_IRQ (1u << 7)

/* Read a system register by its name in the assembler. Faults if the CPU lacks the register. */
#define read_register(name) \
	({ \
		uint64_t value_; \
		__asm__ volatile("mrs %0, " #name : "=r"(value_) : : "memory"); \
		value_; \
	})

/* Write a system register. Later instructions see the new value. */
#define write_register(name, value) \
	__asm__ volatile("msr " #name ", %0\n\tisb" : : "r"((uint64_t)(value)) : "memory")

/* See lib/cpu/interrupts.h. FIQs stay masked: the interrupt controller is set to send IRQs. */
static inline __attribute__((always_inline)) void interrupts_off(void)
{
	__asm__ volatile("msr daifset, #2" : : : "memory");
}

static inline __attribute__((always_inline)) void interrupts_on(void)
{
	__asm__ volatile("msr daifclr, #2" : : : "memory");
}

static inline __attribute__((always_inline)) uint64_t interrupts_state(void)
{
	return read_register(daif);
}

static inline __attribute__((always_inline)) bool interrupts_were_on(uint64_t state)
{
	return (state & DAIF_IRQ) == 0;
}

static inline __attribute__((always_inline)) bool interrupts_are_on(void)
{
	return interrupts_were_on(interrupts_state());
}

/* Take a pending interrupt. With ISB in between, it is taken before the second instruction at the
 * latest. Arm ARM, "Prioritization and recognition of interrupts". */
static inline __attribute__((always_inline)) void interrupts_take(void)
{
	__asm__ volatile("msr daifclr, #2\n\tisb\n\tmsr daifset, #2" : : : "memory");
}

/* A masked interrupt also ends WFI, so no interrupt is missed between the two instructions. */
static inline __attribute__((always_inline)) void cpu_halt(void)
{
	__asm__ volatile("dsb sy\n\twfi" : : : "memory");
}

static inline __attribute__((always_inline)) void cpu_halt_for_interrupt(void)
{
	cpu_halt();
	interrupts_take();
}

/* Fast interrupts (FIQs) stay enabled, because another CPU uses one to make this CPU return to the
 * firmware. */
static inline __attribute__((noreturn)) void cpu_stop(void)
{
	__asm__ volatile("msr daifset, #14" : : : "memory");
	for (;;)
		cpu_halt();
}

/* Order all earlier accesses before all later ones and before later system register writes. */
static inline __attribute__((always_inline)) void memory_fence(void)
{
	__asm__ volatile("dsb sy\n\tisb" : : : "memory");
}

/* There is no such counter, because platform_probe_msr() finds none. */
static inline uint64_t cpu_read_counter(uint32_t number)
{
	(void)number;
	return 0;
}

static inline bool cpu_has_monitor(void)
{
	return false;
}

/* The address of this CPU's data. */
static inline __attribute__((always_inline)) uint64_t cpu_data(void)
{
	return read_register(tpidr_el1);
}

static inline __attribute__((always_inline)) void cpu_pause(void)
{
	__asm__ volatile("yield" : : : "memory");
}

/* At every YIELD, an emulator that counts instructions leaves translated code, which takes long. */
static inline void cpu_relax(void)
{
	for (unsigned spin = 0; spin < 500; spin++)
		__asm__ volatile("");
	cpu_pause();
}

static inline void interrupts_handle_pending(void)
{
	interrupts_on();
	cpu_relax();
	interrupts_off();
}

/* For lib/cpu/switching.h. Every processor has identifiers of 8 or 16 bits. */
#define CPU_EXTENDED_STATE STATE_FPSIMD

static inline bool cpu_has_asids(void)
{
	return true;
}

/* For lib/cpu/device_order.h. Arm ARM, "Data Memory Barrier". */
static inline __attribute__((always_inline)) void device_publish(void)
{
	__asm__ volatile("dmb oshst" : : : "memory");
}

static inline __attribute__((always_inline)) void device_observe(void)
{
	__asm__ volatile("dmb oshld" : : : "memory");
}

static inline __attribute__((always_inline)) void cpu_count_down(uint32_t turns)
{
	__asm__ volatile("1:\tsubs %w0, %w0, #1\n\tb.ne 1b" : "+r"(turns) : : "cc");
}

/* For lib/cpu/pause.h. SUBS and B.NE are two instructions. NOP is for an odd number. */
static inline __attribute__((always_inline)) void cpu_run_instructions(uint64_t count)
{
	__asm__ volatile("tbz	%0, #0, 1f\n\t"
			 "nop\n"
			 "1:	lsr	%0, %0, #1\n"
			 "2:	subs	%0, %0, #1\n\t"
			 "b.ne	2b"
			 : "+r"(count) : : "cc");
}

#endif
