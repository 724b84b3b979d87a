/* SPDX-License-Identifier: MIT */
/* An interrupt handler that only returns, because calling it already clears the pending interrupt.
 * See state_lapic.c. */
	.text
	.globl state_drain_return
state_drain_return:
	iretq

	.section .note.GNU-stack, "", @progbits
