/* SPDX-License-Identifier: MIT */
/* For lib/cpu/faults.h. On this processor a division by zero gives -1. */
#ifndef LIB_RISCV64_FAULTS_H
#define LIB_RISCV64_FAULTS_H

#include <stdint.h>

#define CPU_INVALID_OPCODE "unimp"

typedef uint32_t cpu_code_unit;
#define CPU_RETURN 0x00008067

#define CPU_FAULT_KINDS(X)

#endif
