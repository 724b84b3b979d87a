/* SPDX-License-Identifier: MIT */
/* Loops over one instruction each. The points of cpu.instruction have the same names. */
#ifndef BENCH_CPU_INSTRUCTION_H
#define BENCH_CPU_INSTRUCTION_H

#define INSTRUCTIONS_UNROLLED 50

/* X(name, function that prepares the operands) */
#define INSTRUCTIONS(X) \
	X(rdtsc, nothing) \
	X(rdtscp, rdtscp) \
	X(cpuid, nothing) \
	X(lfence, nothing) \
	X(pause, nothing) \
	X(verw, verw) \
	X(indirect_call, call) \
	X(retpoline_call, call) \
	X(swapgs, privileged) \
	X(invlpg, page) \
	X(mov_cr3, cr3) \
	X(rdmsr, fs_base) \
	X(wrmsr, fs_base) \
	X(wrmsr_ibrs, ibrs) \
	X(wrmsr_ibpb, ibpb) \
	X(port_in, port) \
	X(xapic_read, xapic) \
	X(x2apic_read, x2apic) \
	X(hpet_read, hpet) \
	X(pm_timer_read, pm_timer)

#ifndef __ASSEMBLER__
#include <stdint.h>

struct bench_ctx;

/* Operands of a loop's instruction: the first words of ctx's state. */
struct operands {
	uint64_t target;                /* address, port, MSR or control register's value */
	uint64_t value;                 /* value to write; 32 bits */
};

/* Each runs a multiple of INSTRUCTIONS_UNROLLED of its instruction. */
#define X(name, prepare) void instruction_##name(struct bench_ctx *ctx, uint64_t iterations);
INSTRUCTIONS(X)
#undef X

/* An empty procedure to call. */
void instruction_call_target(void);
#endif

#endif
