/* SPDX-License-Identifier: MIT */
/* The events of lib/x86/pmc_tables.def as counter settings. */
#ifndef LIB_X86_PMC_TABLE_H
#define LIB_X86_PMC_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/pmc_event.h"

/* Intel SDM vol. 2A, "CPUID—CPU Identification", leaf 1AH: EAX bits 31 to 24. */
#define CORE_TYPE_ATOM 0x20u
#define CORE_TYPE_CORE 0x40u

enum pmc_table {
#define TABLE(table, word) PMC_TABLE_##table,
#define EVENT(event, select, mask, name)
#define END(table)
#define MODELS(table, family, first, last, core_type)
#include "lib/x86/pmc_tables.def"
#undef TABLE
#undef EVENT
#undef END
#undef MODELS
	PMC_TABLE_COUNT
};

/* The table of a CPU. If the model is unknown, it is the vendor's table. core_type is 0 on a CPU
 * that is not hybrid. */
enum pmc_table pmc_table_for(bool is_amd, uint32_t family, uint32_t model, uint32_t core_type);

/* Word for a table, such as "skylake". */
const char *pmc_table_word(enum pmc_table table);

/* Setting of the event: event select and unit mask at their places in IA32_PERFEVTSELx and AMD's
 * PerfEvtSel, with all other bits 0. Returns 0 if the table lacks the event. */
uint64_t pmc_table_select(enum pmc_table table, enum pmc_event event);

/* Stands for Intel's fixed counter of reference cycles: see lib/x86/pmc_tables.def. */
#define PMC_SELECT_REF_TSC 0x0300u

#endif
