/* SPDX-License-Identifier: MIT */
/* Modelled CPUs with performance counters: faulting registers, counters that are stuck, narrow or
 * do not count user mode, and overflow. The model follows the vendors' manuals and does not use the
 * driver's code. */
#ifndef TESTS_UNIT_KERNEL_X86_PMU_MODEL_H
#define TESTS_UNIT_KERNEL_X86_PMU_MODEL_H

#include "tests/unit/unit.h"

#include "bench/engine/warning.h"
#include "kernel/x86/pmu/pmu.h"

#define MODEL_COUNTERS_MAX 8
#define MODEL_FIXED_MAX 3

enum layout {LAYOUT_INTEL, LAYOUT_AMD_LEGACY, LAYOUT_AMD_CORE};

extern struct model {
	/* Set by the test. */
	enum layout layout;
	unsigned programmable, fixed_mask, bits;
	bool has_global;
	bool is_full_width, has_capabilities;
	bool has_aperf;
	bool all_fault, writes_vanish, rdpmc_faults;
	unsigned stuck_mask, faulting_mask; /* of programmable counters */
	unsigned blind_to_user_mask, doubling_mask;
	bool is_silent;                 /* overflow raises no interrupt */

	/* Its state. */
	uint64_t select[MODEL_COUNTERS_MAX], count[MODEL_COUNTERS_MAX];
	uint64_t fixed_control, fixed[MODEL_FIXED_MAX];
	uint64_t global_control, global_status;
	uint64_t aperf, mperf;
	bool is_listening, interrupted;
	unsigned narrow_writes;         /* by sign-extending MSRs */
	char warning[256];
} model;

void model_execute(unsigned ring, uint64_t instructions);
struct pmu_leaves model_intel_leaves(unsigned version, unsigned programmable, unsigned fixed,
				     unsigned bits);
struct pmu_leaves model_intel(unsigned version, unsigned programmable, unsigned fixed,
			      unsigned bits);
struct pmu_leaves model_amd(enum layout layout, unsigned programmable, bool is_v2);
void model_assert_stopped(void);

/* Start the driver and check that every counter works. */
void model_assert_starts(const struct pmu_leaves *leaves, unsigned programmable, unsigned fixed);

#endif
