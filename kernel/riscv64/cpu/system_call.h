/* SPDX-License-Identifier: MIT */
/* Entries from user mode by ECALL. */
#ifndef KERNEL_RISCV64_CPU_SYSTEM_CALL_H
#define KERNEL_RISCV64_CPU_SYSTEM_CALL_H

/* Entries of a table of system calls: Linux's generic table has about 460. */
#define SYSTEM_CALLS 512

#ifndef __ASSEMBLER__
#include <stdint.h>

/* Values of stvec: a null system call; an empty handler; one that counts. */
void system_call_null(void);
void system_call_empty(void);
void system_call_counted(void);

/* Entries that the last one counted. */
extern uint64_t system_call_entries;
#endif

#endif
