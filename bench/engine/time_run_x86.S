/* SPDX-License-Identifier: MIT */
/* The timed window: two fenced clock reads and the call of the benchmark between them. They are in
 * assembly, so that every benchmark is timed with the same instructions, whatever the compiler.
 * Between the fence that ends the first read and the fence that begins the second read, there is
 * one CALL. The first reading moves to callee-saved registers before the first read's last fence,
 * and so before any code of the benchmark.
 *
 * From RDTSC to RDTSC there are two MOVs, LFENCE, CALL, the called function with its RET, and
 * LFENCE: with empty_run, which is null.timing, 8 instructions and the RDTSC.
 * tests/golden/same_code.sh checks that. */

/* uint64_t time_run(struct bench_ctx *ctx, uint64_t iterations,
 *		     void (*run)(struct bench_ctx *, uint64_t)):
 * ctx and iterations stay in %rdi and %rsi, where run expects them. */
	.text
	.globl time_run
	.type time_run, @function
	.balign 64
time_run:
	push %rbp
	mov %rsp, %rbp
	push %rbx
	push %r12
	mov %rdx, %rcx			/* RDTSC writes %rdx */

	lfence
	rdtsc
	mov %eax, %ebx
	mov %edx, %r12d
	lfence

	call *%rcx

	lfence
	rdtsc
	lfence

	shl $32, %rdx
	or %rdx, %rax
	shl $32, %r12
	or %r12, %rbx
	sub %rbx, %rax
	pop %r12
	pop %rbx
	pop %rbp
	ret
	.size time_run, . - time_run

	.section .note.GNU-stack, "", @progbits
