/* SPDX-License-Identifier: MIT */
/* From the boot loader to C code at the kernel's linked address. The image begins with the header
 * of a Linux Image, so every loader of arm64 Linux can start it: Linux,
 * Documentation/arch/arm64/booting.rst, "Call the kernel image". An ELF loader enters at the same
 * code. Entered at EL1 or EL2 with the MMU off, or by the EFI loader with the MMU on. EL2 is left
 * for good.
 *
 * Until the jump to the linked address, symbols are reached relative to the program counter, and
 * so are physical addresses. */
#include "boot/aarch64/layout.h"
#include "boot/image_header.h"
#include "lib/aarch64/el2_call.h"
#include "lib/aarch64/page_format.h"

#define TABLE_BYTES 4096
#define TABLES 4

/* Image header, field "flags": little-endian, pages of 4 KiB, anywhere in memory. */
#define IMAGE_FLAGS 0xa

/* "SCTLR_EL1" and "SCTLR_EL2": MMU, data cache. */
#define SCTLR_MMU (1 << 0)
#define SCTLR_DATA_CACHE (1 << 2)

#define EL1 (1 << 2)
#define EL2 (2 << 2)

/* "ESR_EL2, Exception Syndrome Register": place of an exception's class, and the class of HVC. */
#define SYNDROME_CLASS_SHIFT 26
#define CLASS_HVC 0x16

/* "CNTHCTL_EL2", without FEAT_VHE's format: EL1 may use the physical counter and timer. */
#define CNTHCTL_EL1_MAY 3

/* "CPTR_EL2, Architectural Feature Trap Register": the bits that are always set. */
#define CPTR_RES1 0x33ff

/* "SCTLR_EL1, System Control Register (EL1)": the bits that are set without the features that
 * define them; and MMU, data cache, instruction cache, DC ZVA, CTR_EL0, WFI and WFE of user
 * mode. */
#define SCTLR_RES1 0x30d00800
#define SCTLR_USED (1 << 0 | 1 << 2 | 1 << 12 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 18)

/* "SPSR_EL2": EL1h, everything masked. */
#define SPSR_EL1H 0x3c5

/* "CPACR_EL1": vector registers are not trapped. */
#define CPACR_VECTORS (3 << 20)

/* "TCR_EL1, Translation Control Register (EL1)": 47 bits of address in each half, granules of 4
 * KiB, walks of inner-shareable write-back memory. */
#define TCR_LOWER (17 | 1 << 8 | 1 << 10 | 3 << 12)
#define TCR_UPPER (17 << 16 | 1 << 24 | 1 << 26 | 3 << 28 | 2 << 30)
#define TCR_VALUE (TCR_LOWER | TCR_UPPER)
#define TCR_IPS_SHIFT 32
#define TCR_IPS_MAX 5                   /* 48 bits, all that PTE_ADDRESS has */
#define TCR_ASID_16 (1 << 36)

#define BLOCK_NORMAL \
	(1 << PTE_ACCESSED_BIT | INNER_SHAREABLE << PTE_SHAREABLE_SHIFT | 1 << PTE_PRESENT_BIT)
#define BLOCK_DEVICE \
	(1 << PTE_ACCESSED_BIT | ATTRIBUTES_DEVICE << PTE_ATTRIBUTES_SHIFT | 1 << PTE_PRESENT_BIT)
#define NO_EXECUTE (1 << PTE_PXN_BIT | 1 << PTE_UXN_BIT)
#define TABLE (1 << PTE_TABLE_OR_PAGE_BIT | 1 << PTE_PRESENT_BIT)

	.section .boot, "ax"
	.globl	_start
_start:
	b	start
	.long	0
	.quad	0			/* load offset: none */
	.quad	__image_bytes
	.quad	IMAGE_FLAGS
	.quad	0, 0, 0
	.ascii	"ARM\x64"
	.long	0

/* struct boot_image_header. */
	.quad	BOOT_IMAGE_MAGIC
	.long	__load_bytes
	.long	__image_bytes
	.long	start_efi - _start
	.long	0

/* Leave EL2 for EL1, and continue at the instruction after the macro. At EL3 no firmware answers
 * calls, so the CPU stops. Changes x0 to x2. */
	.macro	leave_el2
	mrs	x0, CurrentEL
	cmp	x0, #EL1
	b.eq	2f
	cmp	x0, #EL2
	b.ne	stop
	mov	x0, #HCR_RW
	msr	hcr_el2, x0
	mov	x0, #CNTHCTL_EL1_MAY
	msr	cnthctl_el2, x0
	msr	cntvoff_el2, xzr
	msr	vttbr_el2, xzr
	msr	hstr_el2, xzr
	mov	x0, #CPTR_RES1
	msr	cptr_el2, x0
	mrs	x0, midr_el1
	msr	vpidr_el2, x0
	mrs	x0, mpidr_el1
	msr	vmpidr_el2, x0

	/* "MDCR_EL2", HPMN: if there is a PMU, all counters belong to EL1. */
	mrs	x1, id_aa64dfr0_el1
	ubfx	x1, x1, #8, #4
	sub	x1, x1, #1
	mov	x0, #0
	cmp	x1, #14
	b.hs	1f
	mrs	x0, pmcr_el0
	ubfx	x0, x0, #11, #5
1:	msr	mdcr_el2, x0

	/* GICv3: EL1 may use its registers. */
	mrs	x0, id_aa64pfr0_el1
	ubfx	x0, x0, #24, #4
	cbz	x0, 1f
	mrs	x0, S3_4_C12_C9_5	/* ICC_SRE_EL2 */
	mov	x1, #9			/* SRE, Enable */
	orr	x0, x0, x1
	msr	S3_4_C12_C9_5, x0
	isb
	msr	S3_4_C12_C11_0, xzr	/* ICH_HCR_EL2 */
1:	ldr	x0, =SCTLR_RES1
	msr	sctlr_el1, x0
	adr	x0, el2_vectors
	msr	vbar_el2, x0
	mov	x0, #SPSR_EL1H
	msr	spsr_el2, x0
	adr	x0, 2f
	msr	elr_el2, x0
	eret
2:
	.endm

/* Turn the MMU and caches on, with the boot path's tables. Changes x0 to x2. */
	.macro	enable_mmu
	mov	x0, #CPACR_VECTORS
	msr	cpacr_el1, x0
	ldr	x0, =MAIR_VALUE
	msr	mair_el1, x0
	ldr	x0, =TCR_VALUE
	mrs	x1, id_aa64mmfr0_el1
	ubfx	x2, x1, #0, #4		/* PARange */
	cmp	x2, #TCR_IPS_MAX
	b.ls	1f
	mov	x2, #TCR_IPS_MAX
1:	orr	x0, x0, x2, lsl #TCR_IPS_SHIFT
	ubfx	x2, x1, #4, #4		/* ASIDBits */
	cbz	x2, 1f
	orr	x0, x0, #TCR_ASID_16
1:	msr	tcr_el1, x0
	adrp	x0, boot_root
	msr	ttbr0_el1, x0
	add	x0, x0, #(TABLE_BYTES / 2)
	msr	ttbr1_el1, x0
	isb
	tlbi	vmalle1
	dsb	nsh
	ic	iallu
	dsb	nsh
	isb
	ldr	x0, =(SCTLR_RES1 | SCTLR_USED)
	msr	sctlr_el1, x0
	isb
	.endm

/* Turn off the MMU and caches of a loader that maps this code one to one. Changes x1. */
	.macro	disable_mmu
	msr	daifset, #15
	mrs	x1, CurrentEL
	cmp	x1, #EL2
	b.eq	1f
	mrs	x1, sctlr_el1
	bic	x1, x1, #SCTLR_MMU
	bic	x1, x1, #SCTLR_DATA_CACHE
	msr	sctlr_el1, x1
	b	2f
1:	mrs	x1, sctlr_el2
	bic	x1, x1, #SCTLR_MMU
	bic	x1, x1, #SCTLR_DATA_CACHE
	msr	sctlr_el2, x1
2:	isb
	ic	iallu
	dsb	nsh
	isb
	.endm

/* Entered by the EFI loader: x0 is its struct boot_info. The image was cleaned from the caches. */
start_efi:
	mov	x19, x0
	mov	x21, #1
	disable_mmu
	b	start_without_mmu

/* x0 is the device tree, or 0 if an ELF loader does not pass it. */
start:
	msr	daifset, #15
	mov	x19, x0
	mov	x21, #0

/* x19 is the device tree, or struct boot_info if x21 is 1. */
start_without_mmu:
	mrs	x22, CurrentEL
	leave_el2
	msr	daifset, #15
	bl	invalidate_tables
	bl	fill_tables
	bl	invalidate_tables
	enable_mmu
	adrp	x20, __image_start
	ldr	x0, =at_linked_address
	br	x0

at_linked_address:
	ldr	x0, =boot_stack_top
	mov	sp, x0
	mov	x29, #0			/* end of the backtrace */
	ldr	x0, =__bss_start
	ldr	x1, =__bss_end
1:	stp	xzr, xzr, [x0], #16
	cmp	x0, x1
	b.lo	1b
	ldr	x0, =kernel_phys_base
	str	x20, [x0]
	cmp	x22, #EL2
	cset	w22, eq
	ldr	x0, =has_left_el2
	strb	w22, [x0]
	mov	x0, x19
	mov	x1, x21
	bl	boot_main
	brk	#0			/* keeps the return address inside this symbol */

stop:
	wfi
	b	stop

/* An application CPU, by PSCI's CPU_ON: x0 is the physical address of four words, which are its
 * stack, its function, the function's argument, and the physical address of the kernel's tables.
 * The image has the same address in both tables. */
	.globl	secondary_start
secondary_start:
	msr	daifset, #15
	mov	x19, x0
	leave_el2
	msr	daifset, #15
	enable_mmu
	ldp	x20, x21, [x19]
	ldp	x22, x23, [x19, #16]
	ldr	x0, =1f
	br	x0
1:	msr	ttbr0_el1, x23
	add	x23, x23, #(TABLE_BYTES / 2)
	msr	ttbr1_el1, x23
	isb
	tlbi	vmalle1
	dsb	nsh
	isb
	mov	sp, x20
	mov	x29, #0
	mov	x0, x22
	br	x21

/* Entered by the EFI loader to resume the kernel: x0 as for secondary_start. */
	.globl	resume_start
resume_start:
	disable_mmu
	b	secondary_start

/* void leave_kernel(struct world *firmware, uint64_t resume_phys, bool has_left_el2): enter the
 * firmware at resume_phys, without the MMU, at the exception level that firmware had. Called at the
 * linked address, with what the loader reads written to memory. Does not return. */
	.globl	leave_kernel
leave_kernel:
	ldr	x4, =kernel_phys_base
	ldr	x4, [x4]
	ldr	x5, =__image_start
	sub	x4, x4, x5		/* from an address to a physical one */
	ldr	x5, =boot_root
	add	x5, x5, x4
	ldr	x6, =1f
	add	x6, x6, x4
	dsb	sy
	msr	ttbr0_el1, x5
	add	x5, x5, #(TABLE_BYTES / 2)
	msr	ttbr1_el1, x5
	isb
	tlbi	vmalle1
	dsb	nsh
	isb
	br	x6
1:	mrs	x3, sctlr_el1
	bic	x3, x3, #SCTLR_MMU
	bic	x3, x3, #SCTLR_DATA_CACHE
	msr	sctlr_el1, x3
	isb
	cbz	w2, 2f
	hvc	#EL2_LEAVE
2:	br	x1

/* Exceptions to EL2, whose MMU is off. Only those from EL1 occur: HVC, and trapped writes, which
 * are skipped. Arm ARM, "Exception vectors". */
	.balign	2048
el2_vectors:
	.rept	8
	b	stop
	.balign	128
	.endr
	msr	tpidr_el2, x0
	mrs	x0, esr_el2
	lsr	x0, x0, #SYNDROME_CLASS_SHIFT
	cmp	x0, #CLASS_HVC
	b.ne	1f
	mrs	x0, esr_el2
	tbz	x0, #0, 2f		/* EL2_SET_HCR or EL2_LEAVE */
	mrs	x0, tpidr_el2
	eret
1:	mrs	x0, elr_el2
	add	x0, x0, #4
	msr	elr_el2, x0
	mrs	x0, tpidr_el2
	eret
2:	tbnz	x0, #2, 3f
	mrs	x0, tpidr_el2
	msr	hcr_el2, x0
	eret
3:	mrs	x0, tpidr_el2
	br	x1
	.balign	128
	.rept	7
	b	stop
	.balign	128
	.endr

/* Discard what caches contain of the tables, because the tables are written with the caches off.
 * Changes x0 to x3. */
invalidate_tables:
	mrs	x2, ctr_el0
	ubfx	x2, x2, #16, #4		/* DminLine: words, as a power of two */
	mov	x3, #4
	lsl	x3, x3, x2
	adrp	x0, boot_root
	add	x1, x0, #(TABLES * TABLE_BYTES)
1:	dc	ivac, x0
	add	x0, x0, x3
	cmp	x0, x1
	b.lo	1b
	dsb	sy
	ret

/* Map the first 512 GiB one to one as devices, except the blocks of image and x19, which are
 * memory. Map the image at its linked address. Changes x0 to x7. */
fill_tables:
	adrp	x0, boot_root
	add	x1, x0, #(TABLES * TABLE_BYTES)
1:	stp	xzr, xzr, [x0], #16
	cmp	x0, x1
	b.lo	1b

	adrp	x0, boot_root
	add	x1, x0, #TABLE				/* an entry that leads to a table */
	add	x2, x1, #TABLE_BYTES			/* to that of the low blocks */
	str	x2, [x0]
	add	x2, x2, #TABLE_BYTES			/* that of the highest 512 GiB */
	str	x2, [x0, #(511 * 8)]
	sub	x1, x2, #TABLE
	add	x2, x2, #TABLE_BYTES			/* that of the image */
	str	x2, [x1, #(510 * 8)]

	add	x0, x0, #TABLE_BYTES
	ldr	x1, =(BLOCK_DEVICE | NO_EXECUTE)
	mov	x2, #BOOT_BLOCKS
	mov	x3, x0
	mov	x6, #(1 << 30)
1:	str	x1, [x3], #8
	add	x1, x1, x6
	subs	x2, x2, #1
	b.ne	1b
	mov	x4, #BLOCK_NORMAL
	lsr	x5, x19, #30				/* the block of x19 */
	cmp	x5, #BOOT_BLOCKS
	b.hs	1f
	cbz	x19, 1f
	orr	x6, x4, x5, lsl #30
	str	x6, [x0, x5, lsl #3]
1:	adrp	x7, __image_start
	lsr	x5, x7, #30
	orr	x6, x4, x5, lsl #30
	str	x6, [x0, x5, lsl #3]

	add	x0, x0, #(2 * TABLE_BYTES)		/* that of the image */
	add	x0, x0, #(KERNEL_OFFSET >> 21 << 3)
	orr	x7, x7, x4
	mov	x2, #(KERNEL_BYTES_MAX >> 21)
	mov	x6, #(1 << 21)
1:	str	x7, [x0], #8
	add	x7, x7, x6
	subs	x2, x2, #1
	b.ne	1b
	ret
	.ltorg

	.section .data
	.balign 8
	.globl	kernel_phys_base, has_left_el2
kernel_phys_base:
	.quad	0
has_left_el2:
	.byte	0

	.section .boot_tables, "aw", %nobits
	.balign	TABLE_BYTES
boot_root:
	.skip	TABLES * TABLE_BYTES
	.globl	boot_stack_guard, boot_stack, boot_stack_top
boot_stack_guard:
	.skip	TABLE_BYTES
boot_stack:
	.skip	BOOT_STACK_BYTES
boot_stack_top:

	.section .note.GNU-stack, "", %progbits
