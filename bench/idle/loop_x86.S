/* SPDX-License-Identifier: MIT */
/* The busy idle loop: a pass is a number of iterations of two instructions, whose duration is
 * constant unless something else runs. Y. Endo et al., "Using Latency to Evaluate Interactive
 * System Performance", OSDI 1996. The loop is in assembly because its time is the measurement. */
#include "bench/idle/loop.h"
#include "bench/idle/loop_x86.inc"

.macro WAIT_BUSY
	mov	IDLE_LOOP_TURNS(%rdi), %rcx
1:	dec	%rcx
	jnz	1b
.endm

	.text
	.globl	idle_loop_poll
	.balign	64
idle_loop_poll:
	IDLE_LOOP WAIT_BUSY

	.section .note.GNU-stack, "", @progbits
