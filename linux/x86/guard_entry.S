/* SPDX-License-Identifier: MIT */
/* Entry of the signal handlers. Code of the user may have changed the FS base, on which the C
 * library depends, and may have set flags that the kernel leaves: AC makes unaligned accesses
 * fault. The entry is in assembly because C functions may use both. */
#include <asm/prctl.h>
#include <asm/unistd.h>

	.text

/* void guard_handle_entry(int number, siginfo_t *info, void *context) */
	.globl	guard_handle_entry
	.type	guard_handle_entry, @function
guard_handle_entry:
	pushq	$2			/* the flag that is always set */
	popfq
	mov	%rdi, %rbx		/* the kernel restores all registers */
	mov	%rsi, %rbp
	mov	%rdx, %r12
	call	guard_restore_thread_pointer
	mov	%rbx, %rdi
	mov	%rbp, %rsi
	mov	%r12, %rdx
	xor	%ebp, %ebp
	jmp	guard_handle
	.size	guard_handle_entry, . - guard_handle_entry

/* void guard_restore_thread_pointer(void): set the FS base to guard_thread_pointer unless that is
 * 0. */
	.globl	guard_restore_thread_pointer
	.type	guard_restore_thread_pointer, @function
guard_restore_thread_pointer:
	mov	guard_thread_pointer(%rip), %rsi
	test	%rsi, %rsi
	jz	1f
	mov	$ARCH_SET_FS, %edi
	mov	$__NR_arch_prctl, %eax
	syscall
1:	ret
	.size	guard_restore_thread_pointer, . - guard_restore_thread_pointer

	.section .note.GNU-stack, "", @progbits
