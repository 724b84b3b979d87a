/* SPDX-License-Identifier: MIT */
/* Dependent chains with known latency: see chains_x86.S. All work on a0, which is ctx at entry. */
#include "bench/selftest/chains.h"

	.macro chain name, element:vararg
	.globl \name
	.type \name, %function
	.balign 64
\name:
1:	.rept CHAIN_ELEMENTS
	\element
	.endr
	addi a1, a1, -CHAIN_ELEMENTS
	bgtz a1, 1b
	ret
	.size \name, . - \name
	.endm

	.text
	chain chain_add, add a0, a0, a0
	chain chain_xor, xor a0, a0, a1
	chain chain_multiply, mul a0, a0, a0
	chain chain_load, ld a0, 0(a0)

	.section .note.GNU-stack, "", %progbits
