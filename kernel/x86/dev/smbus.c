/* SPDX-License-Identifier: MIT */
/* All controllers have the registers of the PIIX4. The bus arbitrates between this controller and
 * others, such as that of a management controller. A controller that loses gets an error, and the
 * byte is read again. Other software of this machine reserves the controller by a semaphore. Intel
 * 82371AB (PIIX4) datasheet (290562), "SMBus I/O Space Registers"; Intel I/O Controller Hub 9
 * Family Datasheet (316972), "SMBus Controller Registers"; AMD BKDG for Family 16h Models 00h-0Fh
 * (48751), "SMBus Registers". */
#include "kernel/x86/dev/smbus.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/dev/pci/pci.h"
#include "kernel/machine/clock.h"
#include "kernel/x86/dev/fch.h"
#include "lib/cpu/pause.h"
#include "lib/spd.h"
#include "lib/x86/io.h"

#define VENDOR_INTEL 0x8086
#define CLASS_IS_SMBUS(code) ((code) >> 8 == 0x0c05)
#define DEVICE_PIIX4 0x7113
#define COMMAND 0x04                    /* PCI configuration */
#define COMMAND_PORTS (1u << 0)
#define ICH_BASE 0x20
#define ICH_BASE_PORT 0xffe0u
#define ICH_CONFIGURATION 0x40
#define ICH_USES_SMI (1u << 1)
#define PIIX4_BASE 0x90
#define PIIX4_BASE_PORT 0xfff0u
#define PIIX4_CONFIGURATION 0xd2
#define PIIX4_INTERRUPT(value) ((value) >> 1 & 7)       /* 0: SMI */
#define CONFIGURATION_ENABLED (1u << 0)

/* Registers from the base on. */
#define STATUS 0
#define CONTROL 2
#define OFFSET 3                        /* offset of the byte in the EEPROM */
#define ADDRESS 4
#define DATA 5
#define AMD_SEMAPHORE 8
#define ICH_AUXILIARY 13
#define SAVED_FIRST OFFSET              /* first register of those that firmware may expect again */
#define SAVED_COUNT 3

#define STATUS_BUSY (1u << 0)
#define STATUS_DONE (1u << 1)
#define STATUS_ERRORS (7u << 2)         /* no such device, collision, ended */
#define STATUS_NO_DEVICE (1u << 2)
#define STATUS_IN_USE (1u << 6)         /* ICH: set by a read; cleared by a write of 1 */
#define CONTROL_START (1u << 6)
#define CONTROL_BYTE (2u << 2)
#define CONTROL_END (1u << 1)
#define ADDRESS_READ (1u << 0)
#define AMD_RESERVE (1u << 4)
#define AMD_RELEASE (1u << 5)

#define SPD_ADDRESS 0x50
#define MODULES_MAX 8
#define TRIES 3
#define BYTE_LIMIT_US 20000             /* a byte takes 0.5 ms */
#define BUS_LIMIT_US 1000000

enum chipset {CHIPSET_ICH, CHIPSET_PIIX4, CHIPSET_AMD};

struct controller {
	enum chipset chipset;
	uint16_t port;                  /* 0: none */
	const char *problem;            /* why the controller cannot be used, or NULL */
};

struct module {
	uint64_t slot;
	struct spd spd;
};

static struct {
	const char *problem;
	uint32_t count;
	struct module modules[MODULES_MAX];
} smbus;

/* ---- Finding the controller ---- */

static bool find_intel(const struct pci_function *function, struct controller *found)
{
	bool is_piix4 = function->device == DEVICE_PIIX4;
	uint32_t configuration = pci_function_field(function, is_piix4 ? PIIX4_CONFIGURATION
								       : ICH_CONFIGURATION, 1);
	uint32_t base = pci_function_field(function, is_piix4 ? PIIX4_BASE : ICH_BASE, 4);

	*found = (struct controller){.chipset = is_piix4 ? CHIPSET_PIIX4 : CHIPSET_ICH};
	found->port = (uint16_t)(base & (is_piix4 ? PIIX4_BASE_PORT : ICH_BASE_PORT));
	if ((configuration & CONFIGURATION_ENABLED) == 0 || found->port == 0 ||
	    (!is_piix4 && (pci_function_field(function, COMMAND, 2) & COMMAND_PORTS) == 0))
		found->problem = "not enabled by firmware";
	else if (is_piix4 ? PIIX4_INTERRUPT(configuration) == 0
			  : (configuration & ICH_USES_SMI) != 0)
		found->problem = "used by firmware";
	return true;
}

static bool find(struct controller *found)
{
	size_t count;
	const struct pci_function *functions = pci_functions(&count);

	for (size_t i = 0; i < count; i++) {
		const struct pci_function *function = &functions[i];
		struct fch_smbus amd;

		if (function->address.bus != 0 || function->address.segment != 0)
			continue;
		if (function->vendor == VENDOR_INTEL &&
		    (CLASS_IS_SMBUS(function->class_code) || function->device == DEVICE_PIIX4))
			return find_intel(function, found);
		if (fch_find_smbus(function, &amd)) {
			*found = (struct controller){
				.chipset = amd.has_semaphore ? CHIPSET_AMD : CHIPSET_PIIX4,
				.port = amd.port,
				.problem = amd.port == 0 ? "not enabled by firmware" : NULL,
			};
			return true;
		}
	}
	return false;
}

/* ---- Reserving the controller ---- */

static void release(const struct controller *controller)
{
	if (controller->chipset == CHIPSET_AMD)
		outb(controller->port + AMD_SEMAPHORE,
		     inb(controller->port + AMD_SEMAPHORE) | AMD_RELEASE);
	if (controller->chipset == CHIPSET_ICH)
		outb(controller->port + STATUS, STATUS_IN_USE);
}

/* Whether no other software uses the controller. A port that nothing decodes reads as all ones. */
static bool reserve(const struct controller *controller)
{
	uint8_t status;

	if (controller->chipset == CHIPSET_AMD) {
		outb(controller->port + AMD_SEMAPHORE,
		     inb(controller->port + AMD_SEMAPHORE) | AMD_RESERVE);
		if ((inb(controller->port + AMD_SEMAPHORE) & AMD_RESERVE) == 0)
			return false;
	}
	status = inb(controller->port + STATUS);
	if ((status & STATUS_IN_USE) != 0)
		return false;
	if ((status & STATUS_BUSY) != 0)
		release(controller);
	return (status & STATUS_BUSY) == 0;
}

/* ---- Reading ---- */

static void clear_status(uint16_t port)
{
	outb(port + STATUS, STATUS_DONE | STATUS_ERRORS);
}

/* The status when the byte was read, or after the time limit. */
static uint8_t wait_for_end(uint16_t port)
{
	uint64_t limit_tsc = clock_after_us(BYTE_LIMIT_US);
	uint8_t status;

	do {
		cpu_relax();
		status = inb(port + STATUS);
	} while ((status & (STATUS_DONE | STATUS_ERRORS)) == 0 && !clock_is_past(limit_tsc));
	return status;
}

/* Returns the status after one try. */
static uint8_t try_byte(uint16_t port, uint8_t address, uint8_t offset, uint8_t *value)
{
	uint8_t status;

	clear_status(port);
	outb(port + ADDRESS, (uint8_t)(address << 1 | ADDRESS_READ));
	outb(port + OFFSET, offset);
	outb(port + CONTROL, CONTROL_START | CONTROL_BYTE);
	status = wait_for_end(port);
	if ((status & (STATUS_DONE | STATUS_ERRORS)) == 0) {
		outb(port + CONTROL, CONTROL_END);
		wait_for_end(port);
		outb(port + CONTROL, 0);
	}
	*value = inb(port + DATA);
	clear_status(port);
	return status;
}

static bool read_byte(uint16_t port, uint8_t address, uint8_t offset, uint8_t *value)
{
	for (unsigned i = 0; i < TRIES; i++) {
		uint8_t status = try_byte(port, address, offset, value);

		if ((status & (STATUS_BUSY | STATUS_DONE | STATUS_ERRORS)) == STATUS_DONE)
			return true;
		if ((status & STATUS_NO_DEVICE) != 0)
			return false;
	}
	return false;
}

static bool read_bytes(uint16_t port, uint8_t address, uint8_t bytes[SPD_BYTES], unsigned first,
		       unsigned end, uint64_t limit_tsc)
{
	for (unsigned i = first; i < end; i++) {
		if (clock_is_past(limit_tsc) || !read_byte(port, address, (uint8_t)i, &bytes[i]))
			return false;
	}
	return true;
}

/* Read a module. Its first bytes show whether a module answers, or another device. */
static bool read_module(uint16_t port, uint8_t address, uint64_t limit_tsc, struct spd *spd)
{
	uint8_t bytes[SPD_BYTES] = {0};

	if (!read_bytes(port, address, bytes, 0, SPD_FIRST_BYTES, limit_tsc) ||
	    (spd_has_timings(bytes) &&
	     !read_bytes(port, address, bytes, SPD_FIRST_BYTES, SPD_BYTES, limit_tsc)))
		return false;
	spd_parse(bytes, spd);
	return spd->type != NULL;
}

static void read_modules(uint16_t port)
{
	uint64_t limit_tsc = clock_after_us(BUS_LIMIT_US);

	for (uint8_t slot = 0; slot < MODULES_MAX; slot++) {
		struct module *module = &smbus.modules[smbus.count];

		module->slot = slot;
		if (read_module(port, SPD_ADDRESS + slot, limit_tsc, &module->spd))
			smbus.count++;
	}
	if (clock_is_past(limit_tsc))
		smbus.problem = "too slow";
}

void smbus_read_modules(void)
{
	struct controller controller;
	uint8_t saved[SAVED_COUNT], auxiliary = 0;

	if (!find(&controller))
		return;
	smbus.problem = controller.problem;
	if (smbus.problem != NULL)
		return;
	if (!reserve(&controller)) {
		smbus.problem = "in use";
		return;
	}
	for (unsigned i = 0; i < SAVED_COUNT; i++)
		saved[i] = inb(controller.port + SAVED_FIRST + i);
	if (controller.chipset == CHIPSET_ICH) {
		auxiliary = inb(controller.port + ICH_AUXILIARY);
		outb(controller.port + ICH_AUXILIARY, 0);
	}
	read_modules(controller.port);
	if (controller.chipset == CHIPSET_ICH)
		outb(controller.port + ICH_AUXILIARY, auxiliary);
	for (unsigned i = 0; i < SAVED_COUNT; i++)
		outb(controller.port + SAVED_FIRST + i, saved[i]);
	release(&controller);
}

/* ---- Records ---- */

void smbus_describe(struct wire_writer *writer)
{
	if (smbus.problem != NULL)
		wire_write(writer, WIRE_state, &(struct wire_state){
			.item = "smbus", .value = smbus.problem, .cpus = 1});
	for (uint32_t i = 0; i < smbus.count; i++) {
		const struct spd *spd = &smbus.modules[i].spd;

		wire_write(writer, WIRE_memory_timing, &(struct wire_memory_timing){
			.slot = smbus.modules[i].slot,
			.type = spd->type,
			.status = spd->status,
			.size_bytes = spd->size_bytes,
			.tck_ps = spd->tck_ps,
			.cas_clocks = spd->cas_clocks,
			.taa_ps = spd->taa_ps,
			.trcd_ps = spd->trcd_ps,
			.trp_ps = spd->trp_ps,
			.tras_ps = spd->tras_ps,
			.part = spd->part,
		});
	}
}
