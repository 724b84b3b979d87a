/* SPDX-License-Identifier: MIT */
/* One PCI function: who it is, its base address registers (BARs), its capabilities, and what it may
 * do. All of it is told by a device, and none of it believed: what makes no sense is refused by
 * name. Pure computation on configuration space, tested natively on spaces of any contents.
 * Register names: PCI Local Bus Specification 3.0, "Configuration Space Organization". */
#ifndef KERNEL_DEV_PCI_FUNCTION_H
#define KERNEL_DEV_PCI_FUNCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/dev/pci/config.h"

#define PCI_BARS 6

/* "Capability IDs". */
#define PCI_CAPABILITY_MSI 0x05
#define PCI_CAPABILITY_VENDOR 0x09
#define PCI_CAPABILITY_MSIX 0x11

struct pci_function {
	struct pci_address address;
	uint16_t vendor, device;
	uint32_t class_code;            /* class, subclass and programming interface, a byte each */
	uint8_t revision;
	bool is_bridge;
	volatile uint8_t *bars[PCI_BARS];       /* those that were mapped, or NULL */
	uint64_t mapped_bytes[PCI_BARS];
};

struct pci_bar {
	uint64_t phys, size_bytes;
};

/* What a BAR has to keep to. */
struct pci_limits {
	uint64_t end_phys;              /* behind the last byte that the CPU can address */
	bool (*is_memory)(uint64_t phys, uint64_t size_bytes);  /* whether any of it is RAM */
};

/* Read who is there. Returns false if nobody is. */
bool pci_function_read(struct pci_address address, struct pci_function *function);

/* Whether more functions of the same device may follow. For function 0. */
bool pci_function_has_others(struct pci_address address);

/* The bus behind a bridge; 0 if it was given none, or one that is not behind it. */
uint8_t pci_function_bus_behind(const struct pci_function *function);

/* Find out where a BAR of memory is and how large, with the function's decoding off meanwhile.
 * Returns NULL, or what is wrong with it, to follow "BAR 2 ". */
const char *pci_function_read_bar(const struct pci_function *function, unsigned index,
				  const struct pci_limits *limits, struct pci_bar *bar);

/* Offset of the next capability of that kind after another one (0: of the first); 0 if there is
 * none. A list that has no end ends after as many as there is room for. */
unsigned pci_function_capability(const struct pci_function *function, unsigned id, unsigned after);

/* One, two or four bytes at any offset that is a multiple of so many; 0 beyond the 256th. */
uint32_t pci_function_field(const struct pci_function *function, unsigned offset, unsigned size);

/* Let it answer at its BARs, read and write memory by itself, and interrupt by messages alone; and
 * keep it from the last two. */
void pci_function_start(const struct pci_function *function);
void pci_function_stop(const struct pci_function *function);

#endif
