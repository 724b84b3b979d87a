/* SPDX-License-Identifier: MIT */
/* Scans each bus once, whatever bridges claim. Buses that no bridge leads to may be behind further
 * host bridges, which only ACPI's byte code names, so each bus is scanned. */
#include "kernel/dev/pci/pci.h"

struct scan {
	struct pci_function *functions;
	size_t room, count;
	bool is_known[PCI_BUSES];       /* scanned, or to be scanned */
};

static void scan_add(struct scan *scan, const struct pci_function *function)
{
	uint8_t behind = pci_function_bus_behind(function);

	if (behind != 0)
		scan->is_known[behind] = true;
	if (scan->count < scan->room)
		scan->functions[scan->count] = *function;
	scan->count++;
}

static void scan_device(struct scan *scan, uint16_t segment, uint8_t bus, uint8_t device)
{
	struct pci_address address = {bus, device, 0, segment};
	struct pci_function function;

	if (!pci_function_read(address, &function))
		return;
	scan_add(scan, &function);
	if (!pci_function_has_others(address))
		return;
	for (address.function = 1; address.function < PCI_FUNCTIONS; address.function++) {
		if (pci_function_read(address, &function))
			scan_add(scan, &function);
	}
}

/* Scan the buses in ascending order. A secondary bus has a higher number than its primary bus, so
 * one pass finds all. */
static void scan_buses(struct scan *scan, const struct pci_buses *buses)
{
	for (unsigned bus = 0; bus < PCI_BUSES; bus++)
		scan->is_known[bus] = bus == buses->first;
	for (unsigned bus = buses->first; bus <= buses->last; bus++) {
		if (!scan->is_known[bus])
			scan->is_known[bus] = pci_config_finds_bus(buses->segment, (uint8_t)bus);
		for (uint8_t device = 0; scan->is_known[bus] && device < PCI_DEVICES; device++)
			scan_device(scan, buses->segment, (uint8_t)bus, device);
	}
}

size_t pci_scan(struct pci_function *functions, size_t room)
{
	struct scan scan = {.functions = functions, .room = room};
	struct pci_buses buses;

	for (unsigned index = 0; pci_config_buses(index, &buses); index++)
		scan_buses(&scan, &buses);
	return scan.count;
}
