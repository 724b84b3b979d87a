/* SPDX-License-Identifier: MIT */
/* Handlers of entries from ring 3: system_call.S. */
#ifndef KERNEL_X86_CPU_SYSTEM_CALL_H
#define KERNEL_X86_CPU_SYSTEM_CALL_H

/* Offsets of struct cpu that system_call.S uses. */
#define CPU_USER_RSP 216
#define CPU_KERNEL_CR3 224
#define CPU_USER_CR3 232

#define SYSTEM_CALLS 128                /* size of the table of functions */

#ifndef __ASSEMBLER__
#include <stdint.h>

/* Handlers that return at once, by the instruction that matches the entry. */
void system_call_empty_syscall(void);
void system_call_empty_sysenter(void);
void system_call_empty_gate(void);
void system_call_empty_call_gate(void);

/* Handlers that count the entry and return at once. */
void system_call_counted_syscall(void);
void system_call_counted_sysenter(void);
void system_call_counted_gate(void);
void system_call_counted_call_gate(void);

extern uint64_t system_call_entries;

/* Handlers of the null system call: for SYSCALL, for SYSCALL with one mitigation each, and for an
 * interrupt gate. */
void system_call_null(void);
void system_call_null_cr3(void);
void system_call_null_ibrs(void);
void system_call_null_ibpb(void);
void system_call_null_verw(void);
void system_call_null_retpoline(void);
void system_call_null_gate(void);
#endif

#endif
