/* SPDX-License-Identifier: MIT */
/* User-mode functions that each fault. */
#ifndef BENCH_TEST_USER_FAULT_H
#define BENCH_TEST_USER_FAULT_H

#include <stdint.h>

/* Functions that execute a privileged instruction, read kernel memory, write to their own code,
 * continue at the top of the stack, and never return. */
uint64_t user_fault_privileged(uint64_t address);
uint64_t user_fault_read(uint64_t address);
uint64_t user_fault_write_code(uint64_t address);
uint64_t user_fault_execute_stack(uint64_t address);
uint64_t user_fault_hang(uint64_t address);

#endif
