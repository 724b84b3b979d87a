/* SPDX-License-Identifier: MIT */
/* Configuration space in memory, messages and lines. */
#include "kernel/machine/pci.h"

#include "kernel/machine/interrupts.h"
#include "kernel/riscv64/dev/imsic.h"
#include "kernel/riscv64/dev/parts.h"
#include "kernel/riscv64/dev/plic.h"
#include "kernel/riscv64/dev/tree.h"

const struct acpi_mcfg *machine_pci_spaces(unsigned *count)
{
	*count = parts()->pci_space.phys != 0;
	return &parts()->pci_space;
}

bool machine_pci_has_ports(void)
{
	return false;
}

uint32_t machine_pci_read_port(uint32_t selector)
{
	(void)selector;
	return UINT32_MAX;
}

void machine_pci_write_port(uint32_t selector, uint32_t value)
{
	(void)selector;
	(void)value;
}

bool machine_pci_window(struct pci_window *window)
{
	*window = (struct pci_window){parts()->pci_window_phys, parts()->pci_window_bytes};
	return window->size_bytes != 0;
}

/* Interrupts of devices go to the boot CPU, which is the caller. */
bool machine_pci_message(uint8_t vector, uint32_t hardware_id, uint32_t requester,
			 struct pci_message_target *target)
{
	(void)requester;
	if (hardware_id != cpu_hardware_id() || !imsic_route(vector))
		return false;
	*target = (struct pci_message_target){parts()->messages_phys, imsic_number(vector)};
	return true;
}

/* Under ACPI, byte code of the DSDT states the lines, which is not interpreted. */
bool machine_pci_line(uint8_t vector, uint32_t function, uint32_t pin, void (*silence)(void))
{
	return plic_route(tree_pci_line(machine_tree(), &parts()->plic, function, pin), vector,
			  silence);
}

void machine_pci_message_free(uint8_t vector)
{
	imsic_mask(vector);
	plic_mask(vector);
}
