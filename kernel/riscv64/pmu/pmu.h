/* SPDX-License-Identifier: MIT */
/* The boot CPU's performance counters, which firmware sets. RISC-V SBI Specification, "Performance
 * Monitoring Unit Extension". */
#ifndef KERNEL_RISCV64_PMU_PMU_H
#define KERNEL_RISCV64_PMU_PMU_H

#include <stddef.h>
#include <stdint.h>

#include "bench/platform.h"
#include "kernel/machine/pmu.h"
#include "lib/riscv64/control.h"

/* Find the counters, and test that instructions and cycles are counted. Warns if they are not. Boot
 * CPU, once, interrupts off. */
void pmu_init(void);

/* The number of counters besides those of cycles and instructions, and the number of bits of a
 * counter. */
unsigned pmu_event_counters(void);
unsigned pmu_event_counter_bits(void);

/* Why the event cannot be counted, or NULL. */
const char *pmu_event_missing_reason(enum pmc_event event);

/* Implement platform_pmc_open and platform_pmc_close. */
size_t pmu_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters);
void pmu_close(void);

/* The counters of pmu_open, by the distance of their register from `cycle`. */
#define PMU_CYCLES 0u
#define PMU_INSTRUCTIONS 2u
#define PMU_REGISTERS 32u

extern uint32_t pmu_readers[PLATFORM_PMC_MAX];
extern size_t pmu_reader_count;

/* Read a counter. Each register needs its own instruction: "Zicntr" and "Zihpm". */
static inline uint64_t pmu_read_counter(uint32_t number)
{
#define READ(n) case n: return read_register(hpmcounter##n);
	switch (number) {
	case PMU_CYCLES: return read_register(cycle);
	case PMU_INSTRUCTIONS: return read_register(instret);
	READ(3) READ(4) READ(5) READ(6) READ(7) READ(8) READ(9) READ(10) READ(11) READ(12)
	READ(13) READ(14) READ(15) READ(16) READ(17) READ(18) READ(19) READ(20) READ(21)
	READ(22) READ(23) READ(24) READ(25) READ(26) READ(27) READ(28) READ(29) READ(30)
	READ(31)
	default: return 0;
	}
#undef READ
}

/* Store one value per open counter, in the counters' order. */
static inline void pmu_read(uint64_t *values)
{
	__asm__ volatile("fence" : : : "memory");
	for (size_t i = 0; i < pmu_reader_count; i++)
		values[i] = pmu_read_counter(pmu_readers[i]);
	__asm__ volatile("fence" : : : "memory");
}

#endif
