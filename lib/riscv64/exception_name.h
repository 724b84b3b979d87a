/* SPDX-License-Identifier: MIT */
/* Causes of exceptions, and their names. RISC-V Privileged ISA, "Supervisor Cause (scause)
 * Register". */
#ifndef LIB_RISCV64_EXCEPTION_NAME_H
#define LIB_RISCV64_EXCEPTION_NAME_H

#define CAUSE_ILLEGAL 2
#define CAUSE_USER_CALL 8
#define CAUSE_FETCH_PAGE 12
#define CAUSE_LOAD_PAGE 13
#define CAUSE_STORE_PAGE 15

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stdint.h>

/* The highest bit, which is set in the cause of an interrupt. */
#define CAUSE_INTERRUPT (1ull << 63)

bool exception_is_page_fault(uint64_t cause);
#endif

#endif
