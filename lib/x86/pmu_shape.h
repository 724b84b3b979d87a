/* SPDX-License-Identifier: MIT */
/* A CPU's performance monitoring unit according to CPUID. The kernel tests whether CPUID is
 * right. */
#ifndef LIB_X86_PMU_SHAPE_H
#define LIB_X86_PMU_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/x86/cpuid.h"
#include "lib/x86/pmc_table.h"

#define PMU_PROGRAMMABLE_MAX 8
#define PMU_FIXED_MAX 3                 /* instructions, core cycles, reference cycles */

/* Leaves with data of counters. */
struct pmu_leaves {
	bool is_amd;
	uint32_t family, model;         /* as displayed */
	struct cpuid features;          /* 1 */
	struct cpuid power;             /* 6 */
	struct cpuid more_features;     /* 7 */
	struct cpuid monitoring;        /* 0AH, Intel's */
	struct cpuid core;              /* 1AH */
	struct cpuid amd_features;      /* 8000_0001H */
	struct cpuid amd_monitoring;    /* 8000_0022H */
};

enum pmu_kind {
	PMU_NONE,
	PMU_INTEL,
	PMU_AMD_LEGACY,         /* four counters that every AMD64 CPU has, without a CPUID bit */
	PMU_AMD_CORE,           /* six, PerfCtrExtCore */
	PMU_AMD_V2,             /* PerfMonV2: any number, and registers that start and stop all */
};

struct pmu_shape {
	enum pmu_kind kind;
	unsigned version;               /* Intel's version, or 2 for PerfMonV2; 0: neither */
	unsigned programmable, programmable_bits;       /* number of counters, and their width */
	uint32_t fixed;                 /* one bit per fixed counter, at most PMU_FIXED_MAX */
	unsigned fixed_bits;
	uint32_t absent;                /* events reported as unavailable, bits 1 << event */
	bool has_capabilities;          /* IA32_PERF_CAPABILITIES is readable */
	bool has_aperf;                 /* APERF and MPERF */
	uint32_t core_type;             /* CORE_TYPE_… of this core of a hybrid CPU, else 0 */
	enum pmc_table table;
};

/* Execute CPUID on this CPU. The cores of a hybrid CPU differ, so each needs its own call. */
void pmu_leaves_read(struct pmu_leaves *leaves);

/* Intel SDM vol. 2A, "CPUID—CPU Identification", and vol. 3B, "Architectural Performance
 * Monitoring"; AMD APM vol. 3, "CPUID Fn8000_0001_ECX Feature Identifiers" and "CPUID Fn8000_0022",
 * and vol. 2, "Performance Monitoring Counters". */
void pmu_shape_decode(const struct pmu_leaves *leaves, struct pmu_shape *shape);

/* "core", "atom", or "" for any other. */
const char *pmu_core_name(uint32_t core_type);

#endif
