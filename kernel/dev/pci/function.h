/* SPDX-License-Identifier: MIT */
/* One PCI function: identity, base address registers (BARs), capabilities, and enabled features. A
 * device's data is not trusted; invalid values are rejected with a reason. No hardware access
 * besides configuration space; tests use arbitrary contents. Register names: PCI Local Bus
 * Specification 3.0, "Configuration Space Organization". */
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
	uint32_t class_code;            /* class, subclass and programming interface */
	uint8_t revision;
	bool is_bridge;
	volatile uint8_t *bars[PCI_BARS];       /* mapped BARs, otherwise NULL */
	uint64_t mapped_bytes[PCI_BARS];
};

struct pci_bar {
	uint64_t phys, size_bytes;
};

/* Limits that a BAR must respect. */
struct pci_limits {
	uint64_t end_phys;              /* end of addressable memory */
	bool (*is_memory)(uint64_t phys, uint64_t size_bytes);  /* whether any part of the range is
								 * RAM */
};

/* Read a function's identity. Returns false if it does not exist. */
bool pci_function_read(struct pci_address address, struct pci_function *function);

/* Whether function 0's device may have more functions. */
bool pci_function_has_others(struct pci_address address);

/* The secondary bus of a bridge; 0 if not set or invalid. */
uint8_t pci_function_bus_behind(const struct pci_function *function);

/* Determine address and size of a memory BAR. Meanwhile the function does not decode addresses.
 * Returns NULL, or the problem as text to follow "BAR 2 ". */
const char *pci_function_read_bar(const struct pci_function *function, unsigned index,
				  const struct pci_limits *limits, struct pci_bar *bar);

/* pci_function_place_bar() sets the address of a memory BAR. pci_function_bar_words() returns the
 * number of words of a BAR, which is 2 for 64 bits. */
void pci_function_place_bar(const struct pci_function *function, unsigned index, uint64_t phys);
unsigned pci_function_bar_words(const struct pci_function *function, unsigned index);

/* The first port of a BAR in I/O space; 0: none. Enables the decoding of ports. */
uint16_t pci_function_open_ports(const struct pci_function *function, unsigned index);

/* Offset of the next capability of that kind after offset after (0: the first capability). Returns
 * 0 if there is none. If the list is cyclic, the search ends after the maximum number of
 * capabilities. */
unsigned pci_function_capability(const struct pci_function *function, unsigned id, unsigned after);

/* One, two or four bytes at an aligned offset; 0 beyond 256 bytes. */
uint32_t pci_function_field(const struct pci_function *function, unsigned offset, unsigned size);

/* pci_function_start() enables BARs, bus mastering, and interrupts by messages only.
 * pci_function_stop() disables bus mastering. */
void pci_function_start(const struct pci_function *function);
void pci_function_stop(const struct pci_function *function);

/* Enable interrupts by the line of the pin, until one of these. */
void pci_function_use_line(const struct pci_function *function);

#endif
