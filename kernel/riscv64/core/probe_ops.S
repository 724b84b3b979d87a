/* SPDX-License-Identifier: MIT */
/* Single instructions that may fault, each with its own label. An exception there continues at
 * probe_failed. In assembly because the faulting address must be known exactly. */
#include "kernel/riscv64/core/imsic_registers.h"
#include "kernel/riscv64/core/stimecmp.h"

#define EFAULT 14

	.section .text.probe, "ax"

/* int probe_read(uint64_t address, uint64_t *value) */
	.globl	probe_read
probe_read:
	.globl	probe_read_at
probe_read_at:
	ld	a2, (a0)
	sd	a2, (a1)
	li	a0, 0
	ret

/* int probe_write_stimecmp(uint64_t time) */
	.globl	probe_write_stimecmp
probe_write_stimecmp:
	.globl	probe_stimecmp_at
probe_stimecmp_at:
	csrw	STIMECMP, a0
	li	a0, 0
	ret

/* int probe_read_stopei(void) */
	.globl	probe_read_stopei
probe_read_stopei:
	.globl	probe_stopei_at
probe_stopei_at:
	csrr	a0, STOPEI
	li	a0, 0
	ret

	.globl	probe_failed
probe_failed:
	li	a0, -EFAULT
	ret

	.section .note.GNU-stack, "", %progbits
