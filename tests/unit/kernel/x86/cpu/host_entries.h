/* SPDX-License-Identifier: MIT */
/* Included before the kernel's assembly files that enter and leave ring 3, so that a process can
 * execute them: the selectors are those of Linux, and the instructions that only ring 0 may execute
 * are macros. A return to the same ring has the effect of one to ring 3. */
#ifdef __ASSEMBLER__
#define KERNEL_X86_CPU_GDT_H
#define SELECTOR_DATA 0x2b
#define SELECTOR_USER_DATA 0x2b
#define SELECTOR_USER_CODE 0x33

	.macro swapgs
	.endm

	.macro sysretq
	push	%r11
	popfq
	jmp	*%rcx
	.endm
#endif
