/* SPDX-License-Identifier: MIT */
/* Loops that each repeat one instruction, as in instruction_x86.h. */
#ifndef BENCH_CPU_INSTRUCTION_RISCV64_H
#define BENCH_CPU_INSTRUCTION_RISCV64_H

#define INSTRUCTIONS_UNROLLED 50

/* Benchmarks that have an instruction. */
#define IN_CPU (1 << 0)
#define IN_EXIT (1 << 1)
#define IN_BOTH (IN_CPU | IN_EXIT)

/* X(name, function that prepares the operands, benchmarks) */
#define INSTRUCTIONS(X) \
	X(rdcycle, nothing, IN_CPU) \
	X(rdtime, nothing, IN_BOTH) \
	X(rdinstret, nothing, IN_CPU) \
	X(fence, nothing, IN_CPU) \
	X(fence_i, nothing, IN_CPU) \
	X(pause, nothing, IN_BOTH) \
	X(div, nothing, IN_CPU) \
	X(indirect_call, call, IN_CPU) \
	X(amoadd, line, IN_CPU) \
	X(amoswap, line, IN_CPU) \
	X(lr_sc, line, IN_CPU) \
	X(csrr_sstatus, privileged, IN_CPU) \
	X(csrw_sscratch, privileged, IN_CPU) \
	X(csrw_satp, satp, IN_BOTH) \
	X(sfence_vma_page, page, IN_BOTH) \
	X(sfence_vma, privileged, IN_BOTH) \
	X(sbi_base, privileged, IN_EXIT) \
	X(sbi_ipi, privileged, IN_EXIT) \
	X(sbi_fence_i, privileged, IN_EXIT) \
	X(serial_read, serial, IN_BOTH) \
	X(rtc_read, rtc, IN_EXIT)

#ifndef __ASSEMBLER__
#include <stdint.h>

struct bench_ctx;

/* Operands of a loop's instruction: the first word of ctx's state. */
struct operands {
	uint64_t target;                /* address, function, or register's value */
};

/* Each loop runs a multiple of INSTRUCTIONS_UNROLLED of its instruction. */
#define X(name, prepare, benches) \
	void instruction_##name(struct bench_ctx *ctx, uint64_t iterations);
INSTRUCTIONS(X)
#undef X

/* An empty procedure to call. */
void instruction_call_target(void);
#endif

#endif
