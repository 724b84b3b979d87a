/* In assembly because what an event may cost is bounded, by whatever compiler; the order of the
 * arguments is that of net_record.h. Interrupts are off, so that no other event comes between. */
#include "kernel/net_record.h"

	.section .text.net_record, "ax"

/* uint64_t net_record(unsigned kind_and_flags, struct net_task *task, uint32_t other,
 *		       unsigned object) */
	.globl	net_record
net_record:
	mov	NET_TASK_NUMBER(%rsi), %r8d
	test	%r8d, %r8d
	jz	3f
	mov	%edx, %r9d			/* the clock's high half comes there */
	lfence
	rdtsc
	lfence
	shl	$32, %rdx
	or	%rdx, %rax
	mov	%gs:CPU_NET_RING, %rdx
	mov	NET_RING_NEXT(%rdx), %r10
	cmp	NET_RING_END(%rdx), %r10
	je	4f
	mov	%rax, (%r10)			/* the fields of struct net_event, in their order */
	mov	%r8d, 8(%r10)
	mov	%r9d, 12(%r10)
	mov	%cx, 16(%r10)
	movzwl	NET_TASK_THREAD(%rsi), %r8d
	mov	%r8w, 18(%r10)
	movzwl	NET_RING_NODE(%rdx), %r8d	/* and the CPU */
	mov	%r8w, 20(%r10)
	mov	%di, 22(%r10)			/* kind and flags */
	add	$NET_EVENT_BYTES, %r10
	mov	%r10, NET_RING_NEXT(%rdx)
1:	cmpb	$0, net_recorder + NET_RECORDER_IS_METERED(%rip)
	jne	2f
	ret

2:	mov	%r9d, %edx
	mov	%rax, %r8
	jmp	net_record_metered

3:	xor	%eax, %eax
	ret

4:	cmpq	$0, NET_RING_LOST(%rdx)
	jne	5f
	mov	%rax, NET_RING_LOST_TSC(%rdx)
5:	incq	NET_RING_LOST(%rdx)
	jmp	1b

	.section .note.GNU-stack, "", @progbits
