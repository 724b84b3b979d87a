/* SPDX-License-Identifier: MIT */
/* Single instructions that may fault, each with its own label. An exception there continues at
 * probe_failed. In assembly because the faulting address must be known exactly. */

#define EFAULT 14

	.section .text.probe, "ax"

/* int probe_read(uint64_t address, uint64_t *value) */
	.globl	probe_read
probe_read:
	.globl	probe_read_at
probe_read_at:
	ldr	x2, [x0]
	str	x2, [x1]
	mov	w0, #0
	ret

/* int probe_semihosting(uint64_t operation, const void *block) */
	.globl	probe_semihosting
probe_semihosting:
	.globl	probe_semihosting_at
probe_semihosting_at:
	hlt	#0xf000
	mov	w0, #0
	ret

	.globl	probe_failed
probe_failed:
	mov	w0, #-EFAULT
	ret

	.section .note.GNU-stack, "", %progbits
