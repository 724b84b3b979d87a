/* SPDX-License-Identifier: MIT */
#include "kernel/aarch64/pmu/pmu.h"

#include <stdbool.h>

#include "bench/engine/warning.h"
#include "lib/aarch64/control.h"
#include "lib/text/fmt.h"

/* "PMCR_EL0, Performance Monitors Control Register". */
#define PMCR_ENABLE (1u << 0)
#define PMCR_RESET_EVENTS (1u << 1)
#define PMCR_RESET_CYCLES (1u << 2)
#define PMCR_LONG_CYCLES (1u << 6)
#define PMCR_COUNTERS(pmcr) ((unsigned)((pmcr) >> 11 & 31))

/* ID_AA64DFR0_EL1, field PMUVer. */
#define VERSION_SHIFT 8
#define VERSION_OWN 15                  /* not PMUv3 */

#define CYCLES_BIT (1u << PMU_CYCLES)
#define EVENT_COUNTER_MASK UINT32_MAX
#define TEST_TURNS 1000u                /* iterations of a loop of two instructions */

/* Common events: "Common event numbers". 0: no common event counts this. */
static const uint16_t selects[PMC_EVENT_COUNT] = {
	[PMC_INSTRUCTIONS] = 0x08, [PMC_BRANCHES] = 0x21, [PMC_BRANCH_MISSES] = 0x22,
	[PMC_LOADS] = 0x06, [PMC_STORES] = 0x07, [PMC_L1D_FILLS] = 0x03,
	[PMC_LLC_REFERENCES] = 0x36, [PMC_LLC_MISSES] = 0x37, [PMC_DTLB_MISSES] = 0x34,
	[PMC_ITLB_WALKS] = 0x35,
};

static struct {
	unsigned version, counters;
	bool works;
} pmu;

uint32_t pmu_readers[PLATFORM_PMC_MAX];
size_t pmu_reader_count;

unsigned pmu_version(void)
{
	return pmu.version;
}

unsigned pmu_event_counters(void)
{
	return pmu.counters;
}

const char *pmu_missing_reason(void)
{
	return pmu.works ? NULL : "the processor has no PMUv3 that counts";
}

/* "PMCEID0_EL0" and "PMCEID1_EL0": a bit for each of the first 64 events. */
static bool has_event(unsigned select)
{
	uint64_t bits = select < 32 ? read_register(pmceid0_el0) : read_register(pmceid1_el0);

	return (bits >> select % 32 & 1) != 0;
}

const char *pmu_event_missing_reason(enum pmc_event event)
{
	if (!pmu.works)
		return pmu_missing_reason();
	if (event == PMC_CYCLES)
		return NULL;
	if (selects[event] == 0)
		return "no common event of PMUv3 counts it";
	return has_event(selects[event]) ? NULL : "the processor does not count it";
}

void pmu_close(void)
{
	pmu_reader_count = 0;
	if (pmu.version != 0)
		write_register(pmcntenclr_el0, UINT32_MAX);
}

static void add(uint32_t number, uint64_t select, struct platform_pmc *counter)
{
	if (number == PMU_CYCLES) {
		write_register(pmccfiltr_el0, 0);
		fmt_buffer(counter->counter, sizeof(counter->counter), "pmccntr");
	} else {
		write_register(pmselr_el0, number);
		write_register(pmxevtyper_el0, select);
		write_register(pmxevcntr_el0, 0);
		fmt_buffer(counter->counter, sizeof(counter->counter), "pmevcntr%u", number);
	}
	pmu_readers[pmu_reader_count++] = number;
	write_register(pmcntenset_el0, 1ull << number);
}

size_t pmu_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters)
{
	uint32_t next = 0;

	pmu_close();
	for (size_t i = 0; i < count && pmu_reader_count < PLATFORM_PMC_MAX; i++) {
		bool is_cycles = events[i] == PMC_CYCLES;
		struct platform_pmc *counter = &counters[pmu_reader_count];

		if (pmu_event_missing_reason(events[i]) != NULL ||
		    (!is_cycles && next == pmu.counters))
			continue;
		*counter = (struct platform_pmc){
			.event = events[i],
			.select = is_cycles ? 0 : selects[events[i]],
			.mask = is_cycles ? UINT64_MAX : EVENT_COUNTER_MASK,
		};
		add(is_cycles ? PMU_CYCLES : next++, counter->select, counter);
	}
	return pmu_reader_count;
}

/* ---- Test ---- */

static void run_test_loop(void)
{
	uint64_t turns = TEST_TURNS;

	__asm__ volatile("1:	subs	%0, %0, #1\n\t"
			 "b.ne	1b" : "+r"(turns) : : "cc");
}

/* Whether the counters count, because a hypervisor may show counters that stand still. */
static bool counts(void)
{
	static const enum pmc_event events[] = {PMC_INSTRUCTIONS, PMC_CYCLES};
	struct platform_pmc counters[sizeof(events) / sizeof(events[0])];
	uint64_t before[sizeof(events) / sizeof(events[0])], after[sizeof(before) / 8];
	bool works;

	if (pmu_open(events, sizeof(events) / sizeof(events[0]), counters) != 2)
		return false;
	pmu_read(before);
	run_test_loop();
	pmu_read(after);
	works = ((after[0] - before[0]) & EVENT_COUNTER_MASK) >= 2 * TEST_TURNS &&
		after[1] != before[1];
	pmu_close();
	return works;
}

void pmu_init(void)
{
	unsigned version = read_register(id_aa64dfr0_el1) >> VERSION_SHIFT & 15;

	if (version == 0 || version == VERSION_OWN)
		return;
	pmu.version = version;
	pmu.counters = PMCR_COUNTERS(read_register(pmcr_el0));
	write_register(pmintenclr_el1, UINT32_MAX);
	write_register(pmuserenr_el0, 0);
	pmu_close();
	write_register(pmcr_el0, PMCR_ENABLE | PMCR_RESET_EVENTS | PMCR_RESET_CYCLES |
				 PMCR_LONG_CYCLES);
	pmu.works = true;               /* for the test */
	pmu.works = counts();
	if (!pmu.works)
		warning("pmu", "PMUv3 does not count instructions and cycles; not used");
}
