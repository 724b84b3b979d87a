/* SPDX-License-Identifier: MIT */
/* The registers at an exception or interrupt, as kernel/aarch64/cpu/vectors.S stores them. See
 * kernel/machine/trap_frame.h. */
#ifndef KERNEL_AARCH64_CORE_TRAP_FRAME_H
#define KERNEL_AARCH64_CORE_TRAP_FRAME_H

/* Offsets for the assembly. */
#define TRAP_FRAME_LR (30 * 8)
#define TRAP_FRAME_SP (31 * 8)
#define TRAP_FRAME_PC (32 * 8)
#define TRAP_FRAME_PSTATE (33 * 8)
#define TRAP_FRAME_VECTOR (34 * 8)
#define TRAP_FRAME_SYNDROME (35 * 8)
#define TRAP_FRAME_BYTES (36 * 8)       /* a multiple of 16, as the stack pointer must be */

/* Processor states for ERET, with debug exceptions, SErrors and interrupts masked. Fast interrupts,
 * such as that of the watchdog, are masked only in handlers. Arm ARM, "SPSR_EL1, Saved Program
 * Status Register (EL1)". */
#define PSTATE_KERNEL 0x385             /* EL1h */
#define USER_CLOSED 0x380               /* EL0t */
#define USER_OPEN 0x300                 /* EL0t with interrupts on */

#ifndef __ASSEMBLER__
#include <stdint.h>

struct trap_frame {
	uint64_t x[31];                 /* x[29] is the frame pointer, x[30] the link register */
	uint64_t sp;                    /* of the interrupted code */
	uint64_t pc, pstate;            /* ELR_EL1 and SPSR_EL1 */
	uint64_t vector;                /* an exception's class, or a vector of vector.h */
	uint64_t syndrome;              /* ESR_EL1 of an exception */
};

static inline uint64_t trap_frame_pc(const struct trap_frame *frame)
{
	return frame->pc;
}

static inline uint64_t trap_frame_pointer(const struct trap_frame *frame)
{
	return frame->x[29];
}
#endif

#endif
