/* SPDX-License-Identifier: MIT */
/* Dependent chains with known latency, in assembly because their instructions are the measurement.
 * Each element waits for the previous one, so a sample's length is elements times latency.
 *
 * All work on %rdi, which is ctx at entry, so no instruction is spent on set-up: in deterministic
 * mode an iteration is CHAIN_ELEMENTS instructions and the loop control that empty_run has too. On
 * a real CPU, loop control is off the chain and overlaps with it. */
#include "bench/selftest/chains.h"

	.macro chain name, element:vararg
	.globl \name
	.type \name, @function
	.balign 64
\name:
1:	.rept CHAIN_ELEMENTS
	\element
	.endr
	sub $CHAIN_ELEMENTS, %rsi
	ja 1b
	ret
	.size \name, . - \name
	.endm

	.text

/* Register to register: recent cores fold chained additions of a constant, and treat an increment
 * as one. */
	chain chain_add, add %rdi, %rdi

/* With another register: the exclusive OR of a register with itself is a zero without latency. */
	chain chain_xor, xor %rsi, %rdi

	chain chain_multiply, imul %rdi, %rdi

/* The first load reads ctx->state, at offset 0; the others find there a pointer to itself. Without
 * stores in the loop no core can forward or rename the value: each load goes to the L1 cache. */
	chain chain_load, mov (%rdi), %rdi

	.section .note.GNU-stack, "", @progbits
