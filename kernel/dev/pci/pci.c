/* SPDX-License-Identifier: MIT */
/* The list of functions and their mapped registers. */
#include "kernel/dev/pci/pci.h"

#include "bench/engine/warning.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/firmware.h"
#include "lib/text/fmt.h"

#define MAPPED_BYTES_MAX (1u << 20)
#define ADDRESS_CHARS 16

static struct {
	size_t count;
	struct pci_function functions[PCI_FUNCTIONS_MAX];
} pci;

void pci_init(void)
{
	pci_config_init();
	pci.count = pci_scan(pci.functions, PCI_FUNCTIONS_MAX);
	if (pci.count <= PCI_FUNCTIONS_MAX)
		return;
	warning("pci", "ignored %lu functions beyond the first %d",
		pci.count - PCI_FUNCTIONS_MAX, PCI_FUNCTIONS_MAX);
	pci.count = PCI_FUNCTIONS_MAX;
}

struct pci_function *pci_functions(size_t *count)
{
	*count = pci.count;
	return pci.functions;
}

void pci_describe(struct wire_writer *writer)
{
	for (size_t i = 0; i < pci.count; i++) {
		const struct pci_function *function = &pci.functions[i];
		char address[ADDRESS_CHARS];

		fmt_buffer(address, sizeof(address), "%02x:%02x.%x", function->address.bus,
		    function->address.device, function->address.function);
		wire_write(writer, WIRE_pci, &(struct wire_pci){
			.address = address,
			.vendor = function->vendor,
			.device = function->device,
			.class_code = function->class_code,
			.revision = function->revision,
			.by = pci_config_way(),
		});
	}
}

static const char *pci_map(struct pci_function *function, unsigned index)
{
	const struct pci_limits limits = {firmware_end_phys(), firmware_is_memory};
	struct pci_bar bar;
	const char *why = pci_function_read_bar(function, index, &limits, &bar);

	if (why != NULL)
		return why;
	function->mapped_bytes[index] =
		bar.size_bytes < MAPPED_BYTES_MAX ? bar.size_bytes : MAPPED_BYTES_MAX;
	function->bars[index] = paging_map_device(bar.phys, function->mapped_bytes[index]);
	return NULL;
}

volatile void *pci_registers(struct pci_function *function, unsigned bar, uint64_t offset,
			     uint64_t size_bytes, const char **why)
{
	if (bar >= PCI_BARS) {
		*why = "does not exist";
		return NULL;
	}
	if (function->bars[bar] == NULL) {
		*why = pci_map(function, bar);
		if (*why != NULL)
			return NULL;
	}
	if (offset >= function->mapped_bytes[bar] ||
	    size_bytes > function->mapped_bytes[bar] - offset) {
		*why = "is too small";
		return NULL;
	}
	return function->bars[bar] + offset;
}
