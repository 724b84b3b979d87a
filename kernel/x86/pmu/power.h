/* SPDX-License-Identifier: MIT */
/* The registers of clock, power and mitigations as firmware left them, and the temperature. Intel
 * SDM vol. 3B, "Power and Thermal Management", and vol. 4; AMD APM vol. 2, "Power Management". A
 * register is read if CPUID announces it. It is also read if the manual lists it for the model and
 * no hypervisor could answer for it. */
#ifndef KERNEL_X86_PMU_POWER_H
#define KERNEL_X86_PMU_POWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What decides whether a CPU has a register. */
struct power_facts {
	bool is_intel, is_amd, is_virtual;
	uint32_t family, model;
	uint32_t leaf1_ecx, leaf1_edx, leaf6_eax, leaf6_ecx, leaf7_edx, amd_edx;
};

enum power_register {
	POWER_PLATFORM_INFO, POWER_CST_CONFIG, POWER_ARCH_CAPABILITIES, POWER_TSX_CTRL,
	POWER_MCU_OPT_CTRL, POWER_PERF_CTL, POWER_CLOCK_MODULATION, POWER_MISC_ENABLE,
	POWER_ENERGY_BIAS, POWER_RAPL_UNIT, POWER_PKG_LIMIT, POWER_PM_ENABLE,
	POWER_HWP_CAPABILITIES, POWER_HWP_REQUEST, POWER_AMD_LIMIT, POWER_AMD_CONTROL,
	POWER_REGISTERS,
};

/* Registers of one CPU. */
struct power_words {
	bool extends_modulation;        /* clock modulation has 16 steps instead of 8 */
	bool has[POWER_REGISTERS];
	uint64_t values[POWER_REGISTERS];
};

/* An item of the state. format writes the CPU's value. If the CPU has no such item, the value stays
 * empty. format returns a caution or NULL. */
struct power_item {
	const char *name;
	const char *(*format)(const struct power_words *words, char *value, size_t size);
};

#define POWER_ITEMS 8
extern const struct power_item power_items[POWER_ITEMS];

/* Read the facts by CPUID, on this CPU. */
void power_facts_read(struct power_facts *facts);

/* Read the registers of this CPU. */
void power_read(const struct power_facts *facts, struct power_words *words);

/* Throttling and temperatures. Temperatures are in degrees Celsius, 0 if unknown. */
struct thermal {
	bool is_known;                  /* whether the CPU reports throttling */
	uint32_t degrees;
	bool by_heat, by_power;         /* throttled since the log was cleared */
};

/* Clear the log of throttling of this CPU and its package. */
void thermal_clear(const struct power_facts *facts);

/* Read the log and the temperature of the package, or else of the core. On AMD, read the
 * temperature only. */
struct thermal thermal_read(const struct power_facts *facts);

#endif
