/* SPDX-License-Identifier: MIT */
/* Tests the counters that a CPU claims, and assigns events to those that work. */
#include "kernel/x86/pmu/pmu.h"

#include "bench/engine/warning.h"
#include "kernel/x86/core/probe.h"
#include "kernel/x86/pmu/counter.h"
#include "lib/text/errno.h"
#include "lib/text/fmt.h"
#include "lib/x86/msr.h"

/* Since Golden Cove the second four of eight counters support only a few events. */
#define INTEL_COUNTERS_FOR_ALL_EVENTS 4

#define WORK_TURNS 10000u
#define WORK_TRIES 3                    /* tries of a test, because an SMI may disturb one */
#define OVERFLOW_AFTER 1000u

static struct {
	struct pmu_findings findings;
	char missing[160];
} pmu;

struct pmu_reader pmu_readers[PLATFORM_PMC_MAX];
size_t pmu_reader_count;

/* ---- Tests ---- */

static const enum pmc_event fixed_events[PMU_FIXED_MAX] = {
	PMC_INSTRUCTIONS, PMC_CYCLES, PMC_REF_CYCLES,
};

static enum pmc_event trial_event(const struct pmu_counter *counter)
{
	return counter->is_fixed ? fixed_events[counter->number] : PMC_INSTRUCTIONS;
}

/* Whether a count is plausible. A core may execute an iteration in less than a cycle, and run at a
 * fraction of its nominal clock. */
static bool is_plausible(enum pmc_event event, uint64_t moved)
{
	if (event == PMC_INSTRUCTIONS)
		return moved >= 2 * WORK_TURNS && moved < 4 * WORK_TURNS;
	return moved >= WORK_TURNS / 16 && moved < 256 * WORK_TURNS;
}

static int count_work(const struct pmu_counter *counter, unsigned ring, uint64_t *moved)
{
	uint64_t before, after;

	if (probe_rdpmc(pmu_counter_rdpmc(counter), &before) != 0)
		return -EFAULT;
	pmu_work(ring, WORK_TURNS);
	if (probe_rdpmc(pmu_counter_rdpmc(counter), &after) != 0)
		return -EFAULT;
	*moved = (after - before) & counter->mask;
	return 0;
}

/* Returns NULL, or why the counter cannot be trusted. */
static const char *try_ring(const struct pmu_counter *counter, unsigned ring)
{
	uint64_t moved = 0;

	for (unsigned i = 0; i < WORK_TRIES; i++) {
		if (count_work(counter, ring, &moved) != 0)
			return "RDPMC faults";
		if (is_plausible(trial_event(counter), moved))
			return NULL;
	}
	if (moved != 0)
		return "wrong count";
	return ring == 0 ? "does not count" : "does not count in user mode";
}

static const char *try_set(const struct pmu_counter *counter)
{
	uint64_t select = pmc_table_select(pmu.findings.shape.table, PMC_INSTRUCTIONS);

	switch (pmu_counter_set(counter, select, false, 0)) {
	case 0:
		return pmu_counters_run(pmu_counter_bit(counter)) == 0
		       ? NULL : "register access faults";
	case -EIO:
		return "select register does not keep its value";
	default:
		return "register access faults";
	}
}

static const char *pmu_try(const struct pmu_counter *counter)
{
	const char *why = try_set(counter);

	if (why == NULL)
		why = try_ring(counter, 0);
	if (why == NULL)
		why = try_ring(counter, 3);
	pmu_counters_run(0);
	pmu_counter_stop(counter);
	return why;
}

static void format_name(const struct pmu_counter *counter, char *text, size_t size)
{
	fmt_buffer(text, size, "%s%u", counter->is_fixed ? "fixed" : "programmable",
		   counter->number);
}

/* Test all counters. Returns why the first counter that failed did so, with its name. */
static const char *try_all(char name[PLATFORM_PMC_NAME_CHARS])
{
	const char *first = NULL;

	for (unsigned i = 0; i < pmu_counter_count; i++) {
		struct pmu_counter *counter = &pmu_counters[i];
		const char *why = pmu_try(counter);

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

static bool pmu_moves(uint32_t msr)
{
	uint64_t before, after;

	if (probe_rdmsr(msr, &before) != 0)
		return false;
	pmu_work(0, WORK_TURNS);
	return probe_rdmsr(msr, &after) == 0 && after != before;
}

static const struct pmu_counter *first_programmable(void)
{
	for (unsigned i = 0; i < pmu_counter_count; i++) {
		if (pmu_counters[i].works && !pmu_counters[i].is_fixed)
			return &pmu_counters[i];
	}
	return NULL;
}

/* Test that a counter interrupts if it starts just below overflow. */
static bool try_overflow(void)
{
	const struct pmu_counter *counter = first_programmable();
	uint64_t select = pmc_table_select(pmu.findings.shape.table, PMC_INSTRUCTIONS);
	bool heard;

	if (counter == NULL)
		return false;
	pmu_listen();
	if (pmu_counter_set(counter, select, true, -(uint64_t)OVERFLOW_AFTER) == 0 &&
	    pmu_counters_run(pmu_counter_bit(counter)) == 0)
		pmu_work(0, WORK_TURNS);
	pmu_counters_run(0);
	heard = pmu_heard();
	pmu_counter_stop(counter);
	pmu_counters_clear_overflows();
	return heard;
}

static void pmu_judge(const char *why, const char *name)
{
	const struct pmu_findings *found = &pmu.findings;
	bool has_some = found->programmable + found->fixed > 0;

	if (found->shape.kind == PMU_NONE)
		fmt_buffer(pmu.missing, sizeof(pmu.missing), "none in CPUID");
	else if (pmu_counter_count == 0)
		fmt_buffer(pmu.missing, sizeof(pmu.missing), "unit without counters in CPUID");
	else if (!has_some)
		fmt_buffer(pmu.missing, sizeof(pmu.missing), "none of %u counters works; %s: %s",
			   pmu_counter_count, name, why);
	else if (why != NULL)
		warning("pmu", "%u of %u counters not used; %s: %s", pmu_counter_count -
			found->programmable - found->fixed, pmu_counter_count, name, why);
}

void pmu_init(const struct pmu_leaves *leaves)
{
	struct pmu_findings *found = &pmu.findings;
	char name[PLATFORM_PMC_NAME_CHARS] = "";
	const char *why;

	*found = (struct pmu_findings){0};
	pmu.missing[0] = '\0';
	pmu_shape_decode(leaves, &found->shape);
	pmu_counters_claim(&found->shape);
	pmu_close();
	why = try_all(name);
	found->has_aperf = found->shape.has_aperf && pmu_moves(MSR_APERF) && pmu_moves(MSR_MPERF);
	found->overflow_interrupts = try_overflow();
	pmu_judge(why, name);
}

/* ---- Results ---- */

const struct pmu_findings *pmu_findings(void)
{
	return &pmu.findings;
}

const char *pmu_missing_reason(void)
{
	return pmu.missing[0] != '\0' && !pmu.findings.has_aperf ? pmu.missing : NULL;
}

/* ---- Counting ---- */

/* Whether a working counter supports the event, even if the counter is in use. */
static bool suits(const struct pmu_counter *counter, enum pmc_event event)
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

const char *pmu_event_missing_reason(enum pmc_event event)
{
	if (PMC_IS_REGISTER(event))
		return pmu.findings.has_aperf ? NULL : "this CPU has no such register";
	if (pmu.missing[0] != '\0')
		return pmu.missing;
	if (pmc_table_select(pmu.findings.shape.table, event) == 0)
		return "event not known for this CPU";
	for (unsigned i = 0; i < pmu_counter_count; i++) {
		if (suits(&pmu_counters[i], event))
			return NULL;
	}
	return "no counter of this CPU can count it";
}

/* Find a free counter for an event. A fixed counter is preferred, to keep the programmable ones
 * free, and fixed counters are last in the list. */
static const struct pmu_counter *find_free(enum pmc_event event, uint64_t used)
{
	for (unsigned i = pmu_counter_count; i-- > 0;) {
		const struct pmu_counter *counter = &pmu_counters[i];

		if (suits(counter, event) && (used & pmu_counter_bit(counter)) == 0)
			return counter;
	}
	return NULL;
}

static void pmu_describe(const struct pmu_counter *counter, enum pmc_event event, uint64_t select,
			 struct platform_pmc *opened)
{
	*opened = (struct platform_pmc){
		.event = event, .select = select, .mask = counter->mask, .msr = counter->count_msr,
	};
	format_name(counter, opened->counter, sizeof(opened->counter));
}

static void open_register(enum pmc_event event, struct platform_pmc *opened,
			  struct pmu_reader *reader)
{
	uint32_t msr = event == PMC_APERF ? MSR_APERF : MSR_MPERF;

	*opened = (struct platform_pmc){.event = event, .mask = UINT64_MAX, .msr = msr};
	fmt_buffer(opened->counter, sizeof(opened->counter), "%s", pmc_event_word(event));
	*reader = (struct pmu_reader){msr, true};
}

/* Open a counter. Returns its bit, or 0 if no counter is free. */
static uint64_t open_counter(enum pmc_event event, uint64_t used, struct platform_pmc *opened,
			     struct pmu_reader *reader)
{
	uint64_t select = pmc_table_select(pmu.findings.shape.table, event);
	const struct pmu_counter *counter = find_free(event, used);

	if (counter == NULL || pmu_counter_set(counter, select, false, 0) != 0)
		return 0;
	pmu_describe(counter, event, select, opened);
	*reader = (struct pmu_reader){pmu_counter_rdpmc(counter), false};
	return pmu_counter_bit(counter);
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
	pmu_counters_run(used);
	return opened;
}

void pmu_close(void)
{
	pmu_reader_count = 0;
	pmu_counters_stop();
}
