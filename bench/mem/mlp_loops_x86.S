/* SPDX-License-Identifier: MIT */
/* Several interleaved pointer chases: loads of one chase are dependent, loads of different chases
 * are not. They are in assembly, so that the loops differ only in the number of chases. Every chase
 * keeps its pointer in memory, because there are fewer registers than chases. So a cache miss also
 * includes a store and a forwarded load, about five cycles. */
#include "bench/mem/mlp.h"

/* The number of loads of an iteration divides MLP_LOADS and is a multiple of the number of chases.
 * %rdi is ctx, whose state pointer is at offset 0; %rsi counts down; %rdx is the state; %rax goes
 * from chase to chase, renamed each time. */
	.macro mlp chases, turn
	.globl mlp_run_\chases
	.type mlp_run_\chases, @function
	.balign 64
mlp_run_\chases:
	mov (%rdi), %rdx
1:	.rept \turn / \chases
	.set chase, 0
	.rept \chases
	mov 8 * chase(%rdx), %rax
	mov (%rax), %rax
	mov %rax, 8 * chase(%rdx)
	.set chase, chase + 1
	.endr
	.endr
	sub $\turn, %rsi
	ja 1b
	ret
	.size mlp_run_\chases, . - mlp_run_\chases
	.endm

	.text
	mlp 1, 48
	mlp 2, 48
	mlp 3, 48
	mlp 4, 48
	mlp 5, 40
	mlp 6, 48
	mlp 8, 48
	mlp 10, 40
	mlp 12, 48
	mlp 16, 48

	.section .note.GNU-stack, "", @progbits
