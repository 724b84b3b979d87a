/* SPDX-License-Identifier: MIT */
/* A function that the compiler calls to exchange a byte, because the processor exchanges only
 * words. GNU Compiler Collection, "Built-in Functions for Memory Model Aware Atomic Operations". */

/* uint8_t __atomic_exchange_1(volatile void *byte, uint8_t value, int model): orders accesses like
 * the strictest model, whatever model is. */
	.text
	.globl __atomic_exchange_1
	.type __atomic_exchange_1, %function
__atomic_exchange_1:
	andi	t0, a0, 3
	slli	t0, t0, 3		/* the byte's place in its word */
	andi	a0, a0, -4
	li	t1, 0xff
	sllw	t1, t1, t0
	andi	a1, a1, 0xff
	sllw	a1, a1, t0
	not	t2, t1
1:	lr.w.aqrl	a2, (a0)
	and	a3, a2, t2
	or	a3, a3, a1
	sc.w.rl	a4, a3, (a0)
	bnez	a4, 1b
	srlw	a0, a2, t0
	andi	a0, a0, 0xff
	ret
	.size __atomic_exchange_1, . - __atomic_exchange_1

	.section .note.GNU-stack, "", %progbits
