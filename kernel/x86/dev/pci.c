/* SPDX-License-Identifier: MIT */
/* PCI Local Bus Specification 3.0, "Configuration Mechanism #1". */
#include "kernel/machine/pci.h"

#include "kernel/dev/acpi/acpi.h"
#include "lib/x86/io.h"

#define PORT_ADDRESS 0xcf8
#define PORT_DATA 0xcfc
#define PORT_ENABLE 0x80000000u

/* Intel SDM vol. 3A, "Message Address Register Format": to one CPU, physical, fixed, edge. */
#define MESSAGE_ADDRESS(apic_id) (0xfee00000u | (apic_id) << 12)
#define MESSAGE_APIC_ID_LAST 254u

const struct acpi_mcfg *machine_pci_spaces(unsigned *count)
{
	return acpi_mcfgs(count);
}

bool machine_pci_has_ports(void)
{
	bool found;

	outl(PORT_ADDRESS, PORT_ENABLE);
	found = inl(PORT_ADDRESS) == PORT_ENABLE;
	outl(PORT_ADDRESS, 0);
	return found;
}

uint32_t machine_pci_read_port(uint32_t selector)
{
	outl(PORT_ADDRESS, PORT_ENABLE | selector);
	return inl(PORT_DATA);
}

void machine_pci_write_port(uint32_t selector, uint32_t value)
{
	outl(PORT_ADDRESS, PORT_ENABLE | selector);
	outl(PORT_DATA, value);
}

/* There is no window to assign from, because firmware of every PC gives the addresses. */
bool machine_pci_window(struct pci_window *window)
{
	(void)window;
	return false;
}

bool machine_pci_message(uint8_t vector, uint32_t hardware_id, uint32_t requester,
			 struct pci_message_target *target)
{
	(void)requester;
	*target = (struct pci_message_target){MESSAGE_ADDRESS(hardware_id), vector};
	return hardware_id <= MESSAGE_APIC_ID_LAST;
}

/* Not used, because disks have messages. */
bool machine_pci_line(uint8_t vector, uint32_t function, uint32_t pin, void (*silence)(void))
{
	(void)vector;
	(void)function;
	(void)pin;
	(void)silence;
	return false;
}

void machine_pci_message_free(uint8_t vector)
{
	(void)vector;
}
