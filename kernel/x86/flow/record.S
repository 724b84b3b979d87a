/* SPDX-License-Identifier: MIT */
/* In assembly to bound the cost of an event independently of the compiler; argument order as in
 * record.h. Interrupts are off, so that no other event comes between. */
#include "kernel/flow/record.h"
#include "kernel/x86/cpu/cpu_offsets.h"

	.section .text.flow_record, "ax"

/* uint64_t flow_record(unsigned kind_and_flags, struct flow_task *task, uint32_t other,
 *		       unsigned object) */
	.globl	flow_record
flow_record:
	mov	FLOW_TASK_NUMBER(%rsi), %r8d
	test	%r8d, %r8d
	jz	3f
	mov	%edx, %r9d			/* for the clock's high half */
	lfence
	rdtsc
	lfence
	shl	$32, %rdx
	or	%rdx, %rax
	mov	%gs:CPU_FLOW_RING, %rdx
	mov	FLOW_RING_NEXT(%rdx), %r10
	cmp	FLOW_RING_END(%rdx), %r10
	je	4f
	mov	%rax, (%r10)			/* fields of struct flow_event, in order */
	mov	%r8d, 8(%r10)
	mov	%r9d, 12(%r10)
	mov	%cx, 16(%r10)
	movzwl	FLOW_TASK_THREAD(%rsi), %r8d
	mov	%r8w, 18(%r10)
	movzwl	FLOW_RING_NODE(%rdx), %r8d	/* and CPU */
	mov	%r8w, 20(%r10)
	mov	%di, 22(%r10)			/* kind and flags */
	add	$FLOW_EVENT_BYTES, %r10
	mov	%r10, FLOW_RING_NEXT(%rdx)
1:	cmpb	$0, flow_recorder + FLOW_RECORDER_IS_METERED(%rip)
	jne	2f
	ret

2:	mov	%r9d, %edx
	mov	%rax, %r8
	jmp	flow_record_metered

3:	xor	%eax, %eax
	ret

4:	cmpq	$0, FLOW_RING_LOST(%rdx)
	jne	5f
	mov	%rax, FLOW_RING_LOST_TSC(%rdx)
5:	incq	FLOW_RING_LOST(%rdx)
	jmp	1b

	.section .note.GNU-stack, "", @progbits
