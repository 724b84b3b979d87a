/* SPDX-License-Identifier: MIT */
/* The vector registers, for benchmarks that are loops in assembly. The kernel itself is built
 * without them, so nothing else uses them and nobody saves them. */
#ifndef KERNEL_CPU_SIMD_H
#define KERNEL_CPU_SIMD_H

#include <stdbool.h>

/* Let this CPU use every vector register it has. Every CPU, at start, once it takes exceptions. */
void simd_enable_on_this_cpu(void);

/* Warn of what CPUID of the boot CPU claims of them and that CPU refuses.
 * Once the console is up. */
void simd_report(void);

/* Whether AVX2 and AVX-512 instructions work: CPUID has them and their state is enabled. SSE2 is in
 * every x86-64 CPU. */
bool simd_has_avx2(void);
bool simd_has_avx512(void);

#endif
