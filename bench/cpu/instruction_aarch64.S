/* SPDX-License-Identifier: MIT */
/* Repeats one instruction: see instruction_x86.S. x19 counts down, x20 is the target from ctx's
 * state; both survive calls of firmware. An iteration is the instruction INSTRUCTIONS_UNROLLED
 * times, subs, b.hi. An invalidation of the TLB includes the DSB that waits for it. A write of
 * TTBR0_EL1 includes the ISB after which the write applies. own_trap traps a write instead of a
 * read, because QEMU counts all instructions of a translated block in which a read is trapped,
 * while a write ends its block. */
#include "bench/cpu/instruction_aarch64.h"
#include "lib/aarch64/el2_call.h"

/* Names for the texts below, in which macros are not expanded. PSCI_VERSION changes nothing: SMC
 * Calling Convention (DEN 0028). */
	.set psci_version, 0x84000000
	.set el2_nothing, EL2_NOTHING
	.set el2_set_hcr, EL2_SET_HCR

/* before and after are code around the loop. */
	.macro instruction name, text, before, after
	.globl instruction_\name
	.type instruction_\name, %function
	.balign 64
instruction_\name:
	stp x19, x20, [sp, #-32]!
	stp x21, x30, [sp, #16]
	mov x19, x1
	ldr x21, [x0]
	ldr x20, [x21]
	mov x1, #1
	mov x2, #0
	\before
1:	.rept INSTRUCTIONS_UNROLLED
	\text
	.endr
	subs x19, x19, #INSTRUCTIONS_UNROLLED
	b.hi 1b
	\after
	ldp x21, x30, [sp, #16]
	ldp x19, x20, [sp], #32
	ret
	.size instruction_\name, . - instruction_\name
	.endm

	.arch_extension lse
	.text
	instruction mrs_cntvct, "mrs x0, cntvct_el0"
	instruction isb, "isb"
	instruction dmb_ish, "dmb ish"
	instruction dsb_ish, "dsb ish"
	instruction yield, "yield"
	instruction indirect_call, "blr x20"
	instruction ldaddal, "ldaddal x1, x0, [x20]"
	instruction swpal, "swpal x1, x0, [x20]"
	instruction casal, "casal x1, x2, [x20]"
	instruction dc_civac, "dc civac, x20"
	instruction dc_zva, "dc zva, x20"
	instruction tlbi_page, "tlbi vaae1, x20; dsb nsh"
	instruction tlbi_page_is, "tlbi vaae1is, x20; dsb ish"
	instruction msr_ttbr0, "msr ttbr0_el1, x20; isb"
	instruction mrs_midr, "mrs x0, midr_el1"
	instruction mrs_id_aa64pfr0, "mrs x0, id_aa64pfr0_el1"
	instruction mrs_cntp_ctl, "mrs x0, cntp_ctl_el0"
	instruction psci_hvc, "mov w0, #psci_version; hvc #0"
	instruction psci_smc, "mov w0, #psci_version; smc #0"
	instruction own_hvc, "hvc #el2_nothing"
	instruction own_trap, "msr contextidr_el1, xzr", \
		"ldr x0, [x21, #8]; hvc #el2_set_hcr", "ldr x0, [x21, #16]; hvc #el2_set_hcr"
	instruction gic_read, "ldr w0, [x20]"
	instruction serial_read, "ldr w0, [x20]"
	instruction rtc_read, "ldr w0, [x20]"

	.globl instruction_call_target
	.type instruction_call_target, %function
	.balign 64
instruction_call_target:
	ret
	.size instruction_call_target, . - instruction_call_target

	.section .note.GNU-stack, "", %progbits
