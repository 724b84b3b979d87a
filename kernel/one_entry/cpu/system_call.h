/* SPDX-License-Identifier: MIT */
/* Entries from user mode by the instruction for system calls. */
#ifndef KERNEL_ONE_ENTRY_CPU_SYSTEM_CALL_H
#define KERNEL_ONE_ENTRY_CPU_SYSTEM_CALL_H

#include <stdint.h>

/* Entries for interrupt_enter_from_user_at(): a null system call, an empty handler, and a handler
 * that counts. */
void system_call_null(void);
void system_call_empty(void);
void system_call_counted(void);

/* Number of entries of the handler that counts. */
extern uint64_t system_call_entries;

#endif
