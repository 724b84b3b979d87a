/* SPDX-License-Identifier: MIT */
/* A table of registers, each with its condition, and a function for each item. */
#include "kernel/x86/pmu/power.h"

#include "kernel/x86/core/probe.h"
#include "kernel/x86/pmu/amd_temperature.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"
#include "lib/x86/cpu_identity.h"
#include "lib/x86/cpuid.h"

/* CPUID. */
#define LEAF1_ECX_EIST (1u << 7)
#define LEAF1_ECX_HYPERVISOR (1u << 31)
#define LEAF1_EDX_ACPI (1u << 22)       /* thermal status and clock modulation */
#define LEAF6_EAX_SENSOR (1u << 0)
#define LEAF6_EAX_EXTENDED_MODULATION (1u << 5)
#define LEAF6_EAX_PACKAGE_THERMAL (1u << 6)
#define LEAF6_EAX_HWP (1u << 7)
#define LEAF6_ECX_ENERGY_BIAS (1u << 3)
#define LEAF7_EDX_SRBDS (1u << 9)
#define LEAF7_EDX_ARCH_CAPABILITIES (1u << 29)
#define AMD_EDX_PSTATES (1u << 7)       /* of leaf 80000007h */

/* IA32_ARCH_CAPABILITIES. */
#define ARCH_TSX_CTRL (1ull << 7)
#define ARCH_FB_CLEAR_CTRL (1ull << 18)
#define ARCH_GDS_CTRL (1ull << 25)

/* IA32_MISC_ENABLE. */
#define FAST_STRINGS (1ull << 0)
#define CPUID_LIMITED (1ull << 22)

#define MSR_TEMPERATURE_TARGET 0x1a2u
#define MSR_THERM_STATUS 0x19cu
#define MSR_PACKAGE_THERM_STATUS 0x1b1u

/* IA32_THERM_STATUS and IA32_PACKAGE_THERM_STATUS: bits in pairs, of which the second stays set
 * until it is cleared. */
#define THERMAL_HEAT 0x3full            /* thermal, PROCHOT#, critical */
#define THERMAL_POWER (3ull << 10)
#define THERMAL_LOGS 0xaaaull
#define THERMAL_READOUT(value) ((uint32_t)((value) >> 16) & 0x7f)
#define THERMAL_READOUT_VALID (1ull << 31)
#define TEMPERATURE_TARGET(value) ((uint32_t)((value) >> 16) & 0xff)

/* Models of family 6 whose tables in the SDM list the registers: since Nehalem, and since Sandy
 * Bridge those of power. */
static const uint8_t since_nehalem[] = {0x1a, 0x1e, 0x1f, 0x25, 0x2c, 0x2e, 0x2f};
static const uint8_t since_sandy_bridge[] = {
	0x2a, 0x2d, 0x3a, 0x3c, 0x3d, 0x3e, 0x3f, 0x45, 0x46, 0x47, 0x4e, 0x4f, 0x55, 0x56, 0x5e,
	0x66, 0x6a, 0x6c, 0x7d, 0x7e, 0x8c, 0x8d, 0x8e, 0x8f, 0x97, 0x9a, 0x9e, 0xa5, 0xa6, 0xa7,
	0xb7, 0xba, 0xbf, 0xcf,
};

static bool is_listed(const struct power_facts *facts, const uint8_t *models, size_t count)
{
	for (size_t i = 0; facts->is_intel && facts->family == 6 && i < count; i++) {
		if (models[i] == facts->model)
			return true;
	}
	return false;
}

static bool lists_power(const struct power_facts *facts, const struct power_words *words)
{
	(void)words;
	return !facts->is_virtual &&
	       is_listed(facts, since_sandy_bridge, sizeof(since_sandy_bridge));
}

static bool lists_platform(const struct power_facts *facts, const struct power_words *words)
{
	return lists_power(facts, words) ||
	       (!facts->is_virtual && is_listed(facts, since_nehalem, sizeof(since_nehalem)));
}

static bool has_arch_capabilities(const struct power_facts *facts, const struct power_words *words)
{
	(void)words;
	return facts->is_intel && (facts->leaf7_edx & LEAF7_EDX_ARCH_CAPABILITIES) != 0;
}

static bool has_tsx_ctrl(const struct power_facts *facts, const struct power_words *words)
{
	(void)facts;
	return (words->values[POWER_ARCH_CAPABILITIES] & ARCH_TSX_CTRL) != 0;
}

static bool has_mcu_opt_ctrl(const struct power_facts *facts, const struct power_words *words)
{
	return facts->is_intel &&
	       ((facts->leaf7_edx & LEAF7_EDX_SRBDS) != 0 ||
		(words->values[POWER_ARCH_CAPABILITIES] &
		 (ARCH_FB_CLEAR_CTRL | ARCH_GDS_CTRL)) != 0);
}

static bool has_perf_ctl(const struct power_facts *facts, const struct power_words *words)
{
	return lists_platform(facts, words) && (facts->leaf1_ecx & LEAF1_ECX_EIST) != 0;
}

static bool has_modulation(const struct power_facts *facts, const struct power_words *words)
{
	(void)words;
	return facts->is_intel && (facts->leaf1_edx & LEAF1_EDX_ACPI) != 0;
}

static bool has_energy_bias(const struct power_facts *facts, const struct power_words *words)
{
	(void)words;
	return facts->is_intel && (facts->leaf6_ecx & LEAF6_ECX_ENERGY_BIAS) != 0;
}

static bool has_hwp(const struct power_facts *facts, const struct power_words *words)
{
	(void)words;
	return facts->is_intel && (facts->leaf6_eax & LEAF6_EAX_HWP) != 0;
}

static bool has_hwp_enabled(const struct power_facts *facts, const struct power_words *words)
{
	return has_hwp(facts, words) && (words->values[POWER_PM_ENABLE] & 1) != 0;
}

static bool has_amd_pstates(const struct power_facts *facts, const struct power_words *words)
{
	(void)words;
	return facts->is_amd && (facts->amd_edx & AMD_EDX_PSTATES) != 0;
}

/* A condition may depend on registers above it. */
static const struct {
	uint32_t msr;
	bool (*is_there)(const struct power_facts *facts, const struct power_words *words);
} registers[POWER_REGISTERS] = {
	[POWER_PLATFORM_INFO] = {0xce, lists_platform},
	[POWER_CST_CONFIG] = {0xe2, lists_platform},
	[POWER_ARCH_CAPABILITIES] = {0x10a, has_arch_capabilities},
	[POWER_TSX_CTRL] = {0x122, has_tsx_ctrl},
	[POWER_MCU_OPT_CTRL] = {0x123, has_mcu_opt_ctrl},
	[POWER_PERF_CTL] = {0x199, has_perf_ctl},
	[POWER_CLOCK_MODULATION] = {0x19a, has_modulation},
	[POWER_MISC_ENABLE] = {0x1a0, lists_platform},
	[POWER_ENERGY_BIAS] = {0x1b0, has_energy_bias},
	[POWER_RAPL_UNIT] = {0x606, lists_power},
	[POWER_PKG_LIMIT] = {0x610, lists_power},
	[POWER_PM_ENABLE] = {0x770, has_hwp},
	[POWER_HWP_CAPABILITIES] = {0x771, has_hwp_enabled},
	[POWER_HWP_REQUEST] = {0x774, has_hwp_enabled},
	[POWER_AMD_LIMIT] = {0xc0010061, has_amd_pstates},
	[POWER_AMD_CONTROL] = {0xc0010062, has_amd_pstates},
};

void power_facts_read(struct power_facts *facts)
{
	const struct cpuid leaf1 = cpuid_or_zero(1, 0), leaf6 = cpuid_or_zero(6, 0);
	struct cpu_identity identity;

	cpu_identity_read(&identity);
	*facts = (struct power_facts){
		.is_intel = strcmp(identity.vendor, "GenuineIntel") == 0,
		.is_amd = cpu_identity_is_amd(&identity),
		.is_virtual = (leaf1.ecx & LEAF1_ECX_HYPERVISOR) != 0,
		.family = identity.family,
		.model = identity.model,
		.leaf1_ecx = leaf1.ecx,
		.leaf1_edx = leaf1.edx,
		.leaf6_eax = leaf6.eax,
		.leaf6_ecx = leaf6.ecx,
		.leaf7_edx = cpuid_or_zero(7, 0).edx,
		.amd_edx = cpuid_or_zero(0x80000007, 0).edx,
	};
}

void power_read(const struct power_facts *facts, struct power_words *words)
{
	*words = (struct power_words){
		.extends_modulation = (facts->leaf6_eax & LEAF6_EAX_EXTENDED_MODULATION) != 0,
	};
	for (unsigned i = 0; i < POWER_REGISTERS; i++)
		words->has[i] = registers[i].is_there(facts, words) &&
				probe_rdmsr(registers[i].msr, &words->values[i]) == 0;
}

/* ---- Items ---- */

static uint32_t byte_of(uint64_t value, unsigned number)
{
	return (uint32_t)(value >> 8 * number) & 0xff;
}

/* IA32_HWP_CAPABILITIES and IA32_HWP_REQUEST: performance levels. */
static const char *format_hwp(const struct power_words *words, char *value, size_t size)
{
	uint64_t request = words->values[POWER_HWP_REQUEST];
	uint32_t highest = byte_of(words->values[POWER_HWP_CAPABILITIES], 0);

	if (!words->has[POWER_PM_ENABLE])
		return NULL;
	if (!words->has[POWER_HWP_REQUEST] || !words->has[POWER_HWP_CAPABILITIES]) {
		text_copy(value, size, "off");
		return NULL;
	}
	fmt_buffer(value, size, "levels %u to %u of %u, desired %u, energy preference %u",
		   byte_of(request, 0), byte_of(request, 1), highest, byte_of(request, 2),
		   byte_of(request, 3));
	return byte_of(request, 1) < highest || byte_of(request, 2) != 0
		       ? "firmware limits the core clock" : NULL;
}

/* IA32_PERF_CTL and MSR_PLATFORM_INFO: ratios of the core clock. Without effect while HWP is on. */
static const char *format_ratio(const struct power_words *words, char *value, size_t size)
{
	uint32_t target = byte_of(words->values[POWER_PERF_CTL], 1);
	uint32_t nominal = byte_of(words->values[POWER_PLATFORM_INFO], 1);

	if (!words->has[POWER_PERF_CTL] || !words->has[POWER_PLATFORM_INFO] ||
	    words->has[POWER_HWP_REQUEST] || target == 0)
		return NULL;
	fmt_buffer(value, size, "ratio %u, nominal %u", target, nominal);
	return target < nominal ? "the core clock is set below its nominal frequency" : NULL;
}

/* AMD, "P-State Current Limit" and "P-State Control": P0 is the highest. */
static const char *format_amd(const struct power_words *words, char *value, size_t size)
{
	unsigned limit = words->values[POWER_AMD_LIMIT] & 7;
	unsigned wanted = words->values[POWER_AMD_CONTROL] & 7;

	if (!words->has[POWER_AMD_LIMIT] || !words->has[POWER_AMD_CONTROL])
		return NULL;
	fmt_buffer(value, size, "P%u, highest allowed P%u", wanted, limit);
	return wanted > 0 || limit > 0 ? "the core clock is set below its highest P-state" : NULL;
}

static const char *format_pstate(const struct power_words *words, char *value, size_t size)
{
	const char *caution = format_amd(words, value, size);

	return value[0] == '\0' ? format_ratio(words, value, size) : caution;
}

/* IA32_CLOCK_MODULATION: bit 4 enables it, bits 3 to 0 are sixteenths; bit 0 may be reserved. */
static const char *format_modulation(const struct power_words *words, char *value, size_t size)
{
	uint64_t bits = words->values[POWER_CLOCK_MODULATION];

	if (!words->has[POWER_CLOCK_MODULATION])
		return NULL;
	if ((bits >> 4 & 1) == 0) {
		text_copy(value, size, "off");
		return NULL;
	}
	fmt_buffer(value, size, "on, %lu of 16", bits & (words->extends_modulation ? 0xf : 0xe));
	return "the core clock is modulated";
}

/* IA32_ENERGY_PERF_BIAS: 0 is the highest performance, 15 the lowest consumption. */
static const char *format_bias(const struct power_words *words, char *value, size_t size)
{
	unsigned bias = words->values[POWER_ENERGY_BIAS] & 0xf;

	if (!words->has[POWER_ENERGY_BIAS])
		return NULL;
	fmt_buffer(value, size, "%u of 15", bias);
	return bias > 8 ? "firmware prefers low consumption to performance" : NULL;
}

/* A limit of MSR_PKG_POWER_LIMIT: bits 14 to 0 in units, bit 15 enables it. */
static size_t format_limit(const char *name, uint64_t limit, unsigned unit, char *value,
			   size_t size)
{
	if ((limit >> 15 & 1) == 0)
		return fmt_buffer(value, size, "%s off", name);
	return fmt_buffer(value, size, "%s %lu W", name, (limit & 0x7fff) >> unit);
}

/* Format the limits. An emulator's registers read as 0, which is no unit. */
static const char *format_limits(const struct power_words *words, char *value, size_t size)
{
	uint64_t limits = words->values[POWER_PKG_LIMIT];
	unsigned unit = words->values[POWER_RAPL_UNIT] & 0xf;
	size_t used;

	if (!words->has[POWER_PKG_LIMIT] || !words->has[POWER_RAPL_UNIT] ||
	    words->values[POWER_RAPL_UNIT] == 0)
		return NULL;
	used = format_limit("PL1", limits, unit, value, size);
	used += fmt_buffer(value + used, size - used, ", ");
	used += format_limit("PL2", limits >> 32, unit, value + used, size - used);
	if ((limits >> 63 & 1) != 0)
		fmt_buffer(value + used, size - used, ", locked");
	return NULL;
}

/* MSR_PKG_CST_CONFIG_CONTROL: the meaning of the limit differs by model. */
static const char *format_c_states(const struct power_words *words, char *value, size_t size)
{
	uint64_t bits = words->values[POWER_CST_CONFIG];

	if (words->has[POWER_CST_CONFIG] && words->values[POWER_PLATFORM_INFO] != 0)
		fmt_buffer(value, size, "package limit %lu%s", bits & 0xf,
			   (bits >> 15 & 1) != 0 ? ", locked" : "");
	return NULL;
}

static const char *format_mitigations(const struct power_words *words, char *value, size_t size)
{
	static const struct {
		enum power_register index;
		const char *name;
	} shown[] = {
		{POWER_ARCH_CAPABILITIES, "IA32_ARCH_CAPABILITIES"},
		{POWER_TSX_CTRL, "IA32_TSX_CTRL"},
		{POWER_MCU_OPT_CTRL, "IA32_MCU_OPT_CTRL"},
	};
	size_t used = 0;

	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++) {
		if (words->has[shown[i].index])
			used += fmt_buffer(value + used, size - used, "%s%s %#lx",
					   used > 0 ? ", " : "", shown[i].name,
					   words->values[shown[i].index]);
	}
	return NULL;
}

/* Format the settings that differ from those after a reset. */
static const char *format_misc(const struct power_words *words, char *value, size_t size)
{
	uint64_t bits = words->values[POWER_MISC_ENABLE];

	if (!words->has[POWER_MISC_ENABLE] || words->values[POWER_PLATFORM_INFO] == 0)
		return NULL;
	if ((bits & CPUID_LIMITED) != 0) {
		text_copy(value, size, "CPUID limited");
		return "firmware hides features of the CPU";
	}
	if ((bits & FAST_STRINGS) != 0)
		return NULL;
	text_copy(value, size, "fast strings off");
	return "firmware left REP MOVS and REP STOS slow";
}

const struct power_item power_items[POWER_ITEMS] = {
	{"hwp", format_hwp},
	{"pstate", format_pstate},
	{"clock_modulation", format_modulation},
	{"energy_bias", format_bias},
	{"power_limits", format_limits},
	{"c_states", format_c_states},
	{"mitigations", format_mitigations},
	{"misc_enable", format_misc},
};

/* ---- Temperature ---- */

static bool has_package_thermal(const struct power_facts *facts)
{
	return facts->is_intel && (facts->leaf6_eax & LEAF6_EAX_PACKAGE_THERMAL) != 0;
}

static bool has_core_thermal(const struct power_facts *facts)
{
	return facts->is_intel && (facts->leaf1_edx & LEAF1_EDX_ACPI) != 0 &&
	       (facts->leaf6_eax & LEAF6_EAX_SENSOR) != 0;
}

static void clear_log(uint32_t msr)
{
	uint64_t value;

	if (probe_rdmsr(msr, &value) == 0)
		probe_wrmsr(msr, value & ~THERMAL_LOGS);
}

void thermal_clear(const struct power_facts *facts)
{
	if (has_core_thermal(facts))
		clear_log(MSR_THERM_STATUS);
	if (has_package_thermal(facts))
		clear_log(MSR_PACKAGE_THERM_STATUS);
}

static void add_status(struct thermal *thermal, uint64_t status, uint32_t target, bool is_valid)
{
	thermal->is_known = true;
	thermal->by_heat |= (status & THERMAL_HEAT) != 0;
	thermal->by_power |= (status & THERMAL_POWER) != 0;
	if (is_valid && target > THERMAL_READOUT(status))
		thermal->degrees = target - THERMAL_READOUT(status);
}

struct thermal thermal_read(const struct power_facts *facts)
{
	struct thermal thermal = {0};
	uint64_t status, target = 0;

	if (facts->is_amd && !facts->is_virtual)
		thermal.degrees = amd_temperature(facts->family, facts->model);
	if (!lists_platform(facts, NULL) || probe_rdmsr(MSR_TEMPERATURE_TARGET, &target) != 0)
		target = 0;
	if (has_core_thermal(facts) && probe_rdmsr(MSR_THERM_STATUS, &status) == 0)
		add_status(&thermal, status, TEMPERATURE_TARGET(target),
			   (status & THERMAL_READOUT_VALID) != 0);
	if (has_package_thermal(facts) && probe_rdmsr(MSR_PACKAGE_THERM_STATUS, &status) == 0)
		add_status(&thermal, status, TEMPERATURE_TARGET(target), true);
	return thermal;
}
