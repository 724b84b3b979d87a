/* SPDX-License-Identifier: MIT */
/* The ways to end a run. */
#include "kernel/one_entry/dev/exit_way.h"

#include <stdint.h>

#include "kernel/aarch64/core/probe.h"
#include "kernel/aarch64/dev/psci.h"
#include "kernel/machine/clock.h"
#include "lib/qemu_exit.h"

/* Semihosting for AArch32 and AArch64, "SYS_EXIT_EXTENDED (0x20)" and
 * "ADP_Stopped_ApplicationExit". The instruction is undefined unless an emulator has semihosting
 * and semihosting is on. */
#define SEMIHOSTING_EXIT_EXTENDED 0x20
#define SEMIHOSTING_APPLICATION_EXIT 0x20026

static void leave_qemu(enum exit_status status)
{
	const uint64_t block[] = {SEMIHOSTING_APPLICATION_EXIT,
				  status == EXIT_OK ? QEMU_EXIT_SUCCESS : QEMU_EXIT_FAILURE};

	if (probe_semihosting(SEMIHOSTING_EXIT_EXTENDED, block) == 0)
		clock_wait_us(EXIT_EFFECT_US);
}

static void power_off(enum exit_status status)
{
	(void)status;
	psci_system_off();
	clock_wait_us(EXIT_EFFECT_US);
}

static void reset(enum exit_status status)
{
	(void)status;
	psci_system_reset();
	clock_wait_us(EXIT_EFFECT_US);
}

const struct exit_way exit_ways[] = {
	[EXIT_HALT] = {"halt", exit_halt, EXIT_HALT},
	[EXIT_SEMIHOSTING] = {"semihosting", leave_qemu, EXIT_PSCI_OFF},
	[EXIT_PSCI_OFF] = {"psci-off", power_off, EXIT_HALT},
	[EXIT_PSCI_RESET] = {"psci-reset", reset, EXIT_HALT},
};

const size_t exit_way_count = sizeof(exit_ways) / sizeof(exit_ways[0]);
