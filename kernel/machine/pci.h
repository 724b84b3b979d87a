/* SPDX-License-Identifier: MIT */
/* How machines differ in PCI. kernel/NAME/dev/pci.c implements this. Boot CPU. */
#ifndef KERNEL_MACHINE_PCI_H
#define KERNEL_MACHINE_PCI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct acpi_mcfg;

/* Configuration spaces in memory, as firmware lists them. */
const struct acpi_mcfg *machine_pci_spaces(unsigned *count);

/* Access to the configuration space of segment 0 by ports. machine_pci_has_ports() returns whether
 * there are such ports. The other functions read or write a register, whose selector names bus,
 * device, function and offset as bits 23 to 16, 15 to 11, 10 to 8 and 7 to 2 do. */
bool machine_pci_has_ports(void);
uint32_t machine_pci_read_port(uint32_t selector);
void machine_pci_write_port(uint32_t selector, uint32_t value);

/* Memory addresses below 4 GiB that the host bridge of segment 0 passes on to its bus unchanged.
 * Returns false if firmware has given functions their addresses. */
struct pci_window {
	uint64_t phys, size_bytes;
};

bool machine_pci_window(struct pci_window *window);

/* Address and data that a function writes to raise an interrupt. */
struct pci_message_target {
	uint64_t address;
	uint32_t data;
};

/* Reserve a message that raises vector at the CPU with that hardware ID. requester names the
 * function that writes the message: segment, bus, device and function as bits 31 to 16, 15 to 8, 7
 * to 3 and 2 to 0. Returns false if no message is left. */
bool machine_pci_message(uint8_t vector, uint32_t hardware_id, uint32_t requester,
			 struct pci_message_target *target);

/* Let a pin (1: INTA) of a function on bus 0 of segment 0 raise vector at this CPU, where bits 15
 * to 11 and 10 to 8 of function are its device and function. Before each interrupt, silence makes
 * the function release its line. Returns false if the machine has no such lines. */
bool machine_pci_line(uint8_t vector, uint32_t function, uint32_t pin, void (*silence)(void));

/* Free the message or the line of the vector. */
void machine_pci_message_free(uint8_t vector);

#endif
