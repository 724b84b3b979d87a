/* SPDX-License-Identifier: MIT */
/* Configuration space of PCI functions: the first 256 bytes of each, in units of four. Boot CPU. */
#ifndef KERNEL_DEV_PCI_CONFIG_H
#define KERNEL_DEV_PCI_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#define PCI_BUSES 256u
#define PCI_DEVICES 32u                 /* per bus */
#define PCI_FUNCTIONS 8u                /* per device */

struct pci_address {
	uint8_t bus, device, function;
};

/* Select the access method: the memory of ACPI's MCFG table (ECAM) if it agrees with the ports,
 * otherwise the ports. Warns if it does not. After acpi_init. */
void pci_config_init(void);

/* "ecam", "ports", or "" without configuration space. */
const char *pci_config_way(void);

/* Whether the bus has a function, as far as reading the ports tells; true without ports. Unlike
 * pci_config_read this maps no memory. */
bool pci_config_finds_bus(uint8_t bus);

/* Read or write a register at a multiple of 4 below 256. Absent functions read as all ones; writes
 * to them have no effect. */
uint32_t pci_config_read(struct pci_address address, unsigned offset);
void pci_config_write(struct pci_address address, unsigned offset, uint32_t value);

#endif
