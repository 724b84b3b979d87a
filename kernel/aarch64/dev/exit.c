/* SPDX-License-Identifier: MIT */
/* Ends the run. Each method returns if it failed. */
#include "kernel/machine/exit.h"

#include <stddef.h>
#include <stdint.h>

#include "kernel/aarch64/core/probe.h"
#include "kernel/aarch64/dev/psci.h"
#include "kernel/core/console.h"
#include "kernel/core/panic.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/firmware_return.h"
#include "kernel/machine/serial.h"
#include "lib/aarch64/control.h"
#include "lib/qemu_exit.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

#define EFFECT_US 500000                /* time for power-off or reset to take effect */

/* Semihosting for AArch32 and AArch64, "SYS_EXIT_EXTENDED (0x20)" and
 * "ADP_Stopped_ApplicationExit". The instruction is undefined unless an emulator has
 * semihosting, and it is on. */
#define SEMIHOSTING_EXIT_EXTENDED 0x20
#define SEMIHOSTING_APPLICATION_EXIT 0x20026

static enum exit_method chosen;

static void leave_qemu(enum exit_status status)
{
	const uint64_t block[] = {SEMIHOSTING_APPLICATION_EXIT,
				  status == EXIT_OK ? QEMU_EXIT_SUCCESS : QEMU_EXIT_FAILURE};

	if (probe_semihosting(SEMIHOSTING_EXIT_EXTENDED, block) == 0)
		clock_wait_us(EFFECT_US);
}

static void power_off(enum exit_status status)
{
	(void)status;
	psci_system_off();
	clock_wait_us(EFFECT_US);
}

static void reset(enum exit_status status)
{
	(void)status;
	psci_system_reset();
	clock_wait_us(EFFECT_US);
}

static void halt(enum exit_status status)
{
	(void)status;
	cpu_stop();
}

/* The word of a method without an entry is refused. */
static const struct {
	const char *word;
	void (*leave)(enum exit_status status);
	enum exit_method otherwise;
} methods[] = {
	[EXIT_HALT] = {"halt", halt, EXIT_HALT},
	[EXIT_SEMIHOSTING] = {"semihosting", leave_qemu, EXIT_PSCI_OFF},
	[EXIT_PSCI_OFF] = {"psci-off", power_off, EXIT_HALT},
	[EXIT_PSCI_RESET] = {"psci-reset", reset, EXIT_HALT},
};

int exit_method_parse(const char *word, enum exit_method *method)
{
	for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
		if (methods[i].word != NULL && strcmp(methods[i].word, word) == 0) {
			*method = (enum exit_method)i;
			return 0;
		}
	}
	return -EINVAL;
}

static void exit_after_panic(void)
{
	exit_machine(EXIT_FAILED);
}

void exit_init(enum exit_method method)
{
	chosen = method;
	panic_end_by(exit_after_panic);
}

void exit_machine(enum exit_status status)
{
	serial_drain();
	firmware_return_all(status != EXIT_OK);
	if (firmware_return_must_stay_on())
		chosen = EXIT_HALT;
	for (enum exit_method method = chosen;; method = methods[method].otherwise) {
		methods[method].leave(status);
		console_print("exit=%s has no effect on this machine; next: %s\n",
			      methods[method].word, methods[methods[method].otherwise].word);
		serial_drain();
	}
}
