/* SPDX-License-Identifier: MIT */
/* In assembly to bound the cost of an event independently of the compiler; argument order as in
 * record.h: see kernel/x86/flow/record.S. Interrupts are off, so that no other event comes
 * between. */
#include "kernel/flow/record.h"
#include "kernel/riscv64/cpu/cpu.h"
#include "kernel/riscv64/cpu/stamp.inc"

	.section .text.flow_record, "ax"

/* uint64_t flow_record(unsigned kind_and_flags, struct flow_task *task, uint32_t other,
 *		       unsigned object) */
	.globl	flow_record
flow_record:
	lw	a5, FLOW_TASK_NUMBER(a1)
	beqz	a5, 3f
	READ_CLOCK a4
	ld	a6, CPU_FLOW_RING(tp)
	ld	a7, FLOW_RING_NEXT(a6)
	ld	t0, FLOW_RING_END(a6)
	beq	a7, t0, 4f
	sd	a4, 0(a7)			/* fields of struct flow_event, in order */
	sw	a5, 8(a7)
	sw	a2, 12(a7)
	sh	a3, 16(a7)
	lhu	t0, FLOW_TASK_THREAD(a1)
	sh	t0, 18(a7)
	lhu	t0, FLOW_RING_NODE(a6)		/* and CPU */
	sh	t0, 20(a7)
	sh	a0, 22(a7)			/* kind and flags */
	addi	a7, a7, FLOW_EVENT_BYTES
	sd	a7, FLOW_RING_NEXT(a6)
1:	la	t0, flow_recorder
	lbu	t0, FLOW_RECORDER_IS_METERED(t0)
	bnez	t0, 2f
	mv	a0, a4
	ret

2:	tail	flow_record_metered		/* the fifth argument is in a4 */

3:	li	a0, 0
	ret

4:	ld	t0, FLOW_RING_LOST(a6)
	bnez	t0, 5f
	sd	a4, FLOW_RING_LOST_TSC(a6)
5:	addi	t0, t0, 1
	sd	t0, FLOW_RING_LOST(a6)
	j	1b

	.section .note.GNU-stack, "", %progbits
