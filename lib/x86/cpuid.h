/* SPDX-License-Identifier: MIT */
/* CPUID, and leaves and bits that several files use. Intel SDM vol. 2A, "CPUID—CPU Identification";
 * AMD APM vol. 3, "CPUID Instruction". */
#ifndef LIB_X86_CPUID_H
#define LIB_X86_CPUID_H

#include <stdbool.h>
#include <stdint.h>

struct cpuid {
	uint32_t eax, ebx, ecx, edx;
};

static inline struct cpuid cpuid(uint32_t leaf, uint32_t subleaf)
{
	struct cpuid r;

	__asm__ volatile("cpuid" : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx)
			 : "a"(leaf), "c"(subleaf));
	return r;
}

#define CPUID_HYPERVISOR_BASE 0x40000000u

#define CPUID_RANGE 0xffff0000u         /* part of a leaf's number that identifies its range */

/* Whether a leaf exists. highest must be the highest leaf of the leaf's range, because a CPU
 * without a range returns the data of another leaf. */
static inline bool cpuid_reaches(uint32_t highest, uint32_t leaf)
{
	return (highest & CPUID_RANGE) == (leaf & CPUID_RANGE) && leaf <= highest;
}

/* The leaf's registers, or zeros if it does not exist. */
static inline struct cpuid cpuid_or_zero(uint32_t leaf, uint32_t subleaf)
{
	if (!cpuid_reaches(cpuid(leaf & CPUID_RANGE, 0).eax, leaf))
		return (struct cpuid){0};
	return cpuid(leaf, subleaf);
}

/* Single features: leaf, subleaf, register and bit. */
enum cpuid_register {CPUID_EAX, CPUID_EBX, CPUID_ECX, CPUID_EDX};

#define CPUID_FEATURES(X) \
	X(RDTSCP, "rdtscp", 0x80000001u, 0, CPUID_EDX, 27) \
	X(SYSCALL, "syscall", 0x80000001u, 0, CPUID_EDX, 11) \
	X(NX, "nx", 0x80000001u, 0, CPUID_EDX, 20) \
	X(PAGE_1G, "page_1g", 0x80000001u, 0, CPUID_EDX, 26) \
	X(MCE, "mce", 1, 0, CPUID_EDX, 7) \
	X(PGE, "pge", 1, 0, CPUID_EDX, 13) \
	X(PAT, "pat", 1, 0, CPUID_EDX, 16) \
	X(APIC, "apic", 1, 0, CPUID_EDX, 9) \
	X(X2APIC, "x2apic", 1, 0, CPUID_ECX, 21) \
	X(TSC_DEADLINE, "tsc_deadline", 1, 0, CPUID_ECX, 24) \
	X(MONITOR, "monitor", 1, 0, CPUID_ECX, 3) \
	X(HYPERVISOR, "hypervisor", 1, 0, CPUID_ECX, 31) \
	X(INVARIANT_TSC, "invariant_tsc", 0x80000007u, 0, CPUID_EDX, 8) \
	X(SMEP, "smep", 7, 0, CPUID_EBX, 7) \
	X(SMAP, "smap", 7, 0, CPUID_EBX, 20) \
	X(UMIP, "umip", 7, 0, CPUID_ECX, 2) \
	X(CMPXCHG16B, "cmpxchg16b", 1, 0, CPUID_ECX, 13) \
	X(APERFMPERF, "aperfmperf", 6, 0, CPUID_ECX, 0) \
	X(XSAVE, "xsave", 1, 0, CPUID_ECX, 26) \
	X(AVX2, "avx2", 7, 0, CPUID_EBX, 5) \
	X(ERMS, "erms", 7, 0, CPUID_EBX, 9) \
	X(AVX512F, "avx512f", 7, 0, CPUID_EBX, 16) \
	X(FSRM, "fsrm", 7, 0, CPUID_EDX, 4) \
	X(SEP, "sep", 1, 0, CPUID_EDX, 11) \
	X(PCID, "pcid", 1, 0, CPUID_ECX, 17) \
	X(MD_CLEAR, "md_clear", 7, 0, CPUID_EDX, 10) \
	X(SPEC_CTRL, "spec_ctrl", 7, 0, CPUID_EDX, 26) \
	X(PROCESSOR_TRACE, "intel_pt", 7, 0, CPUID_EBX, 25) \
	X(ARCH_LBR, "arch_lbr", 7, 0, CPUID_EDX, 19) \
	X(AMD_IBPB, "amd_ibpb", 0x80000008u, 0, CPUID_EBX, 12) \
	X(AMD_IBRS, "amd_ibrs", 0x80000008u, 0, CPUID_EBX, 14)

enum cpuid_feature {
#define X(symbol, word, leaf, subleaf, reg, bit) FEATURE_##symbol,
	CPUID_FEATURES(X)
#undef X
	FEATURE_COUNT
};

/* Whether CPUID on this CPU reports the feature. */
bool cpu_has(enum cpuid_feature feature);

/* Whether the CPU has branch predictor controls. Intel has one CPUID bit for them, AMD two. */
static inline bool cpu_has_ibrs(void)
{
	return cpu_has(FEATURE_SPEC_CTRL) || cpu_has(FEATURE_AMD_IBRS);
}

static inline bool cpu_has_ibpb(void)
{
	return cpu_has(FEATURE_SPEC_CTRL) || cpu_has(FEATURE_AMD_IBPB);
}

/* The feature's word in records. */
const char *cpuid_feature_name(enum cpuid_feature feature);

#endif
