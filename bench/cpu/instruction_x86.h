/* SPDX-License-Identifier: MIT */
/* Loops that each repeat one instruction. The points of cpu.instruction and exit.instruction have
 * the same names. */
#ifndef BENCH_CPU_INSTRUCTION_X86_H
#define BENCH_CPU_INSTRUCTION_X86_H

#define INSTRUCTIONS_UNROLLED 50

/* Benchmarks that have an instruction. */
#define IN_CPU (1 << 0)
#define IN_EXIT (1 << 1)
#define IN_BOTH (IN_CPU | IN_EXIT)

/* X(name, function that prepares the operands, benchmarks) */
#define INSTRUCTIONS(X) \
	X(rdtsc, nothing, IN_CPU) \
	X(rdtscp, rdtscp, IN_CPU) \
	X(cpuid, nothing, IN_BOTH) \
	X(lfence, nothing, IN_CPU) \
	X(pause, nothing, IN_BOTH) \
	X(verw, verw, IN_CPU) \
	X(indirect_call, call, IN_CPU) \
	X(retpoline_call, call, IN_CPU) \
	X(swapgs, privileged, IN_CPU) \
	X(invlpg, page, IN_BOTH) \
	X(mov_cr3, cr3, IN_BOTH) \
	X(mov_cr4, cr4, IN_EXIT) \
	X(mov_from_cr8, privileged, IN_EXIT) \
	X(mov_to_cr8, cr8, IN_EXIT) \
	X(rdmsr, fs_base, IN_CPU) \
	X(wrmsr, fs_base, IN_CPU) \
	X(rdmsr_apic_base, apic_base, IN_EXIT) \
	X(wrmsr_apic_base, apic_base, IN_EXIT) \
	X(wrmsr_ibrs, ibrs, IN_CPU) \
	X(wrmsr_ibpb, ibpb, IN_CPU) \
	X(vmcall, vmcall, IN_EXIT) \
	X(vmmcall, vmmcall, IN_EXIT) \
	X(port_in, port, IN_BOTH) \
	X(port_out, port, IN_EXIT) \
	X(pic_in, pic, IN_EXIT) \
	X(speaker_in, speaker, IN_EXIT) \
	X(rtc_in, rtc, IN_EXIT) \
	X(pci_in, pci, IN_EXIT) \
	X(xapic_read, xapic, IN_BOTH) \
	X(x2apic_read, x2apic, IN_BOTH) \
	X(xapic_tpr, xapic_tpr, IN_EXIT) \
	X(x2apic_tpr, x2apic_tpr, IN_EXIT) \
	X(xapic_eoi, xapic_eoi, IN_EXIT) \
	X(x2apic_eoi, x2apic_eoi, IN_EXIT) \
	X(ioapic_read, ioapic, IN_EXIT) \
	X(hpet_read, hpet, IN_BOTH) \
	X(pm_timer_read, pm_timer, IN_BOTH)

#ifndef __ASSEMBLER__
#include <stdint.h>

struct bench_ctx;

/* Operands of a loop's instruction: the first words of ctx's state. */
struct operands {
	uint64_t target;                /* address, port, MSR or control register's value */
	uint64_t value;                 /* value to write; 32 bits */
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
