/* SPDX-License-Identifier: MIT */
/* Shared by user_mode_enter.S and C. */
#ifndef KERNEL_CPU_USER_MODE_ENTER_H
#define KERNEL_CPU_USER_MODE_ENTER_H

#define CPU_TSS_RSP0 116                /* offset in struct cpu */
#define TSS_RSP0 4                      /* offset in struct tss */

#ifndef __ASSEMBLER__
#include <stdint.h>

struct tss;

/* A user function's results in %rax and %rdx. */
struct user_mode_result {
	uint64_t first, second;
};

/* Enter ring 3 at rip with the given stack, argument and flags. Returns %rax and %rdx at
 * user_mode_exit. */
struct user_mode_result user_mode_enter(uint64_t rip, uint64_t rsp, uint64_t argument,
					struct tss *tss, uint64_t flags);

/* Handler of VECTOR_USER_EXIT: makes user_mode_enter return. */
void user_mode_exit(void);

/* In .user.text: return address of a user function. */
extern const char user_mode_return[];
#endif

#endif
