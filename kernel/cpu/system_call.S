/* SPDX-License-Identifier: MIT */
/* Entries from ring 3: empty ones, and the null system call as an operating system makes it. In
 * assembly because a handler begins without a stack or a free register. */
#include "kernel/cpu/gdt.h"
#include "kernel/cpu/registers.inc"
#include "kernel/cpu/system_call.h"
#include "kernel/cpu/user_mode_enter.h"

#define EINVAL 22

/* AMD64 and Intel name them alike: IA32_SPEC_CTRL and IA32_PRED_CMD, Intel SDM vol. 4. */
#define MSR_SPEC_CTRL 0x48
#define SPEC_CTRL_IBRS 1
#define MSR_PRED_CMD 0x49
#define PRED_CMD_IBPB 1

#define FRAME_RAX (14 * 8)              /* in struct trap_frame */

	.section .text.system_call, "ax"

	.macro function name
	.balign	64
	.globl	\name
\name:
	.endm

	function system_call_empty_syscall
	sysretq

	function system_call_empty_sysenter
	sysexitq

	function system_call_empty_gate
	iretq

	function system_call_empty_call_gate
	lretq

	.macro write_msr msr, value
	mov	$\msr, %ecx
	mov	$\value, %eax
	xor	%edx, %edx
	wrmsr
	.endm

/* Call the function of the number in %rax with the frame, and put its result into the frame. */
	.macro dispatch call
	mov	%rax, %rdx
	mov	$-EINVAL, %rax
	cmp	$SYSTEM_CALLS, %rdx
	jae	1f
	mov	%rsp, %rdi
	mov	system_calls(,%rdx,8), %rax
	\call
1:	mov	%rax, FRAME_RAX(%rsp)
	.endm

	.macro call_direct
	call	*%rax
	.endm

	.macro call_retpoline
	call	retpoline_rax
	.endm

/* The parts of mitigations; those after the registers are saved may use any but leave %rax. */
	.macro nothing
	.endm

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

/* SYSCALL left the user's rip in %rcx and flags in %r11, and the user's stack. The frame becomes
 * that of an interrupt. What a mitigation adds is first and last while %rsp is free to carry a CR3,
 * begin and end while all registers are saved, and call to get to the function. */
	.macro null_system_call name, first=nothing, begin=nothing, call=call_direct, end=nothing, \
				last=nothing
	function \name
	swapgs
	mov	%rsp, %gs:CPU_USER_RSP
	\first
	mov	%gs:CPU_TSS_RSP0, %rsp
	push	$SELECTOR_USER_DATA
	push	%gs:CPU_USER_RSP
	push	%r11
	push	$SELECTOR_USER_CODE
	push	%rcx
	sub	$16, %rsp
	PUSH_REGISTERS
	\begin
	dispatch \call
	\end
	POP_REGISTERS
	add	$16, %rsp
	pop	%rcx
	add	$8, %rsp
	pop	%r11
	\last
	mov	%gs:CPU_USER_RSP, %rsp
	swapgs
	sysretq
	.endm

	null_system_call system_call_null
	null_system_call system_call_null_cr3, first=kernel_cr3, last=user_cr3
	null_system_call system_call_null_ibrs, begin=set_ibrs, end=clear_ibrs
	null_system_call system_call_null_ibpb, begin=barrier
	null_system_call system_call_null_verw, end=clear_buffers
	null_system_call system_call_null_retpoline, call=call_retpoline

/* The gate switched stacks and pushed the frame. */
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

	.section .note.GNU-stack, "", @progbits
