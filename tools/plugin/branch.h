/* SPDX-License-Identifier: MIT */
/* Decodes an instruction as far as needed: branches, memory operands, intercepts. All functions
 * take the bytes of one instruction of the selected processor, x86_64 by default. */
#ifndef TOOLS_PLUGIN_BRANCH_H
#define TOOLS_PLUGIN_BRANCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum branch_kind {
	BRANCH_NONE,            /* to the next instruction, or repeated */
	BRANCH_JUMP,            /* to a target */
	BRANCH_CONDITIONAL,           /* to a target or the next instruction */
	BRANCH_INDIRECT,        /* to an address in a register or memory */
	BRANCH_CALL,
	BRANCH_INDIRECT_CALL,
	BRANCH_RETURN,
	BRANCH_INTO_SYSTEM,     /* SYSCALL, INT, a call through a gate; ECALL; SVC */
	BRANCH_OUT_OF_SYSTEM,   /* SYSRET, IRET, a far return; SRET, MRET; ERET */
	BRANCH_INTO_GUEST,      /* VMRUN; ERET of KVM, by branch_enters_guest() */
};

struct branch {
	enum branch_kind kind;
	uint64_t target;        /* of BRANCH_JUMP, BRANCH_CONDITIONAL and BRANCH_CALL */
};

/* Select the processor by QEMU's name of the target. Returns false if it is unknown. */
bool branch_select(const char *target);

/* The branch of the instruction at that address. */
struct branch branch_of(const uint8_t *bytes, size_t size, uint64_t address);

/* Whether the instruction accesses memory, including the stack. */
bool branch_accesses_memory(const uint8_t *bytes, size_t size);

/* Whether the host can intercept the instruction in a guest: APM vol. 2, "Instruction Intercepts"
 * and "IOIO Intercepts". */
bool branch_is_intercepted(const uint8_t *bytes, size_t size);

/* Whether a block of that many bytes ends with the instructions by which KVM enters a guest. The
 * last one has the kind BRANCH_OUT_OF_SYSTEM. is_ready: the block before it readied the guest. */
bool branch_enters_guest(const uint8_t *code, size_t bytes, bool is_ready);

/* Whether KVM executes the instruction just before the registers of a guest are loaded. */
bool branch_readies_guest(const uint8_t *bytes, size_t size);

/* Whether code at that address is a vector of KVM for the exceptions of its guest. */
bool branch_is_guest_exit(const uint8_t *code, size_t bytes, uint64_t address);

/* Whether the instruction reads a clock: RDTSC, RDTSCP; RDCYCLE, RDTIME, RDINSTRET; MRS of
 * PMCCNTR_EL0, CNTPCT_EL0 or CNTVCT_EL0. */
bool branch_reads_clock(const uint8_t *bytes, size_t size);

/* Whether the instruction is repeated, and so counted several times: a string instruction with a
 * prefix. */
bool branch_is_repeated(const uint8_t *bytes, size_t size);

/* Instructions that the counting of programs recognises: the marks of lib/count_marks.h, and the
 * instructions of Linux that save a word of one task and load that word of the next task. */
enum counted_insn {COUNTED_BEGIN, COUNTED_END, COUNTED_SAVE, COUNTED_LOAD, COUNTED_INSNS};

bool branch_is_counted_insn(enum counted_insn which, const uint8_t *bytes, size_t size);

/* The bytes of Linux's function that switches tasks, from its beginning to the COUNTED_LOAD. */
size_t branch_switch_bytes(void);

/* An instruction of that size which begins with these bytes. */
struct insn_pattern {
	const char *bytes;
	size_t compared, size;
};

/* The decoders of the processors, for branch.c. */
struct processor {
	const char *target;     /* QEMU's name */
	struct insn_pattern counted[COUNTED_INSNS];
	size_t switch_bytes;
	/* These work as the functions branch_of() to branch_is_repeated() do. NULL: never. */
	struct branch (*decode)(const uint8_t *bytes, size_t size, uint64_t address);
	bool (*accesses_memory)(const uint8_t *bytes, size_t size);
	bool (*is_intercepted)(const uint8_t *bytes, size_t size);
	bool (*enters_guest)(const uint8_t *code, size_t bytes, bool is_ready);
	bool (*readies_guest)(const uint8_t *bytes, size_t size);
	bool (*is_guest_exit)(const uint8_t *code, size_t bytes, uint64_t address);
	bool (*reads_clock)(const uint8_t *bytes, size_t size);
	bool (*is_repeated)(const uint8_t *bytes, size_t size);
};

extern const struct processor processor_x86_64, processor_riscv64, processor_riscv32,
	processor_aarch64;

#endif
