/* SPDX-License-Identifier: MIT */
/* exact.S for riscv64, without the repeated string instruction. Linux,
 * include/uapi/asm-generic/unistd.h. */
#define EXIT 93
#define GETPID 172
#define GETPPID 173
#define LOOPS 1000

	.globl _start
_start:
	li t0, LOOPS
1:	addi t0, t0, -1
	bnez t0, 1b
	li t1, 3
2:	li a7, GETPPID
	ecall
	addi t1, t1, -1
	bnez t1, 2b
#ifdef EXTRA
	li a7, GETPID
	ecall
#endif
	lla t2, bytes
	sd t0, (t2)
	li a0, 0
	li a7, EXIT
	ecall

	.bss
	.balign 8
bytes:	.skip 100
	.section .note.GNU-stack, "", @progbits
