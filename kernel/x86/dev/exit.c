/* SPDX-License-Identifier: MIT */
/* Ends the run. Each method returns if it failed. */
#include "kernel/machine/exit.h"

#include <stddef.h>
#include <stdint.h>

#include "kernel/core/console.h"
#include "kernel/core/panic.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/machine/firmware_return.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/smp.h"
#include "kernel/mm/firmware.h"
#include "kernel/x86/dev/i8042.h"
#include "kernel/x86/dev/pager.h"
#include "kernel/x86/dev/serial.h"
#include "kernel/x86/dev/tsc.h"
#include "lib/qemu_exit.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"
#include "lib/x86/control.h"
#include "lib/x86/io.h"

/* Bochs, "unmapped" device: writing the word byte by byte ends the emulator. */
#define BOCHS_PORT 0x8900

/* ACPI Specification, "PM1 Control Grouping". */
#define PM1_SCI_ENABLE (1u << 0)
#define PM1_SLEEP_TYPE(type) ((type) << 10)
#define PM1_SLEEP_TYPE_MASK (7u << 10)
#define PM1_SLEEP_ENABLE (1u << 13)
#define ACPI_ENABLE_LIMIT_US 1000000

#define SLEEP_TYPE(type) ((type) << 2)
#define SLEEP_ENABLE (1u << 5)
#define SLEEP_WAKE_STATUS (1u << 7)

#define EFFECT_US 500000                /* time for power-off or reset to take effect */

static enum exit_method chosen;

/* Leave QEMU by its device. QEMU 7.2 ends at the write, QEMU 11.1 some time later. */
static void leave_qemu(enum exit_status status)
{
	outl(QEMU_EXIT_PORT, status == EXIT_OK ? QEMU_EXIT_VALUE_SUCCESS : QEMU_EXIT_VALUE_FAILURE);
	clock_wait_us(EFFECT_US);
}

static void leave_bochs(enum exit_status status)
{
	(void)status;
	for (const char *c = "Shutdown"; *c != '\0'; c++)
		outb(BOCHS_PORT, (uint8_t)*c);
	clock_wait_us(EFFECT_US);
}

/* ACPI Specification, "Legacy/ACPI Select and the SCI Interrupt": the sleep enable bit works only
 * in ACPI mode. */
static void enter_acpi_mode(const struct acpi_fadt *fadt)
{
	uint64_t limit_tsc = clock_after_us(ACPI_ENABLE_LIMIT_US);

	if (fadt->smi_command_port == 0 || (inw(fadt->pm1a_control_port) & PM1_SCI_ENABLE) != 0)
		return;
	outb(fadt->smi_command_port, fadt->acpi_enable);
	while ((inw(fadt->pm1a_control_port) & PM1_SCI_ENABLE) == 0 && !clock_is_past(limit_tsc))
		cpu_relax();
}

static void sleep_by(uint16_t port, unsigned type)
{
	unsigned control = inw(port) & ~PM1_SLEEP_TYPE_MASK;

	outw(port, (uint16_t)(control | PM1_SLEEP_TYPE(type) | PM1_SLEEP_ENABLE));
}

static void write_register(const struct acpi_register *place, uint8_t value)
{
	const char *why;

	if (place->address == 0)
		return;
	if (place->is_port) {
		outb((uint16_t)place->address, value);
		return;
	}
	why = firmware_reason_against(place->address, sizeof(value));
	if (why == NULL)
		*(volatile uint8_t *)paging_map_device(place->address, sizeof(value)) = value;
	else
		console_print("register at %#lx: %s; not used\n", place->address, why);
}

/* ACPI Specification, "Sleep Control and Status Registers". */
static void sleep_by_registers(const struct acpi_fadt *fadt, unsigned type)
{
	write_register(&fadt->sleep_status, SLEEP_WAKE_STATUS);
	write_register(&fadt->sleep_control, (uint8_t)(SLEEP_TYPE(type) | SLEEP_ENABLE));
	clock_wait_us(EFFECT_US);
}

static void acpi_off(enum exit_status status)
{
	const struct acpi_fadt *fadt = acpi_fadt();
	const struct acpi_soft_off *soft_off = acpi_soft_off();

	(void)status;
	if (fadt == NULL || soft_off == NULL)
		return;
	if (fadt->is_hardware_reduced)
		sleep_by_registers(fadt, soft_off->type_a);
	if (fadt->is_hardware_reduced || fadt->pm1a_control_port == 0)
		return;
	enter_acpi_mode(fadt);
	sleep_by(fadt->pm1a_control_port, soft_off->type_a);
	if (fadt->pm1b_control_port != 0)
		sleep_by(fadt->pm1b_control_port, soft_off->type_b);
	clock_wait_us(EFFECT_US);
}

static void acpi_reset(enum exit_status status)
{
	const struct acpi_fadt *fadt = acpi_fadt();

	(void)status;
	if (fadt == NULL || fadt->reset.address == 0)
		return;
	write_register(&fadt->reset, fadt->reset_value);
	clock_wait_us(EFFECT_US);
}

static void keyboard_reset(enum exit_status status)
{
	(void)status;
	if (!i8042_exists())
		return;
	i8042_reset_cpu();
	clock_wait_us(EFFECT_US);
}

/* Intel SDM vol. 3A, "Interrupt 8—Double Fault Exception (#DF)": without any valid descriptor an
 * exception shuts the CPU down, and the chipset resets it. */
static void triple_fault(enum exit_status status)
{
	const struct {
		uint16_t limit;
		uint64_t base;
	} __attribute__((packed)) empty = {0, 0};

	(void)status;
	__asm__ volatile("lidt %0\n\tint3" : : "m"(empty));
}

static void exit_halt(enum exit_status status)
{
	(void)status;
	interrupts_off();
	if (firmware_return_is_unsaved())
		pager_keep_power();
	pager_run();
	cpu_stop();
}

static const struct {
	const char *word;
	void (*leave)(enum exit_status status);
	enum exit_method otherwise;
} methods[] = {
	[EXIT_HALT] = {"halt", exit_halt, EXIT_HALT},
	[EXIT_ISA_DEBUG] = {"isa-debug", leave_qemu, EXIT_HALT},
	[EXIT_BOCHS] = {"bochs", leave_bochs, EXIT_HALT},
	[EXIT_ACPI_OFF] = {"acpi-off", acpi_off, EXIT_HALT},
	[EXIT_ACPI_RESET] = {"acpi-reset", acpi_reset, EXIT_KEYBOARD},
	[EXIT_KEYBOARD] = {"keyboard", keyboard_reset, EXIT_TRIPLE},
	[EXIT_TRIPLE] = {"triple", triple_fault, EXIT_HALT},
};

int exit_method_parse(const char *word, enum exit_method *method)
{
	for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
		if (strcmp(methods[i].word, word) == 0) {
			*method = (enum exit_method)i;
			return 0;
		}
	}
	return -EINVAL;
}

static __attribute__((noreturn)) void end_run(enum exit_status status);

static void exit_after_panic(void)
{
	end_run(EXIT_FAILED);
}

void exit_init(enum exit_method method)
{
	chosen = method;
	panic_end_by(exit_after_panic);
}

static void end_run(enum exit_status status)
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

/* End the run. Firmware expects its boot CPU, even when power goes off. */
void exit_machine(enum exit_status status)
{
	smp_return_to_boot_cpu();
	end_run(status);
}
