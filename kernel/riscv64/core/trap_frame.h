/* SPDX-License-Identifier: MIT */
/* The registers at an exception or interrupt, as kernel/riscv64/cpu/trap.S stores them. See
 * kernel/machine/trap_frame.h. */
#ifndef KERNEL_RISCV64_CORE_TRAP_FRAME_H
#define KERNEL_RISCV64_CORE_TRAP_FRAME_H

/* Offsets for the assembly. Registers x1 to x31 are at eight times their number. */
#define TRAP_FRAME_PC 0
#define TRAP_FRAME_X(number) (8 * (number))
#define TRAP_FRAME_SSTATUS (32 * 8)
#define TRAP_FRAME_SIE (33 * 8)
#define TRAP_FRAME_VECTOR (34 * 8)
#define TRAP_FRAME_VALUE (35 * 8)
#define TRAP_FRAME_BYTES (36 * 8)       /* a multiple of 16, as the stack pointer must be */

#ifndef __ASSEMBLER__
#include <stdint.h>

#include "lib/riscv64/control.h"

/* For user_mode_enter: the interrupts that are on in user mode. */
#define USER_CLOSED 0
#define USER_OPEN INTERRUPT_SOFTWARE

/* Indices into x. */
enum {REGISTER_SP = 2, REGISTER_FP = 8, REGISTER_A0 = 10};

struct trap_frame {
	union {
		uint64_t pc;            /* sepc */
		uint64_t x[32];         /* by number; x[0] is the pc */
	};
	uint64_t sstatus, sie;
	uint64_t vector;                /* scause of an exception, or a vector of vector.h */
	uint64_t value;                 /* stval: the address of a fault */
};

static inline uint64_t trap_frame_pc(const struct trap_frame *frame)
{
	return frame->pc;
}

static inline uint64_t trap_frame_pointer(const struct trap_frame *frame)
{
	return frame->x[REGISTER_FP];
}
#endif

#endif
