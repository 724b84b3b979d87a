/* SPDX-License-Identifier: MIT */
/* What kernel/cpu/user_mode_enter.S and C share. */
#ifndef KERNEL_CPU_USER_MODE_ENTER_H
#define KERNEL_CPU_USER_MODE_ENTER_H

#define CPU_TSS_RSP0 116                /* of struct cpu */
#define TSS_RSP0 4                      /* of struct tss */

#ifndef __ASSEMBLER__
#include <stdint.h>

struct tss;

/* What a user function returns: in %rax, and where it has two results in %rdx. */
struct user_mode_result {
	uint64_t first, second;
};

/* Go to rip in ring 3 with the given stack, argument and flags. Returns what user_mode_exit finds
 * in %rax and %rdx. */
struct user_mode_result user_mode_enter(uint64_t rip, uint64_t rsp, uint64_t argument,
					struct tss *tss, uint64_t flags);

/* Handler of VECTOR_USER_EXIT: user_mode_enter returns. */
void user_mode_exit(void);

/* In .user.text: where a user function returns to. */
extern const char user_mode_return[];
#endif

#endif
