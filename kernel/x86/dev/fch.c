/* SPDX-License-Identifier: MIT */
/* The timer has two registers in memory. Power management registers (PM) have their address, or
 * enable a fixed one; the SMBus controller's PCI identity tells which. AMD SP5100 Register
 * Reference Guide (44413), SB800-Series Southbridges Register Reference Guide (45482), and BKDG for
 * AMD Family 16h Models 00h-0Fh (48751): "Watchdog Timer Registers", "Power Management (PM)
 * Registers". PPR for AMD Family 17h Model 18h (55570): PM registers in memory only. */
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

/* Revisions from which on the registers are others. */
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

/* Disabled, the timer has no registers and does not run. */
static uint32_t address_fixed(bool is_in_memory)
{
	const volatile uint8_t *pm =
		is_in_memory ? firmware_map_device("watchdog", PM_MEMORY, PM_BYTES) : NULL;
	uint8_t enable = 0;

	if (!is_in_memory)
		enable = pm_read(FIXED_ENABLE);
	else if (pm != NULL)
		enable = pm[FIXED_ENABLE];
	return (enable & FIXED_ENABLED) != 0 ? FIXED_ADDRESS : 0;
}

/* The address of the timer; 0: this function has none. */
static uint32_t address_of(const struct pci_function *function)
{
	if (function->vendor == VENDOR_ATI && function->device == SMBUS_SBX00)
		return function->revision < SBX00_IS_SB800 ? address_sp5100(function)
							   : address_sb800();
	if (is_amd(function, SMBUS_HUDSON))
		return function->revision < HUDSON_IS_FIXED ? address_sb800()
							    : address_fixed(false);
	if (is_amd(function, SMBUS_KERNCZ))
		return function->revision < KERNCZ_IS_FIXED
			       ? address_sb800()
			       : address_fixed(function->revision >= KERNCZ_IS_IN_MEMORY);
	return 0;
}

/* A register that nothing decodes reads as all ones, which is a disabled timer. */
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

/* A stopped timer ignores the trigger, which starts its time again. */
void fch_restore(void)
{
	if (stopped == NULL)
		return;
	*stopped = (*stopped & ~CONTROL_FIRED) | CONTROL_RUNS;
	*stopped = (*stopped & ~CONTROL_FIRED) | CONTROL_TRIGGER;
}
