/* SPDX-License-Identifier: MIT */
/* Vector registers, for benchmarks that are loops in assembly. The kernel is compiled without
 * vector instructions, so no code saves these registers. */
#ifndef KERNEL_X86_CPU_SIMD_H
#define KERNEL_X86_CPU_SIMD_H

#include <stdbool.h>

/* Enable all vector registers of this CPU. Each CPU calls this at start, once it handles
 * exceptions. */
void simd_enable_on_this_cpu(void);

/* Warn if the boot CPU claims XSAVE but refuses it. Call after the console works. */
void simd_report(void);

/* Whether AVX2 and AVX-512 work: CPUID claims them and their state is enabled. Every x86-64 CPU has
 * SSE2. */
bool simd_has_avx2(void);
bool simd_has_avx512(void);

#endif
