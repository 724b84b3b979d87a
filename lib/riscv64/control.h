/* SPDX-License-Identifier: MIT */
/* Control and status registers, and instructions that control the CPU. RISC-V Privileged ISA,
 * "Supervisor-Level ISA".
 *
 * The kernel keeps sstatus.SIE set and turns interrupts on and off by two bits in sie. One bit is
 * for software interrupts, which are all that the kernel handles. The other bit is for interrupts
 * of devices, which raise software interrupts. The timer's bit stays set, so the timer interrupts
 * even a hung benchmark. Handlers run with software interrupts off. */
#ifndef LIB_RISCV64_CONTROL_H
#define LIB_RISCV64_CONTROL_H

/* For C and assembly: bits of sstatus, and of sie and sip. */
#define SSTATUS_SIE 0x2
#define SSTATUS_SPIE 0x20
#define SSTATUS_SPP 0x100               /* the trap came from the kernel */
#define SSTATUS_FS_INITIAL 0x2000       /* floating-point registers may be used */
#define SSTATUS_FS_MASK 0x6000
#define SSTATUS_SUM 0x40000             /* the kernel may access pages of user mode */
#define INTERRUPT_SOFTWARE 0x2
#define INTERRUPT_TIMER 0x20
#define INTERRUPT_EXTERNAL 0x200
#define INTERRUPTS_OFTEN_OFF (INTERRUPT_SOFTWARE | INTERRUPT_EXTERNAL)

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stdint.h>

/* Read a register by its name in the assembler. Faults if the CPU lacks the register. */
#define read_register(name) \
	({ \
		uint64_t value_; \
		__asm__ volatile("csrr %0, " #name : "=r"(value_) : : "memory"); \
		value_; \
	})

#define write_register(name, value) \
	__asm__ volatile("csrw " #name ", %0" : : "r"((uint64_t)(value)) : "memory")

/* See lib/cpu/interrupts.h. */
static inline __attribute__((always_inline)) void interrupts_off(void)
{
	__asm__ volatile("csrc sie, %0" : : "r"(INTERRUPTS_OFTEN_OFF) : "memory");
}

static inline __attribute__((always_inline)) void interrupts_on(void)
{
	__asm__ volatile("csrs sie, %0" : : "r"(INTERRUPTS_OFTEN_OFF) : "memory");
}

static inline __attribute__((always_inline)) uint64_t interrupts_state(void)
{
	return read_register(sie);
}

static inline __attribute__((always_inline)) bool interrupts_were_on(uint64_t state)
{
	return (state & INTERRUPT_SOFTWARE) != 0;
}

static inline __attribute__((always_inline)) bool interrupts_are_on(void)
{
	return interrupts_were_on(interrupts_state());
}

static inline __attribute__((always_inline)) void cpu_halt(void)
{
	__asm__ volatile("wfi" : : : "memory");
}

/* WFI ends at an interrupt that is enabled in sie, whatever sstatus.SIE is. A write of sstatus then
 * takes the interrupt: "Supervisor Interrupt Registers". */
static inline __attribute__((always_inline)) void cpu_halt_for_interrupt(void)
{
	__asm__ volatile("csrci sstatus, %0\n\t"
			 "csrs sie, %1\n\t"
			 "wfi\n\t"
			 "csrsi sstatus, %0\n\t"
			 "csrc sie, %1"
			 : : "i"(SSTATUS_SIE), "r"(INTERRUPTS_OFTEN_OFF) : "memory");
}

static inline __attribute__((noreturn)) void cpu_stop(void)
{
	__asm__ volatile("csrci sstatus, %0\n\tcsrw sie, zero" : : "i"(SSTATUS_SIE) : "memory");
	for (;;)
		cpu_halt();
}

/* Order all earlier accesses before all later ones, including those of devices. */
static inline __attribute__((always_inline)) void memory_fence(void)
{
	__asm__ volatile("fence iorw, iorw" : : : "memory");
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
	uint64_t data;

	__asm__ volatile("mv %0, tp" : "=r"(data) : : "memory");
	return data;
}

/* PAUSE by its encoding, because older assemblers lack the name. It is a hint that every CPU may
 * execute. RISC-V Unprivileged ISA, "Zihintpause". */
static inline __attribute__((always_inline)) void cpu_pause(void)
{
	__asm__ volatile(".4byte 0x0100000f" : : : "memory");
}

/* At every PAUSE, an emulator that counts instructions leaves translated code, which takes long. */
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

/* For lib/cpu/switching.h. A CPU may have no address space identifiers, and the kernel uses
 * none. */
#define CPU_EXTENDED_STATE STATE_FP

static inline bool cpu_has_asids(void)
{
	return false;
}

/* For lib/cpu/device_order.h. RISC-V Unprivileged ISA, "Memory Ordering Instructions". */
static inline __attribute__((always_inline)) void device_publish(void)
{
	__asm__ volatile("fence ow, ow" : : : "memory");
}

static inline __attribute__((always_inline)) void device_observe(void)
{
	__asm__ volatile("fence ir, ir" : : : "memory");
}

static inline __attribute__((always_inline)) void cpu_count_down(uint32_t turns)
{
	__asm__ volatile("1:\taddiw %0, %0, -1\n\tbnez %0, 1b" : "+r"(turns));
}

/* For lib/cpu/pause.h. ADDI and BNEZ are two instructions. NOP is for an odd number. */
static inline __attribute__((always_inline)) void cpu_run_instructions(uint64_t count)
{
	uint64_t odd = count & 1;

	__asm__ volatile("beqz	%1, 1f\n\t"
			 "nop\n"
			 "1:	srli	%0, %0, 1\n"
			 "2:	addi	%0, %0, -1\n\t"
			 "bnez	%0, 2b"
			 : "+r"(count) : "r"(odd));
}
#endif

#endif
