/* SPDX-License-Identifier: MIT */
/* Events of performance counters. Our own names mean nearly the same on every CPU.
 * lib/x86/pmc_tables.def has each CPU's register settings for the events. */
#ifndef LIB_PMC_EVENT_H
#define LIB_PMC_EVENT_H

#include <stddef.h>
#include <stdint.h>

/* X(name, set, meaning of one count). */
#define PMC_EVENTS(X) \
	X(CYCLES, "cycles", "core", "core clock cycle, not halted") \
	X(INSTRUCTIONS, "instructions", "core", "instruction retired") \
	X(REF_CYCLES, "ref_cycles", "core", "cycle at the nominal frequency, core not halted") \
	X(APERF, "aperf", "core", "core clock cycle, not halted, from a dedicated register") \
	X(MPERF, "mperf", "core", "cycle at the nominal frequency, from a dedicated register") \
	X(BRANCHES, "branches", "branch", "branch retired") \
	X(BRANCH_MISSES, "branch_misses", "branch", "mispredicted branch retired") \
	X(LOADS, "loads", "cache", "load") \
	X(STORES, "stores", "cache", "store") \
	X(L1D_FILLS, "l1d_fills", "cache", "line loaded into the first-level data cache") \
	X(L1D_MISSES, "l1d_misses", "cache", "load retired that missed the first level") \
	X(L2_MISSES, "l2_misses", "cache", "load that also missed the second level") \
	X(L3_MISSES, "l3_misses", "cache", "load retired that also missed the third level") \
	X(LLC_REFERENCES, "llc_references", "cache", "request to the last-level cache") \
	X(LLC_MISSES, "llc_misses", "cache", "request that missed the last-level cache") \
	X(DTLB_LOAD_WALKS, "dtlb_load_walks", "tlb", "page walk for a load") \
	X(DTLB_STORE_WALKS, "dtlb_store_walks", "tlb", "page walk for a store") \
	X(DTLB_MISSES, "dtlb_misses", "tlb", "load or store that missed all levels of data TLB") \
	X(ITLB_WALKS, "itlb_walks", "tlb", \
	  "page walk for an instruction fetch") \
	X(INTERRUPTS, "interrupts", "interrupt", "hardware interrupt received")

enum pmc_event {
#define X(symbol, word, set, summary) PMC_##symbol,
	PMC_EVENTS(X)
#undef X
	PMC_EVENT_COUNT
};

/* Events with a dedicated register, which need no counter setting. */
#define PMC_IS_REGISTER(event) ((event) == PMC_APERF || (event) == PMC_MPERF)

/* Name of an event, such as "l2_misses". */
const char *pmc_event_word(enum pmc_event event);

/* Events that a name stands for, as a mask of bits 1 << event. The name is an event's own name, a
 * set's ("tlb"), or "all". Returns 0 for any other name. */
uint32_t pmc_events_named(const char *name);

/* List the events of a mask, in order. Returns their number. */
size_t pmc_events_list(uint32_t mask, enum pmc_event list[PMC_EVENT_COUNT]);

#endif
