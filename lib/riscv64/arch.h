/* SPDX-License-Identifier: MIT */
/* What lib/cpu/ takes from a processor, for riscv64. */
#ifndef LIB_RISCV64_ARCH_H
#define LIB_RISCV64_ARCH_H

#include "lib/riscv64/bytes.h"
#include "lib/riscv64/clock.h"
#include "lib/riscv64/control.h"
#include "lib/riscv64/faults.h"
#include "lib/riscv64/words.h"

/* See lib/cpu/identity.h. */
#define ARCH_NAME "riscv64"

/* UEFI has the calling convention of C. */
#define ARCH_UEFI_CALL

/* Whether tables of a BIOS may lie below 1 MiB. */
#define ARCH_HAS_BIOS 0

/* Used by bench/engine/time_base.c. */
#define ARCH_ADD_ITSELF "add %0, %0, %0"
#define ARCH_MULTIPLY_BY_ITSELF "mul %0, %0, %0"

/* The floating-point registers, of 64 bits: see bench/mem/bandwidth.h. Vector registers are not
 * used. */
#define ARCH_VECTOR_WIDTHS(X) X(fp, 0)
#define ARCH_VECTOR_LOOPS(name) name##_fp

#endif
