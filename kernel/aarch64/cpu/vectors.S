/* SPDX-License-Identifier: MIT */
/* The kernel's exception vectors, and entries from user mode. Arm ARM, "Exception vectors". In
 * assembly because every register must be stored unchanged.
 *
 * The kernel runs with SP_EL1, so an exception continues on the interrupted stack. If the address
 * that faulted is near the stack pointer, the stack itself may be the cause, and the handler runs
 * on this CPU's emergency stack. Meanwhile TPIDR_EL0 and TPIDRRO_EL0 hold two registers. User mode
 * of this kernel uses neither. */
#include "kernel/aarch64/core/trap_frame.h"
#include "kernel/aarch64/cpu/cpu.h"
#include "kernel/aarch64/cpu/vector.h"
#include "kernel/aarch64/cpu/vectors.inc"

#define NEAR_BYTES 4096

	.section .text.vectors, "ax"

	VECTORS vectors, own_exception, own_interrupt, own_fast_interrupt, own_error, \
		user_exception, own_interrupt, own_fast_interrupt, own_error

	.globl own_exception_entry
own_exception_entry:
	msr tpidr_el0, x0
	mrs x0, far_el1
	sub x0, sp, x0
	add x0, x0, #NEAR_BYTES
	cmp x0, #(2 * NEAR_BYTES)
	b.lo 2f
1:	mrs x0, tpidr_el0
	sub sp, sp, #TRAP_FRAME_BYTES
	SAVE_REGISTERS
	add x0, sp, #TRAP_FRAME_BYTES
	b exception_common

/* The address is near the stack. The flags of the interrupted code are in SPSR_EL1, so CMP has not
 * lost them. */
2:	msr tpidrro_el0, x1
	mrs x0, tpidr_el1
	ldr x1, [x0, #CPU_EMERGENCY_STACK]
	mov x0, sp
	mov sp, x1
	sub sp, sp, #TRAP_FRAME_BYTES
	mrs x1, tpidrro_el0
	str x0, [sp, #TRAP_FRAME_SP]
	mrs x0, tpidr_el0
	SAVE_REGISTERS
	ldr x0, [sp, #TRAP_FRAME_SP]
	b exception_common

/* An exception of user mode that is no system call of a trial. */
	.globl exception_from_user
exception_from_user:
	SAVE_REGISTERS
	mrs x1, esr_el1
	lsr x2, x1, #SYNDROME_CLASS_SHIFT
	cmp x2, #CLASS_SVC
	b.ne 1f
	and x2, x1, #0xffff
	cmp x2, #SVC_USER_EXIT
	b.eq user_mode_exit
1:	mrs x0, sp_el0

/* x0 is the stack pointer of the interrupted code; the frame is at sp. */
exception_common:
	str x0, [sp, #TRAP_FRAME_SP]
	mrs x1, esr_el1
	lsr x2, x1, #SYNDROME_CLASS_SHIFT
	stp x2, x1, [sp, #TRAP_FRAME_VECTOR]
	SAVE_RETURN
	mov x0, sp
	bl exception_dispatch
	b return_from_frame

/* The stack pointer to store is that of the interrupted level, which after an entry from user mode
 * is SP_EL0. */
	.macro interrupt name, function
	.globl \name
\name:
	SAVE_REGISTERS
	SAVE_RETURN
	add x0, sp, #TRAP_FRAME_BYTES
	mrs x2, spsr_el1
	tst x2, #0xf
	b.ne 1f
	mrs x0, sp_el0
1:	str x0, [sp, #TRAP_FRAME_SP]
	str xzr, [sp, #TRAP_FRAME_SYNDROME]
	mov x0, sp
	bl \function
	b return_from_frame
	.endm

	interrupt interrupt_entry, gic_dispatch
	interrupt fast_interrupt_entry, gic_dispatch_fast
	interrupt error_entry, exception_error

/* A handler may have changed the frame: its pc, and after guard_leave its level and stack
 * pointer. */
return_from_frame:
	ldp x0, x1, [sp, #TRAP_FRAME_PC]
	msr elr_el1, x0
	msr spsr_el1, x1
	ldr x2, [sp, #TRAP_FRAME_SP]
	tst x1, #0xf
	b.ne 1f
	msr sp_el0, x2
	b 2f
1:	add x3, sp, #TRAP_FRAME_BYTES
	cmp x2, x3
	b.ne 3f
2:	RESTORE_REGISTERS
	add sp, sp, #TRAP_FRAME_BYTES
	eret

/* The frame is on another stack. Only guard_left and probe_failed are returned to in this case. The
 * first needs only x0, and the second only the registers that a called function preserves: of
 * those, x30 was overwritten here, and the handler has preserved the others. */
3:	ldr x30, [sp, #TRAP_FRAME_LR]
	ldr x0, [sp]
	mov sp, x2
	eret

	.section .note.GNU-stack, "", %progbits
