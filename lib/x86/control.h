/* SPDX-License-Identifier: MIT */
/* Control registers, flags and instructions that control the CPU. Intel SDM vol. 3A, "Control
 * Registers" and "Paging". */
#ifndef LIB_X86_CONTROL_H
#define LIB_X86_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#define CR0_MP (1u << 1)
#define CR0_EM (1u << 2)
#define CR0_TS (1u << 3)
#define CR0_WP (1u << 16)
#define CR4_MCE (1u << 6)
#define CR4_PGE (1u << 7)
#define CR4_OSFXSR (1u << 9)
#define CR4_OSXMMEXCPT (1u << 10)
#define CR4_UMIP (1u << 11)
#define CR4_PCIDE (1u << 17)
#define CR4_OSXSAVE (1u << 18)
#define CR4_SMEP (1u << 20)
#define CR4_SMAP (1u << 21)
#define EFER_SCE (1u << 0)
#define EFER_NXE (1u << 11)
#define FLAGS_FIXED (1u << 1)           /* always set */
#define FLAGS_TF (1u << 8)
#define FLAGS_IF (1u << 9)
#define FLAGS_DF (1u << 10)
#define FLAGS_IOPL_3 (3u << 12)         /* user mode may use ports */
#define FLAGS_NT (1u << 14)
#define FLAGS_AC (1u << 18)

static inline __attribute__((always_inline)) uint64_t read_cr0(void)
{
	uint64_t value;

	__asm__ volatile("mov %%cr0, %0" : "=r"(value) : : "memory");
	return value;
}

static inline __attribute__((always_inline)) void write_cr0(uint64_t value)
{
	__asm__ volatile("mov %0, %%cr0" : : "r"(value) : "memory");
}

static inline __attribute__((always_inline)) uint64_t read_cr2(void)
{
	uint64_t value;

	__asm__ volatile("mov %%cr2, %0" : "=r"(value) : : "memory");
	return value;
}

static inline __attribute__((always_inline)) uint64_t read_cr3(void)
{
	uint64_t value;

	__asm__ volatile("mov %%cr3, %0" : "=r"(value) : : "memory");
	return value;
}

static inline __attribute__((always_inline)) void write_cr3(uint64_t value)
{
	__asm__ volatile("mov %0, %%cr3" : : "r"(value) : "memory");
}

static inline __attribute__((always_inline)) uint64_t read_cr4(void)
{
	uint64_t value;

	__asm__ volatile("mov %%cr4, %0" : "=r"(value) : : "memory");
	return value;
}

static inline __attribute__((always_inline)) void write_cr4(uint64_t value)
{
	__asm__ volatile("mov %0, %%cr4" : : "r"(value) : "memory");
}

/* The task priority, which blocks interrupts of lower vectors. */
static inline __attribute__((always_inline)) uint64_t read_cr8(void)
{
	uint64_t value;

	__asm__ volatile("mov %%cr8, %0" : "=r"(value) : : "memory");
	return value;
}

static inline __attribute__((always_inline)) void write_cr8(uint64_t value)
{
	__asm__ volatile("mov %0, %%cr8" : : "r"(value) : "memory");
}

/* RFLAGS; FLAGS_IF is set if interrupts are on. */
static inline __attribute__((always_inline)) uint64_t read_flags(void)
{
	uint64_t value;

	__asm__ volatile("pushfq\n\tpop %0" : "=r"(value) : : "memory");
	return value;
}

/* XCR0, the extended control register 0. Faults unless CR4_OSXSAVE is set. */
static inline __attribute__((always_inline)) uint64_t read_xcr0(void)
{
	uint32_t low, high;

	__asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0) : "memory");
	return (uint64_t)high << 32 | low;
}

static inline __attribute__((always_inline)) void invlpg(const volatile void *address)
{
	__asm__ volatile("invlpg %0" : : "m"(*(const volatile char *)address) : "memory");
}

/* Allow this CPU to access user memory despite CR4_SMAP, and forbid it again. Both fault if CPUID
 * lacks SMAP. */
static inline __attribute__((always_inline)) void stac(void)
{
	__asm__ volatile("stac" : : : "cc", "memory");
}

static inline __attribute__((always_inline)) void clac(void)
{
	__asm__ volatile("clac" : : : "cc", "memory");
}

/* Write back and empty all caches of this CPU. */
static inline __attribute__((always_inline)) void flush_caches(void)
{
	__asm__ volatile("wbinvd" : : : "memory");
}

static inline __attribute__((always_inline)) void interrupts_off(void)
{
	__asm__ volatile("cli" : : : "memory");
}

static inline __attribute__((always_inline)) void interrupts_on(void)
{
	__asm__ volatile("sti" : : : "memory");
}

static inline __attribute__((always_inline)) uint64_t interrupts_state(void)
{
	return read_flags();
}

static inline __attribute__((always_inline)) bool interrupts_were_on(uint64_t state)
{
	return (state & FLAGS_IF) != 0;
}

static inline __attribute__((always_inline)) bool interrupts_are_on(void)
{
	return interrupts_were_on(interrupts_state());
}

/* Enable interrupts and halt until one was handled. Afterwards interrupts are off again. STI takes
 * effect after the next instruction, so no interrupt can arrive between STI and HLT. */
static inline __attribute__((always_inline)) void cpu_halt_for_interrupt(void)
{
	__asm__ volatile("sti\n\thlt\n\tcli" : : : "memory");
}

static inline __attribute__((always_inline)) void cpu_halt(void)
{
	__asm__ volatile("hlt" : : : "memory");
}

/* Stop this CPU for good, except for NMIs. */
static inline __attribute__((noreturn)) void cpu_stop(void)
{
	interrupts_off();
	for (;;)
		cpu_halt();
}

/* Order all earlier accesses before all later ones, including writes of MSRs that are not
 * serializing. Intel SDM vol. 3A, "MSR Access in x2APIC Mode". */
static inline __attribute__((always_inline)) void memory_fence(void)
{
	__asm__ volatile("mfence\n\tlfence" : : : "memory");
}

static inline __attribute__((always_inline)) void cpu_pause(void)
{
	__asm__ volatile("pause" : : : "memory");
}

/* One iteration of a wait that may end a microsecond late. At every PAUSE and every clock read, an
 * emulator that counts instructions leaves translated code. This spin stays in translated code, so
 * such waits are several times cheaper. */
static inline void cpu_relax(void)
{
	for (unsigned spin = 0; spin < 500; spin++)
		__asm__ volatile("");
	cpu_pause();
}

/* For lib/cpu/device_order.h. The accesses are volatile, so a compiler keeps their order. */
static inline __attribute__((always_inline)) void device_publish(void)
{
}

static inline __attribute__((always_inline)) void device_observe(void)
{
}

static inline __attribute__((always_inline)) void cpu_count_down(uint32_t turns)
{
	__asm__ volatile("1:\tsub $1, %0\n\tjnz 1b" : "+r"(turns) : : "cc");
}

/* One iteration of the loop is two instructions. The NOP is for an odd number. */
static inline __attribute__((always_inline)) void cpu_run_instructions(uint64_t count)
{
	__asm__ volatile("shr	%0\n\t"
			 "jnc	1f\n\t"
			 "nop\n"
			 "1:	dec	%0\n\t"
			 "jnz	1b"
			 : "+r"(count) : : "cc");
}

/* Take pending interrupts. Interrupts are off before and after. QEMU does not deliver interrupts at
 * a PAUSE directly after STI. */
static inline void interrupts_handle_pending(void)
{
	interrupts_on();
	cpu_relax();
	interrupts_off();
}

#endif
