/* SPDX-License-Identifier: MIT */
/* The machine's PCI functions. Boot CPU. */
#ifndef KERNEL_DEV_PCI_PCI_H
#define KERNEL_DEV_PCI_PCI_H

#include "kernel/dev/pci/function.h"
#include "lib/wire/wire.h"

#define PCI_FUNCTIONS_MAX 256

/* List the functions of all buses of all segments, including those behind further host bridges.
 * Returns their number, which may exceed room. Accesses no hardware but configuration space. */
size_t pci_scan(struct pci_function *functions, size_t room);

/* On the first bus of segment 0, give each memory BAR without an address one in the window. No
 * bridge precedes this bus. A BAR that does not fit keeps none. */
struct pci_window;
void pci_assign(const struct pci_function *functions, size_t count,
		const struct pci_window *window);

/* Find the functions. After paging_init, and after the machine has read what firmware lists. */
void pci_init(void);

/* The functions that pci_init() found, with their mappings. */
struct pci_function *pci_functions(size_t *count);

/* Write a record per function. */
void pci_describe(struct wire_writer *writer);

/* Map registers of a function, uncached: size_bytes of a BAR from offset on. The first use maps the
 * BAR, at most 1 MiB. If the registers cannot be mapped, returns NULL with the problem in *why. */
volatile void *pci_registers(struct pci_function *function, unsigned bar, uint64_t offset,
			     uint64_t size_bytes, const char **why);

#endif
