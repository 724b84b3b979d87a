/* SPDX-License-Identifier: MIT */
/* Several interleaved pointer chases: see mlp_loops_x86.S. Registers would suffice for all chases,
 * but with them in memory all processors do the same work. x0 is ctx, whose state pointer is at
 * offset 0; x1 counts down; x2 is the state; x3 goes from chase to chase, renamed each time. */
#include "bench/mem/mlp.h"

	.macro mlp chases, turn
	.globl mlp_run_\chases
	.type mlp_run_\chases, %function
	.balign 64
mlp_run_\chases:
	ldr x2, [x0]
1:	.rept \turn / \chases
	.set chase, 0
	.rept \chases
	ldr x3, [x2, #8 * chase]
	ldr x3, [x3]
	str x3, [x2, #8 * chase]
	.set chase, chase + 1
	.endr
	.endr
	subs x1, x1, #\turn
	b.hi 1b
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
