/* SPDX-License-Identifier: MIT */
/* One interrupt, from the write that raises it to the instruction after IRET. It is in assembly
 * because each stage's first and last instructions are timed. Handlers may change rax, rcx and rdx,
 * because the interrupted code keeps nothing there. */
#include "kernel/x86/cpu/stamp.inc"
#include "kernel/x86/trial/interrupt.h"

#define ETIMEDOUT 110
#define MSR_X2APIC_EOI 0x80b

/* On the stack: rip, cs, rflags, rsp, ss. */
#define FRAME_FLAGS 16
#define FLAGS_IF 0x200

#define RAISED trial_interrupt_stamps
#define ENTERED trial_interrupt_stamps + 8
#define HANDLED trial_interrupt_stamps + 16
#define ACKNOWLEDGED trial_interrupt_stamps + 24
#define RETURNING trial_interrupt_stamps + 32
#define RESUMED trial_interrupt_stamps + 40

	.section .text.trial, "ax"

/* ---- Handlers ---- */

/* Aligned, so that a handler occupies the same cache lines whatever precedes it. No first
 * instruction may cross a page, because after an NMI with such a handler Bochs 2.7 continues the
 * interrupted code on the handler's stack. */
.macro HANDLER name
	.balign	64
	.globl	\name
\name:
.endm

.macro RETURN
	mov	trial_resume_at(%rip), %rax
	mov	%rax, (%rsp)
	STAMP	RETURNING
	iretq
.endm

/* The interrupted code continues with interrupts off, because a device may raise a second
 * interrupt, whose handler would read another byte. */
.macro READ_DEVICE
	mov	trial_device_port(%rip), %rdx
	in	%dx, %al
	mov	%al, trial_device_byte(%rip)
	andl	$~FLAGS_IF, FRAME_FLAGS(%rsp)
	STAMP	HANDLED
.endm

.macro END_BY_REGISTER
	mov	trial_eoi_register(%rip), %rcx
	movl	$0, (%rcx)
	STAMP	ACKNOWLEDGED
.endm

.macro END_BY_MSR
	mov	$MSR_X2APIC_EOI, %ecx
	xor	%eax, %eax
	xor	%edx, %edx
	wrmsr
	STAMP	ACKNOWLEDGED
.endm

	HANDLER trial_enter_xapic
	STAMP	ENTERED
	END_BY_REGISTER
	RETURN

	HANDLER trial_enter_x2apic
	STAMP	ENTERED
	END_BY_MSR
	RETURN

	HANDLER trial_enter_device_xapic
	STAMP	ENTERED
	READ_DEVICE
	END_BY_REGISTER
	RETURN

	HANDLER trial_enter_device_x2apic
	STAMP	ENTERED
	READ_DEVICE
	END_BY_MSR
	RETURN

	HANDLER trial_enter_nmi
	STAMP	ENTERED
	RETURN

/* ---- Ring 0 ---- */

/* The end of every trial, where the stack is as at the call. */
	.globl	trial_resumed
trial_resumed:
	STAMP	RESUMED
	cli
	xor	%eax, %eax
	ret

/* rdi = register, MSR or port, rsi = value. */
.macro RAISE_BY_register
	STAMP	RAISED
	movl	%esi, (%rdi)
.endm

.macro RAISE_BY_msr
	mov	%rsi, %r9
	shr	$32, %r9
	mov	%edi, %ecx
	STAMP	RAISED
	mov	%esi, %eax
	mov	%r9d, %edx
	wrmsr
.endm

.macro RAISE_BY_port
	STAMP	RAISED
	mov	%edi, %edx
	mov	%esi, %eax
	out	%al, %dx
.endm

.macro RAISE_BY_nothing
.endm

.macro RAISE_BY_peer
.endm

/* rdx = iterations. */
.macro SPIN way, between
	.globl	trial_spin_\way
trial_spin_\way:
	mov	%rdx, %r8
	sti
	RAISE_BY_\way
1:	\between
	dec	%r8
	jnz	1b
	cli
	mov	$-ETIMEDOUT, %eax
	ret
.endm

/* STI takes effect after the next instruction, so no interrupt comes between STI and HLT. An NMI
 * also wakes the CPU, so halt again. If the interrupt never comes, the watchdog aborts the
 * trial. */
.macro AT_HLT way
	.globl	trial_hlt_\way
trial_hlt_\way:
	RAISE_BY_\way
1:	sti
	hlt
	jmp	1b
.endm

/* Monitor a cache line that no CPU writes, so that only an interrupt ends the wait. MWAIT may still
 * end without cause. There are no hints or extensions: Intel SDM vol. 2B, "MWAIT—Monitor Wait". */
.macro ARM_MONITOR
	lea	trial_monitored(%rip), %rax
	xor	%ecx, %ecx
	xor	%edx, %edx
	monitor
.endm

.macro AT_MWAIT way
	.globl	trial_mwait_\way
trial_mwait_\way:
	ARM_MONITOR
	RAISE_BY_\way
1:	xor	%eax, %eax
	xor	%ecx, %ecx
	sti
	mwait
	ARM_MONITOR
	jmp	1b
.endm

	SPIN	register
	SPIN	msr
	SPIN	port
	SPIN	nothing
	SPIN	peer, pause

	.irp	way, register, msr, port, nothing
	AT_HLT	\way
	AT_MWAIT \way
	.endr

/* ---- Passes of fixed work ---- */

/* Handlers for the loop below, which preserve all registers. */
.macro BEGIN_COUNTED
	push	%rax
	push	%rcx
	push	%rdx
	incl	trial_pass_interrupts(%rip)
	mov	trial_device_port(%rip), %rdx
	test	%rdx, %rdx
	jz	1f
	in	%dx, %al
	mov	%al, trial_device_byte(%rip)
1:
.endm

.macro END_COUNTED
	pop	%rdx
	pop	%rcx
	pop	%rax
	iretq
.endm

	HANDLER trial_count_xapic
	BEGIN_COUNTED
	mov	trial_eoi_register(%rip), %rcx
	movl	$0, (%rcx)
	END_COUNTED

	HANDLER trial_count_x2apic
	BEGIN_COUNTED
	mov	$MSR_X2APIC_EOI, %ecx
	xor	%eax, %eax
	xor	%edx, %edx
	wrmsr
	END_COUNTED

/* rdx = iterations. Returns the duration. */
.macro PASS way
	.globl	trial_pass_\way
trial_pass_\way:
	mov	%rdx, %r8
	READ_TSC
	mov	%rax, %r10
	RAISE_BY_\way
1:	dec	%r8
	jnz	1b
	READ_TSC
	sub	%r10, %rax
	ret
.endm

	.irp	way, register, msr, port, nothing
	PASS	\way
	.endr

/* ---- Ring 3 ---- */

	.section .user.text, "ax", @progbits

/* Ring 3 cannot write the stamps, so the time of raising is in r8. */
.macro USER_RAISE_BY_register
	movzwl	%di, %ecx
	movabs	$TRIAL_USER_REGISTERS_VIRT, %rsi
	add	%rcx, %rsi
	shr	$TRIAL_USER_VALUE_SHIFT, %rdi
	READ_TSC
	mov	%rax, %r8
	movl	%edi, (%rsi)
.endm

.macro USER_RAISE_BY_port
	movzwl	%di, %esi
	shr	$TRIAL_USER_VALUE_SHIFT, %rdi
	READ_TSC
	mov	%rax, %r8
	mov	%esi, %edx
	mov	%edi, %eax
	out	%al, %dx
.endm

.macro USER_RAISE_BY_nothing
.endm

.macro USER_RAISE_BY_peer
.endm

.macro USER_SPIN way, between
	.globl	trial_user_\way
trial_user_\way:
	mov	%rdi, %r9
	shr	$TRIAL_USER_TURNS_SHIFT, %r9
	shl	$TRIAL_USER_TURNS_UNIT_SHIFT, %r9
	USER_RAISE_BY_\way
1:	\between
	dec	%r9
	jnz	1b
	xor	%eax, %eax
	ret
.endm

	USER_SPIN register
	USER_SPIN port
	USER_SPIN nothing
	USER_SPIN peer, pause

	.globl	trial_user_resumed
trial_user_resumed:
	READ_TSC
	cli
	mov	%r8, %rdx
	ret

	.section .bss
	.balign	8
	.globl	trial_interrupt_stamps
trial_interrupt_stamps:
	.skip	48
	.globl	trial_eoi_register, trial_device_port, trial_resume_at, trial_device_byte
trial_eoi_register:
	.skip	8
trial_device_port:
	.skip	8
trial_resume_at:
	.skip	8
trial_device_byte:
	.skip	1
	.balign	4
	.globl	trial_pass_interrupts
trial_pass_interrupts:
	.skip	4
	.balign	64
trial_monitored:
	.skip	64

	.section .note.GNU-stack, "", @progbits
