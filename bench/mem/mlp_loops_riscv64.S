/* SPDX-License-Identifier: MIT */
/* Several interleaved pointer chases: see mlp_loops_x86.S. Registers would suffice for all chases,
 * but with them in memory all processors do the same work. a0 is ctx, whose state pointer is at
 * offset 0; a1 counts down; a2 is the state; a3 goes from chase to chase, renamed each time. */
#include "bench/mem/mlp.h"

	.macro mlp chases, turn
	.globl mlp_run_\chases
	.type mlp_run_\chases, %function
	.balign 64
mlp_run_\chases:
	ld a2, (a0)
1:	.rept \turn / \chases
	.set chase, 0
	.rept \chases
	ld a3, (8 * chase)(a2)
	ld a3, (a3)
	sd a3, (8 * chase)(a2)
	.set chase, chase + 1
	.endr
	.endr
	addi a1, a1, -\turn
	bgtz a1, 1b
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

	.section .note.GNU-stack, "", %progbits
