/* SPDX-License-Identifier: MIT */
/* The busy idle loop: see loop_x86.S. */
#include "bench/idle/loop.h"
#include "bench/idle/loop_riscv64.inc"

	.macro WAIT_BUSY
	ld	a6, IDLE_LOOP_TURNS(a0)
1:	addi	a6, a6, -1
	bnez	a6, 1b
	.endm

	.text
	.globl	idle_loop_poll
	.type	idle_loop_poll, %function
	.balign	64
idle_loop_poll:
	IDLE_LOOP WAIT_BUSY

	.section .note.GNU-stack, "", %progbits
