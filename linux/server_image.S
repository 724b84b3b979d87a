/* SPDX-License-Identifier: MIT */
/* The program of linux/server as data. */

	.section .rodata, "a", @progbits
	.globl server_image
	.globl server_image_end
	.balign 16
server_image:
	.incbin SERVER_PROGRAM
server_image_end:

	.section .note.GNU-stack, "", @progbits
