/* SPDX-License-Identifier: MIT */
/* The flat kernel image inside the EFI loader, so that one file is enough on a stick, a network
 * boot server or an EFI system partition. */
	.section .data
	.globl efi_kernel
	.balign 4096
efi_kernel:
	.incbin KERNEL_BIN

	.section .note.GNU-stack, "", @progbits
