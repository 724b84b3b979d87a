/* SPDX-License-Identifier: MIT */
/* A known number of instructions to count. They are in user mode's section, because both rings
 * execute them. */

/* uint64_t pmu_turns(uint64_t turns): an iteration is sub, jnz. */
	.section .user.text, "ax", @progbits
	.globl pmu_turns
	.type pmu_turns, @function
	.balign 64
pmu_turns:
1:	sub $1, %rdi
	jnz 1b
	ret
	.size pmu_turns, . - pmu_turns

	.section .note.GNU-stack, "", @progbits
