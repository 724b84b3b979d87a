/* SPDX-License-Identifier: MIT */
/* The flat kernel image inside the EFI loader: one file is all that a stick, a network boot server
 * or an existing EFI system partition needs. */
	.section .data
	.globl efi_kernel
	.balign 4096
efi_kernel:
	.incbin KERNEL_BIN

	.section .note.GNU-stack, "", @progbits
