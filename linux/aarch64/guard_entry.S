/* SPDX-License-Identifier: MIT */
/* Entry of the signal handlers. The process runs no code of the user here, which could change the
 * thread pointer, so nothing is restored. */

	.text

/* void guard_handle_entry(int number, siginfo_t *info, void *context) */
	.globl	guard_handle_entry
	.type	guard_handle_entry, %function
guard_handle_entry:
	b	guard_handle
	.size	guard_handle_entry, . - guard_handle_entry

	.section .note.GNU-stack, "", %progbits
