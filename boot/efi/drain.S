/* SPDX-License-Identifier: MIT */
/* An interrupt that is let in only so that it is not pending any more: see state_lapic.c. */
	.text
	.globl state_drain_return
state_drain_return:
	iretq

	.section .note.GNU-stack, "", @progbits
