/* SPDX-License-Identifier: MIT */
/* Gives addresses to functions without one, because QEMU loads a kernel without any firmware. */
#include "kernel/dev/pci/pci.h"

#include "kernel/machine/pci.h"

static bool is_never_memory(uint64_t phys, uint64_t size_bytes)
{
	(void)phys;
	(void)size_bytes;
	return false;
}

/* Place the BAR if it needs an address. Returns the next free address. */
static uint64_t assign_bar(const struct pci_function *function, unsigned index, uint64_t next,
			   uint64_t end)
{
	const struct pci_limits limits = {UINT64_MAX, is_never_memory};
	struct pci_bar bar = {0};
	uint64_t phys;

	pci_function_read_bar(function, index, &limits, &bar);
	if (bar.phys != 0 || bar.size_bytes == 0 || (bar.size_bytes & (bar.size_bytes - 1)) != 0)
		return next;
	phys = (next + bar.size_bytes - 1) & -bar.size_bytes;
	if (phys < next || phys >= end || bar.size_bytes > end - phys)
		return next;
	pci_function_place_bar(function, index, phys);
	return phys + bar.size_bytes;
}

void pci_assign(const struct pci_function *functions, size_t count,
		const struct pci_window *window)
{
	uint64_t next = window->phys, end = window->phys + window->size_bytes;

	for (size_t i = 0; i < count; i++) {
		const struct pci_function *function = &functions[i];

		if (function->is_bridge || function->address.bus != 0 ||
		    function->address.segment != 0)
			continue;
		for (unsigned bar = 0; bar < PCI_BARS; bar += pci_function_bar_words(function, bar))
			next = assign_bar(function, bar, next, end);
	}
}
