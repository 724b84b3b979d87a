/* Counters of four kinds behind one description each. Intel SDM vol. 3B, "Performance Monitoring";
 * AMD APM vol. 2, "Performance Monitoring Counters". All registers are reached through probes, so a
 * claim that is not true ends in a sentence and not in a fault. */
#include "kernel/pmu.h"

#include "bench/warning.h"
#include "kernel/probe.h"
#include "lib/errno.h"
#include "lib/fmt.h"

/* Intel SDM vol. 4, "Architectural MSRs". */
#define MSR_PMC0 0x0c1u
#define MSR_MPERF 0x0e7u
#define MSR_APERF 0x0e8u
#define MSR_PERFEVTSEL0 0x186u
#define MSR_FIXED_CTR0 0x309u
#define MSR_PERF_CAPABILITIES 0x345u
#define MSR_FIXED_CTR_CTRL 0x38du
#define MSR_PERF_GLOBAL_STATUS 0x38eu
#define MSR_PERF_GLOBAL_CTRL 0x38fu
#define MSR_PERF_GLOBAL_STATUS_RESET 0x390u     /* before version 4, ..._OVF_CTRL */
#define MSR_A_PMC0 0x4c1u

#define CAPABILITIES_FULL_WIDTH_WRITE (1u << 13)
#define VERSION_WITH_GLOBAL 2

/* AMD APM vol. 2, "Performance Event-Select Registers" and "Core Performance Monitoring
 * Registers". */
#define MSR_AMD_LEGACY_SELECT0 0xc0010000u
#define MSR_AMD_LEGACY_COUNT0 0xc0010004u
#define MSR_AMD_CORE_SELECT0 0xc0010200u        /* and the counter next to it */
#define MSR_AMD_GLOBAL_STATUS 0xc0000300u
#define MSR_AMD_GLOBAL_CTL 0xc0000301u
#define MSR_AMD_GLOBAL_STATUS_CLR 0xc0000302u

/* "IA32_PERFEVTSELx MSRs"; AMD's are alike. */
#define SELECT_USER (1u << 16)
#define SELECT_KERNEL (1u << 17)
#define SELECT_INTERRUPT (1u << 20)
#define SELECT_ENABLE (1u << 22)
#define SELECT_ALL_RINGS (SELECT_USER | SELECT_KERNEL | SELECT_ENABLE)

/* "IA32_FIXED_CTR_CTRL MSR": four bits a counter. */
#define FIXED_ALL_RINGS 3ull
#define FIXED_FIELD_BITS 4

/* "RDPMC—Read Performance-Monitoring Counters": numbers of the fixed ones. */
#define RDPMC_FIXED (1u << 30)
#define GLOBAL_FIXED_SHIFT 32

/* From Golden Cove on the second four of eight count but a few events. */
#define INTEL_COUNTERS_FOR_ALL_EVENTS 4

#define WORK_TURNS 10000u
#define WORK_TRIES 3                    /* an SMI may fall into one */
#define OVERFLOW_AFTER 1000u

struct counter {
	bool is_fixed;
	bool works;
	unsigned number;
	uint32_t select_msr;            /* a fixed one has none to itself */
	uint32_t count_msr;
	uint64_t mask;
};

static struct {
	struct pmu_findings findings;
	struct counter counters[PMU_COUNTERS_MAX];
	unsigned count;
	struct {
		uint32_t status, control, clear;        /* 0 where there is none */
	} global;
	uint64_t fixed_control;         /* of what is open */
	char lacking[160];
} pmu;

struct pmu_reader pmu_readers[PLATFORM_PMC_MAX];
size_t pmu_reader_count;

static uint64_t mask_of(unsigned bits)
{
	return bits >= 64 ? UINT64_MAX : (1ull << bits) - 1;
}

/* ---- The counters a shape claims ---- */

static struct counter *add(unsigned number, unsigned bits)
{
	struct counter *counter = &pmu.counters[pmu.count++];

	*counter = (struct counter){.number = number, .mask = mask_of(bits)};
	return counter;
}

static bool writes_full_width(const struct pmu_shape *shape)
{
	uint64_t capabilities;

	return shape->has_capabilities &&
	       probe_rdmsr(MSR_PERF_CAPABILITIES, &capabilities) == 0 &&
	       (capabilities & CAPABILITIES_FULL_WIDTH_WRITE) != 0;
}

static void add_intel(const struct pmu_shape *shape)
{
	uint32_t count0 = writes_full_width(shape) ? MSR_A_PMC0 : MSR_PMC0;

	for (unsigned i = 0; i < shape->programmable; i++) {
		struct counter *counter = add(i, shape->programmable_bits);

		counter->select_msr = MSR_PERFEVTSEL0 + i;
		counter->count_msr = count0 + i;
	}
	for (unsigned i = 0; i < PMU_FIXED_MAX; i++) {
		struct counter *counter;

		if ((shape->fixed >> i & 1) == 0)
			continue;
		counter = add(i, shape->fixed_bits);
		counter->is_fixed = true;
		counter->count_msr = MSR_FIXED_CTR0 + i;
	}
	if (shape->version >= VERSION_WITH_GLOBAL) {
		pmu.global.status = MSR_PERF_GLOBAL_STATUS;
		pmu.global.control = MSR_PERF_GLOBAL_CTRL;
		pmu.global.clear = MSR_PERF_GLOBAL_STATUS_RESET;
	}
}

static void add_amd(const struct pmu_shape *shape)
{
	bool is_legacy = shape->kind == PMU_AMD_LEGACY;

	for (unsigned i = 0; i < shape->programmable; i++) {
		struct counter *counter = add(i, shape->programmable_bits);

		counter->select_msr = is_legacy ? MSR_AMD_LEGACY_SELECT0 + i
						: MSR_AMD_CORE_SELECT0 + 2 * i;
		counter->count_msr = is_legacy ? MSR_AMD_LEGACY_COUNT0 + i
					       : MSR_AMD_CORE_SELECT0 + 2 * i + 1;
	}
	if (shape->kind == PMU_AMD_V2) {
		pmu.global.status = MSR_AMD_GLOBAL_STATUS;
		pmu.global.control = MSR_AMD_GLOBAL_CTL;
		pmu.global.clear = MSR_AMD_GLOBAL_STATUS_CLR;
	}
}

static void add_claimed(const struct pmu_shape *shape)
{
	pmu.count = 0;
	pmu.global.status = pmu.global.control = pmu.global.clear = 0;
	if (shape->kind == PMU_INTEL)
		add_intel(shape);
	else if (shape->kind != PMU_NONE)
		add_amd(shape);
}

/* ---- Starting and stopping ---- */

/* Each returns 0, or -EFAULT if a register is not there. */

static int write_global(uint64_t bits)
{
	return pmu.global.control != 0 ? probe_wrmsr(pmu.global.control, bits) : 0;
}

/* An overflow that is left standing may keep its counter frozen. */
static int clear_status(void)
{
	uint64_t status;

	if (pmu.global.status == 0)
		return 0;
	return probe_rdmsr(pmu.global.status, &status) != 0 ||
	       probe_wrmsr(pmu.global.clear, status) != 0 ? -EFAULT : 0;
}

static int stop(const struct counter *counter)
{
	if (counter->is_fixed) {
		pmu.fixed_control = 0;
		return probe_wrmsr(MSR_FIXED_CTR_CTRL, 0);
	}
	return probe_wrmsr(counter->select_msr, 0);
}

static uint64_t global_bit(const struct counter *counter)
{
	return 1ull << (counter->number + (counter->is_fixed ? GLOBAL_FIXED_SHIFT : 0));
}

/* Set it to count, from count on, once write_global lets it. */
static int set(const struct counter *counter, uint64_t select, uint64_t count)
{
	uint32_t msr = counter->select_msr;
	uint64_t kept;

	if (counter->is_fixed) {
		pmu.fixed_control |= FIXED_ALL_RINGS << FIXED_FIELD_BITS * counter->number;
		msr = MSR_FIXED_CTR_CTRL;
		select = pmu.fixed_control;
	}
	if (probe_wrmsr(counter->count_msr, count & counter->mask) != 0 ||
	    probe_wrmsr(msr, select) != 0 || probe_rdmsr(msr, &kept) != 0)
		return -EFAULT;
	return kept == select ? 0 : -EIO;
}

static uint32_t rdpmc_number(const struct counter *counter)
{
	return counter->number | (counter->is_fixed ? RDPMC_FIXED : 0);
}

/* ---- Trying them ---- */

static const enum pmc_event fixed_events[PMU_FIXED_MAX] = {
	PMC_INSTRUCTIONS, PMC_CYCLES, PMC_REF_CYCLES,
};

static enum pmc_event trial_event(const struct counter *counter)
{
	return counter->is_fixed ? fixed_events[counter->number] : PMC_INSTRUCTIONS;
}

/* A core may execute a turn in less than a cycle, and run at a fraction of its nominal clock. */
static bool is_plausible(enum pmc_event event, uint64_t moved)
{
	if (event == PMC_INSTRUCTIONS)
		return moved >= 2 * WORK_TURNS && moved < 4 * WORK_TURNS;
	return moved >= WORK_TURNS / 16 && moved < 256 * WORK_TURNS;
}

static int count_work(const struct counter *counter, unsigned ring, uint64_t *moved)
{
	uint64_t before, after;

	if (probe_rdpmc(rdpmc_number(counter), &before) != 0)
		return -EFAULT;
	pmu_work(ring, WORK_TURNS);
	if (probe_rdpmc(rdpmc_number(counter), &after) != 0)
		return -EFAULT;
	*moved = (after - before) & counter->mask;
	return 0;
}

/* Why it is not to be trusted, or NULL. */
static const char *try_ring(const struct counter *counter, unsigned ring)
{
	uint64_t moved = 0;

	for (unsigned i = 0; i < WORK_TRIES; i++) {
		if (count_work(counter, ring, &moved) != 0)
			return "RDPMC faults";
		if (is_plausible(trial_event(counter), moved))
			return NULL;
	}
	if (moved != 0)
		return "it does not count what it should";
	return ring == 0 ? "it does not move" : "it does not move in user mode";
}

static const char *try_set(const struct counter *counter)
{
	uint64_t select = pmc_table_select(pmu.findings.shape.table, PMC_INSTRUCTIONS);

	switch (set(counter, select | SELECT_ALL_RINGS, 0)) {
	case 0:
		return write_global(global_bit(counter)) == 0 ? NULL : "its registers fault";
	case -EIO:
		return "its select register does not keep what is written";
	default:
		return "its registers fault";
	}
}

static const char *try(const struct counter *counter)
{
	const char *why = try_set(counter);

	if (why == NULL)
		why = try_ring(counter, 0);
	if (why == NULL)
		why = try_ring(counter, 3);
	write_global(0);
	stop(counter);
	return why;
}

static void format_name(const struct counter *counter, char *text, size_t size)
{
	fmt_buffer(text, size, "%s%u", counter->is_fixed ? "fixed" : "programmable",
		   counter->number);
}

/* Returns why the first one that does not work does not. */
static const char *try_all(char name[PLATFORM_PMC_NAME_CHARS])
{
	const char *first = NULL;

	for (unsigned i = 0; i < pmu.count; i++) {
		struct counter *counter = &pmu.counters[i];
		const char *why = try(counter);

		counter->works = why == NULL;
		pmu.findings.fixed += counter->works && counter->is_fixed;
		pmu.findings.programmable += counter->works && !counter->is_fixed;
		if (why != NULL && first == NULL) {
			format_name(counter, name, PLATFORM_PMC_NAME_CHARS);
			first = why;
		}
	}
	return first;
}

static bool moves(uint32_t msr)
{
	uint64_t before, after;

	if (probe_rdmsr(msr, &before) != 0)
		return false;
	pmu_work(0, WORK_TURNS);
	return probe_rdmsr(msr, &after) == 0 && after != before;
}

static const struct counter *first_programmable(void)
{
	for (unsigned i = 0; i < pmu.count; i++) {
		if (pmu.counters[i].works && !pmu.counters[i].is_fixed)
			return &pmu.counters[i];
	}
	return NULL;
}

/* A counter that begins a little below zero has to interrupt. */
static bool try_overflow(void)
{
	const struct counter *counter = first_programmable();
	uint64_t select = pmc_table_select(pmu.findings.shape.table, PMC_INSTRUCTIONS);
	bool heard;

	if (counter == NULL)
		return false;
	pmu_listen();
	if (set(counter, select | SELECT_ALL_RINGS | SELECT_INTERRUPT, -(uint64_t)OVERFLOW_AFTER) ==
		    0 && write_global(global_bit(counter)) == 0)
		pmu_work(0, WORK_TURNS);
	write_global(0);
	heard = pmu_heard();
	stop(counter);
	clear_status();
	return heard;
}

static void judge(const char *why, const char *name)
{
	const struct pmu_findings *found = &pmu.findings;
	bool has_some = found->programmable + found->fixed > 0;

	if (found->shape.kind == PMU_NONE)
		fmt_buffer(pmu.lacking, sizeof(pmu.lacking), "CPUID shows none");
	else if (pmu.count == 0)
		fmt_buffer(pmu.lacking, sizeof(pmu.lacking), "CPUID shows a unit without counters");
	else if (!has_some)
		fmt_buffer(pmu.lacking, sizeof(pmu.lacking), "this CPU's %u do not work: %s, %s",
			   pmu.count, name, why);
	else if (why != NULL)
		warning("pmu", "%u of %u counters are not used: %s, %s", pmu.count -
			found->programmable - found->fixed, pmu.count, name, why);
}

void pmu_init(const struct pmu_leaves *leaves)
{
	struct pmu_findings *found = &pmu.findings;
	char name[PLATFORM_PMC_NAME_CHARS] = "";
	const char *why;

	*found = (struct pmu_findings){0};
	pmu.lacking[0] = '\0';
	pmu.fixed_control = 0;
	pmu_shape_decode(leaves, &found->shape);
	add_claimed(&found->shape);
	pmu_close();
	why = try_all(name);
	found->has_aperf = found->shape.has_aperf && moves(MSR_APERF) && moves(MSR_MPERF);
	found->overflow_interrupts = try_overflow();
	judge(why, name);
}

/* ---- What was found ---- */

const struct pmu_findings *pmu_findings(void)
{
	return &pmu.findings;
}

const char *pmu_lacking(void)
{
	return pmu.lacking[0] != '\0' && !pmu.findings.has_aperf ? pmu.lacking : NULL;
}

/* ---- Counting ---- */

/* Whether a counter that works could count the event, busy or not. */
static bool suits(const struct counter *counter, enum pmc_event event)
{
	const struct pmu_shape *shape = &pmu.findings.shape;
	unsigned limit = shape->kind == PMU_INTEL ? INTEL_COUNTERS_FOR_ALL_EVENTS
						  : PMU_PROGRAMMABLE_MAX;

	if (!counter->works)
		return false;
	if (counter->is_fixed)
		return fixed_events[counter->number] == event;
	return counter->number < limit && (shape->absent >> event & 1) == 0 &&
	       pmc_table_select(shape->table, event) != PMC_SELECT_REF_TSC;
}

const char *pmu_event_lacking(enum pmc_event event)
{
	if (PMC_IS_REGISTER(event))
		return pmu.findings.has_aperf ? NULL : "this CPU has no such register";
	if (pmu.lacking[0] != '\0')
		return pmu.lacking;
	if (pmc_table_select(pmu.findings.shape.table, event) == 0)
		return "no such event is known of this CPU";
	for (unsigned i = 0; i < pmu.count; i++) {
		if (suits(&pmu.counters[i], event))
			return NULL;
	}
	return "none of this CPU's counters can";
}

/* The fixed counter if there is one, so that the programmable ones stay free. The fixed ones come
 * last. */
static const struct counter *find_free(enum pmc_event event, uint64_t used)
{
	for (unsigned i = pmu.count; i-- > 0;) {
		const struct counter *counter = &pmu.counters[i];

		if (suits(counter, event) && (used & global_bit(counter)) == 0)
			return counter;
	}
	return NULL;
}

static void describe(const struct counter *counter, enum pmc_event event, uint64_t select,
		     struct platform_pmc *opened)
{
	*opened = (struct platform_pmc){.event = event, .select = select, .mask = counter->mask};
	format_name(counter, opened->counter, sizeof(opened->counter));
}

static void open_register(enum pmc_event event, struct platform_pmc *opened,
			  struct pmu_reader *reader)
{
	*opened = (struct platform_pmc){.event = event, .mask = UINT64_MAX};
	fmt_buffer(opened->counter, sizeof(opened->counter), "%s", pmc_event_word(event));
	*reader = (struct pmu_reader){event == PMC_APERF ? MSR_APERF : MSR_MPERF, true};
}

/* Returns the counter's bit, or 0 if none is free. */
static uint64_t open_counter(enum pmc_event event, uint64_t used, struct platform_pmc *opened,
			     struct pmu_reader *reader)
{
	uint64_t select = pmc_table_select(pmu.findings.shape.table, event);
	const struct counter *counter = find_free(event, used);

	if (counter == NULL || set(counter, select | SELECT_ALL_RINGS, 0) != 0)
		return 0;
	describe(counter, event, select, opened);
	*reader = (struct pmu_reader){rdpmc_number(counter), false};
	return global_bit(counter);
}

size_t pmu_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters)
{
	uint64_t used = 0, bit;
	size_t opened = 0;

	pmu_close();
	for (; opened < count && opened < PLATFORM_PMC_MAX; opened++) {
		enum pmc_event event = events[opened];

		if (PMC_IS_REGISTER(event)) {
			open_register(event, &counters[opened], &pmu_readers[opened]);
			continue;
		}
		bit = open_counter(event, used, &counters[opened], &pmu_readers[opened]);
		if (bit == 0)
			break;
		used |= bit;
	}
	pmu_reader_count = opened;
	write_global(used);
	return opened;
}

void pmu_close(void)
{
	pmu_reader_count = 0;
	write_global(0);
	for (unsigned i = 0; i < pmu.count; i++)
		stop(&pmu.counters[i]);
	clear_status();
}
