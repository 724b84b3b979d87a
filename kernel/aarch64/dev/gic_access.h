/* SPDX-License-Identifier: MIT */
/* Registers of the interrupt controller, and the inlined functions of kernel/machine/interrupts.h
 * and timer.h. One interface to versions 2 and 3. Arm Generic Interrupt Controller Architecture
 * Specification, versions 2.0 (IHI 0048) and 3 and 4 (IHI 0069), "Programmers' Model". */
#ifndef KERNEL_AARCH64_DEV_GIC_ACCESS_H
#define KERNEL_AARCH64_DEV_GIC_ACCESS_H

/* Offset of the distributor's register that sends an SGI, and of the CPU interface's registers; for
 * C and assembly. */
#define GICD_SGIR 0xf00
#define GICC_IAR 0x0c
#define GICC_EOIR 0x10
#define GICC_RPR 0x14

/* System registers of version 3 by their encodings, because older assemblers lack the names. */
#define ICC_PMR_EL1 S3_0_C4_C6_0
#define ICC_IAR0_EL1 S3_0_C12_C8_0
#define ICC_EOIR0_EL1 S3_0_C12_C8_1
#define ICC_BPR1_EL1 S3_0_C12_C12_3
#define ICC_CTLR_EL1 S3_0_C12_C12_4
#define ICC_SRE_EL1 S3_0_C12_C12_5
#define ICC_IGRPEN0_EL1 S3_0_C12_C12_6
#define ICC_IGRPEN1_EL1 S3_0_C12_C12_7
#define ICC_IAR1_EL1 S3_0_C12_C12_0
#define ICC_EOIR1_EL1 S3_0_C12_C12_1
#define ICC_RPR_EL1 S3_0_C12_C11_3
#define ICC_SGI1R_EL1 S3_0_C12_C11_5
#define ICC_SGI0R_EL1 S3_0_C12_C11_7

/* Numbers that no interrupt has. */
#define INTID_SPECIAL 1020
#define INTID_MASK 0x3ff

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stdint.h>

#include "kernel/aarch64/cpu/cpu.h"
#include "kernel/aarch64/cpu/vector.h"
#include "lib/aarch64/control.h"

/* Read and write a register. A macro of the register's name is expanded before it becomes text, so
 * these are macros, too. */
#define gic_read(name) read_register(name)
#define gic_write(name, value) write_register(name, value)

/* Set by gic_init. */
extern struct gic_access {
	unsigned version;                       /* 2 or 3; 0: none found */
	volatile uint32_t *distributor;
	volatile uint32_t *interface;           /* version 2 */
} gic_access;

/* The value that sends SGI vector to a CPU. In version 2 it is written to GICD_SGIR, and interface
 * is the bit of the CPU's interface. In version 3 it is written to ICC_SGI1R_EL1, with the CPU's
 * affinity. */
static inline uint64_t gic_sgi_value(uint32_t hardware_id, uint32_t interface, uint8_t vector)
{
	uint64_t sgi = vector - VECTOR_SGI_FIRST, id = hardware_id;

	if (gic_access.version == 2)
		return (uint64_t)interface << 16 | sgi;
	return (id >> 24) << 48 | (id >> 16 & 0xff) << 32 | sgi << 24 | (id >> 8 & 0xff) << 16 |
	       (id >> 4 & 15) << 44 | 1ull << (id & 15);
}

static inline void gic_send(uint64_t value)
{
	if (gic_access.version == 2)
		gic_access.distributor[GICD_SGIR / 4] = (uint32_t)value;
	else if (gic_access.version == 3)
		gic_write(ICC_SGI1R_EL1, value);
}

/* Acknowledge the current interrupt, in its handler. */
static inline void interrupt_acknowledge(void)
{
	if (gic_access.version == 2)
		gic_access.interface[GICC_EOIR / 4] = this_cpu()->acknowledged;
	else if (gic_access.version == 3)
		gic_write(ICC_EOIR1_EL1, this_cpu()->acknowledged);
}

/* Interrupt this CPU by an SGI. The interrupt is taken when interrupts are enabled. */
static inline void self_interrupt(uint8_t vector)
{
	struct cpu *cpu = this_cpu();

	gic_send(gic_sgi_value(cpu->hardware_id, cpu->gic_interface, vector));
}

/* Name in the timer's record: the virtual timer of the CPU. */
#define TIMER_NAME "cntv"

#define TIMER_ENABLE 1u                 /* bit of CNTV_CTL_EL0 */

/* The timer compares its value with the clock that measures, so its ticks are those of the
 * measuring clock. */
static inline void timer_deadline_start(uint64_t deadline_tsc)
{
	__asm__ volatile("msr	cntv_cval_el0, %0\n\t"
			 "msr	cntv_ctl_el0, %1\n\t"
			 "isb" : : "r"(deadline_tsc), "r"((uint64_t)TIMER_ENABLE) : "memory");
}

static inline void timer_start(uint32_t ticks)
{
	struct cpu *cpu = this_cpu();

	if (cpu->timer_period_ticks != 0)
		cpu->timer_period_ticks = ticks;
	timer_deadline_start(read_register(cntvct_el0) + ticks);
}
#endif

#endif
