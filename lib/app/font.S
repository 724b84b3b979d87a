/* SPDX-License-Identifier: MIT */
/* The font: 128 glyphs of 8 by 16 pixels, which the build takes from a console font. */

	.section .rodata.font, "a"
	.globl	font_glyphs
font_glyphs:
	.incbin	"font.bin"

	.section .note.GNU-stack, "", @progbits
