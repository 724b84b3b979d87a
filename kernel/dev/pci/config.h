/* SPDX-License-Identifier: MIT */
/* Configuration space of PCI functions: the first 256 bytes of each, four at a time. Boot CPU. */
#ifndef KERNEL_DEV_PCI_CONFIG_H
#define KERNEL_DEV_PCI_CONFIG_H

#include <stdint.h>

#define PCI_BUSES 256u
#define PCI_DEVICES 32u                 /* on a bus */
#define PCI_FUNCTIONS 8u                /* of a device */

struct pci_address {
	uint8_t bus, device, function;
};

/* Find the way to configuration space: memory that ACPI's MCFG table names (ECAM), if what is there
 * agrees with the ports, else the ports. After acpi_init. Warns of a table that lies. */
void pci_config_init(void);

/* "ecam" or "ports"; "" when the machine has neither. */
const char *pci_config_way(void);

/* Read or write a register; offset is a multiple of 4 below 256. What is not there reads as all
 * ones, and a write to it does nothing. */
uint32_t pci_config_read(struct pci_address address, unsigned offset);
void pci_config_write(struct pci_address address, unsigned offset, uint32_t value);

#endif
