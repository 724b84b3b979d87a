/* SPDX-License-Identifier: MIT */
/* Each CPU reads its own registers. An item is compared between CPUs as text, so that the item's
 * record shows what differs. */
#include "kernel/x86/pmu/state.h"

#include <stdbool.h>

#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "kernel/dev/time_base.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/pmc.h"
#include "kernel/machine/smp.h"
#include "kernel/mm/memory.h"
#include "kernel/x86/core/probe.h"
#include "kernel/x86/dev/fch.h"
#include "kernel/x86/dev/smbus.h"
#include "kernel/x86/dev/tco.h"
#include "kernel/x86/dev/vtd.h"
#include "kernel/x86/dev/wdat.h"
#include "kernel/x86/pmu/power.h"
#include "kernel/x86/pmu/prefetcher.h"
#include "lib/cpu/topology.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"
#include "lib/wire/crc.h"
#include "lib/x86/control.h"
#include "lib/x86/cpu_identity.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/msr.h"
#include "lib/x86/mtrr.h"

#define CPUID_MTRR (1u << 12)           /* leaf 1, EDX */

/* Intel SDM vol. 3A, "Control Registers". */
#define CR0_CACHE_DISABLE (1ul << 30)

/* Intel SDM vol. 4, "IA32_TSC_ADJUST" and "IA32_PAT". */
#define MSR_TSC_ADJUST 0x3bu
#define CPUID_TSC_ADJUST (1u << 1)      /* leaf 7, EBX */
#define MSR_PAT 0x277u

/* Intel SDM vol. 4, "IA32_MISC_ENABLE": bit 38 disables turbo. CPUID leaf 6, EAX, bit 1 shows the
 * turbo that is not disabled. */
#define MSR_MISC_ENABLE 0x1a0u
#define MISC_ENABLE_NO_TURBO (1ull << 38)

/* AMD processor programming references, "Hardware Configuration (HWCR)": bit 25 disables boost. */
#define MSR_AMD_HWCR 0xc0010015u
#define HWCR_NO_BOOST (1ull << 25)
#define CPUID_AMD_BOOST (1u << 9)       /* 80000007h, EDX */

/* Intel SDM vol. 4, "IA32_SPEC_CTRL". */
#define SPEC_CTRL_STIBP (1u << 1)
#define SPEC_CTRL_SSBD (1u << 2)

#define FIRST_CHECKED_PHYS 0x100000ull  /* the fixed ranges are below */
#define RANGES_SHOWN_MAX 8
#define VALUE_CHARS 160
#define OTHERS_CHARS 256
#define MIB (1ul << 20)

struct cpu_words {
	bool is_boot_cpu;
	bool has_mtrrs, has_tsc_adjust, has_spec_ctrl, has_misc_enable, has_hwcr, has_pat;
	uint64_t cr0, pat, tsc_adjust, spec_ctrl, misc_enable, hwcr;
	struct mtrrs mtrrs;
	struct power_words power;
	struct cpu_topology topology;
};

/* A range of free memory that is not write-back. */
struct odd_range {
	struct memory_range range;
	enum memory_type type;
};

static struct {
	uint32_t cpus;
	struct cpu_words words[CPUS_MAX];
	uint32_t range_count;
	struct odd_range ranges[RANGES_SHOWN_MAX];
	uint64_t odd_bytes;
	bool is_kept;                   /* whether the range is kept because no memory is
					 * write-back */
	struct power_facts facts;       /* of the measuring CPU, like the next member */
	struct thermal thermal;         /* at the start */
} state;

/* ---- Reading ---- */

static void read_mtrrs(struct cpu_words *words)
{
	uint64_t cap;

	if ((cpuid_or_zero(1, 0).edx & CPUID_MTRR) == 0 || probe_rdmsr(MSR_MTRR_CAP, &cap) != 0 ||
	    probe_rdmsr(MSR_MTRR_DEFAULT, &words->mtrrs.default_type) != 0)
		return;
	words->has_mtrrs = true;
	for (uint32_t i = 0; i < MTRR_CAP_COUNT(cap) && i < MTRR_VARIABLE_MAX; i++) {
		if (probe_rdmsr(MSR_MTRR_BASE(i), &words->mtrrs.bases[i]) != 0 ||
		    probe_rdmsr(MSR_MTRR_MASK(i), &words->mtrrs.masks[i]) != 0)
			return;
		words->mtrrs.count = i + 1;
	}
}

/* Read the registers. CPUID decides first whether a register exists, because an emulator returns 0
 * for an unknown one. */
static void read_words(void *argument)
{
	struct cpu_words *words = argument;
	struct power_facts facts;

	power_facts_read(&facts);
	power_read(&facts, &words->power);
	cpu_topology_read(&words->topology);
	words->is_boot_cpu = this_cpu()->is_boot_cpu;
	words->cr0 = read_cr0();
	read_mtrrs(words);
	words->has_pat = cpu_has(FEATURE_PAT) && probe_rdmsr(MSR_PAT, &words->pat) == 0;
	words->has_tsc_adjust = (cpuid_or_zero(7, 0).ebx & CPUID_TSC_ADJUST) != 0 &&
				probe_rdmsr(MSR_TSC_ADJUST, &words->tsc_adjust) == 0;
	words->has_spec_ctrl = cpu_has_ibrs() &&
			       probe_rdmsr(MSR_SPEC_CTRL, &words->spec_ctrl) == 0;
	words->has_misc_enable = facts.is_intel &&
				 probe_rdmsr(MSR_MISC_ENABLE, &words->misc_enable) == 0;
	words->has_hwcr = facts.is_amd && (facts.amd_edx & CPUID_AMD_BOOST) != 0 &&
			  probe_rdmsr(MSR_AMD_HWCR, &words->hwcr) == 0;
}

/* ---- Memory types ---- */

/* The type of memory on the first CPU on which it is not write-back. */
static enum memory_type type_on_all(uint64_t phys, uint64_t *end_phys)
{
	enum memory_type type = MEMORY_TYPE_WRITE_BACK;

	*end_phys = UINT64_MAX;
	for (uint32_t cpu = 0; cpu < state.cpus; cpu++) {
		uint64_t end;
		enum memory_type found;

		if (!state.words[cpu].has_mtrrs ||
		    (cpu > 0 && mtrr_is_same(&state.words[cpu].mtrrs, &state.words[0].mtrrs)))
			continue;
		found = mtrr_type_at(&state.words[cpu].mtrrs, phys, &end);
		if (type == MEMORY_TYPE_WRITE_BACK)
			type = found;
		*end_phys = end < *end_phys ? end : *end_phys;
	}
	return type;
}

static void add_odd(uint64_t base_phys, uint64_t end_phys, enum memory_type type)
{
	struct odd_range *last = state.range_count > 0 ? &state.ranges[state.range_count - 1]
						       : NULL;

	state.odd_bytes += end_phys - base_phys;
	if (last != NULL && last->type == type && last->range.end_phys == base_phys)
		last->range.end_phys = end_phys;
	else if (state.range_count < RANGES_SHOWN_MAX)
		state.ranges[state.range_count++] = (struct odd_range){{base_phys, end_phys}, type};
}

/* Visit the parts of free memory, each of which has one type. Returns how many bytes are
 * write-back. */
static uint64_t visit_free(void (*visit)(uint64_t base_phys, uint64_t end_phys,
					 enum memory_type type))
{
	static struct memory_map free_memory;
	uint64_t good_bytes = 0;

	free_memory = *memory_free();   /* the visit may change it */
	for (uint32_t i = 0; i < free_memory.count; i++) {
		uint64_t at = free_memory.ranges[i].base_phys, end;

		for (; at < free_memory.ranges[i].end_phys; at = end) {
			enum memory_type type = type_on_all(at, &end);

			if (end > free_memory.ranges[i].end_phys)
				end = free_memory.ranges[i].end_phys;
			if (at < FIRST_CHECKED_PHYS || type == MEMORY_TYPE_WRITE_BACK)
				good_bytes += end - at;
			else
				visit(at, end, type);
		}
	}
	return good_bytes;
}

static void exclude(uint64_t base_phys, uint64_t end_phys, enum memory_type type)
{
	(void)type;
	memory_exclude(base_phys, end_phys - base_phys);
}

/* Forget a CPU's MTRRs if the machine is QEMU, which clears them at INIT, unlike the processors
 * that it emulates. */
static void forget_emulated(struct cpu_words *words)
{
	if (!words->is_boot_cpu && time_base_unit() != TIME_REAL &&
	    !mtrr_is_enabled(&words->mtrrs))
		words->has_mtrrs = false;
}

void state_init(void)
{
	state.cpus = smp_online();
	power_facts_read(&state.facts);
	thermal_clear(&state.facts);
	state.thermal = thermal_read(&state.facts);
	read_words(&state.words[0]);
	forget_emulated(&state.words[0]);
	for (uint32_t cpu = 1; cpu < state.cpus; cpu++) {
		int error = smp_run(cpu, read_words, &state.words[cpu]);

		if (error == 0)
			error = smp_finish(cpu);
		if (error != 0) {
			warning("smp", "CPU %u does not read its registers: error %d", cpu, error);
			state.cpus = cpu;
		}
		forget_emulated(&state.words[cpu]);
	}
	state.is_kept = visit_free(add_odd) == 0;
	if (!state.is_kept && state.odd_bytes > 0)
		visit_free(exclude);
}

/* ---- Items ---- */

/* Each function formats the value of a CPU, which stays empty if the CPU has no such item. It
 * returns a caution or NULL. */

static const char *item_caches(const struct cpu_words *words, char value[VALUE_CHARS])
{
	bool is_off = (words->cr0 & CR0_CACHE_DISABLE) != 0;

	text_copy(value, VALUE_CHARS, is_off ? "off (CR0.CD)" : "on");
	return is_off ? "caches are off" : NULL;
}

/* Format the MTRRs. CPUs are compared by all registers, for which a checksum stands in the text. */
static const char *item_mtrr(const struct cpu_words *words, char value[VALUE_CHARS])
{
	const struct mtrrs *mtrrs = &words->mtrrs;

	if (!words->has_mtrrs)
		return NULL;
	if (!mtrr_is_enabled(mtrrs)) {
		text_copy(value, VALUE_CHARS, "disabled");
		return "memory is uncached by the MTRRs";
	}
	fmt_buffer(value, VALUE_CHARS, "%s, %u ranges, CRC-32C %#x",
		   memory_type_name(MTRR_TYPE(mtrrs->default_type)), mtrr_used(mtrrs),
		   crc32c(0, mtrrs, sizeof(*mtrrs)));
	return NULL;
}

static const char *item_pat(const struct cpu_words *words, char value[VALUE_CHARS])
{
	if (words->has_pat)
		fmt_buffer(value, VALUE_CHARS, "%#lx", words->pat);
	return NULL;
}

static const char *item_turbo(const struct cpu_words *words, char value[VALUE_CHARS])
{
	bool is_off = (words->misc_enable & MISC_ENABLE_NO_TURBO) != 0 ||
		      (words->hwcr & HWCR_NO_BOOST) != 0;

	if (words->has_misc_enable || words->has_hwcr)
		text_copy(value, VALUE_CHARS, is_off ? "disabled" : "not disabled");
	return NULL;
}

static const char *item_speculation(const struct cpu_words *words, char value[VALUE_CHARS])
{
	uint64_t bits = words->spec_ctrl;

	if (!words->has_spec_ctrl)
		return NULL;
	fmt_buffer(value, VALUE_CHARS, "IA32_SPEC_CTRL %#lx%s%s%s", bits,
		   bits & SPEC_CTRL_IBRS ? " IBRS" : "", bits & SPEC_CTRL_STIBP ? " STIBP" : "",
		   bits & SPEC_CTRL_SSBD ? " SSBD" : "");
	return bits & (SPEC_CTRL_IBRS | SPEC_CTRL_STIBP | SPEC_CTRL_SSBD)
		       ? "firmware left speculation restricted" : NULL;
}

static const char *item_tsc_adjust(const struct cpu_words *words, char value[VALUE_CHARS])
{
	if (words->has_tsc_adjust)
		fmt_buffer(value, VALUE_CHARS, "%ld", (long)words->tsc_adjust);
	return NULL;
}

static const struct item {
	const char *name;
	const char *(*format)(const struct cpu_words *words, char value[VALUE_CHARS]);
	const char *caution_of_others;  /* if CPUs differ */
} items[] = {
	{"caches", item_caches, "caches are not on or off on all CPUs"},
	{"mtrr", item_mtrr, "CPUs have different memory types"},
	{"pat", item_pat, "CPUs have different memory types"},
	{"turbo", item_turbo, "CPUs have different settings of turbo"},
	{"speculation", item_speculation, "CPUs restrict speculation differently"},
	{"tsc_adjust", item_tsc_adjust, "the TSCs of CPUs were moved differently"},
};

#define OWN_ITEMS (sizeof(items) / sizeof(items[0]))

/* Format an item. The first items are those of the list, the others those of power.h. */
static const char *format_item(size_t item, uint32_t cpu, char value[VALUE_CHARS])
{
	value[0] = '\0';
	if (item >= OWN_ITEMS)
		return power_items[item - OWN_ITEMS].format(&state.words[cpu].power, value,
							    VALUE_CHARS);
	return items[item].format(&state.words[cpu], value);
}

/* ---- Records ---- */

/* The CPUs whose value differs, as "1-3=off; 5=off", as far as there is room. */
static void format_others(size_t item, const char *value, char others[OTHERS_CHARS])
{
	char other[VALUE_CHARS], next[VALUE_CHARS];
	size_t used = 0;

	others[0] = '\0';
	for (uint32_t cpu = 1, last; cpu < state.cpus && used < OTHERS_CHARS; cpu = last + 1) {
		last = cpu;
		format_item(item, cpu, other);
		if (other[0] == '\0' || strcmp(other, value) == 0)
			continue;
		for (; last + 1 < state.cpus; last++) {
			format_item(item, last + 1, next);
			if (strcmp(next, other) != 0)
				break;
		}
		used += fmt_buffer(others + used, OTHERS_CHARS - used, "%s%u", used > 0 ? "; " : "",
				   cpu);
		if (last > cpu && used < OTHERS_CHARS)
			used += fmt_buffer(others + used, OTHERS_CHARS - used, "-%u", last);
		if (used < OTHERS_CHARS)
			used += fmt_buffer(others + used, OTHERS_CHARS - used, "=%s", other);
	}
}

static void describe_item(struct wire_writer *writer, size_t item)
{
	char value[VALUE_CHARS], others[OTHERS_CHARS];
	const char *caution = format_item(item, 0, value);

	format_others(item, value, others);
	if (value[0] == '\0')
		return;
	if (others[0] != '\0' && item < OWN_ITEMS)
		caution = items[item].caution_of_others;
	wire_write(writer, WIRE_state, &(struct wire_state){
		.item = item < OWN_ITEMS ? items[item].name : power_items[item - OWN_ITEMS].name,
		.value = value,
		.cpus = state.cpus,
		.others = others,
		.caution = caution != NULL ? caution : "",
	});
}

static void describe_ranges(struct wire_writer *writer)
{
	char value[VALUE_CHARS];

	for (uint32_t i = 0; i < state.range_count; i++) {
		const struct odd_range *odd = &state.ranges[i];

		fmt_buffer(value, sizeof(value), "%#lx to %#lx %s, %lu MiB",
			   odd->range.base_phys, odd->range.end_phys - 1,
			   memory_type_name(odd->type),
			   (odd->range.end_phys - odd->range.base_phys) / MIB);
		wire_write(writer, WIRE_state, &(struct wire_state){
			.item = "memory",
			.value = value,
			.cpus = state.cpus,
			.caution = state.is_kept ? "no memory is write-back"
						 : "memory is not write-back; benchmarks do not "
						   "use it",
		});
	}
}

static void describe_one(struct wire_writer *writer, const char *item, const char *value,
			 const char *caution)
{
	wire_write(writer, WIRE_state, &(struct wire_state){
		.item = item, .value = value, .cpus = 1, .caution = caution,
	});
}

/* Describe the measuring CPU, if there are several CPUs. It has number 0 in all records. */
static void describe_measuring(struct wire_writer *writer)
{
	static const char *const kinds[] = {
		[CPU_CORE_UNKNOWN] = "",
		[CPU_CORE_PERFORMANCE] = ", performance core",
		[CPU_CORE_EFFICIENCY] = ", efficiency core",
	};
	char value[VALUE_CHARS];

	if (state.cpus < 2)
		return;
	fmt_buffer(value, sizeof(value), "%u%s", smp_measuring(),
		   kinds[state.words[0].topology.kind]);
	describe_one(writer, "measuring_cpu", value, "");
}

/* Write the number of threads of the core that has the most. */
static void describe_smt(struct wire_writer *writer)
{
	uint32_t most = 0;

	for (uint32_t cpu = 0; cpu < state.cpus; cpu++) {
		uint32_t threads = 0;

		for (uint32_t other = 0; other < state.cpus; other++)
			threads += state.words[other].topology.core ==
					   state.words[cpu].topology.core &&
				   state.words[other].topology.package ==
					   state.words[cpu].topology.package;
		most = threads > most ? threads : most;
	}
	if (state.cpus > 1)
		describe_one(writer, "smt", most > 1 ? "on" : "off", "");
}

void state_describe(struct wire_writer *writer)
{
	bool is_invariant = cpu_has(FEATURE_INVARIANT_TSC);
	bool is_real = time_base_unit() == TIME_REAL;
	const char *remapping, *prefetchers = prefetcher_state(), *vtd = vtd_state(&remapping);

	describe_measuring(writer);
	describe_smt(writer);
	for (size_t i = 0; i < OWN_ITEMS + POWER_ITEMS; i++)
		describe_item(writer, i);
	describe_ranges(writer);
	if (prefetchers != NULL)
		describe_one(writer, "prefetchers", prefetchers,
			     strcmp(prefetchers, "on") != 0 ? "firmware left prefetchers off"
							    : "");
	if (vtd != NULL)
		describe_one(writer, remapping, vtd, strcmp(vtd, "off") == 0
			     ? "" : "firmware left remapping on; devices may fail or be slower");
	if (tco_was_stopped() || fch_was_stopped() || wdat_was_stopped())
		describe_one(writer, "watchdog", wdat_was_stopped()
			     ? "that of the table WDAT, stopped during the run"
			     : "the chipset's, stopped during the run", "");
	smbus_describe(writer);
	describe_one(writer, "invariant_tsc", is_invariant ? "yes" : "no",
		     is_invariant || !is_real ? "" : "the TSC's rate may change with the core's "
						     "clock");
}

void state_conclude(struct wire_writer *writer)
{
	struct thermal after = thermal_read(&state.facts);
	char value[VALUE_CHARS];

	fmt_buffer(value, sizeof(value), "%s%s%s", after.by_heat ? "by heat" : "",
		   after.by_heat && after.by_power ? ", " : "",
		   after.by_power ? "by its power limit" : after.by_heat ? "" : "no");
	if (after.is_known)
		describe_one(writer, "throttled", value,
			     after.by_heat ? "the CPU was throttled by heat during the run" : "");
	if (after.degrees == 0)
		return;
	fmt_buffer(value, sizeof(value), "%u C at the start, %u C at the end",
		   state.thermal.degrees, after.degrees);
	describe_one(writer, "temperature", value, "");
}
