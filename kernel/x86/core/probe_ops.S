/* SPDX-License-Identifier: MIT */
/* Single instructions that may fault, each with its own label. An exception there continues at
 * probe_failed. In assembly because the faulting address must be known exactly. */

#define EFAULT 14

	.section .text.probe, "ax"

/* int probe_rdmsr(uint32_t msr, uint64_t *value) */
	.globl	probe_rdmsr
probe_rdmsr:
	mov	%edi, %ecx
	.globl	probe_rdmsr_at
probe_rdmsr_at:
	rdmsr
	shl	$32, %rdx
	or	%rdx, %rax
	mov	%rax, (%rsi)
	xor	%eax, %eax
	ret

/* int probe_wrmsr(uint32_t msr, uint64_t value) */
	.globl	probe_wrmsr
probe_wrmsr:
	mov	%edi, %ecx
	mov	%esi, %eax
	mov	%rsi, %rdx
	shr	$32, %rdx
	.globl	probe_wrmsr_at
probe_wrmsr_at:
	wrmsr
	xor	%eax, %eax
	ret

/* int probe_rdpmc(uint32_t counter, uint64_t *value) */
	.globl	probe_rdpmc
probe_rdpmc:
	mov	%edi, %ecx
	.globl	probe_rdpmc_at
probe_rdpmc_at:
	rdpmc
	shl	$32, %rdx
	or	%rdx, %rax
	mov	%rax, (%rsi)
	xor	%eax, %eax
	ret

/* int probe_read(uint64_t address, uint64_t *value) */
	.globl	probe_read
probe_read:
	.globl	probe_read_at
probe_read_at:
	mov	(%rdi), %rax
	mov	%rax, (%rsi)
	xor	%eax, %eax
	ret

/* int probe_write_cr4(uint64_t value) */
	.globl	probe_write_cr4
probe_write_cr4:
	.globl	probe_write_cr4_at
probe_write_cr4_at:
	mov	%rdi, %cr4
	xor	%eax, %eax
	ret

/* int probe_write_xcr0(uint64_t value) */
	.globl	probe_write_xcr0
probe_write_xcr0:
	xor	%ecx, %ecx
	mov	%edi, %eax
	mov	%rdi, %rdx
	shr	$32, %rdx
	.globl	probe_write_xcr0_at
probe_write_xcr0_at:
	xsetbv
	xor	%eax, %eax
	ret

	.globl	probe_failed
probe_failed:
	mov	$-EFAULT, %eax
	ret

	.section .note.GNU-stack, "", @progbits
