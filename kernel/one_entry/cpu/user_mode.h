/* SPDX-License-Identifier: MIT */
/* User mode, for kernel/machine/user_mode.h. */
#ifndef KERNEL_ONE_ENTRY_CPU_USER_MODE_H
#define KERNEL_ONE_ENTRY_CPU_USER_MODE_H

#include <stdint.h>

#include "kernel/machine/user_mode.h"

/* Results of a function in user mode, from the first two registers. */
struct user_mode_result {
	uint64_t first, second;
};

/* Like user_mode_call(), with interrupts on in user mode, and with two results. */
typedef struct user_mode_result user_mode_function(uint64_t argument);

struct user_mode_result user_mode_call_open(user_mode_function *function, uint64_t argument);

#endif
