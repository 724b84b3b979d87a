/* SPDX-License-Identifier: MIT */
/* In assembly to bound the cost of an event independently of the compiler; argument order as in
 * record.h: see kernel/x86/flow/record.S. Interrupts are off, so that no other event comes
 * between. */
#include "kernel/aarch64/cpu/cpu.h"
#include "kernel/aarch64/cpu/stamp.inc"
#include "kernel/flow/record.h"

	.section .text.flow_record, "ax"

/* uint64_t flow_record(unsigned kind_and_flags, struct flow_task *task, uint32_t other,
 *		       unsigned object) */
	.globl	flow_record
flow_record:
	ldr	w5, [x1, #FLOW_TASK_NUMBER]
	cbz	w5, 3f
	READ_CLOCK x4
	mrs	x6, tpidr_el1
	ldr	x6, [x6, #CPU_FLOW_RING]
	ldr	x7, [x6, #FLOW_RING_NEXT]
	ldr	x8, [x6, #FLOW_RING_END]
	cmp	x7, x8
	b.eq	4f
	str	x4, [x7]			/* fields of struct flow_event, in order */
	stp	w5, w2, [x7, #8]
	strh	w3, [x7, #16]
	ldrh	w8, [x1, #FLOW_TASK_THREAD]
	strh	w8, [x7, #18]
	ldrh	w8, [x6, #FLOW_RING_NODE]	/* and CPU */
	strh	w8, [x7, #20]
	strh	w0, [x7, #22]			/* kind and flags */
	add	x7, x7, #FLOW_EVENT_BYTES
	str	x7, [x6, #FLOW_RING_NEXT]
1:	adrp	x8, flow_recorder
	add	x8, x8, :lo12:flow_recorder
	ldrb	w8, [x8, #FLOW_RECORDER_IS_METERED]
	cbnz	w8, 2f
	mov	x0, x4
	ret

2:	b	flow_record_metered		/* the fifth argument is in x4 */

3:	mov	x0, #0
	ret

4:	ldr	x8, [x6, #FLOW_RING_LOST]
	cbnz	x8, 5f
	str	x4, [x6, #FLOW_RING_LOST_TSC]
5:	add	x8, x8, #1
	str	x8, [x6, #FLOW_RING_LOST]
	b	1b

	.section .note.GNU-stack, "", %progbits
