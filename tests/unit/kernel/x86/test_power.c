/* SPDX-License-Identifier: MIT */
/* The state of clock and power of modelled CPUs: which registers are read, and what is said of
 * their values, which follow the vendors' manuals. */
#include "tests/unit/unit.h"

#include <stdio.h>

#include "kernel/dev/pci/config.h"
#include "kernel/x86/core/probe.h"
#include "kernel/x86/pmu/power.h"
#include "lib/text/errno.h"

#define REGISTERS_MAX 10
#define SKYLAKE .is_intel = true, .family = 6, .model = 0x5e
#define EIST (1u << 7)
#define ACPI (1u << 22)
#define SENSOR 1u
#define PACKAGE (1u << 6)
#define HWP (1u << 7)

struct msr {
	uint32_t number;
	uint64_t value;
};

/* A CPU whose other registers fault. */
struct model {
	const char *name;
	struct power_facts facts;
	struct msr msrs[REGISTERS_MAX];
	const char *values;             /* items with their values, and cautions in brackets */
};

static struct msr registers[REGISTERS_MAX];
static unsigned faults;

int probe_rdmsr(uint32_t msr, uint64_t *value)
{
	for (size_t i = 0; i < REGISTERS_MAX; i++) {
		if (registers[i].number == msr) {
			*value = registers[i].value;
			return 0;
		}
	}
	faults++;
	return -EFAULT;
}

int probe_wrmsr(uint32_t msr, uint64_t value)
{
	for (size_t i = 0; i < REGISTERS_MAX; i++) {
		if (registers[i].number == msr) {
			registers[i].value = value;
			return 0;
		}
	}
	return -EFAULT;
}

static const struct model models[] = {
	{"a Skylake at its ease",
	 {SKYLAKE, .leaf1_ecx = EIST, .leaf1_edx = ACPI, .leaf6_ecx = 8},
	 {{0xce, 0x2400}, {0xe2, 0x8408}, {0x199, 0x2a00}, {0x19a, 0}, {0x1a0, 1}, {0x1b0, 6},
	  {0x606, 0xa0e03}, {0x610, 0x800083b8000082f8}},
	 "pstate=ratio 42, nominal 36;clock_modulation=off;energy_bias=6 of 15;"
	 "power_limits=PL1 95 W, PL2 119 W, locked;c_states=package limit 8, locked;"},
	{"a clock below the nominal one",
	 {SKYLAKE, .leaf1_ecx = EIST},
	 {{0xce, 0x2400}, {0xe2, 0}, {0x199, 0x0800}, {0x1a0, 1}, {0x606, 0xa0e03}, {0x610, 0}},
	 "pstate=ratio 8, nominal 36(the core clock is set below its nominal frequency);"
	 "power_limits=PL1 off, PL2 off;c_states=package limit 0;"},
	{"slow copies",
	 {SKYLAKE}, {{0xce, 0x2400}, {0xe2, 0}, {0x1a0, 0}, {0x606, 0}, {0x610, 0}},
	 "c_states=package limit 0;"
	 "misc_enable=fast strings off(firmware left REP MOVS and REP STOS slow);"},
	{"hidden leaves of CPUID",
	 {SKYLAKE}, {{0xce, 0x2400}, {0xe2, 0}, {0x1a0, 0x400001}, {0x606, 0}, {0x610, 0}},
	 "c_states=package limit 0;"
	 "misc_enable=CPUID limited(firmware hides features of the CPU);"},
	{"HWP that firmware limits",
	 {.is_intel = true, .leaf6_eax = HWP},
	 {{0x770, 1}, {0x771, 0x0108182e}, {0x774, 0x80002008}},
	 "hwp=levels 8 to 32 of 46, desired 0, energy preference 128(firmware limits the core "
	 "clock);"},
	{"HWP that is off: its other registers would fault",
	 {.is_intel = true, .leaf6_eax = HWP}, {{0x770, 0}}, "hwp=off;"},
	{"a modulated clock, and a bias to low consumption",
	 {.is_intel = true, .leaf1_edx = ACPI, .leaf6_ecx = 8}, {{0x19a, 0x1b}, {0x1b0, 15}},
	 "clock_modulation=on, 10 of 16(the core clock is modulated);"
	 "energy_bias=15 of 15(firmware prefers low consumption to performance);"},
	{"modulation with 16 steps",
	 {.is_intel = true, .leaf1_edx = ACPI, .leaf6_eax = 1u << 5}, {{0x19a, 0x1b}},
	 "clock_modulation=on, 11 of 16(the core clock is modulated);"},
	{"mitigations",
	 {.is_intel = true, .leaf7_edx = 1u << 29},
	 {{0x10a, 1u << 7 | 1u << 18}, {0x122, 3}, {0x123, 8}},
	 "mitigations=IA32_ARCH_CAPABILITIES 0x40080, IA32_TSX_CTRL 0x3, IA32_MCU_OPT_CTRL 0x8;"},
	{"an AMD CPU below its highest state",
	 {.is_amd = true, .amd_edx = 1u << 7}, {{0xc0010061, 0x20}, {0xc0010062, 2}},
	 "pstate=P2, highest allowed P0(the core clock is set below its highest P-state);"},
	{"an AMD CPU", {.is_amd = true, .amd_edx = 1u << 7}, {{0xc0010061, 0x20}, {0xc0010062, 0}},
	 "pstate=P0, highest allowed P0;"},
	{"a hypervisor that answers for a Skylake",
	 {SKYLAKE, .is_virtual = true, .leaf1_ecx = EIST}, {{0xce, 0x2400}, {0x199, 0x800}}, ""},
	{"a model that no table lists",
	 {.is_intel = true, .family = 6, .model = 0xfe, .leaf1_ecx = EIST}, {{0xce, 0x2400}}, ""},
	{"an emulator's zeros",
	 {SKYLAKE, .leaf1_ecx = EIST},
	 {{0xce, 0}, {0xe2, 0}, {0x199, 0}, {0x1a0, 0}, {0x606, 0}, {0x610, 0}}, ""},
};

static void power_items_have_the_values_of_the_model(void **state)
{
	const struct model *model = *state;
	struct power_words words;
	char all[1024] = "";

	memcpy(registers, model->msrs, sizeof(registers));
	faults = 0;
	power_read(&model->facts, &words);
	assert_int_equal(faults, 0);
	for (size_t i = 0; i < POWER_ITEMS; i++) {
		char value[160] = "";
		const char *caution = power_items[i].format(&words, value, sizeof(value));
		size_t used = strlen(all);

		if (value[0] != '\0')
			snprintf(all + used, sizeof(all) - used, "%s=%s%s%s%s;",
				 power_items[i].name, value, caution != NULL ? "(" : "",
				 caution != NULL ? caution : "", caution != NULL ? ")" : "");
	}
	assert_string_equal(all, model->values);
}
TEST_CASES(power_items_have_the_values_of_the_model, models);

/* Every combination of facts and of faulting registers. */
TEST(registers_that_fault_are_left_out)
{
	const struct power_facts facts = {SKYLAKE, .leaf1_ecx = EIST, .leaf1_edx = UINT32_MAX,
					  .leaf6_eax = UINT32_MAX, .leaf6_ecx = UINT32_MAX,
					  .leaf7_edx = UINT32_MAX};
	struct power_words words;

	memset(registers, 0, sizeof(registers));
	power_read(&facts, &words);
	for (size_t i = 0; i < POWER_REGISTERS; i++)
		assert_false(words.has[i]);
	for (size_t i = 0; i < POWER_ITEMS; i++) {
		char value[160] = "";

		assert_null(power_items[i].format(&words, value, sizeof(value)));
		assert_string_equal(value, "");
	}
	assert_false(thermal_read(&facts).is_known);
}

/* A root complex with an index register, and a node. */
static struct {
	uint32_t vendor, index, behind_index, reported;
	bool changes_index;
} amd;

uint32_t pci_config_read(struct pci_address address, unsigned offset)
{
	if (offset == 0)
		return amd.vendor;
	if (address.device == 0x18)
		return offset == 0xa4 && address.function == 3 ? amd.reported : UINT32_MAX;
	if (offset == 0x60)
		return amd.changes_index ? 7 : amd.index;
	assert_int_equal(offset, 0x64);
	return amd.index == 0x59800 ? amd.behind_index : 0;
}

void pci_config_write(struct pci_address address, unsigned offset, uint32_t value)
{
	assert_int_equal(address.device, 0);
	assert_int_equal(offset, 0x60);
	amd.index = value;
}

TEST(temperature_of_amd_is_that_of_its_family)
{
	static const struct {
		uint32_t family, model, value;
		uint32_t degrees;
	} cpus[] = {
		{0x16, 0, 400u << 21, 50},
		{0x16, 0, 792u << 21 | 3u << 16, 50},
		{0x14, 0, 400u << 21 | 3u << 16, 50},
		{0x15, 0x60, 400u << 21, 0},
		{0x10, 4, 400u << 21, 0},
		{0x17, 0x18, 400u << 21, 50},
		{0x17, 0x71, 792u << 21 | 1u << 19, 50},
		{0x19, 0x61, 792u << 21 | 3u << 16, 50},
		{0x19, 0x61, UINT32_MAX, 0},
		{0x0f, 0x41, 400u << 21, 0},
	};
	struct power_facts facts = {.is_amd = true};

	for (size_t i = 0; i < COUNT(cpus); i++) {
		memset(&amd, 0, sizeof(amd));
		amd.vendor = 0x14501022;
		amd.index = 0x123;
		amd.reported = amd.behind_index = cpus[i].value;
		facts.family = cpus[i].family;
		facts.model = cpus[i].model;
		assert_int_equal(thermal_read(&facts).degrees, cpus[i].degrees);
		assert_false(thermal_read(&facts).is_known);
		assert_int_equal(amd.index, 0x123);
	}
}

TEST(temperature_of_amd_is_unknown_without_its_registers)
{
	struct power_facts facts = {.is_amd = true, .family = 0x17};

	memset(&amd, 0, sizeof(amd));
	amd.vendor = 0x14501022;
	amd.behind_index = 400u << 21;
	amd.changes_index = true;
	assert_int_equal(thermal_read(&facts).degrees, 0);
	amd.changes_index = false;
	amd.vendor = 0x29c08086;
	assert_int_equal(thermal_read(&facts).degrees, 0);
	amd.vendor = 0x14501022;
	facts.is_virtual = true;
	assert_int_equal(thermal_read(&facts).degrees, 0);
}

static const struct power_facts warm = {SKYLAKE, .leaf1_edx = ACPI, .leaf6_eax = SENSOR | PACKAGE};

static void set_thermal(uint64_t core, uint64_t package, uint64_t target)
{
	const struct msr msrs[] = {{0x19c, core}, {0x1b1, package}, {0x1a2, target}};

	memset(registers, 0, sizeof(registers));
	memcpy(registers, msrs, sizeof(msrs));
}

TEST(temperature_is_the_distance_to_the_target)
{
	struct thermal thermal;

	set_thermal(1u << 31 | 30u << 16, 25u << 16, 100u << 16);
	thermal = thermal_read(&warm);
	assert_true(thermal.is_known);
	assert_int_equal(thermal.degrees, 75);
	assert_false(thermal.by_heat || thermal.by_power);
}

TEST(log_of_throttling_is_cleared_and_found_again)
{
	set_thermal(1u << 31 | 30u << 16 | 0xaaa, 25u << 16 | 2, 100u << 16);
	assert_true(thermal_read(&warm).by_heat && thermal_read(&warm).by_power);
	thermal_clear(&warm);
	assert_false(thermal_read(&warm).by_heat || thermal_read(&warm).by_power);
	assert_int_equal(thermal_read(&warm).degrees, 75);
	registers[1].value |= 1u << 11;
	assert_true(thermal_read(&warm).by_power);
	assert_false(thermal_read(&warm).by_heat);
	registers[0].value |= 1u << 1;
	assert_true(thermal_read(&warm).by_heat);
}

TEST(temperature_without_a_target_is_unknown)
{
	const struct power_facts guest = {SKYLAKE, .is_virtual = true, .leaf1_edx = ACPI,
					  .leaf6_eax = SENSOR | PACKAGE};

	set_thermal(1u << 31 | 30u << 16, 25u << 16, 100u << 16);
	assert_int_equal(thermal_read(&guest).degrees, 0);
	set_thermal(1u << 31 | 30u << 16, 127u << 16, 100u << 16);
	assert_int_equal(thermal_read(&warm).degrees, 70);
}
