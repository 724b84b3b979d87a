/* Several pointer chases, interleaved: the loads of one wait for each other, those of different
 * ones don't. In assembly so that all loops are alike but for the number of chases. Every chase
 * keeps its place in memory, because there are fewer registers than chases: a load that misses the
 * caches is longer by a store and a load that forwards it, some five cycles. */
#include "bench/mem/mlp.h"

/* %rdi is ctx, whose state pointer is at offset 0; %rsi counts down; %rdx is the state; %rax goes
 * from chase to chase, renamed each time. */
	.macro mlp chases
	.globl mlp_run_\chases
	.type mlp_run_\chases, @function
	.balign 64
mlp_run_\chases:
	mov (%rdi), %rdx
1:	.rept MLP_LOADS / \chases
	.set chase, 0
	.rept \chases
	mov 8 * chase(%rdx), %rax
	mov (%rax), %rax
	mov %rax, 8 * chase(%rdx)
	.set chase, chase + 1
	.endr
	.endr
	sub $MLP_LOADS, %rsi
	ja 1b
	ret
	.size mlp_run_\chases, . - mlp_run_\chases
	.endm

	.text
	mlp 1
	mlp 2
	mlp 3
	mlp 4
	mlp 5
	mlp 6
	mlp 8
	mlp 10
	mlp 12
	mlp 16

	.section .note.GNU-stack, "", @progbits
