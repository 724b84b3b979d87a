/* SPDX-License-Identifier: MIT */
#include "kernel/riscv64/pmu/pmu.h"

#include <stdbool.h>

#include "bench/engine/warning.h"
#include "lib/riscv64/sbi.h"
#include "lib/text/fmt.h"

/* "Performance Monitoring Unit Extension": functions, flags, and an error. */
enum {PMU_NUM_COUNTERS, PMU_COUNTER_INFO, PMU_CONFIG_MATCHING, PMU_START, PMU_STOP};
#define CONFIG_CLEAR_VALUE (1u << 1)
#define STOP_RESET (1u << 0)            /* resets the counter's event */
#define ERROR_ALREADY_STARTED (-7)

/* "Function: Get details of a counter". */
#define INFO_REGISTER(info) ((uint32_t)((info) & 0xfff))
#define INFO_BITS(info) ((unsigned)((info) >> 12 & 0x3f) + 1)
#define INFO_IS_FIRMWARE(info) ((info) >> 63 != 0)
#define REGISTER_CYCLE 0xc00u

/* "Event: Hardware general events" and "Hardware cache events": a cache, 0 for a read or 1 for a
 * write, and 0 for an access or 1 for a miss. */
#define GENERAL(code) (code)
#define CACHE(cache, write, miss) (1u << 16 | (cache) << 3 | (write) << 1 | (miss))
enum {L1D, L1I, LAST_LEVEL, DTLB, ITLB};

/* 0: the extension has no number for the event */
static const uint32_t selects[PMC_EVENT_COUNT] = {
	[PMC_CYCLES] = GENERAL(1), [PMC_INSTRUCTIONS] = GENERAL(2),
	[PMC_LLC_REFERENCES] = GENERAL(3), [PMC_LLC_MISSES] = GENERAL(4),
	[PMC_BRANCHES] = GENERAL(5), [PMC_BRANCH_MISSES] = GENERAL(6),
	[PMC_LOADS] = CACHE(L1D, 0, 0), [PMC_STORES] = CACHE(L1D, 1, 0),
	[PMC_L1D_FILLS] = CACHE(L1D, 0, 1), [PMC_DTLB_LOAD_WALKS] = CACHE(DTLB, 0, 1),
	[PMC_DTLB_STORE_WALKS] = CACHE(DTLB, 1, 1), [PMC_ITLB_WALKS] = CACHE(ITLB, 0, 1),
};

#define COUNTERS_MAX 64
#define TEST_TURNS 1000u                /* iterations of a loop of two instructions */

static struct {
	bool works;
	unsigned event_counters, event_bits;
	uint64_t candidates;            /* counters of hardware instead of firmware */
	uint64_t configured;            /* counters configured since pmu_open, without the two that
					 * always count */
	uint32_t registers[COUNTERS_MAX];
	uint32_t has_event;             /* a bit for each */
} pmu;

uint32_t pmu_readers[PLATFORM_PMC_MAX];
size_t pmu_reader_count;

unsigned pmu_event_counters(void)
{
	return pmu.event_counters;
}

unsigned pmu_event_counter_bits(void)
{
	return pmu.event_bits;
}

const char *pmu_missing_reason(void)
{
	return pmu.works ? NULL : "SBI firmware offers no counters that count";
}

const char *pmu_event_missing_reason(enum pmc_event event)
{
	if (!pmu.works)
		return pmu_missing_reason();
	if (selects[event] == 0)
		return "no event of SBI counts it";
	return (pmu.has_event >> event & 1) != 0 ? NULL : "firmware cannot count it";
}

/* Whether a counter always counts. The counters of cycles and instructions do, because one of them
 * is the clock. */
static bool always_counts(uint32_t number)
{
	return number == PMU_CYCLES || number == PMU_INSTRUCTIONS;
}

void pmu_close(void)
{
	pmu_reader_count = 0;
	if (pmu.configured != 0)
		sbi_call(SBI_PMU, PMU_STOP, 0, pmu.configured, STOP_RESET);
	pmu.configured = 0;
}

/* Let a counter count the event. Returns its register, or PMU_REGISTERS if there is none. */
static uint32_t configure(enum pmc_event event)
{
	struct sbi_result found;

	if (event == PMC_CYCLES)
		return PMU_CYCLES;
	found = sbi_call_5(SBI_PMU, PMU_CONFIG_MATCHING,
			   (const uint64_t[]){0, pmu.candidates & ~pmu.configured,
					      CONFIG_CLEAR_VALUE, selects[event], 0});
	if (found.error != 0 || found.value >= COUNTERS_MAX)
		return PMU_REGISTERS;
	if (!always_counts(pmu.registers[found.value]))
		pmu.configured |= 1ull << found.value;
	found.error = sbi_call(SBI_PMU, PMU_START, found.value, 1, 0).error;
	return found.error == 0 || found.error == ERROR_ALREADY_STARTED
		       ? pmu.registers[found.value] : PMU_REGISTERS;
}

size_t pmu_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters)
{
	pmu_close();
	for (size_t i = 0; i < count && pmu_reader_count < PLATFORM_PMC_MAX; i++) {
		struct platform_pmc *counter = &counters[pmu_reader_count];
		uint32_t number = pmu_event_missing_reason(events[i]) == NULL
			? configure(events[i]) : PMU_REGISTERS;

		if (number == PMU_REGISTERS)
			continue;
		*counter = (struct platform_pmc){
			.event = events[i], .select = selects[events[i]],
			.mask = always_counts(number) || pmu.event_bits == 64
				? UINT64_MAX : (1ull << pmu.event_bits) - 1,
		};
		if (always_counts(number))
			fmt_buffer(counter->counter, sizeof(counter->counter), "%s",
				   number == PMU_CYCLES ? "cycle" : "instret");
		else
			fmt_buffer(counter->counter, sizeof(counter->counter), "hpmcounter%u",
				   number);
		pmu_readers[pmu_reader_count++] = number;
	}
	return pmu_reader_count;
}

/* ---- Test ---- */

static void run_test_loop(void)
{
	uint64_t turns = TEST_TURNS;

	__asm__ volatile("1:	addi	%0, %0, -1\n\t"
			 "bnez	%0, 1b" : "+r"(turns));
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
	works = after[0] - before[0] >= 2 * TEST_TURNS && after[1] != before[1];
	pmu_close();
	return works;
}

static void find_counters(void)
{
	uint64_t count = sbi_call(SBI_PMU, PMU_NUM_COUNTERS, 0, 0, 0).value;

	for (uint64_t i = 0; i < count && i < COUNTERS_MAX; i++) {
		struct sbi_result info = sbi_call(SBI_PMU, PMU_COUNTER_INFO, i, 0, 0);
		uint32_t number = INFO_REGISTER(info.value) - REGISTER_CYCLE;

		if (info.error != 0 || INFO_IS_FIRMWARE(info.value) || number >= PMU_REGISTERS)
			continue;
		pmu.candidates |= 1ull << i;
		pmu.registers[i] = number;
		if (always_counts(number))
			continue;
		pmu.event_counters++;
		if (pmu.event_bits == 0 || INFO_BITS(info.value) < pmu.event_bits)
			pmu.event_bits = INFO_BITS(info.value);
	}
}

/* Find the events that firmware knows, by configuring a counter for each. */
static void find_events(void)
{
	for (unsigned event = 0; event < PMC_EVENT_COUNT; event++) {
		if (selects[event] == 0)
			continue;
		if (configure((enum pmc_event)event) != PMU_REGISTERS)
			pmu.has_event |= 1u << event;
		pmu_close();
	}
}

void pmu_init(void)
{
	if (!sbi_has(SBI_PMU))
		return;
	find_counters();
	find_events();
	pmu.works = true;               /* for the test */
	pmu.works = counts();
	if (!pmu.works)
		warning("pmu", "SBI's counters do not count instructions and cycles; not used");
}
