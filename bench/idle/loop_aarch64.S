/* SPDX-License-Identifier: MIT */
/* The busy idle loop: see loop_x86.S. */
#include "bench/idle/loop.h"
#include "bench/idle/loop_aarch64.inc"

	.macro WAIT_BUSY
	ldr	x6, [x0, #IDLE_LOOP_TURNS]
1:	subs	x6, x6, #1
	b.ne	1b
	.endm

	.text
	.globl	idle_loop_poll
	.type	idle_loop_poll, %function
	.balign	64
idle_loop_poll:
	IDLE_LOOP WAIT_BUSY

	.section .note.GNU-stack, "", %progbits
