/* SPDX-License-Identifier: MIT */
/* The idle loops: the busy one in loop.S, those that halt in kernel/idle/loop.S. All record a pass
 * with the same instructions, IDLE_LOOP. */
#ifndef BENCH_IDLE_LOOP_H
#define BENCH_IDLE_LOOP_H

/* Offsets in the structures below, for the assembly. */
#define IDLE_LOOP_END_TSC 0
#define IDLE_LOOP_TURNS 8
#define IDLE_LOOP_THRESHOLD 16
#define IDLE_LOOP_LAST_TSC 24
#define IDLE_LOOP_NEXT 32
#define IDLE_LOOP_RING 40
#define IDLE_LOOP_RING_END 48
#define IDLE_LOOP_ROUNDS 56
#define IDLE_LOOP_SHORT 64
#define IDLE_LOOP_INTERRUPTS 72
#define IDLE_LOOP_READINGS 80
#define IDLE_LOOP_MSRS 84
#define IDLE_LOOP_OVERWRITES 96
#define IDLE_LOOP_DOORBELL 104

#define IDLE_PASS_BEGIN 0
#define IDLE_PASS_END 8
#define IDLE_PASS_INTERRUPTS 16
#define IDLE_PASS_READINGS 20
#define IDLE_PASS_BYTES 32

#define IDLE_READINGS_MAX 3

#ifdef __ASSEMBLER__
/* Assembler macros: a loop with recorded passes, around the contents of a pass. In assembly so that
 * recording costs the same few instructions in the kernel and in the Linux process: 21, and 3 for
 * each reading. The first pass is a little shorter, because no recording precedes it.
 *
 * rdi = struct idle_loop, preserved. In use: rax, rcx, rdx; rsi = end of the previous pass, r8 =
 * slot of the next one, r9 = threshold, r10 = count of interrupts, r11 = code that takes the
 * readings. */
.macro IDLE_READ number
	mov	IDLE_LOOP_MSRS + 4 * \number(%rdi), %ecx
	rdmsr
	mov	%eax, IDLE_PASS_READINGS + 4 * \number(%r8)
.endm

.macro IDLE_LOOP wait:vararg
	mov	IDLE_LOOP_NEXT(%rdi), %r8
	mov	IDLE_LOOP_THRESHOLD(%rdi), %r9
	mov	IDLE_LOOP_INTERRUPTS(%rdi), %r10
	lea	.Lread_0\@(%rip), %r11
	cmpl	$1, IDLE_LOOP_READINGS(%rdi)
	jb	.Lbegin\@
	lea	.Lread_1\@(%rip), %r11
	je	.Lbegin\@
	lea	.Lread_2\@(%rip), %r11
	cmpl	$2, IDLE_LOOP_READINGS(%rdi)
	je	.Lbegin\@
	lea	.Lread_3\@(%rip), %r11
.Lbegin\@:
	lfence
	rdtsc
	lfence
	mov	%rax, %rsi
	shl	$32, %rdx
	or	%rdx, %rsi

.Lpass\@:
	\wait
	lfence
	rdtsc
	lfence
	shl	$32, %rdx
	or	%rdx, %rax
	mov	%rax, %rdx
	sub	%rsi, %rdx
	cmp	%r9, %rdx
	jb	.Lshort\@
	mov	%rsi, IDLE_PASS_BEGIN(%r8)
	mov	%rax, IDLE_PASS_END(%r8)
	mov	%rax, %rsi
	mov	(%r10), %ecx
	mov	%ecx, IDLE_PASS_INTERRUPTS(%r8)
	jmp	*%r11
.Lread_3\@:
	IDLE_READ 2
.Lread_2\@:
	IDLE_READ 1
.Lread_1\@:
	IDLE_READ 0
.Lread_0\@:
	add	$IDLE_PASS_BYTES, %r8
	cmp	IDLE_LOOP_END_TSC(%rdi), %rsi
	jae	.Ldone\@
	cmp	IDLE_LOOP_RING_END(%rdi), %r8
	jne	.Lpass\@

	cmpl	$0, IDLE_LOOP_OVERWRITES(%rdi)
	je	.Ldone\@
	incq	IDLE_LOOP_ROUNDS(%rdi)
	mov	IDLE_LOOP_RING(%rdi), %r8
	jmp	.Lpass\@

.Lshort\@:
	incq	IDLE_LOOP_SHORT(%rdi)
	mov	%rax, %rsi
	cmp	IDLE_LOOP_END_TSC(%rdi), %rsi
	jb	.Lpass\@

.Ldone\@:
	mov	%rsi, IDLE_LOOP_LAST_TSC(%rdi)
	mov	%r8, IDLE_LOOP_NEXT(%rdi)
	ret
.endm
#else
#include <stdint.h>

/* One pass. Counts are cumulative, so the events of a pass are the difference to the previous one;
 * only the low 32 bits are stored. */
struct idle_pass {
	uint64_t begin_tsc, end_tsc;
	uint32_t interrupts;
	uint32_t readings[IDLE_READINGS_MAX];
};

struct idle_loop {
	volatile uint64_t end_tsc;      /* ends after the first pass that ends then; 0 ends it
					 * soon */
	uint64_t turns;                 /* iterations of the busy loop in a pass; 1 or more */
	uint64_t threshold_ticks;       /* shorter passes are only counted; 0: none is */
	uint64_t last_tsc;              /* end of the latest pass, recorded or not, after a run */
	struct idle_pass *next;         /* slot of the next pass */
	struct idle_pass *ring, *ring_end;
	uint64_t rounds;                /* times that next wrapped around */
	uint64_t short_passes;
	const volatile uint32_t *interrupts;
	uint32_t readings;              /* number of msrs to read */
	uint32_t msrs[IDLE_READINGS_MAX];
	uint32_t overwrites;            /* when full, wrap around; else end */
	volatile uint64_t doorbell;     /* watched by MWAIT; never written */
};

/* Run until end_tsc, or until the ring is full. Any privilege level, with readings 0 in user mode.
 * Interrupts on or off. The ring must not be empty. */
void idle_loop_poll(struct idle_loop *loop);
#endif

#endif
