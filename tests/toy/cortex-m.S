/* SPDX-License-Identifier: MIT */
/* For QEMU's "mps2-an385". Armv7-M Architecture Reference Manual, "The vector table" and "AIRCR":
 * a reset ends QEMU, which runs without reboots. The handler of SVC is a C function. */
#define AIRCR 0xe000ed0c
#define RESET 0x05fa0004
#define SYSTICK_CONTROL 0xe000e010
#define SYSTICK_RELOAD 0xe000e014
#define PROCESSOR_CLOCK_ENABLED 5
#define UART_CONTROL 0x40004008         /* CMSDK APB UART */
#define UART_RATE 0x40004010

	.syntax unified
	.thumb
	.section .boot, "ax"
	.word stack_top
	.word start
	.rept 9
	.word stop
	.endr
	.word trap_handle
	.rept 4
	.word stop
	.endr

	.globl start
	.type start, %function
start:
	ldr r0, =UART_RATE
	movs r1, #16
	str r1, [r0]
	ldr r0, =UART_CONTROL
	movs r1, #1
	str r1, [r0]
	ldr r0, =SYSTICK_RELOAD
	ldr r1, =0xffffff
	str r1, [r0]
	ldr r0, =SYSTICK_CONTROL
	movs r1, #PROCESSOR_CLOCK_ENABLED
	str r1, [r0]
	ldr r0, =no_words
	bl kernel_main
	.type stop, %function
stop:
	ldr r0, =AIRCR
	ldr r1, =RESET
	str r1, [r0]
1:	b 1b
	.ltorg

	.data
no_words:
	.byte 0

	.bss
	.balign 16
	.skip 16384
stack_top:
