/* SPDX-License-Identifier: MIT */
/* What lib/cpu/ takes from a processor, for x86-64. */
#ifndef LIB_X86_ARCH_H
#define LIB_X86_ARCH_H

#include "lib/x86/bytes.h"
#include "lib/x86/control.h"
#include "lib/x86/extended_state.h"
#include "lib/x86/faults.h"
#include "lib/x86/msr.h"
#include "lib/x86/tsc.h"
#include "lib/x86/words.h"

/* See lib/cpu/identity.h. */
#define ARCH_NAME "x86_64"

/* Calling convention of UEFI: UEFI Specification 2.10, section 2.3, "Calling Conventions". */
#define ARCH_UEFI_CALL __attribute__((ms_abi))

/* Whether tables of a BIOS may lie below 1 MiB. */
#define ARCH_HAS_BIOS 1

/* Used by bench/engine/time_base.c. */
#define ARCH_ADD_ITSELF "add %0, %0"
#define ARCH_MULTIPLY_BY_ITSELF "imul %0, %0"

/* See bench/mem/bandwidth.h. */
#define ARCH_VECTOR_WIDTHS(X) X(sse2, CAN_SSE2) X(avx2, CAN_AVX2) X(avx512, CAN_AVX512)
#define ARCH_VECTOR_LOOPS(name) name##_sse2, name##_avx2, name##_avx512

#endif
