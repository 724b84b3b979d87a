/* SPDX-License-Identifier: MIT */
/* For QEMU's "virt", which starts the kernel with physical addresses and without firmware.
 * LoongArch Reference Manual, volume 1, "Control and Status Registers". */
#define EENTRY 0xc
#define ERA 0x6
#define ECFG 0x4
#define POWER_OFF_DEVICE 0x100e001c     /* QEMU, hw/acpi/generic_event_device.c: sleep control */
#define POWER_OFF 0x34                  /* ACPI, "Sleep Control Register": S5 of QEMU, and SLP_EN */
#define SYSCALL_BYTES 4
#define FRAME_BYTES 160

	.section .boot, "ax"
	.globl start
start:
	la.pcrel $sp, stack_top
	la.pcrel $t0, trap_entry
	csrwr $t0, EENTRY
	csrwr $zero, ECFG
	la.pcrel $a0, no_words
	bl kernel_main
	li.d $t0, POWER_OFF_DEVICE
	li.d $t1, POWER_OFF
	st.b $t1, $t0, 0
1:	idle 0
	b 1b

	/* EENTRY has the address of a page. */
	.balign 4096
	.globl trap_entry
	.type trap_entry, @function
trap_entry:
#ifdef INJECT
	nop
	nop
	nop
#endif
	addi.d $sp, $sp, -FRAME_BYTES
	st.d $ra, $sp, 0
	st.d $a0, $sp, 8
	st.d $a1, $sp, 16
	st.d $a2, $sp, 24
	st.d $a3, $sp, 32
	st.d $a4, $sp, 40
	st.d $a5, $sp, 48
	st.d $a6, $sp, 56
	st.d $a7, $sp, 64
	st.d $t0, $sp, 72
	st.d $t1, $sp, 80
	st.d $t2, $sp, 88
	st.d $t3, $sp, 96
	st.d $t4, $sp, 104
	st.d $t5, $sp, 112
	st.d $t6, $sp, 120
	st.d $t7, $sp, 128
	st.d $t8, $sp, 136
	bl trap_handle
	csrrd $t0, ERA
	addi.d $t0, $t0, SYSCALL_BYTES
	csrwr $t0, ERA
	ld.d $ra, $sp, 0
	ld.d $a0, $sp, 8
	ld.d $a1, $sp, 16
	ld.d $a2, $sp, 24
	ld.d $a3, $sp, 32
	ld.d $a4, $sp, 40
	ld.d $a5, $sp, 48
	ld.d $a6, $sp, 56
	ld.d $a7, $sp, 64
	ld.d $t0, $sp, 72
	ld.d $t1, $sp, 80
	ld.d $t2, $sp, 88
	ld.d $t3, $sp, 96
	ld.d $t4, $sp, 104
	ld.d $t5, $sp, 112
	ld.d $t6, $sp, 120
	ld.d $t7, $sp, 128
	ld.d $t8, $sp, 136
	addi.d $sp, $sp, FRAME_BYTES
	ertn
	.size trap_entry, . - trap_entry

	.data
no_words:
	.byte 0

	.bss
	.balign 16
	.skip 16384
stack_top:
