/* SPDX-License-Identifier: MIT */
/* An interrupt handler that only returns. A pending interrupt is cleared by its call. See
 * state_lapic.c. */
	.text
	.globl state_drain_return
state_drain_return:
	iretq

	.section .note.GNU-stack, "", @progbits
