/* SPDX-License-Identifier: MIT */
/* For lib/cpu/faults.h. On this processor a division by zero gives zero. */
#ifndef LIB_AARCH64_FAULTS_H
#define LIB_AARCH64_FAULTS_H

#include <stdint.h>

#define CPU_INVALID_OPCODE "udf #0"

typedef uint32_t cpu_code_unit;
#define CPU_RETURN 0xd65f03c0

#define CPU_FAULT_KINDS(X)

#endif
