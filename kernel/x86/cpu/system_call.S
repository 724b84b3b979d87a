/* SPDX-License-Identifier: MIT */
/* Entries from ring 3: empty ones, and the null system call as an operating system implements it.
 * They are in assembly because a handler begins without a stack or a free register. */
#include "kernel/x86/cpu/system_call.inc"

/* IA32_SPEC_CTRL and IA32_PRED_CMD, with the same names on AMD: Intel SDM vol. 4. */
#define MSR_SPEC_CTRL 0x48
#define SPEC_CTRL_IBRS 1
#define MSR_PRED_CMD 0x49
#define PRED_CMD_IBPB 1

	.section .text.system_call, "ax"

	function system_call_empty_syscall
	sysretq

	function system_call_empty_sysenter
	sysexitq

	function system_call_empty_gate
	iretq

	function system_call_empty_call_gate
	lretq

/* Empty entries with a count. An increment by address needs no free register and no stack. */
	.macro counted name, return
	function \name
	incq	system_call_entries(%rip)
	\return
	.endm

	counted system_call_counted_syscall, sysretq
	counted system_call_counted_sysenter, sysexitq
	counted system_call_counted_gate, iretq
	counted system_call_counted_call_gate, lretq

	.macro write_msr msr, value
	mov	$\msr, %ecx
	mov	$\value, %eax
	xor	%edx, %edx
	wrmsr
	.endm

	.macro call_retpoline
	call	retpoline_rax
	.endm

/* Mitigations. Those that follow the saving of the registers may change any register but %rax. */
	.macro kernel_cr3
	mov	%gs:CPU_KERNEL_CR3, %rsp
	mov	%rsp, %cr3
	.endm

	.macro user_cr3
	mov	%gs:CPU_USER_CR3, %rsp
	mov	%rsp, %cr3
	.endm

	.macro set_ibrs
	write_msr MSR_SPEC_CTRL, SPEC_CTRL_IBRS
	mov	FRAME_RAX(%rsp), %rax
	.endm

	.macro clear_ibrs
	write_msr MSR_SPEC_CTRL, 0
	.endm

	.macro barrier
	write_msr MSR_PRED_CMD, PRED_CMD_IBPB
	mov	FRAME_RAX(%rsp), %rax
	.endm

	.macro clear_buffers
	verw	verw_selector(%rip)
	.endm

	null_system_call system_call_null
	null_system_call system_call_null_cr3, first=kernel_cr3, last=user_cr3
	null_system_call system_call_null_ibrs, begin=set_ibrs, end=clear_ibrs
	null_system_call system_call_null_ibpb, begin=barrier
	null_system_call system_call_null_verw, end=clear_buffers
	null_system_call system_call_null_retpoline, call=call_retpoline

/* The CPU has switched stacks and pushed the frame. */
	function system_call_null_gate
	swapgs
	sub	$16, %rsp
	PUSH_REGISTERS
	dispatch call_direct
	POP_REGISTERS
	add	$16, %rsp
	swapgs
	iretq

/* Intel, "Retpoline: A Branch Target Injection Mitigation". */
	.balign	64
retpoline_rax:
	call	2f
1:	pause
	lfence
	jmp	1b
2:	mov	%rax, (%rsp)
	ret

	function system_call_nothing
	xor	%eax, %eax
	ret

	.section .rodata.system_call, "a"
	.balign	64
system_calls:
	.rept SYSTEM_CALLS
	.quad	system_call_nothing
	.endr
verw_selector:
	.word	SELECTOR_DATA

	.bss
	.balign	8
	.globl	system_call_entries
system_call_entries:
	.quad	0

	.section .note.GNU-stack, "", @progbits
