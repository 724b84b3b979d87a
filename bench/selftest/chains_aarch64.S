/* SPDX-License-Identifier: MIT */
/* Dependent chains with known latency: see chains_x86.S. All work on x0, which is ctx at entry. */
#include "bench/selftest/chains.h"

	.macro chain name, element:vararg
	.globl \name
	.type \name, %function
	.balign 64
\name:
1:	.rept CHAIN_ELEMENTS
	\element
	.endr
	subs x1, x1, #CHAIN_ELEMENTS
	b.hi 1b
	ret
	.size \name, . - \name
	.endm

	.text
	chain chain_add, add x0, x0, x0
	chain chain_xor, eor x0, x0, x1
	chain chain_multiply, mul x0, x0, x0
	chain chain_load, ldr x0, [x0]

	.section .note.GNU-stack, "", %progbits
