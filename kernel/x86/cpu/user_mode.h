/* SPDX-License-Identifier: MIT */
/* Ring 3, for kernel/machine/user_mode.h. */
#ifndef KERNEL_X86_CPU_USER_MODE_H
#define KERNEL_X86_CPU_USER_MODE_H

#include "kernel/machine/user_mode.h"

/* Offsets that user_mode_enter.S uses. */
#define CPU_TSS_RSP0 116                /* offset in struct cpu */
#define TSS_RSP0 4                      /* offset in struct tss */

#ifndef __ASSEMBLER__
#include <stdint.h>

struct tss;

/* Results of a function in user mode, from %rax and %rdx. */
struct user_mode_result {
	uint64_t first, second;
};

/* Set this CPU's registers for entries from ring 3. Called by cpu_init. */
void user_mode_init_this_cpu(void);

/* Like user_mode_call(), with interrupts on, I/O ports allowed in ring 3, and two results. */
typedef struct user_mode_result user_mode_function(uint64_t argument);

struct user_mode_result user_mode_call_open(user_mode_function *function, uint64_t argument);

/* ---- Implemented in user_mode_enter.S ---- */

/* Enter ring 3 at rip with the given stack, argument and flags. Returns %rax and %rdx at
 * user_mode_exit. */
struct user_mode_result user_mode_enter(uint64_t rip, uint64_t rsp, uint64_t argument,
					struct tss *tss, uint64_t flags);

/* Handler of VECTOR_USER_EXIT: makes user_mode_enter return. */
void user_mode_exit(void);

/* Return address of a function in user mode. It is in .user.text. */
extern const char user_mode_return[];
#endif

#endif
