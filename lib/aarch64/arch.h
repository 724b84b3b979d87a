/* SPDX-License-Identifier: MIT */
/* What lib/cpu/ takes from a processor, for aarch64. */
#ifndef LIB_AARCH64_ARCH_H
#define LIB_AARCH64_ARCH_H

#include "lib/aarch64/bytes.h"
#include "lib/aarch64/clock.h"
#include "lib/aarch64/control.h"
#include "lib/aarch64/faults.h"
#include "lib/aarch64/words.h"

/* See lib/cpu/identity.h. */
#define ARCH_NAME "aarch64"

/* UEFI has the calling convention of C. */
#define ARCH_UEFI_CALL

/* Whether tables of a BIOS may lie below 1 MiB. */
#define ARCH_HAS_BIOS 0

/* Used by bench/engine/time_base.c. */
#define ARCH_ADD_ITSELF "add %0, %0, %0"
#define ARCH_MULTIPLY_BY_ITSELF "mul %0, %0, %0"

/* Registers of 128 bits: see bench/mem/bandwidth.h. */
#define ARCH_VECTOR_WIDTHS(X) X(neon, 0)
#define ARCH_VECTOR_LOOPS(name) name##_neon

#endif
