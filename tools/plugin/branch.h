/* SPDX-License-Identifier: MIT */
/* Where the last instruction of a block leads. Intel SDM vol. 2, "Opcode Map". */
#ifndef TOOLS_PLUGIN_BRANCH_H
#define TOOLS_PLUGIN_BRANCH_H

#include <stddef.h>
#include <stdint.h>

enum branch_kind {
	BRANCH_NONE,            /* on to the next instruction, or the same again */
	BRANCH_JUMP,            /* to a target */
	BRANCH_MAYBE,           /* to a target, or to the next instruction */
	BRANCH_ANYWHERE,        /* where a register or memory says */
	BRANCH_CALL,
	BRANCH_CALL_ANYWHERE,
	BRANCH_RETURN,
	BRANCH_INTO_SYSTEM,     /* SYSCALL, INT, a call through a gate */
	BRANCH_OUT_OF_SYSTEM,   /* SYSRET, IRET, a far return */
	BRANCH_INTO_GUEST,      /* VMRUN */
};

struct branch {
	enum branch_kind kind;
	uint64_t target;        /* of BRANCH_JUMP, BRANCH_MAYBE and BRANCH_CALL */
};

/* Of the instruction of 64-bit mode whose bytes these are, at that address. */
struct branch branch_of(const uint8_t *bytes, size_t size, uint64_t address);

/* Whether it has an operand in memory, the stack included. */
int branch_accesses_memory(const uint8_t *bytes, size_t size);

/* Whether it is one that a guest's host may break off: APM vol. 2, "Instruction Intercepts" and
 * "IOIO Intercepts". */
int branch_is_intercepted(const uint8_t *bytes, size_t size);

/* Whether it is RDTSC or RDTSCP. */
int branch_reads_clock(const uint8_t *bytes, size_t size);

#endif
