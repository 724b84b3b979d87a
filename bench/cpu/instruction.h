/* SPDX-License-Identifier: MIT */
/* Loops over one instruction each, by the names that cpu.instruction's points have. */
#ifndef BENCH_CPU_INSTRUCTION_H
#define BENCH_CPU_INSTRUCTION_H

#define INSTRUCTIONS_UNROLLED 50

/* X(name, what prepares its operands) */
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

/* What a loop's instruction works on: the first words of ctx's state. */
struct operands {
	uint64_t target;                /* address, port, MSR or control register's value */
	uint64_t value;                 /* what is written there; 32 bits */
};

/* Each does a multiple of INSTRUCTIONS_UNROLLED of its instruction. */
#define X(name, prepare) void instruction_##name(struct bench_ctx *ctx, uint64_t iterations);
INSTRUCTIONS(X)
#undef X

/* A procedure that returns at once, to call. */
void instruction_call_target(void);
#endif

#endif
