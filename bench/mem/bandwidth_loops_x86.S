/* SPDX-License-Identifier: MIT */
/* Bandwidth loops, in assembly because they compare instruction widths, and because the kernel's C
 * is built without vector registers. An iteration is BLOCK_BYTES of the operation, unrolled, and
 * five instructions that advance and wrap around without a branch that could be mispredicted.
 *
 * All: %rdi = stripe, %rsi = lines left; %rax = position, %rcx = begin, %rdx = end, %r8 = distance,
 * %r9 = value, and the value in %xmm0, %ymm0 or %zmm0. Loads go to %r10 or register 1; all loads
 * are independent, because the register is renamed. */
#include "bench/mem/bandwidth.h"

#define LINE_BYTES 64

	.set width_64, 8
	.set width_sse2, 16
	.set width_avx2, 32
	.set width_avx512, 64

/* ---- Code before the loop, and code after it ---- */

	.macro begin_64
	.endm
	.macro begin_sse2
	movq %r9, %xmm0
	punpcklqdq %xmm0, %xmm0
	.endm
	.macro begin_avx2
	vmovq %r9, %xmm0
	vpbroadcastq %xmm0, %ymm0
	.endm
	.macro begin_avx512
	vpbroadcastq %r9, %zmm0
	.endm

/* Upper halves in use would slow down later SSE2 loops: Intel 64 and IA-32 Architectures
 * Optimization Reference Manual, "Mixing AVX Code with SSE Code". */
	.macro end_64
	.endm
	.macro end_sse2
	.endm
	.macro end_avx2
	vzeroupper
	.endm
	.macro end_avx512
	vzeroupper
	.endm

/* ---- One register's worth, at offset ---- */

	.macro read_64
	mov offset(%rax), %r10
	.endm
	.macro read_sse2
	movdqa offset(%rax), %xmm1
	.endm
	.macro read_avx2
	vmovdqa offset(%rax), %ymm1
	.endm
	.macro read_avx512
	vmovdqa64 offset(%rax), %zmm1
	.endm

	.macro write_64
	mov %r9, offset(%rax)
	.endm
	.macro write_sse2
	movdqa %xmm0, offset(%rax)
	.endm
	.macro write_avx2
	vmovdqa %ymm0, offset(%rax)
	.endm
	.macro write_avx512
	vmovdqa64 %zmm0, offset(%rax)
	.endm

	.macro nt_write_64
	movnti %r9, offset(%rax)
	.endm
	.macro nt_write_sse2
	movntdq %xmm0, offset(%rax)
	.endm
	.macro nt_write_avx2
	vmovntdq %ymm0, offset(%rax)
	.endm
	.macro nt_write_avx512
	vmovntdq %zmm0, offset(%rax)
	.endm

	.macro copy_64
	read_64
	mov %r10, offset(%rax,%r8)
	.endm
	.macro copy_sse2
	read_sse2
	movdqa %xmm1, offset(%rax,%r8)
	.endm
	.macro copy_avx2
	read_avx2
	vmovdqa %ymm1, offset(%rax,%r8)
	.endm
	.macro copy_avx512
	read_avx512
	vmovdqa64 %zmm1, offset(%rax,%r8)
	.endm

	.macro nt_copy_64
	read_64
	movnti %r10, offset(%rax,%r8)
	.endm
	.macro nt_copy_sse2
	read_sse2
	movntdq %xmm1, offset(%rax,%r8)
	.endm
	.macro nt_copy_avx2
	read_avx2
	vmovntdq %ymm1, offset(%rax,%r8)
	.endm
	.macro nt_copy_avx512
	read_avx512
	vmovntdq %zmm1, offset(%rax,%r8)
	.endm

/* ---- The loops ---- */

	.macro function name
	.globl \name
	.type \name, @function
	.balign 64
\name:
	mov STRIPE_AT(%rdi), %rax
	mov STRIPE_BEGIN(%rdi), %rcx
	mov STRIPE_END(%rdi), %rdx
	mov STRIPE_DISTANCE(%rdi), %r8
	mov STRIPE_VALUE(%rdi), %r9
	.endm

/* Advance by bytes, and from the end back to the beginning. Repeat while lines are left. */
	.macro turn bytes
	add $\bytes, %rax
	cmp %rdx, %rax
	cmove %rcx, %rax
	sub $(\bytes / LINE_BYTES), %rsi
	ja 1b
	.endm

/* SFENCE makes non-temporal stores complete within the timed part. After other stores it is nearly
 * free. */
	.macro finish name
	sfence
	mov %rax, STRIPE_AT(%rdi)
	ret
	.size \name, . - \name
	.endm

	.macro loop operation, kind
	function bandwidth_\operation\()_\kind
	begin_\kind
1:	.set	offset, 0
	.rept BLOCK_BYTES / width_\kind
	\operation\()_\kind
	.set offset, offset + width_\kind
	.endr
	turn BLOCK_BYTES
	end_\kind
	finish bandwidth_\operation\()_\kind
	.endm

	.macro loops operation
	loop \operation, 64
	loop \operation, sse2
	loop \operation, avx2
	loop \operation, avx512
	.endm

	.text
	loops read
	loops write
	loops nt_write
	loops copy
	loops nt_copy

/* The string instructions use %rcx, %rsi and %rdi, or %rax, themselves. */
	function bandwidth_rep_movsb
	mov %rdi, %r10
	mov %rsi, %r11
	mov %rcx, %r9
1:	mov	%rax, %rsi
	lea (%rax,%r8), %rdi
	mov $STRING_BYTES, %ecx
	rep movsb
	mov %rsi, %rax
	cmp %rdx, %rax
	cmove %r9, %rax
	sub $(STRING_BYTES / LINE_BYTES), %r11
	ja 1b
	mov %r10, %rdi
	finish bandwidth_rep_movsb

	function bandwidth_rep_stosb
	mov %rdi, %r10
	mov %rax, %rdi
	mov %r9, %rax
	mov %rcx, %r9
1:	mov	$STRING_BYTES, %ecx
	rep stosb
	cmp %rdx, %rdi
	cmove %r9, %rdi
	sub $(STRING_BYTES / LINE_BYTES), %rsi
	ja 1b
	mov %rdi, %rax
	mov %r10, %rdi
	finish bandwidth_rep_stosb

	.section .note.GNU-stack, "", @progbits
