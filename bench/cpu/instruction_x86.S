/* SPDX-License-Identifier: MIT */
/* Repeats one instruction, in assembly because a compiler would insert others. All are void (struct
 * bench_ctx *ctx, uint64_t iterations): %rsi counts down, %rdi is the target from ctx's state, %eax
 * the value; %rbx, which CPUID overwrites and a callee must preserve, is in %r8. An iteration is
 * the instruction INSTRUCTIONS_UNROLLED times, sub, ja. */
#include "bench/cpu/instruction_x86.h"

/* high is the value of %edx: the target of a port instruction, or else 0, the upper half of an
 * MSR's value. */
	.macro instruction name, text, high=$0
	.globl instruction_\name
	.type instruction_\name, @function
	.balign 64
instruction_\name:
	mov (%rdi), %rdi
	mov 8(%rdi), %eax
	mov (%rdi), %rdi
	mov %edi, %ecx
	mov \high, %edx
	mov %rbx, %r8
1:	.rept INSTRUCTIONS_UNROLLED
	\text
	.endr
	sub $INSTRUCTIONS_UNROLLED, %rsi
	ja 1b
	mov %r8, %rbx
	ret
	.size instruction_\name, . - instruction_\name
	.endm

	.text
	instruction rdtsc, "rdtsc"
	instruction rdtscp, "rdtscp"
	instruction cpuid, "xor %eax, %eax; cpuid"
	instruction lfence, "lfence"
	instruction pause, "pause"
	instruction verw, "verw (%rdi)"
	instruction indirect_call, "call *%rdi"
	instruction retpoline_call, "call retpoline"
	instruction swapgs, "swapgs"
	instruction invlpg, "invlpg (%rdi)"
	instruction mov_cr3, "mov %rdi, %cr3"
	instruction mov_cr4, "mov %rdi, %cr4"
	instruction mov_from_cr8, "mov %cr8, %rax"
	instruction mov_to_cr8, "mov %rdi, %cr8"
	instruction rdmsr, "rdmsr"
	instruction wrmsr, "wrmsr"
	instruction rdmsr_apic_base, "rdmsr"
	instruction wrmsr_apic_base, "wrmsr"
	instruction wrmsr_ibrs, "wrmsr"
	instruction wrmsr_ibpb, "wrmsr"
	instruction vmcall, "mov %edi, %eax; vmcall"
	instruction vmmcall, "mov %edi, %eax; vmmcall"
	instruction port_in, "in (%dx), %al", %edi
	instruction port_out, "out %al, (%dx)", %edi
	instruction pic_in, "in (%dx), %al", %edi
	instruction speaker_in, "in (%dx), %al", %edi
	instruction rtc_in, "in (%dx), %al", %edi
	instruction pci_in, "in (%dx), %eax", %edi
	instruction xapic_read, "mov (%rdi), %eax"
	instruction x2apic_read, "rdmsr"
	instruction xapic_tpr, "mov %eax, (%rdi)"
	instruction x2apic_tpr, "wrmsr"
	instruction xapic_eoi, "mov %eax, (%rdi)"
	instruction x2apic_eoi, "wrmsr"
	instruction ioapic_read, "mov (%rdi), %eax"
	instruction hpet_read, "mov (%rdi), %eax"
	instruction pm_timer_read, "in (%dx), %eax", %edi

	.globl instruction_call_target
	.type instruction_call_target, @function
	.balign 64
instruction_call_target:
	ret
	.size instruction_call_target, . - instruction_call_target

/* An indirect jump to %rdi that cannot be trained in a branch predictor: the return's prediction
 * leads to the endless loop. Intel, "Retpoline: A Branch Target Injection Mitigation". */
	.balign 64
retpoline:
	call 2f
1:	pause
	lfence
	jmp 1b
2:	mov %rdi, (%rsp)
	ret

	.section .note.GNU-stack, "", @progbits
