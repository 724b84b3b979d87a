/* SPDX-License-Identifier: MIT */
/* Functions for user mode, each of which breaks. */
#ifndef BENCH_TEST_USER_FAULT_H
#define BENCH_TEST_USER_FAULT_H

#include <stdint.h>

/* Switch interrupts off; read what is the kernel's; write to its own code; go on at the top of the
 * stack; never return. */
uint64_t user_fault_privileged(uint64_t address);
uint64_t user_fault_read(uint64_t address);
uint64_t user_fault_write_code(uint64_t address);
uint64_t user_fault_execute_stack(uint64_t address);
uint64_t user_fault_hang(uint64_t address);

#endif
