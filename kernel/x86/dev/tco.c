/* SPDX-License-Identifier: MIT */
/* The registers are in I/O space. Their address is in the LPC bridge, and from the 100 series on in
 * the SMBus controller. Intel I/O Controller Hub 9 Family Datasheet (316972), "TCO I/O Registers";
 * Intel 100 Series Chipset Family PCH Datasheet (332691), "SMBus Interface", TCOBASE and TCOCTL. */
#include "kernel/x86/dev/tco.h"

#include <stddef.h>
#include <stdint.h>

#include "kernel/dev/pci/pci.h"
#include "lib/x86/io.h"

#define VENDOR_INTEL 0x8086
#define DEVICE 31                       /* on bus 0 */
#define FUNCTION_LPC 0
#define FUNCTION_SMBUS 4

#define LPC_PMBASE 0x40
#define LPC_ACPI_CONTROL 0x44
#define LPC_ACPI_ENABLE 0x80u
#define PMBASE_ADDRESS 0xff80u
#define PMBASE_TCO 0x60
#define SMBUS_TCOBASE 0x50
#define SMBUS_TCO_CONTROL 0x54
#define SMBUS_TCO_ENABLE 0x100u
#define TCOBASE_ADDRESS 0xffe0u

#define TCO_RELOAD 0x00
#define TCO_CONTROL 0x08
#define TCO_HALT (1u << 11)
#define ABSENT 0xffff

static uint16_t stopped_port;           /* port of the stopped timer; 0: none was stopped */

/* The first port of the registers; 0: none. */
static uint16_t find_port(void)
{
	size_t count;
	struct pci_function *functions = pci_functions(&count);

	for (size_t i = 0; i < count; i++) {
		const struct pci_function *function = &functions[i];
		uint32_t base;

		if (function->vendor != VENDOR_INTEL || function->address.bus != 0 ||
		    function->address.device != DEVICE)
			continue;
		if (function->address.function == FUNCTION_LPC &&
		    (pci_function_field(function, LPC_ACPI_CONTROL, 1) & LPC_ACPI_ENABLE) != 0) {
			base = pci_function_field(function, LPC_PMBASE, 4) & PMBASE_ADDRESS;
			if (base != 0)
				return (uint16_t)(base + PMBASE_TCO);
		}
		if (function->address.function == FUNCTION_SMBUS &&
		    (pci_function_field(function, SMBUS_TCO_CONTROL, 4) & SMBUS_TCO_ENABLE) != 0) {
			base = pci_function_field(function, SMBUS_TCOBASE, 4) & TCOBASE_ADDRESS;
			if (base != 0)
				return (uint16_t)base;
		}
	}
	return 0;
}

void tco_stop(void)
{
	uint16_t port = find_port(), control = port != 0 ? inw(port + TCO_CONTROL) : ABSENT;

	if (control == ABSENT || (control & TCO_HALT) != 0)
		return;
	outw(port + TCO_CONTROL, control | TCO_HALT);
	if ((inw(port + TCO_CONTROL) & TCO_HALT) != 0)
		stopped_port = port;
}

bool tco_was_stopped(void)
{
	return stopped_port != 0;
}

void tco_restore(void)
{
	if (stopped_port == 0)
		return;
	outw(stopped_port + TCO_RELOAD, 1);
	outw(stopped_port + TCO_CONTROL, inw(stopped_port + TCO_CONTROL) & (uint16_t)~TCO_HALT);
}
