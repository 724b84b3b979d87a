/* SPDX-License-Identifier: MIT */
/* A program whose instructions are known: LOOPS times two, three calls of getppid with four, and a
 * repeated string instruction. With EXTRA, it also calls getpid. Linux,
 * arch/x86/entry/syscalls/syscall_64.tbl. */
#define GETPID 39
#define EXIT 60
#define GETPPID 110
#define LOOPS 1000
#define BYTES 100

	.globl _start
_start:
	mov $LOOPS, %ecx
1:	dec %ecx
	jnz 1b
	mov $3, %ebx
2:	mov $GETPPID, %eax
	syscall
	dec %ebx
	jnz 2b
#ifdef EXTRA
	mov $GETPID, %eax
	syscall
#endif
	mov $BYTES, %ecx
	lea bytes(%rip), %rdi
	xor %eax, %eax
	rep stosb
	mov $EXIT, %eax
	xor %edi, %edi
	syscall

	.bss
bytes:	.skip BYTES
	.section .note.GNU-stack, "", @progbits
