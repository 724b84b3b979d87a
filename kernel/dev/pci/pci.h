/* SPDX-License-Identifier: MIT */
/* The PCI functions of this machine. Boot CPU. */
#ifndef KERNEL_DEV_PCI_PCI_H
#define KERNEL_DEV_PCI_PCI_H

#include "boot/boot_info.h"
#include "kernel/dev/pci/function.h"
#include "lib/wire/wire.h"

#define PCI_FUNCTIONS_MAX 256

/* Fill the list with the functions of bus 0 and of all buses behind its bridges. Returns how many
 * there are, which may be more than fit. Pure computation on configuration space. */
size_t pci_scan(struct pci_function *functions, size_t room);

/* Find the machine's functions. After acpi_init and paging_init; info has to stay. */
void pci_init(const struct boot_info *info);

/* Those that were found. What is mapped of one is kept in it. */
struct pci_function *pci_functions(size_t *count);

/* A record a function. */
void pci_describe(struct wire_writer *writer);

/* Registers of a function: size_bytes of a BAR from offset on, uncached. The BAR is mapped when it
 * is first asked for, its first MiB at most. NULL with what is wrong with it in *why, if that is
 * where they can't be. */
volatile void *pci_registers(struct pci_function *function, unsigned bar, uint64_t offset,
			     uint64_t size_bytes, const char **why);

#endif
