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
	uint16_t segment;
};

/* Select the access method of segment 0. The method is the memory that firmware lists (ECAM) if the
 * machine has no ports, or if the memory agrees with the ports. Otherwise it is the ports. Warns if
 * they disagree. Other segments have memory only. Call after the machine has read what firmware
 * lists. */
void pci_config_init(void);

/* Buses of a segment. */
struct pci_buses {
	uint16_t segment;
	uint8_t first, last;
};

/* Fill in the segment's buses with that index, from 0, that can be accessed. Returns false if there
 * are no further buses. */
bool pci_config_buses(unsigned index, struct pci_buses *buses);

/* "ecam", "ports", or "" without configuration space. */
const char *pci_config_way(void);

/* On a machine with ports: in segment 0, whether the bus has a function, as far as reads through
 * the ports tell; in other segments, whether the bus can be accessed. On a machine without ports:
 * false, because only bridges lead to further buses. Unlike pci_config_read() this maps no
 * memory. */
bool pci_config_finds_bus(uint16_t segment, uint8_t bus);

/* Read or write a register at a multiple of 4 below 256. Absent functions read as all ones, and
 * ignore writes. */
uint32_t pci_config_read(struct pci_address address, unsigned offset);
void pci_config_write(struct pci_address address, unsigned offset, uint32_t value);

#endif
