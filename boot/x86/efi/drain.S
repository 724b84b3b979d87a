/* SPDX-License-Identifier: MIT */
/* Interrupt handler that only returns: it clears a pending interrupt. See state_lapic.c. */
	.text
	.globl state_drain_return
state_drain_return:
	iretq

	.section .note.GNU-stack, "", @progbits
