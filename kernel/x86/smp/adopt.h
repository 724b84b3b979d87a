/* SPDX-License-Identifier: MIT */
/* Shared by adopt.S and smp.c: a CPU's path from resident firmware to the kernel. */
#ifndef KERNEL_X86_SMP_ADOPT_H
#define KERNEL_X86_SMP_ADOPT_H

/* Offsets in struct smp_adoption. */
#define SMP_ADOPTION_CR0 0
#define SMP_ADOPTION_CR3 8
#define SMP_ADOPTION_CR4 16
#define SMP_ADOPTION_EFER 24
#define SMP_ADOPTION_STACK 32
#define SMP_ADOPTION_FUNCTION 40
#define SMP_ADOPTION_ARGUMENT 48

#ifndef __ASSEMBLER__
#include <stdint.h>

struct smp_adoption {
	uint64_t cr0, cr3, cr4, efer;
	uint64_t stack_top;
	uint64_t function;              /* called with argument; does not return */
	uint64_t argument;
};

extern const char smp_adopt[], smp_adopt_end[];
#endif

#endif
