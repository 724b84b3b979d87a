/* SPDX-License-Identifier: MIT */
/* The timer has two registers in memory. Power management registers (PM) have the address of these
 * registers, or enable a fixed address. The PCI identity of the SMBus controller tells which. AMD
 * SP5100 Register Reference Guide (44413), SB800-Series Southbridges Register Reference Guide
 * (45482), and BKDG for AMD Family 16h Models 00h-0Fh (48751): "Watchdog Timer Registers", "Power
 * Management (PM) Registers". PPR for AMD Family 17h Model 18h (55570): PM registers in memory
 * only. */
#include "kernel/x86/dev/fch.h"

#include <stddef.h>
#include <stdint.h>

#include "bench/engine/warning.h"
#include "kernel/dev/pci/pci.h"
#include "kernel/mm/firmware.h"
#include "lib/x86/io.h"

#define VENDOR_ATI 0x1002
#define VENDOR_AMD 0x1022
#define VENDOR_HYGON 0x1d94
#define SMBUS_SBX00 0x4385              /* ATI */
#define SMBUS_HUDSON 0x780b             /* AMD */
#define SMBUS_KERNCZ 0x790b

/* First revisions that have other registers. */
#define SBX00_IS_SB800 0x40
#define HUDSON_IS_FIXED 0x41
#define KERNCZ_IS_FIXED 0x49
#define KERNCZ_IS_IN_MEMORY 0x51

#define PM_INDEX 0xcd6                  /* ports */
#define PM_DATA 0xcd7
#define PM_MEMORY 0xfed80300u
#define PM_BYTES 0x100u

#define SP5100_MISC 0x41                /* PCI configuration */
#define SP5100_DECODES (1u << 3)
#define SP5100_BASE 0x6c
#define SB800_BASE 0x48
#define SB800_DECODES (1u << 0)
#define BASE_ADDRESS 0xfffffff8u
#define FIXED_ENABLE 0x00
#define FIXED_ENABLED (1u << 7)
#define FIXED_ADDRESS 0xfeb00000u

/* "SMBus": base and enable bit. */
#define SP5100_SMBUS_BASE 0x90          /* PCI configuration */
#define SP5100_SMBUS_PORT 0xfff0u
#define SP5100_SMBUS_CONTROL 0xd2
#define SB800_SMBUS_BASE 0x2c
#define SB800_SMBUS_PORT 0xffe0u
#define SMBUS_ENABLED (1u << 0)
#define FIXED_SMBUS_ENABLED (1u << 4)
#define FIXED_SMBUS_PAGE 0x01           /* bits 15 to 8 of the port */

/* "Watchdog Control". A write of 1 clears the second. */
#define CONTROL_RUNS (1u << 0)
#define CONTROL_FIRED (1u << 1)
#define CONTROL_DISABLED (1u << 3)
#define CONTROL_TRIGGER (1u << 7)
#define TIMER_BYTES 8u

static volatile uint32_t *stopped;      /* the control register; NULL: none was stopped */

static uint8_t pm_read(uint8_t index)
{
	outb(PM_INDEX, index);
	return inb(PM_DATA);
}

static uint32_t pm_read_word(uint8_t index)
{
	uint32_t word = 0;

	for (unsigned byte = 4; byte-- > 0;)
		word = word << 8 | pm_read((uint8_t)(index + byte));
	return word;
}

static bool is_amd(const struct pci_function *function, uint16_t device)
{
	return (function->vendor == VENDOR_AMD || function->vendor == VENDOR_HYGON) &&
	       function->device == device;
}

static uint32_t address_sp5100(const struct pci_function *function)
{
	if ((pci_function_field(function, SP5100_MISC, 1) & SP5100_DECODES) == 0)
		return 0;
	return pm_read_word(SP5100_BASE) & BASE_ADDRESS;
}

static uint32_t address_sb800(void)
{
	uint32_t base = pm_read_word(SB800_BASE);

	return (base & SB800_DECODES) != 0 ? base & BASE_ADDRESS : 0;
}

/* A PM register of the later generations; 0 if it cannot be read. */
static uint8_t pm_read_fixed(uint8_t index, bool is_in_memory)
{
	const volatile uint8_t *pm;

	if (!is_in_memory)
		return pm_read(index);
	pm = firmware_map_device("FCH", PM_MEMORY, PM_BYTES);
	return pm != NULL ? pm[index] : 0;
}

/* The address, from a PM register. If the timer is disabled, it has no registers and does not
 * run. */
static uint32_t address_fixed(bool is_in_memory)
{
	return (pm_read_fixed(FIXED_ENABLE, is_in_memory) & FIXED_ENABLED) != 0 ? FIXED_ADDRESS : 0;
}

enum generation {GENERATION_NONE, GENERATION_SP5100, GENERATION_SB800, GENERATION_FIXED,
		 GENERATION_IN_MEMORY};

/* The generation, by the SMBus controller. Other functions have none. */
static enum generation generation_of(const struct pci_function *function)
{
	uint8_t revision = function->revision;

	if (function->vendor == VENDOR_ATI && function->device == SMBUS_SBX00)
		return revision < SBX00_IS_SB800 ? GENERATION_SP5100 : GENERATION_SB800;
	if (is_amd(function, SMBUS_HUDSON))
		return revision < HUDSON_IS_FIXED ? GENERATION_SB800 : GENERATION_FIXED;
	if (!is_amd(function, SMBUS_KERNCZ))
		return GENERATION_NONE;
	if (revision < KERNCZ_IS_FIXED)
		return GENERATION_SB800;
	return revision < KERNCZ_IS_IN_MEMORY ? GENERATION_FIXED : GENERATION_IN_MEMORY;
}

/* The address of the timer; 0: this function has no timer. */
static uint32_t address_of(const struct pci_function *function)
{
	enum generation generation = generation_of(function);

	switch (generation) {
	case GENERATION_SP5100:
		return address_sp5100(function);
	case GENERATION_SB800:
		return address_sb800();
	case GENERATION_FIXED:
	case GENERATION_IN_MEMORY:
		return address_fixed(generation == GENERATION_IN_MEMORY);
	case GENERATION_NONE:
		break;
	}
	return 0;
}

/* Whether a timer runs. A register that nothing decodes reads as all ones, which means a disabled
 * timer. */
static bool runs(uint32_t control)
{
	return (control & (CONTROL_RUNS | CONTROL_DISABLED)) == CONTROL_RUNS;
}

static uint32_t find(void)
{
	size_t count;
	const struct pci_function *functions = pci_functions(&count);
	uint32_t address = 0;

	for (size_t i = 0; i < count && address == 0; i++)
		address = address_of(&functions[i]);
	return address;
}

void fch_stop(void)
{
	uint32_t address = find();
	volatile uint32_t *control =
		address != 0 ? firmware_map_device("watchdog", address, TIMER_BYTES) : NULL;

	if (control == NULL || !runs(*control))
		return;
	*control = *control & ~(CONTROL_RUNS | CONTROL_FIRED);
	if (runs(*control))
		warning("watchdog", "the chipset's timer does not stop, and may reset the machine");
	else
		stopped = control;
}

bool fch_was_stopped(void)
{
	return stopped != NULL;
}

/* Let the timer run. A stopped timer ignores the trigger, so it runs first and then starts its time
 * again. */
void fch_restore(void)
{
	if (stopped == NULL)
		return;
	*stopped = (*stopped & ~CONTROL_FIRED) | CONTROL_RUNS;
	*stopped = (*stopped & ~CONTROL_FIRED) | CONTROL_TRIGGER;
}

bool fch_find_smbus(const struct pci_function *function, struct fch_smbus *found)
{
	enum generation generation = generation_of(function);
	bool is_in_memory = generation == GENERATION_IN_MEMORY;
	uint32_t word;

	*found = (struct fch_smbus){.has_semaphore = generation != GENERATION_SP5100};
	switch (generation) {
	case GENERATION_SP5100:
		if ((pci_function_field(function, SP5100_SMBUS_CONTROL, 1) & SMBUS_ENABLED) != 0)
			found->port = (uint16_t)(pci_function_field(function, SP5100_SMBUS_BASE,
								    2) & SP5100_SMBUS_PORT);
		break;
	case GENERATION_SB800:
		word = pm_read_word(SB800_SMBUS_BASE);
		if ((word & SMBUS_ENABLED) != 0)
			found->port = (uint16_t)(word & SB800_SMBUS_PORT);
		break;
	case GENERATION_FIXED:
	case GENERATION_IN_MEMORY:
		if ((pm_read_fixed(FIXED_ENABLE, is_in_memory) & FIXED_SMBUS_ENABLED) != 0)
			found->port = (uint16_t)(pm_read_fixed(FIXED_SMBUS_PAGE, is_in_memory)
						 << 8);
		break;
	case GENERATION_NONE:
		return false;
	}
	return true;
}
