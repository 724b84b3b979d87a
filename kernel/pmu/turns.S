/* SPDX-License-Identifier: MIT */
/* The work whose instructions a counter has to count. In user mode's section, because it is
 * executed in both rings. */

/* uint64_t pmu_turns(uint64_t turns): a turn is sub, jnz. */
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
