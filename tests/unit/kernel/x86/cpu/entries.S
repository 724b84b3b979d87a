/* SPDX-License-Identifier: MIT */
/* Enters the kernel's entries as the CPU does, with a value of its own in each register. In
 * assembly because a compiler decides itself what registers hold. */
#include "kernel/x86/cpu/system_call.h"
#include "kernel/x86/cpu/user_mode.h"

#define ERROR_CODE 0x77
#define FLAGS_DF 0x400
#define USER_FLAGS 0x202
#define USER_ARGUMENT 0x5151
#define STACK_BYTES 65536

/* Apply an operation to each register but %rsp, in the order of test_registers.c's enumeration. */
	.macro each operation
	\operation 0, %rax
	\operation 1, %rcx
	\operation 2, %rdx
	\operation 3, %rsi
	\operation 4, %rdi
	\operation 5, %rbp
	\operation 6, %r8
	\operation 7, %r9
	\operation 8, %r10
	\operation 9, %r11
	\operation 10, %r12
	\operation 11, %r13
	\operation 12, %r14
	\operation 13, %r15
	\operation 14, %rbx
	.endm

	.macro load number, register
	mov entry_before + \number * 8(%rip), \register
	.endm

	.macro store number, register
	mov \register, entry_after + \number * 8(%rip)
	.endm

	.macro spoil number, register
	mov $(0xbad0 + \number), \register
	.endm

	.macro function name
	.globl \name
	.type \name, @function
\name:
	.endm

	.macro enter
	push %rbx
	push %rbp
	push %r12
	push %r13
	push %r14
	push %r15
	mov %rdi, entry_target(%rip)
	mov %rsp, entry_rsp(%rip)
	.endm

	.macro leave_here
	each store
	mov %rsp, entry_after + 15 * 8(%rip)
	pushfq
	pop entry_after + 16 * 8(%rip)
	cld
	mov entry_rsp(%rip), %rsp
	pop %r15
	pop %r14
	pop %r13
	pop %r12
	pop %rbp
	pop %rbx
	ret
	.endm

	.text

/* void entry_by_interrupt(void *stub, bool has_error_code): with the frame that the CPU pushes. */
	function entry_by_interrupt
	enter
	mov %ss, %eax
	push %rax
	push entry_rsp(%rip)
	pushfq
	orq $FLAGS_DF, (%rsp)
	mov %cs, %eax
	push %rax
	lea 1f(%rip), %rax
	push %rax
	test %esi, %esi
	jz 2f
	push $ERROR_CODE
2:	each load
	std
	jmp *entry_target(%rip)
1:	leave_here

/* void entry_by_syscall(void *entry): as SYSCALL, with %rip in %rcx and the flags in %r11. */
	function entry_by_syscall
	enter
	each load
	pushfq
	pop %r11
	lea 1f(%rip), %rcx
	jmp *entry_target(%rip)
1:	leave_here

/* Change each register that a called function may change. */
	function entry_spoil_scratch
	spoil 0, %rax
	spoil 1, %rcx
	spoil 2, %rdx
	spoil 3, %rsi
	spoil 4, %rdi
	spoil 6, %r8
	spoil 7, %r9
	spoil 8, %r10
	spoil 9, %r11
	ret

/* ---- For registers_changed(): each has one argument and is entered by CALL ---- */

/* Ring 3 changes every register and leaves. */
	function entry_user_mode
	lea in_user_mode(%rip), %rdi
	lea user_stack + STACK_BYTES(%rip), %rsi
	mov $USER_ARGUMENT, %edx
	lea entry_cpu + CPU_TSS_RSP0 - TSS_RSP0(%rip), %rcx
	mov $USER_FLAGS, %r8d
	jmp user_mode_enter

in_user_mode:
	each store
	mov %rsp, entry_after + 15 * 8(%rip)
	each spoil
	jmp user_mode_exit

	function entry_user_code
	lea in_user_code(%rip), %rdi
	lea user_stack + STACK_BYTES(%rip), %rsi
	jmp code_enter_user

in_user_code:
	mov %rsp, entry_after + 15 * 8(%rip)
	each spoil
	std
	jmp code_leave_user

/* A guarded call that an exception aborts; %rdi is the guard. */
	function entry_guard
	lea in_guard(%rip), %rsi
	mov %rdi, %rdx
	jmp guard_enter

in_guard:
	mov %rdi, entry_target(%rip)
	each spoil
	mov entry_target(%rip), %rdi
	mov 48(%rdi), %rsp
	jmp guard_left

/* One that returns. */
	function entry_guard_returns
	lea entry_spoil_scratch(%rip), %rsi
	mov %rdi, %rdx
	jmp guard_enter

/* Change one callee-saved register each. */
	.macro changes name, register
	function \name
	inc \register
	ret
	.endm
	changes entry_change_rbx, %rbx
	changes entry_change_rbp, %rbp
	changes entry_change_r12, %r12
	changes entry_change_r13, %r13
	changes entry_change_r14, %r14
	changes entry_change_r15, %r15

/* registers_changed() of a function that changes %rbx. */
	function entry_nested
	lea entry_change_rbx(%rip), %rdi
	xor %esi, %esi
	mov $7, %edx
	jmp registers_changed

	.bss
	.balign 16
	.globl entry_before
entry_before:
	.skip 15 * 8
	.globl entry_after
entry_after:
	.skip 17 * 8
	.globl entry_rsp
entry_rsp:
	.skip 8
entry_target:
	.skip 8
	.balign 16
	.globl entry_cpu
entry_cpu:
	.skip 512
	.globl entry_kernel_stack
	.balign 16
entry_kernel_stack:
	.skip STACK_BYTES
	.globl user_stack
	.balign 16
user_stack:
	.skip STACK_BYTES

	.section .note.GNU-stack, "", @progbits
