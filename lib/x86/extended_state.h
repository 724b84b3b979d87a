/* SPDX-License-Identifier: MIT */
/* Extended state: x87, SSE and AVX registers, saved to memory. The areas are aligned to 64 bytes.
 * Intel SDM vol. 1, "Managing State Using the XSAVE Feature Set". */
#ifndef LIB_X86_EXTENDED_STATE_H
#define LIB_X86_EXTENDED_STATE_H

#include <stdbool.h>

#include "lib/x86/cpuid.h"

#define CPUID_XSAVE 0x0du               /* EAX: low half of the valid XCR0 bits; EBX: bytes of the
					 * area for the current XCR0 */
#define CPUID_XSAVE_OPT (1u << 0)       /* subleaf 1, EAX */

#define CPUID_1_OSXSAVE (1u << 27)      /* leaf 1, ECX: a copy of CR4.OSXSAVE */

/* Whether the running kernel, which is ours or an operating system, has enabled XSAVE. */
static inline bool xsave_is_enabled(void)
{
	return (cpuid(1, 0).ecx & CPUID_1_OSXSAVE) != 0;
}

/* See lib/cpu/switching.h. */
#define CPU_EXTENDED_STATE (xsave_is_enabled() ? STATE_XSAVE : STATE_FXSAVE)

static inline bool cpu_has_asids(void)
{
	return cpu_has(FEATURE_PCID);
}

/* Save only the registers in use. The area's header must be 0 before the first XSAVE. XSAVEOPT
 * omits registers that did not change since XRSTOR. FXSAVE, which omits AVX, exists on every x86-64
 * CPU. */
static inline void xsave(void *area)
{
	__asm__ volatile("xsave64 (%0)" : : "r"(area), "a"(-1), "d"(-1) : "memory");
}

static inline void xsaveopt(void *area)
{
	__asm__ volatile("xsaveopt64 (%0)" : : "r"(area), "a"(-1), "d"(-1) : "memory");
}

static inline void xrstor(const void *area)
{
	__asm__ volatile("xrstor64 (%0)" : : "r"(area), "a"(-1), "d"(-1) : "memory");
}

static inline void fxsave(void *area)
{
	__asm__ volatile("fxsave64 (%0)" : : "r"(area) : "memory");
}

static inline void fxrstor(const void *area)
{
	__asm__ volatile("fxrstor64 (%0)" : : "r"(area) : "memory");
}

#endif
