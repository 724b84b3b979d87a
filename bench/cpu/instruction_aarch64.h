/* SPDX-License-Identifier: MIT */
/* Loops that each repeat one instruction, as in instruction_x86.h. */
#ifndef BENCH_CPU_INSTRUCTION_AARCH64_H
#define BENCH_CPU_INSTRUCTION_AARCH64_H

#define INSTRUCTIONS_UNROLLED 50

/* Benchmarks that have an instruction. */
#define IN_CPU (1 << 0)
#define IN_EXIT (1 << 1)
#define IN_BOTH (IN_CPU | IN_EXIT)

/* X(name, function that prepares the operands, benchmarks) */
#define INSTRUCTIONS(X) \
	X(mrs_cntvct, nothing, IN_CPU) \
	X(isb, nothing, IN_CPU) \
	X(dmb_ish, nothing, IN_CPU) \
	X(dsb_ish, nothing, IN_CPU) \
	X(yield, nothing, IN_BOTH) \
	X(indirect_call, call, IN_CPU) \
	X(ldaddal, lse, IN_CPU) \
	X(swpal, lse, IN_CPU) \
	X(casal, lse, IN_CPU) \
	X(dc_civac, line, IN_CPU) \
	X(dc_zva, zva, IN_CPU) \
	X(tlbi_page, page, IN_BOTH) \
	X(tlbi_page_is, page, IN_BOTH) \
	X(msr_ttbr0, ttbr0, IN_BOTH) \
	X(mrs_midr, privileged, IN_BOTH) \
	X(mrs_id_aa64pfr0, privileged, IN_BOTH) \
	X(mrs_cntp_ctl, privileged, IN_EXIT) \
	X(psci_hvc, psci_hvc, IN_EXIT) \
	X(psci_smc, psci_smc, IN_EXIT) \
	X(own_hvc, own_hvc, IN_EXIT) \
	X(own_trap, own_trap, IN_EXIT) \
	X(gic_read, gic, IN_BOTH) \
	X(serial_read, serial, IN_EXIT) \
	X(rtc_read, rtc, IN_EXIT)

#ifndef __ASSEMBLER__
#include <stdint.h>

struct bench_ctx;

/* Operands of a loop's instruction: the first words of ctx's state. */
struct operands {
	uint64_t target;                /* address, function, or register's value */
	uint64_t trapping, usual;       /* own_trap: values of HCR_EL2 in the loop and after it */
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
