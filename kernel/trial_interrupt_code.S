/* One interrupt from the write that raises it to the instruction after IRET. In assembly because the
 * first and last instructions of each stage are what is measured, and because the handler may use
 * rax, rcx and rdx freely only if the interrupted code keeps nothing there. */
#include "kernel/stamp.inc"

#define ETIMEDOUT 110
#define MSR_X2APIC_EOI 0x80b

#define RAISED trial_interrupt_stamps
#define ENTERED trial_interrupt_stamps + 8
#define ACKNOWLEDGED trial_interrupt_stamps + 16
#define RETURNING trial_interrupt_stamps + 24
#define RESUMED trial_interrupt_stamps + 32

	.section .text.trial, "ax"

/* The end of every trial; the stack is as it was when the trial was called. */
resumed:
	STAMP	RESUMED
	cli
	xor	%eax, %eax
	ret

.macro RETURN_TO_RESUMED
	lea	resumed(%rip), %rax
	mov	%rax, (%rsp)
	STAMP	RETURNING
	iretq
.endm

	.globl	trial_enter_xapic
trial_enter_xapic:
	STAMP	ENTERED
	mov	trial_eoi_register(%rip), %rcx
	movl	$0, (%rcx)
	STAMP	ACKNOWLEDGED
	RETURN_TO_RESUMED

	.globl	trial_enter_x2apic
trial_enter_x2apic:
	STAMP	ENTERED
	mov	$MSR_X2APIC_EOI, %ecx
	xor	%eax, %eax
	xor	%edx, %edx
	wrmsr
	STAMP	ACKNOWLEDGED
	RETURN_TO_RESUMED

/* rdi = register or MSR, rsi = value, rdx = turns. */
.macro RAISE_BY_REGISTER
	STAMP	RAISED
	movl	%esi, (%rdi)
.endm

.macro RAISE_BY_MSR
	mov	%rsi, %r9
	shr	$32, %r9
	mov	%edi, %ecx
	STAMP	RAISED
	mov	%esi, %eax
	mov	%r9d, %edx
	wrmsr
.endm

.macro SPIN
1:	dec	%r8
	jnz	1b
	cli
	mov	$-ETIMEDOUT, %eax
	ret
.endm

/* STI takes effect after the next instruction, so nothing can come between it and HLT. An NMI wakes
 * the CPU too: halt again, the watchdog leaves the trial. */
.macro HALT
1:	sti
	hlt
	jmp	1b
.endm

	.globl	trial_spin_register
trial_spin_register:
	mov	%rdx, %r8
	sti
	RAISE_BY_REGISTER
	SPIN

	.globl	trial_spin_msr
trial_spin_msr:
	mov	%rdx, %r8
	sti
	RAISE_BY_MSR
	SPIN

	.globl	trial_halt_register
trial_halt_register:
	RAISE_BY_REGISTER
	HALT

	.globl	trial_halt_msr
trial_halt_msr:
	RAISE_BY_MSR
	HALT

	.section .bss
	.balign	8
	.globl	trial_interrupt_stamps
trial_interrupt_stamps:
	.skip	40
	.globl	trial_eoi_register
trial_eoi_register:
	.skip	8

	.section .note.GNU-stack, "", @progbits
