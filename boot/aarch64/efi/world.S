/* SPDX-License-Identifier: MIT */
/* The functions of boot/aarch64/world.h. They are in assembly because they replace stack and page
 * tables. Registers: Arm ARM, "AArch64 System Register Descriptions". */
#include "boot/aarch64/world.h"

#define EL2 (2 << 2)

	.macro save register, index
	mrs	x3, \register
	str	x3, [x0, #(WORLD_REGISTERS + 8 * \index)]
	.endm

	.macro load register, index
	ldr	x3, [x0, #(WORLD_REGISTERS + 8 * \index)]
	msr	\register, x3
	.endm

/* All registers except SCTLR, which turns the MMU on, and has index 0. */
	.macro of_el1 operation
	\operation ttbr0_el1, 1
	\operation ttbr1_el1, 2
	\operation tcr_el1, 3
	\operation mair_el1, 4
	\operation vbar_el1, 5
	\operation cpacr_el1, 6
	.endm

	.macro of_el2 operation
	\operation ttbr0_el2, 1
	\operation tcr_el2, 2
	\operation mair_el2, 3
	\operation vbar_el2, 4
	\operation hcr_el2, 5
	\operation cptr_el2, 6
	\operation cnthctl_el2, 7
	\operation cntvoff_el2, 8
	\operation vttbr_el2, 9
	\operation hstr_el2, 10
	\operation mdcr_el2, 11
	\operation vpidr_el2, 12
	\operation vmpidr_el2, 13
	.endm

	.macro push first, second
	stp	\first, \second, [sp, #-16]!
	.endm

	.macro pop first, second
	ldp	\first, \second, [sp], #16
	.endm

	.text
	.globl	world_enter
	.type	world_enter, %function
world_enter:
	push	x29, x30
	push	x27, x28
	push	x25, x26
	push	x23, x24
	push	x21, x22
	push	x19, x20
	push	d14, d15
	push	d12, d13
	push	d10, d11
	push	d8, d9
	mrs	x3, fpcr
	mrs	x4, fpsr
	push	x3, x4
	mrs	x3, daif
	push	x3, xzr
	msr	daifset, #15
	str	x0, [x0, #WORLD_SELF]
	mov	x3, sp
	str	x3, [x0, #WORLD_SP]
	mrs	x3, CurrentEL
	cmp	x3, #EL2
	b.eq	1f
	save	sctlr_el1, 0
	of_el1	save
	b	2f
1:	save	sctlr_el2, 0
	of_el2	save
2:	mov	x3, x0
	add	x4, x0, #WORLD_BYTES
3:	dc	civac, x3
	add	x3, x3, #16		/* the smallest line of any cache */
	cmp	x3, x4
	b.lo	3b
	dsb	sy
	mov	x0, x2
	br	x1

	.globl	world_resume
	.type	world_resume, %function
world_resume:
	mrs	x3, CurrentEL
	cmp	x3, #EL2
	b.eq	1f
	of_el1	load
	isb
	tlbi	vmalle1
	dsb	sy
	ic	iallu
	dsb	sy
	isb
	load	sctlr_el1, 0
	b	2f
1:	of_el2	load
	isb
	tlbi	alle2
	dsb	sy
	ic	iallu
	dsb	sy
	isb
	load	sctlr_el2, 0
2:	isb
	ldr	x3, [x0, #WORLD_SP]
	mov	sp, x3
	pop	x3, x4
	msr	daif, x3
	pop	x3, x4
	msr	fpcr, x3
	msr	fpsr, x4
	pop	d8, d9
	pop	d10, d11
	pop	d12, d13
	pop	d14, d15
	pop	x19, x20
	pop	x21, x22
	pop	x23, x24
	pop	x25, x26
	pop	x27, x28
	pop	x29, x30
	ret

	.section .note.GNU-stack, "", %progbits
